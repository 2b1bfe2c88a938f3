//! The states in which the phases of Algorithms 3 and 4 start. Their loops go over the processes
//! that an active set has returned.

use super::{AdaptiveOf, AsWritten, Line};
use crate::active_set::{ActiveSet, Local};
use crate::machine::phases::{Phases, Start, Throw, Variables};
use crate::machine::Machine;
use doorway::adaptive::Private;
use doorway::shape::Inline;
#[cfg(kani)]
use doorway_core::color::MOST;
use doorway_core::color::{color_of, number};
use doorway_core::ticket::Ticket;

/// The private variables of Algorithms 3 and 4.
#[derive(Clone, Copy, Debug)]
pub struct Looking<const N: usize> {
    /// The ticket of the passage.
    pub ticket: Ticket,
    /// The processes that the active set has returned.
    pub local: Local<N>,
    /// The place in `local` of the process that is polled.
    pub at: usize,
    /// How far the poll of that process is: in Algorithm 3 whether it is past line 9; in Algorithm
    /// 4 before line 10, at 11, before 12, or at 18.
    pub stage: u8,
}

/// Compares element by element: to Kani the comparison of two arrays is a loop over their bytes.
impl<const N: usize> PartialEq for Looking<N> {
    fn eq(&self, other: &Self) -> bool {
        (self.ticket, self.at, self.stage) == (other.ticket, other.at, other.stage)
            && (0..N).all(|at| self.local.get(at) == other.local.get(at))
    }
}

impl<const N: usize> Looking<N> {
    /// Copies the members into the lock's form, in the same order.
    pub(crate) fn give_members(&self, local: &mut doorway::phases::Local<Inline<N>>) {
        local.clear();
        for &id in self.local.ids() {
            local.push(id);
        }
    }

    /// A start made of random numbers: processes that an active set has returned, without `p`, in
    /// ascending or descending order; one of them to poll; any stage.
    pub(crate) fn thrown(throw: &Throw, stages: u8) -> Start<Self> {
        let p = throw.process::<N>();
        let mut others: Vec<usize> = (0..N).filter(|&i| i != p && throw.set[i]).collect();
        if others.is_empty() {
            others.push((p + 1) % N);
        }
        if throw.truth {
            others.reverse();
        }
        let mut local = Local::EMPTY;
        others.iter().for_each(|&i| local.push(i));
        let variables = Looking {
            ticket: throw.ticket % 8 + 2,
            local,
            at: usize::from(throw.k) % others.len(),
            stage: throw.k / 4 % stages,
        };
        Start { p, k: 1, variables }
    }

    /// A start for two processes: p between two polls of the other, with any ticket that has a
    /// number.
    #[cfg(kani)]
    pub(crate) fn any_start(p: usize) -> Start<Self> {
        const { assert!(N == 2, "of more, these are not all starts") };
        let mut local = Local::EMPTY;
        local.push(1 - p);
        let variables = Looking {
            ticket: kani::any_where(|&ticket| ticket > 1 && ticket <= 2 * MOST + 1),
            local,
            at: 0,
            stage: 0,
        };
        Start { p, k: 1, variables }
    }
}

/// The lock's members, in the same order.
pub(crate) fn members<const N: usize>(local: &doorway::phases::Local<Inline<N>>) -> Local<N> {
    let mut members = Local::EMPTY;
    for &id in local.ids() {
        members.push(id);
    }
    members
}

impl<const N: usize> Variables<Private<Inline<N>>> for Looking<N> {
    fn of(private: &Private<Inline<N>>) -> Self {
        Looking {
            ticket: private.ticket,
            local: members(&private.local),
            at: private.at,
            stage: private.past_9.into(),
        }
    }

    fn give(self, private: &mut Private<Inline<N>>) {
        private.ticket = self.ticket;
        self.give_members(&mut private.local);
        private.at = self.at;
        private.past_9 = self.stage != 0;
    }

    fn ticket(&self) -> Ticket {
        self.ticket
    }
}

impl<S: ActiveSet<N>, const N: usize> Phases<N> for AdaptiveOf<S, AsWritten, N> {
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
            (None, _) => Line::L15,
            (_, 0) => Line::L9,
            _ => Line::L10,
        };
        process.i = i.unwrap_or(0);
        machine
    }

    fn at_enter(p: usize, k: usize, variables: Looking<N>) -> Self {
        let mut machine = Self::at_scan(p, k, variables);
        machine.processes[p].line = Line::L15;
        machine
    }

    fn inside(p: usize, k: usize, variables: Looking<N>) -> Self {
        let mut machine = Self::at_scan(p, k, variables);
        machine.processes[p].line = Line::L14;
        machine
    }

    fn variables(&self, p: usize) -> Looking<N> {
        let process = &self.processes[p];
        Looking {
            ticket: self.ticket(p),
            local: process.local,
            at: match process.line {
                Line::L15 => process.local.ids().len(),
                _ => process.at,
            },
            stage: (process.line == Line::L10).into(),
        }
    }

    fn is_let_in(&self, p: usize) -> bool {
        self.processes[p].line == Line::L15
    }

    fn thrown(throw: &Throw) -> Start<Looking<N>> {
        Looking::thrown(throw, 2)
    }

    #[cfg(kani)]
    fn any_start(p: usize) -> Start<Looking<N>> {
        Looking::any_start(p)
    }

    #[cfg(kani)]
    const PLACES: (usize, usize) = (1, 2);

    #[cfg(kani)]
    fn at_place(mut start: Start<Looking<N>>, _: usize, stage: usize) -> Option<Start<Looking<N>>> {
        start.variables.stage = stage as u8;
        Some(start)
    }
}
