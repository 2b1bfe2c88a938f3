//! `unsafe impl lock_api::RawMutex`: at most one holder, and its slots do not run out.

use doorway::memory::Memory;
use doorway::waiting::{ConstWait, Deadline, Wait};
use doorway::{Bakery, RawMutex};
use lock_api::RawMutex as Raw;

/// Waits as `Spin` does, with a waiter of nonzero size.
///
/// CBMC 6.6 aborts on a constant that contains an array of zero-sized values.
struct WithWaiter;

impl Wait for WithWaiter {
    type Waiter<M: Memory> = u8;
    type Pace = ();
    const WAKES: bool = false;

    fn waiter<M: Memory>() -> u8 {
        0
    }
    fn pause<M: Memory>(_: &u8, (): &mut (), _: bool, _: Option<Deadline>) {}
    fn finish<M: Memory>(_: &u8, (): ()) {}
    fn is_parked<M: Memory>(_: &u8) -> bool {
        false
    }

    fn wake<M: Memory>(_: &u8) {}
}

impl<M: Memory> ConstWait<M> for WithWaiter {
    const WAITER: u8 = 0;
}

/// `STEPS` times, any of: `try_lock`, `is_locked`, `unlock`.
fn is_locked_by_one<R: Raw, const STEPS: usize>() {
    let lock = R::INIT;
    let mut held: Option<R::Guard> = None;
    for _ in 0..STEPS {
        if kani::any() {
            let got = lock.try_lock();
            assert!(got.is_some() == held.is_none());
            kani::cover!(got.is_none());
            held = held.or(got);
        } else if let Some(guard) = held.take() {
            // SAFETY: the lock is locked, and this is its guard.
            unsafe { lock.unlock(guard) };
            kani::cover!(true);
        } else {
            assert!(!lock.is_locked());
        }
    }
    kani::cover!(held.is_some());
}

#[kani::proof]
#[kani::unwind(6)]
fn locked() {
    is_locked_by_one::<RawMutex<2, Bakery, WithWaiter>, 4>();
}

mod mutants {
    use super::*;

    mod locked {
        use super::*;

        /// A lock without exclusion: every `try_lock` succeeds.
        struct Open;

        // SAFETY: none. This is a mutant.
        unsafe impl Raw for Open {
            const INIT: Self = Open;
            type Guard = ();
            fn lock(&self) {}
            fn try_lock(&self) -> Option<()> {
                Some(())
            }
            unsafe fn unlock(&self, (): ()) {}
            fn is_locked(&self) -> bool {
                false
            }
        }

        /// See [`Open`].
        #[kani::proof]
        #[kani::unwind(6)]
        #[kani::should_panic]
        fn by_two() {
            is_locked_by_one::<Open, 4>();
        }
    }
}
