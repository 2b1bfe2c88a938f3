//! Numbers are at most N, as long as no process cancels: `is_bounded` of
//! `proofs/src/black_white/invariant.rs`, for every N.

use crate::black_white::{BlackWhite, Line};
use doorway_core::logic::count::{apart, count, strictly, subset};
use doorway_core::logic::prelude::*;

impl<const N: usize> BlackWhite<N> {
    /// Whether q is taking a number of `color`.
    #[logic(open)]
    pub fn chooses(self, q: Int, color: bool) -> bool {
        pearlite! {
            self.processes[q].color == color
                && (self.processes[q].line == Line::L3 || self.processes[q].line == Line::L3Store)
        }
    }

    /// Whether q has a number of `color`.
    #[logic(open)]
    pub fn has_one(self, q: Int, color: bool) -> bool {
        pearlite! { self.ticket[q]@ != 0 && self.processes[q].color == color }
    }

    /// The largest number of `color` that q has or has seen.
    #[logic(open)]
    pub fn reach(self, q: Int, color: bool) -> Int {
        pearlite! {
            if self.chooses(q, color) {
                self.processes[q].choice@
            } else if self.has_one(q, color) {
                self.processes[q].number@
            } else {
                0
            }
        }
    }

    /// The processes that are taking a number of `color`.
    #[logic(open)]
    pub fn choosers(self, color: bool) -> Mapping<Int, bool> {
        |q| self.chooses(q, color)
    }

    /// The processes that have a number of `color`.
    #[logic(open)]
    pub fn holders(self, color: bool) -> Mapping<Int, bool> {
        |q| self.has_one(q, color)
    }

    /// The largest number of `color` that there may be.
    #[logic(open)]
    pub fn room(self, color: bool) -> Int {
        pearlite! {
            if self.color == color {
                count(self.holders(color), N@)
            } else {
                N@ - count(self.choosers(color), N@)
            }
        }
    }

    /// Whether all numbers of `color` are at most `room(color)`.
    #[logic(open)]
    pub fn fits(self, color: bool) -> bool {
        pearlite! { forall<q> 0 <= q && q < N@ ==> self.reach(q, color) <= self.room(color) }
    }

    /// Whether every process that is leaving has the older color.
    #[logic(open)]
    pub fn leaves_the_older(self) -> bool {
        pearlite! {
            forall<q> 0 <= q && q < N@ && self.processes[q].line == Line::L13 && self.ticket[q]@ != 0
                ==> self.processes[q].color != self.color
        }
    }

    /// Whether numbers are within their bound, stated so that every step preserves it.
    #[logic(open)]
    pub fn is_bounded(self) -> bool {
        pearlite! { self.fits(true) && self.fits(false) && self.leaves_the_older() }
    }

    /// **The register bound**: no number is larger than N.
    #[logic]
    #[requires(self.is_possible() && self.is_bounded())]
    #[requires(0 <= q && q < N@)]
    #[ensures(self.own(q) <= N@)]
    pub fn at_most_n(self, q: Int) {
        pearlite! {
            let color = self.processes[q].color;
            proof_assert!(self.is_told(q));
            proof_assert!(self.reach(q, color) <= self.room(color));
            proof_assert!(count(self.choosers(color), N@) >= 0 && count(self.holders(color), N@) <= N@)
        }
    }

    /// The effect of every line on the numbers of a color.
    #[logic(open)]
    pub fn counts(self, next: Self, p: usize, color: bool) -> bool {
        pearlite! {
            // p sees a number that another process has, or takes one more than it has seen.
            (next.reach(p@, color) == 0
                || next.reach(p@, color) == self.reach(p@, color)
                || (next.chooses(p@, color) == self.chooses(p@, color) && next.has_one(p@, color) == self.has_one(p@, color)
                    && exists<q> 0 <= q && q < N@ && next.reach(p@, color) == self.reach(q, color))
                || (self.chooses(p@, color) && !next.chooses(p@, color) && next.has_one(p@, color)
                    && !self.has_one(p@, color) && next.reach(p@, color) == self.reach(p@, color) + 1))
                && (next.chooses(p@, color) && !self.chooses(p@, color) ==> color == self.color && next.color == self.color)
                && (self.has_one(p@, color) && !next.has_one(p@, color) ==> self.processes[p].line == Line::L13 && next.color == self.color)
                && (next.has_one(p@, color) && !self.has_one(p@, color) ==> self.chooses(p@, color) && next.color == self.color)
                && !(next.has_one(p@, color) && next.chooses(p@, color))
        }
    }

