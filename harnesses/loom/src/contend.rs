//! Scenes of threads that contend for a lock.

use crate::overtaken::{stop, Stage};
use crate::waiting::ModelledParker;
use doorway::exclusion::Algorithm;
use doorway::memory::{Array, Place};
use doorway::phases::Exclusion;
use doorway::shape::Heap;
use doorway::waiting::Park;
use doorway::AnyMutex;
use loom::cell::UnsafeCell;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::sync::Arc;

/// The critical section, which detects violations.
///
/// With k = 1 a plain cell, in which loom detects concurrent accesses and missing synchronization;
/// else a count.
struct Inside {
    permits: usize,
    cell: UnsafeCell<usize>,
    // Accessed Relaxed, so that it orders nothing that the lock does not order.
    count: AtomicUsize,
}

impl Inside {
    fn of(permits: usize) -> Self {
        Inside {
            permits,
            cell: UnsafeCell::new(0),
            count: AtomicUsize::new(0),
        }
    }

    fn visit(&self) {
        if self.permits == 1 {
            // SAFETY: loom checks that no other thread is inside.
            self.cell.with_mut(|value| unsafe { *value += 1 });
        } else {
            let before = self.count.fetch_add(1, Ordering::Relaxed);
            assert!(before < self.permits, "{} are inside", before + 1);
            // Lets other threads in without a preemption: else a bound of k preemptions would hide
            // k + 1 holders.
            loom::thread::yield_now();
            self.count.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The plan that each process follows.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The permits, k.
    pub k: usize,
    /// The passages of each process.
    pub passages: usize,
    /// The number of polls after which it cancels, if any.
    ///
    /// With three threads or more, two threads that poll in turn make an infinite execution, which
    /// loom cannot explore: it needs a bound.
    pub polls: Option<usize>,
}

/// Makes the passages of a process, and returns how many of them entered.
fn pass<L: Exclusion>(lock: &L, me: usize, plan: Plan, inside: &Inside) -> usize {
    go_on(lock, me, plan, inside, lock.private())
}

/// The same for a process with these private variables.
fn go_on<L: Exclusion>(
    lock: &L,
    me: usize,
    plan: Plan,
    inside: &Inside,
    mut private: L::Private,
) -> usize {
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

/// Threads that follow a plan: a scene for [`explore`](crate::explore).
pub fn contend<A: Algorithm>(threads: usize, plan: Plan)
where
    A::Registers<Heap>: Send + Sync + 'static,
{
    contend_within::<A>(threads, plan, plan.k);
}

/// The same, where `most` instead of k threads may be inside: with fewer than k, a mutant.
pub fn contend_within<A: Algorithm>(threads: usize, plan: Plan, most: usize)
where
    A::Registers<Heap>: Send + Sync + 'static,
{
    // On the heap, because loom's threads have small stacks.
    let shared = Arc::new((<A::Registers<Heap>>::new(Heap(threads)), Inside::of(most)));
    let others: Vec<_> = (1..threads)
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
        assert_eq!(visits, threads * plan.passages);
    }
    if most == 1 {
        // SAFETY: the other threads have been joined.
        let seen = shared.1.cell.with(|value| unsafe { *value });
        assert_eq!(seen, visits);
    }
}

/// Process 0 goes inside, while no other process has started.
fn enters_alone<L: Exclusion>(lock: &L, inside: &Inside) -> L::Private {
    let mut private = lock.private();
    lock.doorway(0, &mut private).expect("tickets enough");
    lock.announce(0, &mut private);
    assert!(lock.scan(0, 1, &mut private), "it is alone");
    lock.enter(0, &mut private);
    inside.visit();
    private
}

/// A thread that is inside when another one starts its passage, leaves, and makes a second passage: a
/// scene for [`explore`](crate::explore).
pub fn again<A: Algorithm>()
where
    A::Registers<Heap>: Send + Sync + 'static,
{
    let plan = Plan {
        k: 1,
        passages: 1,
        polls: None,
    };
    let shared = Arc::new((<A::Registers<Heap>>::new(Heap(2)), Inside::of(1)));
    let (lock, inside) = &*shared;
    let private = enters_alone(lock, inside);
    let other = {
        let shared = shared.clone();
        loom::thread::spawn(move || pass(&shared.0, 1, plan, &shared.1))
    };
    lock.exit(0);
    go_on(lock, 0, plan, inside, private);
    other.join().unwrap();
}

/// The same as [`again`], explored only from where the other thread is about to tell the first one
/// that it has discovered it (Zehavi's line 4d). For a lock on [`Stopping`](crate::Stopping).
pub fn discovered<A: Algorithm>()
where
    A::Registers<Heap>: Send + Sync + 'static,
{
    loom::stop_exploring();
    let plan = Plan {
        k: 1,
        passages: 1,
        polls: None,
    };
    let lock = <A::Registers<Heap>>::new(Heap(2));
    let shared = Arc::new((lock, Inside::of(1), Stage::new()));
    let (lock, inside, stage) = &*shared;
    let private = enters_alone(lock, inside);
    let other = {
        let shared = shared.clone();
        loom::thread::spawn(move || {
            let again = shared.clone();
            let discovers =
                |place: Place, store| place.array == Array::Discover && store == Some(1);
            stop(discovers, move || {
                again.2.reach(1);
                again.2.wait_for(2);
            });
            pass(&shared.0, 1, plan, &shared.1)
        })
    };
    stage.wait_for(1);
    loom::explore();
    stage.reach(2);
    lock.exit(0);
    go_on(lock, 0, plan, inside, private);
    other.join().unwrap();
}

/// Threads that lock a mutex once each, and park: a scene for [`explore`](crate::explore).
pub fn parked<A: Algorithm + 'static>(threads: usize)
where
    AnyMutex<Heap, A, Park<ModelledParker>, ()>: Send + Sync,
{
    // Not loom's `Arc`, which cannot be dropped in a deadlock.
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
