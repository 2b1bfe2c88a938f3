//! The processes ahead of p: no step adds one while p is in its passage.

use super::State;
use crate::bounded::program::Line;
use doorway_core::logic::count::subset;
use doorway_core::logic::prelude::*;

impl State {
    /// A step changes the local state of its process only, and these variables at these lines only.
    #[logic]
    #[requires(self.steps(next, p))]
    #[ensures(next.n == self.n && next.k == self.k && forall<q> q != p ==> next.local[q] == self.local[q])]
    #[ensures(self.local[p].line != Line::L3 ==> next.older == self.older)]
    #[ensures(self.local[p].line != Line::L4e && self.local[p].line != Line::L5 ==> next.fresh == self.fresh)]
    #[ensures(self.local[p].line != Line::L6 ==> next.local[p].order == self.local[p].order)]
    #[ensures(self.local[p].line != Line::L7 ==> next.order == self.order)]
    pub fn leaves_others(self, next: Self, p: Int) {}

    /// A label is later than all others: no process gets ahead of a process that has its label, and
    /// none is ahead of a process that labels only now.
    #[logic]
    #[requires(self.steps(next, p))]
    #[ensures(forall<i, q> next.is_engaged(q) && self.is_engaged(q) && next.is_ahead(i, q) ==> self.is_ahead(i, q))]
    #[ensures(forall<q> self.is_engaged(q) && next.is_engaged(q) ==> forall<i> next.older[i][q] ==> self.older[i][q])]
    pub fn none_gets_ahead(self, next: Self, p: Int) {}

    /// If few are ahead of q, few stay ahead of q until q leaves.
    #[logic]
    #[requires(self.steps(next, p) && self.is_engaged(q) && next.is_engaged(q) && self.has_few(q))]
    #[ensures(next.has_few(q))]
    pub fn few_stay(self, next: Self, p: Int, q: Int) {
        self.none_gets_ahead(next, p);
        subset(next.ahead(q), self.ahead(q), self.n)
    }

    /// The latch: i sets it when it is not ahead of any process.
    #[logic]
    #[requires(self.steps(next, p) && self.is_latched())]
    #[ensures(next.is_latched())]
    pub fn stays_latched(self, next: Self, p: Int) {
        self.none_gets_ahead(next, p)
    }

    /// 11(a): p deletes only processes that are not ahead of it.
    #[logic]
    #[requires(self.steps(next, p) && self.is_listed() && self.is_latched() && self.observation_1())]
    #[requires(self.tells_right() && self.has_told() && self.lemma_3())]
    #[ensures(next.is_listed())]
    pub fn stays_listed(self, next: Self, p: Int) {
        self.none_gets_ahead(next, p);
        match self.local[p].line {
            Line::L6 | Line::L7 | Line::L8 => (),
            Line::L11Compete => (),
            Line::L11Gone => (),
            Line::L11Order => (),
            Line::L11aFirst | Line::L11aSecond | Line::L11Ignore => (),
            Line::L11bFirst | Line::L11bSecond | Line::L11Allow => (),
            _ => (),
        }
    }
}
