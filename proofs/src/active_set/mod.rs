//! The active set of Afek, Stupp and Touitou: the processes that compete for the lock. A part of
//! the models of Taubenfeld's Algorithms 3 and 4.
//!
//! A set has three operations, `join`, `leave` and `getset`, and two conditions. `getset` returns
//! every process that was a member from its beginning to its end. It returns no process that was
//! not a member from its beginning to its end. The conditions say nothing about a process that
//! joins or leaves meanwhile. [`Ideal`] is the set that returns anything that the two conditions
//! allow: a property of a lock on `Ideal` is a property of the lock on every set that satisfies
//! them. [`Flags`] and [`Grid`] are made of registers, and [`Members`] checks them against the
//! conditions.

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

/// An operation on a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// S := S ∪ {p}.
    Join,
    /// S := S \ {p}.
    Leave,
    /// Returns the members.
    GetSet,
}

/// The result of one step of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The member that the step found, if any.
    pub found: Option<usize>,
    /// Whether the operation has ended.
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

/// `localS`: the processes that a `getset` has found, in the order in which it found them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Local<const N: usize> {
    ids: [usize; N],
    len: usize,
}

impl<const N: usize> Local<N> {
    /// The empty set.
    pub const EMPTY: Self = Local {
        ids: [0; N],
        len: 0,
    };

    /// Adds q at the end.
    pub fn push(&mut self, q: usize) {
        if self.len < N {
            self.ids[self.len] = q;
            self.len += 1;
        }
    }

    /// The process at a place.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<usize> {
        self.ids().get(at).copied()
    }

    /// All processes, in order.
    #[must_use]
    pub fn ids(&self) -> &[usize] {
        &self.ids[..self.len]
    }

    /// The set without the first `passed` processes.
    #[must_use]
    pub fn after(&self, passed: usize) -> Self {
        let mut rest = Local::EMPTY;
        self.ids().iter().skip(passed).for_each(|&q| rest.push(q));
        rest
    }

    /// Passes the set to `fields`.
    pub fn fields(&mut self, fields: &mut impl Fields) {
        fields.number(&mut self.len, N + 1);
        for q in &mut self.ids {
            fields.number(q, N);
        }
    }
}

/// An active set for N processes, as a part of a model: one shared access per step.
pub trait ActiveSet<const N: usize>: Copy + Eq + Hash + Debug {
    /// The arrays of its registers.
    const ARRAYS: &'static [Array];

    /// The empty set.
    fn new() -> Self;

    /// Begins an operation of p. Returns whether the operation ends at once.
    fn begin(&mut self, p: usize, operation: Operation) -> bool;

    /// The next access of the operation that p is in.
    fn next(&self, p: usize) -> Access;

    /// The value in the register of `access`.
    fn read(&self, access: &Access) -> Ticket;

    /// Stores `value` in the register of `access`.
    fn write(&mut self, access: &Access, value: Ticket);

    /// Whether a load of the register of `access` may return either value.
    fn in_flux(&self, _: &Access) -> bool {
        false
    }

    /// Makes p's next access.
    fn step(&mut self, p: usize, loaded: Ticket) -> Outcome;

    /// Passes every part of the set to `fields`.
    fn fields(&mut self, fields: &mut impl Fields);
}
