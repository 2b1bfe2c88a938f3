//! The reference: numbers that grow. A label is the largest number seen, plus one; ties go by id.
//!
//! A scan reads one register after the other (a plain collect). The order of two instances is
//! fixed by their numbers, so no scan can contradict another.

use super::history::View;
use super::{Operation, Outcome, Timestamps};
use crate::machine::next_other;

/// A register: a number, and for the check the number of the label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The number.
    pub number: u32,
    /// The instance, which no program reads.
    pub instance: usize,
}

/// The shared access of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A load of the register of a process.
    Load(usize),
    /// A store to the own register.
    Store(Stamp),
}

/// The local state of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process<const N: usize> {
    operation: Option<Operation>,
    /// The process that is read next; N when all have been read.
    i: usize,
    /// What it has read, and its own.
    seen: [Stamp; N],
}

impl<const N: usize> Process<N> {
    /// The access of the next step.
    #[must_use]
    pub fn access(&self, p: usize) -> Access {
        if self.i < N {
            return Access::Load(self.i);
        }
        let largest = self.seen.iter().map(|stamp| stamp.number).max();
        Access::Store(Stamp {
            number: largest.unwrap_or(0) + 1,
            instance: self.seen[p].instance + 1,
        })
    }

    /// The state after the next step, and what the step has done.
    #[must_use]
    pub fn advance(mut self, p: usize, loaded: Stamp) -> (Self, Outcome<N>) {
        if let Access::Store(stamp) = self.access(p) {
            self.seen[p] = stamp;
            return (self.ended(p), Outcome::Labelled);
        }
        self.seen[self.i] = loaded;
        self.i = next_other(self.i + 1, p);
        if self.i < N || self.operation == Some(Operation::Label) {
            return (self, Outcome::Running);
        }
        let mut order = std::array::from_fn(|q| q);
        order.sort_by_key(|&q| (self.seen[q].number, q));
        let seen = self.seen.map(|stamp| stamp.instance);
        (self.ended(p), Outcome::Scanned(View { order, seen }))
    }

    /// The state outside an operation: it keeps only its own register.
    fn ended(&self, p: usize) -> Self {
        let mut seen = [Stamp::default(); N];
        seen[p] = self.seen[p];
        Process {
            operation: None,
            i: N,
            seen,
        }
    }
}

/// N processes and their registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unbounded<const N: usize> {
    registers: [Stamp; N],
    processes: [Process<N>; N],
}

impl<const N: usize> Default for Unbounded<N> {
    fn default() -> Self {
        let process = Process {
            operation: None,
            i: N,
            seen: [Stamp::default(); N],
        };
        Unbounded {
            registers: [Stamp::default(); N],
            processes: [process; N],
        }
    }
}

impl<const N: usize> Timestamps<N> for Unbounded<N> {
    fn begin(&mut self, p: usize, operation: Operation) {
        self.processes[p].operation = Some(operation);
        self.processes[p].i = next_other(0, p);
    }

    fn step(&mut self, p: usize, _: usize) -> Outcome<N> {
        let loaded = match self.processes[p].access(p) {
            Access::Load(q) => self.registers[q],
            Access::Store(stamp) => {
                self.registers[p] = stamp;
                stamp
            }
        };
        let (process, outcome) = self.processes[p].advance(p, loaded);
        self.processes[p] = process;
        outcome
    }
}
