//! Whether the other threads make passages after k-1 threads have stopped permanently.
//!
//! Each trial is a separate process, because a hanging thread cannot be joined. A signal whose
//! handler never returns stops a thread: to the others it is dead, wherever it was and with
//! whatever it holds.

use crate::contestant::{Contestant, Participant};
use crate::os;
use serde::Serialize;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The number of threads.
pub const THREADS: usize = 8;
/// The number of permits, k.
pub const PERMITS: usize = 4;
/// The number of threads that stop: k-1.
pub const STOPPED: usize = PERMITS - 1;

/// The place where the threads stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Place {
    /// In the critical section.
    Inside,
    /// In the queue, while all permits are taken.
    Waiting,
    /// Wherever they are at that moment.
    Anywhere,
}

/// All places.
pub const PLACES: [Place; 3] = [Place::Inside, Place::Waiting, Place::Anywhere];

impl Place {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Place::Inside => "inside",
            Place::Waiting => "waiting",
            Place::Anywhere => "anywhere",
        }
    }
}

/// What the threads share.
struct Stage {
    /// Whether the threads that stop inside are to stop now.
    stop: AtomicBool,
    /// Whether holders are to keep their permits.
    hold: AtomicBool,
    passages: [AtomicU64; THREADS],
    ids: [AtomicU64; THREADS],
}

extern "C" fn for_ever(_: libc::c_int) {
    loop {
        // SAFETY: pause may be called from a signal handler.
        unsafe { libc::pause() };
    }
}

fn install() {
    // SAFETY: a sigaction is plain data; the handler calls nothing but pause.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = for_ever as extern "C" fn(libc::c_int) as usize;
        libc::sigaction(libc::SIGUSR1, &action, std::ptr::null_mut());
    }
}

impl Stage {
    fn new(place: Place) -> Self {
        Stage {
            stop: AtomicBool::new(false),
            hold: AtomicBool::new(place == Place::Waiting),
            passages: std::array::from_fn(|_| AtomicU64::new(0)),
            ids: std::array::from_fn(|_| AtomicU64::new(0)),
        }
    }

    /// The work of thread `me`. The first `STOPPED` threads are those that stop.
    fn play<L: Contestant>(&self, lock: &L, me: usize, place: Place) {
        // SAFETY: it only queries the calling thread.
        let id = unsafe { libc::pthread_self() };
        let mut participant = lock.participant();
        self.ids[me].store(id as u64, Ordering::SeqCst);
        // Threads that stop while waiting arrive when all permits are taken.
        while place == Place::Waiting && me < STOPPED && !self.stop.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        loop {
            participant.passage(|| {
                if place == Place::Inside && me < STOPPED && self.stop.load(Ordering::SeqCst) {
                    for_ever(0);
                }
                while self.hold.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_micros(200));
                }
                std::hint::black_box(me);
            });
            self.passages[me].fetch_add(1, Ordering::SeqCst);
        }
    }

    fn signal(&self, thread: usize) {
        let id = self.ids[thread].load(Ordering::SeqCst);
        // SAFETY: the thread runs until the process ends.
        unsafe { libc::pthread_kill(id as libc::pthread_t, libc::SIGUSR1) };
    }

    fn count(&self) -> [u64; THREADS] {
        std::array::from_fn(|thread| self.passages[thread].load(Ordering::SeqCst))
    }

    /// Waits until `reached` is true, for at most `most`.
    fn until(&self, most: Duration, reached: impl Fn([u64; THREADS]) -> bool) -> bool {
        let start = Instant::now();
        while start.elapsed() < most {
            if reached(self.count()) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        false
    }
}

/// Runs one trial, and ends the process.
///
/// Prints whether all threads that were not stopped made passages.
pub fn trial<L: Contestant + 'static>(place: Place, micros: u64) -> ! {
    install();
    if let [one, two, ..] = os::cores()[..] {
        os::stay_on(&[one, two]);
    }
    let lock: &'static L = Box::leak(Box::new(L::new(PERMITS)));
    let stage: &'static Stage = Box::leak(Box::new(Stage::new(place)));
    for me in 0..THREADS {
        std::thread::spawn(move || stage.play(lock, me, place));
    }
    let here = |thread: usize| stage.ids[thread].load(Ordering::SeqCst) != 0;
    stage.until(Duration::from_secs(2), |_| (0..THREADS).all(here));
    std::thread::sleep(Duration::from_micros(10_000 + micros));
    stage.stop.store(true, Ordering::SeqCst);
    match place {
        Place::Inside => std::thread::sleep(Duration::from_millis(50)),
        Place::Waiting => {
            std::thread::sleep(Duration::from_millis(20));
            (0..STOPPED).for_each(|thread| stage.signal(thread));
            std::thread::sleep(Duration::from_millis(5));
            stage.hold.store(false, Ordering::SeqCst);
        }
        Place::Anywhere => {
            for thread in 0..STOPPED {
                stage.signal(thread);
                std::thread::sleep(Duration::from_micros(micros % 977));
            }
        }
    }
    std::thread::sleep(Duration::from_millis(20));
    let before = stage.count();
    let went_on = stage.until(Duration::from_millis(1500), |now| {
        (STOPPED..THREADS).all(|thread| now[thread] >= before[thread] + 3)
    });
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{}", if went_on { "went on" } else { "hung" });
    let _ = out.flush();
    // SAFETY: nothing needs cleanup, and hanging threads cannot be joined.
    unsafe { libc::_exit(0) }
}
