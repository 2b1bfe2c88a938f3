//! The fair mutex: a value for one holder at a time, in order of arrival.
#![allow(unsafe_code)] // access to the value through `UnsafeCell`

use crate::black_white::BlackWhite;
#[cfg(target_has_atomic = "8")]
use crate::error::SlotError;
use crate::error::{check, check_capacity, demand, demand_capacity, AcquireError, ParameterError};
use crate::exclusion::Algorithm;
use crate::memory::Memory;
use crate::participant::{self, Participant};
use crate::raw::RawLock;
#[cfg(feature = "alloc")]
use crate::shape::Heap;
use crate::shape::{ConstNew, Inline, Shape};
use crate::waiting::{ConstWait, DefaultWait, Wait};
use core::cell::UnsafeCell;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

/// A fair mutex for `N` participants, around a `T`.
///
/// A thread uses it in four steps:
///
/// 1. **Join.** [`join`](AnyMutex::join) claims one of the `N` slots, once per thread. It returns
///    [`SlotError::Full`](crate::SlotError::Full) if all slots are taken. [`slot`](AnyMutex::slot)
///    claims a certain slot, [`split`](AnyMutex::split) all of them.
/// 2. **Slot.** The result is a [`MutexSlot`]. It has the methods that lock the mutex.
/// 3. **Lock.** [`MutexSlot::lock`] waits in order of arrival. [`MutexSlot::try_lock`] does not
///    wait. [`MutexSlot::lock_timeout`] waits for a limited time. [`MutexSlot::lock_unless`] waits
///    until a closure cancels. [`MutexSlot::checked_lock`] is `lock` with errors instead of panics.
/// 4. **Guard.** Each of them returns a [`MutexGuard`]. It dereferences to the value, and unlocks
///    the mutex on drop.
///
/// ```
/// use doorway::Mutex;
///
/// static TOTAL: Mutex<u64, 4> = Mutex::new(0); // 4 participants
///
/// std::thread::scope(|threads| {
///     for _ in 0..4 {
///         threads.spawn(|| {
///             let mut me = TOTAL.join().expect("4 slots for 4 threads");
///             for _ in 0..100 {
///                 *me.lock() += 1;
///             }
///         });
///     }
/// });
/// assert_eq!(*TOTAL.join()?.lock(), 400);
/// # Ok::<(), doorway::SlotError>(())
/// ```
///
/// `A` is the algorithm: [`BlackWhite`] by default, or any other of this crate. `W` is the way of
/// [waiting](crate::waiting).
///
/// # Fairness
///
/// First come, first served, with every algorithm of this crate: see [`MutexSlot::lock`].
///
/// # Cancellation
///
/// With the default algorithm repeated cancellation can starve a waiter. Choose
/// `Mutex<T, N, `[`KFcfs`](crate::KFcfs)`>` if participants use timeouts or `try_lock`. The
/// [crate's documentation](crate#cancellation) says why.
///
/// # Deadlock
///
/// A thread that holds the mutex through one slot and locks it through another slot waits for
/// itself.
///
/// # Panics and crashes
///
/// There is no poisoning: a panic while the mutex is held unlocks it, and the next holder finds the
/// value as it was left. A holder that crashes, or leaks its guard, keeps the mutex locked until a
/// [`reset`](AnyMutex::reset).
#[cfg_attr(not(feature = "std"), doc = "")]
#[cfg_attr(
    not(feature = "std"),
    doc = "[`MutexSlot::lock_timeout`]: https://docs.rs/doorway"
)]
pub type Mutex<T, const N: usize, A = BlackWhite, W = DefaultWait> = AnyMutex<Inline<N>, A, W, T>;

/// A [`Mutex`] with a number of participants chosen at run time.
///
/// ```
/// let log: doorway::HeapMutex<Vec<String>> = doorway::HeapMutex::with_slots(3, Vec::new())?;
/// log.join()?.lock().push("hello".to_string());
/// assert_eq!(log.into_inner().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "alloc")]
pub type HeapMutex<T, A = BlackWhite, W = DefaultWait> = AnyMutex<Heap, A, W, T>;

/// The type behind [`Mutex`] and `HeapMutex`: a fair mutex whose slots are stored in an `S`.
pub struct AnyMutex<S: Shape, A: Algorithm, W: Wait, T: ?Sized> {
    raw: RawLock<A::Registers<S>, W>,
    value: UnsafeCell<T>,
}

