//! Lamport's Bakery: the invariant of `proofs/src/bakery/invariant.rs`, for every N.

use crate::bakery::{Line, Process, Registers};
use crate::machine::Model;
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;
use doorway_core::ticket::INFINITY;

mod code;
mod lines;
mod program;

impl<const N: usize> Model<Registers<N>, Process, N> {
    /// Whether q wants to enter with a pair before (t, id), or has read id's register and may still
    /// take such a pair.
    #[logic(open)]
    pub fn is_ahead(self, q: Int, t: Int, id: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            match process.line {
                Line::L4 => process.i@ > id && before(process.choice@ + 1, q, t, id),
                Line::L4Store => before(process.choice@ + 1, q, t, id),
                Line::L5 => process.ticket@ != 0 && before(self.registers.ticket[q]@, q, t, id),
                Line::L7 | Line::L8 | Line::L9 => before(self.registers.ticket[q]@, q, t, id),
                Line::L2 | Line::L3 | Line::L10 => false,
            }
        }
    }

    /// Whether `Doorway[q]` and `Ticket[q]` are as q's line requires.
    #[logic(open)]
    pub fn is_told(self, q: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            let own = self.registers.ticket[q]@;
            process.i@ < N@
                && own < INFINITY@
                && match process.line {
                    Line::L2 | Line::L3 => !self.registers.doorway[q] && own == 0,
                    Line::L4 => self.registers.doorway[q] && own == 0 && process.choice@ < INFINITY@,
                    Line::L4Store => self.registers.doorway[q] && own == 0 && process.choice@ + 1 < INFINITY@,
                    Line::L5 => self.registers.doorway[q] && own == process.ticket@,
                    Line::L7 | Line::L8 => !self.registers.doorway[q] && own == process.ticket@ && own != 0,
                    Line::L9 => !self.registers.doorway[q] && own != 0,
                    Line::L10 => !self.registers.doorway[q],
                }
        }
    }

    /// The number of processes that p has passed in the loop of lines 6 to 8.
    #[logic(open)]
    pub fn passed(self, p: Int) -> Int {
        pearlite! {
            match self.processes[p].line {
                Line::L7 | Line::L8 => self.processes[p].i@,
                Line::L9 => N@,
                _ => 0,
            }
        }
    }

    /// Whether no process that p has passed is ahead of p. At line 8, process i, which p saw
    /// outside its doorway, is not ahead of p while it is in its doorway.
    #[logic(open)]
    pub fn has_passed_rightly(self, p: Int) -> bool {
        pearlite! {
            (forall<q> 0 <= q && q < self.passed(p) && q != p ==> !self.is_ahead(q, self.registers.ticket[p]@, p))
                && (self.processes[p].line == Line::L8 ==> {
                    let q = self.processes[p].i@;
                    q == p || !self.registers.doorway[q] || !self.is_ahead(q, self.registers.ticket[p]@, p)
                })
        }
    }

    /// The invariant.
    #[logic(open)]
    pub fn is_possible(self) -> bool {
        pearlite! {
            (forall<q> 0 <= q && q < N@ ==> self.is_told(q))
                && (forall<p> 0 <= p && p < N@ ==> self.has_passed_rightly(p))
        }
    }

    /// Whether p is inside.
    #[logic(open)]
    pub fn is_inside(self, p: Int) -> bool {
        pearlite! { self.processes[p].line == Line::L9 }
    }

    /// **Mutual exclusion**: if p and q are inside, then p = q.
    #[logic]
    #[requires(self.is_possible())]
    #[requires(0 <= p && p < N@ && self.is_inside(p))]
    #[requires(0 <= q && q < N@ && self.is_inside(q))]
    #[ensures(p == q)]
    pub fn mutual_exclusion(self, p: Int, q: Int) {
        pearlite! {
            proof_assert!(self.has_passed_rightly(p) && self.has_passed_rightly(q));
            proof_assert!(p != q ==> !self.is_ahead(q, self.registers.ticket[p]@, p) && !self.is_ahead(p, self.registers.ticket[q]@, q))
        }
    }

    /// Whether p's next step begins at `line`.
    #[logic(open)]
    pub fn is_at(self, p: usize, line: Line) -> bool {
        pearlite! { p@ < N@ && self.is_possible() && self.processes[p].line == line }
    }

    /// What every line is proved to do: it preserves p's own part of the invariant, and p gets
    /// ahead of no process that it was not ahead of.
    #[logic(open)]
    pub fn moves(self, next: Self, p: usize) -> bool {
        pearlite! {
            self.leaves_others(next, p)
                && next.is_told(p@)
                && next.has_passed_rightly(p@)
                && (forall<r> 0 <= r && r < N@ && r != p@ && next.is_ahead(p@, self.registers.ticket[r]@, r) ==>
                    self.is_ahead(p@, self.registers.ticket[r]@, r)
                        && (next.registers.doorway[p@] ==> self.registers.doorway[p@]))
        }
    }

    /// Whether only p's variables and registers differ in `next`.
    #[logic(open)]
    pub fn leaves_others(self, next: Self, p: usize) -> bool {
        pearlite! {
            forall<q> 0 <= q && q < N@ && q != p@ ==>
                next.processes[q] == self.processes[q]
                && next.registers.ticket[q] == self.registers.ticket[q]
                && next.registers.doorway[q] == self.registers.doorway[q]
        }
    }

    /// What every line does preserves the invariant.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && self.moves(next, p))]
    #[ensures(next.is_possible())]
    pub fn stays_possible(self, next: Self, p: usize) {
        pearlite! {
            proof_assert!(forall<q, r> 0 <= r && r < N@ && r != p@ && 0 <= q && q < N@
                && next.is_ahead(q, self.registers.ticket[r]@, r) ==> self.is_ahead(q, self.registers.ticket[r]@, r));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ ==>
                self.has_passed_rightly(r) && next.passed(r) == self.passed(r) && next.has_passed_rightly(r))
        }
    }
}
