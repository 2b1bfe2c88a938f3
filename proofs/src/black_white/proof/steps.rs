//! The lemmas behind the lines that decide: why they do what `moves` and `numbers` state.

use crate::black_white::{BlackWhite, Line};
use doorway_core::color::{Compared, MOST};
use doorway_core::logic::color::{compares, packed, unpacked};
use doorway_core::logic::prelude::*;

impl<const N: usize> BlackWhite<N> {
    /// Line 3: p reads from i's register the number that i has; or i has none.
    #[logic]
    #[requires(self.is_at(p, Line::L3))]
    #[ensures({
        let i = self.processes[p].i@;
        let there = self.ticket[i]@;
        0 <= i && i < N@ && i != p@
            && (self.own(i) == 0 || (self.own(i) == there / 2 && self.processes[i].color == (there % 2 == 1)))
    })]
    pub fn sees_its_number(self, p: usize) {
        pearlite! {
            let i = self.processes[p].i@;
            proof_assert!(self.is_told(p@) && self.is_told(i));
            unpacked(self.processes[i].color, self.processes[i].number@)
        }
    }

    /// Line 7: a process that p passes is not ahead of p; a process with the other color does not
    /// beat p.
    #[logic]
    #[requires(self.is_at(p, Line::L7))]
    #[ensures({
        let mine = packed(self.processes[p].color, self.processes[p].number@);
        let i = self.processes[p].i@;
        self.processes[p].number@ <= MOST@ && 0 <= i && i < N@ && i != p@
            && (compares(self.ticket[i]@, i, mine, p@, Compared::Pass) ==> !self.is_ahead(i, p@))
            && (compares(self.ticket[i]@, i, mine, p@, Compared::Ask) ==> !self.beats(i, p@))
            && (!self.choosing[i] || !self.is_ahead(i, p@))
    })]
    pub fn looks_at_its_ticket(self, p: usize) {
        pearlite! {
            let i = self.processes[p].i@;
            proof_assert!(self.is_told(p@) && self.is_told(i) && self.has_passed_rightly(p@));
            proof_assert!(self.own(p@) == self.processes[p].number@);
            unpacked(self.processes[p].color, self.processes[p].number@);
            unpacked(self.processes[i].color, self.processes[i].number@)
        }
    }

    /// Line 9: if p has the older color, the process that p polls is not ahead of p.
    #[logic]
    #[requires(self.is_at(p, Line::L9))]
    #[ensures({
        let i = self.processes[p].i@;
        0 <= i && i < N@ && i != p@
            && (self.processes[p].color != self.color ==> !self.is_ahead(i, p@))
            && (!self.choosing[i] || !self.is_ahead(i, p@))
    })]
    pub fn loads_the_color(self, p: usize) {
        pearlite! { proof_assert!(self.is_told(p@) && self.has_passed_rightly(p@)) }
    }

    /// Corollary 1: when the bit turns, every colored process has the color that it turns from.
    #[logic]
    #[requires(self.is_at(p, Line::L12))]
    #[ensures(self.is_colored(p@))]
    #[ensures(self.processes[p].color == self.color ==> forall<q> 0 <= q && q < N@ && self.is_colored(q) ==>
        self.processes[q].color == self.color)]
    pub fn corollary_1(self, p: usize) {
        pearlite! {
            proof_assert!(self.is_told(p@) && self.has_passed_rightly(p@));
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ ==> !self.is_older(q, p@))
        }
    }

    /// Whether p goes on in the waiting room with the same variables, and nothing else changes.
    #[logic(open)]
    pub fn goes_on(self, next: Self, p: usize) -> bool {
        pearlite! {
            let old = self.processes[p];
            let new = next.processes[p];
            self.others_stay(next, p)
                && next.color == self.color && next.choosing == self.choosing && next.ticket == self.ticket
                && new.color == old.color && new.choice == old.choice && new.number == old.number
                && (old.line == Line::L6 || old.line == Line::L7 || old.line == Line::L9)
                && (new.line == Line::L6 || new.line == Line::L7 || new.line == Line::L9 || new.line == Line::L12)
        }
    }

    /// The relations `beats` and `is_older` with p stay the same when p goes on in the waiting
    /// room.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && self.goes_on(next, p))]
    #[ensures(forall<q> 0 <= q && q < N@ && q != p@ ==> next.beats(q, p@) == self.beats(q, p@))]
    #[ensures(forall<q> 0 <= q && q < N@ && q != p@ ==> next.is_older(q, p@) == self.is_older(q, p@))]
    #[ensures(self.gets_ahead_of_none(next, p))]
    pub fn ranks_stay(self, next: Self, p: usize) {
        pearlite! {
            proof_assert!(self.is_told(p@));
            proof_assert!(forall<r> 0 <= r && r < N@ ==> next.own(r) == self.own(r));
            proof_assert!(forall<r> 0 <= r && r < N@ ==> next.is_colored(r) == self.is_colored(r));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ ==> next.beats(p@, r) == self.beats(p@, r));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ ==> next.is_older(p@, r) == self.is_older(p@, r))
        }
    }

    /// p goes on to the next process, past a process that is not ahead.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && self.goes_on(next, p))]
    #[requires({
        let i = self.processes[p].i@;
        let from = if i + 1 == p@ { i + 2 } else { i + 1 };
        let new = next.processes[p];
        !self.is_ahead(i, p@) && self.processes[p].line != Line::L6
            && if from < N@ { new.line == Line::L6 && new.i@ == from } else { new.line == Line::L12 && new.i@ == 0 }
    })]
    #[ensures(self.moves(next, p))]
    pub fn passes(self, next: Self, p: usize) {
        pearlite! {
            self.ranks_stay(next, p);
            proof_assert!(self.is_told(p@) && self.has_passed_rightly(p@) && next.is_told(p@));
            proof_assert!(forall<q> 0 <= q && q < next.passed(p@) && q != p@ ==>
                q < N@ && (q < self.passed(p@) || q == self.processes[p].i@) && !self.is_ahead(q, p@));
            proof_assert!(next.has_passed_rightly(p@));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ && next.is_past(p@, r) ==> self.is_past(p@, r));
            proof_assert!(self.goes_past_rightly(next, p) && next.is_alone_rightly(p@))
        }
    }

    /// p polls the same process again.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && self.goes_on(next, p))]
    #[requires({
        let i = self.processes[p].i@;
        let new = next.processes[p];
        new.i@ == i && (!self.choosing[i] || !self.is_ahead(i, p@))
            && (self.processes[p].line == Line::L6 ==> !self.choosing[i])
            && (new.line == Line::L7 || (new.line == Line::L9 && !self.beats(i, p@)))
    })]
    #[ensures(self.moves(next, p))]
    pub fn looks_again(self, next: Self, p: usize) {
        pearlite! {
            self.ranks_stay(next, p);
            proof_assert!(self.is_told(p@) && self.has_passed_rightly(p@) && next.is_told(p@));
            proof_assert!(forall<q> 0 <= q && q < next.passed(p@) && q != p@ ==> !self.is_ahead(q, p@));
            proof_assert!(next.has_passed_rightly(p@))
        }
    }

    /// Whether p goes on from its fast path with the same variables, and nothing else changes.
    #[logic(open)]
    pub fn goes_on_alone(self, next: Self, p: usize) -> bool {
        pearlite! {
            let old = self.processes[p];
            let new = next.processes[p];
            self.others_stay(next, p)
                && next.color == self.color && next.choosing == self.choosing && next.ticket == self.ticket
                && new.color == old.color && new.choice == old.choice && new.number == old.number
                && (old.line == Line::Alone6 || old.line == Line::Alone7)
        }
    }

    /// p has seen on its fast path a process that is not idle, and takes a number.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && self.goes_on_alone(next, p))]
    #[requires(next.processes[p].line == Line::L2 && next.processes[p].i@ == 0)]
    #[ensures(self.moves(next, p))]
    #[ensures(self.numbers(next, p))]
    pub fn is_not_alone(self, next: Self, p: usize) {
        pearlite! {
            proof_assert!(self.is_told(p@) && next.is_told(p@));
            proof_assert!(forall<r> 0 <= r && r < N@ ==> next.own(r) == self.own(r));
            proof_assert!(next.has_passed_rightly(p@) && next.is_alone_rightly(p@));
            proof_assert!(self.gets_ahead_of_none(next, p) && self.goes_past_rightly(next, p));
            proof_assert!(self.counts(next, p, true) && self.counts(next, p, false))
        }
    }

    /// p has seen on its fast path that i is not choosing: i has not seen p idle.
    #[logic]
    #[requires(self.is_at(p, Line::Alone6) && self.goes_on_alone(next, p))]
    #[requires(!self.choosing[self.processes[p].i@])]
    #[requires(next.processes[p].line == Line::Alone7 && next.processes[p].i == self.processes[p].i)]
    #[ensures(self.moves(next, p))]
    #[ensures(self.numbers(next, p))]
    pub fn sees_no_choice(self, next: Self, p: usize) {
        pearlite! {
            let i = self.processes[p].i@;
            proof_assert!(self.is_told(p@) && self.is_told(i) && self.is_alone_rightly(p@) && next.is_told(p@));
            proof_assert!(forall<r> 0 <= r && r < N@ ==> next.own(r) == self.own(r));
            proof_assert!(!self.is_alone_past(i, p@));
            proof_assert!(!next.is_alone_past(i, p@));
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ ==> next.is_past(q, p@) == self.is_past(q, p@));
            proof_assert!(forall<q> 0 <= q && q < i && q != p@ ==> !self.is_past(q, p@));
            proof_assert!(next.has_passed_rightly(p@) && next.is_alone_rightly(p@));
            proof_assert!(self.gets_ahead_of_none(next, p));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ && r != i && next.is_past(p@, r) ==> self.is_past(p@, r));
            proof_assert!(self.goes_past_rightly(next, p));
            proof_assert!(self.counts(next, p, true) && self.counts(next, p, false))
        }
    }

    /// p has seen on its fast path that i has no ticket either: i is idle, and is not past p.
    #[logic]
    #[requires(self.is_at(p, Line::Alone7) && self.goes_on_alone(next, p))]
    #[requires(self.ticket[self.processes[p].i@]@ == 0)]
    #[requires({
        let i = self.processes[p].i@;
        let from = if i + 1 == p@ { i + 2 } else { i + 1 };
        let new = next.processes[p];
        if from < N@ { new.line == Line::Alone6 && new.i@ == from } else { new.line == Line::Alone11 && new.i@ == 0 }
    })]
    #[ensures(self.moves(next, p))]
    #[ensures(self.numbers(next, p))]
    pub fn finds_away(self, next: Self, p: usize) {
        pearlite! {
            let i = self.processes[p].i@;
            proof_assert!(self.is_told(p@) && self.is_told(i) && self.is_alone_rightly(p@) && next.is_told(p@));
            proof_assert!(forall<r> 0 <= r && r < N@ ==> next.own(r) == self.own(r));
            proof_assert!(!self.is_past(i, p@));
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ ==> next.is_past(q, p@) == self.is_past(q, p@));
            proof_assert!(forall<q> 0 <= q && q < next.found_away(p@) && q != p@ ==> q < N@ && q <= i);
            proof_assert!(forall<q> 0 <= q && q <= i && q != p@ ==> !self.is_past(q, p@));
            proof_assert!(next.has_passed_rightly(p@) && next.is_alone_rightly(p@));
            proof_assert!(self.gets_ahead_of_none(next, p));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ && next.is_past(p@, r) ==> self.is_past(p@, r));
            proof_assert!(self.goes_past_rightly(next, p));
            proof_assert!(self.counts(next, p, true) && self.counts(next, p, false))
        }
    }

    /// p turns the bit, and is inside.
    #[logic]
    #[requires(self.is_at(p, Line::L12) && self.others_stay(next, p))]
    #[requires(next.choosing == self.choosing && next.ticket == self.ticket && next.color == !self.processes[p].color)]
    #[requires({
        let old = self.processes[p];
        let new = next.processes[p];
        new.line == Line::L11 && new.i@ == 0 && new.color == old.color && new.choice == old.choice && new.number == old.number
    })]
    #[ensures(self.moves(next, p))]
    pub fn turns(self, next: Self, p: usize) {
        pearlite! {
            self.corollary_1(p);
            proof_assert!(self.is_told(p@) && self.has_passed_rightly(p@) && next.is_told(p@));
            proof_assert!(forall<r> 0 <= r && r < N@ ==> next.own(r) == self.own(r));
            proof_assert!(forall<r> 0 <= r && r < N@ ==> next.is_colored(r) == self.is_colored(r));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ ==> next.beats(p@, r) == self.beats(p@, r));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ ==> next.beats(r, p@) == self.beats(r, p@));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ ==> !next.is_older(r, p@));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ && next.is_older(p@, r) ==> self.is_older(p@, r));
            proof_assert!(self.gets_ahead_of_none(next, p));
            proof_assert!(self.turns_rightly(next));
            proof_assert!(next.has_passed_rightly(p@))
        }
    }

    /// p has read its color, which is the newer: it is ahead of no process yet.
    #[logic]
    #[requires(self.is_at(p, Line::L2) && self.others_stay(next, p))]
    #[requires(next.choosing == self.choosing && next.ticket == self.ticket && next.color == self.color)]
    #[requires({
        let old = self.processes[p];
        let new = next.processes[p];
        let i = if p@ == 0 { 1 } else { 0 };
        new.color == self.color && new.choice@ == 0 && new.number == old.number
            && if i < N@ { new.line == Line::L3 && new.i@ == i } else { new.line == Line::L3Store && new.i@ == 0 }
    })]
    #[ensures(self.moves(next, p))]
    #[ensures(self.numbers(next, p))]
    pub fn reads_its_color(self, next: Self, p: usize) {
        pearlite! {
            proof_assert!(self.is_told(p@) && next.is_told(p@));
            proof_assert!(forall<r> 0 <= r && r < N@ ==> next.own(r) == self.own(r));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ ==> !next.beats(p@, r) && !next.is_older(p@, r));
            proof_assert!(self.gets_ahead_of_none(next, p));
            proof_assert!(next.has_passed_rightly(p@) && next.is_alone_rightly(p@));
            proof_assert!(self.goes_past_rightly(next, p) && self.turns_rightly(next));
            proof_assert!(next.reach(p@, true) == 0 && next.reach(p@, false) == 0);
            proof_assert!(self.counts(next, p, true) && self.counts(next, p, false))
        }
    }

    /// p has read one more ticket.
    #[logic]
    #[requires(self.is_at(p, Line::L3) && self.others_stay(next, p))]
    #[requires(next.choosing == self.choosing && next.ticket == self.ticket && next.color == self.color)]
    #[requires({
        let old = self.processes[p];
        let new = next.processes[p];
        let there = self.ticket[old.i]@;
        let i = if old.i@ + 1 == p@ { old.i@ + 2 } else { old.i@ + 1 };
        new.color == old.color
            && new.choice@ == (if (there % 2 == 1) == old.color && old.choice@ < there / 2 { there / 2 } else { old.choice@ })
            && if i < N@ {
                new.line == Line::L3 && new.i@ == i && new.number == old.number
            } else if new.choice@ < MOST@ {
                new.line == Line::L3Store && new.i@ == 0 && new.number == old.number
            } else {
                new.line == Line::L4 && new.i@ == 0 && new.number@ == 0
            }
    })]
    #[ensures(self.moves(next, p))]
    #[ensures(self.numbers(next, p))]
    pub fn sees(self, next: Self, p: usize) {
        pearlite! {
            self.sees_its_number(p);
            let i = self.processes[p].i@;
            proof_assert!(self.is_told(p@) && next.is_told(p@));
            proof_assert!(forall<r> 0 <= r && r < N@ ==> next.own(r) == self.own(r));
            proof_assert!(self.processes[p].choice@ <= next.processes[p].choice@);
            proof_assert!(self.processes[i].color == self.processes[p].color ==> self.own(i) <= next.processes[p].choice@);
            proof_assert!(!next.beats(p@, i));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ && r != i && next.beats(p@, r) ==>
                r < i && self.beats(p@, r));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ && next.is_older(p@, r) ==> self.is_older(p@, r));
            proof_assert!(self.gets_ahead_of_none(next, p));
            proof_assert!(next.has_passed_rightly(p@));
            let mine = self.processes[p].color;
            proof_assert!(self.is_told(i) && self.reach(p@, mine) == self.processes[p].choice@);
            proof_assert!(next.processes[p].choice@ == self.processes[p].choice@
                || next.processes[p].choice@ == self.reach(i, mine));
            proof_assert!(self.reach(p@, !mine) == 0 && next.reach(p@, !mine) == 0);
            proof_assert!(self.counts(next, p, mine) && self.counts(next, p, !mine))
        }
    }
}
