//! Taubenfeld's adaptive and local-spinning Black-White Bakery, Algorithm 4: `LocalSpin`, on an
//! active set `S`.
//!
//! As in [`BlackWhite`](crate::black_white), the color is stored together with the number, the
//! terms of lines 13 to 17 that are about one register are evaluated on one load of it, and line 21
//! comes before line 20. Line 25 resets the spin bit of a member as soon as line 24 has found it,
//! before line 24 goes on.

mod lines;
mod state;
mod variant;

use state::LINES;
pub use state::{Line, Process};

pub use variant::{
    AsPrinted, AsWritten, LeavesLast, OneGetset, RaisesChLate, RaisesNuLate, TellsFirst, Variant,
};

use crate::active_set::{ActiveSet, Flags, Grid, Ideal, Local, Operation};
use crate::machine::{Access, Array, Fields, Kind, Machine, Region};
use core::marker::PhantomData;
use doorway_core::color::{after, number, ticket, Color, BLACK, MOST};
use doorway_core::ticket::{Choice, Ticket};

/// The model on the set `S`, in the variant `V`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LocalSpinOf<S, V, const N: usize> {
    /// The active set.
    pub set: S,
    /// The color bit.
    pub color: Color,
    /// Whether a process is choosing, by process.
    pub choosing: [bool; N],
    /// By process: color and number.
    pub ticket: [Ticket; N],
    /// `spin.ch`, by the process that spins and the process that ends the spinning.
    pub spin_ch: [[bool; N]; N],
    /// `spin.nu`, by the process that spins and the process that ends the spinning.
    pub spin_nu: [[bool; N]; N],
    /// The local states, by process.
    pub processes: [Process<N>; N],
    variant: PhantomData<V>,
}

/// The model on the specification of active sets.
pub type LocalSpin<const N: usize> = LocalSpinOf<Ideal<N>, AsWritten, N>;
/// The model on flags.
pub type OnFlags<const N: usize> = LocalSpinOf<Flags<N>, AsWritten, N>;
/// The model on the grid.
pub type OnGrid<const N: usize> = LocalSpinOf<Grid<N>, AsWritten, N>;

impl<S: ActiveSet<N>, V: Variant, const N: usize> Machine for LocalSpinOf<S, V, N> {
    fn new(_: usize) -> Self {
        let process = Process {
            line: Line::Remainder,
            i: 0,
            local: Local::EMPTY,
            at: 0,
            told: false,
            color: BLACK,
            choice: Choice::new(),
            number: 0,
        };
        LocalSpinOf {
            set: S::new(),
            color: BLACK,
            choosing: [false; N],
            ticket: [0; N],
            spin_ch: [[false; N]; N],
            spin_nu: [[false; N]; N],
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
            Line::L20 => Region::Critical,
            Line::L21 if V::AS_PRINTED => Region::Exit,
            Line::L22 | Line::L23 | Line::L24 | Line::L25 => Region::Exit,
            line if line < Line::L10 => Region::Doorway,
            _ => Region::WaitingRoom,
        }
    }

