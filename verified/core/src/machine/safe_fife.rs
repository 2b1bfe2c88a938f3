//! Danek's Figure 3, repaired: `SafeFife`.
//!
//! One step a register access, as on atomic registers; [`Safely`](super::Safely) makes them safe.

use super::{next_member, next_other, Access, Array, Fields, Kind, Machine, Region};
use crate::capture::{is_stale, may_enter, overtaken};
use crate::pair;
use crate::predecessors::{everyone_but, is_behind, remove};
use crate::ticket::{Choice, Ticket, INFINITY};

mod packing;
mod state;

pub use state::{Line, Process};

/// The machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct SafeFife<const N: usize> {
    /// How many may be inside.
    pub k: usize,
    /// `[writer][reader][copy]`.
    pub want: [[[Ticket; 2]; N]; N],
    /// `[process][place]`.
    pub ticket: [[Ticket; 2]; N],
    /// `[writer][reader][copy]`.
    pub capture: [[[Ticket; 2]; N]; N],
    /// The place of the ticket last entered with.
    pub entered: [usize; N],
    /// By process.
    pub processes: [Process<N>; N],
}

impl<const N: usize> SafeFife<N> {
    fn goto(&mut self, p: usize, line: Line, i: usize, copy: usize) {
        let process = &mut self.processes[p];
        (process.line, process.i, process.copy) = (line, i, copy);
    }

    /// The end of a turn of the loop: line 36.
    fn look(&mut self, p: usize) {
        let process = &self.processes[p];
        if may_enter(&process.predecessor_set, self.k, process.captured) {
            self.goto(p, Line::L43Load, 0, 0);
        } else {
            self.goto(p, Line::L38, next_member(&process.predecessor_set, 0), 1);
        }
    }

    /// To `line` for the next process that is not p, or on to whatever `after` does.
    fn others(&mut self, p: usize, from: usize, line: Line, after: impl FnOnce(&mut Self)) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, line, i, 0);
        } else {
            after(self);
        }
    }

    fn choose(&mut self, p: usize) {
        self.processes[p].choice = Choice::new();
        self.goto(p, Line::L31, 0, 0);
    }

    fn wait(&mut self, p: usize) {
        let process = &mut self.processes[p];
        everyone_but(&mut process.predecessor_set, p); // 34
        process.captured = false; // 35
        self.look(p);
    }

    /// On to the next predecessor in 38, or to 41.
    fn next_predecessor(&mut self, p: usize) {
        let process = &self.processes[p];
        let i = next_member(&process.predecessor_set, process.i + 1);
        if i < N {
            self.goto(p, Line::L38, i, 1);
        } else {
            self.goto(p, Line::L41, 0, 1);
        }
    }

    /// On to the next process in 41, or to 36.
    fn next_capture(&mut self, p: usize) {
        let i = self.processes[p].i + 1;
        if i < N {
            self.goto(p, Line::L41, i, 1);
        } else {
            self.look(p);
        }
    }

    /// On to the next process in 44, or inside.
    fn next_captive(&mut self, p: usize) {
        let i = self.processes[p].i + 1;
        if i < N {
            self.goto(p, Line::L44, i, 0);
        } else {
            self.goto(p, Line::L46, 0, 0);
        }
    }
}

impl<const N: usize> Machine for SafeFife<N> {
    const NAME: &'static str = "safe-fife";

    fn new(k: usize) -> Self {
        let process = Process {
            line: Line::L28,
            i: 0,
            copy: 0,
            first: 0,
            captured_with: 0,
            place: 0,
            choice: Choice::new(),
            ticket: 0,
            predecessor_set: [false; N],
            captured: false,
        };
        SafeFife {
            k,
            want: [[[INFINITY; 2]; N]; N],
            ticket: [[0; 2]; N],
            capture: [[[0; 2]; N]; N],
            entered: [0; N],
            processes: [process; N],
        }
    }

    fn slots(&self) -> usize {
        N
    }

