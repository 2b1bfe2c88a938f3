//! The program of one process of Zehavi's Algorithm 1 with the latch, in logic: what the process is
//! after a step. `Label` and `Scan` are one step each.
//!
//! `step`, `advance` and `scanned` in `proofs/src/bounded/program.rs` are proved to satisfy it.

pub use super::lines::*;
use crate::bounded::program::Line;
use doorway_core::logic::count::count;
use doorway_core::logic::prelude::*;

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
