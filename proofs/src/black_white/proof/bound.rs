//! Numbers are at most N, as long as nobody gives up: `is_bounded` of `proofs/src/black_white/invariant.rs`, for every N.

use crate::black_white::{BlackWhite, Line};
use doorway_core::logic::count::{apart, count, strictly, subset};
use doorway_core::logic::prelude::*;

impl<const N: usize> BlackWhite<N> {
    /// Whether q is taking a number of that colour.
    #[logic(open)]
    pub fn chooses(self, q: Int, colour: bool) -> bool {
        pearlite! {
            self.processes[q].colour == colour
                && (self.processes[q].line == Line::L3 || self.processes[q].line == Line::L3Store)
        }
    }

    /// Whether q has one.
    #[logic(open)]
    pub fn has_one(self, q: Int, colour: bool) -> bool {
        pearlite! { self.ticket[q]@ != 0 && self.processes[q].colour == colour }
    }

    /// The largest number of that colour that q has, or has seen.
    #[logic(open)]
    pub fn reach(self, q: Int, colour: bool) -> Int {
        pearlite! {
            if self.chooses(q, colour) {
                self.processes[q].choice@
            } else if self.has_one(q, colour) {
                self.processes[q].number@
            } else {
                0
            }
        }
    }

    /// Who is taking a number of that colour.
    #[logic(open)]
    pub fn choosers(self, colour: bool) -> Mapping<Int, bool> {
        |q| self.chooses(q, colour)
    }

    /// Who has one.
    #[logic(open)]
    pub fn holders(self, colour: bool) -> Mapping<Int, bool> {
        |q| self.has_one(q, colour)
    }

    /// The largest number of that colour that there may be.
    #[logic(open)]
    pub fn room(self, colour: bool) -> Int {
        pearlite! {
            if self.color == colour {
                count(self.holders(colour), N@)
            } else {
                N@ - count(self.choosers(colour), N@)
            }
        }
    }

    /// Whether all numbers of that colour are within it.
    #[logic(open)]
    pub fn fits(self, colour: bool) -> bool {
        pearlite! { forall<q> 0 <= q && q < N@ ==> self.reach(q, colour) <= self.room(colour) }
    }

    /// Whether whoever leaves leaves the older colour.
    #[logic(open)]
    pub fn leaves_the_older(self) -> bool {
        pearlite! {
            forall<q> 0 <= q && q < N@ && self.processes[q].line == Line::L13 && self.ticket[q]@ != 0
                ==> self.processes[q].colour != self.color
        }
    }

