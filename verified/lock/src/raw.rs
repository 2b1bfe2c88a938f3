//! A lock with everything around it: its slots, its waiting room, its bells.

use crate::error::AcquireError;
#[cfg(target_has_atomic = "8")]
use crate::error::SlotError;
use crate::exclusion::Exclusion;
use crate::memory::{Flag, Memory};
use crate::shape::{ConstNew, Inline, Shape};
use crate::waiting::{ConstWait, Deadline, Wait};
use core::fmt;

type ArrayOf<L, T> = <<L as Exclusion>::Shape as Shape>::Array<T>;

/// A lock `L` for `k` holders, waited for by `W`.
pub(crate) struct RawLock<L: Exclusion, W: Wait> {
    lock: L,
    k: usize,
    /// Side by side, so that a ringer finds all asleep or none on a line or two. They are written only around a sleep.
    bells: ArrayOf<L, W::Bell<L::Memory>>,
    taken: ArrayOf<L, <L::Memory as Memory>::Flag>,
}

/// How long to wait: asked after every look that found nothing. Until when to pause at most, or why to stop.
pub(crate) type Patience = Result<Option<Deadline>, AcquireError>;

impl<L: Exclusion, W: Wait> RawLock<L, W> {
    pub(crate) fn new(shape: L::Shape, k: usize) -> Self {
        RawLock {
            k,
            bells: shape.array(|_| W::bell()),
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

    /// As new. Nobody has a slot, as this is exclusive.
    pub(crate) fn reset(&mut self) {
        *self = RawLock::new(self.shape(), self.k);
    }

    fn bell(&self, p: usize) -> &W::Bell<L::Memory> {
        &self.bells.as_ref()[p]
    }

    /// Wakes whoever may be able to go on by what `me` stored.
    #[inline]
    fn ring_others(&self, me: usize, fenced: bool) {
        if W::RINGS {
            if W::FENCES && !fenced {
                <L::Memory as Memory>::fence(); // the stores before the bells
            }
            let bells = self.bells.as_ref().iter(); // its own too: it is awake
            if bells.fold(false, |any, bell| any | W::is_asleep(bell)) {
                self.wake_others(me);
            }
        }
    }

    /// Out of line: in an uncontended passage nobody is asleep.
    #[cold]
    #[inline(never)]
    fn wake_others(&self, me: usize) {
        for i in crate::others(me, self.slots()) {
            W::ring(self.bell(i));
        }
    }

    /// One passage up to the critical section.
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
            self.ring_others(me, true);
        }

        if !self.lock.scan(me, self.k, private) {
            self.wait(me, private, patience)?;
        }
        if self.lock.enter(me, private) {
            self.ring_others(me, false);
        }
        core::mem::forget(passage);
        Ok(())
    }

    /// In the waiting room, after a look that found nothing. Out of line: a passage that does not wait should not pay for it.
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
                self.bell(me),
                waiting.pace.get_or_insert_with(Default::default),
                self.lock.is_next(self.k, private),
                deadline,
            );
            if self.lock.scan(me, self.k, private) {
                return Ok(());
            }
        }
    }

    /// The exit protocol, from wherever the process is.
    #[inline]
    pub(crate) fn exit(&self, me: usize) {
        self.lock.exit(me);
        self.ring_others(me, false);
    }

    /// Takes slot `p`.
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

    /// Takes any free slot.
    #[cfg(target_has_atomic = "8")]
    pub(crate) fn claim_any(&self) -> Result<usize, SlotError> {
        let free = self.taken.as_ref().iter().position(Flag::raise);
        free.ok_or(SlotError::Full {
            slots: self.slots(),
        })
    }

    /// Marks slot `p` as taken by a caller who knows that it is free.
    pub(crate) fn claim_unchecked(&self, p: usize) {
        self.taken.as_ref()[p].set(true);
    }

    /// Gives slot `p` back.
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

    /// A fresh start for whoever takes a slot.
    pub(crate) fn private(&self) -> L::Private {
        self.lock.private()
    }
}

/// A process outside its remainder. However it leaves (an error, a panic of the caller's closure),
/// it leaves by the exit protocol.
struct Passage<'a, L: Exclusion, W: Wait> {
    raw: &'a RawLock<L, W>,
    me: usize,
}

impl<L: Exclusion, W: Wait> Drop for Passage<'_, L, W> {
    fn drop(&mut self) {
        self.raw.exit(self.me);
    }
}

/// A process in the waiting room; paused at least once if it has a pace.
struct Waiting<'a, L: Exclusion, W: Wait> {
    raw: &'a RawLock<L, W>,
    me: usize,
    pace: Option<W::Pace>,
}

impl<L: Exclusion, W: Wait> Drop for Waiting<'_, L, W> {
    fn drop(&mut self) {
        if let Some(pace) = self.pace.take() {
            W::rise(self.raw.bell(self.me), pace);
        }
    }
}

/// Made in `const`.
impl<const N: usize, L, W> RawLock<L, W>
where
    L: Exclusion<Shape = Inline<N>> + ConstNew,
    W: ConstWait<L::Memory>,
    <L::Memory as Memory>::Flag: ConstNew,
{
    const BELL: W::Bell<L::Memory> = W::BELL;

    pub(crate) const fn const_new(k: usize) -> Self {
        RawLock {
            lock: L::NEW,
            k,
            bells: [Self::BELL; N],
            taken: [<<L::Memory as Memory>::Flag as ConstNew>::NEW; N],
        }
    }
}
