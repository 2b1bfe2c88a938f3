//! Danek's Figure 2 without its shaded part: `KFcfs`.

use super::{next_member, next_other, Access, Array, Fields, Kind, Machine, Region};
use crate::capture::may_enter;
use crate::predecessors::{everyone_but, is_behind, remove};
use crate::ticket::{Choice, Ticket, INFINITY};

/// Where a process is. The names are the figure's line numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub enum Line {
    /// In the remainder.
    L13,
    /// About to load its own ticket, for 14.
    L14Load,
    /// About to store `Want[p][i]`.
    L14,
    /// About to load `Ticket[i]`.
    L15,
    /// About to store `Ticket[p]`.
    L15Store,
    /// About to store `Want[p][i]`.
    L16,
    /// About to load `Want[i][p]`.
    L21,
    /// Inside.
    L24,
    /// About to store `Want[p][i]`.
    L25,
}

const LINES: [Line; 9] = [
    Line::L13,
    Line::L14Load,
    Line::L14,
    Line::L15,
    Line::L15Store,
    Line::L16,
    Line::L21,
    Line::L24,
    Line::L25,
];

/// A process: where it is, and its private variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Process<const N: usize> {
    /// Where it is.
    pub line: Line,
    /// The loop variable.
    pub i: usize,
    /// The choice of line 15 under way.
    pub choice: Choice,
    /// The ticket of this passage; in line 14 of the last one.
    pub ticket: Ticket,
    /// Whom it waits for.
    pub predecessor_set: [bool; N],
}

/// The machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct KFcfs<const N: usize> {
    /// How many may be inside.
    pub k: usize,
    /// `[writer][reader]`.
    pub want: [[Ticket; N]; N],
    /// By process.
    pub ticket: [Ticket; N],
    /// By process.
    pub processes: [Process<N>; N],
}

impl<const N: usize> KFcfs<N> {
    /// The end of a turn of the loop: line 19.
    fn look(&mut self, p: usize) {
        let process = &mut self.processes[p];
        if may_enter(&process.predecessor_set, self.k, false) {
            (process.line, process.i) = (Line::L24, 0);
        } else {
            process.line = Line::L21;
            process.i = next_member(&process.predecessor_set, 0);
        }
    }

    fn goto(&mut self, p: usize, line: Line, i: usize) {
        self.processes[p].line = line;
        self.processes[p].i = i;
    }

    /// To `line` for the next process that is not p, or on to whatever `after` does.
    fn others(&mut self, p: usize, from: usize, line: Line, after: impl FnOnce(&mut Self)) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, line, i);
        } else {
            after(self);
        }
    }

    fn wait(&mut self, p: usize) {
        let process = &mut self.processes[p];
        everyone_but(&mut process.predecessor_set, p); // 18
        self.look(p);
    }

    fn choose(&mut self, p: usize) {
        self.processes[p].choice = Choice::new();
        self.goto(p, Line::L15, 0);
    }

    /// Whether p's choice has seen something.
    fn has_seen(&self, p: usize) -> bool {
        let process = &self.processes[p];
        process.line == Line::L15Store || (process.line == Line::L15 && process.i > 0)
    }
}

impl<const N: usize> Machine for KFcfs<N> {
    const NAME: &'static str = "kfcfs";

    fn new(k: usize) -> Self {
        let process = Process {
            line: Line::L13,
            i: 0,
            choice: Choice::new(),
            ticket: 0,
            predecessor_set: [false; N],
        };
        KFcfs {
            k,
            want: [[INFINITY; N]; N],
            ticket: [0; N],
            processes: [process; N],
        }
    }

    fn slots(&self) -> usize {
        N
    }

    fn region(&self, p: usize) -> Region {
        match self.processes[p].line {
            Line::L13 => Region::Remainder,
            Line::L14Load | Line::L14 | Line::L15 | Line::L15Store => Region::Doorway,
            Line::L16 | Line::L21 => Region::WaitingRoom,
            Line::L24 => Region::Critical,
            Line::L25 => Region::Exit,
        }
    }

