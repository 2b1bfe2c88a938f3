//! The active set of Afek, Stupp and Touitou: who is there. A part of the machines of Taubenfeld's Algorithms 3 and 4.
//!
//! A set has three operations, `join`, `leave` and `getset`, and two conditions: `getset` returns whoever has been a member from its beginning to its end, and nobody
//! who has been none from its beginning to its end. Nothing is said of those who come or go meanwhile. [`Ideal`] is the set that returns anything that the two
//! conditions allow: what is true of a lock on it is true on every set that keeps them. [`Flags`] and [`Grid`] are made of registers, and
//! [`Members`] holds them against the conditions.

pub mod facts;
mod flags;
mod grid;
mod ideal;
mod members;

pub use flags::Flags;
pub use grid::{Grid, GridOf, NeverTurnsBack, StopsAtTheUnowned, Whole};
pub use ideal::{Ideal, IdealOf};
pub use members::Members;

use crate::machine::{Access, Array, Fields};
use core::fmt::Debug;
use core::hash::Hash;
use doorway_core::ticket::Ticket;

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

/// `localS`: whom a `getset` has found, in the order in which it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Local<const N: usize> {
    ids: [usize; N],
    len: usize,
}

impl<const N: usize> Local<N> {
    /// Nobody.
    pub const EMPTY: Self = Local {
        ids: [0; N],
        len: 0,
    };

    /// One more.
    pub fn push(&mut self, q: usize) {
        if self.len < N {
            self.ids[self.len] = q;
            self.len += 1;
        }
    }

    /// The one at a place.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<usize> {
        self.ids().get(at).copied()
    }

    /// All of them.
    #[must_use]
    pub fn ids(&self) -> &[usize] {
        &self.ids[..self.len]
    }

    /// Without the first so many.
    #[must_use]
    pub fn after(&self, passed: usize) -> Self {
        let mut rest = Local::EMPTY;
        self.ids().iter().skip(passed).for_each(|&q| rest.push(q));
        rest
    }

    /// Shows it.
    pub fn fields(&mut self, fields: &mut impl Fields) {
        fields.number(&mut self.len, N + 1);
        for q in &mut self.ids {
            fields.number(q, N);
        }
    }
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

    /// Shows everything that makes it up.
    fn fields(&mut self, fields: &mut impl Fields);
}
