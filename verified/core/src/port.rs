//! The port: how the phases of a lock reach its registers.
//!
//! The phases of a lock, such as those of [`bakery`](crate::bakery), are generic over it. The crate `doorway` implements it on real registers;
//! a proof implements it with the lock's model, and then each access of a phase has to be the one that the model makes next.

#[cfg(creusot)]
use crate::logic::{port::is_still, prelude::*};
use crate::register::{FenceId, Place};
use crate::ticket::Ticket;
#[cfg(creusot)]
use crate::ticket::{Id, INFINITY};

/// The shared registers of a lock, as one process reaches them.
pub trait Port: Sized {
    /// The process.
    #[cfg(creusot)]
    #[logic]
    fn me(self) -> Id;

    /// How many processes there are.
    #[cfg(creusot)]
    #[logic]
    fn n(self) -> Int;

    /// The largest ticket that a register can hold.
    #[cfg(creusot)]
    #[logic]
    fn most(self) -> Int;

    /// Whether a load of the register at `place` is what the process does next.
    #[cfg(creusot)]
    #[logic]
    fn may_load(self, place: Place) -> bool;

    /// Whether a store of `value` to it is.
    #[cfg(creusot)]
    #[logic]
    fn may_store(self, place: Place, value: Ticket) -> bool;

    /// Whether the next access, having returned `loaded` if it is a load, leads to `next`.
    #[cfg(creusot)]
    #[logic]
    fn goes_on(self, loaded: Ticket, next: Self) -> bool;

    /// How many processes there are: the papers' N.
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

    /// Writes one. Only its writer may.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.may_store(place, value)))]
    #[cfg_attr(creusot, ensures(self.goes_on(0u64, ^self) && is_still(*self, ^self)))]
    fn store(&mut self, place: Place, value: Ticket);

    /// Everything this process stored before is seen by every process before anything it loads after. No access: the models have none.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(^self == *self))]
    fn fence(&mut self, id: FenceId);
}
