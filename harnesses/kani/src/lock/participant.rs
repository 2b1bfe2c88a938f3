//! Slots: a slot never has two live handles. The guards of `Mutex` rely on it.
//!
//! The algorithm is [`Idle`]. `RawLock` and `Participant` are the shipped ones, and claim slots the
//! same way for every algorithm.

use super::exclusion::Idle;
use super::memory::mutants::SharedFlags;
use doorway::memory::{AtomicMemory, Fenced};
use doorway::shape::Inline;
use doorway::{AnySemaphore, Slot, SlotError, Spin};

type Lock<const N: usize, M> = AnySemaphore<Inline<N>, Idle<M>, Spin>;
type Hand<'a, const N: usize, M> = Option<Slot<'a, Inline<N>, Idle<M>, Spin>>;

fn lock<const N: usize, M: AtomicMemory>() -> Lock<N, M> {
    match AnySemaphore::with_shape(Inline, 1) {
        Ok(lock) => lock,
        Err(_) => panic!("at least one slot and one permit"),
    }
}

/// Takes any free slot, or a given one.
///
/// A handle is the only one for its slot, and an error is returned only when it is true.
fn take<'a, const N: usize, M: AtomicMemory>(
    lock: &'a Lock<N, M>,
    hands: &mut [Hand<'a, N, M>; N],
) {
    let full = hands.iter().all(Option::is_some);
    let got = if kani::any() {
        kani::cover!(full);
        lock.join()
    } else {
        let wanted: usize = kani::any();
        let got = lock.slot(wanted);
        assert!(got.is_err() == (wanted >= N || hands[wanted].is_some()));
        assert!(got.as_ref().map_or(true, |slot| slot.index() == wanted));
        got
    };
    match got {
        Ok(slot) => {
            let me = slot.index();
            assert!(me < N);
            assert!(hands[me].is_none());
            core::mem::forget(hands[me].replace(slot)); // there is nothing to drop
            kani::cover!(me == N - 1);
        }
        Err(SlotError::Full { slots }) => assert!(full && slots == N),
        Err(SlotError::OutOfRange { slot, slots }) => assert!(slot >= N && slots == N),
        Err(SlotError::Taken { slot }) => assert!(hands[slot].is_some()),
        Err(_) => unreachable!(),
    }
}

/// `STEPS` times, a slot is taken or released.
fn has_one_handle<const N: usize, const STEPS: usize, M: AtomicMemory>() {
    let lock = lock::<N, M>();
    let mut hands: [Hand<'_, N, M>; N] = [const { None }; N];
    for _ in 0..STEPS {
        if kani::any() {
            take(&lock, &mut hands);
        } else {
            let given_back: usize = kani::any_where(|&p| p < N);
            kani::cover!(hands[given_back].is_some());
            drop(hands[given_back].take());
        }
    }
    core::mem::forget(hands);
}

#[kani::proof]
#[kani::unwind(6)]
fn claimed_2() {
    has_one_handle::<2, 5, Fenced>();
}

#[kani::proof]
#[kani::unwind(6)]
fn claimed_3() {
    has_one_handle::<3, 5, Fenced>();
}

/// A slot taken by `slot_unchecked` is taken for `slot` and `join`, and a forgotten permit keeps its slot.
fn stays_taken(slot: usize) {
    let lock = lock::<2, Fenced>();
    // SAFETY: there is no other handle.
    let mut me = unsafe { lock.slot_unchecked(slot) };
    assert!(me.index() == slot);
    assert!(matches!(lock.slot(slot), Err(SlotError::Taken { .. })));
    assert!(lock.join().is_ok_and(|other| other.index() == 1 - slot));
    let forgotten: bool = kani::any();
    if forgotten {
        core::mem::forget(me.try_acquire());
        assert!(me.try_acquire().is_err());
    }
    drop(me);
    assert!(lock.slot(slot).is_ok() != forgotten);
    kani::cover!(forgotten && slot == 1);
    kani::cover!(!forgotten && slot == 0);
}

#[kani::proof]
#[kani::unwind(5)]
fn unchecked() {
    stays_taken(kani::any_where(|&slot| slot < 2)); // out of range it panics: see the mutant
}

/// `split` returns a handle for each slot, whatever slot was leaked before, and frees all slots afterwards.
fn are_split<const N: usize, M: AtomicMemory>() {
    let mut lock = lock::<N, M>();
    if kani::any() {
        core::mem::forget(lock.slot(kani::any()));
    }
    {
        let slots = lock.split();
        let mut p = 0;
        while p < N {
            assert!(slots[p].index() == p);
            p += 1;
        }
    }
    let p = kani::any_where(|&p| p < N);
    let again = lock.slot(p);
    assert!(again.is_ok());
    assert!(lock.slot(p).is_err());
    kani::cover!(p == N - 1);
}

#[kani::proof]
#[kani::unwind(5)]
fn split() {
    are_split::<3, Fenced>();
}

mod mutants {
    use super::*;

    mod claimed {
        use super::*;

        /// A claim that always succeeds.
        #[kani::proof]
        #[kani::unwind(6)]
        #[kani::should_panic]
        fn by_two() {
            has_one_handle::<2, 2, SharedFlags>();
        }
    }

    mod unchecked {
        use super::*;

        /// There is no such slot.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn out_of_range() {
            stays_taken(kani::any_where(|&slot| slot >= 2));
        }
    }

    mod split {
        use super::*;

        /// A claim that always succeeds.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn by_two() {
            are_split::<2, SharedFlags>();
        }
    }
}
