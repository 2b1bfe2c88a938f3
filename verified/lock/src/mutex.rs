//! The fair mutex: a value for one holder at a time, in order of arrival.
#![allow(unsafe_code)] // what it is for: to lend a value that nobody else is lent

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
/// `A` is the algorithm: [`BlackWhite`] unless you say otherwise, or any other of this crate. `W` is the way of [waiting](crate::waiting).
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
/// There is no poisoning: a panic while the mutex is held releases it, and the next holder finds the value as it was left.
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

/// What [`Mutex`] and `HeapMutex` are: a fair mutex whose slots are kept in an `S`.
pub struct AnyMutex<S: Shape, A: Algorithm, W: Wait, T: ?Sized> {
    raw: RawLock<A::Registers<S>, W>,
    value: UnsafeCell<T>,
}

// SAFETY: the value is lent to one process at a time (the lock's mutual exclusion, k = 1), which may be on any
// thread: that is sending it. What the last holder wrote is seen by the next: its exit is a Release store that
// the entry reads with Acquire. The raw lock is `Sync` if its parts are.
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
    /// A mutex around `value`.
    ///
    /// # Panics
    ///
    /// If `N` is 0, or more than the algorithm's registers can tell apart. In a `static` or a `const` that means that it does not compile:
    ///
    /// ```compile_fail,E0080
    /// static FOR_NOBODY: doorway::Mutex<(), 0> = doorway::Mutex::new(());
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
    /// A mutex in any shape and any memory, also those that cannot be made in `const`.
    ///
    /// # Errors
    ///
    /// If there are no slots, or more than the algorithm's registers can tell apart.
    pub fn with_shape(shape: S, value: T) -> Result<Self, ParameterError> {
        let slots = shape.array(|_| ()).as_ref().len();
        check(slots, 1)?;
        check_capacity(slots, A::MOST_SLOTS)?;
        Ok(AnyMutex {
            raw: RawLock::new(shape, 1),
            value: UnsafeCell::new(value),
        })
    }

    /// The value, the mutex being gone.
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
}

#[cfg(feature = "alloc")]
impl<A: Algorithm, W: Wait, T> AnyMutex<Heap, A, W, T> {
    /// A mutex around `value` for `slots` participants.
    ///
    /// # Errors
    ///
    /// If there are no slots.
    pub fn with_slots(slots: usize, value: T) -> Result<Self, ParameterError> {
        Self::with_shape(Heap(slots), value)
    }
}

impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized> AnyMutex<S, A, W, T> {
    /// How many participants there can be at a time.
    pub fn slots(&self) -> usize {
        self.raw.slots()
    }

    /// Takes a free slot, whichever.
    ///
    /// # Errors
    ///
    /// [`SlotError::Full`] if all are taken.
    #[cfg(target_has_atomic = "8")]
    pub fn join(&self) -> Result<MutexSlot<'_, S, A, W, T>, SlotError> {
        self.raw.claim_any().map(|me| self.handle(me))
    }

    /// Takes slot `slot`, counted from 0.
    ///
    /// # Errors
    ///
    /// [`SlotError::OutOfRange`] if there is none of that number, [`SlotError::Taken`] if somebody has it.
    #[cfg(target_has_atomic = "8")]
    pub fn slot(&self, slot: usize) -> Result<MutexSlot<'_, S, A, W, T>, SlotError> {
        self.raw.claim(slot)?;
        Ok(self.handle(slot))
    }

    /// Takes slot `slot` without asking whether it is free: for targets without any read-modify-write.
    ///
    /// # Panics
    ///
    /// If there is no slot of that number.
    ///
    /// # Safety
    ///
    /// There must be no other live handle for the slot, nor one being made: two processes in one slot are not excluded from
    /// each other.
    #[track_caller]
    pub unsafe fn slot_unchecked(&self, slot: usize) -> MutexSlot<'_, S, A, W, T> {
        assert!(slot < self.slots(), "there is no such slot");
        self.raw.claim_unchecked(slot);
        self.handle(slot)
    }

    /// All slots at once, after a [`reset`](Self::reset). Needs no read-modify-write, and `&mut` proves that no other handle is alive.
    pub fn split(&mut self) -> S::Array<MutexSlot<'_, S, A, W, T>> {
        self.reset();
        let this = &*self;
        this.raw.shape().array(|me| {
            this.raw.claim_unchecked(me);
            this.handle(me)
        })
    }

    /// Frees all slots and starts again with the first tickets. `&mut` proves that no handle is alive; whoever was
    /// [forgotten](core::mem::forget) inside is forgiven. The value stays.
    pub fn reset(&mut self) {
        self.raw.reset();
    }

    /// The value: `&mut` proves that nobody else has it.
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

