//! Taubenfeld's Black-White Bakery, Algorithm 2: `BlackWhite`.
//!
//! As in the shipped lock, `mycolor` is private until line 3 stores it together with the number.
//! The terms of lines 7 to 9 that are about one register are evaluated on one load of it. A process
//! that has to wait polls again from line 7 on. Line 12 comes before line 11, which the paper
//! allows.
//!
//! The fast path between lines 1 and 2 is not in the paper. A process that sees every other process
//! idle (not choosing, and without a ticket) enters without a ticket. It stays choosing until it
//! leaves, so a process that arrives meanwhile waits at line 6.

mod lines;

#[cfg(not(creusot))]
use crate::machine::Fields;
use crate::machine::{Access, Array, Kind, Machine, Region};
use doorway_core::color::{after, ticket, Color, BLACK, MOST};
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::ticket::{Choice, Ticket};

/// The line that a process is at. The names are the algorithm's line numbers.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub enum Line {
    /// In the remainder.
    Remainder,
    /// About to store `choosing[p]`.
    L1,
    /// On the fast path, about to load `choosing[i]`.
    Alone6,
    /// On the fast path, about to load the ticket of i.
    Alone7,
    /// Inside by the fast path, without a ticket.
    Alone11,
    /// About to load `color`.
    L2,
    /// About to load the ticket of i.
    L3,
    /// About to store its own ticket.
    L3Store,
    /// About to store `choosing[p]`.
    L4,
    /// About to load `choosing[i]`.
    L6,
    /// About to load the ticket of i.
    L7,
    /// About to load `color`.
    L9,
    /// About to store `color`.
    L12,
    /// Inside.
    L11,
    /// About to store its ticket.
    L13,
    /// About to store `choosing[p]`, in the exit protocol.
    L13Choosing,
}

#[cfg(not(creusot))]
const LINES: [Line; 16] = [
    Line::Remainder,
    Line::L1,
    Line::Alone6,
    Line::Alone7,
    Line::Alone11,
    Line::L2,
    Line::L3,
    Line::L3Store,
    Line::L4,
    Line::L6,
    Line::L7,
    Line::L9,
    Line::L12,
    Line::L11,
    Line::L13,
    Line::L13Choosing,
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
    /// Its color, once it has loaded it.
    pub color: Color,
    /// The choice of line 3, while it is being made.
    pub choice: Choice,
    /// The number of this passage; 0 if there was none left.
    pub number: Ticket,
}

/// The model of N processes.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct BlackWhite<const N: usize> {
    /// The color bit.
    pub color: Color,
    /// Whether a process is choosing, by process.
    pub choosing: [bool; N],
    /// By process: color and number.
    pub ticket: [Ticket; N],
    /// The local states, by process.
    pub processes: [Process; N],
}

impl<const N: usize> Machine for BlackWhite<N> {
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
    #[cfg_attr(creusot, ensures(result.is_possible() && result.is_bounded()))]
    fn new(_: usize) -> Self {
        let process = Process {
            line: Line::Remainder,
            i: 0,
            color: BLACK,
            choice: Choice::new(),
            number: 0,
        };
        let machine = BlackWhite {
            color: BLACK,
            choosing: [false; N],
            ticket: [0; N],
            processes: [process; N],
        };
        #[cfg(creusot)]
        let _ = snapshot!(machine.starts_bounded());
        machine
    }

