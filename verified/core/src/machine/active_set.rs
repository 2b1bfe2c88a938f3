//! The active set of Afek, Stupp and Touitou: who is there. A part of the machines of Taubenfeld's Algorithms 3 and 4.
//!
//! A set has three operations, `join`, `leave` and `getset`, and two conditions: `getset` returns whoever has been a member from its beginning to its end, and nobody
//! who has been none from its beginning to its end. Nothing is said of those who come or go meanwhile. [`Ideal`] is the set that returns anything that the two
//! conditions allow: what is true of a lock on it is true on every set that keeps them. [`Flags`] and [`Grid`] are made of registers, and
//! [`Members`] holds them against the conditions.

mod flags;
mod grid;
mod ideal;
mod members;

pub use flags::Flags;
pub use grid::{Grid, GridOf, NeverTurnsBack, StopsAtTheUnowned, Whole};
pub use ideal::{Ideal, IdealOf};
pub use members::Members;

use super::{Access, Array, Fields};
use crate::ticket::Ticket;
use core::fmt::Debug;
use core::hash::Hash;

/// What a process does with a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// S := S ∪ {p}.
    Join,
    /// S := S \ {p}.
    Leave,
    /// Asks who is there.
    GetSet,
}

/// What a step of an operation has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// A member that it found.
    pub found: Option<usize>,
    /// Whether the operation is over.
    pub done: bool,
}

impl Outcome {
    pub(crate) const GOING: Outcome = Outcome {
        found: None,
        done: false,
    };
    pub(crate) const DONE: Outcome = Outcome {
        found: None,
        done: true,
    };
}

/// A set for N processes, as a part of a machine: one shared access a step.
pub trait ActiveSet<const N: usize>: Copy + Eq + Hash + Debug {
    /// Its registers: the arrays, and in how many copies.
    const ARRAYS: &'static [Array];

    /// Nobody is there.
    fn new() -> Self;

    /// p begins an operation. Whether it is over at once.
    fn begin(&mut self, p: usize, operation: Operation) -> bool;

    /// The next access of the operation that p is in.
    fn next(&self, p: usize) -> Access;

    /// What the register of `access` holds.
    fn read(&self, access: &Access) -> Ticket;

    /// Makes the register of `access` hold `value`.
    fn write(&mut self, access: &Access, value: Ticket);

    /// Whether a load of the register of `access` may return either.
    fn in_flux(&self, _: &Access) -> bool {
        false
    }

    /// p makes its next access.
    fn step(&mut self, p: usize, loaded: Ticket) -> Outcome;

    /// Of `members`, as bits, the one that a `getset` finds next after `last`, or first.
    fn after(&self, members: u64, last: Option<usize>) -> Option<usize> {
        let from = last.map_or(0, |last| last + 1);
        (from..N).find(|q| members >> q & 1 == 1)
    }

    /// Shows everything that makes it up.
    fn fields(&mut self, fields: &mut impl Fields);
}
