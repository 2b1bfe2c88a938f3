//! Figure 1 as a contract on the port of the Bakery's phases: which access each line allows, and
//! which line comes next.
//!
//! `doorway-proofs` shows that the model satisfies it: it implements [`Lines`] by the local state
//! of a process of the model, and proves every lemma from the model's `access` and `advance`.

use super::port::place;
use super::prelude::*;
use super::ticket::before;
use crate::bakery::Private;
use crate::port::Port;
use crate::register::Array;
use crate::ticket::{Id, Ticket};

/// A line of the figure, with the variables that matter there.
#[allow(missing_debug_implementations)] // a ghost is not printed
pub enum At {
    /// In the remainder.
    L2,
    /// About to store `Doorway[p]`.
    L3,
    /// About to load `Ticket[i]`, after loads whose largest ticket is `seen`.
    L4 {
        /// The loop variable.
        i: Int,
        /// The largest ticket seen; 0 if none.
        seen: Int,
    },
    /// About to store `Ticket[p]`.
    L4Store {
        /// The ticket.
        ticket: Int,
    },
    /// About to store `Doorway[p]`.
    L5 {
        /// The ticket; 0 if no ticket was left.
        ticket: Int,
    },
    /// About to load `Doorway[i]`.
    L7 {
        /// The loop variable.
        i: Int,
        /// The ticket.
        ticket: Int,
    },
    /// About to load `Ticket[i]`.
    L8 {
        /// The loop variable.
        i: Int,
        /// The ticket.
        ticket: Int,
    },
    /// Inside.
    L9,
    /// About to store `Ticket[p]`.
    L10,
}

/// The port of a process that is at a line of the figure.
pub trait Lines: Port {
    /// Whether the process is at that line.
    #[logic]
    fn is_at(self, at: At) -> bool;

    /// 3: `Doorway[p] := true`.
    #[logic]
    #[requires(self.is_at(At::L3))]
    #[ensures(self.may_store(place(Array::Doorway, self.me()), 1u64))]
    #[ensures(forall<loaded, next: Self> self.goes_on(loaded, next) ==> next.is_at(At::L4 { i: 0, seen: 0 }))]
    fn line_3(self);

    /// 4: loads `Ticket[i]`; after the last load it takes a ticket, if one is left.
    #[logic]
    #[requires(self.is_at(At::L4 { i: i@, seen }))]
    #[ensures(self.may_load(place(Array::Ticket, i)))]
    #[ensures(forall<loaded: Ticket, next: Self> self.goes_on(loaded, next) ==> next.is_at(
        after_4(self.n(), self.most(), i@ + 1, if seen < loaded@ { loaded@ } else { seen })
    ))]
    fn line_4(self, i: Id, seen: Int);

    /// 4: `Ticket[p] := 1 + max(…)`.
    #[logic]
    #[requires(self.is_at(At::L4Store { ticket: ticket@ }))]
    #[ensures(self.may_store(place(Array::Ticket, self.me()), ticket))]
    #[ensures(forall<loaded, next: Self> self.goes_on(loaded, next) ==> next.is_at(At::L5 { ticket: ticket@ }))]
    fn line_4_store(self, ticket: Ticket);

    /// 5: `Doorway[p] := false`.
    #[logic]
    #[requires(self.is_at(At::L5 { ticket }))]
    #[ensures(self.may_store(place(Array::Doorway, self.me()), 0u64))]
    #[ensures(forall<loaded, next: Self> self.goes_on(loaded, next) ==> next.is_at(
        if ticket == 0 { At::L10 } else { At::L7 { i: 0, ticket } }
    ))]
    fn line_5(self, ticket: Int);

    /// 7: waits until i is outside its doorway.
    #[logic]
    #[requires(self.is_at(At::L7 { i: i@, ticket }))]
    #[ensures(self.may_load(place(Array::Doorway, i)))]
    #[ensures(forall<loaded: Ticket, next: Self> self.goes_on(loaded, next) ==> next.is_at(
        if loaded@ == 0 { At::L8 { i: i@, ticket } } else { At::L7 { i: i@, ticket } }
    ))]
    fn line_7(self, i: Id, ticket: Int);

    /// 8: waits until i does not want to enter, or has a larger ticket.
    #[logic]
    #[requires(self.is_at(At::L8 { i: i@, ticket }))]
    #[ensures(self.may_load(place(Array::Ticket, i)))]
    #[ensures(forall<loaded: Ticket, next: Self> self.goes_on(loaded, next) ==> next.is_at(
        if loaded@ != 0 && before(loaded@, i@, ticket, self.me()@) {
            At::L8 { i: i@, ticket }
        } else {
            after_8(self.n(), i@ + 1, ticket)
        }
    ))]
    fn line_8(self, i: Id, ticket: Int);

    /// 10: `Ticket[p] := 0`.
    #[logic]
    #[requires(self.is_at(At::L10))]
    #[ensures(self.may_store(place(Array::Ticket, self.me()), 0u64))]
    #[ensures(forall<loaded, next: Self> self.goes_on(loaded, next) ==> next.is_at(At::L2))]
    fn line_10(self);
}

/// The line of a process that has loaded i tickets of n, the largest of which is `seen`.
#[logic(open)]
pub fn after_4(n: Int, most: Int, i: Int, seen: Int) -> At {
    if i < n {
        At::L4 { i, seen }
    } else if seen < most {
        At::L4Store { ticket: seen + 1 }
    } else {
        At::L5 { ticket: 0 }
    }
}

/// The line of a process that has passed i processes of n.
#[logic(open)]
pub fn after_8(n: Int, i: Int, ticket: Int) -> At {
    if i < n {
        At::L7 { i, ticket }
    } else {
        At::L9
    }
}

/// The line at which a process with these private variables waits.
#[logic(open)]
pub fn waits(private: Private) -> At {
    pearlite! {
        if private.past_7 {
            At::L8 { i: private.i@, ticket: private.ticket@ }
        } else {
            At::L7 { i: private.i@, ticket: private.ticket@ }
        }
    }
}