/// Does not take the lock, so it does not show the value.
impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized> fmt::Debug for AnyMutex<S, A, W, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt_as("Mutex", A::NAME, f)
    }
}

/// A participant's handle on a [`Mutex`]: the right to lock it.
///
/// The slot is free again when it is dropped.
#[must_use = "a slot is free again as soon as its handle is dropped"]
pub struct MutexSlot<'a, S: Shape, A: Algorithm, W: Wait, T: ?Sized> {
    participant: Participant<'a, A::Registers<S>, W>,
    value: &'a UnsafeCell<T>,
}

// SAFETY: a handle gives access to the value only through its guard, as a `&Mutex` does; it is what it is
// sent with that must be `Send`.
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
    /// Its number, from 0.
    pub fn index(&self) -> usize {
        self.participant.index()
    }

    /// Waits for the value, in the order of arrival.
    ///
    /// # Panics
    ///
    /// If the lock's tickets are used up, or if this slot's last guard was [forgotten](core::mem::forget).
    /// [`checked_lock`](Self::checked_lock) returns these as errors.
    #[track_caller]
    pub fn lock(&mut self) -> MutexGuard<'_, 'a, S, A, W, T> {
        match self.checked_lock() {
            Ok(guard) => guard,
            Err(error) => panic!("{error}"),
        }
    }

    /// Waits for the value, in the order of arrival.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Exhausted`] or [`AcquireError::Forgotten`].
    pub fn checked_lock(&mut self) -> Result<MutexGuard<'_, 'a, S, A, W, T>, AcquireError> {
        self.participant
            .enter(participant::forever)
            .map(|()| self.guard())
    }

    /// Takes the value if it can be had without waiting. It may also fail while others are just asking or leaving.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Busy`], [`AcquireError::Exhausted`] or [`AcquireError::Forgotten`].
    pub fn try_lock(&mut self) -> Result<MutexGuard<'_, 'a, S, A, W, T>, AcquireError> {
        self.participant
            .enter(participant::at_once)
            .map(|()| self.guard())
    }

    /// Waits for the value for at most `timeout`, and leaves the queue if it cannot be had.
    ///
    /// # Errors
    ///
    /// [`AcquireError::TimedOut`], [`AcquireError::Exhausted`] or [`AcquireError::Forgotten`].
    #[cfg(feature = "std")]
    pub fn lock_timeout(
        &mut self,
        timeout: core::time::Duration,
    ) -> Result<MutexGuard<'_, 'a, S, A, W, T>, AcquireError> {
        self.participant
            .enter(participant::within(timeout))
            .map(|()| self.guard())
    }

    /// Waits for the value until `cancel` says so, and leaves the queue then.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Cancelled`], [`AcquireError::Exhausted`] or [`AcquireError::Forgotten`].
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
            lends: PhantomData,
        }
    }
}

impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized> fmt::Debug for MutexSlot<'_, S, A, W, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.participant.fmt_as("MutexSlot", f)
    }
}

/// The value of a [`Mutex`], lent. Given back when it is dropped, also by a panic.
///
/// Given to [`mem::forget`](core::mem::forget) it is never given back, and the mutex is stuck until it is [reset](AnyMutex::reset).
#[must_use = "a mutex is unlocked as soon as its guard is dropped"]
pub struct MutexGuard<'s, 'a, S: Shape, A: Algorithm, W: Wait, T: ?Sized> {
    slot: &'s mut MutexSlot<'a, S, A, W, T>,
    lends: PhantomData<&'s mut T>,
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
        // SAFETY: there is a guard, so this process is inside; there is one guard per inside, as it borrows the slot, whose number nobody else has; and
        // with k = 1 nobody else is inside.
        unsafe { &*self.slot.value.get() }
    }
}

impl<S: Shape, A: Algorithm, W: Wait, T: ?Sized> DerefMut for MutexGuard<'_, '_, S, A, W, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`; and `&mut self` is the only way in.
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
