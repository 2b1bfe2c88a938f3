//! No wake-up is lost: loom reports a deadlock when all threads are parked.
//!
//! The parker here ignores deadlines, so that a timeout does not make up for a lost wake-up.

use doorway::active_set::Flags;
use doorway::exclusion::Algorithm;
use doorway::memory::{Array, FenceId, Memory, Place, Register};
use doorway::shape::Heap;
use doorway::waiting::{Park, Parker, ThreadParker, Wait};
use doorway::{AnyMutex, Bounded, Fife, LocalSpin, SafeFife};
use doorway_loom::*;
use doorway_proofs::catalogue::CodeChange;
use std::sync::Arc; // not loom's, which cannot be dropped in a deadlock

type ModelledPark = Park<ModelledParker>;

/// The wake-up protocol alone.
///
/// One thread waits for a register to be written; the other writes it, as line 25 does, and wakes the first.
fn woken<M: Memory + 'static>()
where
    M::Register: Send + Sync,
    <ModelledPark as Wait>::Waiter<M>: Send + Sync,
{
    woken_by::<M, ModelledParker>();
}

fn woken_by<M: Memory + 'static, P: Parker + 'static>()
where
    M::Register: Send + Sync,
    <Park<P> as Wait>::Waiter<M>: Send + Sync,
{
    let place = Place {
        array: Array::Want,
        writer: 1,
        home: 0,
        copy: 0,
    };
    let shared = Arc::new((M::Register::new(place, 0), Park::<P>::waiter::<M>()));
    let waker = shared.clone();
    loom::thread::spawn(move || {
        let (register, waiter) = &*waker;
        register.store(u64::MAX);
        M::fence(FenceId::WakeAfterExit);
        Park::<P>::wake(waiter);
    });
    let (register, waiter) = &*shared;
    let mut pace = Default::default();
    while register.load() == 0 {
        Park::<P>::pause(waiter, &mut pace, true, None);
    }
    Park::<P>::finish(waiter, pace);
    // No join: in loom a late `unpark` would end the join, too.
}

/// A wake-up arrives, in all 127 executions.
///
/// Relaxed flags do no harm: the fences order them.
#[test]
fn a_wake_up_arrives() {
    explore("a wake-up", None, woken::<Modelled>);
    let change = Some(CodeChange::RelaxedFlags);
    let relaxed = outcome("a wake-up", change, None, woken::<Modelled>);
    assert_eq!(relaxed, Outcome::Fine);
    for fence in [FenceId::Park, FenceId::WakeAfterExit] {
        let change = Some(CodeChange::NoFence(fence));
        let stuck = outcome("a wake-up", change, None, woken::<Modelled>);
        assert_eq!(stuck, Outcome::Stuck, "{}", fence.name());
    }
}

/// The shipped parker, on loom's threads: a flag that orders nothing, and `park`.
#[test]
fn an_unpark_wakes() {
    explore(
        "a wake-up, a parker of threads",
        None,
        woken_by::<Modelled, ThreadParker<ModelledThreads>>,
    );
    let mute = outcome(
        "a wake-up, a parker that wakes no thread",
        None,
        None,
        woken_by::<Modelled, ThreadParker<ModelledThreads<true>>>,
    );
    assert_eq!(mute, Outcome::Stuck);
}

const NO_PARK: Option<CodeChange> = Some(CodeChange::NoFence(FenceId::Park));
const NO_WAKE: Option<CodeChange> = Some(CodeChange::NoFence(FenceId::WakeAfterExit));

/// `LocalSpin` has a second fence in its exit: without it the exit misses a waiter, and does not wake it.
fn stuck_without_leave(what: &str, preemptions: usize, scene: impl Fn() + Send + Sync + 'static) {
    let change = Some(CodeChange::NoFence(FenceId::Leave));
    let what = format!("LocalSpin on flags, {what}");
    let ended = outcome(&what, change, Some(preemptions), scene);
    assert_eq!(ended, Outcome::Stuck);
}

type OnFlags = LocalSpin<Modelled, Flags>;

#[test]
fn every_thread_passes() {
    let what = "two park";
    let whole = every_lock!(what, None, Some(3), parked(2));
    each_ends(&whole, |_| Outcome::Fine);
    for change in [NO_PARK, NO_WAKE] {
        let stuck = every_lock!(what, change, Some(3), parked(2));
        each_ends(&stuck, |_| Outcome::Stuck);
    }
    stuck_without_leave(what, 3, || parked::<OnFlags>(2));
}

#[test]
fn so_do_three() {
    let what = "three park";
    let whole = every_lock!(what, None, Some(1), parked(3));
    each_ends(&whole, |_| Outcome::Fine);
    let leaver = every_lock!(what, NO_WAKE, Some(1), parked(3));
    each_ends(&leaver, |facts| match facts.name {
        "local-spin" => Outcome::Fine, // one preemption is too few: see two threads
        _ => Outcome::Stuck,
    });
    stuck_without_leave(what, 1, || parked::<OnFlags>(3));
}

/// A mutex on the heap: loom's threads have small stacks.
type Parked<A> = AnyMutex<Heap, A, ModelledPark, ()>;

/// One thread parks without a timeout; the other cancels after `polls` polls, and must then wake the first.
fn cancelled<A: Algorithm + 'static>(polls: usize)
where
    Parked<A>: Send + Sync,
{
    let lock: Arc<Parked<A>> = Arc::new(AnyMutex::with_shape(Heap(2), ()).unwrap());
    let other = lock.clone();
    let other = loom::thread::spawn(move || {
        let mut me = other.slot(1).unwrap();
        let mut left = polls;
        let got = match polls {
            1 => me.try_lock(),
            _ => me.lock_unless(|| {
                left -= 1;
                left == 0
            }),
        };
        drop(got);
    });
    drop(lock.slot(0).unwrap().lock());
    other.join().unwrap();
    for me in 0..2 {
        assert!(
            lock.slot(me).unwrap().try_lock().is_ok(),
            "a permit was lost"
        );
    }
}

#[test]
fn a_cancelling_thread_wakes_others() {
    for polls in [1, 2] {
        let what = format!("one parks, one cancels after {polls}");
        let whole = every_lock!(what, None, Some(3), cancelled(polls));
        each_ends(&whole, |_| Outcome::Fine);
        let leaver = every_lock!(what, NO_WAKE, Some(3), cancelled(polls));
        each_ends(&leaver, |_| Outcome::Stuck);
        stuck_without_leave(&what, 3, move || cancelled::<OnFlags>(polls));
    }
}

/// A parked process that is overtaken is woken: 1915 executions for either lock, 2 s.
///
/// The mutant without the fence is in `contended.rs`.
#[test]
fn an_overtaken_sleeper_is_woken() {
    explore(
        "fife, overtaken",
        Some(2),
        overtaken_by_optimists::<Fife<Stopping>>,
    );
    explore(
        "safe-fife, overtaken",
        Some(2),
        overtaken::<SafeFife<Stopping>>,
    );
    explore("bounded, overtaken", Some(2), allowed::<Bounded<Stopping>>);
}

/// Two parked threads with at most 4 preemptions, and three with at most 2: 40 s in release.
#[test]
#[ignore = "40 s in release: cargo doorway loom --full"]
fn with_more_preemptions() {
    let two = every_lock!("two park", None, Some(4), parked(2));
    each_ends(&two, |_| Outcome::Fine);
    let three = every_lock!("three park", None, Some(2), parked(3));
    each_ends(&three, |_| Outcome::Fine);
}
