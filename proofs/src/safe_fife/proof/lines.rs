//! The contracts of the model's lines, taken together, are a step of the figure.

use super::induction::{can_load, keeps, others_stay};
use super::moves::{does as steps_rightly, is_a_move};
use super::order::stays_out;
use super::queue::{is_inside, is_possible, is_sound, is_told, SafeQueue, Stage};
use super::steps::{goes, stores};
use crate::safe_fife::{Line, SafeFife};
use doorway_core::logic::prelude::*;
use doorway_core::ticket::Ticket;

impl<const N: usize> SafeFife<N> {
    /// The contracts of the lines, taken together.
    #[logic(open)]
    pub fn does(self, next: Self, p: usize, loaded: Ticket) -> bool {
        pearlite! {
            p@ < N@ && is_possible(self) && self.is_loaded(p, loaded)
                && self.stores_only(next, p) && next.is_placed(p@)
                && goes(self, next, p@, loaded@) && self.tests(next, p, loaded@)
        }
    }

    /// Whether p is in lines 43 to 45.
    #[logic(open)]
    pub fn is_entering(self, p: usize) -> bool {
        pearlite! {
            match self.processes[p].line {
                Line::L43 | Line::L44 | Line::L44Ticket | Line::L45 => true,
                _ => false,
            }
        }
    }

    /// A process reaches line 44 only from line 43.
    #[logic]
    #[requires(p@ < N@ && self.stores_only(next, p) && goes(self, next, p@, loaded) && is_told(self, p@))]
    #[requires(!self.is_entering(p) && self.processes[p].line != Line::L46)]
    #[ensures(!is_inside(next, p@))]
    pub fn stays_out(self, next: Self, p: usize, loaded: Int) {
        pearlite! {
            self.frame(next, p);
            proof_assert!(self.stage(p@) == Stage::Entering ==> next.entered(p@) == self.entered(p@));
            stays_out(self, next, p@, loaded)
        }
    }

    /// p's captures stay correct: see `has_captured`.
    #[logic]
    #[requires(p@ < N@ && self.stores_only(next, p) && goes(self, next, p@, loaded@) && is_told(self, p@))]
    #[requires(self.is_loaded(p, loaded) && self.tests(next, p, loaded@) && self.has_captured(p@))]
    #[requires(self.is_placed(p@))]
    #[ensures(next.has_captured(p@))]
    pub fn captures_rightly(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            self.frame(next, p);
            match self.processes[p].line {
                Line::L43 => proof_assert!(next.has_captured(p@)),
                Line::L44 => proof_assert!(next.has_captured(p@)),
                Line::L44Ticket => proof_assert!(next.has_captured(p@)),
                Line::L45 => proof_assert!(next.has_captured(p@)),
                Line::L46 => proof_assert!(next.has_captured(p@)),
                _ => self.stays_out(next, p, loaded@),
            }
        }
    }

    /// The effect of the lines on the figure's variables.
    #[logic]
    #[requires(self.does(next, p, loaded))]
    #[ensures(is_sound(self) && steps_rightly(self, next, p@, loaded@) && others_stay(self, next, p@))]
    #[ensures(self.has_captured(p@) && next.has_captured(p@) && next.is_in_range(p@))]
    #[ensures(is_told(self, p@) && stores(self, next, p@) && goes(self, next, p@, loaded@))]
    pub fn is_done(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            self.frame(next, p);
            proof_assert!(is_sound(self));
            proof_assert!(is_told(self, p@) && self.is_in_range(p@));
            self.captures_rightly(next, p, loaded);
            proof_assert!(can_load(self, p@, loaded@))
        }
    }

    /// What every line does preserves the invariant.
    #[logic]
    #[requires(self.does(next, p, loaded))]
    #[ensures(is_possible(next))]
    pub fn keeps(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            self.is_done(next, p, loaded);
            is_a_move(self, next, p@, loaded@);
            keeps(self, next, p@, loaded@)
        }
    }
}
