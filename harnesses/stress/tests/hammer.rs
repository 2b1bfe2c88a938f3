//! Every lock, with every way of waiting: never more than k inside, and every thread finishes.
//!
//! For every 1 ≤ k ≤ N up to 8 threads.

use doorway::exclusion::Algorithm;
use doorway::memory::Fenced;
use doorway::shape::Inline;
use doorway::{AnyMutex, AnySemaphore, Fife, Park, Yield};
use doorway_memories::Short;
use doorway_proofs::catalogue::{self, Tickets, MUTEX, SEMAPHORE};
use doorway_proofs::{each_algorithm, for_each_lock};
use doorway_stress::{find, hammer, locks, run, AnyPermits, Lock, OnePermitMore, Plan};
use std::sync::atomic::AtomicU8;
use std::sync::Arc;
use std::time::Instant;

/// The passages of each thread: few for spinning with many threads.
///
/// With more threads than cores a spinning waiter uses up its time slice, so a passage takes long.
fn passages(lock: &Lock, threads: usize) -> u64 {
    match lock.wait {
        "Spin" if threads > 2 => 4,
        "Spin" => 300,
        _ => 60,
    }
}

fn every_n_and_k(algorithm: &str) {
    for lock in find(algorithm) {
        for n in 1..=8 {
            for k in 1..=if lock.any_k { n } else { 1 } {
                let plan = Plan {
                    impatience: 5,
                    ..Plan::passages(n, k, passages(&lock, n))
                };
                let report = run(&lock, plan);
                assert!(report.holds(k), "{lock:?}, n = {n}, k = {k}: {report:?}");
                assert_eq!(
                    report.passages + report.cancellations,
                    n as u64 * plan.passages,
                    "{lock:?}, n = {n}, k = {k}"
                );
            }
        }
    }
}

macro_rules! hammered {
    ($({ $module:ident, $($rest:tt)* })*) => {$(
        #[test]
        fn $module() {
            every_n_and_k(doorway_proofs::$module::facts::FACTS.name);
        }
    )*};
}
for_each_lock!(hammered);

/// The default mutex and semaphore, with neither an algorithm nor a way of waiting named.
#[test]
fn defaults() {
    every_n_and_k(MUTEX);
    every_n_and_k(SEMAPHORE);
}

/// 10 million passages of 8 threads, in 8-bit registers with room for the numbers 1 to 8 only.
///
/// A larger number would be refused, and end the test. `many.rs` does the same without thread
/// switches.
fn ten_million_passages<A: Algorithm + 'static>(of: catalogue::Algorithm)
where
    AnyMutex<Inline<8>, A, Yield, u64>: Send + Sync,
{
    let lock = AnyMutex::<_, A, Yield, u64>::with_shape(Inline::<8>, 0).unwrap();
    let lock = Arc::new(lock);
    let start = Instant::now();
    let report = hammer(&lock, Plan::passages(8, 1, 1_250_000));
    println!("{of}: 10 million in {:.1?}", start.elapsed());
    assert!(report.holds(1), "{report:?}");
    assert_eq!((report.passages, report.cancellations), (10_000_000, 0));
    assert_eq!(*lock.slot(0).unwrap().lock(), 10_000_000);
}

/// Registers that hold up to 17: numbers up to 8 in two colors.
type Tight = Short<17, Fenced<AtomicU8>>;

#[test]
#[ignore = "ten million thread switches, for an idle computer: cargo test --release -p doorway-stress --test hammer -- --ignored"]
fn ten_million_passages_in_8_bits() {
    each_algorithm!(one, Tight, |A, lock| {
        if lock.facts.model().tickets == Tickets::Bounded {
            ten_million_passages::<A>(lock);
        }
    });
}

/// Without cancellation every thread makes all its passages.
#[test]
fn every_thread_enters() {
    for lock in locks() {
        let plan = Plan::passages(8, 1, passages(&lock, 8));
        let report = run(&lock, plan);
        assert!(report.holds(1), "{lock:?}: {report:?}");
        assert_eq!(
            (report.passages, report.cancellations),
            (8 * plan.passages, 0),
            "{lock:?}"
        );
    }
}

/// Inline slots, and more slots than participants.
#[test]
fn some_slots_stay_empty() {
    let lock = AnySemaphore::<Inline<16>, Fife, Yield>::new(2);
    let report = hammer(&Arc::new(lock), Plan::passages(3, 2, 200));
    assert!(report.holds(2) && report.passages == 600, "{report:?}");
}

/// The check can fail: it detects a lock that admits one process too many, and a lock that admits all.
#[test]
fn mutants_are_noticed() {
    let plan = Plan::passages(4, 2, 2000);
    let one_too_many = AnySemaphore::<_, OnePermitMore, Park>::with_shape(Inline::<4>, 2).unwrap();
    let unlimited = AnySemaphore::<_, AnyPermits, Park>::with_shape(Inline::<4>, 2).unwrap();
    assert_eq!(hammer(&Arc::new(one_too_many), plan).most_inside, 3);
    assert!(hammer(&Arc::new(unlimited), plan).most_inside > 2);
}
