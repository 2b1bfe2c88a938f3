//! Every lock, N = 4 to 8, k = 1 to 3, yielding and parking, 250 schedules each; and the mutants in the facts of each lock, with the same seed.

use doorway::exclusion::{Algorithm, KExclusion};
use doorway::shape::Heap;
use doorway::waiting::{Park, Wait};
use doorway::{AnyMutex, AnySemaphore};
use doorway_proofs::catalogue::{self, Trial, LOCKS};
use doorway_proofs::{each_algorithm, for_each_lock};
use doorway_shuttle::*;

const SEED: u64 = 0xd00d;
const SCHEDULES: usize = 250;

type P = Park<SampledParker>;

const PLANS: [Plan; 5] = [
    plan(4, 1, 3),
    plan(4, 2, 3),
    plan(5, 3, 2),
    plan(6, 2, 2),
    plan(8, 3, 1),
];

const fn plan(n: usize, k: usize, passages: usize) -> Plan {
    Plan {
        n,
        k,
        passages,
        impatient: true,
    }
}

/// Every plan, each way of waiting, each way of drawing.
fn sampled_semaphore<A: KExclusion + 'static>(lock: catalogue::Algorithm)
where
    AnySemaphore<Heap, A, Yields>: Gate,
    AnySemaphore<Heap, A, P>: Gate,
{
    for plan in PLANS {
        let what = |how| format!("{lock}, {how}, {plan:?}");
        sample(&what("yields"), SEED, SCHEDULES, move || {
            hammer(plan, semaphore::<A, Yields>(plan));
        });
        sample(&what("parks"), SEED, SCHEDULES, move || {
            hammer(plan, semaphore::<A, P>(plan));
        });
        sample_priorities(&what("parks, priorities"), SEED, SCHEDULES, 3, move || {
            hammer(plan, semaphore::<A, P>(plan));
        });
    }
}

fn mutex<A: Algorithm, W: Wait>(n: usize) -> AnyMutex<Heap, A, W, ()> {
    AnyMutex::with_shape(Heap(n), ()).expect("n > 0")
}

/// Every way of drawing, k = 1, parking.
fn sampled_mutex<A: Algorithm + 'static>(lock: catalogue::Algorithm)
where
    AnyMutex<Heap, A, P, ()>: Gate,
{
    for plan in [plan(4, 1, 3), plan(6, 1, 2), plan(8, 1, 1)] {
        let what = |how| format!("{lock}, {how}, {plan:?}");
        sample(&what("parks"), SEED, SCHEDULES, move || {
            hammer(plan, mutex::<A, P>(plan.n))
        });
        sample_priorities(&what("parks, priorities"), SEED, SCHEDULES, 3, move || {
            hammer(plan, mutex::<A, P>(plan.n));
        });
    }
}

/// A test for each lock: a mutex if it has one holder, else a semaphore.
macro_rules! sampled {
    ($({ $module:ident, $lock:ident, $holders:ident, $model:ident, $sets:tt, $($rest:tt)* })*) => {$(
        #[test]
        fn $module() {
            each_algorithm!($holders, Sampled, |A, lock| {
                if lock.facts.module == stringify!($module) {
                    sampled!(@$holders A, lock);
                }
            });
        }
    )*};
    (@one $algorithm:ty, $lock:ident) => { sampled_mutex::<$algorithm>($lock) };
    (@any $algorithm:ty, $lock:ident) => { sampled_semaphore::<$algorithm>($lock) };
}
for_each_lock!(sampled);

/// Every mutant of the catalogue that shuttle tries, on the grid if the lock is on an active set, ends as its facts say.
#[test]
fn mutants_are_found() {
    let mut tried = 0;
    each_algorithm!(any, Sampled, |A, lock| {
        tried += mutants(
            lock,
            |plan| hammer(plan, semaphore::<A, Yields>(plan)),
            |plan| hammer(plan, semaphore::<A, P>(plan)),
        );
    });
    each_algorithm!(one, Sampled, |A, lock| {
        if lock.set != "Flags" {
            tried += mutants(
                lock,
                |plan| hammer(plan, mutex::<A, Yields>(plan.n)),
                |plan| hammer(plan, mutex::<A, P>(plan.n)),
            );
        }
    });
    assert!(tried >= LOCKS.len(), "a lock has no mutant for shuttle");
}

fn mutants(lock: catalogue::Algorithm, yields: fn(Plan), parks: fn(Plan)) -> usize {
    let all = lock.facts.code_mutants();
    let sampled = all.filter(|mutant| mutant.trial.is_sampled());
    let ended = sampled.map(|mutant| {
        let (scene, impatient) = match mutant.trial {
            Trial::SampledParked => (parks, true),
            _ => (yields, false),
        };
        let plan = Plan {
            impatient,
            ..plan(4, 1, 3)
        };
        let what = lock.to_string();
        let ended = outcome(&what, mutant.change, SEED, 100 * SCHEDULES, move || {
            scene(plan)
        });
        assert_eq!(ended, mutant.ending, "{what}, {}", mutant.change);
    });
    ended.count()
}
