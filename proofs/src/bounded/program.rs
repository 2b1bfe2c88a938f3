//! The program of one process, as the proof has it: Algorithm 1 with the latch, where `Label` and
//! `Scan` are one step each, and sets are arrays.
//!
//! Creusot proves that it is the program of the transition system in `proof.rs`, for every N. A test
//! compares it with the program of the explored model, for all local states of small N.

mod flow;

#[cfg(creusot)]
use super::proof::{
    executed::slot_of,
    program::{after_load, after_look, after_scan, after_store, other},
};
use crate::machine::{Access, Array, Kind, Slot};
#[cfg(creusot)]
use doorway_core::logic::{count::members, prelude::*};
use doorway_core::predecessors::next_other;

/// The line that a process is at. The names are the model's.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, PartialOrd, Ord))]
pub enum Line {
    /// In the remainder.
    Remainder,
    /// About to store `Compete[p][i]`.
    L1,
    /// About to store `Ignore[p][i]`.
    L2,
    /// About to label.
    L3,
    /// About to reset the latch `Gone[i][p]`.
    Reset,
    /// About to load the first cell of `Discover[p][i]`.
    L4,
    /// About to load the second cell.
    L4Second,
    /// About to reset the first cell.
    L4a,
    /// About to reset the second cell.
    L4b,
    /// About to reset `Allow[p][i]`.
    L4c,
    /// About to load `Reveal[i]`.
    L4d,
    /// About to set the first cell.
    L4dStore,
    /// About to load `Reveal[i]` again.
    L4e,
    /// About to set the second cell.
    L4eStore,
    /// About to load the first cell again.
    L4f,
    /// About to load the second cell again.
    L4fSecond,
    /// About to reset the first cell again.
    L4fi,
    /// About to reset the second cell again.
    L4fii,
    /// About to set `Reveal[p]`.
    L5,
    /// About to scan.
    L6,
    /// About to store `Order<[p][i]`.
    L7,
    /// About to reset `Ignore[p][i]`.
    L8,
    /// About to load `Compete[i][p]`.
    L11Compete,
    /// About to load the latch `Gone[i][p]`.
    L11Gone,
    /// About to load the first cell of `Discover[i][p]`.
    L11aFirst,
    /// About to load the second cell.
    L11aSecond,
    /// About to load `Ignore[i][p]`.
    L11Ignore,
    /// About to load `Order<[i][p]`.
    L11Order,
    /// About to load the first cell of `Discover[i][p]`.
    L11bFirst,
    /// About to load the second cell.
    L11bSecond,
    /// About to load `Allow[i][p]`.
    L11Allow,
    /// About to set `Allow[p][i]`.
    L12,
    /// Inside.
    Critical,
    /// About to reset `Reveal[p]`.
    L13,
    /// About to reset the first cell of `Discover[i][p]`.
    L14a,
    /// About to reset the second cell.
    L14b,
    /// About to set the latch `Gone[p][i]`.
    Latch,
    /// About to reset `Compete[p][i]`.
    L15,
}

/// What a process does next.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub enum Step {
    /// No access: it starts its doorway, or leaves the critical section.
    Turn,
    /// It labels.
    Label,
    /// It scans.
    Scan,
    /// It makes an access.
    Makes(Access),
}

/// A process: its line and its private variables.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct Passage<const N: usize> {
    /// The line it is at.
    pub line: Line,
    /// The loop variable.
    pub i: usize,
    /// What line 4 has loaded from the first cell.
    pub first: bool,
    /// The processes that its scan listed before it.
    pub order: [bool; N],
    /// `precede`.
    pub precede: [bool; N],
}

/// An access to the register of `array` that `writer` writes for `home`.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == Step::Makes(Access { kind, array, writer, home, copy })))]
const fn makes(kind: Kind, array: Array, writer: usize, home: usize, copy: usize) -> Step {
    Step::Makes(Access {
        kind,
        array,
        writer,
        home,
        copy,
    })
}