    fn slots(&self) -> usize {
        N
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(self.is_region(p, result)))]
    fn region(&self, p: usize) -> Region {
        match self.processes[p].line {
            Line::Remainder => Region::Remainder,
            Line::L1 | Line::Alone6 | Line::Alone7 => Region::Doorway,
            Line::L2 | Line::L3 | Line::L3Store | Line::L4 => Region::Doorway,
            Line::L6 | Line::L7 | Line::L9 | Line::L12 => Region::WaitingRoom,
            Line::L11 | Line::Alone11 => Region::Critical,
            Line::L13 | Line::L13Choosing => Region::Exit,
        }
    }

    #[cfg(not(creusot))]
    fn line(&self, p: usize) -> &'static str {
        match self.processes[p].line {
            Line::Remainder => "0",
            Line::L1 => "1",
            Line::L2 => "2",
            Line::L3 | Line::L3Store => "3",
            Line::L4 => "4",
            Line::L6 | Line::Alone6 => "6",
            Line::L7 | Line::Alone7 => "7",
            Line::L9 => "9",
            Line::L12 => "12",
            Line::L11 | Line::Alone11 => "11",
            Line::L13 | Line::L13Choosing => "13",
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(forall<loaded> self.is_loaded(p, loaded) == self.returns(result, loaded)))]
    fn next(&self, p: usize) -> Option<Access> {
        let process = &self.processes[p];
        let i = process.i;
        Some(match process.line {
            Line::Remainder | Line::L11 | Line::Alone11 => return None,
            Line::L1 => Access::of(Kind::Store(1), Array::Choosing, p, p),
            Line::L2 | Line::L9 => Access::of(Kind::Load, Array::Color, 0, 0),
            Line::L3 | Line::L7 | Line::Alone7 => Access::of(Kind::Load, Array::Ticket, i, i),
            Line::L3Store => {
                let number = process.choice.take(MOST).unwrap_or(0);
                Access::of(
                    Kind::Store(ticket(process.color, number)),
                    Array::Ticket,
                    p,
                    p,
                )
            }
            Line::L4 | Line::L13Choosing => Access::of(Kind::Store(0), Array::Choosing, p, p),
            Line::L6 | Line::Alone6 => Access::of(Kind::Load, Array::Choosing, i, i),
            Line::L12 => {
                let color = Ticket::from(after(process.color));
                Access::of(Kind::Store(color), Array::Color, 0, 0)
            }
            Line::L13 => Access::of(Kind::Store(0), Array::Ticket, p, p),
        })
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    #[cfg_attr(creusot, ensures(result@ == self.held_by(*access)))]
    fn read(&self, access: &Access) -> Ticket {
        match access.array {
            Array::Color => Ticket::from(self.color),
            Array::Choosing => Ticket::from(self.choosing[access.writer]),
            _ => self.ticket[access.writer],
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    fn write(&mut self, access: &Access, value: Ticket) {
        match access.array {
            Array::Color => self.color = value != 0,
            Array::Choosing => self.choosing[access.writer] = value != 0,
            _ => self.ticket[access.writer] = value,
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn ticket(&self, p: usize) -> Ticket {
        ticket(self.processes[p].color, self.processes[p].number)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible_for(p, loaded)))]
    #[cfg_attr(creusot, ensures((^self).is_possible()))]
    #[cfg_attr(creusot, ensures(self.is_bounded() ==> (^self).is_bounded()))]
    fn step(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        match self.processes[p].line {
            Line::Remainder => self.leave_remainder(p),
            Line::L1 => self.line_1(p),
            Line::Alone6 => self.line_6_alone(p, loaded),
            Line::Alone7 => self.line_7_alone(p, loaded),
            Line::Alone11 => self.line_11_alone(p),
            Line::L2 => self.line_2(p, loaded),
            Line::L3 => self.line_3(p, loaded),
            Line::L3Store => self.line_3_store(p),
            Line::L4 => self.line_4(p),
            Line::L6 => self.line_6(p, loaded),
            Line::L7 => self.line_7(p, loaded),
            Line::L9 => self.line_9(p, loaded),
            Line::L12 => self.line_12(p),
            Line::L11 => self.line_11(p),
            Line::L13 => self.line_13(p),
            Line::L13Choosing => self.line_13_choosing(p),
        }
        #[cfg(creusot)]
        let _ = snapshot!(old.keeps(*self, p));
        #[cfg(creusot)]
        let _ = snapshot!(if old.is_bounded() {
            old.stays_bounded(*self, p)
        });
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn spins(&self, p: usize) -> bool {
        matches!(self.processes[p].line, Line::L6 | Line::L7 | Line::L9)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(result == self.is_waiting(p)))]
    fn may_cancel(&self, p: usize) -> bool {
        matches!(self.processes[p].line, Line::L6 | Line::L7)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting_here(p)))]
    #[cfg_attr(creusot, ensures((^self).is_possible()))]
    fn cancel(&mut self, p: usize) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        self.goto(p, Line::L13, 0);
        #[cfg(creusot)]
        let _ = snapshot!(old.keeps(*self, p));
    }

    #[cfg(not(creusot))]
    fn invariant(&self) -> bool {
        self.is_possible()
    }

    /// Numbers are at most N, as long as no process cancels.
    #[cfg(not(creusot))]
    fn is_within_bounds(&self) -> bool {
        self.ticket
            .iter()
            .all(|&ticket| doorway_core::color::number(ticket) <= N as Ticket)
    }

    #[cfg(not(creusot))]
    fn forget(&mut self) {
        for process in &mut self.processes {
            let line = process.line;
            let chooses = matches!(line, Line::L3 | Line::L3Store);
            let waits = matches!(line, Line::L6 | Line::L7 | Line::L9 | Line::L12);
            let stands = waits || matches!(line, Line::L4 | Line::L11 | Line::L13);
            if !chooses {
                process.choice = Choice::new();
            }
            if !chooses && !stands {
                process.color = BLACK;
            }
            if !stands {
                process.number = 0;
            }
        }
    }

    #[cfg(not(creusot))]
    fn choosing(&self) -> usize {
        let begun = |process: &&Process| matches!(process.line, Line::L3 | Line::L3Store);
        self.processes.iter().filter(begun).count()
    }

    #[cfg(not(creusot))]
    fn fields(&mut self, fields: &mut impl Fields) {
        fields.truth(&mut self.color);
        for p in 0..N {
            let process = &mut self.processes[p];
            let mut line = process.line as usize;
            fields.number(&mut line, LINES.len());
            process.line = LINES[line];
            fields.number(&mut process.i, N);
            fields.truth(&mut process.color);
            // Only one of the two is in use at a time.
            let chooses = matches!(process.line, Line::L3 | Line::L3Store);
            let mut either = if chooses {
                process.choice.largest()
            } else {
                process.number
            };
            fields.ticket(&mut either);
            if chooses {
                process.choice = Choice::new().see(either);
            } else {
                process.number = either;
            }
            fields.truth(&mut self.choosing[p]);
            fields.ticket(&mut self.ticket[p]);
        }
    }
}
