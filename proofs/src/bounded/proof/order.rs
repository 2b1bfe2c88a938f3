//! The order of arrival: k-FCFS.

use super::State;
use crate::bounded::program::Line;
use doorway_core::logic::count::{count, subset};
use doorway_core::logic::prelude::*;

/// Which process finished its doorway before which started its own: `before[a][b]`, while a waits and
/// b is in the passage that it then started.
pub struct Order {
    /// By a, then b.
    pub before: Mapping<Int, Mapping<Int, bool>>,
}

impl State {
    /// Whether p has finished its doorway, and is neither inside nor in its exit.
    #[logic(open)]
    pub fn waits(self, p: Int) -> bool {
        22 <= self.line(p) && self.line(p) <= 31
    }

    /// Whether a came before b, after a step of p to `next`. If p has started its doorway, all waiting
    /// processes came before it.
    #[logic(open)]
    pub fn comes_before(self, next: Self, p: Int, order: Order, a: Int, b: Int) -> bool {
        pearlite! {
            if b == p && next.local[p].line == Line::Remainder {
                false
            } else if b == p && self.local[p].line == Line::Remainder {
                a != p && self.waits(a)
            } else if a == p && self.waits(p) && !next.waits(p) {
                false
            } else {
                order.before[a][b]
            }
        }
    }

    /// The record of the order after a step of p to `next`.
    #[logic(open)]
    pub fn record(self, next: Self, p: Int, order: Order) -> Order {
        Order {
            before: |a| |b| self.comes_before(next, p, order, a, b),
        }
    }

    /// What `order` implies: a process that came before b waits, and once b has its label, its own is
    /// older.
    #[logic(open)]
    pub fn is_orderly(self, order: Order) -> bool {
        pearlite! {
            forall<a, b> self.has(a) && self.has(b) && order.before[a][b] ==>
                a != b && self.waits(a) && (self.is_engaged(b) ==> self.older[a][b])
        }
    }

    /// Initially no process came before another.
    #[logic]
    #[requires(forall<a, b> !order.before[a][b])]
    #[ensures(self.is_orderly(order))]
    pub fn starts_orderly(self, order: Order) {}

    /// Every step preserves what `order` implies.
    #[logic]
    #[requires(self.steps(next, p) && self.is_orderly(order))]
    #[ensures(next.is_orderly(self.record(next, p, order)))]
    pub fn stays_orderly(self, next: Self, p: Int, order: Order) {
        pearlite! {
            self.leaves_others(next, p);
            self.none_gets_behind(next, p);
            let recorded = self.record(next, p, order);
            proof_assert!(forall<b> b != p ==> next.waits(b) == self.waits(b) && next.is_engaged(b) == self.is_engaged(b));
            proof_assert!(forall<a, b> self.has(a) && self.has(b) && a != p && b != p && recorded.before[a][b] ==>
                a != b && self.waits(a) && (self.is_engaged(b) ==> next.older[a][b]));
            proof_assert!(forall<b> self.has(b) && recorded.before[p][b] ==>
                p != b && next.waits(p) && (self.is_engaged(b) ==> next.older[p][b]));
            proof_assert!(forall<a> self.has(a) && recorded.before[a][p] ==>
                p != a && next.waits(a) && (next.is_engaged(p) ==> next.older[a][p]))
        }
    }

    /// An older label stays older while its process does not label.
    #[logic]
    #[requires(self.steps(next, p))]
    #[ensures(forall<a, b> a != p && self.older[a][b] ==> next.older[a][b])]
    #[ensures(self.line(p) >= 22 ==> next.older == self.older)]
    #[ensures(self.local[p].line == Line::L3 ==> forall<a> a != p ==> next.older[a][p])]
    #[ensures(next.is_engaged(p) ==> self.is_engaged(p) || self.local[p].line == Line::L3)]
    pub fn none_gets_behind(self, next: Self, p: Int) {}

    /// **k-FCFS**: if the k processes of y all finished their doorways before p started its own, and
    /// all of them still wait, then p has not left the waiting loop.
    #[logic]
    #[requires(self.has(p) && self.is_possible() && self.is_orderly(order))]
    #[requires(count(y, self.n) >= self.k && forall<q> self.has(q) && y[q] ==> order.before[q][p])]
    #[ensures(!self.has_passed(p))]
    pub fn k_fcfs(self, order: Order, y: Mapping<Int, bool>, p: Int) {
        pearlite! {
            if self.has_passed(p) {
                proof_assert!(self.has_few(p));
                subset(y, self.ahead(p), self.n)
            }
        }
    }
}
