//! Slots: which thread gets one, and what the next owner of a slot sees.
//!
//! A few dozen executions each, without a bound on preemptions unless a test names one.

use doorway::exclusion::Algorithm;
use doorway::shape::{Heap, Inline};
use doorway::{AnyMutex, AnySemaphore, Bakery, Fife, SlotError};
use doorway_loom::*;
use doorway_proofs::catalogue::CodeChange;
use doorway_proofs::each_algorithm;
use loom::cell::UnsafeCell;
use loom::sync::Arc;

/// Two threads claim one slot, and neither releases it.
fn one_slot() {
    let lock = AnySemaphore::<Inline<1>, Fife<Modelled>, Yields>::with_shape(Inline, 1);
    let lock = Arc::new(lock.unwrap());
    let claim = |by_number: bool, lock: &AnySemaphore<_, _, _>| {
        let claimed = if by_number { lock.slot(0) } else { lock.join() };
        claimed.map(std::mem::forget)
    };
    let other = lock.clone();
    let other = loom::thread::spawn(move || claim(true, &other));
    let claims = [claim(false, &lock), other.join().unwrap()];
    match claims {
        [Ok(()), Err(error)] => assert_eq!(error, SlotError::Taken { slot: 0 }),
        [Err(error), Ok(())] => assert_eq!(error, SlotError::Full { slots: 1 }),
        claims => panic!("{claims:?}"),
    }
}

#[test]
fn one_gets_it() {
    explore("two threads, one slot", None, one_slot);
    let change = Some(CodeChange::ClaimInTwo);
    let both = outcome("two threads, one slot", change, None, one_slot);
    assert_eq!(both, Outcome::Wrong, "a slot claimed by a load and a store");
}

/// Two threads take turns in the only slot of a mutex.
///
/// Only the slot synchronizes them: through it the second thread sees what the first wrote.
fn handed_over() {
    type Ledger = AnyMutex<Inline<1>, Bakery<Modelled>, Yields, UnsafeCell<usize>>;
    fn turn(ledger: &Ledger) {
        let mut me = loop {
            match ledger.join() {
                Ok(me) => break me,
                Err(_) => loom::thread::yield_now(),
            }
        };
        // SAFETY: loom checks that no other thread is inside.
        me.lock().with_mut(|value| unsafe { *value += 1 });
    }
    let ledger: Ledger = AnyMutex::with_shape(Inline, UnsafeCell::new(0)).unwrap();
    let ledger = Arc::new(ledger);
    let other = ledger.clone();
    let other = loom::thread::spawn(move || turn(&other));
    turn(&ledger);
    other.join().unwrap();
    let mut me = ledger.join().expect("free again");
    // SAFETY: the other threads have been joined.
    me.lock().with(|value| assert_eq!(unsafe { *value }, 2));
}

#[test]
fn one_after_the_other() {
    explore("one slot, handed over", None, handed_over);
    for change in [CodeChange::RelaxedClear, CodeChange::ClaimInTwo] {
        let race = outcome("one slot, handed over", Some(change), None, handed_over);
        assert_eq!(race, Outcome::Race, "{change}");
    }
}

type Ledger<A> = AnyMutex<Heap, A, Yields, UnsafeCell<usize>>;

/// Takes the slot if it is free, then the lock if it is free, and returns how often it was inside.
fn visit<A: Algorithm>(ledger: &Ledger<A>, slot: usize) -> usize {
    let Ok(mut me) = ledger.slot(slot) else {
        return 0;
    };
    let Ok(guard) = me.try_lock() else {
        return 0;
    };
    // SAFETY: loom checks that no other thread is inside.
    guard.with_mut(|value| unsafe { *value += 1 });
    1
}

/// Two threads try to take the same slot of two while a third uses the other slot.
///
/// The new process of a slot continues with the registers of the old one.
fn succeeded<A: Algorithm + 'static>()
where
    Ledger<A>: Send + Sync,
{
    let ledger: Arc<Ledger<A>> =
        Arc::new(AnyMutex::with_shape(Heap(2), UnsafeCell::new(0)).unwrap());
    let others = [0, 0].map(|slot| {
        let ledger = ledger.clone();
        loom::thread::spawn(move || visit(&ledger, slot))
    });
    let mut visits = visit(&ledger, 1);
    for other in others {
        visits += other.join().unwrap();
    }
    let mut me = ledger.slot(0).expect("free again");
    let guard = me.try_lock().expect("no other thread is active");
    // SAFETY: the other threads have been joined.
    guard.with(|value| assert_eq!(unsafe { *value }, visits));
}

/// At most 2 preemptions. The longest is `Adaptive` on flags with 48 272 executions; 30 s in all.
#[test]
fn a_slot_has_a_history() {
    let what = "two threads in one slot, one beside";
    let whole = every_lock!(what, None, Some(2), succeeded());
    each_ends(&whole, |_| Outcome::Fine);
    for change in [CodeChange::RelaxedClear, CodeChange::RelaxedClaim] {
        let race = every_lock!(what, Some(change), Some(2), succeeded());
        each_ends(&race, |_| Outcome::Race);
    }
}

/// The process that takes a used slot has the splitter of that slot.
///
/// At most 1 preemption, which is enough to kill the mutant of the first lock. 21 266 and 924
/// executions.
#[test]
fn a_slot_has_a_splitter() {
    let mut killed = 0;
    each_algorithm!(Modelled, |A, lock| {
        if lock.set == "Grid" {
            let what = format!("{lock}, a slot used twice");
            explore(&what, Some(1), succeeded::<A>);
            let change = Some(CodeChange::RelaxedClear);
            let ended = outcome(&what, change, Some(1), succeeded::<A>);
            killed += usize::from(ended == Outcome::Race);
        }
    });
    assert!(killed > 0, "a slot cleared Relaxed is noticed");
}
