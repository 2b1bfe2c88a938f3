//! N processes that want to enter.

use crate::waiting::ModelledParker;
use doorway::exclusion::Algorithm;
use doorway::phases::Exclusion;
use doorway::shape::{Heap, Inline};
use doorway::waiting::Park;
use doorway::AnyMutex;
use loom::cell::UnsafeCell;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::sync::Arc;

/// What is inside: with k = 1 a plain cell, where loom notices two at once and what is not seen; else a count.
struct Inside {
    permits: usize,
    cell: UnsafeCell<usize>,
    // Relaxed, so that it orders nothing that the lock does not order.
    count: AtomicUsize,
}

impl Inside {
    fn visit(&self) {
        if self.permits == 1 {
            // SAFETY: that nobody else is in here is what loom checks.
            self.cell.with_mut(|value| unsafe { *value += 1 });
        } else {
            let before = self.count.fetch_add(1, Ordering::Relaxed);
            assert!(before < self.permits, "{} are inside", before + 1);
            // Others come in meanwhile, at no cost in preemptions: else a bound of k of them would hide what is k + 1.
            loom::thread::yield_now();
            self.count.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// What each process does.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The permits, k.
    pub k: usize,
    /// How often each wants to enter.
    pub passages: usize,
    /// After how many polls it gives up and cancels; never, if not said. From three threads on, two that poll in turn without an end are
    /// executions without an end, and loom needs to be told one.
    pub polls: Option<usize>,
}

/// Makes its passages, and says how many led inside.
fn pass<L: Exclusion>(lock: &L, me: usize, plan: Plan, inside: &Inside) -> usize {
    let mut private = lock.private();
    let mut visits = 0;
    for _ in 0..plan.passages {
        lock.doorway(me, &mut private).expect("tickets enough");
        lock.announce(me, &mut private);
        let mut polls = 0;
        let entered = loop {
            if lock.scan(me, plan.k, &mut private) {
                break true;
            }
            polls += 1;
            if plan.polls.is_some_and(|most| polls >= most) {
                break false;
            }
            loom::thread::yield_now();
        };
        if entered {
            lock.enter(me, &mut private);
            inside.visit();
            visits += 1;
        }
        lock.exit(me);
    }
    visits
}

/// N threads that follow a plan: a model for [`explore`](crate::explore).
pub fn contend<A: Algorithm, const N: usize>(plan: Plan)
where
    A::Registers<Inline<N>>: Send + Sync + 'static,
{
    contend_within::<A, N>(plan, plan.k);
}

/// The same, where not `k` but `most` may be inside: with fewer, a mutant.
pub fn contend_within<A: Algorithm, const N: usize>(plan: Plan, most: usize)
where
    A::Registers<Inline<N>>: Send + Sync + 'static,
{
    let shared = Arc::new((
        <A::Registers<Inline<N>>>::new(Inline),
        Inside {
            permits: most,
            cell: UnsafeCell::new(0),
            count: AtomicUsize::new(0),
        },
    ));
    let others: Vec<_> = (1..N)
        .map(|me| {
            let shared = shared.clone();
            loom::thread::spawn(move || pass(&shared.0, me, plan, &shared.1))
        })
        .collect();
    let mut visits = pass(&shared.0, 0, plan, &shared.1);
    for other in others {
        visits += other.join().unwrap();
    }
    if plan.polls.is_none() {
        assert_eq!(visits, N * plan.passages);
    }
    if most == 1 {
        // SAFETY: the threads are gone.
        let seen = shared.1.cell.with(|value| unsafe { *value });
        assert_eq!(seen, visits);
    }
}

/// Each of so many threads once through a mutex, parking: a model for [`explore`](crate::explore).
pub fn parked<A: Algorithm + 'static>(threads: usize)
where
    AnyMutex<Heap, A, Park<ModelledParker>, ()>: Send + Sync,
{
    // On the heap: loom's threads have small stacks. Not loom's `Arc`, which cannot be dropped in a deadlock.
    let lock = AnyMutex::<_, A, Park<ModelledParker>, ()>::with_shape(Heap(threads), ()).unwrap();
    let lock = std::sync::Arc::new(lock);
    let others: Vec<_> = (1..threads)
        .map(|me| {
            let lock = lock.clone();
            loom::thread::spawn(move || drop(lock.slot(me).unwrap().lock()))
        })
        .collect();
    drop(lock.slot(0).unwrap().lock());
    for other in others {
        other.join().unwrap();
    }
}
