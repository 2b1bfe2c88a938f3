//! The snapshot of bounded timestamps, for one scanner p and one updater q: a model, and its proof.
//!
//! What a scan of p returns for q depends on these registers only: `Main[q]` with its tag for p, the
//! color that q announces to p, the color of p for q, and `Saved[q][p]`. Each is written by p or by
//! q, for this pair. So in a run of N processes, for any N, the steps of p and q that access these
//! registers are a run of this model. Two facts join the pairs: `Color[p]` is one store for all q,
//! and `Main[q]` is one store for all p.
//!
//! **The claim** (Creusot, without a bound on the run): a scan returns the value that `Main[q]` had
//! at the store of `Color[p]`, or the next value, if q had already loaded the color of p for the
//! first time in that update. The scanner may pick any color that the rule allows, and announced
//! colors may be in `Main[q]` or in a register apart.
//!
//! The values of q are numbered: a store of `Main[q]` stores the next number. No step looks at a
//! number. `proof.rs` has the invariant; [`explore`] visits the states of the same steps, and of
//! mutants.

#[cfg(not(creusot))]
mod explore;
#[cfg(creusot)]
mod proof;

use doorway_core::label::{Tag, NO_COLOR};
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::snapshot::{pick, tag, Color};

#[cfg(not(creusot))]
pub use explore::explore;

/// The number of a value of q.
pub trait Number: Copy {
    /// The number.
    #[cfg(creusot)]
    #[logic]
    fn number(self) -> Int;

    /// Number 0: the value that is there from the beginning.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result.number() == 0))]
    fn zero() -> Self;

    /// The next number.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result.number() == self.number() + 1))]
    fn next(self) -> Self;
}

/// The next step of p.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Scanner {
    /// Outside a scan. A scan begins with a load of `Main[q]`, or of the announced color if that is
    /// apart.
    Idle,
    /// A load of `Main[q]`, after that of the announced color.
    Half {
        /// The announced color.
        announced: Color,
    },
    /// The store of a color.
    Picked {
        /// The color.
        color: Color,
    },
    /// The second load of `Main[q]`.
    Collect,
    /// A load of `Saved[q][p]`.
    Saved,
}

/// The next step of q.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Updater {
    /// Outside an update. An update begins with a load of the color.
    Idle,
    /// The announcement.
    Announce {
        /// The color that it has loaded.
        first: Color,
    },
    /// The second load of the color.
    Second {
        /// The color that it has loaded first.
        first: Color,
    },
    /// The store of `Saved[q][p]`.
    Save {
        /// The tag that it will store.
        tag: Tag,
    },
    /// The store of `Main[q]`.
    Store {
        /// The tag.
        tag: Tag,
    },
}

/// The process that makes a step.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Mover {
    /// The scanner p.
    Scanner {
        /// The color that it picks, where it picks one and may pick this one.
        wish: Color,
    },
    /// The updater q.
    Updater,
}

/// A scanner and an updater with their registers.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub struct Pair<V> {
    /// The next step of p.
    pub scanner: Scanner,
    /// The next step of q.
    pub updater: Updater,
    /// Whether announced colors are in a register apart.
    pub apart: bool,
    /// The color of p for q.
    pub color: Color,
    /// The tag for p in `Main[q]`.
    pub tag: Tag,
    /// The color that q announces to p.
    pub announced: Color,
    /// The number of the value in `Main[q]`.
    pub main: V,
    /// The number of the value in `Saved[q][p]`.
    pub saved: V,
    /// For the claim: the number that `Main[q]` had at the last store of the color.
    pub start: V,
    /// For the claim: whether q had then begun an update, by its first load of the color.
    pub begun: bool,
}

/// Whether a scan may pick this color.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (color <= 3u8 && color != tag && color != announced && color != present)))]
const fn may_pick(color: Color, tag: Tag, announced: Color, present: Color) -> bool {
    color <= 3 && color != tag && color != announced && color != present
}

