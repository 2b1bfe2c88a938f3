//! The form of a model: the program of one process, without access to registers.
//!
//! A process is plain local state. [`Program::access`] names the shared access that it makes next,
//! and [`Program::advance`] returns its state after that access. Neither function can reach a
//! register, so the access that [`Model`](super::Model) makes for every program is the only access
//! of a step. The shipped code is compared with the same two functions, access by access.

#[cfg(not(creusot))]
use super::Fields;
use super::{Access, Model, Region, State};
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::ticket::Ticket;

/// The process that runs a program.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub struct Slot {
    /// The number of the process, from 0.
    pub p: usize,
    /// The number of processes.
    pub n: usize,
    /// The number of processes that may be inside.
    pub k: usize,
}

/// The local state of a process, and its program.
pub trait Program: State + Copy {
    /// Whether this is the initial state.
    #[cfg(creusot)]
    #[logic]
    fn is_start(self) -> bool;

    /// Whether the process can go on: its loop variables are in range.
    #[cfg(creusot)]
    #[logic]
    fn is_in_range(self, slot: Slot) -> bool;

    /// Whether `access` is the next access.
    #[cfg(creusot)]
    #[logic]
    fn is_next(self, slot: Slot, access: Option<Access>) -> bool;

    /// Whether the next step leads to `next`, if its load, where it has one, returned `loaded`.
    #[cfg(creusot)]
    #[logic]
    fn leads_to(self, slot: Slot, loaded: Ticket, next: Self) -> bool;

    /// Whether the process may cancel here.
    #[cfg(creusot)]
    #[logic]
    fn is_waiting(self) -> bool;

    /// Whether a cancellation leads to `next`.
    #[cfg(creusot)]
    #[logic]
    fn gives_way(self, next: Self) -> bool;

    /// There is at most one next access.
    #[cfg(creusot)]
    #[logic]
    #[requires(self.is_next(slot, a) && self.is_next(slot, b))]
    #[ensures(a == b)]
    fn is_the_next(self, slot: Slot, a: Option<Access>, b: Option<Access>);

    /// The initial state: in the remainder.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result.is_start()))]
    fn start() -> Self;

    /// The region that the process is in.
    #[cfg_attr(creusot, check(terminates))]
    fn region(&self) -> Region;

    /// The line of the figure that the process is at.
    #[cfg(not(creusot))]
    fn line(&self) -> &'static str;

    /// The access that the next step makes, or none if it makes none.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(self.is_next(slot, result)))]
    fn access(&self, slot: Slot) -> Option<Access>;

    /// The state after the next step. If the step is a load, the load has returned `loaded`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot)))]
    #[cfg_attr(creusot, ensures(self.leads_to(slot, loaded, result)))]
    #[must_use]
    fn advance(self, slot: Slot, loaded: Ticket) -> Self;

    /// The ticket of the process, once it has one.
    #[cfg_attr(creusot, check(terminates))]
    fn ticket(&self) -> Ticket;

    /// Whether the process is waiting in a loop.
    #[cfg_attr(creusot, check(terminates))]
    fn spins(&self) -> bool {
        matches!(self.region(), Region::WaitingRoom)
    }

    /// Whether the process is in the waiting room between two polls, where it may cancel.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == self.is_waiting()))]
    fn may_cancel(&self) -> bool;

    /// The state after a cancellation: in the exit protocol.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting()))]
    #[cfg_attr(creusot, ensures(self.gives_way(result)))]
    #[must_use]
    fn cancel(self) -> Self;
}

/// The shared registers of a model.
pub trait Registers: State + Copy {
    /// Whether this is the initial state of the registers.
    #[cfg(creusot)]
    #[logic]
    fn is_start(self) -> bool;

    /// Whether there is such a register.
    #[cfg(creusot)]
    #[logic]
    fn has(self, access: Access) -> bool;

