//! FIFE for `SafeFife`, the progress half: the registers in which a process is captured are not
//! stored to until it has entered, and each of its steps brings it closer to its entry.

use super::induction::{can_load, others_stay};
use super::queue::{held, is_inside, is_sound, is_told, SafeQueue};
use super::steps::{captures_stay, goes, looks};
use crate::machine::Region;
use crate::safe_fife::{Line, SafeFife};
use creusot_std::logic::such_that;
use doorway_core::logic::prelude::*;
use doorway_core::ticket::Ticket;

impl<const N: usize> SafeFife<N> {
    /// Whether the two copies of each of q's captures are the same, except for a capture that q is
    /// storing; and what q has loaded of its capture in line 44 is what is there.
    #[logic(open)]
    pub fn has_captured(self, q: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            (forall<i> 0 <= i && i < N@ ==> self.captures(q, i, 0) == self.captures(q, i, 1)
                || (process.line == Line::L45 && process.i@ == i && process.copy@ == 1))
                && match process.line {
                    Line::L44Ticket => process.captured_with@ == self.captures(q, process.i@, 0),
                    Line::L45 => process.copy@ == 1 ==> self.captures(q, process.i@, 0) == process.ticket@,
                    _ => true,
                }
        }
    }

    /// Whether p is in line 44 for the next process after i, or inside if there is none.
    #[logic(open)]
    pub fn goes_to_next(self, p: usize, i: usize) -> bool {
        pearlite! {
            if i@ + 1 < N@ { self.is_there(p, Line::L44, i@ + 1, 0) } else { self.processes[p].line == Line::L46 }
        }
    }

    /// Whether p goes where the lines of the loop lead, and lines 43 to 45: p captures i, unless
    /// p's old capture is larger than what it has read of i's ticket.
    #[logic(open)]
    pub fn tests(self, next: Self, p: usize, loaded: Int) -> bool {
        pearlite! {
            let old = self.processes[p];
            let new = next.processes[p];
            match old.line {
                Line::L38 => match new.line {
                    Line::L38 => (new.i@ == old.i@ && new.copy@ < old.copy@) || (new.i@ > old.i@ && new.copy@ == 1),
                    Line::L41 => new.i@ == 0 && new.copy@ == 1,
                    _ => new.line == Line::L48,
                },
                Line::L41 => if old.ticket@ < loaded && old.copy@ == 1 {
                    next.is_there(p, Line::L41, old.i@, 0)
                } else if old.i@ + 1 < N@ {
                    next.is_there(p, Line::L41, old.i@ + 1, 1)
                } else {
                    new.line != Line::L41
                },
                Line::L43Load => new.line == Line::L43,
                Line::L43 => next.is_there(p, Line::L44, 0, 0),
                Line::L44 => next.is_there(p, Line::L44Ticket, old.i@, 0) && new.captured_with@ == loaded,
                Line::L44Ticket => new.captured_with == old.captured_with && if old.copy@ == 0 {
                    next.is_there(p, Line::L44Ticket, old.i@, 1) && new.first@ == loaded
                } else if old.captured_with@ <= old.first@ || old.captured_with@ <= loaded {
                    next.is_there(p, Line::L45, old.i@, 0)
                } else {
                    next.goes_to_next(p, old.i)
                },
                Line::L45 => if old.copy@ == 0 {
                    next.is_there(p, Line::L45, old.i@, 1)
                } else {
                    next.goes_to_next(p, old.i)
                },
                _ => true,
            }
        }
    }

    /// Whether c has captured p in both copies.
    #[logic(open)]
    pub fn is_captured_by(self, p: Int, c: Int) -> bool {
        pearlite! { self.private(p) < self.captures(c, p, 0) && self.private(p) < self.captures(c, p, 1) }
    }

    /// Whether c, if it is in line 44 and has loaded the first place of p's ticket, has loaded the
    /// value that is there.
    #[logic(open)]
    pub fn has_read_rightly(self, c: Int, p: Int) -> bool {
        pearlite! {
            let process = self.processes[c];
            process.line == Line::L44Ticket && process.i@ == p && process.copy@ == 1 ==> process.first@ == self.ticket(p, 0)
        }
    }

    /// Whether c has captured p and will not store to this capture: in line 44 it finds there a
    /// value that is larger than p's ticket.
    #[logic(open)]
    pub fn is_caught_by(self, p: Int, c: Int) -> bool {
        pearlite! {
            let process = self.processes[c];
            self.is_captured_by(p, c) && self.has_read_rightly(c, p) && !(process.line == Line::L45 && process.i@ == p)
        }
    }

    /// Whether a process from `from` on has captured p and will not store to this capture.
    #[logic(open)]
    pub fn is_caught_from(self, p: Int, from: Int) -> bool {
        pearlite! { exists<c> from <= c && 0 <= c && c < N@ && self.is_caught_by(p, c) }
    }

    /// Whether p is in the waiting room and can enter whatever the others do: it has left the loop,
    /// knows that it is captured, or will see that in its next scan.
    #[logic(open)]
    pub fn is_enabled(self, p: Int) -> bool {
        pearlite! {
            match self.processes[p].line {
                Line::L33 => self.is_caught_from(p, 0),
                Line::L38 | Line::L41 => self.processes[p].captured || self.is_caught_from(p, 0),
                Line::L43Load | Line::L43 | Line::L44 | Line::L44Ticket | Line::L45 => true,
                _ => false,
            }
        }
    }

    /// The number of steps of p's next access: two for a store.
    #[logic(open)]
    pub fn cost(self, p: Int) -> Int {
        pearlite! {
            match self.processes[p].line {
                Line::L30 | Line::L31Store | Line::L33 | Line::L43 | Line::L45 | Line::L48 => 2,
                _ => 1,
            }
        }
    }

    /// The number of processes other than p from i on, for an i that is not p.
    #[logic(open)]
    pub fn others_from(self, p: Int, i: Int) -> Int {
        pearlite! { if i < p { N@ - 1 - i } else { N@ - i } }
    }

    /// An upper bound on p's steps until it enters, if p is enabled: the rest of line 33; a scan of
    /// line 41 that may be too late to see the capture, and a scan that is not; lines 43 to 45.
    #[logic(open)]
    pub fn steps_left(self, p: Int) -> Int {
        pearlite! {
            let process = self.processes[p];
            let (i, copy) = (process.i@, process.copy@);
            match process.line {
                Line::L33 => 11 * N@ + 3 + 4 * self.others_from(p, i) - 2 * copy,
                Line::L38 => 11 * N@ + 2 - 2 * i + copy,
                Line::L41 => if process.captured || self.is_caught_from(p, i) {
                    9 * N@ + 2 - 2 * i + copy
                } else {
                    13 * N@ + 2 - 2 * i + copy
                },
                Line::L43Load => 7 * N@ + 3,
                Line::L43 => 7 * N@ + 2,
                Line::L44 => 7 * (N@ - i),
                Line::L44Ticket => 7 * (N@ - i) - 1 - copy,
                Line::L45 => 7 * (N@ - i) - 3 - 2 * copy,
                _ => 0,
            }
        }
    }

    /// The effect of a move of p on an enabled q. If q is p, it enters, or stays enabled with fewer
    /// steps left. Otherwise q stays enabled, and has no more steps left than before.
    #[logic(open)]
    pub fn approaches(self, next: Self, p: Int, q: Int) -> bool {
        pearlite! {
            self.is_enabled(q) ==> if q == p {
                next.is_critical(q) || (next.is_enabled(q) && next.steps_left(q) + self.cost(q) <= self.steps_left(q))
            } else {
                next.is_enabled(q) && next.cost(q) == self.cost(q) && next.steps_left(q) <= self.steps_left(q)
            }
        }
    }

    /// A process in the waiting room has the ticket of its passage in one of its two places. If it
    /// is in the loop, neither place has a larger ticket.
    #[logic]
    #[requires(is_sound(self))]
    #[ensures(forall<q> 0 <= q && q < N@ && self.region_of(q) == Region::WaitingRoom ==> self.private(q) == held(self, q)
        && (self.private(q) == self.ticket(q, 0) || self.private(q) == self.ticket(q, 1)))]
    #[ensures(forall<q> 0 <= q && q < N@ && self.is_looking(q) ==>
        self.ticket(q, 0) <= self.private(q) && self.ticket(q, 1) <= self.private(q))]
    pub fn a_waiter_has(self) {
        pearlite! { proof_assert!(forall<q> 0 <= q && q < N@ ==> is_told(self, q)) }
    }

    /// Whether q is in the loop of the waiting room, or at line 33 before it.
    #[logic(open)]
    pub fn is_looking(self, q: Int) -> bool {
        pearlite! {
            match self.processes[q].line {
                Line::L33 | Line::L38 | Line::L41 => true,
                _ => false,
            }
        }
    }

    /// A process that p has caught stays caught, if p is not at lines 44 to 46 after its step.
    #[logic]
    #[requires(0 <= p && p < N@ && 0 <= q && q < N@ && q != p && self.is_caught_by(q, p))]
    #[requires(captures_stay(self, next, p) && next.private(q) == self.private(q) && !is_inside(next, p))]
    #[ensures(next.is_caught_by(q, p))]
    pub fn leaves_alone(self, next: Self, p: Int, q: Int) {}

    /// A process that p has caught stays caught until it enters.
    #[logic]
    #[requires(self.does(next, p, loaded) && 0 <= q && q < N@ && q != p@ && self.is_looking(q) && self.is_caught_by(q, p@))]
    #[ensures(next.is_caught_by(q, p@))]
    pub fn stays_caught(self, next: Self, p: usize, loaded: Ticket, q: Int) {
        pearlite! {
            self.is_done(next, p, loaded);
            self.a_waiter_has();
            proof_assert!(next.private(q) == self.private(q) && next.ticket(q, 0) == self.ticket(q, 0));
            if self.is_entering(p) {
                proof_assert!(next.is_captured_by(q, p@))
            } else if self.processes[p].line == Line::L46 {
                ()
            } else {
                self.stays_out(next, p, loaded@);
                self.leaves_alone(next, p@, q)
            }
        }
    }

    /// Whether q was caught by p before p's step and is not after it.
    #[logic(open)]
    pub fn loses(self, next: Self, p: Int, q: Int) -> bool {
        pearlite! { 0 <= q && q < N@ && q != p && self.is_looking(q) && self.is_caught_by(q, p) && !next.is_caught_by(q, p) }
    }

    /// The others stay enabled whatever p does.
    #[logic]
    #[requires(self.does(next, p, loaded))]
    #[ensures(forall<q> 0 <= q && q < N@ && q != p@ ==> self.approaches(next, p@, q))]
    pub fn others_stay_enabled(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            self.is_done(next, p, loaded);
            if exists<q> self.loses(next, p@, q) {
                let q = such_that(|q: Int| self.loses(next, p@, q));
                self.stays_caught(next, p, loaded, q)
            };
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ ==> next.processes[q] == self.processes[q]);
            proof_assert!(forall<q, c> 0 <= q && q < N@ && q != p@ && self.is_looking(q) && 0 <= c && c < N@ && self.is_caught_by(q, c)
                ==> next.is_caught_by(q, c));
            proof_assert!(forall<q, from> 0 <= q && q < N@ && q != p@ && self.is_looking(q) && self.is_caught_from(q, from) ==>
                next.is_caught_from(q, from))
        }
    }
    /// p itself stays caught while it waits.
    #[logic]
    #[requires(0 <= p && p < N@ && others_stay(self, next, p) && captures_stay(self, next, p))]
    #[requires(forall<c> 0 <= c && c < N@ && c != p ==> next.processes[c] == self.processes[c])]
    #[requires(next.private(p) == self.private(p) && next.ticket(p, 0) == self.ticket(p, 0))]
    #[requires(next.processes[p].line != Line::L44Ticket && next.processes[p].line != Line::L45)]
    #[ensures(forall<c> 0 <= c && c < N@ && self.is_caught_by(p, c) ==> next.is_caught_by(p, c))]
    #[ensures(forall<from> self.is_caught_from(p, from) ==> next.is_caught_from(p, from))]
    pub fn is_caught_still(self, next: Self, p: Int) {
        pearlite! {
            proof_assert!(forall<c> 0 <= c && c < N@ && self.is_caught_by(p, c) ==> next.is_caught_by(p, c))
        }
    }

    /// In line 41 p sees that it is caught, if it is caught by the process that it polls.
    #[logic]
    #[requires(p@ < N@ && self.processes[p].line == Line::L41 && self.is_placed(p@) && can_load(self, p@, loaded@))]
    #[requires(self.is_caught_from(p@, self.processes[p].i@))]
    #[ensures(self.private(p@) < loaded@ || self.is_caught_from(p@, self.processes[p].i@ + 1))]
    pub fn sees_that_it_is_caught(self, p: usize, loaded: Ticket) {
        pearlite! {
            proof_assert!(self.is_caught_by(p@, self.processes[p].i@) ==>
                loaded@ == self.captures(self.processes[p].i@, p@, self.processes[p].copy@))
        }
    }

    /// Whether p, if it is caught, stays caught.
    #[logic(open)]
    pub fn keeps_caught(self, next: Self, p: Int) -> bool {
        pearlite! { forall<from> self.is_caught_from(p, from) ==> next.is_caught_from(p, from) }
    }

    /// Line 33: if p is enabled, it stays enabled with fewer steps left.
    #[logic]
    #[requires(p@ < N@ && self.is_placed(p@) && next.is_placed(p@) && self.processes[p].line == Line::L33 && self.processes[p].i@ != p@)]
    #[requires(goes(self, next, p@, loaded@) && self.keeps_caught(next, p@) && self.is_enabled(p@))]
    #[ensures(next.is_enabled(p@) && next.steps_left(p@) + 2 <= self.steps_left(p@))]
    pub fn announces_on(self, next: Self, p: usize, loaded: Ticket) {}

    /// Line 38: if p is enabled, it stays enabled with fewer steps left.
    #[logic]
    #[requires(p@ < N@ && self.is_placed(p@) && next.is_placed(p@) && self.processes[p].line == Line::L38)]
    #[requires(self.tests(next, p, loaded@) && next.processes[p].line != Line::L48)]
    #[requires(next.captured(p@) == self.captured(p@) && self.keeps_caught(next, p@) && self.is_enabled(p@))]
    #[ensures(next.is_enabled(p@) && next.steps_left(p@) + 1 <= self.steps_left(p@))]
    pub fn prunes_on(self, next: Self, p: usize, loaded: Ticket) {}

    /// Line 41: if p is enabled, it stays enabled with fewer steps left.
    #[logic]
    #[requires(p@ < N@ && self.is_placed(p@) && next.is_placed(p@) && self.processes[p].line == Line::L41)]
    #[requires(self.tests(next, p, loaded@) && looks(self, next, p@, self.processes[p].i@, self.processes[p].copy@, loaded@))]
    #[requires(self.is_caught_from(p@, self.processes[p].i@) ==>
        self.private(p@) < loaded@ || self.is_caught_from(p@, self.processes[p].i@ + 1))]
    #[requires(self.keeps_caught(next, p@) && self.is_enabled(p@))]
    #[ensures(next.is_enabled(p@) && next.steps_left(p@) + 1 <= self.steps_left(p@))]
    pub fn looks_at_the_next(self, next: Self, p: usize, loaded: Ticket) {}

    /// Lines 33, 38 and 41: if p is enabled, it stays enabled with fewer steps left.
    #[logic]
    #[requires(self.does(next, p, loaded) && self.is_looking(p@) && next.processes[p].line != Line::L48 && self.is_enabled(p@))]
    #[ensures(next.is_enabled(p@) && next.steps_left(p@) + self.cost(p@) <= self.steps_left(p@))]
    pub fn looks_on(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            self.is_done(next, p, loaded);
            self.stays_out(next, p, loaded@);
            proof_assert!(self.is_in_range(p@));
            proof_assert!(next.private(p@) == self.private(p@));
            self.is_caught_still(next, p@);
            match self.processes[p].line {
                Line::L33 => self.announces_on(next, p, loaded),
                Line::L38 => self.prunes_on(next, p, loaded),
                _ => {
                    if self.is_caught_from(p@, self.processes[p].i@) {
                        self.sees_that_it_is_caught(p, loaded)
                    };
                    self.looks_at_the_next(next, p, loaded)
                },
            }
        }
    }

    /// Lines 43 to 45: p has fewer steps left, or enters.
    #[logic]
    #[requires(p@ < N@ && self.tests(next, p, loaded@) && self.is_placed(p@) && next.is_placed(p@))]
    #[requires(self.is_enabled(p@) && !self.is_looking(p@))]
    #[ensures(next.is_critical(p@) || (next.is_enabled(p@) && next.steps_left(p@) + self.cost(p@) <= self.steps_left(p@)))]
    pub fn goes_in(self, next: Self, p: usize, loaded: Ticket) {}

    /// p's own step: if p is enabled, it enters, or stays enabled with fewer steps left.
    #[logic]
    #[requires(self.does(next, p, loaded) && (self.is_looking(p@) ==> next.processes[p].line != Line::L48))]
    #[ensures(self.approaches(next, p@, p@))]
    pub fn approaches_itself(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            self.is_done(next, p, loaded);
            if self.is_enabled(p@) {
                if self.is_looking(p@) {
                    self.looks_on(next, p, loaded)
                } else {
                    self.goes_in(next, p, loaded)
                }
            }
        }
    }
}
