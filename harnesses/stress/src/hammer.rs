//! Many threads, one lock, and an eye on them.

use doorway::exclusion::{Algorithm, KExclusion};
use doorway::shape::Shape;
use doorway::waiting::Wait;
use doorway::{AnyMutex, AnySemaphore};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{mpsc, Arc};
use std::time::{Duration, Instant};

/// What to do to a lock.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many threads, each with a slot of its own.
    pub threads: usize,
    /// How many may be inside at once.
    pub permits: usize,
    /// How often each goes in, at most.
    pub passages: u64,
    /// When to stop, whatever has been done by then.
    pub time: Duration,
    /// Every so many-th attempt does not wait, or waits only briefly. 0: all wait.
    pub impatience: u64,
}

impl Plan {
    /// `threads` threads, each through `passages` times.
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

/// What was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Passages through the critical section.
    pub passages: u64,
    /// Attempts that gave up.
    pub cancellations: u64,
    /// The most that were inside at once.
    pub most_inside: usize,
    /// Threads that did not come back.
    pub stuck: usize,
}

impl Report {
    /// Whether at most `permits` were inside at once and nobody got stuck.
    pub fn holds(&self, permits: usize) -> bool {
        self.most_inside <= permits && self.stuck == 0
    }
}

/// How long a thread may be without a passage before it counts as stuck: far longer than any schedule on a
/// loaded machine, and far shorter than for ever.
const STUCK_AFTER: Duration = Duration::from_secs(120);

/// A lock as seen by [`hammer`]: something with slots, through which one can pass.
pub trait Participants: Send + Sync + 'static {
    /// Takes `slot` and goes through as often as `again` says, for how long to wait, calling `inside` inside. Returns passages and cancellations.
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

/// A mutex also counts its passages in the value it guards, without atomics.
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

/// Hammers `lock`, which has at least `plan.threads` slots, and reports what it saw.
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
                // Linger now and then, so that whoever should be out has time to come in.
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
