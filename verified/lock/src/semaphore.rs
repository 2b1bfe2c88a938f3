//! The fair semaphore: up to k holders, in order of arrival; it tolerates k - 1 crashed holders.

#[cfg(target_has_atomic = "8")]
use crate::error::SlotError;
use crate::error::{check, check_capacity, demand, demand_capacity, AcquireError, ParameterError};
use crate::exclusion::KExclusion;
use crate::fife::Fife;
use crate::memory::Memory;
use crate::participant::{self, Participant};
use crate::raw::RawLock;
#[cfg(feature = "alloc")]
use crate::shape::Heap;
use crate::shape::{ConstNew, Inline, Shape};
use crate::waiting::{ConstWait, DefaultWait, Wait};
use core::fmt;

/// A fair semaphore for `N` participants.
///
/// A thread uses it in four steps:
///
/// 1. **Join.** [`join`](AnySemaphore::join) claims one of the `N` slots, once per thread. It
///    returns [`SlotError::Full`](crate::SlotError::Full) if all slots are taken.
///    [`slot`](AnySemaphore::slot) claims a certain slot, [`split`](AnySemaphore::split) all of
///    them.
/// 2. **Slot.** The result is a [`Slot`]. It has the methods that acquire a permit.
/// 3. **Acquire.** [`Slot::acquire`] waits in order of arrival. [`Slot::try_acquire`] does not
///    wait. [`Slot::acquire_timeout`] waits for a limited time. [`Slot::acquire_unless`] waits
///    until a closure cancels. [`Slot::checked_acquire`] is `acquire` with errors instead of
///    panics.
/// 4. **Permit.** Each of them returns a [`Permit`], which is released on drop.
///
/// ```
/// use doorway::Semaphore;
///
/// static POOL: Semaphore<8> = Semaphore::new(2); // 8 slots, 2 permits, no allocation
///
/// let mut me = POOL.join()?; // Err(SlotError::Full) if all 8 slots are taken
/// {
///     let _permit = me.acquire(); // waits in order of arrival
/// } // released here
/// if let Ok(permit) = me.try_acquire() {
///     permit.release(); // or drop(permit)
/// }
/// # Ok::<(), doorway::SlotError>(())
/// ```
///
/// `A` is the algorithm: [`Fife`] by default, [`KFcfs`](crate::KFcfs) or
/// [`SafeFife`](crate::SafeFife). `W` is the way of [waiting](crate::waiting).
///
/// # Fairness
///
/// [`Fife`] and [`SafeFife`](crate::SafeFife) are FIFE, [`KFcfs`](crate::KFcfs) is k-FCFS: see
/// [`Slot::acquire`].
///
/// # Crashes
///
/// A participant that stops for good while it holds a permit, or while it waits, takes one permit
/// with it: its thread was killed, or its permit was leaked with
/// [`mem::forget`](core::mem::forget). With k permits the semaphore stays alive, and in order,
/// while at most k - 1 participants have stopped.
///
/// # Deadlock
///
/// A thread can have several slots. If it holds permits through some of them, and waits through
/// another one while the remaining permits are held or lost, it may wait for itself.
#[cfg_attr(not(feature = "std"), doc = "")]
#[cfg_attr(
    not(feature = "std"),
    doc = "[`Slot::acquire_timeout`]: https://docs.rs/doorway"
)]
pub type Semaphore<const N: usize, A = Fife, W = DefaultWait> = AnySemaphore<Inline<N>, A, W>;

/// A [`Semaphore`] with a number of participants chosen at run time.
///
/// ```
/// use doorway::HeapSemaphore;
///
/// let participants = std::thread::available_parallelism()?.get();
/// let semaphore: HeapSemaphore = HeapSemaphore::with_slots(participants, 1)?;
/// let mut me = semaphore.join()?;
/// let _permit = me.acquire();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "alloc")]
pub type HeapSemaphore<A = Fife, W = DefaultWait> = AnySemaphore<Heap, A, W>;

/// The type behind [`Semaphore`] and `HeapSemaphore`: a fair semaphore whose slots are stored in an
/// `S`.
pub struct AnySemaphore<S: Shape, A: KExclusion, W: Wait> {
    raw: RawLock<A::Registers<S>, W>,
}

