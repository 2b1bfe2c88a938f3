//! How a process goes on from line to line.

use super::{Allows, Exits, Line, Process, Variant};
use crate::machine::{Program, Slot};
use crate::timestamps::stamps::Stamps;
use crate::timestamps::Operation;

impl<T: Stamps<N>, V: Variant, const N: usize> Process<T, V, N> {
    pub(super) fn goto(self, line: Line, i: usize) -> Self {
        Process { line, i, ..self }
    }

    /// The next other process from `from` on, or the state for which there is none.
    pub(super) fn each(
        self,
        p: usize,
        from: usize,
        line: Line,
        end: impl FnOnce(Self) -> Self,
    ) -> Self {
        match (from..N).find(|&i| i != p) {
            Some(i) => self.goto(line, i),
            None => end(self),
        }
    }

    pub(super) fn label(self, slot: Slot) -> Self {
        let stamps = self.stamps.begins(slot, Operation::Label);
        Process { stamps, ..self }.goto(Line::L3, 0)
    }

    pub(super) fn scan(self, slot: Slot) -> Self {
        let stamps = self.stamps.begins(slot, Operation::Scan);
        Process { stamps, ..self }.goto(Line::L6, 0)
    }

    pub(super) fn after_3(self, slot: Slot) -> Self {
        let p = slot.p;
        let line_4 = |it: Self| it.each(p, 0, Line::L4, |it| it.after_4(slot));
        if V::LATCH {
            self.each(p, 0, Line::Reset, line_4)
        } else {
            line_4(self)
        }
    }

    pub(super) fn after_4(self, slot: Slot) -> Self {
        match V::REVEALS_FIRST {
            true => self.goto(Line::L5, 0),
            false => self.scan(slot),
        }
    }

    pub(super) fn after_6(self, slot: Slot) -> Self {
        self.each(slot.p, 0, Line::L7, |it| it.waits(slot))
    }

    /// Lines 9 and 10.
    pub(super) fn after_8(self, slot: Slot) -> Self {
        let precede = self.order;
        // Only line 12 uses `order` from here on.
        let order = match V::ALLOWS {
            Allows::All => ((1 << N) - 1) & !(1 << slot.p),
            _ => self.order,
        };
        let it = Process {
            precede,
            order,
            ..self
        };
        it.waits(slot)
    }

    /// Line 4 for the next process.
    pub(super) fn next_4(self, slot: Slot) -> Self {
        let it = Process {
            first: false,
            ..self
        };
        it.each(slot.p, self.i + 1, Line::L4, |it| it.after_4(slot))
    }

    /// The first member of `precede` from `from` on, or line 11(b).
    pub(super) fn next_11a(self, slot: Slot, from: usize) -> Self {
        match (from..N).find(|&i| self.precede >> i & 1 == 1) {
            Some(i) => self.goto(Line::L11Compete, i),
            None if (self.precede.count_ones() as usize) < slot.k => self.enters(0),
            None if V::ALLOWS == Allows::Unread => self.next_11a(slot, 0),
            None => self.each(slot.p, 0, Line::L11bFirst, |it| it.next_11a(slot, 0)),
        }
    }

    /// The head of the loop.
    pub(in crate::bounded) fn waits(self, slot: Slot) -> Self {
        if (self.precede.count_ones() as usize) < slot.k {
            self.enters(0)
        } else {
            self.next_11a(slot, 0)
        }
    }

    /// Line 12 for the processes from `from` on.
    pub(in crate::bounded) fn enters(self, from: usize) -> Self {
        match (from..N).find(|&i| self.order >> i & 1 == 1) {
            Some(i) => self.goto(Line::L12, i),
            None => self.goto(Line::Critical, 0),
        }
    }

    pub(super) fn deletes(self, slot: Slot) -> Self {
        let precede = self.precede & !(1 << self.i);
        Process { precede, ..self }.next_11a(slot, self.i + 1)
    }

    pub(super) fn next_11b(self, slot: Slot) -> Self {
        self.each(slot.p, self.i + 1, Line::L11bFirst, |it| it.waits(slot))
    }

    pub(super) fn after_13(self, p: usize) -> Self {
        self.each(p, 0, Line::L14a, |it| it.after_14(p))
    }

    pub(super) fn after_14(self, p: usize) -> Self {
        let line_15 = |it: Self| it.each(p, 0, Line::L15, |it| it.left());
        if V::LATCH {
            self.each(p, 0, Line::Latch, line_15)
        } else {
            line_15(self)
        }
    }

    pub(super) fn left(self) -> Self {
        Process {
            stamps: self.stamps,
            ..Self::start()
        }
    }

    pub(super) fn exits(self, p: usize) -> Self {
        let it = Process {
            precede: 0,
            order: 0,
            ..self
        };
        if V::EXITS == Exits::Late13 {
            it.after_13(p)
        } else {
            it.goto(Line::L13, 0)
        }
    }

    pub(super) fn at_4c(self) -> Self {
        let it = Process {
            first: false,
            ..self
        };
        match V::RESETS_ALLOW {
            true => it.goto(Line::L4c, self.i),
            false => it.goto(Line::L4d, self.i),
        }
    }
}
