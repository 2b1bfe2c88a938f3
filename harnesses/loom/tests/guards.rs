//! Guards: dropped, dropped by a panic, forgotten; attempts and timeouts that race with a release.
//!
//! Every lock, 2 threads, at most 3 preemptions (forgotten permits: at most 2): 200 to 3000
//! executions each.

use doorway::exclusion::{Algorithm, KExclusion};
use doorway::memory::FenceId;
use doorway::shape::Heap; // the stacks of loom's threads are small
use doorway::{AcquireError, AnyMutex, AnySemaphore, Fife};
use doorway_loom::*;
use doorway_proofs::catalogue::{CodeChange, Facts};
use doorway_proofs::each_algorithm;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A mutex around a cell in which loom detects concurrent accesses and missing synchronization.
type Ledger<A> = AnyMutex<Heap, A, Yields, UnsafeCell<usize>>;

fn ledger<A: Algorithm>() -> Arc<Ledger<A>> {
    Arc::new(AnyMutex::with_shape(Heap(2), UnsafeCell::new(0)).unwrap())
}

fn add(cell: &UnsafeCell<usize>) {
    // SAFETY: loom checks that no other thread is inside.
    cell.with_mut(|value| unsafe { *value += 1 });
}

/// When no thread is active, every slot enters at the first attempt and sees the value.
fn at_rest<A: Algorithm>(ledger: &Ledger<A>, expected: usize) {
    for me in 0..2 {
        let mut me = ledger.slot(me).expect("its handle was dropped");
        let guard = me.try_lock().expect("a permit was lost");
        // SAFETY: as above.
        let found = guard.with(|value| unsafe { *value });
        assert_eq!(found, expected);
    }
}

/// Each thread writes under a guard and drops it, the second by a panic if `panics`.
///
/// There is no poisoning.
fn dropped<A: Algorithm + 'static>(panics: bool)
where
    Ledger<A>: Send + Sync,
{
    let ledger = ledger::<A>();
    let other = ledger.clone();
    let other = loom::thread::spawn(move || {
        let mut me = other.slot(1).unwrap();
        let caught = caught(|panic| {
            let guard = me.lock();
            add(&guard);
            if panics {
                panic();
            }
        });
        assert_eq!(caught, panics);
    });
    add(&ledger.slot(0).unwrap().lock());
    other.join().unwrap();
    at_rest(&ledger, 2);
}

/// The outcome without the stores of an exit.
///
/// `BlackWhite` on its fast path still clears `choosing`; where it had a ticket, it keeps the
/// ticket.
fn without_an_exit(facts: &Facts) -> Outcome {
    match facts.name {
        "black-white" => Outcome::Wrong,
        _ => Outcome::Stuck,
    }
}

fn without(change: CodeChange) -> Option<CodeChange> {
    Some(change)
}

#[test]
fn dropped_in_peace() {
    let what = "a guard dropped";
    let whole = every_lock!(what, None, Some(3), dropped(false));
    each_ends(&whole, |_| Outcome::Fine);
    let stays = every_lock!(what, without(CodeChange::NoExit), Some(3), dropped(false));
    each_ends(&stays, without_an_exit);
}

#[test]
fn dropped_by_a_panic() {
    let what = "a guard dropped by a panic";
    let whole = every_lock!(what, None, Some(3), dropped(true));
    each_ends(&whole, |_| Outcome::Fine);
    let stays = every_lock!(what, without(CodeChange::NoExit), Some(3), dropped(true));
    each_ends(&stays, without_an_exit);
}

/// Whether the change makes a difference to the lock: `Bounded` has fences of its own.
fn is_change_of(facts: &Facts, change: CodeChange) -> bool {
    facts.code_mutants().any(|mutant| mutant.change == change)
}