impl<const N: usize, A: KExclusion, W> AnySemaphore<Inline<N>, A, W>
where
    A::Registers<Inline<N>>: ConstNew,
    W: ConstWait<A::Memory>,
    <A::Memory as Memory>::Flag: ConstNew,
{
    /// Creates a semaphore with `permits` permits: the papers' k.
    ///
    /// # Panics
    ///
    /// If `permits` is 0 or more than `N`, `N` is 0, or the registers have no room for `N` slots.
    /// In a `static` or a `const` this is a compile error:
    ///
    /// ```compile_fail,E0080
    /// static NONE: doorway::Semaphore<8> = doorway::Semaphore::new(0);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// static TOO_MANY: doorway::Semaphore<8> = doorway::Semaphore::new(9);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use doorway::{bounded::Bounded, Semaphore};
    /// static TOO_WIDE: Semaphore<15, Bounded> = Semaphore::new(1);
    /// ```
    #[track_caller]
    pub const fn new(permits: usize) -> Self {
        demand(N, permits);
        demand_capacity(N, A::MOST_SLOTS);
        AnySemaphore {
            raw: RawLock::const_new(permits),
        }
    }
}

impl<S: Shape, A: KExclusion, W: Wait> AnySemaphore<S, A, W> {
    /// Creates a semaphore in any shape and any memory, also where `const` construction is not
    /// possible.
    ///
    /// # Errors
    ///
    /// [`ParameterError::NoSlots`] if there are no slots, [`ParameterError::NoPermits`] if
    /// `permits` is 0, [`ParameterError::TooManyPermits`] if there are more permits than slots,
    /// [`ParameterError::TooManySlots`] if there are more slots than the algorithm's registers have
    /// room for.
    pub fn with_shape(shape: S, permits: usize) -> Result<Self, ParameterError> {
        let slots = shape.array(|_| ()).as_ref().len();
        check(slots, permits)?;
        check_capacity(slots, A::MOST_SLOTS)?;
        Ok(AnySemaphore {
            raw: RawLock::new(shape, permits),
        })
    }

    /// The number of slots: how many participants there can be at a time. The papers' N.
    pub fn slots(&self) -> usize {
        self.raw.slots()
    }

    /// The number of permits: how many participants can hold one at a time. The papers' k.
    pub fn permits(&self) -> usize {
        self.raw.permits()
    }

    /// Claims any free slot.
    ///
    /// # Errors
    ///
    /// [`SlotError::Full`] if all slots are taken. It does not wait for a slot.
    #[cfg(target_has_atomic = "8")]
    pub fn join(&self) -> Result<Slot<'_, S, A, W>, SlotError> {
        self.raw.claim_any().map(|me| Slot::new(&self.raw, me))
    }

    /// Claims the slot with the number `slot`, counted from 0.
    ///
    /// # Errors
    ///
    /// [`SlotError::OutOfRange`] if there is no slot with that number, [`SlotError::Taken`] if it
    /// is taken.
    #[cfg(target_has_atomic = "8")]
    pub fn slot(&self, slot: usize) -> Result<Slot<'_, S, A, W>, SlotError> {
        self.raw.claim(slot)?;
        Ok(Slot::new(&self.raw, slot))
    }

    /// Claims the slot with the number `slot` without a check that it is free: for targets without
    /// any read-modify-write.
    ///
    /// ```
    /// use doorway::{Fife, Semaphore, Spin};
    ///
    /// static RADIO: Semaphore<2, Fife, Spin> = Semaphore::new(1);
    ///
    /// fn main_of_core(core: usize) {
    ///     // SAFETY: each core calls this once, with its own number.
    ///     let mut me = unsafe { RADIO.slot_unchecked(core) };
    ///     let _permit = me.acquire();
    /// }
    /// # main_of_core(0);
    /// # main_of_core(1);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no slot with that number.
    ///
    /// # Safety
    ///
    /// There must be no other live handle for the slot, and no other thread may be claiming it. The
    /// semaphore itself has no undefined behavior otherwise, but code that relies on its exclusion
    /// can have.
    #[allow(unsafe_code)]
    #[track_caller]
    pub unsafe fn slot_unchecked(&self, slot: usize) -> Slot<'_, S, A, W> {
        assert!(slot < self.slots(), "there is no such slot");
        self.raw.claim_unchecked(slot);
        Slot::new(&self.raw, slot)
    }

    /// [Resets](Self::reset) the semaphore and claims all slots at once.
    ///
    /// It needs no read-modify-write: `&mut` proves that no other handle is alive.
    ///
    /// ```
    /// use doorway::{Fife, Semaphore};
    /// let mut semaphore: Semaphore<2> = Semaphore::new(1);
    /// let [mut ping, mut pong] = semaphore.split();
    /// std::thread::scope(|threads| {
    ///     threads.spawn(move || drop(ping.acquire()));
    ///     threads.spawn(move || drop(pong.acquire()));
    /// });
    /// ```
    pub fn split(&mut self) -> S::Array<Slot<'_, S, A, W>> {
        self.reset();
        let raw = &self.raw;
        raw.shape().array(|me| {
            raw.claim_unchecked(me);
            Slot::new(raw, me)
        })
    }

    /// Returns the semaphore to its initial state: all permits and slots free, first tickets.
    ///
    /// Leaked permits are reclaimed, and so are leaked slots. `&mut` proves that no handle is
    /// alive.
    pub fn reset(&mut self) {
        self.raw.reset();
    }
}