    fn region(&self, p: usize) -> Region {
        match self.processes[p].line {
            Line::L28 => Region::Remainder,
            Line::L30Load | Line::L30 | Line::L31 | Line::L31Place | Line::L31Store => {
                Region::Doorway
            }
            Line::L46 => Region::Critical,
            Line::L48 => Region::Exit,
            _ => Region::WaitingRoom,
        }
    }

    fn line(&self, p: usize) -> &'static str {
        let copy = self.processes[p].copy;
        match self.processes[p].line {
            Line::L28 => "28",
            Line::L30Load | Line::L30 => "30",
            Line::L31 | Line::L31Place | Line::L31Store => "31",
            Line::L33 => "33",
            Line::L38 if copy == 1 => "38",
            Line::L38 => "39",
            Line::L41 if copy == 1 => "41",
            Line::L41 => "42",
            Line::L43Load | Line::L43 => "43",
            Line::L44 | Line::L44Ticket => "44",
            Line::L45 => "45",
            Line::L46 => "46",
            Line::L48 => "48",
        }
    }

    fn next(&self, p: usize) -> Option<Access> {
        let process = &self.processes[p];
        let (i, copy) = (process.i, process.copy);
        let access = |kind, array, writer, home, copy| {
            Some(Access {
                kind,
                array,
                writer,
                home,
                copy,
            })
        };
        let own = Kind::Store(process.ticket);
        match process.line {
            Line::L28 | Line::L46 => None,
            Line::L30Load => access(Kind::Load, Array::Ticket, p, p, copy),
            Line::L30 | Line::L33 => access(own, Array::Want, p, i, copy),
            Line::L31 | Line::L44Ticket => access(Kind::Load, Array::Ticket, i, i, copy),
            Line::L31Place | Line::L43Load => access(Kind::Load, Array::Entered, p, p, 0),
            Line::L31Store => access(own, Array::Ticket, p, p, process.place),
            Line::L38 => access(Kind::Load, Array::Want, i, p, copy),
            Line::L41 => access(Kind::Load, Array::Capture, i, p, copy),
            Line::L43 => access(
                Kind::Store(process.place as Ticket),
                Array::Entered,
                p,
                p,
                0,
            ),
            Line::L44 => access(Kind::Load, Array::Capture, p, i, 0),
            Line::L45 => access(own, Array::Capture, p, i, copy),
            Line::L48 => access(Kind::Store(INFINITY), Array::Want, p, i, copy),
        }
    }

    fn read(&self, access: &Access) -> Ticket {
        let Access {
            writer, home, copy, ..
        } = *access;
        match access.array {
            Array::Want => self.want[writer][home][copy],
            Array::Capture => self.capture[writer][home][copy],
            Array::Entered => self.entered[writer] as Ticket,
            _ => self.ticket[writer][copy],
        }
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        let Access {
            writer, home, copy, ..
        } = *access;
        match access.array {
            Array::Want => self.want[writer][home][copy] = value,
            Array::Capture => self.capture[writer][home][copy] = value,
            Array::Entered => self.entered[writer] = usize::from(value != 0),
            _ => self.ticket[writer][copy] = value,
        }
    }

    fn ticket(&self, p: usize) -> Ticket {
        self.processes[p].ticket
    }

    fn step(&mut self, p: usize, loaded: Ticket) {
        let Process {
            line,
            i,
            copy,
            first,
            ticket,
            place,
            ..
        } = self.processes[p];
        match line {
            Line::L28 => self.goto(p, Line::L30Load, 0, 0),
            Line::L30Load if copy == 0 => {
                self.processes[p].first = loaded;
                self.goto(p, Line::L30Load, 0, 1);
            }
            Line::L30Load => {
                self.processes[p].ticket = pair::latest(first, loaded);
                self.others(p, 0, Line::L30, |it| it.choose(p));
            }
            Line::L30 | Line::L33 if copy == 0 => {
                self.want[p][i][0] = ticket;
                self.goto(p, line, i, 1);
            }
            Line::L30 => {
                self.want[p][i][1] = ticket;
                self.others(p, i + 1, Line::L30, |it| it.choose(p));
            }
            Line::L31 if copy == 0 => {
                self.processes[p].first = loaded;
                self.goto(p, Line::L31, i, 1);
            }
            Line::L31 => {
                let choice = self.processes[p].choice.see(pair::latest(first, loaded));
                self.processes[p].choice = choice;
                if i + 1 < N {
                    self.goto(p, Line::L31, i + 1, 0);
                } else if let Ok(ticket) = choice.take(INFINITY - 1) {
                    self.processes[p].ticket = ticket;
                    self.goto(p, Line::L31Place, 0, 0);
                } else {
                    self.goto(p, Line::L48, 0, 0);
                }
            }
            Line::L31Place => {
                self.processes[p].place = pair::other(usize::from(loaded != 0));
                self.goto(p, Line::L31Store, 0, 0);
            }
            Line::L31Store => {
                self.ticket[p][place] = ticket;
                self.others(p, 0, Line::L33, |it| it.wait(p));
            }
            Line::L33 => {
                self.want[p][i][1] = ticket;
                self.others(p, i + 1, Line::L33, |it| it.wait(p));
            }
            Line::L38 => {
                if !is_behind(ticket, p, loaded, i) {
                    self.next_predecessor(p);
                } else if copy == 1 {
                    self.goto(p, Line::L38, i, 0);
                } else {
                    remove(&mut self.processes[p].predecessor_set, i);
                    self.next_predecessor(p);
                }
            }
            Line::L41 => {
                if !overtaken(ticket, loaded) {
                    self.next_capture(p);
                } else if copy == 1 {
                    self.goto(p, Line::L41, i, 0);
                } else {
                    self.processes[p].captured = true;
                    self.next_capture(p);
                }
            }
            Line::L43Load => {
                self.processes[p].place = pair::other(usize::from(loaded != 0));
                self.goto(p, Line::L43, 0, 0);
            }
            Line::L43 => {
                self.entered[p] = place;
                self.goto(p, Line::L44, 0, 0);
            }
            Line::L44 => {
                self.processes[p].captured_with = loaded;
                self.goto(p, Line::L44Ticket, i, 0);
            }
            Line::L44Ticket if copy == 0 => {
                self.processes[p].first = loaded;
                self.goto(p, Line::L44Ticket, i, 1);
            }
            Line::L44Ticket => {
                if is_stale(self.processes[p].captured_with, pair::latest(first, loaded)) {
                    self.goto(p, Line::L45, i, 0);
                } else {
                    self.next_captive(p);
                }
            }
            Line::L45 => {
                self.capture[p][i][copy] = ticket;
                if copy == 0 {
                    self.goto(p, Line::L45, i, 1);
                } else {
                    self.next_captive(p);
                }
            }
            Line::L46 => self.goto(p, Line::L48, 0, 0),
            Line::L48 => {
                self.want[p][i][copy] = INFINITY;
                if copy == 0 {
                    self.goto(p, Line::L48, i, 1);
                } else if i + 1 < N {
                    self.goto(p, Line::L48, i + 1, 0);
                } else {
                    self.goto(p, Line::L28, 0, 0);
                }
            }
        }
    }

    fn spins(&self, p: usize) -> bool {
        matches!(self.processes[p].line, Line::L38 | Line::L41)
    }

    fn may_withdraw(&self, p: usize) -> bool {
        let process = &self.processes[p];
        let first = next_member(&process.predecessor_set, 0);
        process.line == Line::L38 && process.copy == 1 && process.i == first
    }

    fn withdraw(&mut self, p: usize) {
        self.goto(p, Line::L48, 0, 0);
    }

    fn invariant(&self) -> bool {
        self.is_possible()
    }

    fn forget(&mut self) {
        self.forget_dead();
    }

    fn choosing(&self) -> usize {
        (0..N).filter(|&p| self.has_seen(p)).count()
    }

    fn fields(&mut self, fields: &mut impl Fields) {
        self.show(fields);
    }
}
