//! A port to a model: the phases of a lock run beside the local state of a process.

#[cfg(not(creusot))]
use super::Region;
use super::{Access, Kind, Program, Slot};
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::port::Port;
use doorway_core::register::{FenceId, Place};
#[cfg(creusot)]
use doorway_core::ticket::Id;
use doorway_core::ticket::{Ticket, INFINITY};

/// A source of the values that loads return. They can be any values.
pub trait Values {
    /// The next value.
    #[cfg_attr(creusot, check(terminates))]
    fn value(&mut self) -> Ticket;
}

/// A port that has no registers, only the local state of a process.
///
/// An access must be the next access of the program, and it advances the program. A load returns
/// any value. That the access is the next one is the precondition of the port: Creusot proves it
/// where a phase calls the port, and without Creusot it is asserted.
#[derive(Clone, Copy, Debug)]
pub struct Following<P, V> {
    /// The local state.
    pub process: P,
    /// The slot of the process.
    pub slot: Slot,
    /// The values that loads return.
    pub values: V,
}

impl Access {
    /// An access to the register at `place`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == self::made(kind, place)))]
    pub const fn made(kind: Kind, place: Place) -> Self {
        Access {
            kind,
            array: place.array,
            writer: place.writer,
            home: place.home,
            copy: place.copy,
        }
    }
}

/// An access to the register at `place`.
#[cfg(creusot)]
#[logic(open)]
pub fn made(kind: Kind, place: Place) -> Access {
    Access {
        kind,
        array: place.array,
        writer: place.writer,
        home: place.home,
        copy: place.copy,
    }
}

impl<P: Program, V: Values> Following<P, V> {
    /// Whether `access` is the next access.
    #[cfg(creusot)]
    #[logic(open)]
    pub fn may(self, access: Option<Access>) -> bool {
        pearlite! { self.process.is_in_range(self.slot) && self.process.is_next(self.slot, access) }
    }

    /// Advances by `access`, whose load has returned `loaded`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.may(access)))]
    #[cfg_attr(creusot, ensures(self.goes_on(loaded, ^self)))]
    fn follow(&mut self, access: Option<Access>, loaded: Ticket) {
        #[cfg(not(creusot))]
        assert_eq!(
            access,
            self.process.access(self.slot),
            "the code does what the model does at line {}",
            self.process.line()
        );
        let _ = access;
        self.process = self.process.advance(self.slot, loaded);
    }

    /// Makes the step that is no access: out of the remainder, or out of the critical section.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.may(None)))]
    #[cfg_attr(creusot, ensures(self.goes_on(0u64, ^self)))]
    pub fn leave(&mut self) {
        self.follow(None, 0);
    }

    /// Cancels, between two polls.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.process.is_waiting()))]
    #[cfg_attr(creusot, ensures((^self).slot == self.slot && self.process.gives_way((^self).process)))]
    pub fn cancel(&mut self) {
        #[cfg(not(creusot))]
        assert_eq!(
            self.process.region(),
            Region::WaitingRoom,
            "between two looks"
        );
        self.process = self.process.cancel();
    }
}

impl<P: Program, V: Values> Port for Following<P, V> {
    #[cfg(creusot)]
    #[logic(open)]
    fn me(self) -> Id {
        self.slot.p
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn n(self) -> Int {
        pearlite! { self.slot.n@ }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn most(self) -> Int {
        pearlite! { INFINITY@ - 1 }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn may_load(self, place: Place) -> bool {
        self.may(Some(made(Kind::Load, place)))
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn may_store(self, place: Place, value: Ticket) -> bool {
        self.may(Some(made(Kind::Store(value), place)))
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn goes_on(self, loaded: Ticket, next: Self) -> bool {
        pearlite! { next.slot == self.slot && self.process.leads_to(self.slot, loaded, next.process) }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result@ == self.n()))]
    fn slots(&self) -> usize {
        self.slot.n
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result@ == self.most() && result@ < INFINITY@))]
    fn limit(&self) -> Ticket {
        INFINITY - 1
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.may_load(place)))]
    #[cfg_attr(creusot, ensures(self.goes_on(result, ^self)))]
    fn load(&mut self, place: Place) -> Ticket {
        let loaded = self.values.value();
        self.follow(Some(Access::made(Kind::Load, place)), loaded);
        loaded
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.may_store(place, value)))]
    #[cfg_attr(creusot, ensures(self.goes_on(0u64, ^self)))]
    fn store(&mut self, place: Place, value: Ticket) {
        self.follow(Some(Access::made(Kind::Store(value), place)), 0);
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(^self == *self))]
    fn fence(&mut self, _: FenceId) {}
}