#[cfg(feature = "alloc")]
impl<A: KExclusion, W: Wait> AnySemaphore<Heap, A, W> {
    /// Creates a semaphore with `permits` permits for `slots` participants.
    ///
    /// # Errors
    ///
    /// [`ParameterError::NoSlots`] if `slots` is 0, [`ParameterError::NoPermits`] if `permits` is
    /// 0, [`ParameterError::TooManyPermits`] if there are more permits than slots.
    pub fn with_slots(slots: usize, permits: usize) -> Result<Self, ParameterError> {
        Self::with_shape(Heap(slots), permits)
    }
}

impl<S: Shape, A: KExclusion, W: Wait> fmt::Debug for AnySemaphore<S, A, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt_as("Semaphore", A::NAME, f)
    }
}

/// A participant's handle on a [`Semaphore`]: it acquires permits, one at a time.
///
/// [`join`](AnySemaphore::join), [`slot`](AnySemaphore::slot) and [`split`](AnySemaphore::split)
/// return one. Dropping it frees the slot.
///
/// Two permits at once from one slot do not compile:
///
/// ```compile_fail,E0499
/// static S: doorway::Semaphore<2> = doorway::Semaphore::new(2);
/// let mut me = S.join().unwrap();
/// let one = me.acquire();
/// let two = me.acquire();
/// drop(one);
/// ```
///
/// Nor does a permit that outlives its semaphore:
///
/// ```compile_fail,E0597
/// let mut slots;
/// {
///     let mut semaphore: doorway::Semaphore<2> = doorway::Semaphore::new(2);
///     slots = semaphore.split();
/// }
/// let permit = slots[0].acquire();
/// ```
#[must_use = "a slot is free again as soon as its handle is dropped"]
pub struct Slot<'a, S: Shape, A: KExclusion, W: Wait>(Participant<'a, A::Registers<S>, W>);

impl<'a, S: Shape, A: KExclusion, W: Wait> Slot<'a, S, A, W> {
    fn new(raw: &'a RawLock<A::Registers<S>, W>, me: usize) -> Self {
        Slot(Participant::new(raw, me))
    }

    /// The number of the slot, counted from 0.
    pub fn index(&self) -> usize {
        self.0.index()
    }

    /// Acquires a permit: waits in order of arrival.
    ///
    /// ```
    /// use doorway::Semaphore;
    ///
    /// static POOL: Semaphore<8> = Semaphore::new(2);
    ///
    /// let mut me = POOL.join()?;
    /// {
    ///     let _permit = me.acquire();
    ///     // at most 2 participants are here at a time
    /// } // released here
    /// # Ok::<(), doorway::SlotError>(())
    /// ```
    ///
    /// # Fairness
    ///
    /// The doorway is the first part of this call. It is bounded and never waits. With k permits:
    ///
    /// * [`Fife`], the default, and [`SafeFife`](crate::SafeFife) are FIFE: if a participant that
    ///   starts its doorway after this call has finished its own enters first, then this call can
    ///   enter in a bounded number of its own steps, whatever the others do.
    /// * [`KFcfs`](crate::KFcfs) is k-FCFS: if k participants finish their doorways before this
    ///   call starts, it does not enter before at least one of them.
    ///
    /// # Panics
    ///
    /// If the lock's tickets are used up, or if this slot's last permit was leaked with
    /// [`mem::forget`](core::mem::forget). [`checked_acquire`](Self::checked_acquire) returns these
    /// as errors.
    #[track_caller]
    pub fn acquire(&mut self) -> Permit<'_, 'a, S, A, W> {
        match self.checked_acquire() {
            Ok(permit) => permit,
            Err(error) => panic!("{error}"),
        }
    }