    fn line(&self, p: usize) -> &'static str {
        match self.processes[p].line {
            Line::L13 => "13",
            Line::L14Load | Line::L14 => "14",
            Line::L15 | Line::L15Store => "15",
            Line::L16 => "16",
            Line::L21 => "21",
            Line::L24 => "24",
            Line::L25 => "25",
        }
    }

    fn next(&self, p: usize) -> Option<Access> {
        let process = &self.processes[p];
        let i = process.i;
        let access = |kind, array, writer, home| {
            Some(Access {
                kind,
                array,
                writer,
                home,
                copy: 0,
            })
        };
        match process.line {
            Line::L13 | Line::L24 => None,
            Line::L14Load => access(Kind::Load, Array::Ticket, p, p),
            Line::L14 | Line::L16 => access(Kind::Store(process.ticket), Array::Want, p, i),
            Line::L15 => access(Kind::Load, Array::Ticket, i, i),
            Line::L15Store => {
                let ticket = process.choice.take(INFINITY - 1).unwrap_or(INFINITY);
                access(Kind::Store(ticket), Array::Ticket, p, p)
            }
            Line::L21 => access(Kind::Load, Array::Want, i, p),
            Line::L25 => access(Kind::Store(INFINITY), Array::Want, p, i),
        }
    }

    fn read(&self, access: &Access) -> Ticket {
        match access.array {
            Array::Want => self.want[access.writer][access.home],
            _ => self.ticket[access.writer],
        }
    }

    fn spins(&self, p: usize) -> bool {
        self.processes[p].line == Line::L21
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        match access.array {
            Array::Want => self.want[access.writer][access.home] = value,
            _ => self.ticket[access.writer] = value,
        }
    }

    fn ticket(&self, p: usize) -> Ticket {
        self.processes[p].ticket
    }

    fn step(&mut self, p: usize, loaded: Ticket) {
        let i = self.processes[p].i;
        let ticket = self.processes[p].ticket;
        match self.processes[p].line {
            Line::L13 => self.goto(p, Line::L14Load, 0),
            Line::L14Load => {
                self.processes[p].ticket = loaded;
                self.others(p, 0, Line::L14, |it| it.choose(p));
            }
            Line::L14 => {
                self.want[p][i] = ticket;
                self.others(p, i + 1, Line::L14, |it| it.choose(p));
            }
            Line::L15 => {
                let choice = self.processes[p].choice.see(loaded);
                self.processes[p].choice = choice;
                if i + 1 < N {
                    self.goto(p, Line::L15, i + 1);
                } else if choice.take(INFINITY - 1).is_ok() {
                    self.goto(p, Line::L15Store, 0);
                } else {
                    self.goto(p, Line::L25, 0);
                }
            }
            Line::L15Store => {
                if let Ok(ticket) = self.processes[p].choice.take(INFINITY - 1) {
                    self.processes[p].ticket = ticket;
                    self.ticket[p] = ticket;
                }
                self.others(p, 0, Line::L16, |it| it.wait(p));
            }
            Line::L16 => {
                self.want[p][i] = ticket;
                self.others(p, i + 1, Line::L16, |it| it.wait(p));
            }
            Line::L21 => {
                let set = &mut self.processes[p].predecessor_set;
                if is_behind(ticket, p, loaded, i) {
                    remove(set, i);
                }
                let i = next_member(set, i + 1);
                if i < N {
                    self.goto(p, Line::L21, i);
                } else {
                    self.look(p);
                }
            }
            Line::L24 => self.goto(p, Line::L25, 0),
            Line::L25 => {
                self.want[p][i] = INFINITY;
                if i + 1 < N {
                    self.goto(p, Line::L25, i + 1);
                } else {
                    self.goto(p, Line::L13, 0);
                }
            }
        }
    }

    fn may_withdraw(&self, p: usize) -> bool {
        let process = &self.processes[p];
        process.line == Line::L21 && process.i == next_member(&process.predecessor_set, 0)
    }

    fn withdraw(&mut self, p: usize) {
        self.goto(p, Line::L25, 0);
    }

    fn invariant(&self) -> bool {
        self.is_possible()
    }

    fn forget(&mut self) {
        for p in 0..N {
            let has_seen = self.has_seen(p);
            let process = &mut self.processes[p];
            if !has_seen {
                process.choice = Choice::new();
            }
            if !matches!(process.line, Line::L14 | Line::L16 | Line::L21) {
                process.ticket = 0;
            }
            if process.line != Line::L21 {
                process.predecessor_set = [false; N];
            }
        }
    }

    fn choosing(&self) -> usize {
        (0..N).filter(|&p| self.has_seen(p)).count()
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
            for member in &mut process.predecessor_set {
                fields.truth(member);
            }
            fields.ticket(&mut self.ticket[p]);
            for i in 0..N {
                fields.ticket(&mut self.want[p][i]);
            }
        }
    }
}
