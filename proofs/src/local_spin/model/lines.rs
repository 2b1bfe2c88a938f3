//! The lines of Algorithm 4.

use super::{Line, LocalSpinOf, Process, Variant};
use crate::active_set::{ActiveSet, Local, Operation};
use doorway_core::color::{color_of, compare, goes_first, number, see, ticket, Compared, MOST};
use doorway_core::ticket::{precedes, Choice, Ticket};

impl<S: ActiveSet<N>, V: Variant, const N: usize> LocalSpinOf<S, V, N> {
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
            Line::L1 => self.goto(p, Line::L2, 0),
            Line::L3 => self.goto(p, Line::L4, 0),
            Line::L7 => self.tell(p, 0),
            Line::L23 if V::TELLS_FIRST || V::LEAVES_LAST => self.goto(p, Line::Remainder, 0),
            Line::L23 => self.begin(p, Line::L24, Operation::GetSet),
            _ => self.end_24(p),
        }
    }

    /// Ends lines 24 and 25: p has reset the spin bits that others wait on for its exit.
    pub(super) fn end_24(&mut self, p: usize) {
        if V::TELLS_FIRST {
            self.goto(p, Line::L22, 0);
        } else if V::LEAVES_LAST {
            self.begin(p, Line::L23, Operation::Leave);
        } else {
            self.goto(p, Line::Remainder, 0);
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

    /// p continues line 8 from the place `at` on.
    pub(super) fn tell(&mut self, p: usize, at: usize) {
        match self.processes[p].local.get(at) {
            Some(i) => self.visit(p, Line::L8, i, at),
            None if self.processes[p].number == 0 => self.leave(p), // refused
            None => self.pass(p, 0),
        }
    }

    /// p polls the others in the loop of line 9 from the place `at` on; after the last it may
    /// enter.
    pub(super) fn pass(&mut self, p: usize, at: usize) {
        match self.processes[p].local.get(at) {
            Some(i) if V::RAISES_CH_LATE => self.visit(p, Line::L11, i, at),
            Some(i) => self.visit(p, Line::L10, i, at),
            None if V::AS_PRINTED => self.goto(p, Line::L20, 0),
            None => self.goto(p, Line::L21, 0),
        }
    }

    pub(super) fn past_11(&mut self, p: usize, i: usize) {
        self.goto(
            p,
            if V::RAISES_NU_LATE {
                Line::L13
            } else {
                Line::L12
            },
            i,
        );
    }

    /// p has to wait until i leaves.
    pub(super) fn await_18(&mut self, p: usize, i: usize) {
        self.goto(
            p,
            if V::RAISES_NU_LATE {
                Line::L12
            } else {
                Line::L18
            },
            i,
        );
    }

    /// p goes to its exit protocol.
    pub(super) fn leave(&mut self, p: usize) {
        if V::TELLS_FIRST {
            self.begin(p, Line::L24, Operation::GetSet);
        } else {
            self.goto(p, Line::L22, 0);
        }
    }

    pub(super) fn doorway(&mut self, p: usize, loaded: Ticket) {
        let Process {
            line,
            i,
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
                if V::AS_PRINTED {
                    self.goto(p, Line::L4Store, 0);
                } else {
                    self.choose(p, 0);
                }
            }
            Line::L4Store => {
                self.ticket[p] = ticket(color, 0);
                self.choose(p, 0);
            }
            Line::L5 => {
                self.processes[p].choice = see(choice, color, loaded);
                self.choose(p, at + 1);
            }
            Line::L5Store => {
                if let Ok(number) = choice.take(MOST) {
                    self.processes[p].number = number;
                    self.ticket[p] = ticket(color, number);
                }
                self.goto(p, Line::L6, 0);
            }
            Line::L6 => {
                self.choosing[p] = false;
                if V::ONE_GETSET {
                    self.tell(p, 0);
                } else {
                    self.begin(p, Line::L7, Operation::GetSet);
                }
            }
            _ => {
                self.spin_ch[i][p] = false; // 8
                self.tell(p, at + 1);
            }
        }
    }

    pub(super) fn wait(&mut self, p: usize, loaded: Ticket) {
        let Process {
            line,
            i,
            color,
            number,
            ..
        } = self.processes[p];
        let theirs = self::color_of(loaded);
        match line {
            Line::L10 => {
                self.spin_ch[p][i] = true;
                let late = V::RAISES_CH_LATE;
                self.goto(p, if late { Line::L11Await } else { Line::L11 }, i);
            }
            Line::L11 if loaded == 0 => self.past_11(p, i),
            Line::L11 if V::RAISES_CH_LATE => self.goto(p, Line::L10, i),
            Line::L11 => self.goto(p, Line::L11Await, i),
            Line::L11Await if loaded == 0 => self.past_11(p, i),
            Line::L12 => {
                self.spin_nu[p][i] = true;
                let late = V::RAISES_NU_LATE;
                self.goto(p, if late { Line::L18 } else { Line::L13 }, i);
            }
            Line::L13 if V::AS_PRINTED => {
                let same = theirs == color;
                self.goto(p, Line::L14(if same { 1 } else { 4 }), i);
            }
            Line::L14(1 | 4) if self::number(loaded) == 0 => self.pass_on(p),
            Line::L14(1) => self.goto(p, Line::L14(2), i),
            Line::L14(2) if !precedes(self::number(loaded), i, number, p) => self.pass_on(p),
            Line::L14(2) => self.goto(p, Line::L14(3), i),
            Line::L14(3) if theirs != color => self.pass_on(p),
            Line::L14(4) => self.goto(p, Line::L17, i),
            Line::L14(5) if theirs == color => self.pass_on(p),
            Line::L14(_) => self.await_18(p, i),
            Line::L13 => match compare(loaded, i, ticket(color, number), p) {
                Compared::Pass => self.pass_on(p),
                Compared::Wait => self.await_18(p, i),
                Compared::Ask => self.goto(p, Line::L17, i),
            },
            Line::L17 if goes_first(color, loaded != 0) => self.pass_on(p),
            Line::L17 if V::AS_PRINTED => self.goto(p, Line::L14(5), i),
            Line::L17 => self.await_18(p, i),
            Line::L18 if loaded == 0 => self.pass_on(p),
            _ => {}
        }
    }

    pub(super) fn exit(&mut self, p: usize) {
        let Process { line, i, told, .. } = self.processes[p];
        match line {
            Line::L20 if V::AS_PRINTED => self.goto(p, Line::L21, 0),
            Line::L20 => self.leave(p),
            Line::L22 => {
                self.ticket[p] = 0;
                if V::LEAVES_LAST {
                    self.begin(p, Line::L24, Operation::GetSet);
                } else {
                    self.begin(p, Line::L23, Operation::Leave);
                }
            }
            _ => {
                self.spin_nu[i][p] = false; // 25
                if told {
                    self.end_24(p);
                } else {
                    self.goto(p, Line::L24, 0);
                }
            }
        }
    }

    /// Makes a step of an operation on the set.
    pub(super) fn ask(&mut self, p: usize, loaded: Ticket) {
        let outcome = self.set.step(p, loaded);
        match outcome.found {
            Some(q) if self.processes[p].line == Line::L24 => {
                self.processes[p].told = outcome.done;
                self.goto(p, Line::L25, q);
            }
            found => {
                if let Some(q) = found {
                    self.processes[p].local.push(q);
                }
                if outcome.done {
                    self.end(p);
                }
            }
        }
    }
}
