//! Lamport's Bakery, Danek's Figure 1: `Bakery`.
//!
//! The program of a process, and its registers; [`Model`] makes the model from them.

use crate::machine::{self, Access, Array, Kind, Model, Program, Region, Slot};
#[cfg(not(creusot))]
use crate::machine::{Fields, Lock};
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::ticket::{precedes, Choice, Ticket, INFINITY};

/// The line that a process is at. The names are the figure's line numbers.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub enum Line {
    /// In the remainder.
    L2,
    /// About to store `Doorway[p]`.
    L3,
    /// About to load `Ticket[i]`.
    L4,
    /// About to store `Ticket[p]`.
    L4Store,
    /// About to store `Doorway[p]`.
    L5,
    /// About to load `Doorway[i]`.
    L7,
    /// About to load `Ticket[i]`.
    L8,
    /// Inside.
    L9,
    /// About to store `Ticket[p]`.
    L10,
}

#[cfg(not(creusot))]
const LINES: [Line; 9] = [
    Line::L2,
    Line::L3,
    Line::L4,
    Line::L4Store,
    Line::L5,
    Line::L7,
    Line::L8,
    Line::L9,
    Line::L10,
];

/// A process: its line and its private variables.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Process {
    /// The line it is at.
    pub line: Line,
    /// The loop variable.
    pub i: usize,
    /// The choice of line 4, while it is being made.
    pub choice: Choice,
    /// The ticket of this passage.
    pub ticket: Ticket,
}

/// The registers of Figure 1.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Registers<const N: usize> {
    /// Whether a process is in its doorway, by process.
    pub doorway: [bool; N],
    /// The tickets, by process.
    pub ticket: [Ticket; N],
}

/// The model of N processes.
pub type Bakery<const N: usize> = Model<Registers<N>, Process, N>;

impl Process {
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == Process { line, i, ..self }))]
    const fn goto(self, line: Line, i: usize) -> Self {
        Process { line, i, ..self }
    }

    /// The ticket that line 4 stores. At line 4 the choice has made sure that there is one.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result@ == self.taken()))]
    fn take(&self) -> Ticket {
        self.choice.take(INFINITY - 1).unwrap_or(INFINITY)
    }
}

impl Program for Process {
    #[cfg(creusot)]
    #[logic(open)]
    fn is_start(self) -> bool {
        pearlite! { self.line == Line::L2 && self.i@ == 0 && self.choice@ == 0 && self.ticket@ == 0 }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_in_range(self, slot: Slot) -> bool {
        pearlite! { self.i@ < slot.n@ }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_next(self, slot: Slot, access: Option<Access>) -> bool {
        self.names(slot, access)
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn leads_to(self, slot: Slot, loaded: Ticket, next: Self) -> bool {
        self.goes_to(slot, loaded, next)
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_waiting(self) -> bool {
        pearlite! { self.line == Line::L7 || self.line == Line::L8 }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn gives_way(self, next: Self) -> bool {
        pearlite! { next == Process { line: Line::L10, i: 0usize, ..self } }
    }

    #[cfg(creusot)]
    #[logic]
    #[requires(self.is_next(slot, a) && self.is_next(slot, b))]
    #[ensures(a == b)]
    fn is_the_next(self, slot: Slot, a: Option<Access>, b: Option<Access>) {}

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result.is_start()))]
    fn start() -> Self {
        Process {
            line: Line::L2,
            i: 0,
            choice: Choice::new(),
            ticket: 0,
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(self.is_region(result)))]
    fn region(&self) -> Region {
        match self.line {
            Line::L2 => Region::Remainder,
            Line::L3 | Line::L4 | Line::L4Store | Line::L5 => Region::Doorway,
            Line::L7 | Line::L8 => Region::WaitingRoom,
            Line::L9 => Region::Critical,
            Line::L10 => Region::Exit,
        }
    }

    #[cfg(not(creusot))]
    fn line(&self) -> &'static str {
        match self.line {
            Line::L2 => "2",
            Line::L3 => "3",
            Line::L4 | Line::L4Store => "4",
            Line::L5 => "5",
            Line::L7 => "7",
            Line::L8 => "8",
            Line::L9 => "9",
            Line::L10 => "10",
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(self.is_next(slot, result)))]
    fn access(&self, slot: Slot) -> Option<Access> {
        let (kind, array, writer) = match self.line {
            Line::L2 | Line::L9 => return None,
            Line::L3 => (Kind::Store(1), Array::Doorway, slot.p),
            Line::L4 | Line::L8 => (Kind::Load, Array::Ticket, self.i),
            Line::L4Store => (Kind::Store(self.take()), Array::Ticket, slot.p),
            Line::L5 => (Kind::Store(0), Array::Doorway, slot.p),
            Line::L7 => (Kind::Load, Array::Doorway, self.i),
            Line::L10 => (Kind::Store(0), Array::Ticket, slot.p),
        };
        Some(Access::of(kind, array, writer, writer))
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot)))]
    #[cfg_attr(creusot, ensures(self.leads_to(slot, loaded, result)))]
    fn advance(self, slot: Slot, loaded: Ticket) -> Self {
        let i = self.i;
        let is_last = i + 1 >= slot.n;
        match self.line {
            Line::L2 => self.goto(Line::L3, 0),
            Line::L3 => {
                let choice = Choice::new();
                Process { choice, ..self }.goto(Line::L4, 0)
            }
            Line::L4 => {
                let choice = self.choice.see(loaded);
                let seen = Process { choice, ..self };
                if !is_last {
                    seen.goto(Line::L4, i + 1)
                } else if choice.take(INFINITY - 1).is_ok() {
                    seen.goto(Line::L4Store, 0)
                } else {
                    Process { ticket: 0, ..seen }.goto(Line::L5, 0) // refused
                }
            }
            Line::L4Store => {
                let ticket = self.take();
                Process { ticket, ..self }.goto(Line::L5, 0)
            }
            Line::L5 if self.ticket == 0 => self.goto(Line::L10, 0), // refused
            Line::L5 => self.goto(Line::L7, 0),
            Line::L7 if loaded == 0 => self.goto(Line::L8, i),
            Line::L7 => self,
            Line::L8 if loaded != 0 && precedes(loaded, i, self.ticket, slot.p) => self,
            Line::L8 if is_last => self.goto(Line::L9, 0),
            Line::L8 => self.goto(Line::L7, i + 1),
            Line::L9 => self.goto(Line::L10, 0),
            Line::L10 => self.goto(Line::L2, 0),
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    fn ticket(&self) -> Ticket {
        self.ticket
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == self.is_waiting()))]
    fn may_cancel(&self) -> bool {
        matches!(self.line, Line::L7 | Line::L8)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting()))]
    #[cfg_attr(creusot, ensures(self.gives_way(result)))]
    fn cancel(self) -> Self {
        self.goto(Line::L10, 0)
    }
}

