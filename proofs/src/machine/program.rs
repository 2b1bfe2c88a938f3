//! The form of a model: what one process does, without a register in reach.
//!
//! A process is plain local state. [`Program::access`] names the shared access that it makes next, and [`Program::advance`] is its state after
//! that access. Neither sees a register, so neither can make an access: the one that [`Model`](super::Model) makes for all programs is the only
//! one of a step. The same two functions are what the shipped code is held against, access by access.

#[cfg(not(creusot))]
use super::Fields;
use super::{Access, Model, Region, State};
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::ticket::Ticket;

/// Which process a program is run by.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub struct Slot {
    /// Its number, from 0.
    pub p: usize,
    /// How many processes there are.
    pub n: usize,
    /// How many may be inside.
    pub k: usize,
}

/// The local state of a process, and its program.
pub trait Program: State + Copy {
    /// Whether this is how it begins.
    #[cfg(creusot)]
    #[logic]
    fn is_start(self) -> bool;

    /// Whether its variables are such that it can go on: loop variables are in range.
    #[cfg(creusot)]
    #[logic]
    fn is_in_range(self, slot: Slot) -> bool;

    /// Whether `access` is the next one.
    #[cfg(creusot)]
    #[logic]
    fn is_next(self, slot: Slot, access: Option<Access>) -> bool;

    /// Whether the next step leads to `next`, its load, if it is one, having returned `loaded`.
    #[cfg(creusot)]
    #[logic]
    fn leads_to(self, slot: Slot, loaded: Ticket, next: Self) -> bool;

    /// Whether it may give up here.
    #[cfg(creusot)]
    #[logic]
    fn is_waiting(self) -> bool;

    /// Whether giving up leads to `next`.
    #[cfg(creusot)]
    #[logic]
    fn gives_way(self, next: Self) -> bool;

    /// There is one next access at most.
    #[cfg(creusot)]
    #[logic]
    #[requires(self.is_next(slot, a) && self.is_next(slot, b))]
    #[ensures(a == b)]
    fn is_the_next(self, slot: Slot, a: Option<Access>, b: Option<Access>);

    /// In the remainder.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result.is_start()))]
    fn start() -> Self;

    /// Where it is.
    #[cfg_attr(creusot, check(terminates))]
    fn region(&self) -> Region;

    /// The line of the figure that it is at.
    #[cfg(not(creusot))]
    fn line(&self) -> &'static str;

    /// The access that the next step makes; none if it makes none.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(self.is_next(slot, result)))]
    fn access(&self, slot: Slot) -> Option<Access>;

    /// The state after the next step. If that is a load, it has returned `loaded`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot)))]
    #[cfg_attr(creusot, ensures(self.leads_to(slot, loaded, result)))]
    #[must_use]
    fn advance(self, slot: Slot, loaded: Ticket) -> Self;

    /// The ticket it holds, once it has one.
    #[cfg_attr(creusot, check(terminates))]
    fn ticket(&self) -> Ticket;

    /// Whether it is waiting in a loop.
    #[cfg_attr(creusot, check(terminates))]
    fn spins(&self) -> bool {
        matches!(self.region(), Region::WaitingRoom)
    }

    /// Whether it is in the waiting room between two looks, where it may give up.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == self.is_waiting()))]
    fn may_cancel(&self) -> bool;

    /// The state after it has given up: in the exit protocol.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting()))]
    #[cfg_attr(creusot, ensures(self.gives_way(result)))]
    #[must_use]
    fn cancel(self) -> Self;
}

/// The shared registers of a model.
pub trait Registers: State + Copy {
    /// Whether this is how they begin.
    #[cfg(creusot)]
    #[logic]
    fn is_start(self) -> bool;

    /// Whether there is such a register.
    #[cfg(creusot)]
    #[logic]
    fn has(self, access: Access) -> bool;

    /// What the register of `access` holds.
    #[cfg(creusot)]
    #[logic]
    fn held(self, access: Access) -> Int;

    /// Whether `next` differs only in the register of `access`, which holds `value` there.
    #[cfg(creusot)]
    #[logic]
    fn stores(self, access: Access, value: Ticket, next: Self) -> bool;

    /// As they are when every process is in its remainder and none was ever elsewhere.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result.is_start()))]
    fn start() -> Self;

    /// What the register of `access` holds.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.has(*access)))]
    #[cfg_attr(creusot, ensures(result@ == self.held(*access)))]
    fn read(&self, access: &Access) -> Ticket;

    /// Makes the register of `access` hold `value`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.has(*access)))]
    #[cfg_attr(creusot, ensures(self.stores(*access, value, ^self)))]
    fn write(&mut self, access: &Access, value: Ticket);
}

/// What is said of N processes that run this program on the registers `R`, all together.
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

    /// In a possible state a process can go on, and there is a register for its next access.
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

    /// So does giving up.
    #[cfg(creusot)]
    #[logic]
    #[requires(p@ < N@ && Self::is_possible(model) && model.processes[p].is_waiting())]
    #[requires(model.cancels(next, p))]
    #[ensures(Self::is_possible(next))]
    fn keeps_out(model: Model<R, Self, N>, next: Model<R, Self, N>, p: usize);

    /// Whether what is believed to be true of every reachable state is true of this one.
    #[cfg(not(creusot))]
    fn invariant(model: &Model<R, Self, N>) -> bool;

    /// Whether no register holds more than the lock says it ever needs, if it says so.
    #[cfg(not(creusot))]
    fn is_within_bounds(_: &Model<R, Self, N>) -> bool {
        true
    }

    /// Sets what nobody will look at again to some fixed value. Whatever can be observed later stays as it is.
    #[cfg(not(creusot))]
    fn forget(model: &mut Model<R, Self, N>);

    /// How many processes have read a ticket for a choice that they have not yet made known.
    #[cfg(not(creusot))]
    fn choosing(model: &Model<R, Self, N>) -> usize;

    /// Shows everything that makes up the state.
    #[cfg(not(creusot))]
    fn fields(model: &mut Model<R, Self, N>, fields: &mut impl Fields);
}
