//! The states in which the phases of Algorithm 4 start.

use super::{AsWritten, Line, LocalSpinOf};
use crate::active_set::ActiveSet;
use crate::adaptive::phases::{members, Looking};
use crate::machine::phases::{Phases, Start, Throw, Variables};
use crate::machine::Machine;
use doorway::local_spin::{Private, Stage};
use doorway::shape::Inline;
use doorway_core::color::{color_of, number};
use doorway_core::ticket::Ticket;

const STAGES: [Stage; 4] = [
    Stage::Before10,
    Stage::Await11,
    Stage::Before12,
    Stage::Await18,
];

impl<const N: usize> Variables<Private<Inline<N>>> for Looking<N> {
    fn of(private: &Private<Inline<N>>) -> Self {
        Looking {
            ticket: private.ticket,
            local: members(&private.local),
            at: private.at,
            stage: match private.stage {
                Stage::Before10 => 0,
                Stage::Await11 => 1,
                Stage::Before12 => 2,
                Stage::Await18 => 3,
            },
        }
    }

    fn give(self, private: &mut Private<Inline<N>>) {
        private.ticket = self.ticket;
        self.give_members(&mut private.local);
        private.at = self.at;
        private.stage = STAGES[usize::from(self.stage % 4)];
    }

    fn ticket(&self) -> Ticket {
        self.ticket
    }
}

impl<S: ActiveSet<N>, const N: usize> Phases<N> for LocalSpinOf<S, AsWritten, N> {
    type Variables = Looking<N>;

    fn at_announce(p: usize, k: usize, variables: Looking<N>) -> Self {
        let start = Looking {
            at: 0,
            stage: 0,
            ..variables
        };
        Self::at_scan(p, k, start)
    }

    fn at_scan(p: usize, k: usize, variables: Looking<N>) -> Self {
        let mut machine = Self::new(k);
        let process = &mut machine.processes[p];
        process.color = color_of(variables.ticket);
        process.number = number(variables.ticket);
        process.local = variables.local;
        process.at = variables.at;
        let i = variables.local.get(variables.at);
        process.line = match (i, variables.stage) {
            (None, _) => Line::L21,
            (_, 0) => Line::L10,
            (_, 1) => Line::L11Await,
            (_, 2) => Line::L12,
            _ => Line::L18,
        };
        process.i = i.unwrap_or(0);
        machine
    }

    fn at_enter(p: usize, k: usize, variables: Looking<N>) -> Self {
        let mut machine = Self::at_scan(p, k, variables);
        machine.processes[p].line = Line::L21;
        machine
    }

    fn inside(p: usize, k: usize, variables: Looking<N>) -> Self {
        let mut machine = Self::at_scan(p, k, variables);
        machine.processes[p].line = Line::L20;
        machine
    }

    fn variables(&self, p: usize) -> Looking<N> {
        let process = &self.processes[p];
        Looking {
            ticket: self.ticket(p),
            local: process.local,
            at: match process.line {
                Line::L21 => process.local.ids().len(),
                _ => process.at,
            },
            stage: match process.line {
                Line::L11Await => 1,
                Line::L12 => 2,
                Line::L18 => 3,
                _ => 0,
            },
        }
    }

    fn is_let_in(&self, p: usize) -> bool {
        self.processes[p].line == Line::L21
    }

    fn thrown(throw: &Throw) -> Start<Looking<N>> {
        Looking::thrown(throw, 4)
    }

    #[cfg(kani)]
    fn any_start(p: usize) -> Start<Looking<N>> {
        Looking::any_start(p)
    }

    #[cfg(kani)]
    const PLACES: (usize, usize) = (1, 4);

    #[cfg(kani)]
    fn at_place(mut start: Start<Looking<N>>, _: usize, stage: usize) -> Option<Start<Looking<N>>> {
        start.variables.stage = stage as u8;
        Some(start)
    }
}
