//! FIFE for `SafeFife`, the safety half: a process that enters captures the waiting processes that
//! came before it.

use super::induction::others_stay;
use super::moves::is_a_move;
use super::order::{goes_with_its_own, has_larger_than, is_orderly, record, stays_orderly, waits};
use super::queue::{entry, held, is_inside, is_possible, SafeQueue};
use super::steps::{captures_one, goes};
use crate::machine::{Machine, Region};
use crate::queue::Order;
use crate::safe_fife::{Line, SafeFife};
use creusot_std::logic::such_that;
use doorway_core::logic::prelude::*;
use doorway_core::ticket::Ticket;

impl<const N: usize> SafeFife<N> {
    /// Whether q, in lines 44 to 46, is past p.
    #[logic(open)]
    pub fn has_passed(self, q: Int, p: Int) -> bool {
        pearlite! {
            match self.processes[q].line {
                Line::L44 | Line::L44Ticket | Line::L45 => self.processes[q].i@ > p,
                Line::L46 => true,
                _ => false,
            }
        }
    }

    /// Whether q has read p's ticket correctly, and has captured p if it is past p.
    #[logic(open)]
    pub fn captures_in_passing(self, q: Int, p: Int) -> bool {
        pearlite! { self.has_read_rightly(q, p) && (self.has_passed(q, p) ==> self.is_captured_by(p, q)) }
    }

    /// What `order` implies: a process that came after p has a larger ticket, or will have one, and
    /// captures p if it enters before p.
    #[logic(open)]
    pub fn is_in_order(self, order: Order) -> bool {
        pearlite! {
            is_orderly(self, order)
                && forall<p, q> 0 <= p && p < N@ && 0 <= q && q < N@ && order.before[p][q] ==> self.captures_in_passing(q, p)
        }
    }

    /// Whether p's step preserves `is_in_order`.
    #[logic(open)]
    pub fn keeps_order(self, next: Self, p: Int) -> bool {
        pearlite! { forall<order: Order> self.is_in_order(order) ==> next.is_in_order(record(self, p, next, order)) }
    }

    /// Line 44: p passes a only if a is captured.
    #[logic]
    #[requires(0 <= a && a < N@ && self.processes[p].line == Line::L44Ticket && self.processes[p].copy@ < 2)]
    #[requires(self.tests(next, p, loaded@) && self.has_captured(p@) && self.captures_in_passing(p@, a))]
    #[requires(forall<c> 0 <= c && c < 2 ==> next.captures(p@, a, c) == self.captures(p@, a, c))]
    #[requires(next.private(a) == self.private(a) && next.ticket(a, 0) == self.ticket(a, 0))]
    #[requires(self.private(a) == self.ticket(a, 0) || self.private(a) == self.ticket(a, 1))]
    #[requires(self.processes[p].i@ == a ==> loaded@ == self.ticket(a, self.processes[p].copy@))]
    #[ensures(next.captures_in_passing(p@, a))]
    pub fn tests_it(self, next: Self, p: usize, loaded: Ticket, a: Int) {}

    /// Line 45: p passes a once it has captured a.
    #[logic]
    #[requires(0 <= a && a < N@ && self.processes[p].line == Line::L45 && self.processes[p].copy@ < 2)]
    #[requires(self.tests(next, p, loaded@) && self.has_captured(p@) && self.captures_in_passing(p@, a))]
    #[requires(captures_one(self, next, p@, self.processes[p].i@, self.processes[p].copy@))]
    #[requires(next.private(a) == self.private(a) && self.private(a) < self.private(p@))]
    #[ensures(next.captures_in_passing(p@, a))]
    pub fn stores_it(self, next: Self, p: usize, loaded: Ticket, a: Int) {}

    /// Lines 43 and 44, before p has read anything of a's ticket: p passes no process.
    #[logic]
    #[requires(0 <= a && a < N@ && (self.processes[p].line == Line::L43 || self.processes[p].line == Line::L44))]
    #[requires(self.tests(next, p, loaded@) && self.captures_in_passing(p@, a))]
    #[requires(forall<c> 0 <= c && c < 2 ==> next.captures(p@, a, c) == self.captures(p@, a, c))]
    #[requires(next.private(a) == self.private(a))]
    #[ensures(next.captures_in_passing(p@, a))]
    pub fn comes_to_it(self, next: Self, p: usize, loaded: Ticket, a: Int) {}

