//! Machines with one process anywhere in its passage: what a phase starts from.

use doorway::shape::Inline;
use doorway_core::capture::may_enter;
use doorway_core::colour::{colour, number};
use doorway_core::predecessors::{everyone_but, size};
use doorway_core::ticket::Ticket;
use doorway_proofs::bakery::{self, Bakery};
use doorway_proofs::black_white::{self, BlackWhite};
use doorway_proofs::fife::{self, Fife};
use doorway_proofs::kfcfs::{self, KFcfs};
use doorway_proofs::machine::{next_other, Machine};
use doorway_proofs::safe_fife::{self, SafeFife};

/// Private variables, which the lock keeps as a `P`.
pub trait Variables<P>: Copy + PartialEq {
    /// Of the lock's.
    fn of(private: &P) -> Self;
    /// Makes the lock's the same.
    fn give(self, private: &mut P);
    /// The ticket among them.
    fn ticket(&self) -> Ticket;
}

/// A machine that can be put at the beginning of any phase, for one process.
pub trait Local<const N: usize>: Machine {
    /// Its private variables.
    type Variables: Copy + PartialEq;

    /// p at the end of its doorway.
    fn at_announce(p: usize, k: usize, variables: Self::Variables) -> Self;
    /// p between two looks, or past the waiting loop if these variables let it in.
    fn at_scan(p: usize, k: usize, variables: Self::Variables) -> Self;
    /// p past the waiting loop.
    fn at_enter(p: usize, k: usize, variables: Self::Variables) -> Self;
    /// p in its critical section.
    fn inside(p: usize, k: usize, variables: Self::Variables) -> Self;
    /// What p's variables are.
    fn variables(&self, p: usize) -> Self::Variables;
    /// Whether p is past the waiting loop.
    fn is_let_in(&self, p: usize) -> bool;
}

/// Those of Figures 2 and 3.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Waiting<const N: usize> {
    /// The ticket of the passage.
    pub ticket: Ticket,
    /// Whom it waits for.
    pub predecessor_set: [bool; N],
    /// Whether it was overtaken.
    pub captured: bool,
    /// Whether the guess was the ticket: what the doorway of Figure 2 leaves to the announcement, and nobody asks for after that.
    pub settled: bool,
}

impl<const N: usize> Variables<doorway::phases::Private<Inline<N>>> for Waiting<N> {
    fn of(private: &doorway::phases::Private<Inline<N>>) -> Self {
        Waiting {
            ticket: private.ticket,
            predecessor_set: private.predecessor_set,
            captured: private.captured,
            settled: false,
        }
    }

    fn give(self, private: &mut doorway::phases::Private<Inline<N>>) {
        private.ticket = self.ticket;
        private.predecessor_set = self.predecessor_set;
        private.captured = self.captured;
        private.settled = self.settled;
    }

    fn ticket(&self) -> Ticket {
        self.ticket
    }
}

/// The first of `0..n` that `is`, or 0.
fn first(n: usize, is: impl Fn(usize) -> bool) -> usize {
    let mut i = 0;
    while i < n {
        if is(i) {
            return i;
        }
        i += 1;
    }
    0
}

/// Figures 2 and 3 are alike in what a phase starts from: the lines, and what else is to be set; `$guesses`, whether a doorway can have told the ticket already, and
/// a look looks before it decides.
macro_rules! local {
    ($machine:ident, $module:ident, $guesses:literal, $announce:ident, $scan:ident, $enter:ident, $inside:ident, $copy:expr, $captured:expr, $set:expr) => {
        impl<const N: usize> Local<N> for $machine<N> {
            type Variables = Waiting<N>;

            fn at_announce(p: usize, k: usize, variables: Waiting<N>) -> Self {
                if $guesses && variables.settled {
                    let mut variables = Waiting {
                        captured: false,
                        ..variables
                    };
                    everyone_but(&mut variables.predecessor_set, p);
                    return Self::at_scan(p, k, variables);
                }
                let mut machine = Self::new(k);
                machine.processes[p].ticket = variables.ticket;
                machine.processes[p].line = $module::Line::$announce;
                machine.processes[p].i = first(N, |i| i != p);
                machine
            }

            fn at_scan(p: usize, k: usize, variables: Waiting<N>) -> Self {
                let mut machine = Self::at_enter(p, k, variables);
                let set = variables.predecessor_set;
                let lets_in = if $guesses {
                    size(&set) == 0
                } else {
                    may_enter(&set, k, $captured(&machine.processes[p]))
                };
                if !lets_in {
                    machine.processes[p].line = $module::Line::$scan;
                    machine.processes[p].i = first(N, |i| set[i]);
                    $copy(&mut machine.processes[p]);
                }
                machine
            }

            fn at_enter(p: usize, k: usize, variables: Waiting<N>) -> Self {
                let mut machine = Self::new(k);
                let process = &mut machine.processes[p];
                process.ticket = variables.ticket;
                process.predecessor_set = variables.predecessor_set;
                $set(process, variables.captured);
                process.line = $module::Line::$enter;
                machine
            }

            fn inside(p: usize, k: usize, variables: Waiting<N>) -> Self {
                let mut machine = Self::at_enter(p, k, variables);
                machine.processes[p].line = $module::Line::$inside;
                machine
            }

            fn variables(&self, p: usize) -> Waiting<N> {
                let process = &self.processes[p];
                Waiting {
                    ticket: process.ticket,
                    predecessor_set: process.predecessor_set,
                    captured: $captured(process),
                    settled: false,
                }
            }

            fn is_let_in(&self, p: usize) -> bool {
                self.processes[p].line == $module::Line::$enter
            }
        }
    };
}

