//! The states in which the phases of Algorithm 1 start.

use super::{Bounded, Line};
use crate::machine::phases::{Phases, Start, Throw, Variables};
use crate::machine::Machine;
use doorway::bounded::Private;
use doorway_core::ticket::Ticket;
use doorway_core::timestamps::Own;

/// The private variables of Algorithm 1. What the timestamp registers hold is not among them: no
/// phase after the doorway uses it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Sets {
    /// The processes that the scan listed before it.
    pub order: u64,
    /// `precede`.
    pub precede: u64,
}

impl Variables<Private> for Sets {
    fn of(private: &Private) -> Self {
        Sets {
            order: private.order,
            precede: private.precede,
        }
    }

    fn give(self, private: &mut Private) {
        private.own = Own::default();
        private.order = self.order;
        private.precede = self.precede;
    }

    fn ticket(&self) -> Ticket {
        0
    }
}

impl Sets {
    /// The sets without p and without members that are no process.
    fn of_others<const N: usize>(self, p: usize) -> Self {
        let others = ((1 << N) - 1) & !(1 << p);
        let order = self.order & others;
        Sets {
            order,
            precede: self.precede & order,
        }
    }
}

impl<const N: usize> Phases<N> for Bounded<N> {
    type Variables = Sets;

    fn at_announce(p: usize, k: usize, variables: Sets) -> Self {
        Self::at_scan(p, k, variables)
    }

    fn at_scan(p: usize, k: usize, variables: Sets) -> Self {
        let mut machine = Self::new(k);
        let slot = machine.slot(p);
        let process = &mut machine.processes[p];
        process.order = variables.order;
        process.precede = variables.precede;
        machine.processes[p] = process.waits(slot);
        machine
    }

    fn at_enter(p: usize, k: usize, variables: Sets) -> Self {
        let mut machine = Self::at_scan(p, k, variables);
        machine.processes[p] = machine.processes[p].enters(0);
        machine
    }

    fn inside(p: usize, k: usize, _: Sets) -> Self {
        let mut machine = Self::new(k);
        machine.processes[p].line = Line::Critical;
        machine
    }

    fn variables(&self, p: usize) -> Sets {
        let process = &self.processes[p];
        Sets {
            order: process.order,
            precede: process.precede,
        }
    }

    fn is_let_in(&self, p: usize) -> bool {
        matches!(self.processes[p].line, Line::L12 | Line::Critical)
    }

    fn thrown(throw: &Throw) -> Start<Sets> {
        let p = throw.process::<N>();
        let sets = Sets {
            order: throw.ticket,
            precede: throw.ticket >> 8,
        };
        Start {
            p,
            k: usize::from(throw.k) % N + 1,
            variables: sets.of_others::<N>(p),
        }
    }

    #[cfg(kani)]
    fn any_start(p: usize) -> Start<Sets> {
        let k = kani::any_where(|&k: &usize| 0 < k && k <= N);
        let sets: Sets = kani::any();
        Start {
            p,
            k,
            variables: sets.of_others::<N>(p),
        }
    }
}
