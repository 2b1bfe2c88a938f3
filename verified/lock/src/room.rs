//! A lock with everything around it: its slots, its waiting room, its bells.

use crate::error::AcquireError;
#[cfg(target_has_atomic = "8")]
use crate::error::SlotError;
use crate::exclusion::Exclusion;
use crate::layout::Padded;
use crate::memory::{Flag, Memory};
use crate::shape::{ConstNew, Inline, Shape};
use crate::waiting::{ConstWait, Deadline, Wait};
use core::fmt;

type ArrayOf<L, T> = <<L as Exclusion>::Shape as Shape>::Array<T>;

/// A lock `L` for `k` holders, waited for by `W`.
pub(crate) struct Room<L: Exclusion, W: Wait> {
    lock: L,
    k: usize,
    bells: ArrayOf<L, Padded<W::Bell<L::Memory>>>,
    taken: ArrayOf<L, <L::Memory as Memory>::Flag>,
}

/// How long to wait: asked after every look that found nothing. Until when to pause at most, or why to stop.
pub(crate) type Patience = Result<Option<Deadline>, AcquireError>;

impl<L: Exclusion, W: Wait> Room<L, W> {
    pub(crate) fn new(shape: L::Shape, k: usize) -> Self {
        Room {
            k,
            bells: shape.array(|_| Padded(W::bell())),
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
        *self = Room::new(self.shape(), self.k);
    }

    fn bell(&self, p: usize) -> &W::Bell<L::Memory> {
        &self.bells.as_ref()[p].0
    }

    /// Wakes whoever may be able to go on. The caller has fenced.
    fn ring_others(&self, me: usize) {
        if W::RINGS {
            for i in crate::others(me, self.slots()) {
                W::ring(self.bell(i));
            }
        }
    }

    /// One passage up to the critical section.
    pub(crate) fn enter(
        &self,
        me: usize,
        private: &mut L::Private,
        mut patience: impl FnMut() -> Patience,
    ) -> Result<(), AcquireError> {
        let passage = Passage { room: self, me };
        self.lock.doorway(me, private)?;
        self.lock.announce(me, private);
        self.ring_others(me);

        let mut waiting = Waiting::<L, W> {
            room: self,
            me,
            pace: None,
        };
        while !self.lock.scan(me, self.k, private) {
            let deadline = patience()?;
            W::pause(
                self.bell(me),
                waiting.pace.get_or_insert_with(Default::default),
                deadline,
            );
        }
        drop(waiting);

        self.lock.enter(me, private);
        if W::RINGS {
            <L::Memory as Memory>::fence(); // 23 before the bells
            self.ring_others(me);
        }
        core::mem::forget(passage);
        Ok(())
    }

    /// The exit protocol, from wherever the process is.
    pub(crate) fn exit(&self, me: usize) {
        self.lock.exit(me);
        if W::RINGS {
            <L::Memory as Memory>::fence(); // 25 before the bells
            self.ring_others(me);
        }
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
    room: &'a Room<L, W>,
    me: usize,
}

impl<L: Exclusion, W: Wait> Drop for Passage<'_, L, W> {
    fn drop(&mut self) {
        self.room.exit(self.me);
    }
}

/// A process in the waiting room; paused at least once if it has a pace.
struct Waiting<'a, L: Exclusion, W: Wait> {
    room: &'a Room<L, W>,
    me: usize,
    pace: Option<W::Pace>,
}

impl<L: Exclusion, W: Wait> Drop for Waiting<'_, L, W> {
    fn drop(&mut self) {
        if let Some(pace) = self.pace.take() {
            W::rise(self.room.bell(self.me), pace);
        }
    }
}

/// Made in `const`.
impl<const N: usize, L, W> Room<L, W>
where
    L: Exclusion<Shape = Inline<N>> + ConstNew,
    W: ConstWait<L::Memory>,
    <L::Memory as Memory>::Flag: ConstNew,
{
    const BELL: Padded<W::Bell<L::Memory>> = Padded(W::BELL);

    pub(crate) const fn const_new(k: usize) -> Self {
        Room {
            lock: L::NEW,
            k,
            bells: [Self::BELL; N],
            taken: [<<L::Memory as Memory>::Flag as ConstNew>::NEW; N],
        }
    }
}
