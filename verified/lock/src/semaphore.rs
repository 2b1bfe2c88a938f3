//! The fair semaphore: up to k holders, in order, alive when k-1 of them have died.

#[cfg(target_has_atomic = "8")]
use crate::error::SlotError;
use crate::error::{check, demand, AcquireError, ParameterError};
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
/// `A` is the algorithm: [`Fife`] unless you say otherwise, [`KFcfs`](crate::KFcfs) or [`SafeFife`](crate::SafeFife). `W` is the way of
/// [waiting](crate::waiting).
///
/// ```
/// use doorway::Semaphore;
///
/// static LICENCES: Semaphore<8> = Semaphore::new(2); // 8 participants, 2 permits, no allocation
///
/// let mut me = LICENCES.join()?; // a slot: Err(SlotError::Full) when all 8 are taken
/// {
///     let _permit = me.acquire(); // doorway and waiting room
/// } // exit protocol
/// if let Ok(permit) = me.try_acquire() {
///     permit.release(); // or let it drop
/// }
/// # Ok::<(), doorway::SlotError>(())
/// ```
///
/// # What dies and what lives
///
/// A participant that stops while it holds a permit, or while it waits (its thread killed, its permit
/// given to [`mem::forget`](core::mem::forget)), takes one permit with it. With `k` permits the semaphore stays alive, and in order, as long as at most `k - 1`
/// participants have done so.
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

/// What [`Semaphore`] and `HeapSemaphore` are: a fair semaphore whose slots are kept in an `S`.
pub struct AnySemaphore<S: Shape, A: KExclusion, W: Wait> {
    raw: RawLock<A::Registers<S>, W>,
}

impl<const N: usize, A: KExclusion, W> AnySemaphore<Inline<N>, A, W>
where
    A::Registers<Inline<N>>: ConstNew,
    W: ConstWait<A::Memory>,
    <A::Memory as Memory>::Flag: ConstNew,
{
    /// A semaphore with `permits` permits, the papers' k.
    ///
    /// # Panics
    ///
    /// If `permits` is 0 or more than `N`, or `N` is 0. In a `static` or a `const` that means that it does not compile:
    ///
    /// ```compile_fail,E0080
    /// static NONE: doorway::Semaphore<8> = doorway::Semaphore::new(0);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// static TOO_MANY: doorway::Semaphore<8> = doorway::Semaphore::new(9);
    /// ```
    #[track_caller]
    pub const fn new(permits: usize) -> Self {
        demand(N, permits);
        AnySemaphore {
            raw: RawLock::const_new(permits),
        }
    }
}

impl<S: Shape, A: KExclusion, W: Wait> AnySemaphore<S, A, W> {
    /// A semaphore in any shape and any memory, also those that cannot be made in `const`.
    ///
    /// # Errors
    ///
    /// If there are no permits, more permits than slots, or no slots.
    pub fn with_shape(shape: S, permits: usize) -> Result<Self, ParameterError> {
        let slots = shape.array(|_| ()).as_ref().len();
        check(slots, permits)?;
        Ok(AnySemaphore {
            raw: RawLock::new(shape, permits),
        })
    }

    /// How many participants there can be at a time: the papers' N.
    pub fn slots(&self) -> usize {
        self.raw.slots()
    }

    /// How many can hold a permit at a time: the papers' k.
    pub fn permits(&self) -> usize {
        self.raw.permits()
    }

    /// Takes a free slot, whichever.
    ///
    /// # Errors
    ///
    /// [`SlotError::Full`] if all are taken.
    #[cfg(target_has_atomic = "8")]
    pub fn join(&self) -> Result<Slot<'_, S, A, W>, SlotError> {
        self.raw.claim_any().map(|me| Slot::new(&self.raw, me))
    }

    /// Takes slot `slot`, counted from 0.
    ///
    /// # Errors
    ///
    /// [`SlotError::OutOfRange`] if there is none of that number, [`SlotError::Taken`] if somebody has it.
    #[cfg(target_has_atomic = "8")]
    pub fn slot(&self, slot: usize) -> Result<Slot<'_, S, A, W>, SlotError> {
        self.raw.claim(slot)?;
        Ok(Slot::new(&self.raw, slot))
    }

    /// Takes slot `slot` without asking whether it is free: for targets without any read-modify-write.
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
    /// If there is no slot of that number.
    ///
    /// # Safety
    ///
    /// There must be no other live handle for the slot, nor one being made. (Nothing in the semaphore itself would become undefined; but
    /// code that relies on its exclusion would.)
    #[allow(unsafe_code)]
    #[track_caller]
    pub unsafe fn slot_unchecked(&self, slot: usize) -> Slot<'_, S, A, W> {
        assert!(slot < self.slots(), "there is no such slot");
        self.raw.claim_unchecked(slot);
        Slot::new(&self.raw, slot)
    }

    /// All slots at once, after a [`reset`](Self::reset). Needs no read-modify-write, and `&mut` proves that no other handle is alive.
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

    /// Makes it as new: free slots, the first tickets, nobody inside. `&mut` proves that no handle is alive; whoever was
    /// [forgotten](core::mem::forget) inside is forgiven.
    pub fn reset(&mut self) {
        self.raw.reset();
    }
}

