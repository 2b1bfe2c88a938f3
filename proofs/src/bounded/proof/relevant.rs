//! What a process that has discovered p tells it: `Order<` and `Allow`.

use super::State;
use crate::bounded::program::Line;
use creusot_std::logic::such_that;
use doorway_core::logic::count::{count, subset};
use doorway_core::logic::prelude::*;

impl State {
    /// A process ahead of p that has discovered it scans after p's label: it does not list p.
    #[logic]
    #[requires(self.steps(next, p) && self.tells_right() && self.is_ordered())]
    #[ensures(next.tells_right())]
    pub fn stays_right(self, next: Self, p: Int) {
        self.leaves_others(next, p);
        self.none_gets_ahead(next, p);
        match self.local[p].line {
            Line::L3 => (),
            Line::L4e => (),
            Line::L5 => (),
            Line::L6 => (),
            Line::L7 => (),
            Line::L8 => (),
            _ => (),
        }
    }

    /// `Ignore` is false: i is past line 8, and past line 7.
    #[logic]
    #[requires(self.steps(next, p) && self.has_told() && self.observation_2())]
    #[ensures(next.has_told())]
    pub fn stays_told(self, next: Self, p: Int) {
        self.none_gets_ahead(next, p)
    }

    /// If i lists p, then p is ahead of i, and all that are ahead of p are ahead of i: few.
    #[logic]
    #[requires(self.two(i, p) && self.is_ordered() && self.tells_right() && self.has_few(i))]
    #[requires(self.fresh[i][p] && self.is_revealed(p) && self.is_engaged(i) && 20 <= self.line(i) && self.local[i].order[p])]
    #[ensures(self.has_few(p))]
    pub fn few_are_before(self, i: Int, p: Int) {
        pearlite! {
            proof_assert!(!self.older[i][p] && self.older[p][i]);
            subset(self.ahead(p), self.ahead(i), self.n)
        }
    }

    /// Line 12 stays with the processes in `order`.
    #[logic]
    #[requires(self.steps(next, p) && self.is_for_listed())]
    #[ensures(next.is_for_listed())]
    pub fn stays_for_listed(self, next: Self, p: Int) {}

    /// A process that i allows after the step was allowed before, or p = i is at line 12, has passed,
    /// and lists it.
    #[logic]
    #[requires(self.steps(next, p) && self.allows_right() && self.has_passed_rightly() && self.is_for_listed())]
    #[requires(self.is_ordered() && self.tells_right() && self.is_withdrawn())]
    #[requires(next.is_allowed(i, q))]
    #[ensures(next.has_few(q))]
    pub fn allows_few(self, next: Self, p: Int, i: Int, q: Int) {
        pearlite! {
            if self.is_allowed(i, q) {
                self.few_stay(next, p, q)
            } else {
                proof_assert!(i == p && self.at(p, Line::L12, q));
                proof_assert!(self.has_passed(p) && self.has_few(p));
                self.few_are_before(p, q);
                self.few_stay(next, p, q)
            }
        }
    }

    /// Whether i allows p and not few are ahead of p.
    #[logic(open)]
    pub fn allows_wrongly(self, i: Int, p: Int) -> bool {
        self.is_allowed(i, p) && !self.has_few(p)
    }

    /// Whether a process allows p and not few are ahead of p.
    #[logic(open)]
    pub fn is_wrongly_allowed(self, p: Int) -> bool {
        pearlite! { exists<i> self.allows_wrongly(i, p) }
    }

    /// Only processes that few are ahead of are allowed to enter.
    #[logic]
    #[requires(self.steps(next, p) && self.allows_right() && self.has_passed_rightly() && self.is_for_listed())]
    #[requires(self.is_ordered() && self.tells_right() && self.is_withdrawn())]
    #[ensures(next.allows_right())]
    pub fn stays_allowing(self, next: Self, p: Int) {
        pearlite! {
            if exists<q> next.is_wrongly_allowed(q) {
                let q = such_that(|q: Int| next.is_wrongly_allowed(q));
                let i = such_that(|i: Int| next.allows_wrongly(i, q));
                self.allows_few(next, p, i, q)
            }
        }
    }

    /// Few are ahead of p when it leaves the loop: few are left in `precede`, or a process allows it.
    #[logic]
    #[requires(self.steps(next, p) && next.is_listed() && self.allows_right() && self.lemma_3() && self.is_ordered())]
    #[requires(!self.has_passed(p) && next.has_passed(p))]
    #[ensures(next.has_few(p))]
    pub fn passes_rightly(self, next: Self, p: Int) {
        pearlite! {
            if count(next.local[p].precede, self.n) < self.k {
                subset(next.ahead(p), next.local[p].precede, self.n)
            } else {
                let i = self.local[p].i;
                proof_assert!(self.local[p].line == Line::L11Allow && self.allow[i][p] && self.two(i, p));
                proof_assert!(self.is_allowed(i, p));
                self.few_stay(next, p, p)
            }
        }
    }

    /// Whether p has passed, and not few are ahead of it.
    #[logic(open)]
    pub fn has_passed_wrongly(self, p: Int) -> bool {
        self.has(p) && self.has_passed(p) && !self.has_few(p)
    }

    /// Few stay ahead of a process that has passed.
    #[logic]
    #[requires(self.steps(next, p) && next.is_listed() && self.allows_right() && self.lemma_3() && self.is_ordered())]
    #[requires(self.has_passed_rightly())]
    #[ensures(next.has_passed_rightly())]
    pub fn stays_passed_rightly(self, next: Self, p: Int) {
        pearlite! {
            if exists<q> next.has_passed_wrongly(q) {
                let q = such_that(|q: Int| next.has_passed_wrongly(q));
                if self.has_passed(q) {
                    self.few_stay(next, p, q)
                } else {
                    proof_assert!(q == p);
                    self.passes_rightly(next, p)
                }
            }
        }
    }
}
