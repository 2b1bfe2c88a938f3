//! The raw lock: an algorithm's registers with the slots and the waiters of its processes.

use crate::error::AcquireError;
#[cfg(target_has_atomic = "8")]
use crate::error::SlotError;
use crate::memory::{FenceId, Flag, Memory};
use crate::phases::Exclusion;
use crate::shape::{ConstNew, Inline, Shape};
use crate::waiting::{ConstWait, Deadline, Wait};
use core::fmt;

type ArrayOf<L, T> = <<L as Exclusion>::Shape as Shape>::Array<T>;

/// A lock `L` for `k` holders. Its processes wait as `W` says.
pub(crate) struct RawLock<L: Exclusion, W: Wait> {
    lock: L,
    k: usize,
    /// Contiguous, so that a waker scans few cache lines. A waiter is written only before and after
    /// its process parks.
    waiters: ArrayOf<L, W::Waiter<L::Memory>>,
    taken: ArrayOf<L, <L::Memory as Memory>::Flag>,
}

/// The answer after every poll that failed: the deadline of the next pause, or the reason to stop.
pub(crate) type Patience = Result<Option<Deadline>, AcquireError>;

impl<L: Exclusion, W: Wait> RawLock<L, W> {
    pub(crate) fn new(shape: L::Shape, k: usize) -> Self {
        RawLock {
            k,
            waiters: shape.array(|_| W::waiter()),
            taken: shape.array(|_| Flag::new()),
            lock: L::new(shape),
        }
    }

    pub(crate) fn slots(&self) -> usize {
        self.lock.slots()
    }

    pub(crate) fn permits(&self) -> usize {
        self.k
    }

    /// Returns to the initial state. `&mut` proves that no slot has a live handle.
    pub(crate) fn reset(&mut self) {
        *self = RawLock::new(self.shape(), self.k);
    }

    fn waiter(&self, p: usize) -> &W::Waiter<L::Memory> {
        &self.waiters.as_ref()[p]
    }

    /// Wakes the parked processes, which may be able to go on after the stores of `me`. `fence` is
    /// the fence between the stores and the scan of the waiters, if it has not been made yet.
    #[inline]
    fn wake_others(&self, me: usize, fence: Option<FenceId>) {
        if W::WAKES {
            if let Some(fence) = fence.filter(|_| W::FENCES) {
                <L::Memory as Memory>::fence(fence); // the stores before the scan of the waiters
            }
            let waiters = self.waiters.as_ref().iter(); // that of `me` is not parked
            if waiters.fold(false, |any, waiter| any | W::is_parked(waiter)) {
                self.wake_parked(me);
            }
        }
    }

    /// Wakes every parked process but `me`. Out of line: in an uncontended passage no process is
    /// parked.
    #[cold]
    #[inline(never)]
    fn wake_parked(&self, me: usize) {
        for i in crate::others(me, self.slots()) {
            W::wake(self.waiter(i));
        }
    }

    /// Runs one passage up to the critical section.
    #[inline]
    pub(crate) fn enter(
        &self,
        me: usize,
        private: &mut L::Private,
        patience: impl FnMut() -> Patience,
    ) -> Result<(), AcquireError> {
        let passage = Passage { raw: self, me };
        self.lock.doorway(me, private)?;
        if self.lock.announce(me, private) {
            self.wake_others(me, None);
        }

        if !self.lock.scan(me, self.k, private) {
            self.wait(me, private, patience)?;
        }
        if self.lock.enter(me, private) {
            self.wake_others(me, Some(FenceId::WakeAfterEnter));
        }
        core::mem::forget(passage);
        Ok(())
    }

