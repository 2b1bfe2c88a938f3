//! The loads, stores and fences of an uncontended passage of the shipped code are those of the lock's facts.

use doorway::exclusion::Algorithm;
use doorway::memory::{AtomicFlag, AtomicMemory, FenceId, Memory, Place, Register};
use doorway::shape::Heap;
use doorway::{AnyMutex, TimedPark};
use doorway_proofs::catalogue::{Cost, LOCKS};
use doorway_proofs::each_algorithm;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

thread_local! {
    static LOADS: Cell<u64> = const { Cell::new(0) };
    static STORES: Cell<u64> = const { Cell::new(0) };
    static FENCES: Cell<usize> = const { Cell::new(0) };
}

/// A memory that counts accesses and fences of this thread.
struct Counting;

// SAFETY: its registers are sequentially consistent atomics, which need no fence.
unsafe impl Memory for Counting {
    type Register = Counted;
    type Flag = AtomicFlag;

    fn fence(_: FenceId) {
        FENCES.set(FENCES.get() + 1);
    }
}

// SAFETY: as above.
unsafe impl AtomicMemory for Counting {}

struct Counted(AtomicU64);

impl Register for Counted {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(_: Place, value: u64) -> Self {
        Counted(AtomicU64::new(value))
    }
    fn load(&self) -> u64 {
        LOADS.set(LOADS.get() + 1);
        self.0.load(SeqCst)
    }
    fn store(&self, value: u64) {
        STORES.set(STORES.get() + 1);
        self.0.store(value, SeqCst);
    }
}

/// The loads, stores and fences of the second passage of a mutex with n slots, of which only one is used.
fn counted<A: Algorithm>(n: usize) -> (u64, u64, usize) {
    let mutex = AnyMutex::<Heap, A, TimedPark, ()>::with_shape(Heap(n), ()).expect("n > 0");
    let mut me = mutex.slot(0).expect("it is free");
    drop(me.lock());
    LOADS.set(0);
    STORES.set(0);
    FENCES.set(0);
    drop(me.lock());
    (LOADS.get(), STORES.get(), FENCES.get())
}

fn stated(cost: &Cost, n: usize) -> (u64, u64, usize) {
    (cost.loads.of(n), cost.stores.of(n), cost.fences)
}

#[test]
fn an_uncontended_passage_costs_what_is_stated() {
    let mut locks = 0;
    each_algorithm!(Counting, |A, lock| {
        if lock.set != "Flags" {
            locks += 1;
            let has_room = |&n: &usize| n as u64 <= A::MOST_SLOTS;
            for n in [2, 3, 8, 14, 32].into_iter().filter(has_room) {
                let cost = &lock.facts.uncontended;
                assert_eq!(counted::<A>(n), stated(cost, n), "{lock}, N = {n}");
            }
        }
    });
    assert_eq!(locks, LOCKS.len());
}

/// The check can fail: on flags, `Adaptive` and `LocalSpin` do not cost what they cost on the grid.
#[test]
fn another_cost_is_noticed() {
    each_algorithm!(one, Counting, |A, lock| {
        if lock.set == "Flags" {
            assert_ne!(counted::<A>(8), stated(&lock.facts.uncontended, 8));
        }
    });
}
