//! Taubenfeld's Algorithm 2 as it is printed: line 2 stores `mycolor`, every term of lines 7 to 9
//! is a separate load, a process that waits stays at line 8 or 9, and line 12 comes after the
//! critical section. [`AsPrinted`] is correct; each other variant differs in one place.

mod variant;

pub use variant::*;

use crate::machine::{next_other, Access, Array, Fields, Kind, Machine, Region};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use doorway_core::color::{color_of, number, ticket, Color, BLACK, MOST};
use doorway_core::ticket::{precedes, Choice, Ticket};

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// The line it is at.
    pub line: Line,
    /// The loop variable.
    pub i: usize,
    /// `mycolor[p]`, once it has loaded it.
    pub color: Color,
    /// The largest number seen, by color.
    pub seen: [Choice; 2],
    /// Its number.
    pub number: Ticket,
    /// The color of i, where it is loaded before the number.
    pub theirs: Color,
}

/// The model, in the variant `V`.
pub struct BlackWhiteOf<const N: usize, V> {
    /// The color bit.
    pub color: Color,
    /// Whether a process is choosing, by process.
    pub choosing: [bool; N],
    /// By process: color and number.
    pub ticket: [Ticket; N],
    /// The local states, by process.
    pub processes: [Process; N],
    variant: PhantomData<fn() -> V>,
}

impl<const N: usize, V> BlackWhiteOf<N, V> {
    fn parts(&self) -> (Color, &[bool; N], &[Ticket; N], &[Process; N]) {
        (self.color, &self.choosing, &self.ticket, &self.processes)
    }
}

impl<const N: usize, V> Clone for BlackWhiteOf<N, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const N: usize, V> Copy for BlackWhiteOf<N, V> {}
impl<const N: usize, V> PartialEq for BlackWhiteOf<N, V> {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}
impl<const N: usize, V> Eq for BlackWhiteOf<N, V> {}
impl<const N: usize, V> Hash for BlackWhiteOf<N, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}
impl<const N: usize, V> fmt::Debug for BlackWhiteOf<N, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().fmt(f)
    }
}

impl<const N: usize, V: Variant> BlackWhiteOf<N, V> {
    fn goto(&mut self, p: usize, line: Line, i: usize) {
        self.processes[p].line = line;
        self.processes[p].i = i;
    }

    /// The largest number seen of p's own color.
    fn seen(&self, p: usize) -> Choice {
        self.processes[p].seen[usize::from(self.processes[p].color)]
    }

