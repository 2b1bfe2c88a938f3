//! A guard of `Mutex` gives access to its value: one guard at a time, all to the same value.
//!
//! Calls here are whole, one after the other; `lock::exclusion` and loom check calls that overlap.

use super::exclusion::Idle;
use core::ptr;
use doorway::exclusion::Algorithm;
use doorway::shape::Inline;
#[cfg(feature = "full")]
use doorway::{memory::Fenced, Fife, KFcfs, SafeFife};
use doorway::{AcquireError, AnyMutex, Bakery, MutexGuard, MutexSlot, Spin};

type Lock<A> = AnyMutex<Inline<2>, A, Spin, u64>;
type Slot<'a, A> = MutexSlot<'a, Inline<2>, A, Spin, u64>;
type Guard<'s, 'a, A> = MutexGuard<'s, 'a, Inline<2>, A, Spin, u64>;

/// The expected value of the mutex, and the address at which it was first seen.
struct Model {
    value: u64,
    at: *const u64,
}

/// The guard is the only one, and shows the value written last.
fn shows<A: Algorithm>(guard: &mut Guard<'_, '_, A>, other_inside: bool, model: &mut Model) {
    assert!(!other_inside);
    assert!(**guard == model.value);
    if model.at.is_null() {
        model.at = ptr::from_ref(&**guard);
    }
    assert!(ptr::eq(&raw const **guard, model.at));
    model.value = kani::any();
    **guard = model.value;
}

/// A step of one of two processes: lock, write and hold, or unlock.
fn step<'s, 'a, A: Algorithm>(
    slot: *mut Slot<'a, A>,
    guard: &mut Option<Guard<'s, 'a, A>>,
    other_inside: bool,
    model: &mut Model,
) {
    if let Some(held) = guard.as_mut() {
        if kani::any() {
            shows(held, other_inside, model);
        }
        drop(guard.take());
        return;
    }
    // SAFETY: the slot's last guard was dropped, so this is its only borrow.
    match unsafe { &mut *slot }.try_lock() {
        Ok(mut locked) => {
            shows(&mut locked, other_inside, model);
            core::mem::forget(guard.replace(locked)); // there was none
        }
        Err(AcquireError::Busy) => {
            kani::cover!(true);
            assert!(other_inside);
        }
        Err(_) => unreachable!(),
    }
}

/// `STEPS` steps, each of one of two processes.
fn lends_to_one<A: Algorithm, const STEPS: usize>() {
    let first = kani::any();
    let Ok(lock): Result<Lock<A>, _> = AnyMutex::with_shape(Inline, first) else {
        unreachable!()
    };
    let (Ok(mut a), Ok(mut b)) = (lock.slot(0), lock.slot(1)) else {
        unreachable!()
    };
    let (a, b) = (&raw mut a, &raw mut b);
    let (mut in_a, mut in_b) = (None, None);
    let mut model = Model {
        value: first,
        at: ptr::null(),
    };
    for _ in 0..STEPS {
        if kani::any() {
            step(a, &mut in_a, in_b.is_some(), &mut model);
        } else {
            step(b, &mut in_b, in_a.is_some(), &mut model);
            kani::cover!(in_b.is_some() && model.value != first);
        }
    }
    core::mem::forget((in_a, in_b));
}

#[kani::proof]
#[kani::unwind(5)]
fn guarded_bakery() {
    lends_to_one::<Bakery, 3>();
}

#[cfg(feature = "full")]
#[kani::proof]
#[kani::unwind(5)]
fn guarded_kfcfs() {
    lends_to_one::<KFcfs, 3>();
}

#[cfg(feature = "full")]
#[kani::proof]
#[kani::unwind(5)]
fn guarded_fife() {
    lends_to_one::<Fife, 3>();
}

#[cfg(feature = "full")]
#[kani::proof]
#[kani::unwind(5)]
fn guarded_safe_fife() {
    lends_to_one::<SafeFife<Fenced>, 3>();
}

mod mutants {
    use super::*;

    mod guarded {
        use super::*;

        /// A lock without exclusion.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn to_two() {
            lends_to_one::<Idle, 3>();
        }
    }
}
