//! The port: how the phases of a lock reach its registers.
//!
//! The phases of a lock, such as those of [`bakery`](crate::bakery), are generic over it. The crate
//! `doorway` implements it on real registers. A proof implements it with the lock's model; then
//! each access of a phase has to be the model's next access.

#[cfg(creusot)]
use crate::logic::{port::is_still, prelude::*};
use crate::register::{FenceId, Place};
use crate::ticket::Ticket;
#[cfg(creusot)]
use crate::ticket::{Id, INFINITY};

/// Access of one process to the shared registers of a lock.
pub trait Port: Sized {
    /// The process.
    #[cfg(creusot)]
    #[logic]
    fn me(self) -> Id;

    /// The number of processes.
    #[cfg(creusot)]
    #[logic]
    fn n(self) -> Int;

    /// The largest ticket that a register can hold.
    #[cfg(creusot)]
    #[logic]
    fn most(self) -> Int;

    /// Whether the next access of the process is a load of the register at `place`.
    #[cfg(creusot)]
    #[logic]
    fn may_load(self, place: Place) -> bool;

    /// Whether the next access of the process is a store of `value` to the register at `place`.
    #[cfg(creusot)]
    #[logic]
    fn may_store(self, place: Place, value: Ticket) -> bool;

    /// Whether the next access leads to `next`, if it returns `loaded` or is a store.
    #[cfg(creusot)]
    #[logic]
    fn goes_on(self, loaded: Ticket, next: Self) -> bool;

    /// The number of processes: the papers' N.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result@ == self.n()))]
    fn slots(&self) -> usize;

    /// The largest ticket that a register can hold.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result@ == self.most() && result@ < INFINITY@))]
    fn limit(&self) -> Ticket;

    /// Reads a register.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.may_load(place)))]
    #[cfg_attr(creusot, ensures(self.goes_on(result, ^self) && is_still(*self, ^self)))]
    fn load(&mut self, place: Place) -> Ticket;

    /// Writes a register. Only a writer of the register may call it.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.may_store(place, value)))]
    #[cfg_attr(creusot, ensures(self.goes_on(0u64, ^self) && is_still(*self, ^self)))]
    fn store(&mut self, place: Place, value: Ticket);

    /// Orders the stores of this process before its later loads, for all processes. It is not an
    /// access: the models have no fences.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(^self == *self))]
    fn fence(&mut self, id: FenceId);
}
