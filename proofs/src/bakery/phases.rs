//! The states in which the phases of Figure 1 start.

use super::{Bakery, Line};
use crate::machine::phases::{Phases, Start, Throw, Variables};
use crate::machine::Machine;
use doorway::bakery::Private;
use doorway_core::ticket::Ticket;

/// The private variables of Figure 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Looping {
    /// The ticket of the passage.
    pub ticket: Ticket,
    /// The loop variable.
    pub i: usize,
    /// Whether the process has seen i outside its doorway.
    pub past_7: bool,
}

impl Variables<Private> for Looping {
    fn of(private: &Private) -> Self {
        Looping {
            ticket: private.ticket,
            i: private.i,
            past_7: private.past_7,
        }
    }

    fn give(self, private: &mut Private) {
        private.ticket = self.ticket;
        private.i = self.i;
        private.past_7 = self.past_7;
    }

    fn ticket(&self) -> Ticket {
        self.ticket
    }
}

impl<const N: usize> Phases<N> for Bakery<N> {
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
            true => Line::L8,
            false => Line::L7,
        };
        machine
    }

    fn at_enter(p: usize, k: usize, variables: Looping) -> Self {
        Self::inside(p, k, variables)
    }

    fn inside(p: usize, k: usize, variables: Looping) -> Self {
        let mut machine = Self::at_scan(p, k, variables);
        machine.processes[p].line = Line::L9;
        machine
    }

    fn variables(&self, p: usize) -> Looping {
        let process = &self.processes[p];
        Looping {
            ticket: process.ticket,
            i: process.i,
            past_7: process.line == Line::L8,
        }
    }

    fn is_let_in(&self, p: usize) -> bool {
        self.processes[p].line == Line::L9
    }

    fn thrown(throw: &Throw) -> Start<Looping> {
        let variables = Looping {
            ticket: throw.ticket % 8 + 1,
            i: usize::from(throw.k) % N,
            past_7: throw.truth,
        };
        Start {
            p: throw.process::<N>(),
            k: 1,
            variables,
        }
    }

    /// Between two polls the loop has not ended, and a process that waits has a ticket.
    #[cfg(kani)]
    fn any_start(p: usize) -> Start<Looping> {
        let variables =
            kani::any_where(|variables: &Looping| variables.i < N && variables.ticket != 0);
        Start { p, k: 1, variables }
    }

    #[cfg(kani)]
    const PLACES: (usize, usize) = (N, 2);

    #[cfg(kani)]
    fn at_place(mut start: Start<Looping>, turn: usize, stage: usize) -> Option<Start<Looping>> {
        (start.variables.i, start.variables.past_7) = (turn, stage == 1);
        Some(start)
    }
}
