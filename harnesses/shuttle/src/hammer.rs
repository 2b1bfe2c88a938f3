//! N threads that want to enter, and sometimes not for long.

use doorway::exclusion::{Algorithm, KExclusion};
use doorway::shape::Heap;
use doorway::waiting::Wait;
use doorway::{AnyMutex, AnySemaphore};
use shuttle::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;

/// How many threads, permits and passages.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Threads, N.
    pub n: usize,
    /// Permits, k.
    pub k: usize,
    /// How often each wants to enter.
    pub passages: usize,
    /// Whether every third passage is an attempt with one look, and another third gives up after two.
    pub impatient: bool,
}

/// A lock as the hammer sees it.
pub trait Gate: Send + Sync + 'static {
    /// One passage of slot `me`: at most so many looks, without an end if there is no bound. Says whether it led inside.
    fn pass(&self, me: usize, looks: Option<usize>, inside: &mut dyn FnMut()) -> bool;
}

/// Gives up after so many looks, never if there is no bound.
fn patience(looks: Option<usize>) -> impl FnMut() -> bool {
    let mut looked = 0;
    move || {
        looked += 1;
        looks.is_some_and(|most| looked >= most)
    }
}

impl<A: Algorithm + 'static, W: Wait + 'static> Gate for AnyMutex<Heap, A, W, ()>
where
    Self: Send + Sync,
{
    fn pass(&self, me: usize, looks: Option<usize>, inside: &mut dyn FnMut()) -> bool {
        let mut me = self.slot(me).expect("one thread a slot");
        let guard = match looks {
            None => Ok(me.lock()),
            Some(1) => me.try_lock(),
            looks => me.lock_unless(patience(looks)),
        };
        guard.map(|_guard| inside()).is_ok()
    }
}

impl<A: KExclusion + 'static, W: Wait + 'static> Gate for AnySemaphore<Heap, A, W>
where
    Self: Send + Sync,
{
    fn pass(&self, me: usize, looks: Option<usize>, inside: &mut dyn FnMut()) -> bool {
        let mut me = self.slot(me).expect("one thread a slot");
        let permit = match looks {
            None => Ok(me.acquire()),
            Some(1) => me.try_acquire(),
            looks => me.acquire_unless(patience(looks)),
        };
        permit.map(|_permit| inside()).is_ok()
    }
}

/// A semaphore as the plan wants it.
pub fn semaphore<A: KExclusion + 'static, W: Wait + 'static>(plan: Plan) -> impl Gate
where
    AnySemaphore<Heap, A, W>: Send + Sync,
{
    AnySemaphore::<Heap, A, W>::with_shape(Heap(plan.n), plan.k).expect("1 ≤ k ≤ n")
}

/// Runs N threads through the gate: never more than k inside, and at the end everybody gets in.
pub fn hammer(plan: Plan, gate: impl Gate) {
    let shared = Arc::new((gate, AtomicUsize::new(0)));
    let threads: Vec<_> = (0..plan.n)
        .map(|me| {
            let shared = shared.clone();
            shuttle::thread::spawn(move || {
                let (gate, count) = &*shared;
                let mut inside = || {
                    let before = count.fetch_add(1, SeqCst);
                    assert!(before < plan.k, "{} are inside, k = {}", before + 1, plan.k);
                    count.fetch_sub(1, SeqCst);
                };
                for passage in 0..plan.passages {
                    let looks = match (me + passage) % 3 {
                        looks @ 1..=2 if plan.impatient => Some(looks),
                        _ => None,
                    };
                    gate.pass(me, looks, &mut inside);
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
