//! The executable program of `proofs/src/bounded/program.rs` as a local state of the transition
//! system.

use super::program::{
    after_label, after_load, after_store, after_turn, from_11a, from_12, may_load, may_store,
    number, Cell, Local, Slot,
};
use crate::bounded::program::{Line, Passage, Step};
use crate::machine::{self, Access, Array, Kind};
use doorway_core::logic::count::{members, subset};
use doorway_core::logic::prelude::*;

/// A slot, in logic.
#[logic(open)]
pub fn slot_of(slot: machine::Slot) -> Slot {
    pearlite! { Slot { p: slot.p@, n: slot.n@, k: slot.k@ } }
}

/// The register of an access.
#[logic(open)]
pub fn cell_of(access: Access) -> Cell {
    pearlite! {
        let (w, h) = (access.writer@, access.home@);
        match access.array {
            Array::Compete => Cell::Compete(w, h),
            Array::Ignore => Cell::Ignore(w, h),
            Array::Order => Cell::Order(w, h),
            Array::Allow => Cell::Allow(w, h),
            Array::Gone => Cell::Gone(w, h),
            Array::Discover => if access.copy@ == 0 { Cell::First(w, h) } else { Cell::Second(w, h) },
            _ => Cell::Reveal(w),
        }
    }
}

impl<const N: usize> Passage<N> {
    /// The local state.
    #[logic(open)]
    pub fn local(self) -> Local {
        pearlite! {
            Local {
                line: self.line,
                i: self.i@,
                first: self.first,
                order: members(self.order@),
                precede: members(self.precede@),
            }
        }
    }

    /// Whether the loop variable is in range.
    #[logic(open)]
    pub fn is_in_range(self, slot: machine::Slot) -> bool {
        pearlite! {
            slot.n == N && slot.p@ < N@ && N@ < usize::MAX@ && self.i@ < N@
                && match self.line {
                    Line::L11bFirst | Line::L11bSecond | Line::L11Allow => self.i != slot.p,
                    _ => true,
                }
        }
    }
}

impl Local {
    /// Whether `step` is the next step.
    #[logic(open)]
    pub fn makes(self, slot: Slot, step: Step) -> bool {
        pearlite! {
            match step {
                Step::Turn => self.line == Line::Remainder || self.line == Line::Critical,
                Step::Label => self.line == Line::L3,
                Step::Scan => self.line == Line::L6,
                Step::Makes(access) => match access.kind {
                    Kind::Load => may_load(slot, self, cell_of(access)),
                    Kind::Store(value) => may_store(slot, self, cell_of(access), value@ != 0),
                    Kind::Begin => false,
                },
            }
        }
    }

    /// Whether `other` is the same, up to what is no process in `precede`.
    #[logic(open)]
    pub fn is_like(self, slot: Slot, other: Self) -> bool {
        pearlite! {
            self.line == other.line && self.i == other.i && self.first == other.first && self.order == other.order
                && forall<j> 0 <= j && j < slot.n ==> self.precede[j] == other.precede[j]
        }
    }

    /// Whether the next step, whose load has returned `loaded`, leads to `next`.
    #[logic(open)]
    pub fn goes_to(self, slot: Slot, loaded: bool, next: Self) -> bool {
        next.is_like(
            slot,
            match self.line {
                Line::Remainder | Line::Critical => after_turn(slot, self),
                Line::L3 => after_label(slot, self),
                _ => {
                    if self.looks() || self.prunes() || self.asks() {
                        after_load(slot, self, loaded)
                    } else {
                        after_store(slot, self)
                    }
                }
            },
        )
    }

    /// Whether it makes a load of line 4.
    #[logic(open)]
    pub fn looks(self) -> bool {
        match self.line {
            Line::L4 | Line::L4Second | Line::L4d | Line::L4e | Line::L4f | Line::L4fSecond => true,
            _ => false,
        }
    }

    /// Whether it makes a load of line 11(a).
    #[logic(open)]
    pub fn prunes(self) -> bool {
        22 <= number(self.line) && number(self.line) <= 27
    }

    /// Whether it makes a load of line 11(b).
    #[logic(open)]
    pub fn asks(self) -> bool {
        28 <= number(self.line) && number(self.line) <= 30
    }

    /// Whether it makes a store of line 4.
    #[logic(open)]
    pub fn writes(self) -> bool {
        match self.line {
            Line::L4a | Line::L4b | Line::L4c | Line::L4dStore | Line::L4eStore => true,
            Line::L4fi | Line::L4fii => true,
            _ => false,
        }
    }

    /// Whether it makes a store.
    #[logic(open)]
    pub fn stores(self) -> bool {
        match self.line {
            Line::Remainder | Line::Critical | Line::L3 | Line::L6 => false,
            _ => !self.looks() && !self.prunes() && !self.asks(),
        }
    }
}

/// Line 12 reads `order` only.
#[logic]
#[variant(slot.n - i)]
#[requires(a.is_like(slot, b))]
#[ensures(from_12(slot, a, i).is_like(slot, from_12(slot, b, i)))]
pub fn alike_12(slot: Slot, a: Local, b: Local, i: Int) {
    if i < slot.n {
        alike_12(slot, a, b, i + 1)
    }
}

/// Line 11(a) reads `precede` up to n.
#[logic]
#[variant(slot.n - i)]
#[requires(0 <= i && a.is_like(slot, b))]
#[ensures(from_11a(slot, a, i).is_like(slot, from_11a(slot, b, i)))]
pub fn alike_11a(slot: Slot, a: Local, b: Local, i: Int) {
    if i < slot.n {
        alike_11a(slot, a, b, i + 1)
    } else {
        subset(a.precede, b.precede, slot.n);
        subset(b.precede, a.precede, slot.n);
        alike_12(slot, a, b, 0)
    }
}