#[cfg(feature = "alloc")]
impl<A: KExclusion, W: Wait> AnySemaphore<Heap, A, W> {
    /// A semaphore with `permits` permits for `slots` participants.
    ///
    /// # Errors
    ///
    /// If there are no permits, more permits than slots, or no slots.
    pub fn with_slots(slots: usize, permits: usize) -> Result<Self, ParameterError> {
        Self::with_shape(Heap(slots), permits)
    }
}

impl<S: Shape, A: KExclusion, W: Wait> fmt::Debug for AnySemaphore<S, A, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt_as("Semaphore", A::NAME, f)
    }
}

/// A participant's handle on a [`Semaphore`]: the right to ask for permits, one at a time.
///
/// The slot is free again when it is dropped.
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

    /// Its number, from 0.
    pub fn index(&self) -> usize {
        self.0.index()
    }

    /// Waits for a permit, in the order of arrival.
    ///
    /// # Panics
    ///
    /// If the lock's tickets are used up, which takes centuries where they have 64 bits, or if this slot's last
    /// permit was [forgotten](core::mem::forget). [`checked_acquire`](Self::checked_acquire) returns these as errors.
    #[track_caller]
    pub fn acquire(&mut self) -> Permit<'_, 'a, S, A, W> {
        match self.checked_acquire() {
            Ok(permit) => permit,
            Err(error) => panic!("{error}"),
        }
    }

    /// Waits for a permit, in the order of arrival.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Exhausted`] or [`AcquireError::Forgotten`].
    pub fn checked_acquire(&mut self) -> Result<Permit<'_, 'a, S, A, W>, AcquireError> {
        self.0.enter(participant::forever).map(|()| Permit(self))
    }

    /// Takes a permit if one can be had without waiting.
    ///
    /// It fails if k others hold permits or wait for them. It may also fail while others are just asking or leaving: that
    /// a permit was free at some moment is not always to be seen with loads and stores alone. With everybody else at rest it
    /// fails only if there is no permit.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Busy`], [`AcquireError::Exhausted`] or [`AcquireError::Forgotten`].
    pub fn try_acquire(&mut self) -> Result<Permit<'_, 'a, S, A, W>, AcquireError> {
        self.0.enter(participant::at_once).map(|()| Permit(self))
    }

    /// Waits for a permit for at most `timeout`, and leaves the queue if none can be had.
    ///
    /// # Errors
    ///
    /// [`AcquireError::TimedOut`], [`AcquireError::Exhausted`] or [`AcquireError::Forgotten`].
    #[cfg(feature = "std")]
    pub fn acquire_timeout(
        &mut self,
        timeout: core::time::Duration,
    ) -> Result<Permit<'_, 'a, S, A, W>, AcquireError> {
        self.0
            .enter(participant::within(timeout))
            .map(|()| Permit(self))
    }

    /// Waits for a permit until `cancel` says so, and leaves the queue then.
    ///
    /// For clocks and signals of your own; it is asked after every look that found nothing, and at least every millisecond
    /// while the thread is parked.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Cancelled`], [`AcquireError::Exhausted`] or [`AcquireError::Forgotten`].
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

/// One of a [`Semaphore`]'s permits. Given back when it is dropped, also by a panic.
///
/// Given to [`mem::forget`](core::mem::forget) it is never given back: its slot counts as one of the k-1 participants that may crash, and can neither ask
/// again nor be taken by others. The last permit forgotten stops the semaphore for good.
#[must_use = "a permit is given back as soon as it is dropped"]
pub struct Permit<'s, 'a, S: Shape, A: KExclusion, W: Wait>(&'s mut Slot<'a, S, A, W>);

impl<S: Shape, A: KExclusion, W: Wait> Permit<'_, '_, S, A, W> {
    /// The number of the slot that holds it.
    pub fn slot(&self) -> usize {
        self.0.index()
    }

    /// Gives it back now.
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