local!(
    KFcfs,
    kfcfs,
    true,
    L16,
    L21,
    L24,
    L24,
    |_: &mut kfcfs::Process<N>| (),
    |_: &kfcfs::Process<N>| false,
    |_: &mut kfcfs::Process<N>, _: bool| ()
);
local!(
    Fife,
    fife,
    true,
    L16,
    L21,
    L23,
    L24,
    |_: &mut fife::Process<N>| (),
    |process: &fife::Process<N>| process.captured,
    |process: &mut fife::Process<N>, captured: bool| process.captured = captured
);
local!(
    SafeFife,
    safe_fife,
    false,
    L33,
    L38,
    L43Load,
    L46,
    |process: &mut safe_fife::Process<N>| process.copy = 1,
    |process: &safe_fife::Process<N>| process.captured,
    |process: &mut safe_fife::Process<N>, captured: bool| process.captured = captured
);

/// Those of Figure 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Looping {
    /// The ticket of the passage.
    pub ticket: Ticket,
    /// The loop variable.
    pub i: usize,
    /// Whether it has seen i outside its doorway.
    pub past_7: bool,
}

impl Variables<doorway::phases::bakery::Private> for Looping {
    fn of(private: &doorway::phases::bakery::Private) -> Self {
        Looping {
            ticket: private.ticket,
            i: private.i,
            past_7: private.past_7,
        }
    }

    fn give(self, private: &mut doorway::phases::bakery::Private) {
        private.ticket = self.ticket;
        private.i = self.i;
        private.past_7 = self.past_7;
    }

    fn ticket(&self) -> Ticket {
        self.ticket
    }
}

/// Those of Algorithm 2.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Colouring {
    /// The ticket of the passage; none if it found everybody away.
    pub ticket: Ticket,
    /// The loop variable.
    pub j: usize,
    /// Whether it has seen that j is not choosing.
    pub past_6: bool,
    /// Whether it found everybody away.
    pub alone: bool,
}

impl Variables<doorway::phases::black_white::Private> for Colouring {
    fn of(private: &doorway::phases::black_white::Private) -> Self {
        Colouring {
            ticket: private.ticket,
            j: private.j,
            past_6: private.past_6,
            alone: private.alone,
        }
    }

    fn give(self, private: &mut doorway::phases::black_white::Private) {
        private.ticket = self.ticket;
        private.j = self.j;
        private.past_6 = self.past_6;
        private.alone = self.alone;
    }

    fn ticket(&self) -> Ticket {
        self.ticket
    }
}

/// p with these variables, at this line; inside, if it found everybody away.
fn coloured<const N: usize>(
    p: usize,
    variables: Colouring,
    line: black_white::Line,
) -> BlackWhite<N> {
    let mut machine = BlackWhite::new(1);
    let process = &mut machine.processes[p];
    process.colour = colour(variables.ticket);
    process.number = number(variables.ticket);
    process.i = variables.j;
    process.line = match variables.alone {
        true => black_white::Line::Alone11,
        false => line,
    };
    machine.choosing[p] = variables.alone;
    machine
}

impl<const N: usize> Local<N> for BlackWhite<N> {
    type Variables = Colouring;

    fn at_announce(p: usize, k: usize, variables: Colouring) -> Self {
        let start = match variables.alone {
            true => variables,
            false => Colouring {
                j: next_other(0, p),
                past_6: false,
                ..variables
            },
        };
        Self::at_scan(p, k, start)
    }

    fn at_scan(p: usize, _: usize, variables: Colouring) -> Self {
        let line = match variables.past_6 {
            true => black_white::Line::L7,
            false => black_white::Line::L6,
        };
        coloured(p, variables, line)
    }

    fn at_enter(p: usize, _: usize, variables: Colouring) -> Self {
        coloured(p, variables, black_white::Line::L12)
    }

    fn inside(p: usize, _: usize, variables: Colouring) -> Self {
        coloured(p, variables, black_white::Line::L11)
    }

    fn variables(&self, p: usize) -> Colouring {
        let process = &self.processes[p];
        Colouring {
            ticket: self.ticket(p),
            j: process.i,
            past_6: process.line == black_white::Line::L7,
            alone: process.line == black_white::Line::Alone11,
        }
    }

    fn is_let_in(&self, p: usize) -> bool {
        let line = self.processes[p].line;
        line == black_white::Line::L12 || line == black_white::Line::Alone11
    }
}

impl<const N: usize> Local<N> for Bakery<N> {
    type Variables = Looping;

    fn at_announce(p: usize, k: usize, variables: Looping) -> Self {
        let start = Looping {
            i: 0,
            past_7: false,
            ..variables
        };
        Self::at_scan(p, k, start)
    }

    fn at_scan(p: usize, k: usize, variables: Looping) -> Self {
        let mut machine = Self::new(k);
        let process = &mut machine.processes[p];
        process.ticket = variables.ticket;
        process.i = variables.i;
        process.line = match variables.past_7 {
            true => bakery::Line::L8,
            false => bakery::Line::L7,
        };
        machine
    }

    fn at_enter(p: usize, k: usize, variables: Looping) -> Self {
        Self::inside(p, k, variables)
    }

    fn inside(p: usize, k: usize, variables: Looping) -> Self {
        let mut machine = Self::at_scan(p, k, variables);
        machine.processes[p].line = bakery::Line::L9;
        machine
    }

    fn variables(&self, p: usize) -> Looping {
        let process = &self.processes[p];
        Looping {
            ticket: process.ticket,
            i: process.i,
            past_7: process.line == bakery::Line::L8,
        }
    }

    fn is_let_in(&self, p: usize) -> bool {
        self.processes[p].line == bakery::Line::L9
    }
}
