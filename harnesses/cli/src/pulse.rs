//! Signs of life for a log: where no terminal shows a progress bar, a line every so often.

use std::io::IsTerminal;
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// A log shows a line at least this often: CI services stop a job that prints nothing.
pub const EVERY: Duration = Duration::from_secs(25);

/// Prints a line to standard error every so often, until it is dropped. Prints nothing on a terminal: a progress bar is there.
#[derive(Debug)]
pub struct Pulse(Option<(Sender<()>, JoinHandle<()>)>);

impl Pulse {
    /// Starts it. `line` is asked for each line.
    pub fn start(line: impl Fn() -> String + Send + 'static) -> Self {
        match std::io::stderr().is_terminal() {
            true => Pulse(None),
            false => Pulse::every(EVERY, move || eprintln!("{}", line())),
        }
    }

    fn every(period: Duration, beat: impl Fn() + Send + 'static) -> Self {
        let (ends, ended) = channel::<()>();
        let thread = std::thread::spawn(move || {
            while ended.recv_timeout(period) == Err(RecvTimeoutError::Timeout) {
                beat();
            }
        });
        Pulse(Some((ends, thread)))
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        if let Some((ends, thread)) = self.0.take() {
            drop(ends);
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::sync::Arc;
    use std::time::Instant;

    #[test]
    fn beats_until_it_is_dropped() {
        assert!(EVERY < Duration::from_secs(30));
        let beats = Arc::new(AtomicUsize::new(0));
        let counted = beats.clone();
        let pulse = Pulse::every(Duration::from_millis(2), move || {
            counted.fetch_add(1, SeqCst);
        });
        let start = Instant::now();
        while beats.load(SeqCst) < 3 && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(pulse);
        let until = beats.load(SeqCst);
        assert!(until >= 3, "{until}");
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(beats.load(SeqCst), until);
    }

    #[test]
    fn ends_at_once() {
        let start = Instant::now();
        drop(Pulse::every(Duration::from_secs(600), || {}));
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}