/// A holder sees what the previous holder wrote; without the orderings there is a data race.
#[test]
fn what_is_written_is_seen() {
    let what = "a guard dropped";
    for change in [
        CodeChange::RelaxedLoads,
        CodeChange::RelaxedStores,
        CodeChange::NoFence(FenceId::Doorway),
    ] {
        let race = every_lock!(what, without(change), Some(3), dropped(false));
        each_ends(&race, |facts| match is_change_of(facts, change) {
            true => Outcome::Race,
            false => Outcome::Fine,
        });
    }
    let change = CodeChange::NoFence(FenceId::Announce);
    let ended = every_lock!(what, without(change), Some(3), dropped(false));
    each_ends(&ended, |facts| match facts.name {
        _ if !is_change_of(facts, change) => Outcome::Fine,
        "black-white" => Outcome::Fine, // needs more than a passage each: see `contended.rs`
        "local-spin" => Outcome::Stuck, // no process clears the waiter's bit
        _ => Outcome::Race,
    });
}

/// Tries to enter while the other thread enters and exits, and counts successes and failures.
///
/// With one poll, or, as a timeout does, cancelling after a few polls.
fn attempted<A: Algorithm + 'static>(polls: usize, tally: &[AtomicUsize; 2])
where
    Ledger<A>: Send + Sync,
{
    let ledger = ledger::<A>();
    let other = ledger.clone();
    let other = loom::thread::spawn(move || add(&other.slot(1).unwrap().lock()));
    let got = {
        let mut me = ledger.slot(0).unwrap();
        let mut left = polls;
        let got = match polls {
            1 => me.try_lock(),
            _ => me.lock_unless(|| {
                left -= 1;
                left == 0
            }),
        };
        match got {
            Ok(guard) => {
                add(&guard);
                1
            }
            Err(AcquireError::Busy | AcquireError::Cancelled) => 0,
            Err(other) => panic!("{other}"),
        }
    };
    tally[got].fetch_add(1, Ordering::Relaxed);
    other.join().unwrap();
    at_rest(&ledger, 1 + got);
}

fn attempts(polls: usize) {
    static TALLY: [[AtomicUsize; 2]; 2] = [const { [const { AtomicUsize::new(0) }; 2] }; 2];
    let tally = &TALLY[polls - 1];
    let what = "a release against an attempt";
    let whole = every_lock!(what, None, Some(3), attempted(polls, tally));
    each_ends(&whole, |_| Outcome::Fine);
    let [failures, successes] = tally.each_ref().map(|n| n.load(Ordering::Relaxed));
    assert!(failures > 0 && successes > 0, "the race was never a race");
    println!("{polls} polls: {successes} executions in time, {failures} not");
    let change = without(CodeChange::NoExit);
    for (facts, lost) in every_lock!(what, change, Some(3), attempted(polls, tally)) {
        assert_ne!(lost, Outcome::Fine, "{}", facts.name);
    }
}

#[test]
fn try_lock_against_a_release() {
    attempts(1);
}

#[test]
fn a_timeout_against_a_release() {
    attempts(2);
}

/// A forgotten permit is never released: its slot can neither acquire again nor be taken.
///
/// With k = 2 the other thread is not affected. With k = 1 it is stuck.
fn forgotten<A: KExclusion + 'static>(k: usize)
where
    AnySemaphore<Heap, A, Yields>: Send + Sync,
{
    let lock = AnySemaphore::<Heap, A, Yields>::with_shape(Heap(2), k).unwrap();
    let lock = Arc::new(lock);
    let other = lock.clone();
    let other = loom::thread::spawn(move || {
        let mut me = other.slot(1).unwrap();
        drop(me.acquire());
        drop(me.acquire());
    });
    let mut me = lock.slot(0).unwrap();
    std::mem::forget(me.acquire());
    assert_eq!(me.try_acquire().err(), Some(AcquireError::Forgotten));
    drop(me);
    assert!(
        lock.slot(0).is_err(),
        "the slot of a forgotten permit stays taken"
    );
    other.join().unwrap();
}

#[test]
fn forgotten_permits() {
    each_algorithm!(any, Modelled, |A, lock| {
        explore(&format!("{lock}, a permit of 2 forgotten"), Some(2), || {
            forgotten::<A>(2)
        });
    });
    let stuck = outcome("Fife, a permit of 1 forgotten", None, Some(2), || {
        forgotten::<Fife<Modelled>>(1)
    });
    assert_eq!(stuck, Outcome::Stuck, "the last permit was forgotten");
}