    fn choose(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::L3, i);
        } else if V::COLOR_LATE {
            self.goto(p, Line::L2, 0);
        } else {
            self.goto(p, Line::L3Store, 0);
        }
    }

    fn see(&mut self, p: usize, color: Color, number: Ticket) {
        let seen = &mut self.processes[p].seen[usize::from(color)];
        *seen = seen.see(number);
        self.choose(p, self.processes[p].i + 1);
    }

    fn pass(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::L6, i);
        } else {
            self.goto(p, Line::L11, 0);
        }
    }

    /// Goes on to the next process if the term is true, otherwise to the next term.
    fn term(&mut self, p: usize, holds: bool, next: Line) {
        let i = self.processes[p].i;
        if holds {
            self.pass(p, i + 1);
        } else {
            self.goto(p, next, i);
        }
    }

    fn doorway(&mut self, p: usize, loaded: Ticket) {
        let Process { line, i, .. } = self.processes[p];
        match line {
            Line::L1 => {
                self.choosing[p] = true;
                self.processes[p].seen = [Choice::new(); 2];
                if V::COLOR_LATE {
                    self.choose(p, 0);
                } else {
                    self.goto(p, Line::L2, 0);
                }
            }
            Line::L2 => {
                self.processes[p].color = loaded != 0;
                self.goto(p, Line::L2Store, 0);
            }
            Line::L2Store => {
                self.ticket[p] = ticket(self.processes[p].color, 0);
                if V::COLOR_LATE {
                    self.goto(p, Line::L3Store, 0);
                } else {
                    self.choose(p, 0);
                }
            }
            Line::L3 if V::SPLIT => {
                self.processes[p].theirs = color_of(loaded);
                self.goto(p, Line::L3Number, i);
            }
            Line::L3 => self.see(p, color_of(loaded), number(loaded)),
            Line::L3Number => self.see(p, self.processes[p].theirs, number(loaded)),
            Line::L3Store => {
                let number = self.seen(p).take(MOST).unwrap_or(MOST);
                self.processes[p].number = number;
                self.ticket[p] = ticket(self.processes[p].color, number);
                self.goto(p, Line::L4, 0);
            }
            _ => {
                self.choosing[p] = false;
                self.pass(p, 0);
            }
        }
    }

    fn wait(&mut self, p: usize, loaded: Ticket) {
        let process = self.processes[p];
        let (i, mine) = (process.i, process.color);
        let is_same = color_of(loaded) == mine;
        match process.line {
            Line::L6 if loaded != 0 => {}
            Line::L6 => self.goto(p, Line::L7, i),
            Line::L7 if is_same => self.goto(p, Line::L8(1), i),
            Line::L7 => self.goto(p, Line::L9(1), i),
            Line::L8(1) => self.term(p, number(loaded) == 0, Line::L8(2)),
            Line::L8(2) => {
                let is_behind = !precedes(number(loaded), i, process.number, p);
                let next = if V::NO_THIRD_8 { 1 } else { 3 };
                self.term(p, is_behind, Line::L8(next));
            }
            Line::L8(_) => self.term(p, !is_same, Line::L8(1)),
            Line::L9(1) => self.term(p, number(loaded) == 0, Line::L9(2)),
            Line::L9(2) => {
                let next = if V::NO_THIRD_9 { 1 } else { 3 };
                self.term(p, mine != (loaded != 0), Line::L9(next));
            }
            _ => self.term(p, is_same, Line::L9(1)),
        }
    }

    fn leave(&mut self, p: usize) {
        let next = match self.processes[p].line {
            Line::L11 if V::NUMBER_FIRST => Line::L13,
            Line::L11 => Line::L12,
            Line::L12 => {
                self.color = !self.processes[p].color;
                if V::NUMBER_FIRST {
                    Line::Remainder
                } else {
                    Line::L13
                }
            }
            _ => {
                self.ticket[p] = ticket(self.processes[p].color, 0);
                if V::NUMBER_FIRST {
                    Line::L12
                } else {
                    Line::Remainder
                }
            }
        };
        self.goto(p, next, 0);
    }
}

impl<const N: usize, V: Variant> Machine for BlackWhiteOf<N, V> {
    fn new(_: usize) -> Self {
        let process = Process {
            line: Line::Remainder,
            i: 0,
            color: BLACK,
            seen: [Choice::new(); 2],
            number: 0,
            theirs: BLACK,
        };
        BlackWhiteOf {
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
            Line::L6 | Line::L7 | Line::L8(_) | Line::L9(_) => Region::WaitingRoom,
            Line::L11 => Region::Critical,
            Line::L12 | Line::L13 => Region::Exit,
            _ => Region::Doorway,
        }
    }

