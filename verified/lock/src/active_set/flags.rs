//! An active set with one flag per slot.

use super::members::Members;
use super::ActiveSet;
use crate::layout::Row;
use crate::memory::{Array, AtomicMemory, ConstRegister, Memory, Register};
use crate::others;
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;

/// An active set with one flag per slot: `join` and `leave` are one store each, `getset` is N - 1
/// loads.
#[derive(Debug)]
pub struct Flags(());

impl ActiveSet for Flags {
    type Registers<S: Shape, M: AtomicMemory> = Registers<S, M>;
    const NAME: &'static str = "flags";
}

/// One flag per process: whether it is a member.
pub struct Registers<S: Shape, M: Memory> {
    active: Row<S, M::Register>,
}

impl<S: Shape, M: AtomicMemory> Members<S> for Registers<S, M> {
    fn new(shape: &S) -> Self {
        Registers {
            active: Row::new(shape, Array::Active, 0),
        }
    }

    #[inline]
    fn join(&self, me: usize) {
        self.active.at(me).store(1);
    }

    #[inline]
    fn leave(&self, me: usize) {
        self.active.at(me).store(0);
    }

    #[inline]
    fn getset(&self, me: usize, mut found: impl FnMut(usize)) {
        for j in others(me, self.active.len()) {
            if self.active.at(j).load() != 0 {
                found(j);
            }
        }
    }
}

impl<const N: usize, M: Memory> ConstNew for Registers<Inline<N>, M>
where
    M::Register: ConstRegister,
{
    const NEW: Self = Registers { active: Row::ZERO };
}

impl<S: Shape, M: Memory> fmt::Debug for Registers<S, M>
where
    M::Register: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.active.fmt(f)
    }
}
