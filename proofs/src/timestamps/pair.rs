//! The snapshot of [`bounded`](super::bounded), for one scanner p and one updater q, without a bound.
//!
//! What a scan of p observes of q depends on these registers only: `Main[q]` with its tag and its
//! announced color for p, the color of p for q, and `Saved[q][p]`. All are written by p or q. So
//! the pair is a model for every N, except that `Color[p]` is one store for all q.
//!
//! The claim: a scan observes the value that `Main[q]` had at the store of `Color[p]`, or the next
//! value, if its update had loaded the color of p before that store.
//!
//! Values are kept relative to that store, so the model is finite although both processes run
//! without a bound. The scanner may pick any color that the rule allows.

use super::bounded::Variant;
use std::collections::HashSet;

/// A value of q, seen from the latest store of `Color[p]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Value {
    /// Older than the value at the store, or no scan is past its store.
    Old,
    /// The value at the store.
    Current,
    /// The value after it.
    Next,
    /// A later value.
    Later,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Scanner {
    Idle,
    /// Has loaded one of `Main[q]` and the announced color, if they are apart.
    Half(u8),
    /// Is about to store this color.
    Picked(u8),
    Collect,
    Saved,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Updater {
    Idle,
    Announce(u8),
    Second(u8),
    /// Is about to save, and to store this tag.
    Save(u8),
    Store(u8),
    /// Mutant: has stored, and is about to save this value.
    SaveLate(Value),
}

/// The tag that equals no color.
const NONE: u8 = 4;

/// A scanner and an updater with their registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    variant: Variant,
    scanner: Scanner,
    updater: Updater,
    color: u8,
    tag: u8,
    announced: u8,
    main: Value,
    saved: Value,
    /// Whether the next value may be observed.
    next_too: bool,
}

impl Pair {
    /// The initial state of a variant.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Pair {
            variant,
            scanner: Scanner::Idle,
            updater: Updater::Idle,
            color: 0,
            tag: if variant == Variant::OneBit { 0 } else { NONE },
            announced: 0,
            main: Value::Old,
            saved: Value::Old,
            next_too: false,
        }
    }

    /// The states after a pick of a color.
    fn picks(self, tag: u8, announced: u8) -> Vec<Self> {
        let allowed = |&c: &u8| match self.variant {
            Variant::OneBit => c == 1 - tag,
            Variant::NoAnnouncement => c != tag && c != self.color,
            _ => c != tag && c != announced && c != self.color,
        };
        let picked = |c| Pair {
            scanner: Scanner::Picked(c),
            ..self
        };
        (0..4).filter(allowed).map(picked).collect()
    }

    /// Ends a scan that observes this value; none if the claim does not hold.
    fn observes(mut self, value: Value) -> Option<Self> {
        let holds = value == Value::Current || (value == Value::Next && self.next_too);
        self.scanner = Scanner::Idle;
        (self.main, self.saved, self.next_too) = (Value::Old, Value::Old, false);
        holds.then_some(self)
    }

    /// The states after the next step of the scanner; none if the claim does not hold.
    fn scans(mut self) -> Option<Vec<Self>> {
        let half = |loaded| {
            vec![Pair {
                scanner: Scanner::Half(loaded),
                ..self
            }]
        };
        Some(match (self.scanner, self.variant) {
            (Scanner::Idle, Variant::Apart) => half(self.announced),
            (Scanner::Idle, Variant::ApartMainFirst) => half(self.tag),
            (Scanner::Idle, _) => self.picks(self.tag, self.announced),
            (Scanner::Half(tag), Variant::ApartMainFirst) => self.picks(tag, self.announced),
            (Scanner::Half(announced), _) => self.picks(self.tag, announced),
            (Scanner::Picked(color), _) => {
                self.color = color;
                self.scanner = Scanner::Collect;
                self.main = Value::Current;
                self.next_too = self.updater != Updater::Idle;
                vec![self]
            }
            (Scanner::Collect, _) => {
                if self.tag == self.color && self.variant != Variant::SavedIgnored {
                    self.scanner = Scanner::Saved;
                    return Some(vec![self]);
                }
                vec![self.observes(self.main)?]
            }
            (Scanner::Saved, _) => vec![self.observes(self.saved)?],
        })
    }

    fn stores(&mut self, tag: u8) {
        self.tag = tag;
        self.main = match self.main {
            Value::Old => Value::Old,
            Value::Current => Value::Next,
            Value::Next | Value::Later => Value::Later,
        };
    }

    /// The state after the next step of the updater.
    fn updates(mut self) -> Self {
        let announces = !matches!(self.variant, Variant::NoAnnouncement | Variant::OneBit);
        self.updater = match self.updater {
            Updater::Idle if announces => Updater::Announce(self.color),
            Updater::Idle => Updater::Second(self.color),
            Updater::Announce(first) => {
                self.announced = first;
                Updater::Second(first)
            }
            Updater::Second(first) => {
                let tag = match self.variant {
                    Variant::NoBottom | Variant::OneBit => self.color,
                    Variant::NoBottomEarlier => first,
                    _ if first == self.color => first,
                    _ => NONE,
                };
                if tag != NONE && tag != self.tag {
                    Updater::Save(tag)
                } else {
                    Updater::Store(tag)
                }
            }
            Updater::Save(tag) if self.variant == Variant::SavedLate => {
                let before = self.main;
                self.stores(tag);
                Updater::SaveLate(before)
            }
            Updater::SaveLate(before) => {
                self.saved = before;
                Updater::Idle
            }
            Updater::Save(tag) => {
                self.saved = self.main;
                Updater::Store(tag)
            }
            Updater::Store(tag) => {
                self.stores(tag);
                Updater::Idle
            }
        };
        self
    }
}

/// The number of states of a variant, in all of which the claim holds; none if it does not hold
/// in one.
#[must_use]
pub fn explore(variant: Variant) -> Option<usize> {
    let start = Pair::new(variant);
    let mut seen = HashSet::from([start]);
    let mut todo = vec![start];
    while let Some(state) = todo.pop() {
        let mut next = state.scans()?;
        next.push(state.updates());
        for after in next {
            if seen.insert(after) {
                todo.push(after);
            }
        }
    }
    Some(seen.len())
}
