//! The traits of the crate `lock_api`.
#![allow(unsafe_code)] // the traits are unsafe to implement, and `unlock` is an unsafe method

use crate::black_white::BlackWhite;
use crate::error::{demand, demand_capacity, AcquireError};
use crate::exclusion::Algorithm;
use crate::memory::Memory;
use crate::participant;
use crate::raw::{Patience, RawLock};
use crate::shape::{ConstNew, Inline};
use crate::waiting::{ConstWait, DefaultWait, Wait};
use core::fmt;

/// How to wait for a free slot: without parking, because freeing a slot wakes no thread.
#[cfg(feature = "std")]
type ForASlot = crate::waiting::Yield;
#[cfg(not(feature = "std"))]
type ForASlot = crate::waiting::Spin;

/// A raw mutex for `lock_api`: `lock_api::Mutex<doorway::RawMutex<8>, T>`.
///
/// `lock_api` has no handle that could keep a slot, so every lock claims a free slot and every
/// unlock frees it. That costs an atomic swap per lock, which a [`Mutex`](crate::Mutex) does not
/// need.
///
/// ```
/// static HITS: lock_api::Mutex<doorway::RawMutex<8>, u32> = lock_api::Mutex::new(0);
/// *HITS.lock() += 1;
/// assert_eq!(*HITS.lock(), 1);
/// ```
///
/// # Fairness
///
/// First come, first served among the threads that have a slot, at most `N`. Further threads wait
/// for a slot, in no order.
///
/// # Cancellation
///
/// `try_lock`, `try_lock_for` and `try_lock_until` cancel if they fail. `is_locked` is an attempt,
/// too. With [`BlackWhite`], the default, repeated cancellation can starve a waiter. Choose
/// `RawMutex<N, KFcfs>` if threads poll or have timeouts: see [Cancellation](crate#cancellation).
///
/// # Panics
///
/// `lock` panics if the lock's tickets are used up. `N` = 0 is a compile error, and so are more slots
/// than the registers have room for:
///
/// ```compile_fail,E0080
/// # use core::sync::atomic::AtomicU8;
/// use doorway::{memory::Fenced, BlackWhite, RawMutex};
///
/// static IN_8_BITS: lock_api::Mutex<RawMutex<127, BlackWhite<Fenced<AtomicU8>>>, ()> =
///     lock_api::Mutex::new(());
/// ```
pub struct RawMutex<const N: usize, A: Algorithm = BlackWhite, W: Wait = DefaultWait> {
    raw: RawLock<A::Registers<Inline<N>>, W>,
}

/// The state of a locked [`RawMutex`]: the slot that holds the lock.
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

// SAFETY: the raw lock has k = 1, and `lock` returns only when its process is inside.
unsafe impl<const N: usize, A: Algorithm, W> lock_api::RawMutex for RawMutex<N, A, W>
where
    A::Registers<Inline<N>>: ConstNew,
    W: ConstWait<A::Memory>,
    <A::Memory as Memory>::Flag: ConstNew,
{
    const INIT: Self = {
        demand(N, 1);
        demand_capacity(N, A::MOST_SLOTS);
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

    /// Tries to lock the mutex: with loads and stores there is no other test.
    fn is_locked(&self) -> bool {
        match self.try_lock() {
            Some(guard) => {
                // SAFETY: locked by the line above.
                unsafe { self.unlock(guard) };
                false
            }
            None => true,
        }
    }
}

// SAFETY: every unlock is fair: the order is first come, first served.
unsafe impl<const N: usize, A: Algorithm, W: Wait> lock_api::RawMutexFair for RawMutex<N, A, W>
where
    Self: lock_api::RawMutex,
{
    unsafe fn unlock_fair(&self, guard: Self::Guard) {
        // SAFETY: the caller has promised what `unlock` requires.
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
