//! Algorithms 3 and 4, whose loops go over whom an active set has returned.

use super::local::{Local, Variables};
use doorway::shape::Inline;
use doorway_core::colour::{colour, number};
use doorway_core::ticket::Ticket;
use doorway_proofs::active_set::{ActiveSet, Local as LocalS};
use doorway_proofs::adaptive::{self, AdaptiveOf};
use doorway_proofs::local_spin::{self, LocalSpinOf};
use doorway_proofs::machine::Machine;

/// The private variables of Algorithms 3 and 4.
#[derive(Clone, Copy, Debug)]
pub struct Looking<const N: usize> {
    /// The ticket of the passage.
    pub ticket: Ticket,
    /// Who was there.
    pub local: LocalS<N>,
    /// The place in it of whom it looks at.
    pub at: usize,
    /// How far it is with that one: in Algorithm 3 whether past line 9, in Algorithm 4 before 10, at 11, before 12, at 18.
    pub stage: u8,
}

/// One by one: to Kani the comparison of two arrays is a loop over their bytes.
impl<const N: usize> PartialEq for Looking<N> {
    fn eq(&self, other: &Self) -> bool {
        (self.ticket, self.at, self.stage) == (other.ticket, other.at, other.stage)
            && (0..N).all(|at| self.local.get(at) == other.local.get(at))
    }
}

/// The same members, in the same order.
fn give<const N: usize>(members: &LocalS<N>, local: &mut doorway::phases::Local<Inline<N>>) {
    local.clear();
    for &id in members.ids() {
        local.push(id);
    }
}

fn of<const N: usize>(local: &doorway::phases::Local<Inline<N>>) -> LocalS<N> {
    let mut members = LocalS::EMPTY;
    for &id in local.ids() {
        members.push(id);
    }
    members
}

impl<const N: usize> Variables<doorway::phases::adaptive::Private<Inline<N>>> for Looking<N> {
    fn of(private: &doorway::phases::adaptive::Private<Inline<N>>) -> Self {
        Looking {
            ticket: private.ticket,
            local: of(&private.local),
            at: private.at,
            stage: private.past_9.into(),
        }
    }

    fn give(self, private: &mut doorway::phases::adaptive::Private<Inline<N>>) {
        private.ticket = self.ticket;
        give(&self.local, &mut private.local);
        private.at = self.at;
        private.past_9 = self.stage != 0;
    }

    fn ticket(&self) -> Ticket {
        self.ticket
    }
}

impl<S: ActiveSet<N>, const N: usize> Local<N> for AdaptiveOf<S, adaptive::AsWritten, N> {
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
        process.colour = colour(variables.ticket);
        process.number = number(variables.ticket);
        process.local = variables.local;
        process.at = variables.at;
        let i = variables.local.get(variables.at);
        process.line = match (i, variables.stage) {
            (None, _) => adaptive::Line::L15,
            (_, 0) => adaptive::Line::L9,
            _ => adaptive::Line::L10,
        };
        process.i = i.unwrap_or(0);
        machine
    }

    fn at_enter(p: usize, k: usize, variables: Looking<N>) -> Self {
        let mut machine = Self::at_scan(p, k, variables);
        machine.processes[p].line = adaptive::Line::L15;
        machine
    }

    fn inside(p: usize, k: usize, variables: Looking<N>) -> Self {
        let mut machine = Self::at_scan(p, k, variables);
        machine.processes[p].line = adaptive::Line::L14;
        machine
    }

    fn variables(&self, p: usize) -> Looking<N> {
        let process = &self.processes[p];
        Looking {
            ticket: self.ticket(p),
            local: process.local,
            at: match process.line {
                adaptive::Line::L15 => process.local.ids().len(),
                _ => process.at,
            },
            stage: (process.line == adaptive::Line::L10).into(),
        }
    }

    fn is_let_in(&self, p: usize) -> bool {
        self.processes[p].line == adaptive::Line::L15
    }
}

const STAGES: [doorway::phases::local_spin::Stage; 4] = [
    doorway::phases::local_spin::Stage::Before10,
    doorway::phases::local_spin::Stage::Await11,
    doorway::phases::local_spin::Stage::Before12,
    doorway::phases::local_spin::Stage::Await18,
];

impl<const N: usize> Variables<doorway::phases::local_spin::Private<Inline<N>>> for Looking<N> {
    fn of(private: &doorway::phases::local_spin::Private<Inline<N>>) -> Self {
        use doorway::phases::local_spin::Stage;
        Looking {
            ticket: private.ticket,
            local: of(&private.local),
            at: private.at,
            stage: match private.stage {
                Stage::Before10 => 0,
                Stage::Await11 => 1,
                Stage::Before12 => 2,
                Stage::Await18 => 3,
            },
        }
    }

    fn give(self, private: &mut doorway::phases::local_spin::Private<Inline<N>>) {
        private.ticket = self.ticket;
        give(&self.local, &mut private.local);
        private.at = self.at;
        private.stage = STAGES[usize::from(self.stage % 4)];
    }

    fn ticket(&self) -> Ticket {
        self.ticket
    }
}

impl<S: ActiveSet<N>, const N: usize> Local<N> for LocalSpinOf<S, local_spin::AsWritten, N> {
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
        use local_spin::Line;
        let mut machine = Self::new(k);
        let process = &mut machine.processes[p];
        process.colour = colour(variables.ticket);
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
        machine.processes[p].line = local_spin::Line::L21;
        machine
    }

    fn inside(p: usize, k: usize, variables: Looking<N>) -> Self {
        let mut machine = Self::at_scan(p, k, variables);
        machine.processes[p].line = local_spin::Line::L20;
        machine
    }

    fn variables(&self, p: usize) -> Looking<N> {
        use local_spin::Line;
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
        self.processes[p].line == local_spin::Line::L21
    }
}
