//! The invariant of Lamport's Bakery, as executable Rust.

use crate::bakery::{Bakery, Line};
use crate::invariant::{all, Inductive};
use crate::queue::Pair;
use doorway_core::ticket::INFINITY;

impl<const N: usize> Bakery<N> {
    /// Whether q wants to enter with a pair before g, or has read the register of g's process and
    /// may still take such a pair.
    fn is_ahead(&self, q: usize, g: Pair) -> bool {
        let process = &self.processes[q];
        let seen = process.choice.largest();
        let pair = Pair {
            ticket: self.registers.ticket[q],
            id: q,
        };
        match process.line {
            Line::L4 => process.i > g.id && g.is_after_choice(seen, q),
            Line::L4Store => g.is_after_choice(seen, q),
            Line::L5 => process.ticket != 0 && pair.is_before(g),
            Line::L7 | Line::L8 | Line::L9 => pair.is_before(g),
            Line::L2 | Line::L3 | Line::L10 => false,
        }
    }

    /// Whether `Doorway[q]` and `Ticket[q]` are as q's line requires.
    fn is_told(&self, q: usize) -> bool {
        let process = &self.processes[q];
        let seen = process.choice.largest();
        let in_doorway = matches!(process.line, Line::L4 | Line::L4Store | Line::L5);
        let has_one = match process.line {
            Line::L2 | Line::L3 | Line::L4 | Line::L4Store => self.registers.ticket[q] == 0,
            Line::L5 => self.registers.ticket[q] == process.ticket,
            Line::L7 | Line::L8 => {
                self.registers.ticket[q] == process.ticket && self.registers.ticket[q] != 0
            }
            Line::L9 => self.registers.ticket[q] != 0,
            Line::L10 => true,
        };
        process.i < N
            && self.registers.doorway[q] == in_doorway
            && self.registers.ticket[q] < INFINITY
            && has_one
            && (process.line != Line::L4 || seen < INFINITY)
            && (process.line != Line::L4Store || seen < INFINITY - 1)
    }

    /// Whether no process that p has passed is ahead of p. At line 8, process i, which p saw
    /// outside its doorway, is not ahead of p while it is in its doorway.
    fn has_passed_rightly(&self, p: usize) -> bool {
        let process = &self.processes[p];
        let me = Pair {
            ticket: self.registers.ticket[p],
            id: p,
        };
        let passed = match process.line {
            Line::L7 | Line::L8 => process.i,
            Line::L9 => N,
            _ => 0,
        };
        all(N, |q| q >= passed || q == p || !self.is_ahead(q, me))
            && (process.line != Line::L8 || {
                let q = process.i;
                q == p || !self.registers.doorway[q] || !self.is_ahead(q, me)
            })
    }

    /// The invariant. It needs no record of the past.
    pub(crate) fn is_possible(&self) -> bool {
        all(N, |q| self.is_told(q)) && all(N, |p| self.has_passed_rightly(p))
    }
}

impl<const N: usize> Inductive for Bakery<N> {
    type Ghost = ();

    fn ghost() {}

    fn remember(&self, _: usize, _: &Self, (): ()) {}

    fn invariant_with(&self, (): ()) -> bool {
        self.is_possible()
    }

    #[cfg(kani)]
    fn any() -> (Self, usize) {
        let k = 1;
        (Self { k, ..kani::any() }, k)
    }
}