impl<const N: usize> machine::Registers for Registers<N> {
    #[cfg(creusot)]
    #[logic(open)]
    fn is_start(self) -> bool {
        pearlite! { forall<q> 0 <= q && q < N@ ==> !self.doorway[q] && self.ticket[q]@ == 0 }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn has(self, access: Access) -> bool {
        pearlite! { access.writer@ < N@ }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn held(self, access: Access) -> Int {
        pearlite! {
            match access.array {
                Array::Doorway => if self.doorway[access.writer] { 1 } else { 0 },
                _ => self.ticket[access.writer]@,
            }
        }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn stores(self, access: Access, value: Ticket, next: Self) -> bool {
        pearlite! {
            match access.array {
                Array::Doorway => next.ticket == self.ticket
                    && next.doorway[access.writer] == (value@ != 0)
                    && (forall<q> 0 <= q && q < N@ && q != access.writer@ ==> next.doorway[q] == self.doorway[q]),
                _ => next.doorway == self.doorway
                    && next.ticket[access.writer] == value
                    && (forall<q> 0 <= q && q < N@ && q != access.writer@ ==> next.ticket[q] == self.ticket[q]),
            }
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result.is_start()))]
    fn start() -> Self {
        Registers {
            doorway: [false; N],
            ticket: [0; N],
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.has(*access)))]
    #[cfg_attr(creusot, ensures(result@ == self.held(*access)))]
    fn read(&self, access: &Access) -> Ticket {
        match access.array {
            Array::Doorway => Ticket::from(self.doorway[access.writer]),
            _ => self.ticket[access.writer],
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.has(*access)))]
    #[cfg_attr(creusot, ensures(self.stores(*access, value, ^self)))]
    fn write(&mut self, access: &Access, value: Ticket) {
        match access.array {
            Array::Doorway => self.doorway[access.writer] = value != 0,
            _ => self.ticket[access.writer] = value,
        }
    }
}

#[cfg(not(creusot))]
impl<const N: usize> Lock<Registers<N>, N> for Process {
    fn invariant(model: &Bakery<N>) -> bool {
        model.is_possible()
    }

    fn forget(model: &mut Bakery<N>) {
        for process in &mut model.processes {
            if !matches!(process.line, Line::L4 | Line::L4Store) {
                process.choice = Choice::new();
            }
            if !matches!(process.line, Line::L5 | Line::L7 | Line::L8) {
                process.ticket = 0;
            }
        }
    }

    fn choosing(model: &Bakery<N>) -> usize {
        let begun = |process: &&Process| match process.line {
            Line::L4 => process.i > 0,
            line => line == Line::L4Store,
        };
        model.processes.iter().filter(begun).count()
    }

    fn fields(model: &mut Bakery<N>, fields: &mut impl Fields) {
        for p in 0..N {
            let process = &mut model.processes[p];
            let mut line = process.line as usize;
            fields.number(&mut line, LINES.len());
            process.line = LINES[line];
            fields.number(&mut process.i, N);
            let mut largest = process.choice.largest();
            fields.ticket(&mut largest);
            process.choice = Choice::new().see(largest);
            fields.ticket(&mut process.ticket);
            fields.truth(&mut model.registers.doorway[p]);
            fields.ticket(&mut model.registers.ticket[p]);
        }
    }
}
