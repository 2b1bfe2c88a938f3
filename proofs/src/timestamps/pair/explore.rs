//! The states of a pair, and of its mutants.
//!
//! Numbers are kept relative to the store of the color, so the states are finite although both
//! processes run without a bound.

use super::{Color, Number, Pair, Scanner, Updater, NO_COLOR};
use crate::timestamps::bounded::Variant;
use std::collections::HashSet;

/// A number relative to that of the store of the color: 0 is older, 1 is that one, 2 the next, and 3
/// is later.
impl Number for u8 {
    fn zero() -> Self {
        0
    }

    fn next(self) -> Self {
        (self + 1).min(3)
    }
}

/// A pair, of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    pair: Pair<u8>,
    variant: Variant,
    /// Mutant: q has stored `Main[q]`, and is about to save this value.
    late: Option<u8>,
}

impl State {
    fn new(variant: Variant) -> Self {
        let apart = matches!(variant, Variant::Apart | Variant::ApartMainFirst);
        State {
            pair: Pair::new(apart),
            variant,
            late: None,
        }
    }

    /// Forgets numbers that no scan can return, and renumbers the others.
    fn renumbered(mut self) -> Self {
        let pair = &mut self.pair;
        let old = match pair.scanner {
            Scanner::Collect | Scanner::Saved => return self,
            _ => 0,
        };
        (pair.main, pair.start, pair.begun) = (1, old, false);
        pair.saved = old;
        self.late = self.late.map(|_| old);
        self
    }

    /// The state after the next step of p, and what its scan returns.
    fn scans(mut self, wish: Color) -> (Self, Option<u8>) {
        let pair = &mut self.pair;
        let returned = match (self.variant, pair.scanner) {
            (Variant::NoAnnouncement, Scanner::Idle) => {
                pair.picks(wish, pair.color);
                None
            }
            (Variant::OneBit, Scanner::Idle) => {
                let color = 1 - pair.tag;
                pair.scanner = Scanner::Picked { color };
                None
            }
            (Variant::ApartMainFirst, Scanner::Idle) => {
                // What it has loaded is the tag.
                let announced = pair.tag;
                pair.scanner = Scanner::Half { announced };
                None
            }
            (Variant::ApartMainFirst, Scanner::Half { announced: tag }) => {
                let later = std::mem::replace(&mut pair.tag, tag);
                pair.picks(wish, pair.announced);
                pair.tag = later;
                None
            }
            (Variant::SavedIgnored, Scanner::Collect) => {
                pair.scanner = Scanner::Idle;
                Some(pair.main)
            }
            _ => pair.scans(wish),
        };
        (self, returned)
    }

    /// The state after the next step of q.
    fn updates(mut self) -> Self {
        let pair = &mut self.pair;
        if let Some(before) = self.late.take() {
            pair.saved = before;
            return self;
        }
        match (self.variant, pair.updater) {
            (Variant::NoAnnouncement | Variant::OneBit, Updater::Idle) => {
                pair.updater = Updater::Second { first: pair.color };
            }
            (Variant::NoBottom | Variant::OneBit, Updater::Second { .. }) => {
                pair.updater = Updater::Second { first: pair.color };
                pair.updates();
            }
            (Variant::NoBottomEarlier, Updater::Second { first: tag }) => {
                pair.updater = if tag != NO_COLOR && tag != pair.tag {
                    Updater::Save { tag }
                } else {
                    Updater::Store { tag }
                };
            }
            (Variant::SavedLate, Updater::Save { tag }) => {
                self.late = Some(pair.main);
                pair.updater = Updater::Store { tag };
                pair.updates();
            }
            _ => pair.updates(),
        }
        self
    }

    /// The states after the next step of either process; none if a scan returns what the claim does
    /// not allow.
    fn steps(self) -> Option<Vec<Self>> {
        let mut after = vec![self.updates().renumbered()];
        for wish in 0..4 {
            let (next, returned) = self.scans(wish);
            let start = self.pair.start;
            let allowed = |value| value == start || (self.pair.begun && value == start.next());
            if returned.is_some_and(|value| !allowed(value)) {
                return None;
            }
            after.push(next.renumbered());
        }
        Some(after)
    }
}

/// The number of states of a variant, in all of which the claim holds; none if it does not hold
/// in one.
#[must_use]
pub fn explore(variant: Variant) -> Option<usize> {
    let start = State::new(variant).renumbered();
    let mut seen = HashSet::from([start]);
    let mut todo = vec![start];
    while let Some(state) = todo.pop() {
        for after in state.steps()? {
            if seen.insert(after) {
                todo.push(after);
            }
        }
    }
    Some(seen.len())
}
