//! Every fence of every lock taken away, and how loom rejects the lock without it. Two threads, at most 3 preemptions; `overtaken` has four.
//! `Adaptive` without `Announce` is the longest: 43 713 executions, 8 s.
//!
//! A test here is the table of a lock's fences. Which fences the lock has is not written down a second time: a memory notes them, and a fence that is met and not in the table
//! fails the test. Those that only a branch makes are met too: loads return anything. That the same locks pass with all their fences is in the other files, unless said.

use doorway::exclusion::Algorithm;
use doorway::memory::{Array, AtomicFlag, AtomicMemory, FenceId, Memory, Place, Register};
use doorway::shape::{Heap, Inline};
use doorway::waiting::{Deadline, Park, Parker};
use doorway::{Adaptive, AnyMutex, Bakery, BlackWhite, Fife, KFcfs, LocalSpin, SafeFife};
use doorway_loom::*;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

/// Each enters once.
fn once<A: Algorithm + 'static>()
where
    A::Registers<Inline<2>>: Send + Sync + 'static,
{
    passages::<A>(1);
}

/// Each enters twice.
fn twice<A: Algorithm + 'static>()
where
    A::Registers<Inline<2>>: Send + Sync + 'static,
{
    passages::<A>(2);
}

fn passages<A: Algorithm + 'static>(passages: usize)
where
    A::Registers<Inline<2>>: Send + Sync + 'static,
{
    contend::<A, 2>(Plan {
        k: 1,
        passages,
        looks: None,
    });
}

/// Each enters once, and sleeps while it waits.
fn two_park<A: Algorithm + 'static>()
where
    AnyMutex<Heap, A, Park<ModelledParker>, ()>: Send + Sync,
{
    parked::<A>(2);
}

/// A memory that notes which fences are made. Its loads return anything, so that one thread comes through every line.
struct Noting;

// SAFETY: it promises nothing; no value is guarded by a lock on it.
unsafe impl Memory for Noting {
    type Register = Anything;
    type Flag = AtomicFlag;

    fn fence(id: FenceId) {
        MADE.with_borrow_mut(|made| made.insert(id));
    }
}

// SAFETY: as above.
unsafe impl AtomicMemory for Noting {}

thread_local! {
    static MADE: RefCell<HashSet<FenceId>> = RefCell::default();
    static DICE: Cell<u64> = const { Cell::new(1) };
}

struct Anything(Array);

impl Register for Anything {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(place: Place, _: u64) -> Self {
        Anything(place.array)
    }
    /// 0 to 3: a bit, a color, a name, a ticket; in `Want` also ∞. By xorshift64, always from the same seed.
    fn load(&self) -> u64 {
        let mut x = DICE.get();
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        DICE.set(x);
        match (self.0, (x >> 33) % 8) {
            (Array::Want, 4..) => u64::MAX,
            (_, value) => value % 4,
        }
    }
    fn store(&self, _: u64) {}
}

/// A parker that never sleeps.
struct Awake;

impl Parker for Awake {
    const POLLS: u32 = 0;

    fn new() -> Self {
        Awake
    }
    fn prepare(&self) {}
    fn unpark(&self) {}
    fn park(&self, _: Option<Deadline>) {}
}

/// The fences of a lock: those of 1000 passages, parking.
fn made<A: Algorithm>() -> HashSet<FenceId> {
    MADE.take();
    let lock = AnyMutex::<Heap, A, Park<Awake>, ()>::with_shape(Heap(3), ()).unwrap();
    let mut me = lock.slot(1).unwrap();
    for _ in 0..1000 {
        drop(me.lock());
    }
    MADE.take()
}

/// The memory that `$missing` is taken away from: [`Modelled`], unless said.
macro_rules! without {
    ($missing:expr) => { Modelled<{ $missing }> };
    ($missing:expr, $memory:ident) => { $memory<{ $missing }> };
}

/// Takes away each fence of the table. It must have all fences of the lock.
macro_rules! fences {
    ($lock:ident: $($id:ident => $ending:ident in $scene:ident $(on $memory:ident)?),* $(,)?) => {
        let mut table = HashSet::new();
        $(
            let what = format!("{}, {}, no fence: {}", stringify!($lock), stringify!($scene), FenceId::$id.name());
            let ended = outcome(&what, Some(3), $scene::<$lock<without!(no_fence(FenceId::$id) $(, $memory)?)>>);
            assert_eq!(ended, Outcome::$ending, "{what}");
            assert!(table.insert(FenceId::$id), "{what}: twice");
        )*
        assert_eq!(table, made::<$lock<Noting>>(), "the table, and the fences of {}", stringify!($lock));
    };
}

#[test]
fn bakery() {
    fences! { Bakery:
        Doorway => Race in once,
        Announce => Race in once,
        Park => Stuck in two_park,
        WakeAfterExit => Stuck in two_park,
    }
}

/// `Announce` takes two passages. Of two processes that come once each, one is on the fast path or both have seen the other choosing: `two_threads::black_white` asserts that.
#[test]
fn black_white() {
    fences! { BlackWhite:
        Doorway => Race in once,
        Announce => Race in twice,
        Park => Stuck in two_park,
        WakeAfterExit => Stuck in two_park,
    }
}

/// Without a fence of a splitter both processes stop at one, and one of them is never found. With them all, parked: 33 488 executions.
#[test]
fn adaptive() {
    explore(
        "Adaptive, two_park",
        Some(3),
        two_park::<Adaptive<Modelled>>,
    );
    fences! { Adaptive:
        Doorway => Race in once,
        Announce => Race in once,
        SplitterX => Race in once,
        SplitterY => Race in once,
        Park => Stuck in two_park,
        WakeAfterExit => Stuck in two_park,
    }
}

/// Of a waiter and the process that it waits for at least one must see the other's store: else nobody lowers the waiter's bit. With them all, parked: 39 505 executions.
#[test]
fn local_spin() {
    explore(
        "LocalSpin, two_park",
        Some(3),
        two_park::<LocalSpin<Modelled>>,
    );
    fences! { LocalSpin:
        Doorway => Race in once,
        Announce => Stuck in once,
        SplitterX => Race in once,
        SplitterY => Race in once,
        SpinCh => Stuck in once,
        SpinNu => Stuck in once,
        Leave => Stuck in once,
        Park => Stuck in two_park,
        WakeAfterAnnounce => Stuck in two_park,
        WakeAfterExit => Stuck in two_park,
    }
}

#[test]
fn kfcfs() {
    fences! { KFcfs:
        Doorway => Race in once,
        Announce => Race in once,
        Park => Stuck in two_park,
        WakeAfterExit => Stuck in two_park,
    }
}

#[test]
fn fife() {
    fences! { Fife:
        Doorway => Race in once,
        Announce => Race in once,
        Park => Stuck in two_park,
        WakeAfterEnter => Stuck in overtaken_by_optimists on Stopping,
        WakeAfterExit => Stuck in two_park,
    }
}

#[test]
fn safe_fife() {
    fences! { SafeFife:
        Doorway => Race in once,
        Announce => Race in once,
        Park => Stuck in two_park,
        WakeAfterEnter => Stuck in overtaken on Stopping,
        WakeAfterExit => Stuck in two_park,
    }
}
