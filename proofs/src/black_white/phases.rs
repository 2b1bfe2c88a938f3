//! The states in which the phases of Algorithm 2 start.

use super::{BlackWhite, Line};
#[cfg(kani)]
use crate::machine::phases::FastPath;
use crate::machine::phases::{Phases, Start, Throw, Variables};
use crate::machine::{next_other, Machine};
use doorway::black_white::Private;
#[cfg(kani)]
use doorway_core::color::MOST;
use doorway_core::color::{color_of, number};
use doorway_core::ticket::Ticket;

/// The private variables of Algorithm 2.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Coloring {
    /// The ticket of the passage; none on the fast path.
    pub ticket: Ticket,
    /// The loop variable.
    pub j: usize,
    /// Whether the process has seen that j is not choosing.
    pub past_6: bool,
    /// Whether the process is on the fast path.
    pub alone: bool,
}

impl Variables<Private> for Coloring {
    fn of(private: &Private) -> Self {
        Coloring {
            ticket: private.ticket,
            j: private.j,
            past_6: private.past_6,
            alone: private.alone,
        }
    }

    fn give(self, private: &mut Private) {
        private.ticket = self.ticket;
        private.j = self.j;
        private.past_6 = self.past_6;
        private.alone = self.alone;
    }

    fn ticket(&self) -> Ticket {
        self.ticket
    }
}

/// The model with p at this line and with these variables; inside, if p is on the fast path.
fn at_line<const N: usize>(p: usize, variables: Coloring, line: Line) -> BlackWhite<N> {
    let mut machine = BlackWhite::new(1);
    let process = &mut machine.processes[p];
    process.color = color_of(variables.ticket);
    process.number = number(variables.ticket);
    process.i = variables.j;
    process.line = match variables.alone {
        true => Line::Alone11,
        false => line,
    };
    machine.choosing[p] = variables.alone;
    machine
}

impl<const N: usize> Phases<N> for BlackWhite<N> {
    type Variables = Coloring;

    fn at_announce(p: usize, k: usize, variables: Coloring) -> Self {
        let start = match variables.alone {
            true => variables,
            false => Coloring {
                j: next_other(0, p),
                past_6: false,
                ..variables
            },
        };
        Self::at_scan(p, k, start)
    }

    fn at_scan(p: usize, _: usize, variables: Coloring) -> Self {
        let line = match variables.past_6 {
            true => Line::L7,
            false => Line::L6,
        };
        at_line(p, variables, line)
    }

    fn at_enter(p: usize, _: usize, variables: Coloring) -> Self {
        at_line(p, variables, Line::L12)
    }

    fn inside(p: usize, _: usize, variables: Coloring) -> Self {
        at_line(p, variables, Line::L11)
    }

    fn variables(&self, p: usize) -> Coloring {
        let process = &self.processes[p];
        Coloring {
            ticket: self.ticket(p),
            j: process.i,
            past_6: process.line == Line::L7,
            alone: process.line == Line::Alone11,
        }
    }

    fn is_let_in(&self, p: usize) -> bool {
        let line = self.processes[p].line;
        line == Line::L12 || line == Line::Alone11
    }

    /// A color and a number, and no process polls itself; or the fast path.
    fn thrown(throw: &Throw) -> Start<Coloring> {
        let p = throw.process::<N>();
        let alone = throw.set[0] && throw.set[1];
        let variables = Coloring {
            ticket: if alone { 0 } else { throw.ticket % 8 + 2 },
            j: (p + 1 + usize::from(throw.k) % (N - 1)) % N,
            past_6: throw.truth && !alone,
            alone,
        };
        Start { p, k: 1, variables }
    }

    /// A process that waits has a number, and does not poll itself.
    #[cfg(kani)]
    fn any_start(p: usize) -> Start<Coloring> {
        let mut variables = kani::any_where(|variables: &Coloring| {
            variables.j < N && variables.ticket > 1 && variables.ticket <= 2 * MOST + 1
        });
        kani::assume(variables.j != p);
        variables.alone = false;
        Start { p, k: 1, variables }
    }

    #[cfg(kani)]
    const PLACES: (usize, usize) = (N, 2);

    #[cfg(kani)]
    fn at_place(mut start: Start<Coloring>, turn: usize, stage: usize) -> Option<Start<Coloring>> {
        (start.variables.j, start.variables.past_6) = (turn, stage == 1);
        (turn != start.p).then_some(start)
    }
}

#[cfg(kani)]
impl<const N: usize> FastPath<N> for BlackWhite<N> {
    fn any_fast_start(p: usize) -> Start<Coloring> {
        let variables = Coloring {
            ticket: 0,
            j: kani::any_where(|&j| j < N),
            past_6: false,
            alone: true,
        };
        Start { p, k: 1, variables }
    }
}