// SAFETY: one process at a time has access to the value (the lock's mutual exclusion, k = 1). The
// next holder may be on another thread, so `T` must be `Send`. The next holder sees what the last
// holder wrote: the exit is a Release store that the entry reads with Acquire. The raw lock is
// `Sync` if its parts are.
unsafe impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized + Send> Sync for AnyMutex<S, A, W, T> where
    RawLock<A::Registers<S>, W>: Sync
{
}

impl<const N: usize, A: Algorithm, W, T> AnyMutex<Inline<N>, A, W, T>
where
    A::Registers<Inline<N>>: ConstNew,
    W: ConstWait<A::Memory>,
    <A::Memory as Memory>::Flag: ConstNew,
{
    /// Creates a mutex around `value`.
    ///
    /// # Panics
    ///
    /// If `N` is 0, or larger than the algorithm's registers have room for. In a `static` or a
    /// `const` this is a compile error:
    ///
    /// ```compile_fail,E0080
    /// static NO_SLOTS: doorway::Mutex<(), 0> = doorway::Mutex::new(());
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use core::sync::atomic::AtomicU8;
    /// use doorway::{memory::Fenced, BlackWhite, Mutex};
    /// static IN_8_BITS: Mutex<(), 127, BlackWhite<Fenced<AtomicU8>>> = Mutex::new(());
    /// ```
    #[track_caller]
    pub const fn new(value: T) -> Self {
        demand(N, 1);
        demand_capacity(N, A::MOST_SLOTS);
        AnyMutex {
            raw: RawLock::const_new(1),
            value: UnsafeCell::new(value),
        }
    }
}

impl<S: Shape, A: Algorithm, W: Wait, T> AnyMutex<S, A, W, T> {
    /// Creates a mutex in any shape and any memory, also where `const` construction is not
    /// possible.
    ///
    /// # Errors
    ///
    /// [`ParameterError::NoSlots`] if there are no slots, [`ParameterError::TooManySlots`] if there
    /// are more than the algorithm's registers have room for.
    pub fn with_shape(shape: S, value: T) -> Result<Self, ParameterError> {
        let slots = shape.array(|_| ()).as_ref().len();
        check(slots, 1)?;
        check_capacity(slots, A::MOST_SLOTS)?;
        Ok(AnyMutex {
            raw: RawLock::new(shape, 1),
            value: UnsafeCell::new(value),
        })
    }

    /// Consumes the mutex and returns the value.
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
}

#[cfg(feature = "alloc")]
impl<A: Algorithm, W: Wait, T> AnyMutex<Heap, A, W, T> {
    /// Creates a mutex around `value` for `slots` participants.
    ///
    /// # Errors
    ///
    /// [`ParameterError::NoSlots`] if `slots` is 0, [`ParameterError::TooManySlots`] if it is more
    /// than the algorithm's registers have room for.
    pub fn with_slots(slots: usize, value: T) -> Result<Self, ParameterError> {
        Self::with_shape(Heap(slots), value)
    }
}

impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized> AnyMutex<S, A, W, T> {
    /// The number of slots: how many participants there can be at a time.
    pub fn slots(&self) -> usize {
        self.raw.slots()
    }

    /// Claims any free slot.
    ///
    /// # Errors
    ///
    /// [`SlotError::Full`] if all slots are taken. It does not wait for a slot.
    #[cfg(target_has_atomic = "8")]
    pub fn join(&self) -> Result<MutexSlot<'_, S, A, W, T>, SlotError> {
        self.raw.claim_any().map(|me| self.handle(me))
    }

    /// Claims the slot with the number `slot`, counted from 0.
    ///
    /// # Errors
    ///
    /// [`SlotError::OutOfRange`] if there is no slot with that number, [`SlotError::Taken`] if it
    /// is taken.
    #[cfg(target_has_atomic = "8")]
    pub fn slot(&self, slot: usize) -> Result<MutexSlot<'_, S, A, W, T>, SlotError> {
        self.raw.claim(slot)?;
        Ok(self.handle(slot))
    }

    /// Claims the slot with the number `slot` without a check that it is free: for targets without
    /// any read-modify-write.
    ///
    /// # Panics
    ///
    /// If there is no slot with that number.
    ///
    /// # Safety
    ///
    /// There must be no other live handle for the slot, and no other thread may be claiming it. The
    /// mutex does not exclude two users of one slot from each other.
    #[track_caller]
    pub unsafe fn slot_unchecked(&self, slot: usize) -> MutexSlot<'_, S, A, W, T> {
        assert!(slot < self.slots(), "there is no such slot");
        self.raw.claim_unchecked(slot);
        self.handle(slot)
    }

    /// [Resets](Self::reset) the mutex and claims all slots at once.
    ///
    /// It needs no read-modify-write: `&mut` proves that no other handle is alive.
    pub fn split(&mut self) -> S::Array<MutexSlot<'_, S, A, W, T>> {
        self.reset();
        let this = &*self;
        this.raw.shape().array(|me| {
            this.raw.claim_unchecked(me);
            this.handle(me)
        })
    }

    /// Returns the mutex to its initial state: unlocked, all slots free, first tickets. The value
    /// stays.
    ///
    /// Leaked guards and slots are reclaimed. `&mut` proves that no handle is alive.
    pub fn reset(&mut self) {
        self.raw.reset();
    }

    /// A mutable reference to the value, without locking: `&mut` proves that no guard is alive.
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    fn handle(&self, me: usize) -> MutexSlot<'_, S, A, W, T> {
        MutexSlot {
            participant: Participant::new(&self.raw, me),
            value: &self.value,
        }
    }
}

