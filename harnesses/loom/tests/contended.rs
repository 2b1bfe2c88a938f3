//! Every lock of the catalogue under contention, and without each of its fences and orderings in turn.
//!
//! The facts of a lock list its scenes and its mutants. With three threads, a thread that has
//! polled twice without success cancels. `cargo doorway loom` prints executions and seconds.

use doorway::exclusion::Algorithm;
use doorway::memory::{Array, AtomicFlag, AtomicMemory, FenceId, Memory, Place, Register};
use doorway::shape::Heap;
use doorway::waiting::{Deadline, Park, Parker};
use doorway::{AnyMutex, Fife};
use doorway_loom::*;
use doorway_proofs::catalogue::{self, CodeChange, Extent, Scene, Trial};
use doorway_proofs::{each_algorithm, for_each_lock};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

const fn plan(k: usize, passages: usize, threads: usize) -> Plan {
    Plan {
        k,
        passages,
        polls: if threads > 2 { Some(2) } else { None },
    }
}

/// Explores a scene.
fn explored<A: Algorithm + 'static>(lock: catalogue::Algorithm, scene: Scene)
where
    A::Registers<Heap>: Send + Sync + 'static,
{
    let Scene {
        threads,
        passages,
        k,
        preemptions,
        ..
    } = scene;
    let plan = plan(k, passages, threads);
    let what = format!("{lock}, {threads} threads, {passages} passages, k = {k}");
    explore(&what, preemptions, move || contend::<A>(threads, plan));
}

/// Explores the scenes of a lock that have this extent.
fn scenes(module: &str, extent: Extent) {
    each_algorithm!(Modelled, |A, lock| {
        if lock.facts.module == module {
            for scene in lock.facts.scenes_of(extent) {
                if scene.set == lock.set {
                    explored::<A>(lock, *scene);
                }
            }
        }
    });
}

/// Runs the mutants of a lock, on the grid if it is on an active set.
///
/// First, with all its fences, no parked thread stays asleep (two threads, at most 3 preemptions).
fn mutants(module: &str) {
    each_algorithm!(Modelled, |A, lock| {
        if lock.facts.module == module && lock.set != "Flags" {
            explore(&format!("{lock}, two park"), Some(3), || parked::<A>(2));
            let mut fences = HashSet::new();
            for mutant in (lock.facts.code_mutants()).filter(|mutant| !mutant.trial.is_sampled()) {
                let trial = mutant.trial;
                let what = format!("{lock}, {trial:?}");
                let (change, bound) = (Some(mutant.change), Some(mutant.preemptions));
                let ended = match trial {
                    Trial::Once => outcome(&what, change, bound, || contend::<A>(2, plan(1, 1, 2))),
                    Trial::Twice => {
                        outcome(&what, change, bound, || contend::<A>(2, plan(1, 2, 2)))
                    }
                    Trial::Again => outcome(&what, change, bound, again::<A>),
                    Trial::Parked => outcome(&what, change, bound, || parked::<A>(2)),
                    Trial::Overtaken
                    | Trial::OvertakenByOptimists
                    | Trial::Allowed
                    | Trial::Discovered => with_stops(module, mutant),
                    Trial::Sampled | Trial::SampledParked => unreachable!("shuttle's"),
                };
                assert_eq!(ended, mutant.ending.into(), "{what}, {}", mutant.change);
                if let CodeChange::NoFence(id) = mutant.change {
                    assert!(fences.insert(id), "{what}: {} twice", id.name());
                }
            }
            assert_fences(lock, &fences);
        }
    });
}

/// Runs a mutant of a lock for any k in a scene with threads that stop at a certain access.
fn with_stops(module: &str, mutant: catalogue::CodeMutant) -> Outcome {
    let mut ended = None;
    each_algorithm!(any, Stopping, |A, lock| {
        if lock.facts.module == module {
            let (what, bound) = (
                format!("{lock}, {:?}", mutant.trial),
                Some(mutant.preemptions),
            );
            let scene = match mutant.trial {
                Trial::Overtaken => overtaken::<A>,
                Trial::Allowed => allowed::<A>,
                Trial::Discovered => discovered::<A>,
                _ => overtaken_by_optimists::<A>,
            };
            ended = Some(outcome(&what, Some(mutant.change), bound, scene));
        }
    });
    ended.expect("a lock for any k")
}

/// The mutants remove exactly the fences that the lock makes.
fn assert_fences(of: catalogue::Algorithm, fences: &HashSet<FenceId>) {
    each_algorithm!(Noting, |A, lock| {
        if (lock.facts.module, lock.set) == (of.facts.module, of.set) {
            assert_eq!(
                *fences,
                made::<A>(),
                "the mutants, and the fences of {lock}"
            );
        }
    });
}

macro_rules! of_catalogue {
    ($({ $module:ident, $($rest:tt)* })*) => {$(
        mod $module {
            use super::Extent;

            #[test]
            fn two_threads() {
                super::scenes(stringify!($module), Extent::Once);
            }

            #[test]
            fn more() {
                super::scenes(stringify!($module), Extent::More);
            }

            #[test]
            #[ignore = "minutes in release: cargo doorway loom --full"]
            fn more_preemptions() {
                super::scenes(stringify!($module), Extent::Full);
            }

            #[test]
            fn mutants() {
                super::mutants(stringify!($module));
            }
        }
    )*};
}
for_each_lock!(of_catalogue);

/// A memory that records which fences are made.
///
/// Its loads return random values, so that a single thread reaches every line.
struct Noting;

// SAFETY: none is needed: no lock on it guards a value.
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
    /// Returns a random value of 0 to 3 (a bit, a color, a name, a ticket); in `Want` also ∞.
    ///
    /// By xorshift64, always from the same seed.
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

/// The fences that a lock makes in 1000 passages, parking.
fn made<A: Algorithm>() -> HashSet<FenceId> {
    MADE.take();
    let lock = AnyMutex::<Heap, A, Park<Awake>, ()>::with_shape(Heap(3), ()).unwrap();
    let mut me = lock.slot(1).unwrap();
    for _ in 0..1000 {
        drop(me.lock());
    }
    MADE.take()
}

/// With one passage each, `BlackWhite` needs no fence after its announcement (at most 3 preemptions).
///
/// One process is on the fast path, or both have seen the other choosing.
#[test]
fn black_white_announces_without_a_fence_once() {
    let ended = outcome(
        "BlackWhite, once",
        Some(CodeChange::NoFence(FenceId::Announce)),
        Some(3),
        || contend::<doorway::BlackWhite<Modelled>>(2, plan(1, 1, 2)),
    );
    assert_eq!(ended, Outcome::Fine);
}

/// A lock without an exit protocol admits no thread a second time.
#[test]
fn two_passages_without_an_exit() {
    let change = Some(CodeChange::NoExit);
    let stuck = outcome("Fife, twice", change, Some(2), || {
        contend::<Fife<Modelled>>(2, plan(1, 2, 2));
    });
    assert_eq!(stuck, Outcome::Stuck);
}

/// The counter detects one thread too many, and the cell a lock that orders nothing.
#[test]
fn one_permit_too_many() {
    let crowded = outcome("Fife, three permits for two", None, Some(1), || {
        contend_within::<Fife<Modelled>>(3, plan(3, 1, 3), 2);
    });
    assert_eq!(crowded, Outcome::Wrong);
    let change = Some(CodeChange::RelaxedLoads);
    let race = outcome("Fife, 3 threads", change, Some(1), || {
        contend::<Fife<Modelled>>(3, plan(1, 1, 3));
    });
    assert_eq!(race, Outcome::Race);
}
