//! N threads that contend for a lock, and sometimes cancel.

use doorway::exclusion::{Algorithm, KExclusion};
use doorway::shape::Heap;
use doorway::waiting::Wait;
use doorway::{AnyMutex, AnySemaphore};
use shuttle::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;

/// A part of the panic message of [`hammer`] if more than k threads are inside.
pub(crate) const TOO_MANY: &str = "threads are inside, and k =";

/// The plan of a run: threads, permits and passages.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Threads, N.
    pub n: usize,
    /// Permits, k.
    pub k: usize,
    /// The passages of each thread.
    pub passages: usize,
    /// Whether a third of the passages cancel after one poll, and another third after two.
    pub impatient: bool,
}

/// A lock, as [`hammer`] uses it.
pub trait Gate: Send + Sync + 'static {
    /// Makes one passage of slot `me`, and returns whether it entered.
    ///
    /// It cancels after `polls` polls; without a bound it waits until it enters.
    fn pass(&self, me: usize, polls: Option<usize>, inside: &mut dyn FnMut()) -> bool;
}

/// A condition that is true after so many polls; never, without a bound.
fn patience(polls: Option<usize>) -> impl FnMut() -> bool {
    let mut polled = 0;
    move || {
        polled += 1;
        polls.is_some_and(|most| polled >= most)
    }
}

impl<A: Algorithm + 'static, W: Wait + 'static> Gate for AnyMutex<Heap, A, W, ()>
where
    Self: Send + Sync,
{
    fn pass(&self, me: usize, polls: Option<usize>, inside: &mut dyn FnMut()) -> bool {
        let mut me = self.slot(me).expect("one thread a slot");
        let guard = match polls {
            None => Ok(me.lock()),
            Some(1) => me.try_lock(),
            polls => me.lock_unless(patience(polls)),
        };
        guard.map(|_guard| inside()).is_ok()
    }
}

impl<A: KExclusion + 'static, W: Wait + 'static> Gate for AnySemaphore<Heap, A, W>
where
    Self: Send + Sync,
{
    fn pass(&self, me: usize, polls: Option<usize>, inside: &mut dyn FnMut()) -> bool {
        let mut me = self.slot(me).expect("one thread a slot");
        let permit = match polls {
            None => Ok(me.acquire()),
            Some(1) => me.try_acquire(),
            polls => me.acquire_unless(patience(polls)),
        };
        permit.map(|_permit| inside()).is_ok()
    }
}

/// A semaphore with the slots and permits of the plan.
pub fn semaphore<A: KExclusion + 'static, W: Wait + 'static>(plan: Plan) -> impl Gate
where
    AnySemaphore<Heap, A, W>: Send + Sync,
{
    AnySemaphore::<Heap, A, W>::with_shape(Heap(plan.n), plan.k).expect("1 ≤ k ≤ n")
}

/// Runs N threads through the gate: never more than k inside, and at the end every slot can enter.
pub fn hammer(plan: Plan, gate: impl Gate) {
    let shared = Arc::new((gate, AtomicUsize::new(0)));
    let threads: Vec<_> = (0..plan.n)
        .map(|me| {
            let shared = shared.clone();
            shuttle::thread::spawn(move || {
                let (gate, count) = &*shared;
                let mut inside = || {
                    let before = count.fetch_add(1, SeqCst);
                    // A second panic while another thread of the schedule unwinds would hide the
                    // first.
                    if before >= plan.k && !std::thread::panicking() {
                        panic!("{} {TOO_MANY} {}", before + 1, plan.k);
                    }
                    count.fetch_sub(1, SeqCst);
                };
                for passage in 0..plan.passages {
                    let polls = match (me + passage) % 3 {
                        polls @ 1..=2 if plan.impatient => Some(polls),
                        _ => None,
                    };
                    gate.pass(me, polls, &mut inside);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    for me in 0..plan.n {
        assert!(shared.0.pass(me, Some(1), &mut || ()), "a permit was lost");
    }
}