/// Does not lock the mutex, so it does not show the value.
impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized> fmt::Debug for AnyMutex<S, A, W, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt_as("Mutex", A::NAME, f)
    }
}

/// A participant's handle on a [`Mutex`]: it locks the mutex, one guard at a time.
///
/// [`join`](AnyMutex::join), [`slot`](AnyMutex::slot) and [`split`](AnyMutex::split) return one.
/// Dropping it frees the slot.
#[must_use = "a slot is free again as soon as its handle is dropped"]
pub struct MutexSlot<'a, S: Shape, A: Algorithm, W: Wait, T: ?Sized> {
    participant: Participant<'a, A::Registers<S>, W>,
    value: &'a UnsafeCell<T>,
}

// SAFETY: a handle gives access to the value only through its guard, as a `&Mutex` does. The value
// moves between threads with it, so `T` must be `Send`.
unsafe impl<'a, S: Shape, A: Algorithm, W: Wait, T: ?Sized + Send> Send
    for MutexSlot<'a, S, A, W, T>
where
    Participant<'a, A::Registers<S>, W>: Send,
{
}

// SAFETY: a shared handle gives no access to the value at all.
unsafe impl<'a, S: Shape, A: Algorithm, W: Wait, T: ?Sized + Send> Sync
    for MutexSlot<'a, S, A, W, T>
where
    Participant<'a, A::Registers<S>, W>: Sync,
{
}

impl<'a, S: Shape, A: Algorithm, W: Wait, T: ?Sized> MutexSlot<'a, S, A, W, T> {
    /// The number of the slot, counted from 0.
    pub fn index(&self) -> usize {
        self.participant.index()
    }

    /// Locks the mutex: waits in order of arrival, and returns a guard.
    ///
    /// ```
    /// use doorway::Mutex;
    ///
    /// static TOTAL: Mutex<u32, 4> = Mutex::new(0);
    ///
    /// let mut me = TOTAL.join()?;
    /// *me.lock() += 1; // unlocked at the end of the statement
    /// {
    ///     let mut total = me.lock();
    ///     *total += 1;
    /// } // unlocked here
    /// assert_eq!(*me.lock(), 2);
    /// # Ok::<(), doorway::SlotError>(())
    /// ```
    ///
    /// # Fairness
    ///
    /// First come, first served: a participant that has finished its doorway enters before each
    /// participant that starts its doorway later. The doorway is the first part of this call. It is
    /// bounded and never waits.
    ///
    /// With [`BlackWhite`], the default, and with [`Bakery`](crate::Bakery) and
    /// [`Adaptive`](crate::Adaptive), repeated cancellation by other participants can starve this
    /// call: see [Cancellation](crate#cancellation).
    ///
    /// # Deadlock
    ///
    /// If the calling thread holds the mutex through another slot, this call never returns.
    ///
    /// # Panics
    ///
    /// If the lock's tickets are used up, or if this slot's last guard was leaked with
    /// [`mem::forget`](core::mem::forget). [`checked_lock`](Self::checked_lock) returns these as
    /// errors.
    #[track_caller]
    pub fn lock(&mut self) -> MutexGuard<'_, 'a, S, A, W, T> {
        match self.checked_lock() {
            Ok(guard) => guard,
            Err(error) => panic!("{error}"),
        }
    }

