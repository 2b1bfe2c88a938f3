//! The lines of the Bakery, one lemma each: a step from the line preserves the invariant.

use super::program::of;
use crate::bakery::{Bakery, Line, Process, Registers};
use crate::machine::{Array, Kind, Lock, Model, Program, Registers as _};
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;
use doorway_core::ticket::Ticket;

/// The effect of a step of p, line by line.
impl<const N: usize> Model<Registers<N>, Process, N> {
    #[logic]
    #[requires(self.is_at(p, Line::L2) && self.is_loaded(p, loaded) && self.steps(next, p, loaded))]
    #[ensures(self.moves(next, p))]
    fn line_2(self, next: Self, p: usize, loaded: Ticket) {}

    #[logic]
    #[requires(self.is_at(p, Line::L3) && self.is_loaded(p, loaded) && self.steps(next, p, loaded))]
    #[ensures(self.moves(next, p))]
    fn line_3(self, next: Self, p: usize, loaded: Ticket) {}

    #[logic]
    #[requires(self.is_at(p, Line::L4) && self.is_loaded(p, loaded) && self.steps(next, p, loaded))]
    #[ensures(self.moves(next, p))]
    fn line_4(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            let i = self.processes[p].i;
            proof_assert!(self.processes[p].is_next(self.slot_of(p), Some(of(Kind::Load, Array::Ticket, i))));
            proof_assert!(loaded@ == self.registers.ticket[i@]@);
            proof_assert!(next.registers == self.registers && self.leaves_others(next, p));
            proof_assert!(self.is_told(p@) && next.is_told(p@) && next.has_passed_rightly(p@));
            proof_assert!(forall<r> 0 <= r && r < N@ && r != p@ && next.is_ahead(p@, self.registers.ticket[r]@, r) ==> r < i@)
        }
    }

    #[logic]
    #[requires(self.is_at(p, Line::L4Store) && self.is_loaded(p, loaded) && self.steps(next, p, loaded))]
    #[ensures(self.moves(next, p))]
    fn line_4_store(self, next: Self, p: usize, loaded: Ticket) {}

    #[logic]
    #[requires(self.is_at(p, Line::L5) && self.is_loaded(p, loaded) && self.steps(next, p, loaded))]
    #[ensures(self.moves(next, p))]
    fn line_5(self, next: Self, p: usize, loaded: Ticket) {}

    #[logic]
    #[requires(self.is_at(p, Line::L7) && self.is_loaded(p, loaded) && self.steps(next, p, loaded))]
    #[ensures(self.moves(next, p))]
    fn line_7(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            let i = self.processes[p].i;
            proof_assert!(self.processes[p].is_next(self.slot_of(p), Some(of(Kind::Load, Array::Doorway, i))));
            proof_assert!(loaded@ == 0 ==> !self.registers.doorway[i@]);
            proof_assert!(next.registers == self.registers && self.leaves_others(next, p));
            proof_assert!(self.is_told(p@) && next.is_told(p@));
            let own = self.registers.ticket[p]@;
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ && next.is_ahead(q, own, p@) ==> self.is_ahead(q, own, p@));
            proof_assert!(self.has_passed_rightly(p@) && next.passed(p@) == self.passed(p@) && next.has_passed_rightly(p@))
        }
    }

    #[logic]
    #[requires(self.is_at(p, Line::L8) && self.is_loaded(p, loaded) && self.steps(next, p, loaded))]
    #[ensures(self.moves(next, p))]
    fn line_8(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            let i = self.processes[p].i;
            proof_assert!(self.processes[p].is_next(self.slot_of(p), Some(of(Kind::Load, Array::Ticket, i))));
            proof_assert!(loaded@ == self.registers.ticket[i@]@);
            proof_assert!(next.registers == self.registers && self.leaves_others(next, p));
            proof_assert!(self.is_told(p@) && self.is_told(i@) && self.has_passed_rightly(p@));
            let own = self.registers.ticket[p]@;
            proof_assert!(i@ != p@ && !(loaded@ != 0 && before(loaded@, i@, own, p@)) ==> !self.is_ahead(i@, own, p@));
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ && !self.is_ahead(q, own, p@) ==> !next.is_ahead(q, own, p@));
            proof_assert!(next.is_told(p@) && next.has_passed_rightly(p@))
        }
    }

    #[logic]
    #[requires(self.is_at(p, Line::L9) && self.is_loaded(p, loaded) && self.steps(next, p, loaded))]
    #[ensures(self.moves(next, p))]
    fn line_9(self, next: Self, p: usize, loaded: Ticket) {}

    #[logic]
    #[requires(self.is_at(p, Line::L10) && self.is_loaded(p, loaded) && self.steps(next, p, loaded))]
    #[ensures(self.moves(next, p))]
    fn line_10(self, next: Self, p: usize, loaded: Ticket) {}

    #[logic]
    #[requires(p@ < N@ && self.is_possible() && self.processes[p].is_waiting() && self.cancels(next, p))]
    #[ensures(self.moves(next, p))]
    fn leaves(self, next: Self, p: usize) {}
}

impl<const N: usize> Lock<Registers<N>, N> for Process {
    #[logic(open)]
    fn is_possible(model: Bakery<N>) -> bool {
        model.is_possible()
    }

    #[logic]
    #[requires(model.is_initial())]
    #[ensures(model.is_possible())]
    fn starts(model: Bakery<N>) {}

    #[logic]
    #[requires(p@ < N@ && model.is_possible())]
    #[ensures(model.processes[p].is_in_range(model.slot_of(p)))]
    #[ensures(forall<access> model.processes[p].is_next(model.slot_of(p), Some(access)) ==> model.registers.has(access))]
    fn goes_on(model: Bakery<N>, p: usize) {
        pearlite! { proof_assert!(model.is_told(p@)) }
    }

    #[logic]
    #[requires(p@ < N@ && model.is_possible() && model.is_loaded(p, loaded))]
    #[requires(model.steps(next, p, loaded))]
    #[ensures(next.is_possible())]
    fn keeps(model: Bakery<N>, next: Bakery<N>, p: usize, loaded: Ticket) {
        pearlite! {
            match model.processes[p].line {
                Line::L2 => model.line_2(next, p, loaded),
                Line::L3 => model.line_3(next, p, loaded),
                Line::L4 => model.line_4(next, p, loaded),
                Line::L4Store => model.line_4_store(next, p, loaded),
                Line::L5 => model.line_5(next, p, loaded),
                Line::L7 => model.line_7(next, p, loaded),
                Line::L8 => model.line_8(next, p, loaded),
                Line::L9 => model.line_9(next, p, loaded),
                Line::L10 => model.line_10(next, p, loaded),
            };
            model.stays_possible(next, p)
        }
    }

    #[logic]
    #[requires(p@ < N@ && model.is_possible() && model.processes[p].is_waiting())]
    #[requires(model.cancels(next, p))]
    #[ensures(next.is_possible())]
    fn keeps_out(model: Bakery<N>, next: Bakery<N>, p: usize) {
        pearlite! {
            model.leaves(next, p);
            model.stays_possible(next, p)
        }
    }
}
