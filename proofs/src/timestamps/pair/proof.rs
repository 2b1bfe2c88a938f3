//! The invariant of a pair, and the claim.

use super::{Number, Pair, Scanner, Updater};
use doorway_core::label::{Tag, NO_COLOR};
use doorway_core::logic::prelude::*;
use doorway_core::snapshot::Color;

/// Numbers without a bound.
impl Number for Snapshot<Int> {
    #[logic(open)]
    fn number(self) -> Int {
        *self
    }

    #[check(terminates)]
    #[ensures(result.number() == 0)]
    fn zero() -> Self {
        snapshot!(0)
    }

    #[check(terminates)]
    #[ensures(result.number() == self.number() + 1)]
    fn next(self) -> Self {
        snapshot!(*self + 1)
    }
}

impl<V: Number> Pair<V> {
    /// The claim: a scan that returns this value returns the value at its store of the color, or the
    /// next one if its update had begun.
    #[logic(open)]
    pub fn may_return(self, value: V) -> bool {
        pearlite! {
            value.number() == self.start.number()
                || (self.begun && value.number() == self.start.number() + 1)
        }
    }

    /// Whether the step to `next` notes the instant of a scan, and only the store of the color does:
    /// the number in `Main[q]`, and whether an update has begun.
    #[logic(open)]
    pub fn marks_the_instant(self, next: Self) -> bool {
        pearlite! {
            if self.scanner != Scanner::Collect && next.scanner == Scanner::Collect {
                self.scanner == Scanner::Picked { color: next.color }
                    && next.start == self.main && next.begun == (self.updater != Updater::Idle)
            } else {
                next.color == self.color && next.start == self.start && next.begun == self.begun
            }
        }
    }

    /// Whether the step to `next` stores the next number in `Main[q]`, if it is the store of an
    /// update, and keeps the number otherwise.
    #[logic(open)]
    pub fn counts(self, next: Self) -> bool {
        pearlite! {
            if self.updater != Updater::Idle && next.updater == Updater::Idle {
                next.main.number() == self.main.number() + 1
            } else {
                next.main == self.main
            }
        }
    }

    /// The invariant.
    #[logic(open)]
    pub fn is_possible(self) -> bool {
        pearlite! {
            self.color <= 3u8 && self.updates_well() && match self.scanner {
                Scanner::Idle => true,
                Scanner::Half { announced } => self.has_seen(announced),
                Scanner::Picked { color } => color <= 3u8 && color != self.color
                    && color != self.tag && self.will_not_tag(color),
                Scanner::Collect => self.returns_well(),
                Scanner::Saved => self.tag == self.color && self.returns_well(),
            }
        }
    }

    /// The update of q: a tag that it will store is the color that it announces, or none. If that
    /// tag is a new one, q has saved its value when it is about to store.
    #[logic(open)]
    pub fn updates_well(self) -> bool {
        pearlite! {
            match self.updater {
                Updater::Idle => true,
                Updater::Announce { first } => first <= 3u8,
                Updater::Second { first } => first <= 3u8 && first == self.announced,
                Updater::Save { tag } => tag != NO_COLOR && tag != self.tag && tag == self.announced,
                Updater::Store { tag } => tag == NO_COLOR || (tag == self.announced
                    && (tag == self.tag || self.saved.number() == self.main.number())),
            }
        }
    }

    /// Whether q is about to store this tag, or to save for it.
    #[logic(open)]
    pub fn is_storing(self, stored: Tag) -> bool {
        pearlite! {
            match self.updater {
                Updater::Save { tag } => tag == stored,
                Updater::Store { tag } => tag == stored,
                _ => false,
            }
        }
    }

    /// A tag that q is about to store is not this color.
    #[logic(open)]
    pub fn will_not_tag(self, color: Color) -> bool {
        !self.is_storing(color)
    }

    /// p has seen this color announced: a tag that q is about to store is that color, p's present
    /// color, or none.
    #[logic(open)]
    pub fn has_seen(self, announced: Color) -> bool {
        pearlite! {
            forall<stored: Tag> self.is_storing(stored)
                ==> stored == NO_COLOR || stored == announced || stored == self.color
        }
    }

    /// Since p stored its color: either q has stored that color as a tag, after it had saved what p
    /// may return, and saves nothing more; or what p may return is in `Main[q]`, and the next update
    /// that begins will store that color as a tag.
    #[logic(open)]
    pub fn returns_well(self) -> bool {
        pearlite! {
            if self.tag == self.color {
                self.may_return(self.saved) && self.tags_with_the_color() && match self.updater {
                    Updater::Save { tag: _ } => false,
                    _ => true,
                }
            } else {
                self.may_return(self.main)
                    && if self.begun && self.main.number() == self.start.number() {
                        self.updater != Updater::Idle
                    } else {
                        self.tags_with_the_color()
                    }
            }
        }
    }

    /// Whether an update of q, if it is in one, has loaded p's present color only.
    #[logic(open)]
    pub fn tags_with_the_color(self) -> bool {
        pearlite! {
            match self.updater {
                Updater::Idle => true,
                Updater::Announce { first } => first == self.color,
                Updater::Second { first } => first == self.color,
                Updater::Save { tag } => tag == self.color,
                Updater::Store { tag } => tag == self.color,
            }
        }
    }
}
