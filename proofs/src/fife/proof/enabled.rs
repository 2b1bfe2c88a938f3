//! FIFE for `Fife`: who is overtaken is captured, and whoever is captured enters with its 4N-th step at the latest.

use doorway_core::logic::count::{count, own_moves};

use crate::fife::{Fife, Line};
use crate::machine::Region;
use crate::queue::{is_orderly, is_possible, is_sound, keeps_ticket, lemma_1, Order, Queue};
use doorway_core::logic::prelude::*;

impl<const N: usize> Fife<N> {
    /// Whether somebody from `from` on has written that it has overtaken p.
    #[logic(open)]
    pub fn is_overtaken_from(self, p: Int, from: Int) -> bool {
        pearlite! { exists<c> from <= c && 0 <= c && c < N@ && self.ticket[p]@ < self.capture[c][p]@ }
    }

    /// Whether p is in the waiting room and can enter whatever the others do: it has left the loop, knows that it is captured, or
    /// will see it when it looks.
    #[logic(open)]
    pub fn is_enabled(self, p: Int) -> bool {
        pearlite! {
            match self.processes[p].line {
                Line::L16 => self.is_overtaken_from(p, 0),
                Line::L21 | Line::L22 => self.processes[p].captured || self.is_overtaken_from(p, 0),
                Line::L23 => true,
                _ => false,
            }
        }
    }

    /// How many steps p makes at most until it enters, if it is enabled: the rest of line 16; a look that may come too late in line
    /// 22, and one that does not; line 23.
    #[logic(open)]
    pub fn steps_left(self, p: Int) -> Int {
        pearlite! {
            let process = self.processes[p];
            match process.line {
                Line::L16 => 4 * N@ - process.i@,
                Line::L21 => 3 * N@ - process.i@,
                Line::L22 => if process.captured || self.is_overtaken_from(p, process.i@) {
                    2 * N@ - process.i@
                } else {
                    4 * N@ - process.i@
                },
                Line::L23 => N@ - process.i@,
                _ => 0,
            }
        }
    }

    /// What the lines of the waiting room do: p enters, or stays there. If it was enabled it still is, and has fewer steps left.
    #[logic(open)]
    pub fn goes_on(self, next: Self, p: usize) -> bool {
        pearlite! {
            next.is_critical(p@) || (next.region_of(p@) == Region::WaitingRoom
                && (self.is_enabled(p@) ==> next.is_enabled(p@) && next.steps_left(p@) < self.steps_left(p@)))
        }
    }

    /// What a move of p is to q, if q is enabled: it stays so until it enters, and comes no farther from it; p itself comes closer.
    #[logic(open)]
    pub fn approaches(self, next: Self, p: Int, q: Int) -> bool {
        pearlite! {
            self.is_enabled(q) ==> if q == p {
                next.is_critical(q) || (next.is_enabled(q) && next.steps_left(q) < self.steps_left(q))
            } else {
                next.is_enabled(q) && next.steps_left(q) <= self.steps_left(q)
            }
        }
    }

    /// Captures only grow, so the others stay enabled whatever p does.
    #[logic]
    #[requires(p@ < N@ && is_sound(self) && self.differs_at(next, p) && keeps_ticket(self, next, p@))]
    #[ensures(forall<q> 0 <= q && q < N@ && q != p@ ==> self.approaches(next, p@, q))]
    pub fn others_stay_enabled(self, next: Self, p: usize) {
        pearlite! {
            proof_assert!(self.has_captured(p@));
            proof_assert!(forall<i> 0 <= i && i < N@ ==> self.captures(p@, i) <= next.captures(p@, i));
            proof_assert!(forall<c, i> 0 <= c && c < N@ && 0 <= i && i < N@ ==> self.capture[c][i]@ <= next.capture[c][i]@);
            proof_assert!(forall<q, from> 0 <= q && q < N@ && q != p@ && self.is_overtaken_from(q, from) ==>
                next.is_overtaken_from(q, from))
        }
    }

    /// Whether q, if it is inside, has captured p, who finished its doorway before q started it and still waits; and p is enabled.
    #[logic(open)]
    pub(crate) fn is_fife(self, order: Order, p: Int, q: Int) -> bool {
        pearlite! {
            order.before[p][q] && self.is_critical(q) ==> self.ticket[p]@ < self.capture[q][p]@ && self.is_enabled(p)
        }
    }

    /// **FIFE**, the safety half: whoever is overtaken is captured.
    #[logic]
    #[requires(0 <= p && p < N@ && 0 <= q && q < N@ && is_possible(self) && is_orderly(self, order))]
    #[ensures(self.is_fife(order, p, q))]
    pub(crate) fn fife(self, order: Order, p: Int, q: Int) {
        pearlite! {
            if order.before[p][q] && self.is_critical(q) {
                lemma_1(self, order, p, q);
                proof_assert!(self.has_captured(q));
                proof_assert!(self.region_of(p) == Region::WaitingRoom)
            }
        }
    }

    /// A run, as p sees it: `movers[j]` moves from `states[j]` to the next, by a step, or by giving up if it is not p.
    #[logic(open)]
    pub fn is_run(states: Seq<Self>, movers: Seq<Int>, p: Int) -> bool {
        pearlite! {
            states.len() == movers.len() + 1
                && (forall<j> 0 <= j && j < states.len() ==> is_sound(states[j]))
                && (forall<j> 0 <= j && j < movers.len() ==> states[j].approaches(states[j + 1], movers[j], p))
        }
    }

    /// What p's own steps of a run have cost it.
    #[logic]
    #[variant(len)]
    #[requires(0 <= p && p < N@ && Self::is_run(states, movers, p) && states[0].is_enabled(p))]
    #[requires(0 <= len && len <= movers.len() && forall<j> 0 <= j && j <= len ==> !states[j].is_critical(p))]
    #[ensures(states[len].is_enabled(p))]
    #[ensures(count(own_moves(movers, p), len) + states[len].steps_left(p) <= states[0].steps_left(p))]
    pub fn counts_down(states: Seq<Self>, movers: Seq<Int>, p: Int, len: Int) {
        if len > 0 {
            Self::counts_down(states, movers, p, len - 1)
        }
    }

    /// **FIFE**: if p finished its doorway before q started it, and q enters before p, then p enters with its 4N-th step at the
    /// latest, whatever the others do: in a run from there, as long as p has not entered, it has made fewer.
    #[logic]
    #[requires(0 <= p && p < N@ && 0 <= q && q < N@ && Self::is_run(states, movers, p))]
    #[requires(is_possible(states[0]) && is_orderly(states[0], order) && order.before[p][q] && states[0].is_critical(q))]
    #[requires(forall<j> 0 <= j && j < states.len() ==> !states[j].is_critical(p))]
    #[ensures(count(own_moves(movers, p), movers.len()) < 4 * N@)]
    pub(crate) fn enters_within_4n(
        states: Seq<Self>,
        movers: Seq<Int>,
        order: Order,
        p: Int,
        q: Int,
    ) {
        pearlite! {
            states[0].fife(order, p, q);
            Self::counts_down(states, movers, p, movers.len());
            proof_assert!(states[movers.len()].is_in_range(p) && states[0].is_in_range(p))
        }
    }
}
