//! The program of one process of Zehavi's Algorithm 1 with the latch, in logic: the accesses that a
//! line makes, and what the process is afterwards. `Label` and `Scan` are one step each.
//! `access` and `advance` in `proofs/src/bounded/program.rs` are proved to satisfy it.

use crate::bounded::program::Line;
use doorway_core::logic::count::count;
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

/// Line 1 from i on.
#[logic(open)]
pub fn from_1(slot: Slot, it: Local, i: Int) -> Local {
    if i < slot.n {
        goto(it, Line::L1, i)
    } else {
        from_2(slot, it, other(0, slot.p))
    }
}

/// Line 2 from i on.
#[logic(open)]
pub fn from_2(slot: Slot, it: Local, i: Int) -> Local {
    if i < slot.n {
        goto(it, Line::L2, i)
    } else {
        goto(it, Line::L3, 0)
    }
}

/// The latch is reset from i on.
#[logic(open)]
pub fn from_reset(slot: Slot, it: Local, i: Int) -> Local {
    if i < slot.n {
        goto(it, Line::Reset, i)
    } else {
        from_4(slot, it, other(0, slot.p))
    }
}

/// Line 4 from i on.
#[logic(open)]
pub fn from_4(slot: Slot, it: Local, i: Int) -> Local {
    if i < slot.n {
        goto(it, Line::L4, i)
    } else {
        goto(it, Line::L5, 0)
    }
}

/// Line 7 from i on.
#[logic(open)]
pub fn from_7(slot: Slot, it: Local, i: Int) -> Local {
    if i < slot.n {
        goto(it, Line::L7, i)
    } else {
        from_8(slot, it, other(0, slot.p))
    }
}

/// Line 8 from i on, then lines 9 and 10.
#[logic(open)]
pub fn from_8(slot: Slot, it: Local, i: Int) -> Local {
    if i < slot.n {
        goto(it, Line::L8, i)
    } else {
        let precede = it.order;
        from_11(slot, Local { precede, ..it })
    }
}

/// The head of the loop, the first time.
#[logic(open)]
pub fn from_11(slot: Slot, it: Local) -> Local {
    if count(it.precede, slot.n) < slot.k {
        from_12(slot, it, 0)
    } else {
        from_11a(slot, it, 0)
    }
}

/// Line 11(a) from i on, for the members of `precede`; then the head of the loop, or line 11(b).
#[logic(open)]
#[variant(slot.n - i)]
#[ensures(result.order == it.order && result.precede == it.precede)]
#[ensures(match result.line {
    Line::L11Compete => i <= result.i && result.i < slot.n && it.precede[result.i],
    Line::L11bFirst => true,
    _ => count(it.precede, slot.n) < slot.k && result == from_12(slot, it, 0),
})]
pub fn from_11a(slot: Slot, it: Local, i: Int) -> Local {
    if i >= slot.n {
        if count(it.precede, slot.n) < slot.k {
            from_12(slot, it, 0)
        } else {
            goto(it, Line::L11bFirst, other(0, slot.p))
        }
    } else if it.precede[i] {
        goto(it, Line::L11Compete, i)
    } else {
        from_11a(slot, it, i + 1)
    }
}

/// Line 11(b) from i on; then line 11(a) again. Nothing is deleted in 11(b).
#[logic(open)]
pub fn from_11b(slot: Slot, it: Local, i: Int) -> Local {
    if i < slot.n {
        goto(it, Line::L11bFirst, i)
    } else {
        from_11a(slot, it, 0)
    }
}

/// `precede.delete(i)`, and line 11(a) for the next.
#[logic(open)]
pub fn deletes(slot: Slot, it: Local) -> Local {
    let precede = it.precede.set(it.i, false);
    from_11a(slot, Local { precede, ..it }, it.i + 1)
}

/// Line 12 from i on: for the members of `order`.
#[logic(open)]
#[variant(slot.n - i)]
#[ensures(result.order == it.order && result.precede == it.precede)]
#[ensures(match result.line {
    Line::Critical => true,
    Line::L12 => i <= result.i && result.i < slot.n && it.order[result.i],
    _ => false,
})]
pub fn from_12(slot: Slot, it: Local, i: Int) -> Local {
    if i >= slot.n {
        goto(it, Line::Critical, 0)
    } else if it.order[i] {
        goto(it, Line::L12, i)
    } else {
        from_12(slot, it, i + 1)
    }
}

/// Line 14 from i on.
#[logic(open)]
pub fn from_14(slot: Slot, it: Local, i: Int) -> Local {
    if i < slot.n {
        goto(it, Line::L14a, i)
    } else {
        from_latch(slot, it, other(0, slot.p))
    }
}

/// The latch is set from i on.
#[logic(open)]
pub fn from_latch(slot: Slot, it: Local, i: Int) -> Local {
    if i < slot.n {
        goto(it, Line::Latch, i)
    } else {
        from_15(slot, it, other(0, slot.p))
    }
}

