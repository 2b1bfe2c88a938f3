//! The shipped locks, each with every way of waiting.

use crate::hammer::{hammer, Plan, Report};
use doorway::active_set::Flags;
use doorway::exclusion::{Algorithm, KExclusion};
use doorway::memory::{Fenced, SeqCst};
use doorway::waiting::Wait;
use doorway::{
    Adaptive, Bakery, BlackWhite, Fife, HeapMutex, HeapSemaphore, KFcfs, LocalSpin, Park, SafeFife,
    Spin, Yield,
};
use doorway_memories::Torn;
use std::sync::atomic::AtomicU8;
use std::sync::Arc;

/// Registers of 8 bits.
type Bytes = Fenced<AtomicU8>;

/// A lock with a way of waiting.
#[derive(Clone, Copy)]
pub struct Lock {
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// The memory's name, or the active set's on the default memory.
    pub memory: &'static str,
    /// The way of waiting's name.
    pub wait: &'static str,
    /// Whether it takes any k, or only 1.
    pub any_k: bool,
    run: fn(Plan) -> Report,
}

impl std::fmt::Debug for Lock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}", self.algorithm, self.memory, self.wait)
    }
}

/// Hammers the lock, made with a slot for each of the plan's threads.
pub fn run(lock: &Lock, plan: Plan) -> Report {
    (lock.run)(plan)
}

fn semaphore<A: KExclusion + 'static, W: Wait + 'static>(plan: Plan) -> Report
where
    HeapSemaphore<A, W>: Send + Sync,
{
    let lock = HeapSemaphore::<A, W>::with_slots(plan.threads, plan.permits).expect("1 ≤ k ≤ N");
    hammer(&Arc::new(lock), plan)
}

/// The guarded value must come out as the number of passages; a difference is reported as a holder too many.
fn mutex<A: Algorithm + 'static, W: Wait + 'static>(plan: Plan) -> Report
where
    HeapMutex<u64, A, W>: Send + Sync,
{
    assert_eq!(plan.permits, 1, "a mutex has one permit");
    let lock = Arc::new(HeapMutex::<u64, A, W>::with_slots(plan.threads, 0).expect("1 ≤ N"));
    let mut report = hammer(&lock, plan);
    if report.stuck == 0 {
        let mut slot = lock.slot(0).expect("everybody is back");
        if *slot.lock() != report.passages {
            report.most_inside = report.most_inside.max(2);
        }
    }
    report
}

macro_rules! with {
    ($make:ident, $any_k:literal, $memory:literal, $algorithm:ty, $($wait:ty),*) => {
        [$(Lock {
            algorithm: <$algorithm as Algorithm>::NAME,
            memory: $memory,
            wait: stringify!($wait),
            any_k: $any_k,
            run: $make::<$algorithm, $wait>,
        }),*]
    };
}

/// The shipped locks.
pub fn locks() -> Vec<Lock> {
    [
        &with!(mutex, false, "fenced", Bakery, Spin, Yield, Park)[..],
        &with!(mutex, false, "fenced", BlackWhite, Spin, Yield, Park),
        &with!(mutex, false, "8 bits", BlackWhite<Bytes>, Park),
        &with!(mutex, false, "fenced", Adaptive, Spin, Yield, Park),
        &with!(mutex, false, "flags", Adaptive<Fenced, Flags>, Park),
        &with!(mutex, false, "8 bits", Adaptive<Bytes>, Park),
        &with!(mutex, false, "fenced", LocalSpin, Spin, Yield, Park),
        &with!(mutex, false, "flags", LocalSpin<Fenced, Flags>, Park),
        &with!(mutex, false, "8 bits", LocalSpin<Bytes>, Park),
        &with!(semaphore, true, "fenced", KFcfs, Spin, Yield, Park),
        &with!(semaphore, true, "fenced", Fife, Spin, Yield, Park),
        &with!(semaphore, true, "halves", SafeFife, Spin, Yield, Park),
        &with!(mutex, false, "seqcst", Bakery<SeqCst>, Park),
        &with!(mutex, false, "seqcst", BlackWhite<SeqCst>, Park),
        &with!(mutex, false, "seqcst", Adaptive<SeqCst>, Park),
        &with!(mutex, false, "seqcst", LocalSpin<SeqCst>, Park),
        &with!(semaphore, true, "seqcst", KFcfs<SeqCst>, Park),
        &with!(semaphore, true, "seqcst", Fife<SeqCst>, Park),
        &with!(semaphore, true, "seqcst", SafeFife<SeqCst>, Park),
        &with!(semaphore, true, "torn", SafeFife<Torn>, Yield, Park),
    ]
    .concat()
}

/// The locks of that algorithm.
pub fn find(algorithm: &str) -> Vec<Lock> {
    let mut found = locks();
    found.retain(|lock| algorithm == "all" || lock.algorithm == algorithm);
    found
}
