//! Guards: dropped, dropped by a panic, forgotten; attempts and timeouts that race with a release. Every lock, 2 threads, at most 3 preemptions:
//! 200 to 3000 executions each.

use doorway::exclusion::{Algorithm, KExclusion};
use doorway::memory::FenceId;
use doorway::shape::Inline;
use doorway::{AcquireError, AnyMutex, AnySemaphore, Fife, KFcfs, SafeFife};
use doorway_loom::*;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A mutex around a cell in which loom notices two at once, and what is not seen.
type Ledger<A> = AnyMutex<Inline<2>, A, Yields, UnsafeCell<usize>>;

fn ledger<A: Algorithm>() -> Arc<Ledger<A>> {
    Arc::new(AnyMutex::with_shape(Inline, UnsafeCell::new(0)).unwrap())
}

fn add(cell: &UnsafeCell<usize>) {
    // SAFETY: that nobody else is in here is what loom checks.
    cell.with_mut(|value| unsafe { *value += 1 });
}

/// At rest everybody gets in at the first attempt, and finds what was left.
fn at_rest<A: Algorithm>(ledger: &Ledger<A>, expected: usize) {
    for me in 0..2 {
        let mut me = ledger.slot(me).expect("its handle is gone");
        let guard = me.try_lock().expect("a permit was lost");
        // SAFETY: as above.
        let found = guard.with(|value| unsafe { *value });
        assert_eq!(found, expected);
    }
}

/// Each writes under a guard and drops it, the second by a panic if it `panics`. Nothing is poisoned.
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

/// `BlackWhite`, which went in alone, still says that it is not choosing; but where it had a ticket, it keeps it.
const WITHOUT_AN_EXIT: [Outcome; 7] = {
    let mut outcomes = [Outcome::Stuck; 7];
    outcomes[1] = Outcome::Wrong;
    outcomes
};

#[test]
fn dropped_in_peace() {
    assert_eq!(
        every_lock!("a guard dropped", without WHOLE, Some(3), dropped(false)),
        [Outcome::Fine; 7]
    );
    assert_eq!(
        every_lock!("a guard dropped", without NO_EXIT, Some(3), dropped(false)),
        WITHOUT_AN_EXIT
    );
}

#[test]
fn dropped_by_a_panic() {
    assert_eq!(
        every_lock!("a guard dropped by a panic", without WHOLE, Some(3), dropped(true)),
        [Outcome::Fine; 7]
    );
    assert_eq!(
        every_lock!("a guard dropped by a panic", without NO_EXIT, Some(3), dropped(true)),
        WITHOUT_AN_EXIT
    );
}

/// What one holder writes is seen by the next: the mutex's own promise, without it a data race.
#[test]
fn what_is_written_is_seen() {
    for race in [
        every_lock!("a guard dropped", without RELAXED_LOADS, Some(3), dropped(false)),
        every_lock!("a guard dropped", without RELAXED_STORES, Some(3), dropped(false)),
        every_lock!("a guard dropped", without no_fence(FenceId::Doorway), Some(3), dropped(false)),
    ] {
        assert_eq!(race, [Outcome::Race; 7]);
    }
    let mut expected = [Outcome::Race; 7];
    expected[1] = Outcome::Fine; // `BlackWhite`: it takes more than a passage each, see `two_threads.rs`
    expected[3] = Outcome::Stuck; // `LocalSpin`: nobody is told
    let ended = every_lock!("a guard dropped", without no_fence(FenceId::Announce), Some(3), dropped(false));
    assert_eq!(ended, expected);
}

/// Tries while the other enters and leaves, with one look or, as a timeout does, giving up after a few. Counts successes and failures.
fn attempted<A: Algorithm + 'static>(looks: usize, tally: &[AtomicUsize; 2])
where
    Ledger<A>: Send + Sync,
{
    let ledger = ledger::<A>();
    let other = ledger.clone();
    let other = loom::thread::spawn(move || add(&other.slot(1).unwrap().lock()));
    let got = {
        let mut me = ledger.slot(0).unwrap();
        let mut left = looks;
        let got = match looks {
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
            Err(AcquireError::Busy | AcquireError::GivenUp) => 0,
            Err(other) => panic!("{other}"),
        }
    };
    tally[got].fetch_add(1, Ordering::Relaxed);
    other.join().unwrap();
    at_rest(&ledger, 1 + got);
}

fn attempts(looks: usize) {
    static TALLY: [[AtomicUsize; 2]; 2] = [const { [const { AtomicUsize::new(0) }; 2] }; 2];
    let tally = &TALLY[looks - 1];
    assert_eq!(
        every_lock!("a release against an attempt", without WHOLE, Some(3), attempted(looks, tally)),
        [Outcome::Fine; 7]
    );
    let [failures, successes] = tally.each_ref().map(|n| n.load(Ordering::Relaxed));
    assert!(failures > 0 && successes > 0, "the race was never a race");
    println!("{looks} looks: {successes} executions in time, {failures} not");
    for lost in every_lock!("a release against an attempt", without NO_EXIT, Some(3), attempted(looks, tally))
    {
        assert_ne!(lost, Outcome::Fine);
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

/// A forgotten permit is held for ever: its slot can neither ask again nor be taken, and with k = 2 the other does not notice. With k = 1 it does.
fn forgotten<A: KExclusion + 'static>(k: usize)
where
    AnySemaphore<Inline<2>, A, Yields>: Send + Sync,
{
    let lock = AnySemaphore::<Inline<2>, A, Yields>::with_shape(Inline, k).unwrap();
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
    assert!(lock.slot(0).is_err(), "a slot whose process is inside");
    other.join().unwrap();
}

#[test]
fn forgotten_permits() {
    let alive = [
        outcome("KFcfs, a permit of 2 forgotten", Some(2), || {
            forgotten::<KFcfs<Modelled>>(2)
        }),
        outcome("Fife, a permit of 2 forgotten", Some(2), || {
            forgotten::<Fife<Modelled>>(2)
        }),
        outcome("SafeFife, a permit of 2 forgotten", Some(2), || {
            forgotten::<SafeFife<Modelled>>(2)
        }),
    ];
    assert_eq!(alive, [Outcome::Fine; 3]);
    let stuck = outcome("Fife, a permit of 1 forgotten", Some(2), || {
        forgotten::<Fife<Modelled>>(1)
    });
    assert_eq!(stuck, Outcome::Stuck, "the last permit was forgotten");
}