    /// The effect of every line on numbers.
    #[logic(open)]
    pub fn numbers(self, next: Self, p: usize) -> bool {
        pearlite! {
            self.counts(next, p, true) && self.counts(next, p, false)
                && (next.processes[p].line == Line::L13 && next.ticket[p]@ != 0 ==> next.processes[p].color != next.color)
        }
    }

    /// Line 6 does not change numbers.
    #[logic]
    #[requires(self.is_at(p, Line::L6) && self.others_stay(next, p))]
    #[requires(next.choosing == self.choosing && next.ticket == self.ticket && next.color == self.color)]
    #[requires({
        let old = self.processes[p];
        let new = next.processes[p];
        (new.line == Line::L6 || new.line == Line::L7)
            && new.color == old.color && new.choice == old.choice && new.number == old.number
    })]
    #[ensures(self.numbers(next, p))]
    pub fn waits(self, next: Self, p: usize) {
        pearlite! {
            proof_assert!(self.is_told(p@));
            proof_assert!(next.reach(p@, true) == self.reach(p@, true) && next.reach(p@, false) == self.reach(p@, false))
        }
    }

    /// While the bit stays, numbers of a color stay within their bound.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && next.is_possible() && self.moves(next, p))]
    #[requires(self.fits(color) && self.counts(next, p, color) && next.color == self.color && self.leaves_the_older())]
    #[ensures(next.fits(color))]
    pub fn still_fits(self, next: Self, p: usize, color: bool) {
        pearlite! {
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ ==> next.reach(q, color) == self.reach(q, color)
                && next.chooses(q, color) == self.chooses(q, color) && next.has_one(q, color) == self.has_one(q, color));
            if self.color == color {
                // The holders are the same, or one more.
                subset(self.holders(color), next.holders(color), N@);
                if next.has_one(p@, color) && !self.has_one(p@, color) {
                    strictly(self.holders(color), next.holders(color), p@, N@)
                }
            } else {
                // The choosers are the same, or one less.
                subset(next.choosers(color), self.choosers(color), N@);
                if self.chooses(p@, color) && !next.chooses(p@, color) {
                    strictly(next.choosers(color), self.choosers(color), p@, N@)
                }
            }
        }
    }

    /// When the bit turns, every colored process has the older color, and none has the newer.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && next.is_possible() && self.moves(next, p))]
    #[requires(self.fits(color) && self.counts(next, p, color) && next.color != self.color)]
    #[ensures(next.fits(color))]
    pub fn fits_again(self, next: Self, p: usize, color: bool) {
        pearlite! {
            proof_assert!(forall<q> 0 <= q && q < N@ ==> self.is_told(q) && next.is_told(q));
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ ==> next.reach(q, color) == self.reach(q, color)
                && next.chooses(q, color) == self.chooses(q, color) && next.has_one(q, color) == self.has_one(q, color));
            proof_assert!(forall<q> 0 <= q && q < N@ && next.color == color ==> next.reach(q, color) == 0);
            proof_assert!(count(next.holders(color), N@) >= 0);
            if self.color == color {
                subset(next.choosers(color), self.choosers(color), N@);
                apart(self.holders(color), self.choosers(color), N@)
            }
        }
    }

    /// The effect of every line on numbers keeps them within their bound.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && next.is_possible() && self.moves(next, p))]
    #[requires(self.is_bounded() && self.numbers(next, p))]
    #[ensures(next.is_bounded())]
    pub fn stays_bounded(self, next: Self, p: usize) {
        pearlite! {
            if next.color == self.color {
                self.still_fits(next, p, true);
                self.still_fits(next, p, false)
            } else {
                self.fits_again(next, p, true);
                self.fits_again(next, p, false)
            };
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ ==> self.is_told(q) && next.is_told(q));
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ && next.processes[q].line == Line::L13 && next.ticket[q]@ != 0
                ==> next.is_colored(q) && next.processes[q].color != next.color)
        }
    }

    /// No process has a number in the initial state.
    #[logic]
    #[requires(forall<q> 0 <= q && q < N@ ==> self.processes[q].line == Line::Remainder && self.ticket[q]@ == 0)]
    #[ensures(self.is_bounded())]
    pub fn starts_bounded(self) {
        pearlite! {
            proof_assert!(count(self.holders(true), N@) >= 0 && count(self.holders(false), N@) >= 0);
            proof_assert!(count(self.choosers(true), N@) <= N@ && count(self.choosers(false), N@) <= N@)
        }
    }
}
