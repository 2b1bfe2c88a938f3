//! A process of Zehavi's Algorithm 1 with the latch: its local state, and the access of each line.

use crate::bounded::program::Line;
use doorway_core::logic::prelude::*;

/// The position of a line in the program.
#[logic(open)]
pub fn number(line: Line) -> Int {
    match line {
        Line::Remainder => 0,
        Line::L1 => 1,
        Line::L2 => 2,
        Line::L3 => 3,
        Line::Reset => 4,
        Line::L4 => 5,
        Line::L4Second => 6,
        Line::L4a => 7,
        Line::L4b => 8,
        Line::L4c => 9,
        Line::L4d => 10,
        Line::L4dStore => 11,
        Line::L4e => 12,
        Line::L4eStore => 13,
        Line::L4f => 14,
        Line::L4fSecond => 15,
        Line::L4fi => 16,
        Line::L4fii => 17,
        Line::L5 => 18,
        Line::L6 => 19,
        Line::L7 => 20,
        Line::L8 => 21,
        Line::L11Compete => 22,
        Line::L11Gone => 23,
        Line::L11aFirst => 24,
        Line::L11aSecond => 25,
        Line::L11Ignore => 26,
        Line::L11Order => 27,
        Line::L11bFirst => 28,
        Line::L11bSecond => 29,
        Line::L11Allow => 30,
        Line::L12 => 31,
        Line::Critical => 32,
        Line::L13 => 33,
        Line::L14a => 34,
        Line::L14b => 35,
        Line::Latch => 36,
        Line::L15 => 37,
    }
}

/// The local state of a process: its line and its private variables.
pub struct Local {
    /// The line it is at.
    pub line: Line,
    /// The loop variable, or the process that the loads in the waiting loop are about.
    pub i: Int,
    /// What line 4 has loaded from the first cell.
    pub first: bool,
    /// The processes that its scan listed before it.
    pub order: Mapping<Int, bool>,
    /// `precede`.
    pub precede: Mapping<Int, bool>,
}

/// A register, by writer, then home.
pub enum Cell {
    /// `Compete`.
    Compete(Int, Int),
    /// `Ignore`.
    Ignore(Int, Int),
    /// `Order<`.
    Order(Int, Int),
    /// `Reveal`.
    Reveal(Int),
    /// `Allow`.
    Allow(Int, Int),
    /// The first cell of `Discover`.
    First(Int, Int),
    /// The second cell of `Discover`.
    Second(Int, Int),
    /// The latch.
    Gone(Int, Int),
}

/// The process whose program it is, and the sizes.
pub struct Slot {
    /// The process.
    pub p: Int,
    /// The number of processes.
    pub n: Int,
    /// The number of processes that may be inside.
    pub k: Int,
}

/// The first process from `i` on that is not p.
#[logic(open)]
pub fn other(i: Int, p: Int) -> Int {
    if i == p {
        i + 1
    } else {
        i
    }
}

/// Whether i is another process.
#[logic(open)]
pub fn is_other(slot: Slot, i: Int) -> bool {
    0 <= i && i < slot.n && i != slot.p
}

/// Whether the process is in the waiting loop.
#[logic(open)]
pub fn is_waiting(it: Local) -> bool {
    22 <= number(it.line) && number(it.line) <= 30
}

/// At `line` with loop variable i.
#[logic(open)]
pub fn goto(it: Local, line: Line, i: Int) -> Local {
    Local { line, i, ..it }
}

/// Whether the next access is a load of `cell`.
#[logic(open)]
pub fn may_load(slot: Slot, it: Local, cell: Cell) -> bool {
    pearlite! {
        match it.line {
            Line::L4 | Line::L4f => cell == Cell::First(slot.p, it.i),
            Line::L4Second | Line::L4fSecond => cell == Cell::Second(slot.p, it.i),
            Line::L4d | Line::L4e => cell == Cell::Reveal(it.i),
            Line::L11Compete => cell == Cell::Compete(it.i, slot.p),
            Line::L11Gone => cell == Cell::Gone(it.i, slot.p),
            Line::L11aFirst => cell == Cell::First(it.i, slot.p),
            Line::L11aSecond => cell == Cell::Second(it.i, slot.p),
            Line::L11Ignore => cell == Cell::Ignore(it.i, slot.p),
            Line::L11Order => cell == Cell::Order(it.i, slot.p),
            Line::L11bFirst => cell == Cell::First(it.i, slot.p) && is_other(slot, it.i),
            Line::L11bSecond => cell == Cell::Second(it.i, slot.p) && is_other(slot, it.i),
            Line::L11Allow => cell == Cell::Allow(it.i, slot.p) && is_other(slot, it.i),
            _ => false,
        }
    }
}

/// Whether the next access is a store of `value` to `cell`.
#[logic(open)]
pub fn may_store(slot: Slot, it: Local, cell: Cell, value: bool) -> bool {
    pearlite! {
        let (p, i) = (slot.p, it.i);
        match it.line {
            Line::L1 => cell == Cell::Compete(p, i) && value,
            Line::L2 => cell == Cell::Ignore(p, i) && value,
            Line::Reset => cell == Cell::Gone(i, p) && !value,
            Line::L4a | Line::L4fi => cell == Cell::First(p, i) && !value,
            Line::L4b | Line::L4fii => cell == Cell::Second(p, i) && !value,
            Line::L4c => cell == Cell::Allow(p, i) && !value,
            Line::L4dStore => cell == Cell::First(p, i) && value,
            Line::L4eStore => cell == Cell::Second(p, i) && value,
            Line::L5 => cell == Cell::Reveal(p) && value,
            Line::L7 => cell == Cell::Order(p, i) && value == !it.order[i],
            Line::L8 => cell == Cell::Ignore(p, i) && !value,
            Line::L12 => cell == Cell::Allow(p, i) && value,
            Line::L13 => cell == Cell::Reveal(p) && !value,
            Line::L14a => cell == Cell::First(i, p) && !value,
            Line::L14b => cell == Cell::Second(i, p) && !value,
            Line::Latch => cell == Cell::Gone(p, i) && value,
            Line::L15 => cell == Cell::Compete(p, i) && !value,
            _ => false,
        }
    }
}