    /// Acquires a permit as [`acquire`](Self::acquire) does, and returns an error where `acquire`
    /// panics.
    ///
    /// ```
    /// use doorway::{AcquireError, Semaphore};
    ///
    /// static POOL: Semaphore<8> = Semaphore::new(2);
    ///
    /// let mut me = POOL.join()?;
    /// let permit = me.checked_acquire()?;
    ///
    /// std::mem::forget(permit); // leaked: 1 of the 2 permits is lost
    /// assert_eq!(me.checked_acquire().unwrap_err(), AcquireError::Forgotten);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Fairness
    ///
    /// As [`acquire`](Self::acquire).
    ///
    /// # Errors
    ///
    /// [`AcquireError::Exhausted`] if the lock's tickets are used up, [`AcquireError::Forgotten`]
    /// if this slot's last permit was leaked.
    pub fn checked_acquire(&mut self) -> Result<Permit<'_, 'a, S, A, W>, AcquireError> {
        self.0.enter(participant::forever).map(|()| Permit(self))
    }

    /// Acquires a permit if that is possible without waiting.
    ///
    /// It fails if k other participants hold permits or wait for them. It may also fail while
    /// another participant enters, leaves or cancels, although a permit is free: two concurrent
    /// attempts can both fail. If no other participant is in the middle of a call, it fails only if
    /// no permit is free.
    ///
    /// ```
    /// use doorway::{AcquireError, Semaphore};
    ///
    /// let mut semaphore: Semaphore<2> = Semaphore::new(1);
    /// let [mut a, mut b] = semaphore.split();
    ///
    /// let permit = a.acquire();
    /// assert_eq!(b.try_acquire().unwrap_err(), AcquireError::Busy);
    /// drop(permit);
    /// assert!(b.try_acquire().is_ok());
    /// ```
    ///
    /// # Fairness
    ///
    /// It takes a ticket as [`acquire`](Self::acquire) does, and keeps the same order.
    ///
    /// # Cancellation
    ///
    /// An attempt that fails is cancelled: it loses its place, and uses up a ticket, of which there
    /// are 2⁶⁴ (2³² with 32-bit registers).
    ///
    /// With [`Fife`], the default, and [`KFcfs`](crate::KFcfs), cancellation does not starve other
    /// participants. With [`SafeFife`](crate::SafeFife) it can, on registers that return any value
    /// while they are written: see [Cancellation](crate#cancellation).
    ///
    /// # Errors
    ///
    /// [`AcquireError::Busy`] if it failed for one of the reasons above,
    /// [`AcquireError::Exhausted`] if the lock's tickets are used up, [`AcquireError::Forgotten`]
    /// if this slot's last permit was leaked.
    pub fn try_acquire(&mut self) -> Result<Permit<'_, 'a, S, A, W>, AcquireError> {
        self.0.enter(participant::at_once).map(|()| Permit(self))
    }

    /// Acquires a permit, and waits for at most `timeout`.
    ///
    /// It polls at least once, also with a `timeout` of zero.
    ///
    /// ```
    /// use doorway::{AcquireError, Semaphore};
    /// use std::time::Duration;
    ///
    /// let mut semaphore: Semaphore<2> = Semaphore::new(1);
    /// let [mut a, mut b] = semaphore.split();
    ///
    /// let permit = a.acquire();
    /// let late = b.acquire_timeout(Duration::from_millis(5));
    /// assert_eq!(late.unwrap_err(), AcquireError::TimedOut);
    /// drop(permit);
    /// assert!(b.acquire_timeout(Duration::from_secs(60)).is_ok());
    /// ```
    ///
    /// # Fairness
    ///
    /// As [`acquire`](Self::acquire), until it times out.
    ///
    /// # Cancellation
    ///
    /// An attempt that times out is cancelled: it loses its place, and uses up a ticket, of which
    /// there are 2⁶⁴ (2³² with 32-bit registers).
    ///
    /// With [`Fife`], the default, and [`KFcfs`](crate::KFcfs), cancellation does not starve other
    /// participants. With [`SafeFife`](crate::SafeFife) it can, on registers that return any value
    /// while they are written: see [Cancellation](crate#cancellation).
    ///
    /// # Errors
    ///
    /// [`AcquireError::TimedOut`] if the time is over, [`AcquireError::Exhausted`] if the lock's
    /// tickets are used up, [`AcquireError::Forgotten`] if this slot's last permit was leaked.
    #[cfg(feature = "std")]
    pub fn acquire_timeout(
        &mut self,
        timeout: core::time::Duration,
    ) -> Result<Permit<'_, 'a, S, A, W>, AcquireError> {
        self.0
            .enter(participant::within(timeout))
            .map(|()| Permit(self))
    }

