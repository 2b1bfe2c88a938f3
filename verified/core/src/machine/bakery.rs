//! Lamport's Bakery, Danek's Figure 1: `Bakery`.

use super::{Access, Array, Fields, Kind, Machine, Region};
use crate::ticket::{precedes, Choice, Ticket, INFINITY};

/// Where a process is. The names are the figure's line numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Bakery<const N: usize> {
    /// By process.
    pub doorway: [bool; N],
    /// By process.
    pub ticket: [Ticket; N],
    /// By process.
    pub processes: [Process; N],
}

impl<const N: usize> Bakery<N> {
    fn goto(&mut self, p: usize, line: Line, i: usize) {
        self.processes[p].line = line;
        self.processes[p].i = i;
    }
}

impl<const N: usize> Machine for Bakery<N> {
    const NAME: &'static str = "bakery";

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

    fn region(&self, p: usize) -> Region {
        match self.processes[p].line {
            Line::L2 => Region::Remainder,
            Line::L3 | Line::L4 | Line::L4Store | Line::L5 => Region::Doorway,
            Line::L7 | Line::L8 => Region::WaitingRoom,
            Line::L9 => Region::Critical,
            Line::L10 => Region::Exit,
        }
    }

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

    fn next(&self, p: usize) -> Option<Access> {
        let process = &self.processes[p];
        let access = |kind, array, writer| {
            Some(Access {
                kind,
                array,
                writer,
                home: writer,
                copy: 0,
            })
        };
        match process.line {
            Line::L2 | Line::L9 => None,
            Line::L3 => access(Kind::Store(1), Array::Doorway, p),
            Line::L4 | Line::L8 => access(Kind::Load, Array::Ticket, process.i),
            Line::L4Store => {
                let ticket = process.choice.take(INFINITY - 1).unwrap_or(INFINITY);
                access(Kind::Store(ticket), Array::Ticket, p)
            }
            Line::L5 => access(Kind::Store(0), Array::Doorway, p),
            Line::L7 => access(Kind::Load, Array::Doorway, process.i),
            Line::L10 => access(Kind::Store(0), Array::Ticket, p),
        }
    }

    fn read(&self, access: &Access) -> Ticket {
        match access.array {
            Array::Doorway => Ticket::from(self.doorway[access.writer]),
            _ => self.ticket[access.writer],
        }
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        match access.array {
            Array::Doorway => self.doorway[access.writer] = value != 0,
            _ => self.ticket[access.writer] = value,
        }
    }

    fn ticket(&self, p: usize) -> Ticket {
        self.processes[p].ticket
    }

    fn step(&mut self, p: usize, loaded: Ticket) {
        let i = self.processes[p].i;
        match self.processes[p].line {
            Line::L2 => self.goto(p, Line::L3, 0),
            Line::L3 => {
                self.doorway[p] = true;
                self.processes[p].choice = Choice::new();
                self.goto(p, Line::L4, 0);
            }
            Line::L4 => {
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
            Line::L4Store => {
                if let Ok(ticket) = self.processes[p].choice.take(INFINITY - 1) {
                    self.processes[p].ticket = ticket;
                    self.ticket[p] = ticket;
                }
                self.goto(p, Line::L5, 0);
            }
            Line::L5 => {
                self.doorway[p] = false;
                let refused = self.processes[p].ticket == 0;
                self.goto(p, if refused { Line::L10 } else { Line::L7 }, 0);
            }
            Line::L7 => {
                if loaded == 0 {
                    self.goto(p, Line::L8, i);
                }
            }
            Line::L8 => {
                if loaded == 0 || !precedes(loaded, i, self.processes[p].ticket, p) {
                    if i + 1 < N {
                        self.goto(p, Line::L7, i + 1);
                    } else {
                        self.goto(p, Line::L9, 0);
                    }
                }
            }
            Line::L9 => self.goto(p, Line::L10, 0),
            Line::L10 => {
                self.ticket[p] = 0;
                self.goto(p, Line::L2, 0);
            }
        }
    }

    fn spins(&self, p: usize) -> bool {
        self.region(p) == Region::WaitingRoom
    }

    fn may_withdraw(&self, p: usize) -> bool {
        self.region(p) == Region::WaitingRoom
    }

    fn withdraw(&mut self, p: usize) {
        self.goto(p, Line::L10, 0);
    }

    fn invariant(&self) -> bool {
        self.is_possible()
    }

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

    fn choosing(&self) -> usize {
        let begun = |process: &&Process| match process.line {
            Line::L4 => process.i > 0,
            line => line == Line::L4Store,
        };
        self.processes.iter().filter(begun).count()
    }

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