    /// The waiting room, after a first poll that failed. Out of line: a passage that does not wait
    /// should not pay for it.
    #[cold]
    #[inline(never)]
    fn wait(
        &self,
        me: usize,
        private: &mut L::Private,
        mut patience: impl FnMut() -> Patience,
    ) -> Result<(), AcquireError> {
        let mut waiting = Waiting::<L, W> {
            raw: self,
            me,
            pace: None,
        };
        loop {
            let deadline = patience()?;
            W::pause(
                self.waiter(me),
                waiting.pace.get_or_insert_with(Default::default),
                self.lock.is_next(self.k, private),
                deadline,
            );
            if self.lock.scan(me, self.k, private) {
                return Ok(());
            }
        }
    }

    /// The exit protocol, from the critical section or from the waiting room.
    #[inline]
    pub(crate) fn exit(&self, me: usize) {
        self.lock.exit(me);
        self.wake_others(me, Some(FenceId::WakeAfterExit));
    }

    /// Claims slot `p`.
    #[cfg(target_has_atomic = "8")]
    pub(crate) fn claim(&self, p: usize) -> Result<(), SlotError> {
        match self.taken.as_ref().get(p) {
            None => Err(SlotError::OutOfRange {
                slot: p,
                slots: self.slots(),
            }),
            Some(flag) if flag.raise() => Ok(()),
            Some(_) => Err(SlotError::Taken { slot: p }),
        }
    }

    /// Claims any free slot.
    #[cfg(target_has_atomic = "8")]
    pub(crate) fn claim_any(&self) -> Result<usize, SlotError> {
        let free = self.taken.as_ref().iter().position(Flag::raise);
        free.ok_or(SlotError::Full {
            slots: self.slots(),
        })
    }

    /// Marks slot `p` as taken. The caller knows that it is free.
    pub(crate) fn claim_unchecked(&self, p: usize) {
        self.taken.as_ref()[p].set(true);
    }

    /// Frees slot `p`.
    pub(crate) fn release(&self, p: usize) {
        self.taken.as_ref()[p].set(false);
    }

    pub(crate) fn fmt_as(
        &self,
        name: &str,
        algorithm: &str,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let taken = self.taken.as_ref().iter().filter(|flag| flag.is_up());
        f.debug_struct(name)
            .field("algorithm", &format_args!("{algorithm}"))
            .field("permits", &self.k)
            .field("slots", &self.slots())
            .field("taken", &taken.count())
            .finish_non_exhaustive()
    }

    pub(crate) fn shape(&self) -> L::Shape {
        L::Shape::of(&self.taken)
    }

    /// Private variables for the process that has claimed a slot.
    pub(crate) fn private(&self) -> L::Private {
        self.lock.private()
    }
}

/// A process outside its remainder. Runs the exit protocol on drop, after an error or a panic of
/// the caller's closure.
struct Passage<'a, L: Exclusion, W: Wait> {
    raw: &'a RawLock<L, W>,
    me: usize,
}

impl<L: Exclusion, W: Wait> Drop for Passage<'_, L, W> {
    fn drop(&mut self) {
        self.raw.exit(self.me);
    }
}

/// A process in the waiting room. It has a pace once it has paused.
struct Waiting<'a, L: Exclusion, W: Wait> {
    raw: &'a RawLock<L, W>,
    me: usize,
    pace: Option<W::Pace>,
}

impl<L: Exclusion, W: Wait> Drop for Waiting<'_, L, W> {
    fn drop(&mut self) {
        if let Some(pace) = self.pace.take() {
            W::finish(self.raw.waiter(self.me), pace);
        }
    }
}

/// Construction in `const`.
impl<const N: usize, L, W> RawLock<L, W>
where
    L: Exclusion<Shape = Inline<N>> + ConstNew,
    W: ConstWait<L::Memory>,
    <L::Memory as Memory>::Flag: ConstNew,
{
    const WAITER: W::Waiter<L::Memory> = W::WAITER;

    pub(crate) const fn const_new(k: usize) -> Self {
        RawLock {
            lock: L::NEW,
            k,
            waiters: [Self::WAITER; N],
            taken: [<<L::Memory as Memory>::Flag as ConstNew>::NEW; N],
        }
    }
}