    fn line(&self, p: usize) -> &'static str {
        match self.processes[p].line {
            Line::Remainder => "0",
            Line::L1 => "1",
            Line::L2 | Line::L2Store => "2",
            Line::L3 | Line::L3Number | Line::L3Store => "3",
            Line::L4 => "4",
            Line::L6 => "6",
            Line::L7 => "7",
            Line::L8(_) => "8",
            Line::L9(_) => "9",
            Line::L11 => "11",
            Line::L12 => "12",
            Line::L13 => "13",
        }
    }

    fn next(&self, p: usize) -> Option<Access> {
        let Process { line, i, color, .. } = self.processes[p];
        let own = |number| Access::of(Kind::Store(ticket(color, number)), Array::Ticket, p, p);
        let choosing = |value| Access::of(Kind::Store(value), Array::Choosing, p, p);
        Some(match line {
            Line::Remainder | Line::L11 => return None,
            Line::L1 => choosing(1),
            Line::L2 | Line::L9(2) => Access::of(Kind::Load, Array::Color, 0, 0),
            Line::L2Store | Line::L13 => own(0),
            Line::L3Store => own(self.seen(p).take(MOST).unwrap_or(MOST)),
            Line::L4 => choosing(0),
            Line::L6 => Access::of(Kind::Load, Array::Choosing, i, i),
            Line::L12 => Access::of(Kind::Store(Ticket::from(!color)), Array::Color, 0, 0),
            Line::L3 | Line::L3Number | Line::L7 | Line::L8(_) | Line::L9(_) => {
                Access::of(Kind::Load, Array::Ticket, i, i)
            }
        })
    }

    fn read(&self, access: &Access) -> Ticket {
        match access.array {
            Array::Color => Ticket::from(self.color),
            Array::Choosing => Ticket::from(self.choosing[access.writer]),
            _ => self.ticket[access.writer],
        }
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        match access.array {
            Array::Color => self.color = value != 0,
            Array::Choosing => self.choosing[access.writer] = value != 0,
            _ => self.ticket[access.writer] = value,
        }
    }

    fn ticket(&self, p: usize) -> Ticket {
        ticket(self.processes[p].color, self.processes[p].number)
    }

    fn step(&mut self, p: usize, loaded: Ticket) {
        match self.region(p) {
            Region::Remainder => self.goto(p, Line::L1, 0),
            Region::Doorway => self.doorway(p, loaded),
            Region::WaitingRoom => self.wait(p, loaded),
            Region::Critical | Region::Exit => self.leave(p),
        }
    }

    fn spins(&self, p: usize) -> bool {
        self.region(p) == Region::WaitingRoom
    }

    /// The paper has no cancellation.
    fn may_cancel(&self, _: usize) -> bool {
        false
    }

    fn cancel(&mut self, _: usize) {}

    fn invariant(&self) -> bool {
        true
    }

    fn is_within_bounds(&self) -> bool {
        self.ticket
            .iter()
            .all(|&ticket| number(ticket) <= N as Ticket)
    }

    fn forget(&mut self) {
        for process in &mut self.processes {
            let chooses = matches!(process.line, Line::L3 | Line::L3Number | Line::L3Store);
            let late = V::COLOR_LATE && matches!(process.line, Line::L2 | Line::L2Store);
            if !chooses && !late {
                process.seen = [Choice::new(); 2];
            }
            if process.line != Line::L3Number {
                process.theirs = BLACK;
            }
            let early = V::COLOR_LATE && process.line == Line::L3;
            if early || matches!(process.line, Line::Remainder | Line::L1 | Line::L2) {
                process.color = BLACK;
            }
            if !matches!(
                process.line,
                Line::L4 | Line::L6 | Line::L7 | Line::L8(_) | Line::L9(_)
            ) {
                process.number = 0;
            }
        }
    }

    fn choosing(&self) -> usize {
        0 // its tickets are not renamed
    }

    fn fields(&mut self, fields: &mut impl Fields) {
        fields.truth(&mut self.color);
        for p in 0..N {
            let process = &mut self.processes[p];
            let here = process.line;
            let mut line = LINES.iter().position(|&line| line == here).unwrap_or(0);
            fields.number(&mut line, LINES.len());
            process.line = LINES[line];
            fields.number(&mut process.i, N);
            fields.truth(&mut process.color);
            fields.truth(&mut process.theirs);
            for seen in &mut process.seen {
                let mut largest = seen.largest();
                fields.ticket(&mut largest);
                *seen = Choice::new().see(largest);
            }
            fields.ticket(&mut process.number);
            fields.truth(&mut self.choosing[p]);
            fields.ticket(&mut self.ticket[p]);
        }
    }
}
