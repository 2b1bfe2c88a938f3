//! Taubenfeld's adaptive Black-White Bakery, Algorithm 3: `Adaptive`, on an active set `S`.
//!
//! As in [`BlackWhite`](crate::black_white), the color is stored together with the number, a
//! process that has to wait polls again from line 10 on, and line 15 comes before line 14.

mod lines;
mod state;
mod variant;

use state::LINES;
pub use state::{Line, Process};
pub use variant::{AsWritten, JoinsLate, OneGetset, Variant};

use crate::active_set::{ActiveSet, Flags, Grid, Ideal, Local, Operation};
use crate::machine::{Access, Array, Fields, Kind, Machine, Region};
use core::marker::PhantomData;
use doorway_core::color::{after, goes_first, number, ticket, Color, BLACK, MOST};
use doorway_core::ticket::{Choice, Ticket};

/// The model on the set `S`, in the variant `V`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AdaptiveOf<S, V, const N: usize> {
    /// The active set.
    pub set: S,
    /// The color bit.
    pub color: Color,
    /// Whether a process is choosing, by process.
    pub choosing: [bool; N],
    /// By process: color and number.
    pub ticket: [Ticket; N],
    /// The local states, by process.
    pub processes: [Process<N>; N],
    variant: PhantomData<V>,
}

/// The model on the specification of active sets.
pub type Adaptive<const N: usize> = AdaptiveOf<Ideal<N>, AsWritten, N>;
/// The model on flags.
pub type OnFlags<const N: usize> = AdaptiveOf<Flags<N>, AsWritten, N>;
/// The model on the grid.
pub type OnGrid<const N: usize> = AdaptiveOf<Grid<N>, AsWritten, N>;

impl<S: ActiveSet<N>, V: Variant, const N: usize> Machine for AdaptiveOf<S, V, N> {
    fn new(_: usize) -> Self {
        let process = Process {
            line: Line::Remainder,
            i: 0,
            local: Local::EMPTY,
            at: 0,
            color: BLACK,
            choice: Choice::new(),
            number: 0,
        };
        AdaptiveOf {
            set: S::new(),
            color: BLACK,
            choosing: [false; N],
            ticket: [0; N],
            processes: [process; N],
            variant: PhantomData,
        }
    }

    fn slots(&self) -> usize {
        N
    }

    fn region(&self, p: usize) -> Region {
        match self.processes[p].line {
            Line::Remainder => Region::Remainder,
            Line::L9 | Line::L10 | Line::L12 | Line::L15 => Region::WaitingRoom,
            Line::L14 => Region::Critical,
            Line::L16 | Line::L17 => Region::Exit,
            _ => Region::Doorway,
        }
    }