/// Line 15 from i on.
#[logic(open)]
pub fn from_15(slot: Slot, it: Local, i: Int) -> Local {
    if i < slot.n {
        goto(it, Line::L15, i)
    } else {
        goto(it, Line::Remainder, 0)
    }
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

/// The process after its load has returned `loaded`.
#[logic(open)]
pub fn after_load(slot: Slot, it: Local, loaded: bool) -> Local {
    match it.line {
        Line::L4 => Local {
            line: Line::L4Second,
            first: loaded,
            ..it
        },
        Line::L4Second => {
            if it.first && loaded {
                from_4(slot, it, other(it.i + 1, slot.p))
            } else if it.first || loaded {
                goto(it, Line::L4a, it.i)
            } else {
                goto(it, Line::L4c, it.i)
            }
        }
        Line::L4d => {
            if loaded {
                goto(it, Line::L4dStore, it.i)
            } else {
                from_4(slot, it, other(it.i + 1, slot.p))
            }
        }
        Line::L4e => goto(it, if loaded { Line::L4eStore } else { Line::L4fi }, it.i),
        Line::L4f => goto(it, if loaded { Line::L4fSecond } else { Line::L4fi }, it.i),
        Line::L4fSecond => {
            if loaded {
                from_4(slot, it, other(it.i + 1, slot.p))
            } else {
                goto(it, Line::L4fi, it.i)
            }
        }
        _ => after_look(slot, it, loaded),
    }
}

/// The process after a load in the waiting loop.
#[logic(open)]
pub fn after_look(slot: Slot, it: Local, loaded: bool) -> Local {
    let next_a = from_11a(slot, it, it.i + 1);
    let next_b = from_11b(slot, it, other(it.i + 1, slot.p));
    match (it.line, loaded) {
        (Line::L11Compete, false) => deletes(slot, it), // 11(a)i
        (Line::L11Compete, true) => goto(it, Line::L11Gone, it.i),
        (Line::L11Gone, true) => deletes(slot, it),
        (Line::L11Gone, false) => goto(it, Line::L11aFirst, it.i),
        (Line::L11aFirst, true) => goto(it, Line::L11aSecond, it.i),
        (Line::L11aSecond, true) => goto(it, Line::L11Ignore, it.i),
        (Line::L11Ignore, false) => goto(it, Line::L11Order, it.i),
        (Line::L11Order, false) => deletes(slot, it), // 11(a)ii
        (Line::L11aFirst | Line::L11aSecond, false) => next_a,
        (Line::L11Ignore | Line::L11Order, true) => next_a,
        (Line::L11bFirst, true) => goto(it, Line::L11bSecond, it.i),
        (Line::L11bSecond, true) => goto(it, Line::L11Allow, it.i),
        (Line::L11Allow, true) => from_12(slot, it, 0), // 11(b)i
        (Line::L11bFirst | Line::L11bSecond | Line::L11Allow, false) => next_b,
        _ => it,
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

/// The process after its store.
#[logic(open)]
pub fn after_store(slot: Slot, it: Local) -> Local {
    let next = other(it.i + 1, slot.p);
    match it.line {
        Line::L1 => from_1(slot, it, next),
        Line::L2 => from_2(slot, it, next),
        Line::Reset => from_reset(slot, it, next),
        Line::L4a => goto(it, Line::L4b, it.i),
        Line::L4b => goto(it, Line::L4c, it.i),
        Line::L4c => goto(it, Line::L4d, it.i),
        Line::L4dStore => goto(it, Line::L4e, it.i),
        Line::L4eStore => goto(it, Line::L4f, it.i),
        Line::L4fi => goto(it, Line::L4fii, it.i),
        Line::L4fii => from_4(slot, it, next),
        Line::L5 => goto(it, Line::L6, 0),
        Line::L7 => from_7(slot, it, next),
        Line::L8 => from_8(slot, it, next),
        Line::L12 => from_12(slot, it, it.i + 1),
        Line::L13 => from_14(slot, it, other(0, slot.p)),
        Line::L14a => goto(it, Line::L14b, it.i),
        Line::L14b => from_14(slot, it, next),
        Line::Latch => from_latch(slot, it, next),
        Line::L15 => from_15(slot, it, next),
        _ => it,
    }
}

/// The process after its label.
#[logic(open)]
pub fn after_label(slot: Slot, it: Local) -> Local {
    from_reset(slot, it, other(0, slot.p))
}

/// The process after its scan has listed `order` before it.
#[logic(open)]
pub fn after_scan(slot: Slot, it: Local, order: Mapping<Int, bool>) -> Local {
    from_7(slot, Local { order, ..it }, other(0, slot.p))
}

/// The process after its step without an access: it starts its doorway, or leaves the critical
/// section.
#[logic(open)]
pub fn after_turn(slot: Slot, it: Local) -> Local {
    match it.line {
        Line::Remainder => from_1(slot, it, other(0, slot.p)),
        _ => goto(it, Line::L13, 0),
    }
}

/// Whether a step without an access leads from `it` to `next`: `after_turn`, or a cancellation.
#[logic(open)]
pub fn turns(slot: Slot, it: Local, next: Local) -> bool {
    pearlite! {
        match it.line {
            Line::Remainder | Line::Critical => next == after_turn(slot, it),
            _ => is_waiting(it) && next == goto(it, Line::L13, 0),
        }
    }
}
