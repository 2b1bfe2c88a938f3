//! The lines of Algorithm 3.

use super::{AdaptiveOf, Line, Process, Variant};
use crate::active_set::{ActiveSet, Local, Operation};
use doorway_core::color::{compare, see, ticket, Compared, MOST};
use doorway_core::ticket::{Choice, Ticket};

impl<S: ActiveSet<N>, V: Variant, const N: usize> AdaptiveOf<S, V, N> {
    pub(super) fn goto(&mut self, p: usize, line: Line, i: usize) {
        self.processes[p].line = line;
        self.processes[p].i = i;
    }

    pub(super) fn visit(&mut self, p: usize, line: Line, i: usize, at: usize) {
        self.goto(p, line, i);
        self.processes[p].at = at;
    }

    pub(super) fn pass_on(&mut self, p: usize) {
        self.pass(p, self.processes[p].at + 1);
    }

    pub(super) fn begin(&mut self, p: usize, line: Line, operation: Operation) {
        self.goto(p, line, 0);
        if operation == Operation::GetSet {
            self.processes[p].local = Local::EMPTY;
        }
        if self.set.begin(p, operation) {
            self.end(p);
        }
    }

    /// Ends p's operation on the set.
    pub(super) fn end(&mut self, p: usize) {
        match self.processes[p].line {
            Line::L1 if V::JOINS_LATE => self.begin(p, Line::L7, Operation::GetSet),
            Line::L1 => self.goto(p, Line::L2, 0),
            Line::L3 => self.goto(p, Line::L4, 0),
            Line::L7 => self.pass(p, 0),
            _ => self.goto(p, Line::Remainder, 0),
        }
    }

    /// p loads the tickets of line 5 from the place `at` on; after the last it takes its number, if
    /// there is one left.
    pub(super) fn choose(&mut self, p: usize, at: usize) {
        match self.processes[p].local.get(at) {
            Some(i) => self.visit(p, Line::L5, i, at),
            None if self.processes[p].choice.take(MOST).is_ok() => self.goto(p, Line::L5Store, 0),
            None => {
                self.processes[p].number = 0; // refused
                self.goto(p, Line::L6, 0);
            }
        }
    }

    /// p polls the others in the loop of line 8 from the place `at` on; after the last it may
    /// enter.
    pub(super) fn pass(&mut self, p: usize, at: usize) {
        match self.processes[p].local.get(at) {
            Some(i) => self.visit(p, Line::L9, i, at),
            None => self.goto(p, Line::L15, 0),
        }
    }

    pub(super) fn line_6(&mut self, p: usize) {
        self.choosing[p] = false;
        if self.processes[p].number == 0 {
            self.goto(p, Line::L16, 0); // refused
        } else if V::JOINS_LATE {
            self.begin(p, Line::L1, Operation::Join);
        } else if V::ONE_GETSET {
            self.pass(p, 0);
        } else {
            self.begin(p, Line::L7, Operation::GetSet);
        }
    }

    pub(super) fn line_10(&mut self, p: usize, loaded: Ticket) {
        let Process {
            i, color, number, ..
        } = self.processes[p];
        match compare(loaded, i, ticket(color, number), p) {
            Compared::Pass => self.pass_on(p),
            Compared::Wait => {}
            Compared::Ask => self.goto(p, Line::L12, i),
        }
    }

    pub(super) fn doorway(&mut self, p: usize, loaded: Ticket) {
        let Process {
            line,
            at,
            color,
            choice,
            ..
        } = self.processes[p];
        match line {
            Line::L2 => {
                self.choosing[p] = true;
                self.begin(p, Line::L3, Operation::GetSet);
            }
            Line::L4 => {
                self.processes[p].color = loaded != 0;
                self.processes[p].choice = Choice::new();
                self.choose(p, 0);
            }
            Line::L5 => {
                self.processes[p].choice = see(choice, color, loaded);
                self.choose(p, at + 1);
            }
            _ => {
                if let Ok(number) = choice.take(MOST) {
                    self.processes[p].number = number;
                    self.ticket[p] = ticket(color, number);
                }
                self.goto(p, Line::L6, 0);
            }
        }
    }
}
