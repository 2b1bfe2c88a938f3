//! The program of a Bakery process, in logic. `access` and `advance` in
//! `proofs/src/bakery/model.rs` are proved to satisfy it.

use crate::bakery::{Line, Process};
use crate::machine::{Access, Array, Kind, Region, Slot};
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;
use doorway_core::ticket::{Ticket, INFINITY};

/// An access to p's register of `array`.
#[logic(open)]
pub fn of(kind: Kind, array: Array, p: usize) -> Access {
    Access {
        kind,
        array,
        writer: p,
        home: p,
        copy: 0usize,
    }
}

impl Process {
    /// The ticket that line 4 stores.
    #[logic(open)]
    pub fn taken(self) -> Int {
        pearlite! { if self.choice@ + 1 < INFINITY@ { self.choice@ + 1 } else { INFINITY@ } }
    }

    /// Whether `access` is the next access.
    #[logic(open)]
    pub fn names(self, slot: Slot, access: Option<Access>) -> bool {
        pearlite! {
            match self.line {
                Line::L2 | Line::L9 => access == None,
                Line::L3 => access == Some(of(Kind::Store(1u64), Array::Doorway, slot.p)),
                Line::L4 | Line::L8 => access == Some(of(Kind::Load, Array::Ticket, self.i)),
                Line::L4Store => exists<ticket: Ticket> ticket@ == self.taken()
                    && access == Some(of(Kind::Store(ticket), Array::Ticket, slot.p)),
                Line::L5 => access == Some(of(Kind::Store(0u64), Array::Doorway, slot.p)),
                Line::L7 => access == Some(of(Kind::Load, Array::Doorway, self.i)),
                Line::L10 => access == Some(of(Kind::Store(0u64), Array::Ticket, slot.p)),
            }
        }
    }

    /// Whether the next step leads to `next` after its load returned `loaded`.
    #[logic(open)]
    pub fn goes_to(self, slot: Slot, loaded: Ticket, next: Self) -> bool {
        pearlite! {
            match self.line {
                Line::L2 => next == Process { line: Line::L3, i: 0usize, ..self },
                Line::L3 => next.is_at(Line::L4, 0) && next.choice@ == 0 && next.ticket == self.ticket,
                Line::L4 => self.sees(slot, loaded, next),
                Line::L4Store => next.is_at(Line::L5, 0) && next.choice == self.choice && next.ticket@ == self.taken(),
                Line::L5 => if self.ticket@ == 0 {
                    next == Process { line: Line::L10, i: 0usize, ..self }
                } else {
                    next == Process { line: Line::L7, i: 0usize, ..self }
                },
                Line::L7 => next == if loaded@ == 0 { Process { line: Line::L8, ..self } } else { self },
                Line::L8 => if loaded@ != 0 && before(loaded@, self.i@, self.ticket@, slot.p@) {
                    next == self
                } else if self.i@ + 1 < slot.n@ {
                    next.is_at(Line::L7, self.i@ + 1) && next.choice == self.choice && next.ticket == self.ticket
                } else {
                    next == Process { line: Line::L9, i: 0usize, ..self }
                },
                Line::L9 => next == Process { line: Line::L10, i: 0usize, ..self },
                Line::L10 => next == Process { line: Line::L2, i: 0usize, ..self },
            }
        }
    }

    /// Line 4: the process has read one more ticket. If that was the last, it takes a ticket or is
    /// refused.
    #[logic(open)]
    pub fn sees(self, slot: Slot, loaded: Ticket, next: Self) -> bool {
        pearlite! {
            next.choice@ == (if self.choice@ < loaded@ { loaded@ } else { self.choice@ })
                && if self.i@ + 1 < slot.n@ {
                    next.is_at(Line::L4, self.i@ + 1) && next.ticket == self.ticket
                } else if next.choice@ + 1 < INFINITY@ {
                    next.is_at(Line::L4Store, 0) && next.ticket == self.ticket
                } else {
                    next.is_at(Line::L5, 0) && next.ticket@ == 0
                }
        }
    }

    /// Whether the process is at `line`, with loop variable `i`.
    #[logic(open)]
    pub fn is_at(self, line: Line, i: Int) -> bool {
        pearlite! { self.line == line && self.i@ == i }
    }

    /// Whether the process is in `region`.
    #[logic(open)]
    pub fn is_region(self, region: Region) -> bool {
        pearlite! {
            (self.line == Line::L9) == (region == Region::Critical)
                && (self.line == Line::L7 || self.line == Line::L8) == (region == Region::WaitingRoom)
                && (self.line == Line::L2) == (region == Region::Remainder)
                && (self.line == Line::L10) == (region == Region::Exit)
        }
    }
}
