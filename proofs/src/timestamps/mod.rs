//! Concurrent timestamp systems: Zehavi's section III. Explored, not proved, except [`pair`].
//!
//! A timestamp system orders N processes by the time of their last label. `Label` gives its process
//! a new timestamp. `Scan` returns a permutation of the processes, the oldest timestamp first.
//!
//! | module | what |
//! |---|---|
//! | [`history`] | the specification, as a check of a history of operations |
//! | [`properties`] | the four sentences of the paper, as a second check |
//! | [`ideal`] | atomic operations |
//! | [`laziest`] | anything that the specification allows |
//! | [`unbounded`] | the reference: numbers that grow |
//! | [`bounded`] | labels of [`doorway_core::label`], in single-writer registers |
//! | [`pair`] | the snapshot of [`bounded`] alone, for one scanner and one updater, without a bound |
//! | [`stamps`] | a timestamp system as a part of a lock's model |
//! | [`atomic`], [`lazy`], [`growing`], [`bounded::Packed`] | the four systems in that form |
//! | [`users`] | processes that label and scan, and the exploration of what they can do |
//!
//! [`bounded`] and [`unbounded`] are written as `access` and `advance`, with registers apart, one
//! shared access per step. They have their own register types: a register there holds a label
//! with its tags, and for the check also the number of the label, which no program reads.

#[cfg(not(creusot))]
pub mod atomic;
#[cfg(not(creusot))]
pub mod bounded;
#[cfg(not(creusot))]
pub mod growing;
#[cfg(not(creusot))]
pub mod history;
#[cfg(not(creusot))]
pub mod ideal;
#[cfg(not(creusot))]
pub mod laziest;
#[cfg(not(creusot))]
pub mod lazy;
pub mod pair;
#[cfg(not(creusot))]
pub mod properties;
#[cfg(not(creusot))]
pub mod stamps;
#[cfg(not(creusot))]
pub mod unbounded;
#[cfg(not(creusot))]
pub mod users;

#[cfg(not(creusot))]
use {history::View, std::fmt::Debug, std::hash::Hash};

/// An operation of a timestamp system.
#[cfg(not(creusot))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Takes a new timestamp.
    Label,
    /// Returns the order of the processes.
    Scan,
}

/// What a step of an operation has done.
#[cfg(not(creusot))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<const N: usize> {
    /// The operation goes on.
    Running,
    /// A label has ended.
    Labelled,
    /// A scan has ended.
    Scanned(View<N>),
}

/// A timestamp system for N processes, as a model.
#[cfg(not(creusot))]
pub trait Timestamps<const N: usize>: Clone + Eq + Hash + Debug {
    /// Begins an operation of p, which is in none. A step of p follows at once.
    fn begin(&mut self, p: usize, operation: Operation);

    /// The number of different steps that p may make next.
    fn choices(&self, _: usize) -> usize {
        1
    }

    /// Makes the next step of p, by one of its choices.
    fn step(&mut self, p: usize, choice: usize) -> Outcome<N>;
}
