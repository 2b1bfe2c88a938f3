//! The paper's Observations 1 to 3, and what holds of the labels, the latch and line 4 by the text of
//! the program.

use super::State;
use crate::bounded::program::Line;
use doorway_core::logic::prelude::*;

impl State {
    /// Observation 1 is preserved.
    #[logic]
    #[requires(self.steps(next, p) && self.observation_1())]
    #[ensures(next.observation_1())]
    pub fn observation_1_stays(self, next: Self, p: Int) {
        match self.local[p].line {
            Line::Remainder | Line::L1 => (),
            Line::L15 => (),
            _ => (),
        }
    }

    /// Observation 2 is preserved.
    #[logic]
    #[requires(self.steps(next, p) && self.observation_2())]
    #[ensures(next.observation_2())]
    pub fn observation_2_stays(self, next: Self, p: Int) {
        match self.local[p].line {
            Line::Remainder | Line::L1 | Line::L2 => (),
            Line::L8 => (),
            _ => (),
        }
    }

    /// Observation 3 is preserved.
    #[logic]
    #[requires(self.steps(next, p) && self.observation_3())]
    #[ensures(next.observation_3())]
    pub fn observation_3_stays(self, next: Self, p: Int) {}

    /// The labels stay in order.
    #[logic]
    #[requires(self.steps(next, p) && self.is_ordered())]
    #[ensures(next.is_ordered())]
    pub fn stays_ordered(self, next: Self, p: Int) {}

    /// Line 4c resets the permission before 4d and 4e tell the discovery.
    #[logic]
    #[requires(self.steps(next, p) && self.is_withdrawn())]
    #[ensures(next.is_withdrawn())]
    pub fn stays_withdrawn(self, next: Self, p: Int) {}
}