    /// Acquires a permit, and stops waiting when `cancel` returns true.
    ///
    /// `cancel` is for clocks and signals that this crate does not know. It is called after every
    /// poll that failed; with `std` that is at least about every millisecond, without `std` a
    /// parked waiter polls only when it is woken. It is not called if the first poll succeeds.
    ///
    /// ```
    /// use core::sync::atomic::{AtomicBool, Ordering};
    /// use doorway::{AcquireError, Semaphore};
    ///
    /// static SHUTDOWN: AtomicBool = AtomicBool::new(false);
    ///
    /// let mut semaphore: Semaphore<2> = Semaphore::new(1);
    /// let [mut a, mut b] = semaphore.split();
    ///
    /// let permit = a.acquire();
    /// SHUTDOWN.store(true, Ordering::Relaxed);
    /// let cancelled = b.acquire_unless(|| SHUTDOWN.load(Ordering::Relaxed));
    /// assert_eq!(cancelled.unwrap_err(), AcquireError::Cancelled);
    /// # drop(permit);
    /// ```
    ///
    /// # Fairness
    ///
    /// As [`acquire`](Self::acquire), until it is cancelled.
    ///
    /// # Cancellation
    ///
    /// A cancelled attempt loses its place, and uses up a ticket, of which there are 2⁶⁴ (2³² with
    /// 32-bit registers).
    ///
    /// With [`Fife`], the default, and [`KFcfs`](crate::KFcfs), cancellation does not starve other
    /// participants. With [`SafeFife`](crate::SafeFife) it can, on registers that return any value
    /// while they are written: see [Cancellation](crate#cancellation).
    ///
    /// # Panics
    ///
    /// If `cancel` panics. The attempt is then cancelled.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Cancelled`] if `cancel` returned true, [`AcquireError::Exhausted`] if the
    /// lock's tickets are used up, [`AcquireError::Forgotten`] if this slot's last permit was
    /// leaked.
    pub fn acquire_unless(
        &mut self,
        cancel: impl FnMut() -> bool,
    ) -> Result<Permit<'_, 'a, S, A, W>, AcquireError> {
        self.0
            .enter(participant::unless(cancel))
            .map(|()| Permit(self))
    }
}

impl<S: Shape, A: KExclusion, W: Wait> fmt::Debug for Slot<'_, S, A, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_as("Slot", f)
    }
}

/// A permit of a [`Semaphore`]: released on drop, also when a panic unwinds.
///
/// A permit leaked with [`mem::forget`](core::mem::forget) is lost until a
/// [`reset`](AnySemaphore::reset). Its slot counts as one of the k - 1 participants that may crash:
/// it cannot acquire again, and cannot be claimed again. When all k permits are leaked, no
/// participant enters any more.
#[must_use = "a permit is released as soon as it is dropped"]
pub struct Permit<'s, 'a, S: Shape, A: KExclusion, W: Wait>(&'s mut Slot<'a, S, A, W>);

impl<S: Shape, A: KExclusion, W: Wait> Permit<'_, '_, S, A, W> {
    /// The number of the slot that holds this permit.
    pub fn slot(&self) -> usize {
        self.0.index()
    }

    /// Releases the permit, as dropping it does.
    pub fn release(self) {}
}

impl<S: Shape, A: KExclusion, W: Wait> Drop for Permit<'_, '_, S, A, W> {
    fn drop(&mut self) {
        self.0 .0.exit();
    }
}

impl<S: Shape, A: KExclusion, W: Wait> fmt::Debug for Permit<'_, '_, S, A, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0 .0.fmt_as("Permit", f)
    }
}