impl<V: Number> Pair<V> {
    /// The initial state: all registers are 0.
    #[must_use]
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result.is_possible() && result.main.number() == 0))]
    pub fn new(apart: bool) -> Self {
        Pair {
            scanner: Scanner::Idle,
            updater: Updater::Idle,
            apart,
            color: 0,
            tag: 0,
            announced: 0,
            main: V::zero(),
            saved: V::zero(),
            start: V::zero(),
            begun: false,
        }
    }

    /// A step. Returns the number of the value that a scan returns, if the step ends one.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible()))]
    #[cfg_attr(creusot, ensures((^self).is_possible() && (^self).apart == self.apart))]
    #[cfg_attr(creusot, ensures(self.marks_the_instant(^self) && self.counts(^self)))]
    #[cfg_attr(creusot, ensures(match result { Some(value) => self.may_return(value), None => true }))]
    pub fn step(&mut self, mover: Mover) -> Option<V> {
        match mover {
            Mover::Scanner { wish } => self.scans(wish),
            Mover::Updater => {
                self.updates();
                None
            }
        }
    }

    /// A step of p.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible()))]
    #[cfg_attr(creusot, ensures((^self).is_possible() && (^self).apart == self.apart))]
    #[cfg_attr(creusot, ensures(self.marks_the_instant(^self) && self.counts(^self)))]
    #[cfg_attr(creusot, ensures(match result { Some(value) => self.may_return(value), None => true }))]
    pub fn scans(&mut self, wish: Color) -> Option<V> {
        match self.scanner {
            Scanner::Idle => {
                if self.apart {
                    self.scanner = Scanner::Half {
                        announced: self.announced,
                    };
                } else {
                    self.picks(wish, self.announced);
                }
                None
            }
            Scanner::Half { announced } => {
                self.picks(wish, announced);
                None
            }
            Scanner::Picked { color } => {
                self.color = color;
                self.start = self.main;
                self.begun = !matches!(self.updater, Updater::Idle);
                self.scanner = Scanner::Collect;
                None
            }
            Scanner::Collect => {
                if self.tag == self.color {
                    self.scanner = Scanner::Saved;
                    return None;
                }
                self.scanner = Scanner::Idle;
                Some(self.main)
            }
            Scanner::Saved => {
                self.scanner = Scanner::Idle;
                Some(self.saved)
            }
        }
    }

    /// Loads `Main[q]` and picks a color.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible() && self.has_seen(announced)))]
    #[cfg_attr(creusot, ensures((^self).is_possible()))]
    #[cfg_attr(creusot, ensures(^self == Pair { scanner: (^self).scanner, ..*self }))]
    #[cfg_attr(creusot, ensures(match (^self).scanner { Scanner::Picked { color: _ } => true, _ => false }))]
    fn picks(&mut self, wish: Color, announced: Color) {
        let color = if may_pick(wish, self.tag, announced, self.color) {
            wish
        } else {
            pick(self.tag, announced, self.color)
        };
        self.scanner = Scanner::Picked { color };
    }

    /// A step of q.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible()))]
    #[cfg_attr(creusot, ensures((^self).is_possible() && (^self).apart == self.apart))]
    #[cfg_attr(creusot, ensures((^self).scanner == self.scanner && self.marks_the_instant(^self) && self.counts(^self)))]
    pub fn updates(&mut self) {
        self.updater = match self.updater {
            Updater::Idle => Updater::Announce { first: self.color },
            Updater::Announce { first } => {
                self.announced = first;
                Updater::Second { first }
            }
            Updater::Second { first } => {
                let tag = tag(first, self.color);
                if tag != NO_COLOR && tag != self.tag {
                    Updater::Save { tag }
                } else {
                    Updater::Store { tag }
                }
            }
            Updater::Save { tag } => {
                self.saved = self.main;
                Updater::Store { tag }
            }
            Updater::Store { tag } => {
                self.tag = tag;
                self.main = self.main.next();
                Updater::Idle
            }
        };
    }
}

/// Every run: any steps in any order, of any number, with any wishes. What each scan returns is what
/// the claim allows: the contract of [`Pair::step`].
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result.is_possible()))]
pub fn runs<V: Number>(apart: bool, movers: &[Mover]) -> Pair<V> {
    let mut pair = Pair::new(apart);
    let mut i = 0;
    #[cfg_attr(creusot, variant(movers@.len() - i@))]
    #[cfg_attr(creusot, invariant(pair.is_possible()))]
    while i < movers.len() {
        pair.step(movers[i]);
        i += 1;
    }
    pair
}
