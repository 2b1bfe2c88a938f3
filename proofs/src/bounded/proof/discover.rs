//! Lemma 3: the two cells of `Discover`.

use super::State;
use crate::bounded::program::Line;
use doorway_core::logic::prelude::*;

impl State {
    /// A first cell that is left from an earlier passage is about to be reset.
    #[logic]
    #[requires(self.steps(next, p) && self.is_erased() && self.is_withdrawn() && self.observation_3())]
    #[ensures(next.is_erased())]
    pub fn stays_erased(self, next: Self, p: Int) {
        match self.local[p].line {
            Line::L4dStore => (),
            Line::L4e => (),
            Line::L4eStore => (),
            Line::L5 => (),
            Line::L13 | Line::L14a | Line::L14b => (),
            _ => (),
        }
    }

    /// While q is revealed, the second cell becomes true only after i has discovered q.
    #[logic]
    #[requires(self.steps(next, p) && self.observation_3())]
    #[ensures(forall<i, q> self.two(i, q) && self.is_revealed(q) && self.lacks_second(i, q)
        ==> next.fresh[i][q] || next.lacks_second(i, q))]
    #[ensures(forall<i, q> self.fresh[i][q] && !(q == p && self.local[p].line == Line::L5) ==> next.fresh[i][q])]
    pub fn lacks_until_discovered(self, next: Self, p: Int) {
        match self.local[p].line {
            Line::L4e => (),
            Line::L4eStore => (),
            Line::L5 => (),
            _ => (),
        }
    }

    /// **Lemma 3** is preserved.
    #[logic]
    #[requires(self.steps(next, p) && self.lemma_3() && self.is_erased() && self.observation_3())]
    #[ensures(next.lemma_3())]
    pub fn lemma_3_stays(self, next: Self, p: Int) {
        self.leaves_others(next, p);
        self.lacks_until_discovered(next, p);
        match self.local[p].line {
            Line::L5 => (),
            Line::L7 | Line::L8 => (),
            Line::L11Compete | Line::L11Gone | Line::L11Order => (),
            Line::L11aFirst => (),
            Line::L11bFirst => (),
            Line::L11aSecond => (),
            Line::L11bSecond => (),
            Line::L11Ignore => (),
            Line::L11Allow => (),
            _ => (),
        }
    }
}