impl<const N: usize> Passage<N> {
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == Passage { line, i, ..self }))]
    const fn goto(self, line: Line, i: usize) -> Self {
        Passage { line, i, ..self }
    }

    /// The next step.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot)))]
    #[cfg_attr(creusot, ensures(self.local().makes(slot_of(slot), result)))]
    pub fn step(&self, slot: Slot) -> Step {
        let (p, i) = (slot.p, self.i);
        let (load, set, reset) = (Kind::Load, Kind::Store(1), Kind::Store(0));
        match self.line {
            Line::Remainder | Line::Critical => Step::Turn,
            Line::L3 => Step::Label,
            Line::L6 => Step::Scan,
            Line::L1 => makes(set, Array::Compete, p, i, 0),
            Line::L2 => makes(set, Array::Ignore, p, i, 0),
            Line::Reset => makes(reset, Array::Gone, i, p, 0),
            Line::L4 | Line::L4f => makes(load, Array::Discover, p, i, 0),
            Line::L4Second | Line::L4fSecond => makes(load, Array::Discover, p, i, 1),
            Line::L4a | Line::L4fi => makes(reset, Array::Discover, p, i, 0),
            Line::L4b | Line::L4fii => makes(reset, Array::Discover, p, i, 1),
            Line::L4c => makes(reset, Array::Allow, p, i, 0),
            Line::L4d | Line::L4e => makes(load, Array::Reveal, i, i, 0),
            Line::L4dStore => makes(set, Array::Discover, p, i, 0),
            Line::L4eStore => makes(set, Array::Discover, p, i, 1),
            Line::L5 => makes(set, Array::Reveal, p, p, 0),
            Line::L7 if self.order[i] => makes(reset, Array::Order, p, i, 0),
            Line::L7 => makes(set, Array::Order, p, i, 0),
            Line::L8 => makes(reset, Array::Ignore, p, i, 0),
            Line::L11Compete => makes(load, Array::Compete, i, p, 0),
            Line::L11Gone => makes(load, Array::Gone, i, p, 0),
            Line::L11aFirst | Line::L11bFirst => makes(load, Array::Discover, i, p, 0),
            Line::L11aSecond | Line::L11bSecond => makes(load, Array::Discover, i, p, 1),
            Line::L11Ignore => makes(load, Array::Ignore, i, p, 0),
            Line::L11Order => makes(load, Array::Order, i, p, 0),
            Line::L11Allow => makes(load, Array::Allow, i, p, 0),
            Line::L12 => makes(set, Array::Allow, p, i, 0),
            Line::L13 => makes(reset, Array::Reveal, p, p, 0),
            Line::L14a => makes(reset, Array::Discover, i, p, 0),
            Line::L14b => makes(reset, Array::Discover, i, p, 1),
            Line::Latch => makes(set, Array::Gone, p, i, 0),
            Line::L15 => makes(reset, Array::Compete, p, i, 0),
        }
    }

    /// The state after the next step, which is not a scan. If it is a load, it has returned `loaded`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot) && self.line != Line::L6))]
    #[cfg_attr(creusot, ensures(self.local().goes_to(slot_of(slot), loaded, result.local())))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    #[must_use]
    pub fn advance(self, slot: Slot, loaded: bool) -> Self {
        match self.line {
            Line::L11Compete
            | Line::L11Gone
            | Line::L11aFirst
            | Line::L11aSecond
            | Line::L11Ignore
            | Line::L11Order => self.prunes(slot, loaded),
            Line::L11bFirst | Line::L11bSecond | Line::L11Allow => self.asks(slot, loaded),
            Line::L4 | Line::L4Second | Line::L4d | Line::L4e | Line::L4f | Line::L4fSecond => {
                self.looks(slot, loaded)
            }
            Line::L3 => self.from_reset(slot, next_other(0, slot.p)),
            Line::Remainder => self.from_1(slot, next_other(0, slot.p)),
            Line::Critical => self.goto(Line::L13, 0),
            _ => self.stores(slot),
        }
    }

    /// The loads of line 4.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot) && self.local().looks()))]
    #[cfg_attr(creusot, ensures(result.local().is_like(slot_of(slot), after_load(slot_of(slot), self.local(), loaded))))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    fn looks(self, slot: Slot, loaded: bool) -> Self {
        let i = self.i;
        let next = next_other(i + 1, slot.p);
        #[cfg(creusot)]
        proof_assert!(next@ == other(self.local().i + 1, slot_of(slot).p));
        match self.line {
            Line::L4 => Passage {
                first: loaded,
                ..self.goto(Line::L4Second, i)
            },
            Line::L4Second => {
                if self.first && loaded {
                    self.from_4(slot, next)
                } else if self.first || loaded {
                    self.goto(Line::L4a, i)
                } else {
                    self.goto(Line::L4c, i)
                }
            }
            Line::L4d => {
                if loaded {
                    self.goto(Line::L4dStore, i)
                } else {
                    self.from_4(slot, next)
                }
            }
            Line::L4e => self.goto(if loaded { Line::L4eStore } else { Line::L4fi }, i),
            Line::L4f => self.goto(if loaded { Line::L4fSecond } else { Line::L4fi }, i),
            _ => {
                if loaded {
                    self.from_4(slot, next)
                } else {
                    self.goto(Line::L4fi, i)
                }
            }
        }
    }

    /// Line 11(a).
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot) && self.local().prunes()))]
    #[cfg_attr(creusot, ensures(result.local().is_like(slot_of(slot), after_look(slot_of(slot), self.local(), loaded))))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    fn prunes(self, slot: Slot, loaded: bool) -> Self {
        let i = self.i;
        match self.line {
            Line::L11Compete if loaded => self.goto(Line::L11Gone, i),
            Line::L11Compete => self.deletes(slot),
            Line::L11Gone if loaded => self.deletes(slot),
            Line::L11Gone => self.goto(Line::L11aFirst, i),
            Line::L11aFirst if loaded => self.goto(Line::L11aSecond, i),
            Line::L11aSecond if loaded => self.goto(Line::L11Ignore, i),
            Line::L11Ignore if !loaded => self.goto(Line::L11Order, i),
            Line::L11Order if !loaded => self.deletes(slot),
            _ => self.from_11a(slot, i + 1),
        }
    }

    /// Line 11(b).
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot) && self.local().asks()))]
    #[cfg_attr(creusot, ensures(result.local().is_like(slot_of(slot), after_look(slot_of(slot), self.local(), loaded))))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    fn asks(self, slot: Slot, loaded: bool) -> Self {
        let i = self.i;
        let next = next_other(i + 1, slot.p);
        match self.line {
            Line::L11bFirst if loaded => self.goto(Line::L11bSecond, i),
            Line::L11bSecond if loaded => self.goto(Line::L11Allow, i),
            Line::L11Allow if loaded => self.from_12(slot, 0),
            _ if next < N => self.goto(Line::L11bFirst, next),
            _ => self.from_11a(slot, 0),
        }
    }

    /// The stores.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot) && self.local().stores()))]
    #[cfg_attr(creusot, ensures(result.local() == after_store(slot_of(slot), self.local())))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    fn stores(self, slot: Slot) -> Self {
        let i = self.i;
        let next = next_other(i + 1, slot.p);
        #[cfg(creusot)]
        proof_assert!(next@ == other(self.local().i + 1, slot_of(slot).p));
        match self.line {
            Line::L1 => self.from_1(slot, next),
            Line::L2 => self.from_2(slot, next),
            Line::Reset => self.from_reset(slot, next),
            Line::L5 => self.goto(Line::L6, 0),
            Line::L7 => self.from_7(slot, next),
            Line::L8 => self.from_8(slot, next),
            Line::L12 => self.from_12(slot, i + 1),
            Line::L13 => self.from_14(slot, next_other(0, slot.p)),
            Line::L14a => self.goto(Line::L14b, i),
            Line::L14b => self.from_14(slot, next),
            Line::Latch => self.from_latch(slot, next),
            Line::L15 => self.from_15(slot, next),
            _ => self.writes(slot),
        }
    }

    /// The stores of line 4.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot) && self.local().writes()))]
    #[cfg_attr(creusot, ensures(result.local() == after_store(slot_of(slot), self.local())))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    fn writes(self, slot: Slot) -> Self {
        let i = self.i;
        let next = next_other(i + 1, slot.p);
        #[cfg(creusot)]
        proof_assert!(next@ == other(self.local().i + 1, slot_of(slot).p));
        match self.line {
            Line::L4a => self.goto(Line::L4b, i),
            Line::L4b => self.goto(Line::L4c, i),
            Line::L4c => self.goto(Line::L4d, i),
            Line::L4dStore => self.goto(Line::L4e, i),
            Line::L4eStore => self.goto(Line::L4f, i),
            Line::L4fi => self.goto(Line::L4fii, i),
            _ => self.from_4(slot, next),
        }
    }

    /// The state after a scan has listed `order` before the process.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot) && self.line == Line::L6))]
    #[cfg_attr(creusot, ensures(result.local() == after_scan(slot_of(slot), self.local(), members(order@))))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    #[must_use]
    pub fn scanned(self, slot: Slot, order: [bool; N]) -> Self {
        Passage { order, ..self }.from_7(slot, next_other(0, slot.p))
    }
}
