//! Runs many threads through one lock, and counts the holders.

use doorway::exclusion::{Algorithm, KExclusion};
use doorway::shape::Shape;
use doorway::waiting::Wait;
use doorway::{AnyMutex, AnySemaphore};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{mpsc, Arc};
use std::time::{Duration, Instant};

/// The plan of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The number of threads, each with its own slot.
    pub threads: usize,
    /// The most holders at once.
    pub permits: usize,
    /// The most attempts of each thread.
    pub passages: u64,
    /// The time after which to stop, even if attempts remain.
    pub time: Duration,
    /// One in so many attempts does not wait, or waits only briefly. 0: all attempts wait.
    pub impatience: u64,
}

impl Plan {
    /// A plan for `threads` threads with `passages` passages each.
    pub fn passages(threads: usize, permits: usize, passages: u64) -> Self {
        Plan {
            threads,
            permits,
            passages,
            time: Duration::MAX,
            impatience: 0,
        }
    }
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Passages through the critical section.
    pub passages: u64,
    /// Attempts that were cancelled.
    pub cancellations: u64,
    /// The most holders at once.
    pub most_inside: usize,
    /// Threads that did not finish.
    pub stuck: usize,
}

impl Report {
    /// Whether there were at most `permits` holders at once and no thread got stuck.
    pub fn holds(&self, permits: usize) -> bool {
        self.most_inside <= permits && self.stuck == 0
    }
}

/// The time without any passage after which the threads count as stuck.
///
/// It is far longer than a passage takes on a loaded computer.
const STUCK_AFTER: Duration = Duration::from_secs(120);

/// A lock with slots, as [`hammer`] uses it.
pub trait Participants: Send + Sync + 'static {
    /// Takes `slot` and makes attempts until `again` returns none.
    ///
    /// Returns passages and cancellations.
    ///
    /// `again` returns the timeout of the next attempt, if it has one. `inside` is called in the
    /// critical section.
    fn participate(
        &self,
        slot: usize,
        again: &mut dyn FnMut() -> Option<Option<Duration>>,
        inside: &dyn Fn(),
    ) -> (u64, u64);
}

macro_rules! participate {
    ($slot:expr, $again:ident, $inside:ident, $acquire:ident, $try_acquire:ident, $timeout:ident) => {{
        let mut me = $slot.expect("a slot for each thread");
        let (mut passages, mut cancellations) = (0, 0);
        while let Some(patience) = $again() {
            let got = match patience {
                None => Ok(me.$acquire()),
                Some(Duration::ZERO) => me.$try_acquire(),
                Some(timeout) => me.$timeout(timeout),
            };
            match got {
                Ok(mut held) => {
                    passages += 1;
                    $inside();
                    bump(&mut held);
                }
                Err(_) => cancellations += 1,
            }
        }
        (passages, cancellations)
    }};
}

impl<S, A, W> Participants for AnySemaphore<S, A, W>
where
    S: Shape + 'static,
    A: KExclusion + 'static,
    W: Wait + 'static,
    Self: Send + Sync,
{
    fn participate(
        &self,
        slot: usize,
        again: &mut dyn FnMut() -> Option<Option<Duration>>,
        inside: &dyn Fn(),
    ) -> (u64, u64) {
        fn bump<T>(_: &mut T) {}
        participate!(
            self.slot(slot),
            again,
            inside,
            acquire,
            try_acquire,
            acquire_timeout
        )
    }
}

/// A mutex also counts its passages in the guarded value, without atomics.
impl<S, A, W> Participants for AnyMutex<S, A, W, u64>
where
    S: Shape + 'static,
    A: Algorithm + 'static,
    W: Wait + 'static,
    Self: Send + Sync,
{
    fn participate(
        &self,
        slot: usize,
        again: &mut dyn FnMut() -> Option<Option<Duration>>,
        inside: &dyn Fn(),
    ) -> (u64, u64) {
        fn bump(value: &mut u64) {
            *value += 1;
        }
        participate!(self.slot(slot), again, inside, lock, try_lock, lock_timeout)
    }
}

/// Hammers `lock`, which must have at least `plan.threads` slots.
pub fn hammer<P: Participants>(lock: &Arc<P>, plan: Plan) -> Report {
    let now_inside = Arc::new(AtomicUsize::new(0));
    let most_inside = Arc::new(AtomicUsize::new(0));
    let alive = Arc::new(AtomicUsize::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let (done, came_back) = mpsc::channel();
    let start = Instant::now();

    for slot in 0..plan.threads {
        let (lock, done, stop, alive) = (lock.clone(), done.clone(), stop.clone(), alive.clone());
        let (now_inside, most_inside) = (now_inside.clone(), most_inside.clone());
        std::thread::spawn(move || {
            let mut attempts = 0;
            let mut again = || {
                attempts += 1;
                alive.fetch_add(1, SeqCst);
                if attempts > plan.passages || stop.load(SeqCst) {
                    return None;
                }
                let impatient = plan.impatience != 0
                    && (attempts + slot as u64).is_multiple_of(plan.impatience);
                Some(match attempts % 2 {
                    _ if !impatient => None,
                    0 => Some(Duration::ZERO),
                    _ => Some(Duration::from_micros(50)),
                })
            };
            let inside = || {
                most_inside.fetch_max(now_inside.fetch_add(1, SeqCst) + 1, SeqCst);
                // Stay inside longer now and then: a process that wrongly enters then has time to.
                if alive.load(SeqCst) % 3 == 0 {
                    std::thread::yield_now();
                }
                now_inside.fetch_sub(1, SeqCst);
            };
            let counts = lock.participate(slot, &mut again, &inside);
            let _ = done.send(counts);
        });
    }
    drop(done);

    let (mut passages, mut cancellations, mut back) = (0, 0, 0);
    let (mut seen_alive, mut since) = (0, start);
    while back < plan.threads {
        match came_back.recv_timeout(Duration::from_millis(10)) {
            Ok((passed, cancelled)) => {
                passages += passed;
                cancellations += cancelled;
                back += 1;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break, // a thread panicked
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
        if start.elapsed() >= plan.time {
            stop.store(true, SeqCst);
        }
        let now_alive = alive.load(SeqCst);
        if now_alive != seen_alive {
            (seen_alive, since) = (now_alive, Instant::now());
        } else if since.elapsed() > STUCK_AFTER {
            break;
        }
    }
    Report {
        passages,
        cancellations,
        most_inside: most_inside.load(SeqCst),
        stuck: plan.threads - back,
    }
}
