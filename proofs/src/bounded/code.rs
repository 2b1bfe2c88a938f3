//! A port for the shipped phases of Zehavi's lock that checks each access: `passage`, for every N
//! that the code has room for.
//!
//! The port has no registers, and a load returns any value. Its precondition is that the process
//! may load from the register, or may store this value there (`doorway_core::logic::bounded`). So
//! what is proved here is: whatever the other processes do, a passage stores to registers of its
//! process only, stores only what they have room for, ends, and does not panic.

use crate::machine::Values;
use doorway_core::bounded::{self, Private};
use doorway_core::port::Port;
use doorway_core::register::{FenceId, Place};
use doorway_core::ticket::{Id, Ticket, INFINITY};
use doorway_core::timestamps::Own;
#[cfg(creusot)]
use {
    doorway_core::logic::bounded::{loads, stores, Owner},
    doorway_core::logic::port::is_still,
    doorway_core::logic::prelude::*,
    doorway_core::logic::set::are_others,
};

/// A port without registers.
#[derive(Clone, Copy, Debug)]
pub struct Alone<V> {
    /// The process.
    pub me: Id,
    /// The number of processes.
    pub n: usize,
    /// The values that loads return.
    pub values: V,
}

impl<V: Values> Port for Alone<V> {
    #[cfg(creusot)]
    #[logic(open)]
    fn me(self) -> Id {
        self.me
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn n(self) -> Int {
        pearlite! { self.n@ }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn most(self) -> Int {
        pearlite! { INFINITY@ - 1 }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn may_load(self, place: Place) -> bool {
        pearlite! { loads(place, self.me, self.n@) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn may_store(self, place: Place, value: Ticket) -> bool {
        pearlite! { stores(place, value, self.me, self.n@) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn goes_on(self, _: Ticket, next: Self) -> bool {
        pearlite! { next.me == self.me && next.n == self.n }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result@ == self.n()))]
    fn slots(&self) -> usize {
        self.n
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
        let _ = place;
        self.values.value()
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.may_store(place, value)))]
    #[cfg_attr(creusot, ensures(self.goes_on(0u64, ^self)))]
    fn store(&mut self, place: Place, value: Ticket) {
        let _ = (place, value);
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(^self == *self))]
    fn fence(&mut self, _: FenceId) {}
}

#[cfg(creusot)]
impl<V: Values> Owner for Alone<V> {
    #[logic]
    #[ensures(forall<port: Self, at: Place> loads(at, port.me(), port.n()) ==> port.may_load(at))]
    #[ensures(forall<port: Self, at: Place, value: Ticket> stores(at, value, port.me(), port.n())
        ==> port.may_store(at, value))]
    fn owns() {}
}

/// Runs a passage of the code, from the remainder to the remainder: up to `polls` polls, then entry
/// and exit, or a cancellation. Returns true if the process was inside.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(code.me@ < code.n@ && code.n@ <= 14))]
#[cfg_attr(creusot, ensures(is_still(*code, ^code)))]
pub fn passage<V: Values>(code: &mut Alone<V>, k: usize, polls: usize) -> bool {
    let me = code.me;
    let mut private = Private {
        own: Own { main: 0, colors: 0 },
        order: 0,
        precede: 0,
    };
    bounded::doorway(code, me, &mut private);
    bounded::announce(code);
    let entered = waits(code, k, &mut private, polls);
    if entered {
        bounded::enter(code, me, &mut private);
    }
    bounded::exit(code, me);
    entered
}

/// Runs the waiting room: up to `polls` polls. Returns true if the process may enter.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(code.me@ < code.n@ && code.n@ <= 14))]
#[cfg_attr(creusot, requires(are_others(private.precede, code.me, code.n@)))]
#[cfg_attr(creusot, ensures(is_still(*code, ^code) && (^private).order == private.order))]
pub fn waits<V: Values>(
    code: &mut Alone<V>,
    k: usize,
    private: &mut Private,
    polls: usize,
) -> bool {
    let me = code.me;
    let mut poll = 0;
    #[cfg(creusot)]
    let old = snapshot!((*code, *private));
    #[cfg_attr(creusot, variant(polls@ - poll@))]
    #[cfg_attr(creusot, invariant(poll@ <= polls@ && is_still(old.0, *code)))]
    #[cfg_attr(creusot, invariant(are_others(private.precede, me, code.n@) && private.order == old.1.order))]
    while poll < polls {
        if bounded::scan(code, me, k, private) {
            return true;
        }
        poll += 1;
    }
    false
}