    /// Locks the mutex as [`lock`](Self::lock) does, and returns an error where `lock` panics.
    ///
    /// ```
    /// use doorway::{AcquireError, Mutex};
    ///
    /// static TOTAL: Mutex<u32, 4> = Mutex::new(0);
    ///
    /// let mut me = TOTAL.join()?;
    /// *me.checked_lock()? += 1;
    ///
    /// std::mem::forget(me.lock()); // leaks the guard: the mutex stays locked
    /// assert_eq!(me.checked_lock().unwrap_err(), AcquireError::Forgotten);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Fairness
    ///
    /// As [`lock`](Self::lock).
    ///
    /// # Errors
    ///
    /// [`AcquireError::Exhausted`] if the lock's tickets are used up, [`AcquireError::Forgotten`]
    /// if this slot's last guard was leaked.
    pub fn checked_lock(&mut self) -> Result<MutexGuard<'_, 'a, S, A, W, T>, AcquireError> {
        self.participant
            .enter(participant::forever)
            .map(|()| self.guard())
    }

    /// Locks the mutex if that is possible without waiting.
    ///
    /// It fails if another participant holds the mutex or waits for it. It may also fail while
    /// another participant enters, leaves or cancels: two concurrent attempts can both fail. If all
    /// other participants are idle, it succeeds.
    ///
    /// ```
    /// use doorway::{AcquireError, KFcfs, Mutex};
    ///
    /// let mut mutex: Mutex<u32, 2, KFcfs> = Mutex::new(0);
    /// let [mut a, mut b] = mutex.split();
    ///
    /// let guard = a.lock();
    /// assert_eq!(b.try_lock().unwrap_err(), AcquireError::Busy);
    /// drop(guard);
    /// *b.try_lock()? += 1;
    /// # Ok::<(), AcquireError>(())
    /// ```
    ///
    /// # Fairness
    ///
    /// It takes a ticket as [`lock`](Self::lock) does, so it does not overtake a waiter.
    ///
    /// # Cancellation
    ///
    /// An attempt that fails is cancelled: it loses its place, and uses up a ticket.
    ///
    /// With [`BlackWhite`], the default, and with [`Bakery`](crate::Bakery) and
    /// [`Adaptive`](crate::Adaptive), repeated cancellation can starve another participant that
    /// waits. [`KFcfs`](crate::KFcfs), [`Fife`](crate::Fife) and [`LocalSpin`](crate::LocalSpin) do
    /// not have this weakness. For a mutex that is polled prefer `Mutex<T, N, KFcfs>`: see
    /// [Cancellation](crate#cancellation).
    ///
    /// # Errors
    ///
    /// [`AcquireError::Busy`] if it failed for one of the reasons above,
    /// [`AcquireError::Exhausted`] if the lock's tickets are used up, [`AcquireError::Forgotten`]
    /// if this slot's last guard was leaked.
    pub fn try_lock(&mut self) -> Result<MutexGuard<'_, 'a, S, A, W, T>, AcquireError> {
        self.participant
            .enter(participant::at_once)
            .map(|()| self.guard())
    }

    /// Locks the mutex, and waits for at most `timeout`.
    ///
    /// It polls at least once, also with a `timeout` of zero.
    ///
    /// ```
    /// use doorway::{AcquireError, KFcfs, Mutex};
    /// use std::time::Duration;
    ///
    /// let mut mutex: Mutex<u32, 2, KFcfs> = Mutex::new(0);
    /// let [mut a, mut b] = mutex.split();
    ///
    /// let guard = a.lock();
    /// let late = b.lock_timeout(Duration::from_millis(5));
    /// assert_eq!(late.unwrap_err(), AcquireError::TimedOut);
    /// drop(guard);
    /// *b.lock_timeout(Duration::from_secs(60))? += 1;
    /// # Ok::<(), AcquireError>(())
    /// ```
    ///
    /// # Fairness
    ///
    /// As [`lock`](Self::lock), until it times out.
    ///
    /// # Cancellation
    ///
    /// An attempt that times out is cancelled: it loses its place, and uses up a ticket.
    ///
    /// With [`BlackWhite`], the default, and with [`Bakery`](crate::Bakery) and
    /// [`Adaptive`](crate::Adaptive), repeated cancellation can starve another participant that
    /// waits. [`KFcfs`](crate::KFcfs), [`Fife`](crate::Fife) and [`LocalSpin`](crate::LocalSpin) do
    /// not have this weakness. For a mutex with timeouts prefer `Mutex<T, N, KFcfs>`: see
    /// [Cancellation](crate#cancellation).
    ///
    /// # Errors
    ///
    /// [`AcquireError::TimedOut`] if the time is over, [`AcquireError::Exhausted`] if the lock's
    /// tickets are used up, [`AcquireError::Forgotten`] if this slot's last guard was leaked.
    #[cfg(feature = "std")]
    pub fn lock_timeout(
        &mut self,
        timeout: core::time::Duration,
    ) -> Result<MutexGuard<'_, 'a, S, A, W, T>, AcquireError> {
        self.participant
            .enter(participant::within(timeout))
            .map(|()| self.guard())
    }

