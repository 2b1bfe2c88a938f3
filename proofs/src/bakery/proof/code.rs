//! The lines of the figure, as the phases of the code use them, are those of the model.

use crate::bakery::{Line, Process};
use crate::machine::{Following, Program, Values};
use doorway_core::bakery::Private;
use doorway_core::logic::bakery::{after_4, after_8, At, Lines};
use doorway_core::logic::port::place;
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;
use doorway_core::port::Port;
use doorway_core::register::Array;
use doorway_core::ticket::{Id, Ticket, INFINITY};

impl<V: Values> Following<Process, V> {
    /// Whether p is less than n, and the process can go on.
    #[logic(open)]
    pub fn is_in_range(self) -> bool {
        pearlite! { self.slot.p@ < self.slot.n@ && self.process.is_in_range(self.slot) }
    }

    /// Whether the process waits in the model at the line, and with the variables, at which its
    /// private variables say that it waits in the code.
    #[logic(open)]
    pub fn waits_with(self, private: Private) -> bool {
        pearlite! {
            self.process.line == (if private.past_7 { Line::L8 } else { Line::L7 })
                && self.process.i == private.i
                && self.process.ticket == private.ticket
        }
    }
}

impl<V: Values> Lines for Following<Process, V> {
    #[logic(open)]
    fn is_at(self, at: At) -> bool {
        pearlite! {
            let process = self.process;
            self.is_in_range() && match at {
                At::L2 => process.line == Line::L2,
                At::L3 => process.line == Line::L3,
                At::L4 { i, seen } => process.line == Line::L4 && process.i@ == i && process.choice@ == seen,
                At::L4Store { ticket } => process.line == Line::L4Store && process.taken() == ticket && ticket < INFINITY@,
                At::L5 { ticket } => process.line == Line::L5 && process.ticket@ == ticket,
                At::L7 { i, ticket } => process.line == Line::L7 && process.i@ == i && process.ticket@ == ticket,
                At::L8 { i, ticket } => process.line == Line::L8 && process.i@ == i && process.ticket@ == ticket,
                At::L9 => process.line == Line::L9,
                At::L10 => process.line == Line::L10,
            }
        }
    }

    #[logic]
    #[requires(self.is_at(At::L3))]
    #[ensures(self.may_store(place(Array::Doorway, self.me()), 1u64))]
    #[ensures(forall<loaded, next: Self> self.goes_on(loaded, next) ==> next.is_at(At::L4 { i: 0, seen: 0 }))]
    fn line_3(self) {}

    #[logic]
    #[requires(self.is_at(At::L4 { i: i@, seen }))]
    #[ensures(self.may_load(place(Array::Ticket, i)))]
    #[ensures(forall<loaded: Ticket, next: Self> self.goes_on(loaded, next) ==> next.is_at(
        after_4(self.n(), self.most(), i@ + 1, if seen < loaded@ { loaded@ } else { seen })
    ))]
    fn line_4(self, i: Id, seen: Int) {}

    #[logic]
    #[requires(self.is_at(At::L4Store { ticket: ticket@ }))]
    #[ensures(self.may_store(place(Array::Ticket, self.me()), ticket))]
    #[ensures(forall<loaded, next: Self> self.goes_on(loaded, next) ==> next.is_at(At::L5 { ticket: ticket@ }))]
    fn line_4_store(self, ticket: Ticket) {}

    #[logic]
    #[requires(self.is_at(At::L5 { ticket }))]
    #[ensures(self.may_store(place(Array::Doorway, self.me()), 0u64))]
    #[ensures(forall<loaded, next: Self> self.goes_on(loaded, next) ==> next.is_at(
        if ticket == 0 { At::L10 } else { At::L7 { i: 0, ticket } }
    ))]
    fn line_5(self, ticket: Int) {}

    #[logic]
    #[requires(self.is_at(At::L7 { i: i@, ticket }))]
    #[ensures(self.may_load(place(Array::Doorway, i)))]
    #[ensures(forall<loaded: Ticket, next: Self> self.goes_on(loaded, next) ==> next.is_at(
        if loaded@ == 0 { At::L8 { i: i@, ticket } } else { At::L7 { i: i@, ticket } }
    ))]
    fn line_7(self, i: Id, ticket: Int) {}

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
    fn line_8(self, i: Id, ticket: Int) {}

    #[logic]
    #[requires(self.is_at(At::L10))]
    #[ensures(self.may_store(place(Array::Ticket, self.me()), 0u64))]
    #[ensures(forall<loaded, next: Self> self.goes_on(loaded, next) ==> next.is_at(At::L2))]
    fn line_10(self) {}
}