    /// Numbers are within bounds, and why.
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
            let colour = self.processes[q].colour;
            proof_assert!(self.is_told(q));
            proof_assert!(self.reach(q, colour) <= self.room(colour));
            proof_assert!(count(self.choosers(colour), N@) >= 0 && count(self.holders(colour), N@) <= N@)
        }
    }

    /// What every line does to the numbers of a colour.
    #[logic(open)]
    pub fn counts(self, next: Self, p: usize, colour: bool) -> bool {
        pearlite! {
            // p sees what somebody has, or takes one more than it has seen.
            (next.reach(p@, colour) == 0
                || next.reach(p@, colour) == self.reach(p@, colour)
                || (next.chooses(p@, colour) == self.chooses(p@, colour) && next.has_one(p@, colour) == self.has_one(p@, colour)
                    && exists<q> 0 <= q && q < N@ && next.reach(p@, colour) == self.reach(q, colour))
                || (self.chooses(p@, colour) && !next.chooses(p@, colour) && next.has_one(p@, colour)
                    && !self.has_one(p@, colour) && next.reach(p@, colour) == self.reach(p@, colour) + 1))
                && (next.chooses(p@, colour) && !self.chooses(p@, colour) ==> colour == self.color && next.color == self.color)
                && (self.has_one(p@, colour) && !next.has_one(p@, colour) ==> self.processes[p].line == Line::L13 && next.color == self.color)
                && (next.has_one(p@, colour) && !self.has_one(p@, colour) ==> self.chooses(p@, colour) && next.color == self.color)
                && !(next.has_one(p@, colour) && next.chooses(p@, colour))
        }
    }

    /// What every line does to numbers.
    #[logic(open)]
    pub fn numbers(self, next: Self, p: usize) -> bool {
        pearlite! {
            self.counts(next, p, true) && self.counts(next, p, false)
                && (next.processes[p].line == Line::L13 && next.ticket[p]@ != 0 ==> next.processes[p].colour != next.color)
        }
    }

    /// Line 6 does nothing to them.
    #[logic]
    #[requires(self.is_at(p, Line::L6) && self.others_stay(next, p))]
    #[requires(next.choosing == self.choosing && next.ticket == self.ticket && next.color == self.color)]
    #[requires({
        let old = self.processes[p];
        let new = next.processes[p];
        (new.line == Line::L6 || new.line == Line::L7)
            && new.colour == old.colour && new.choice == old.choice && new.number == old.number
    })]
    #[ensures(self.numbers(next, p))]
    pub fn waits(self, next: Self, p: usize) {
        pearlite! {
            proof_assert!(self.is_told(p@));
            proof_assert!(next.reach(p@, true) == self.reach(p@, true) && next.reach(p@, false) == self.reach(p@, false))
        }
    }

    /// Where the bit stays, numbers of a colour stay within bounds.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && next.is_possible() && self.moves(next, p))]
    #[requires(self.fits(colour) && self.counts(next, p, colour) && next.color == self.color && self.leaves_the_older())]
    #[ensures(next.fits(colour))]
    pub fn still_fits(self, next: Self, p: usize, colour: bool) {
        pearlite! {
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ ==> next.reach(q, colour) == self.reach(q, colour)
                && next.chooses(q, colour) == self.chooses(q, colour) && next.has_one(q, colour) == self.has_one(q, colour));
            if self.color == colour {
                // The holders are the same, or one more.
                subset(self.holders(colour), next.holders(colour), N@);
                if next.has_one(p@, colour) && !self.has_one(p@, colour) {
                    strictly(self.holders(colour), next.holders(colour), p@, N@)
                }
            } else {
                // The choosers are the same, or one less.
                subset(next.choosers(colour), self.choosers(colour), N@);
                if self.chooses(p@, colour) && !next.chooses(p@, colour) {
                    strictly(next.choosers(colour), self.choosers(colour), p@, N@)
                }
            }
        }
    }

    /// Where it turns, the older colour has all, and the newer nobody.
    #[logic]
    #[requires(p@ < N@ && self.is_possible() && next.is_possible() && self.moves(next, p))]
    #[requires(self.fits(colour) && self.counts(next, p, colour) && next.color != self.color)]
    #[ensures(next.fits(colour))]
    pub fn fits_again(self, next: Self, p: usize, colour: bool) {
        pearlite! {
            proof_assert!(forall<q> 0 <= q && q < N@ ==> self.is_told(q) && next.is_told(q));
            proof_assert!(forall<q> 0 <= q && q < N@ && q != p@ ==> next.reach(q, colour) == self.reach(q, colour)
                && next.chooses(q, colour) == self.chooses(q, colour) && next.has_one(q, colour) == self.has_one(q, colour));
            proof_assert!(forall<q> 0 <= q && q < N@ && next.color == colour ==> next.reach(q, colour) == 0);
            proof_assert!(count(next.holders(colour), N@) >= 0);
            if self.color == colour {
                subset(next.choosers(colour), self.choosers(colour), N@);
                apart(self.holders(colour), self.choosers(colour), N@)
            }
        }
    }

    /// What every line does to numbers keeps them within bounds.
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
                ==> next.is_coloured(q) && next.processes[q].colour != next.color)
        }
    }

    /// Nobody has a number in the beginning.
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