    /// Locks the mutex, and stops waiting when `cancel` returns true.
    ///
    /// `cancel` is for clocks and signals that this crate does not know. It is called after every
    /// poll that failed; with `std` that is at least about every millisecond, without `std` a
    /// parked waiter polls only when it is woken. It is not called if the first poll succeeds.
    ///
    /// ```
    /// use core::sync::atomic::{AtomicBool, Ordering};
    /// use doorway::{AcquireError, KFcfs, Mutex};
    ///
    /// static SHUTDOWN: AtomicBool = AtomicBool::new(false);
    ///
    /// let mut mutex: Mutex<u32, 2, KFcfs> = Mutex::new(0);
    /// let [mut a, mut b] = mutex.split();
    ///
    /// let guard = a.lock();
    /// SHUTDOWN.store(true, Ordering::Relaxed);
    /// let cancelled = b.lock_unless(|| SHUTDOWN.load(Ordering::Relaxed));
    /// assert_eq!(cancelled.unwrap_err(), AcquireError::Cancelled);
    /// # drop(guard);
    /// ```
    ///
    /// # Fairness
    ///
    /// As [`lock`](Self::lock), until it is cancelled.
    ///
    /// # Cancellation
    ///
    /// A cancelled attempt loses its place, and uses up a ticket.
    ///
    /// With [`BlackWhite`], the default, and with [`Bakery`](crate::Bakery) and
    /// [`Adaptive`](crate::Adaptive), repeated cancellation can starve another participant that
    /// waits. [`KFcfs`](crate::KFcfs), [`Fife`](crate::Fife) and [`LocalSpin`](crate::LocalSpin) do
    /// not have this weakness. For a mutex with cancellation prefer `Mutex<T, N, KFcfs>`: see
    /// [Cancellation](crate#cancellation).
    ///
    /// # Panics
    ///
    /// If `cancel` panics. The attempt is then cancelled.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Cancelled`] if `cancel` returned true, [`AcquireError::Exhausted`] if the
    /// lock's tickets are used up, [`AcquireError::Forgotten`] if this slot's last guard was
    /// leaked.
    pub fn lock_unless(
        &mut self,
        cancel: impl FnMut() -> bool,
    ) -> Result<MutexGuard<'_, 'a, S, A, W, T>, AcquireError> {
        self.participant
            .enter(participant::unless(cancel))
            .map(|()| self.guard())
    }

    fn guard(&mut self) -> MutexGuard<'_, 'a, S, A, W, T> {
        MutexGuard {
            slot: self,
            borrow: PhantomData,
        }
    }
}

impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized> fmt::Debug for MutexSlot<'_, S, A, W, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.participant.fmt_as("MutexSlot", f)
    }
}

/// An RAII guard: gives access to the value of a [`Mutex`], and unlocks the mutex on drop, also
/// when a panic unwinds.
///
/// A guard leaked with [`mem::forget`](core::mem::forget) keeps the mutex locked until it is
/// [reset](AnyMutex::reset).
#[must_use = "a mutex is unlocked as soon as its guard is dropped"]
pub struct MutexGuard<'s, 'a, S: Shape, A: Algorithm, W: Wait, T: ?Sized> {
    slot: &'s mut MutexSlot<'a, S, A, W, T>,
    borrow: PhantomData<&'s mut T>,
}

// SAFETY: a shared guard gives `&T` and nothing else.
unsafe impl<'a, S: Shape, A: Algorithm, W: Wait, T: ?Sized + Sync> Sync
    for MutexGuard<'_, 'a, S, A, W, T>
where
    Participant<'a, A::Registers<S>, W>: Sync,
{
}

impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized> Deref for MutexGuard<'_, '_, S, A, W, T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the guard exists, so its process is inside. A passage has one guard: the guard
        // borrows the slot, and no other handle has the number of that slot. With k = 1 no other
        // process is inside.
        unsafe { &*self.slot.value.get() }
    }
}

impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized> DerefMut for MutexGuard<'_, '_, S, A, W, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`, and `&mut self` excludes other references from this guard.
        unsafe { &mut *self.slot.value.get() }
    }
}

impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized> Drop for MutexGuard<'_, '_, S, A, W, T> {
    fn drop(&mut self) {
        self.slot.participant.exit();
    }
}

impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized + fmt::Debug> fmt::Debug
    for MutexGuard<'_, '_, S, A, W, T>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized + fmt::Display> fmt::Display
    for MutexGuard<'_, '_, S, A, W, T>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