    fn line(&self, p: usize) -> &'static str {
        match self.processes[p].line {
            Line::Remainder => "0",
            Line::L1 => "1",
            Line::L2 => "2",
            Line::L3 => "3",
            Line::L4 => "4",
            Line::L5 | Line::L5Store => "5",
            Line::L6 => "6",
            Line::L7 => "7",
            Line::L9 => "9",
            Line::L10 => "10",
            Line::L12 => "12",
            Line::L15 => "15",
            Line::L14 => "14",
            Line::L16 => "16",
            Line::L17 => "17",
        }
    }

    fn next(&self, p: usize) -> Option<Access> {
        let process = &self.processes[p];
        let i = process.i;
        Some(match process.line {
            Line::Remainder | Line::L14 => return None,
            Line::L1 | Line::L3 | Line::L7 | Line::L17 => self.set.next(p),
            Line::L2 => Access::of(Kind::Store(1), Array::Choosing, p, p),
            Line::L4 | Line::L12 => Access::of(Kind::Load, Array::Color, 0, 0),
            Line::L5 | Line::L10 => Access::of(Kind::Load, Array::Ticket, i, i),
            Line::L5Store => {
                let number = process.choice.take(MOST).unwrap_or(0);
                let value = ticket(process.color, number);
                Access::of(Kind::Store(value), Array::Ticket, p, p)
            }
            Line::L6 => Access::of(Kind::Store(0), Array::Choosing, p, p),
            Line::L9 => Access::of(Kind::Load, Array::Choosing, i, i),
            Line::L15 => {
                let color = Ticket::from(after(process.color));
                Access::of(Kind::Store(color), Array::Color, 0, 0)
            }
            Line::L16 => Access::of(Kind::Store(0), Array::Ticket, p, p),
        })
    }

    fn read(&self, access: &Access) -> Ticket {
        match access.array {
            Array::Color => Ticket::from(self.color),
            Array::Choosing => Ticket::from(self.choosing[access.writer]),
            Array::Ticket => self.ticket[access.writer],
            _ => self.set.read(access),
        }
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        match access.array {
            Array::Color => self.color = value != 0,
            Array::Choosing => self.choosing[access.writer] = value != 0,
            Array::Ticket => self.ticket[access.writer] = value,
            _ => self.set.write(access, value),
        }
    }

    fn in_flux(&self, access: &Access) -> bool {
        access.array == Array::Member && self.set.in_flux(access)
    }

    fn ticket(&self, p: usize) -> Ticket {
        ticket(self.processes[p].color, self.processes[p].number)
    }

    fn step(&mut self, p: usize, loaded: Ticket) {
        let Process { line, i, color, .. } = self.processes[p];
        match line {
            Line::Remainder if V::JOINS_LATE => self.goto(p, Line::L2, 0),
            Line::Remainder => self.begin(p, Line::L1, Operation::Join),
            Line::L1 | Line::L3 | Line::L7 | Line::L17 => {
                let outcome = self.set.step(p, loaded);
                if let Some(q) = outcome.found {
                    self.processes[p].local.push(q);
                }
                if outcome.done {
                    self.end(p);
                }
            }
            Line::L6 => self.line_6(p),
            Line::L9 if loaded != 0 => {}
            Line::L9 => self.goto(p, Line::L10, i),
            Line::L10 => self.line_10(p, loaded),
            Line::L12 if goes_first(color, loaded != 0) => self.pass_on(p),
            Line::L12 => self.goto(p, Line::L10, i),
            Line::L15 => {
                self.color = after(color);
                self.goto(p, Line::L14, 0);
            }
            Line::L14 => self.goto(p, Line::L16, 0),
            Line::L16 => {
                self.ticket[p] = 0;
                self.begin(p, Line::L17, Operation::Leave);
            }
            _ => self.doorway(p, loaded),
        }
    }

    fn spins(&self, p: usize) -> bool {
        matches!(self.processes[p].line, Line::L9 | Line::L10 | Line::L12)
    }

    fn may_cancel(&self, p: usize) -> bool {
        matches!(self.processes[p].line, Line::L9 | Line::L10)
    }

    fn cancel(&mut self, p: usize) {
        self.goto(p, Line::L16, 0);
    }

    fn invariant(&self) -> bool {
        true
    }

    /// Numbers are at most N, as long as no process cancels.
    fn is_within_bounds(&self) -> bool {
        self.ticket
            .iter()
            .all(|&ticket| number(ticket) <= N as Ticket)
    }

    fn forget(&mut self) {
        if V::JOINS_LATE {
            return; // here line 1 needs variables that are cleared below
        }
        for process in &mut self.processes {
            let chooses = matches!(process.line, Line::L5 | Line::L5Store);
            let line = process.line;
            if !chooses {
                process.choice = Choice::new();
            }
            if matches!(
                line,
                Line::Remainder | Line::L1 | Line::L2 | Line::L3 | Line::L4 | Line::L16 | Line::L17
            ) {
                process.color = BLACK;
                process.number = 0;
            }
            if chooses {
                process.number = 0;
            }
            let looks = matches!(line, Line::L5 | Line::L9 | Line::L10 | Line::L12);
            let asks = matches!(line, Line::L3 | Line::L4 | Line::L7);
            if looks && (line != Line::L5 || !V::ONE_GETSET) {
                process.local = process.local.after(process.at);
                process.at = 0;
            } else if !(asks || V::ONE_GETSET) {
                process.local = Local::EMPTY;
            }
            if !looks {
                process.at = 0;
            }
        }
    }

    fn choosing(&self) -> usize {
        let begun = |process: &&Process<N>| matches!(process.line, Line::L5 | Line::L5Store);
        self.processes.iter().filter(begun).count()
    }

    fn fields(&mut self, fields: &mut impl Fields) {
        self.set.fields(fields);
        fields.truth(&mut self.color);
        for p in 0..N {
            let process = &mut self.processes[p];
            let mut line = process.line as usize;
            fields.number(&mut line, LINES.len());
            process.line = LINES[line];
            fields.number(&mut process.i, N);
            process.local.fields(fields);
            fields.number(&mut process.at, N + 1);
            fields.truth(&mut process.color);
            // Only one of the two is in use at a time.
            let chooses = matches!(process.line, Line::L5 | Line::L5Store);
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
