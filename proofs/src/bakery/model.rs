//! Lamport's Bakery, Danek's Figure 1: `Bakery`.

#[cfg(not(creusot))]
use crate::machine::Fields;
use crate::machine::{Access, Array, Kind, Machine, Region};
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::ticket::{precedes, Choice, Ticket, INFINITY};

/// Where a process is. The names are the figure's line numbers.
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

/// A process: where it is, and its private variables.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Process {
    /// Where it is.
    pub line: Line,
    /// The loop variable.
    pub i: usize,
    /// The choice of line 4 under way.
    pub choice: Choice,
    /// The ticket of this passage.
    pub ticket: Ticket,
}

/// The machine.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Bakery<const N: usize> {
    /// By process.
    pub doorway: [bool; N],
    /// By process.
    pub ticket: [Ticket; N],
    /// By process.
    pub processes: [Process; N],
}

/// The lines of the figure. Each keeps the invariant: see `moves`.
impl<const N: usize> Bakery<N> {
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@))]
    #[cfg_attr(creusot, ensures((^self).doorway == self.doorway && (^self).ticket == self.ticket))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p)))]
    #[cfg_attr(creusot, ensures({
        let old = self.processes[p];
        (^self).processes[p] == Process { line, i, ..old }
    }))]
    fn goto(&mut self, p: usize, line: Line, i: usize) {
        self.processes[p].line = line;
        self.processes[p].i = i;
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L2)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    fn line_2(&mut self, p: usize) {
        self.goto(p, Line::L3, 0);
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L3)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    fn line_3(&mut self, p: usize) {
        self.doorway[p] = true;
        self.processes[p].choice = Choice::new();
        self.goto(p, Line::L4, 0);
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L4)))]
    #[cfg_attr(creusot, requires(self.is_loaded(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    fn line_4(&mut self, p: usize, loaded: Ticket) {
        let i = self.processes[p].i;
        let choice = self.processes[p].choice.see(loaded);
        self.processes[p].choice = choice;
        if i + 1 < N {
            self.goto(p, Line::L4, i + 1);
        } else if choice.take(INFINITY - 1).is_ok() {
            self.goto(p, Line::L4Store, 0);
        } else {
            self.processes[p].ticket = 0; // refused
            self.goto(p, Line::L5, 0);
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L4Store)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    fn line_4_store(&mut self, p: usize) {
        if let Ok(ticket) = self.processes[p].choice.take(INFINITY - 1) {
            self.processes[p].ticket = ticket;
            self.ticket[p] = ticket;
        }
        self.goto(p, Line::L5, 0);
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L5)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    fn line_5(&mut self, p: usize) {
        self.doorway[p] = false;
        let refused = self.processes[p].ticket == 0;
        self.goto(p, if refused { Line::L10 } else { Line::L7 }, 0);
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L7)))]
    #[cfg_attr(creusot, requires(self.is_loaded(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    fn line_7(&mut self, p: usize, loaded: Ticket) {
        if loaded == 0 {
            self.goto(p, Line::L8, self.processes[p].i);
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L8)))]
    #[cfg_attr(creusot, requires(self.is_loaded(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    fn line_8(&mut self, p: usize, loaded: Ticket) {
        let i = self.processes[p].i;
        if loaded == 0 || !precedes(loaded, i, self.processes[p].ticket, p) {
            if i + 1 < N {
                self.goto(p, Line::L7, i + 1);
            } else {
                self.goto(p, Line::L9, 0);
            }
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L9)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    fn line_9(&mut self, p: usize) {
        self.goto(p, Line::L10, 0);
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L10)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    fn line_10(&mut self, p: usize) {
        self.ticket[p] = 0;
        self.goto(p, Line::L2, 0);
    }
}

