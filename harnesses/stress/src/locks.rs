//! The locks of the catalogue, with every way of waiting.

use crate::hammer::{hammer, Plan, Report};
use doorway::exclusion::{Algorithm, KExclusion};
use doorway::memory::{Fenced, SeqCst};
use doorway::waiting::Wait;
use doorway::{HeapMutex, HeapSemaphore, Park, SafeFife, Spin, TimedPark, Yield};
use doorway_memories::Torn;
use doorway_proofs::catalogue::{Facts, Tickets, MUTEX, SEMAPHORE};
use std::sync::atomic::AtomicU8;
use std::sync::Arc;

/// Registers of 8 bits.
type Bytes = Fenced<AtomicU8>;

/// A lock of the catalogue with a way of waiting.
#[derive(Clone, Copy)]
pub struct Lock {
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// The name of the memory, or of the active set on the default memory; else `default`.
    pub memory: &'static str,
    /// The name of the way of waiting; `default` if the type names none.
    pub wait: &'static str,
    /// Whether it admits any k, or only k = 1.
    pub any_k: bool,
    run: fn(Plan) -> Report,
}

impl Lock {
    /// Whether the lock waits this way. `default` is the way used if none is named; `all` is any.
    pub fn waits_by(&self, wait: &str) -> bool {
        match wait {
            "all" => true,
            "default" => matches!(self.wait, "default" | "TimedPark"),
            wait => self.wait.eq_ignore_ascii_case(&wait.replace('-', "")),
        }
    }
}

impl std::fmt::Debug for Lock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}", self.algorithm, self.memory, self.wait)
    }
}

/// Hammers a new lock with a slot for each of the plan's threads.
pub fn run(lock: &Lock, plan: Plan) -> Report {
    (lock.run)(plan)
}

/// Hammers a semaphore with a slot for each thread.
fn semaphore<A: KExclusion + 'static, W: Wait + 'static>(plan: Plan) -> Report
where
    HeapSemaphore<A, W>: Send + Sync,
{
    let lock = HeapSemaphore::<A, W>::with_slots(plan.threads, plan.permits).expect("1 ≤ k ≤ N");
    hammer(&Arc::new(lock), plan)
}

/// Hammers a mutex with a slot for each thread.
fn mutex<A: Algorithm + 'static, W: Wait + 'static>(plan: Plan) -> Report
where
    HeapMutex<u64, A, W>: Send + Sync,
{
    hammer_mutex(
        HeapMutex::<u64, A, W>::with_slots(plan.threads, 0).expect("1 ≤ N"),
        plan,
    )
}

/// Hammers a mutex, and checks that the guarded value is the number of passages.
///
/// A difference is reported as a holder too many.
fn hammer_mutex<A: Algorithm + 'static, W: Wait + 'static>(
    lock: HeapMutex<u64, A, W>,
    plan: Plan,
) -> Report
where
    HeapMutex<u64, A, W>: Send + Sync,
{
    assert_eq!(plan.permits, 1, "a mutex has one permit");
    let lock = Arc::new(lock);
    let mut report = hammer(&lock, plan);
    if report.stuck == 0 {
        let mut slot = lock.slot(0).expect("every thread has released its slot");
        if *slot.lock() != report.passages {
            report.most_inside = report.most_inside.max(2);
        }
    }
    report
}

/// Adds a lock to a list, once for each way of waiting.
macro_rules! add {
    ($all:ident, $facts:expr, $holders:ident, $memory:expr, $algorithm:ty, $($wait:ty),*) => {
        $($all.push(Lock {
            algorithm: $facts.name,
            memory: $memory,
            wait: stringify!($wait),
            any_k: $facts.any_k(),
            run: add!(@$holders $algorithm, $wait),
        });)*
    };
    (@one $algorithm:ty, $wait:ty) => { mutex::<$algorithm, $wait> };
    (@any $algorithm:ty, $wait:ty) => { semaphore::<$algorithm, $wait> };
}

macro_rules! of_catalogue {
    ($({ $module:ident, $lock:ident, $holders:ident, $model:ident, $sets:tt, $($rest:tt)* })*) => {
        fn of_catalogue() -> Vec<Lock> {
            let mut all = vec![];
            $(
                let facts = &doorway_proofs::$module::facts::FACTS;
                add!(all, facts, $holders, "default", doorway::$lock, Spin, Yield, Park, TimedPark);
                add!(all, facts, $holders, "seqcst", doorway::$lock<SeqCst>, Park);
                if is_small(facts) {
                    add!(all, facts, $holders, "8 bits", doorway::$lock<Bytes>, Park);
                }
                of_catalogue!(@sets all, facts, $holders, $lock, $sets);
            )*
            all
        }
    };
    (@sets $all:ident, $facts:ident, $holders:ident, $lock:ident, [$($set:ident => $model:ident),*]) => {
        $(add!($all, $facts, $holders, stringify!($set), doorway::$lock<Fenced, doorway::active_set::$set>, Park);)*
    };
}
doorway_proofs::for_each_lock!(of_catalogue);

/// Whether the lock's numbers are bounded, so that 8 bits are enough.
fn is_small(facts: &Facts) -> bool {
    facts.model().tickets == Tickets::Bounded
}

/// The locks whose types name neither an algorithm nor a way of waiting.
fn defaults() -> [Lock; 2] {
    let default = |name, any_k, run| Lock {
        algorithm: name,
        memory: "default",
        wait: "default",
        any_k,
        run,
    };
    [
        default(MUTEX, false, |plan| {
            let lock: HeapMutex<u64> = HeapMutex::with_slots(plan.threads, 0).expect("1 ≤ N");
            hammer_mutex(lock, plan)
        }),
        default(SEMAPHORE, true, |plan| {
            let lock: HeapSemaphore =
                HeapSemaphore::with_slots(plan.threads, plan.permits).expect("1 ≤ k ≤ N");
            hammer(&Arc::new(lock), plan)
        }),
    ]
}

/// The locks of the catalogue, and `SafeFife` on torn registers.
pub fn locks() -> Vec<Lock> {
    let mut all = defaults().to_vec();
    all.extend(of_catalogue());
    let safe_fife = &doorway_proofs::safe_fife::facts::FACTS;
    add!(all, safe_fife, any, "torn", SafeFife<Torn>, Yield, Park);
    all
}

/// The locks with that algorithm; `all` is every lock.
pub fn find(algorithm: &str) -> Vec<Lock> {
    let mut found = locks();
    found.retain(|lock| algorithm == "all" || lock.algorithm == algorithm);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use doorway::waiting::DefaultWait;
    use doorway_proofs::catalogue::LOCKS;
    use std::any::type_name;

    /// `default` finds a way of waiting for every lock.
    #[test]
    fn every_lock_waits_by_default() {
        let names = LOCKS.iter().map(|facts| facts.name);
        for name in names.chain([MUTEX, SEMAPHORE]) {
            assert!(
                find(name).iter().any(|lock| lock.waits_by("default")),
                "{name}"
            );
        }
        assert_eq!(type_name::<DefaultWait>(), type_name::<TimedPark>());
        assert!(!find("fife").iter().any(|lock| lock.waits_by("naps")));
    }
}