    /// A process that is not in lines 44 to 46 passes no process.
    #[logic]
    #[requires(!is_inside(self, q))]
    #[ensures(self.captures_in_passing(q, a))]
    pub fn passes_none(self, q: Int, a: Int) {}

    /// A process that leaves passes no process.
    #[logic]
    #[requires(self.processes[p].line == Line::L46 && goes(self, next, p@, loaded@))]
    #[ensures(next.captures_in_passing(p@, a))]
    pub fn passes_none_on_leaving(self, next: Self, p: usize, loaded: Ticket, a: Int) {
        pearlite! { next.passes_none(p@, a) }
    }

    /// What p, while it enters, finds of a waiting process a.
    #[logic]
    #[requires(self.does(next, p, loaded) && 0 <= a && a < N@ && a != p@ && waits(self, a))]
    #[ensures(next.private(a) == self.private(a) && next.ticket(a, 0) == self.ticket(a, 0))]
    #[ensures(self.private(a) == held(self, a) && (self.private(a) == self.ticket(a, 0) || self.private(a) == self.ticket(a, 1)))]
    #[ensures(self.processes[p].line == Line::L44Ticket && self.processes[p].i@ == a ==>
        loaded@ == self.ticket(a, self.processes[p].copy@))]
    #[ensures(self.processes[p].line != Line::L45 ==> forall<c> 0 <= c && c < 2 ==> next.captures(p@, a, c) == self.captures(p@, a, c))]
    pub fn waits_for_it(self, next: Self, p: usize, loaded: Ticket, a: Int) {
        pearlite! {
            self.is_done(next, p, loaded);
            self.a_waiter_has()
        }
    }

    /// p, while it enters, captures a if a waits with a smaller ticket.
    #[logic]
    #[requires(self.does(next, p, loaded) && 0 <= a && a < N@ && a != p@ && waits(self, a))]
    #[requires(has_larger_than(self, p@, entry(self, a)) && self.captures_in_passing(p@, a))]
    #[ensures(next.captures_in_passing(p@, a))]
    pub fn captures_it(self, next: Self, p: usize, loaded: Ticket, a: Int) {
        pearlite! {
            self.is_done(next, p, loaded);
            self.waits_for_it(next, p, loaded, a);
            proof_assert!(self.is_placed(p@));
            match self.processes[p].line {
                Line::L43 => self.comes_to_it(next, p, loaded, a),
                Line::L44 => self.comes_to_it(next, p, loaded, a),
                Line::L44Ticket => self.tests_it(next, p, loaded, a),
                Line::L45 => {
                    proof_assert!(self.private(a) < self.private(p@));
                    proof_assert!(captures_one(self, next, p@, self.processes[p].i@, self.processes[p].copy@));
                    self.stores_it(next, p, loaded, a)
                },
                Line::L46 => self.passes_none_on_leaving(next, p, loaded, a),
                _ => {
                    self.stays_out(next, p, loaded@);
                    next.passes_none(p@, a)
                },
            }
        }
    }

    /// Whether p, by its step, passes a without capturing it.
    #[logic(open)]
    pub fn misses(self, next: Self, p: Int, a: Int) -> bool {
        pearlite! {
            0 <= a && a < N@ && a != p && waits(self, a) && has_larger_than(self, p, entry(self, a))
                && self.captures_in_passing(p, a) && !next.captures_in_passing(p, a)
        }
    }

    /// p passes no such process without capturing it.
    #[logic]
    #[requires(self.does(next, p, loaded))]
    #[ensures(forall<a> !self.misses(next, p@, a))]
    pub fn misses_none(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            if exists<a> self.misses(next, p@, a) {
                let a = such_that(|a: Int| self.misses(next, p@, a));
                self.captures_it(next, p, loaded, a)
            }
        }
    }

    /// p, while it waits, has the same ticket.
    #[logic]
    #[requires(self.does(next, p, loaded) && waits(self, p@) && waits(next, p@))]
    #[ensures(next.private(p@) == self.private(p@) && next.ticket(p@, 0) == self.ticket(p@, 0))]
    pub fn has_it_still(self, next: Self, p: usize, loaded: Ticket) {
        self.is_done(next, p, loaded)
    }

    /// A process that has read p's ticket correctly, or has captured p, still has.
    #[logic]
    #[requires(p@ < N@ && others_stay(self, next, p@))]
    #[requires(forall<b> 0 <= b && b < N@ && b != p@ ==> next.processes[b] == self.processes[b])]
    #[requires(waits(self, p@) && waits(next, p@) ==> next.private(p@) == self.private(p@) && next.ticket(p@, 0) == self.ticket(p@, 0))]
    #[ensures(forall<a, b> 0 <= a && a < N@ && 0 <= b && b < N@ && b != p@ && (a == p@ ==> waits(self, p@) && waits(next, p@))
        && self.captures_in_passing(b, a) ==> next.captures_in_passing(b, a))]
    pub fn is_still_captured(self, next: Self, p: usize) {
        pearlite! {
            proof_assert!(forall<a> 0 <= a && a < N@ && (a == p@ ==> waits(self, p@) && waits(next, p@)) ==>
                next.private(a) == self.private(a) && next.ticket(a, 0) == self.ticket(a, 0))
        }
    }

    /// What every line does preserves `is_in_order`.
    #[logic]
    #[requires(self.does(next, p, loaded) && self.is_in_order(order))]
    #[ensures(next.is_in_order(record(self, p@, next, order)))]
    pub fn stays_in_order(self, next: Self, p: usize, loaded: Ticket, order: Order) {
        pearlite! {
            let after = record(self, p@, next, order);
            self.is_done(next, p, loaded);
            is_a_move(self, next, p@, loaded@);
            goes_with_its_own(self, next, p@, loaded@);
            stays_orderly(self, next, p@, loaded@, order);
            self.misses_none(next, p, loaded);
            if waits(self, p@) && waits(next, p@) {
                self.has_it_still(next, p, loaded)
            };
            proof_assert!(forall<b> 0 <= b && b < N@ && b != p@ ==> next.processes[b] == self.processes[b]);
            self.is_still_captured(next, p);
            proof_assert!(self.region_of(p@) == Region::Remainder ==>
                forall<a> self.captures_in_passing(p@, a) && has_larger_than(self, p@, entry(self, a)));
            proof_assert!(forall<a, b> 0 <= a && a < N@ && 0 <= b && b < N@ && after.before[a][b] ==> a != b && waits(next, a)
                && (order.before[a][b] || (b == p@ && waits(self, a) && self.region_of(p@) == Region::Remainder)));
            proof_assert!(forall<a, b> 0 <= a && a < N@ && 0 <= b && b < N@ && after.before[a][b] ==>
                waits(self, a) && has_larger_than(self, b, entry(self, a)) && self.captures_in_passing(b, a));
            proof_assert!(forall<a, b> 0 <= a && a < N@ && 0 <= b && b < N@ && after.before[a][b] ==> next.captures_in_passing(b, a))
        }
    }

    /// What every line does preserves `is_in_order`, for every order.
    #[logic]
    #[requires(self.does(next, p, loaded))]
    #[ensures(self.keeps_order(next, p@))]
    pub fn in_any_order(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            if !self.keeps_order(next, p@) {
                let order = such_that(|order: Order| self.is_in_order(order) && !next.is_in_order(record(self, p@, next, order)));
                self.stays_in_order(next, p, loaded, order)
            }
        }
    }

    /// **FIFE**, the safety half: if p finished its doorway before q started its own, q is inside
    /// and p still waits, then p is captured in both copies, and p is enabled.
    #[logic]
    #[requires(0 <= p && p < N@ && 0 <= q && q < N@ && is_possible(self) && self.is_in_order(order))]
    #[requires(order.before[p][q] && self.is_critical(q))]
    #[ensures(held(self, p) < self.captures(q, p, 0) && held(self, p) < self.captures(q, p, 1) && self.is_enabled(p))]
    pub fn fife(self, order: Order, p: Int, q: Int) {
        pearlite! {
            self.a_waiter_has();
            proof_assert!(waits(self, p) && self.is_caught_by(p, q))
        }
    }
    /// The whole effect of a move of p on the others.
    #[logic]
    #[requires(self.does(next, p, loaded))]
    #[ensures(is_possible(next) && self.gives_way(p, next))]
    pub fn lets_others_pass(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            self.keeps(next, p, loaded);
            self.in_any_order(next, p, loaded);
            self.others_stay_enabled(next, p, loaded)
        }
    }

    /// The whole effect of a step of p.
    #[logic]
    #[requires(self.does(next, p, loaded) && (self.is_looking(p@) ==> next.processes[p].line != Line::L48))]
    #[ensures(is_possible(next) && self.leads_to(p, next))]
    pub fn leads(self, next: Self, p: usize, loaded: Ticket) {
        pearlite! {
            self.lets_others_pass(next, p, loaded);
            self.approaches_itself(next, p, loaded)
        }
    }
}