    /// The value in the register of `access`.
    #[cfg(creusot)]
    #[logic]
    fn held(self, access: Access) -> Int;

    /// Whether `next` differs only in the register of `access`, which contains `value` there.
    #[cfg(creusot)]
    #[logic]
    fn stores(self, access: Access, value: Ticket, next: Self) -> bool;

    /// The initial registers: no process has ever left its remainder.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result.is_start()))]
    fn start() -> Self;

    /// The value in the register of `access`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.has(*access)))]
    #[cfg_attr(creusot, ensures(result@ == self.held(*access)))]
    fn read(&self, access: &Access) -> Ticket;

    /// Stores `value` in the register of `access`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.has(*access)))]
    #[cfg_attr(creusot, ensures(self.stores(*access, value, ^self)))]
    fn write(&mut self, access: &Access, value: Ticket);

    /// Whether a load of the register of `access` may return several values.
    #[cfg(not(creusot))]
    fn in_flux(&self, access: &Access) -> bool {
        let _ = access;
        false
    }

    /// Whether such a load may return `value`.
    #[cfg(not(creusot))]
    fn may_return(&self, access: &Access, value: Ticket) -> bool {
        let _ = (access, value);
        true
    }
}

/// The properties of N processes that run this program together on the registers `R`.
pub trait Lock<R: Registers, const N: usize>: Program {
    /// The invariant.
    #[cfg(creusot)]
    #[logic]
    fn is_possible(model: Model<R, Self, N>) -> bool;

    /// The initial state is possible.
    #[cfg(creusot)]
    #[logic]
    #[requires(model.is_initial())]
    #[ensures(Self::is_possible(model))]
    fn starts(model: Model<R, Self, N>);

    /// In a possible state every process can go on, and the register of its next access exists.
    #[cfg(creusot)]
    #[logic]
    #[requires(p@ < N@ && Self::is_possible(model))]
    #[ensures(model.processes[p].is_in_range(model.slot_of(p)))]
    #[ensures(forall<access> model.processes[p].is_next(model.slot_of(p), Some(access)) ==> model.registers.has(access))]
    fn goes_on(model: Model<R, Self, N>, p: usize);

    /// A step leads from a possible state to a possible state.
    #[cfg(creusot)]
    #[logic]
    #[requires(p@ < N@ && Self::is_possible(model) && model.is_loaded(p, loaded))]
    #[requires(model.steps(next, p, loaded))]
    #[ensures(Self::is_possible(next))]
    fn keeps(model: Model<R, Self, N>, next: Model<R, Self, N>, p: usize, loaded: Ticket);

    /// A cancellation leads from a possible state to a possible state.
    #[cfg(creusot)]
    #[logic]
    #[requires(p@ < N@ && Self::is_possible(model) && model.processes[p].is_waiting())]
    #[requires(model.cancels(next, p))]
    #[ensures(Self::is_possible(next))]
    fn keeps_out(model: Model<R, Self, N>, next: Model<R, Self, N>, p: usize);

    /// Whether this state satisfies what is believed to be true of every reachable state.
    #[cfg(not(creusot))]
    fn invariant(model: &Model<R, Self, N>) -> bool;

    /// Whether no register contains more than the lock's stated bound, if it states one.
    #[cfg(not(creusot))]
    fn is_within_bounds(_: &Model<R, Self, N>) -> bool {
        true
    }

    /// Sets what no process will read again to a fixed value. What can be observed later is
    /// unchanged.
    #[cfg(not(creusot))]
    fn forget(model: &mut Model<R, Self, N>);

    /// The number of processes that have read a ticket for a choice that they have not yet
    /// announced.
    #[cfg(not(creusot))]
    fn choosing(model: &Model<R, Self, N>) -> usize;

    /// Passes every part of the state to `fields`.
    #[cfg(not(creusot))]
    fn fields(model: &mut Model<R, Self, N>, fields: &mut impl Fields);
}