    fn line(&self, p: usize) -> &'static str {
        match self.processes[p].line {
            Line::Remainder => "0",
            Line::L1 => "1",
            Line::L2 => "2",
            Line::L3 => "3",
            Line::L4 | Line::L4Store => "4",
            Line::L5 | Line::L5Store => "5",
            Line::L6 => "6",
            Line::L7 => "7",
            Line::L8 => "8",
            Line::L10 => "10",
            Line::L11 | Line::L11Await => "11",
            Line::L12 => "12",
            Line::L13 => "13",
            Line::L14(1 | 2) => "14",
            Line::L14(3) => "15",
            Line::L14(_) => "17",
            Line::L17 => "17",
            Line::L18 => "18",
            Line::L21 => "21",
            Line::L20 => "20",
            Line::L22 => "22",
            Line::L23 => "23",
            Line::L24 => "24",
            Line::L25 => "25",
        }
    }

    fn next(&self, p: usize) -> Option<Access> {
        let process = &self.processes[p];
        let i = process.i;
        Some(match process.line {
            Line::Remainder | Line::L20 => return None,
            Line::L1 | Line::L3 | Line::L7 | Line::L23 | Line::L24 => self.set.next(p),
            Line::L2 => Access::of(Kind::Store(1), Array::Choosing, p, p),
            Line::L4 | Line::L17 => Access::of(Kind::Load, Array::Color, 0, 0),
            Line::L4Store => {
                let value = ticket(process.color, 0);
                Access::of(Kind::Store(value), Array::Ticket, p, p)
            }
            Line::L5 | Line::L13 | Line::L14(_) => Access::of(Kind::Load, Array::Ticket, i, i),
            Line::L5Store => {
                let number = process.choice.take(MOST).unwrap_or(0);
                let value = ticket(process.color, number);
                Access::of(Kind::Store(value), Array::Ticket, p, p)
            }
            Line::L6 => Access::of(Kind::Store(0), Array::Choosing, p, p),
            Line::L8 => Access::of(Kind::Store(0), Array::SpinCh, p, i),
            Line::L10 => Access::of(Kind::Store(1), Array::SpinCh, i, p),
            Line::L11 => Access::of(Kind::Load, Array::Choosing, i, i),
            Line::L11Await => Access::of(Kind::Load, Array::SpinCh, i, p),
            Line::L12 => Access::of(Kind::Store(1), Array::SpinNu, i, p),
            Line::L18 => Access::of(Kind::Load, Array::SpinNu, i, p),
            Line::L21 => {
                let color = Ticket::from(after(process.color));
                Access::of(Kind::Store(color), Array::Color, 0, 0)
            }
            Line::L22 => Access::of(Kind::Store(0), Array::Ticket, p, p),
            Line::L25 => Access::of(Kind::Store(0), Array::SpinNu, p, i),
        })
    }

    fn read(&self, access: &Access) -> Ticket {
        match access.array {
            Array::Color => Ticket::from(self.color),
            Array::Choosing => Ticket::from(self.choosing[access.writer]),
            Array::Ticket => self.ticket[access.writer],
            Array::SpinCh => Ticket::from(self.spin_ch[access.home][access.writer]),
            Array::SpinNu => Ticket::from(self.spin_nu[access.home][access.writer]),
            _ => self.set.read(access),
        }
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        match access.array {
            Array::Color => self.color = value != 0,
            Array::Choosing => self.choosing[access.writer] = value != 0,
            Array::Ticket => self.ticket[access.writer] = value,
            Array::SpinCh => self.spin_ch[access.home][access.writer] = value != 0,
            Array::SpinNu => self.spin_nu[access.home][access.writer] = value != 0,
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
        match self.processes[p].line {
            Line::Remainder => self.begin(p, Line::L1, Operation::Join),
            Line::L1 | Line::L3 | Line::L7 | Line::L23 | Line::L24 => self.ask(p, loaded),
            Line::L21 => {
                self.color = after(self.processes[p].color);
                if V::AS_PRINTED {
                    self.leave(p);
                } else {
                    self.goto(p, Line::L20, 0);
                }
            }
            Line::L20 | Line::L22 | Line::L25 => self.exit(p),
            line if line < Line::L10 => self.doorway(p, loaded),
            _ => self.wait(p, loaded),
        }
    }

    fn spins(&self, p: usize) -> bool {
        matches!(self.processes[p].line, Line::L11Await | Line::L18)
    }

    fn may_cancel(&self, p: usize) -> bool {
        self.spins(p)
    }

    fn cancel(&mut self, p: usize) {
        self.leave(p);
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
        for p in 0..N {
            let process = &mut self.processes[p];
            let line = process.line;
            let chooses = matches!(line, Line::L5 | Line::L5Store);
            if !chooses {
                process.choice = Choice::new();
            }
            if line < Line::L4Store || line > Line::L20 {
                process.color = BLACK;
            }
            if line < Line::L6 || line > Line::L20 {
                process.number = 0;
            }
            let waits = line >= Line::L10 && line <= Line::L18;
            let asks = matches!(
                line,
                Line::L3 | Line::L4 | Line::L4Store | Line::L7 | Line::L8
            );
            if waits || line == Line::L5 && !V::ONE_GETSET {
                process.local = process.local.after(process.at);
                process.at = 0;
            } else if !(asks || V::ONE_GETSET) {
                process.local = Local::EMPTY;
            }
            if !waits && !matches!(line, Line::L5 | Line::L8) {
                process.at = 0;
            }
            process.told &= line == Line::L25;
            let i = process.i;
            for q in 0..N {
                self.spin_ch[p][q] &= q == i && matches!(line, Line::L11 | Line::L11Await);
                self.spin_nu[p][q] &= q == i && line >= Line::L13 && line <= Line::L18;
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
            let mut line = LINES
                .iter()
                .position(|&line| line == process.line)
                .unwrap_or(0);
            fields.number(&mut line, LINES.len());
            process.line = LINES[line];
            fields.number(&mut process.i, N);
            process.local.fields(fields);
            fields.number(&mut process.at, N + 1);
            fields.truth(&mut process.told);
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
            for q in 0..N {
                fields.truth(&mut self.spin_ch[p][q]);
                fields.truth(&mut self.spin_nu[p][q]);
            }
        }
    }
}