impl<const N: usize> Machine for Bakery<N> {
    #[cfg(creusot)]
    #[logic(open)]
    fn is_process(self, p: usize) -> bool {
        pearlite! { p@ < N@ }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_register(self, access: Access) -> bool {
        pearlite! { access.writer@ < N@ }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_possible_for(self, p: usize, loaded: Ticket) -> bool {
        pearlite! { p@ < N@ && self.is_possible() && self.is_loaded(p, loaded) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_waiting_here(self, p: usize) -> bool {
        pearlite! { p@ < N@ && self.is_possible() && self.is_waiting(p) }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result.is_possible()))]
    fn new(_: usize) -> Self {
        let process = Process {
            line: Line::L2,
            i: 0,
            choice: Choice::new(),
            ticket: 0,
        };
        Bakery {
            doorway: [false; N],
            ticket: [0; N],
            processes: [process; N],
        }
    }

    fn slots(&self) -> usize {
        N
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(self.is_region(p, result)))]
    fn region(&self, p: usize) -> Region {
        match self.processes[p].line {
            Line::L2 => Region::Remainder,
            Line::L3 | Line::L4 | Line::L4Store | Line::L5 => Region::Doorway,
            Line::L7 | Line::L8 => Region::WaitingRoom,
            Line::L9 => Region::Critical,
            Line::L10 => Region::Exit,
        }
    }

    #[cfg(not(creusot))]
    fn line(&self, p: usize) -> &'static str {
        match self.processes[p].line {
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
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(forall<loaded> self.is_loaded(p, loaded) == self.returns(result, loaded)))]
    fn next(&self, p: usize) -> Option<Access> {
        let process = &self.processes[p];
        Some(match process.line {
            Line::L2 | Line::L9 => return None,
            Line::L3 => Access::of(Kind::Store(1), Array::Doorway, p, p),
            Line::L4 | Line::L8 => Access::of(Kind::Load, Array::Ticket, process.i, process.i),
            Line::L4Store => {
                let ticket = process.choice.take(INFINITY - 1).unwrap_or(INFINITY);
                Access::of(Kind::Store(ticket), Array::Ticket, p, p)
            }
            Line::L5 => Access::of(Kind::Store(0), Array::Doorway, p, p),
            Line::L7 => Access::of(Kind::Load, Array::Doorway, process.i, process.i),
            Line::L10 => Access::of(Kind::Store(0), Array::Ticket, p, p),
        })
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    #[cfg_attr(creusot, ensures(result@ == self.held_by(*access)))]
    fn read(&self, access: &Access) -> Ticket {
        match access.array {
            Array::Doorway => Ticket::from(self.doorway[access.writer]),
            _ => self.ticket[access.writer],
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    fn write(&mut self, access: &Access, value: Ticket) {
        match access.array {
            Array::Doorway => self.doorway[access.writer] = value != 0,
            _ => self.ticket[access.writer] = value,
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn ticket(&self, p: usize) -> Ticket {
        self.processes[p].ticket
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible_for(p, loaded)))]
    #[cfg_attr(creusot, ensures((^self).is_possible()))]
    fn step(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        match self.processes[p].line {
            Line::L2 => self.line_2(p),
            Line::L3 => self.line_3(p),
            Line::L4 => self.line_4(p, loaded),
            Line::L4Store => self.line_4_store(p),
            Line::L5 => self.line_5(p),
            Line::L7 => self.line_7(p, loaded),
            Line::L8 => self.line_8(p, loaded),
            Line::L9 => self.line_9(p),
            Line::L10 => self.line_10(p),
        }
        #[cfg(creusot)]
        let _ = snapshot!(old.keeps(*self, p));
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn spins(&self, p: usize) -> bool {
        matches!(self.region(p), Region::WaitingRoom)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(result == self.is_waiting(p)))]
    fn may_withdraw(&self, p: usize) -> bool {
        matches!(self.region(p), Region::WaitingRoom)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting_here(p)))]
    #[cfg_attr(creusot, ensures((^self).is_possible()))]
    fn withdraw(&mut self, p: usize) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        self.goto(p, Line::L10, 0);
        #[cfg(creusot)]
        let _ = snapshot!(old.keeps(*self, p));
    }

    #[cfg(not(creusot))]
    fn invariant(&self) -> bool {
        self.is_possible()
    }

    #[cfg(not(creusot))]
    fn forget(&mut self) {
        for process in &mut self.processes {
            if !matches!(process.line, Line::L4 | Line::L4Store) {
                process.choice = Choice::new();
            }
            if !matches!(process.line, Line::L5 | Line::L7 | Line::L8) {
                process.ticket = 0;
            }
        }
    }

    #[cfg(not(creusot))]
    fn choosing(&self) -> usize {
        let begun = |process: &&Process| match process.line {
            Line::L4 => process.i > 0,
            line => line == Line::L4Store,
        };
        self.processes.iter().filter(begun).count()
    }

    #[cfg(not(creusot))]
    fn fields(&mut self, fields: &mut impl Fields) {
        for p in 0..N {
            let process = &mut self.processes[p];
            let mut line = process.line as usize;
            fields.number(&mut line, LINES.len());
            process.line = LINES[line];
            fields.number(&mut process.i, N);
            let mut largest = process.choice.largest();
            fields.ticket(&mut largest);
            process.choice = Choice::new().see(largest);
            fields.ticket(&mut process.ticket);
            fields.truth(&mut self.doorway[p]);
            fields.ticket(&mut self.ticket[p]);
        }
    }
}
