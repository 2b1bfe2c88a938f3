//! Taubenfeld's Black-White Bakery: the invariant of `proofs/src/black_white/invariant.rs`, for
//! every N.

mod bound;
mod steps;

use crate::black_white::{BlackWhite, Line};
use crate::machine::{Access, Array, Kind, Region};
use doorway_core::color::MOST;
use doorway_core::logic::color::packed;
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;
use doorway_core::ticket::Ticket;

impl<const N: usize> BlackWhite<N> {
    /// The number of p's ticket; 0 while p has none.
    #[logic(open)]
    pub fn own(self, p: Int) -> Int {
        pearlite! { if self.ticket[p]@ == 0 { 0 } else { self.processes[p].number@ } }
    }

    /// Whether q has read its color and either is choosing or has a number; true until its ticket
    /// is cleared.
    #[logic(open)]
    pub fn is_colored(self, q: Int) -> bool {
        pearlite! {
            match self.processes[q].line {
                Line::Remainder | Line::L1 | Line::L2 | Line::L13Choosing => false,
                Line::Alone6 | Line::Alone7 | Line::Alone11 => false,
                Line::L3 | Line::L3Store => true,
                _ => self.processes[q].number@ != 0,
            }
        }
    }

    /// Whether q has p's color and a pair before p's, or has read p's register and may still take
    /// one.
    #[logic(open)]
    pub fn beats(self, q: Int, p: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            process.color == self.processes[p].color
                && match process.line {
                    Line::Remainder | Line::L1 | Line::L2 | Line::L13Choosing => false,
                    Line::Alone6 | Line::Alone7 | Line::Alone11 => false,
                    Line::L3 => process.i@ > p && before(process.choice@ + 1, q, self.own(p), p),
                    Line::L3Store => before(process.choice@ + 1, q, self.own(p), p),
                    _ => process.number@ != 0 && before(process.number@, q, self.own(p), p),
                }
        }
    }

    /// Whether q has the older color, and p the newer.
    #[logic(open)]
    pub fn is_older(self, q: Int, p: Int) -> bool {
        pearlite! {
            self.is_colored(q)
                && self.is_colored(p)
                && self.processes[q].color != self.processes[p].color
                && self.processes[p].color == self.color
        }
    }

    /// Whether q goes before p.
    #[logic(open)]
    pub fn is_ahead(self, q: Int, p: Int) -> bool {
        pearlite! { self.beats(q, p) || self.is_older(q, p) }
    }

    /// Whether q's ticket register contains the ticket that q has taken.
    #[logic(open)]
    pub fn announced(self, q: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            1 <= process.number@
                && process.number@ <= MOST@
                && self.ticket[q]@ == packed(process.color, process.number@)
        }
    }

    /// Whether `choosing[q]` and q's ticket are as q's line requires.
    #[logic(open)]
    pub fn is_told(self, q: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            let none = process.number@ == 0 && self.ticket[q]@ == 0;
            process.i@ < N@
                && match process.line {
                    Line::Remainder | Line::L1 => !self.choosing[q] && self.ticket[q]@ == 0,
                    Line::Alone6 | Line::Alone7 => self.choosing[q] && none && process.i@ != q,
                    Line::Alone11 => self.choosing[q] && none,
                    Line::L2 => self.choosing[q] && self.ticket[q]@ == 0,
                    Line::L3 => self.choosing[q] && self.ticket[q]@ == 0 && process.i@ != q,
                    Line::L3Store => self.choosing[q] && self.ticket[q]@ == 0 && process.choice@ < MOST@,
                    Line::L4 => self.choosing[q] && (none || self.announced(q)),
                    Line::L6 | Line::L7 | Line::L9 => !self.choosing[q] && self.announced(q) && process.i@ != q,
                    Line::L12 | Line::L11 => !self.choosing[q] && self.announced(q),
                    Line::L13 => none || (!self.choosing[q] && self.announced(q)),
                    Line::L13Choosing => self.ticket[q]@ == 0,
                }
        }
    }

    /// The number of processes that p has passed in the loop of lines 5 to 10.
    #[logic(open)]
    pub fn passed(self, p: Int) -> Int {
        pearlite! {
            match self.processes[p].line {
                Line::L6 | Line::L7 | Line::L9 => self.processes[p].i@,
                Line::L12 | Line::L11 => N@,
                _ => 0,
            }
        }
    }

    /// Whether q, which p polls, is as p has seen it: once seen not choosing, q is not ahead of p
    /// while it is choosing; once seen with the other color, q does not beat p.
    #[logic(open)]
    pub fn looks_rightly(self, p: Int, q: Int) -> bool {
        pearlite! {
            match self.processes[p].line {
                Line::L7 => !self.choosing[q] || !self.is_ahead(q, p),
                Line::L9 => !self.beats(q, p) && (!self.choosing[q] || !self.is_ahead(q, p)),
                _ => true,
            }
        }
    }

    /// Whether no process that p has passed is ahead of p, and, if p is inside, the bit is not p's
    /// color.
    #[logic(open)]
    pub fn has_passed_rightly(self, p: Int) -> bool {
        pearlite! {
            (forall<q> 0 <= q && q < self.passed(p) && q != p ==> !self.is_ahead(q, p))
                && self.looks_rightly(p, self.processes[p].i@)
                && (self.processes[p].line == Line::L11 ==> self.color != self.processes[p].color)
        }
    }

    /// Whether q has seen on its fast path that p is idle.
    #[logic(open)]
    pub fn is_alone_past(self, q: Int, p: Int) -> bool {
        pearlite! {
            match self.processes[q].line {
                Line::Alone6 => self.processes[q].i@ > p,
                Line::Alone7 => self.processes[q].i@ >= p,
                Line::Alone11 => true,
                _ => false,
            }
        }
    }

    /// Whether q has seen on its fast path that p is idle, or is in the waiting room and has seen
    /// that p is not choosing.
    #[logic(open)]
    pub fn is_past(self, q: Int, p: Int) -> bool {
        pearlite! {
            match self.processes[q].line {
                Line::L6 => self.processes[q].i@ > p,
                Line::L7 | Line::L9 => self.processes[q].i@ >= p,
                Line::L12 | Line::L11 => true,
                _ => self.is_alone_past(q, p),
            }
        }
    }

    /// The number of processes that p has seen idle on its fast path.
    #[logic(open)]
    pub fn found_away(self, p: Int) -> Int {
        pearlite! {
            match self.processes[p].line {
                Line::Alone6 | Line::Alone7 => self.processes[p].i@,
                Line::Alone11 => N@,
                _ => 0,
            }
        }
    }

    /// Whether no process that p has seen idle on its fast path is past p.
    #[logic(open)]
    pub fn is_alone_rightly(self, p: Int) -> bool {
        pearlite! {
            (forall<q> 0 <= q && q < self.found_away(p) && q != p ==> !self.is_past(q, p))
                && (self.processes[p].line == Line::Alone7 ==> !self.is_alone_past(self.processes[p].i@, p))
        }
    }

    /// The invariant.
    #[logic(open)]
    pub fn is_possible(self) -> bool {
        pearlite! {
            (forall<q> 0 <= q && q < N@ ==> self.is_told(q))
                && (forall<p> 0 <= p && p < N@ ==> self.has_passed_rightly(p))
                && (forall<p> 0 <= p && p < N@ ==> self.is_alone_rightly(p))
        }
    }

    /// Whether p has been let in: it is inside, or about to turn the bit.
    #[logic(open)]
    pub fn is_inside(self, p: Int) -> bool {
        pearlite! {
            match self.processes[p].line {
                Line::L12 | Line::L11 | Line::Alone11 => true,
                _ => false,
            }
        }
    }

    /// **Mutual exclusion**: if p and q have been let in, then p = q.
    #[logic]
    #[requires(self.is_possible())]
    #[requires(0 <= p && p < N@ && self.is_inside(p))]
    #[requires(0 <= q && q < N@ && self.is_inside(q))]
    #[ensures(p == q)]
    pub fn mutual_exclusion(self, p: Int, q: Int) {
        pearlite! {
            proof_assert!(self.is_told(p) && self.is_told(q));
            proof_assert!(self.has_passed_rightly(p) && self.has_passed_rightly(q));
            proof_assert!(self.is_alone_rightly(p) && self.is_alone_rightly(q));
            proof_assert!(self.is_past(p, q) && self.is_past(q, p));
            proof_assert!(p != q ==> self.processes[p].line != Line::Alone11 && self.processes[q].line != Line::Alone11);
            proof_assert!(p != q ==> !self.is_ahead(q, p) && !self.is_ahead(p, q));
            proof_assert!(self.own(p) == self.processes[p].number@ && self.own(q) == self.processes[q].number@)
        }
    }

    /// Whether p's next step begins at `line`.
    #[logic(open)]
    pub fn is_at(self, p: usize, line: Line) -> bool {
        pearlite! { p@ < N@ && self.is_possible() && self.processes[p].line == line }
    }

    /// Whether p may cancel.
    #[logic(open)]
    pub fn is_waiting(self, p: usize) -> bool {
        pearlite! { self.processes[p].line == Line::L6 || self.processes[p].line == Line::L7 }
    }

    /// Whether `loaded` is what p's next step loads, if it loads.
    #[logic(open)]
    pub fn is_loaded(self, p: usize, loaded: Ticket) -> bool {
        pearlite! {
            match self.processes[p].line {
                Line::L2 | Line::L9 => loaded@ == if self.color { 1 } else { 0 },
                Line::L3 | Line::L7 | Line::Alone7 => loaded == self.ticket[self.processes[p].i],
                Line::L6 | Line::Alone6 => loaded@ == if self.choosing[self.processes[p].i] { 1 } else { 0 },
                _ => true,
            }
        }
    }

    /// The value in the register of `access`.
    #[logic(open)]
    pub fn held_by(self, access: Access) -> Int {
        pearlite! {
            match access.array {
                Array::Color => if self.color { 1 } else { 0 },
                Array::Choosing => if self.choosing[access.writer] { 1 } else { 0 },
                _ => self.ticket[access.writer]@,
            }
        }
    }

    /// Whether `access`, if it is a load, can return `loaded`.
    #[logic(open)]
    pub fn returns(self, access: Option<Access>, loaded: Ticket) -> bool {
        pearlite! {
            match access {
                Some(access) => match access.kind {
                    Kind::Load => loaded@ == self.held_by(access),
                    _ => true,
                },
                None => true,
            }
        }
    }

    /// Whether p is in `region`, as far as the critical section is concerned.
    #[logic(open)]
    pub fn is_region(self, p: usize, region: Region) -> bool {
        pearlite! {
            (self.processes[p].line == Line::L11 || self.processes[p].line == Line::Alone11) == (region == Region::Critical)
        }
    }

    /// Whether only p's variables, and perhaps the bit, differ in `next`.
    #[logic(open)]
    pub fn others_stay(self, next: Self, p: usize) -> bool {
        pearlite! {
            forall<q> 0 <= q && q < N@ && q != p@ ==>
                next.processes[q] == self.processes[q]
                && next.ticket[q] == self.ticket[q]
                && next.choosing[q] == self.choosing[q]
        }
    }

    /// Whether the bit stays, or turns away from the color that every colored process has: the
    /// paper's Corollary 1.
    #[logic(open)]
    pub fn turns_rightly(self, next: Self) -> bool {
        pearlite! {
            next.color == self.color
                || (forall<q> 0 <= q && q < N@ && next.is_colored(q) ==> next.processes[q].color == self.color)
        }
    }

    /// Whether p gets ahead of no process that it was not ahead of.
    #[logic(open)]
    pub fn gets_ahead_of_none(self, next: Self, p: usize) -> bool {
        pearlite! {
            forall<r> 0 <= r && r < N@ && r != p@ ==>
                (next.beats(p@, r) ==> self.beats(p@, r))
                && (next.is_older(p@, r) ==> self.is_older(p@, r))
                && (next.is_ahead(p@, r) && next.choosing[p@] ==> self.choosing[p@])
        }
    }

    /// Whether p goes past no process that is choosing.
    #[logic(open)]
    pub fn goes_past_rightly(self, next: Self, p: usize) -> bool {
        pearlite! {
            forall<r> 0 <= r && r < N@ && r != p@ && self.choosing[r] ==>
                (next.is_past(p@, r) ==> self.is_past(p@, r))
                && (next.is_alone_past(p@, r) ==> self.is_alone_past(p@, r))
        }
    }

    /// What every line is proved to do.
    #[logic(open)]
    pub fn moves(self, next: Self, p: usize) -> bool {
        pearlite! {
            self.others_stay(next, p)
                && next.is_told(p@)
                && next.has_passed_rightly(p@)
                && next.is_alone_rightly(p@)
                && self.goes_past_rightly(next, p)
                && self.turns_rightly(next)
                && self.gets_ahead_of_none(next, p)
        }
    }

    /// What every line does preserves the invariant.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && self.moves(next, p))]
    #[ensures(next.is_possible())]
    pub fn keeps(self, next: Self, p: usize) {
        pearlite! {
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ ==> self.is_told(q) && next.is_told(q));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ ==> next.own(r) == self.own(r));
            proof_assert!(forall<q, r> 0 <= r && r < N@ && r != p@ && 0 <= q && q < N@ && q != r
                && next.beats(q, r) ==> self.beats(q, r));
            proof_assert!(forall<q, r> 0 <= r && r < N@ && r != p@ && 0 <= q && q < N@ && q != r
                && next.is_older(q, r) ==> self.is_older(q, r));
            proof_assert!(forall<q, r> 0 <= r && r < N@ && r != p@ && 0 <= q && q < N@ && q != r
                && next.is_ahead(q, r) && next.choosing[q] ==> self.choosing[q]);
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ ==>
                self.has_passed_rightly(r) && next.passed(r) == self.passed(r) && next.has_passed_rightly(r));
            proof_assert!(forall<q, r> 0 <= r && r < N@ && r != p@ && 0 <= q && q < N@ && q != r && next.choosing[r]
                && next.is_past(q, r) ==> self.is_past(q, r));
            proof_assert!(forall<q, r> 0 <= r && r < N@ && r != p@ && 0 <= q && q < N@ && q != r && next.choosing[r]
                && next.is_alone_past(q, r) ==> self.is_alone_past(q, r));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ ==>
                self.is_alone_rightly(r) && next.found_away(r) == self.found_away(r) && next.is_alone_rightly(r))
        }
    }
}
