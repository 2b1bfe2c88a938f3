//! `lock_api`'s traits.
#![allow(unsafe_code)] // the traits are unsafe to implement, and to unlock by

use crate::black_white::BlackWhite;
use crate::error::{demand, AcquireError};
use crate::exclusion::Algorithm;
use crate::memory::Memory;
use crate::participant;
use crate::raw::{Patience, RawLock};
use crate::shape::{ConstNew, Inline};
use crate::waiting::{ConstWait, DefaultWait, Wait};
use core::fmt;

/// How to wait for a free slot: without a waiter, as a release of a slot wakes no process.
#[cfg(feature = "std")]
type ForASlot = crate::waiting::Yield;
#[cfg(not(feature = "std"))]
type ForASlot = crate::waiting::Spin;

/// A raw mutex for `lock_api`: `lock_api::Mutex<doorway::RawMutex<8>, T>`.
///
/// `lock_api` has no handles to keep a slot in, so every lock takes a free slot and every unlock gives it back. At most `N` threads can be
/// in it at a time, first come first served among them; more wait, in no order, for a slot. That and the swap that a slot costs are
/// the price of the convenience: a [`Mutex`](crate::Mutex) pays neither.
///
/// ```
/// static HITS: lock_api::Mutex<doorway::RawMutex<8>, u32> = lock_api::Mutex::new(0);
/// *HITS.lock() += 1;
/// assert_eq!(*HITS.lock(), 1);
/// ```
pub struct RawMutex<const N: usize, A: Algorithm = BlackWhite, W: Wait = DefaultWait> {
    raw: RawLock<A::Registers<Inline<N>>, W>,
}

/// What a guard of a [`RawMutex`] holds: a slot, inside.
#[derive(Debug)]
pub struct RawGuard(usize);

impl<const N: usize, A: Algorithm, W: Wait> RawMutex<N, A, W> {
    fn enter(&self, mut patience: impl FnMut() -> Patience) -> Result<RawGuard, AcquireError> {
        let mut pace = <ForASlot as Wait>::Pace::default();
        let me = loop {
            if let Ok(me) = self.raw.claim_any() {
                break me;
            }
            let deadline = patience()?;
            ForASlot::pause::<A::Memory>(&(), &mut pace, true, deadline);
        };
        match self.raw.enter(me, &mut self.raw.private(), patience) {
            Ok(()) => Ok(RawGuard(me)),
            Err(error) => {
                self.raw.release(me);
                Err(error)
            }
        }
    }
}

// SAFETY: the raw lock has k = 1, and `lock` returns only from inside.
unsafe impl<const N: usize, A: Algorithm, W> lock_api::RawMutex for RawMutex<N, A, W>
where
    A::Registers<Inline<N>>: ConstNew,
    W: ConstWait<A::Memory>,
    <A::Memory as Memory>::Flag: ConstNew,
{
    const INIT: Self = {
        demand(N, 1);
        RawMutex {
            raw: RawLock::const_new(1),
        }
    };

    type Guard = RawGuard;

    fn lock(&self) -> RawGuard {
        match self.enter(participant::forever) {
            Ok(guard) => guard,
            Err(error) => panic!("{error}"),
        }
    }

    fn try_lock(&self) -> Option<RawGuard> {
        self.enter(participant::at_once).ok()
    }

    unsafe fn unlock(&self, RawGuard(me): RawGuard) {
        self.raw.exit(me);
        self.raw.release(me);
    }

    /// There is no telling without trying.
    fn is_locked(&self) -> bool {
        match self.try_lock() {
            Some(guard) => {
                // SAFETY: locked just now, by us.
                unsafe { self.unlock(guard) };
                false
            }
            None => true,
        }
    }
}

// SAFETY: first come first served is how it unlocks anyway.
unsafe impl<const N: usize, A: Algorithm, W: Wait> lock_api::RawMutexFair for RawMutex<N, A, W>
where
    Self: lock_api::RawMutex,
{
    unsafe fn unlock_fair(&self, guard: Self::Guard) {
        // SAFETY: the caller's promise is the same.
        unsafe { lock_api::RawMutex::unlock(self, guard) };
    }
}

// SAFETY: as for `RawMutex`.
#[cfg(feature = "std")]
unsafe impl<const N: usize, A: Algorithm, W: Wait> lock_api::RawMutexTimed for RawMutex<N, A, W>
where
    Self: lock_api::RawMutex<Guard = RawGuard>,
{
    type Duration = core::time::Duration;
    type Instant = std::time::Instant;

    fn try_lock_for(&self, timeout: Self::Duration) -> Option<RawGuard> {
        self.enter(participant::within(timeout)).ok()
    }

    fn try_lock_until(&self, deadline: Self::Instant) -> Option<RawGuard> {
        self.try_lock_for(deadline.saturating_duration_since(std::time::Instant::now()))
    }
}

impl<const N: usize, A: Algorithm, W: Wait> fmt::Debug for RawMutex<N, A, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt_as("RawMutex", A::NAME, f)
    }
}
