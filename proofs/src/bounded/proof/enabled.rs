//! FIFE, Lemma 5: a process that is overtaken is enabled, and stays so.

use super::order::Order;
use super::program::{from_12, Local, Slot};
use super::State;
use crate::bounded::program::Line;
use creusot_std::logic::such_that;
use doorway_core::logic::prelude::*;

/// Line 12 goes to the next member of `order`: it skips none.
#[logic]
#[variant(slot.n - i)]
#[ensures(from_12(slot, it, i).line == Line::L12 ==>
    forall<j> i <= j && j < from_12(slot, it, i).i ==> !it.order[j])]
#[ensures(from_12(slot, it, i).line == Line::Critical ==> forall<j> i <= j && j < slot.n ==> !it.order[j])]
pub fn skips_none(slot: Slot, it: Local, i: Int) {
    pearlite! {
        if i < slot.n && !it.order[i] {
            skips_none(slot, it, i + 1)
        }
    }
}

impl State {
    /// Whether q, if it came after p, has discovered p as far as its line says.
    #[logic(open)]
    pub fn discovers(self, q: Int, p: Int) -> bool {
        pearlite! {
            let (line, i) = (self.line(q), self.local[q].i);
            let both = self.first[q][p] && self.second[q][p];
            (18 <= line || (5 <= line && line <= 17 && p < i) ==> both)
                && (i == p ==> (line == 6 && self.local[q].first ==> self.first[q][p])
                    && (12 <= line && line <= 13 ==> self.first[q][p])
                    && (14 <= line && line <= 15 ==> both)
                    && !(16 <= line && line <= 17))
        }
    }

    /// Whether q, if it came after p, has listed p, and allows p as far as its line says.
    #[logic(open)]
    pub fn lets_in(self, q: Int, p: Int) -> bool {
        pearlite! {
            let (line, i) = (self.line(q), self.local[q].i);
            (20 <= line && line <= 32 ==> self.local[q].order[p])
                && ((line == 31 && p < i) || line == 32 ==> self.allow[q][p])
        }
    }

    /// Whether every process has discovered and allows those that came before it, as far as its line
    /// says.
    #[logic(open)]
    pub fn is_fair(self, order: Order) -> bool {
        pearlite! {
            forall<p, q> self.two(p, q) && order.before[p][q] ==> self.discovers(q, p) && self.lets_in(q, p)
        }
    }

    /// Initially no process came before another.
    #[logic]
    #[requires(forall<a, b> !order.before[a][b])]
    #[ensures(self.is_fair(order))]
    pub fn starts_fair(self, order: Order) {}

    /// A step of q keeps what q owes to a waiting process p that came before it.
    #[logic]
    #[requires(self.steps(next, q) && self.two(p, q) && self.observation_3())]
    #[requires(self.waits(p) && (self.is_engaged(q) ==> self.older[p][q]))]
    #[requires(self.discovers(q, p) && self.lets_in(q, p) && self.local[q].line != Line::Remainder)]
    #[requires(next.local[q].line != Line::Remainder)]
    #[ensures(next.discovers(q, p) && next.lets_in(q, p))]
    pub fn keeps_its_word(self, next: Self, p: Int, q: Int) {
        let (slot, it) = (self.slot(q), self.local[q]);
        let deleted = it.precede.set(it.i, false);
        skips_none(slot, it, 0);
        skips_none(slot, it, it.i + 1);
        skips_none(
            slot,
            Local {
                precede: it.order,
                ..it
            },
            0,
        );
        skips_none(
            slot,
            Local {
                precede: deleted,
                ..it
            },
            0,
        );
        match self.local[q].line {
            Line::Reset => (),
            Line::L4 => (),
            Line::L4Second => (),
            Line::L4d => (),
            Line::L4e => (),
            Line::L4f => (),
            Line::L4fSecond => (),
            Line::L6 => (),
            Line::L7 | Line::L8 => (),
            Line::L12 => (),
            Line::L11Allow => (),
            _ => (),
        }
    }

    /// A step of another process changes nothing of what q owes to p.
    #[logic]
    #[requires(self.steps(next, r) && self.two(p, q) && r != q && self.waits(p))]
    #[requires(self.discovers(q, p) && self.lets_in(q, p))]
    #[ensures(next.discovers(q, p) && next.lets_in(q, p))]
    pub fn others_keep_it(self, next: Self, r: Int, p: Int, q: Int) {}

    /// Every process that came before q is still told by q, after a step of r.
    #[logic]
    #[requires(self.steps(next, r) && self.is_orderly(order) && self.is_fair(order) && self.observation_3())]
    #[requires(self.two(p, q) && self.record(next, r, order).before[p][q])]
    #[ensures(next.discovers(q, p) && next.lets_in(q, p))]
    pub fn fair_to(self, next: Self, r: Int, order: Order, p: Int, q: Int) {
        pearlite! {
            if r != q {
                proof_assert!(order.before[p][q]);
                self.others_keep_it(next, r, p, q)
            } else if self.local[q].line == Line::Remainder {
                proof_assert!(next.line(q) <= 3)
            } else {
                proof_assert!(order.before[p][q]);
                self.keeps_its_word(next, p, q)
            }
        }
    }

    /// The processes that came after p and do not do what they owe to p.
    #[logic(open)]
    pub fn unfair_to(self, order: Order, p: Int) -> Mapping<Int, bool> {
        pearlite! {
            |q| self.two(p, q) && order.before[p][q] && !(self.discovers(q, p) && self.lets_in(q, p))
        }
    }

    /// The processes to which a later process does not do what it owes.
    #[logic(open)]
    pub fn owed(self, order: Order) -> Mapping<Int, bool> {
        pearlite! { |p| exists<q> self.unfair_to(order, p)[q] }
    }

    /// Every step preserves `is_fair`.
    #[logic]
    #[requires(self.steps(next, r) && self.is_orderly(order) && self.is_fair(order) && self.observation_3())]
    #[requires(recorded == self.record(next, r, order))]
    #[ensures(next.is_fair(recorded))]
    pub fn stays_fair(self, next: Self, r: Int, order: Order, recorded: Order) {
        pearlite! {
            if exists<p> next.owed(recorded)[p] {
                let p = such_that(next.owed(recorded));
                let q = such_that(next.unfair_to(recorded, p));
                proof_assert!(next.unfair_to(recorded, p)[q]);
                self.fair_to(next, r, order, p, q);
                proof_assert!(false)
            } else {
                proof_assert!(forall<p, q> next.unfair_to(recorded, p)[q] ==> next.owed(recorded)[p]);
                proof_assert!(forall<p, q> !next.unfair_to(recorded, p)[q]);
                proof_assert!(forall<p, q> self.two(p, q) && recorded.before[p][q] && !(next.discovers(q, p) && next.lets_in(q, p))
                    ==> next.unfair_to(recorded, p)[q])
            }
        }
    }

    /// Whether p is enabled by q: both cells and `Allow` are true, and q is not about to reset them.
    #[logic(open)]
    pub fn is_enabled(self, q: Int, p: Int) -> bool {
        pearlite! {
            let (line, i) = (self.line(q), self.local[q].i);
            self.waits(p) && self.first[q][p] && self.second[q][p] && self.allow[q][p]
                && (i == p ==> !(7 <= line && line <= 17) && (line == 6 ==> self.local[q].first))
        }
    }

    /// **FIFE**: if p finished its doorway before q started its own, q is inside and p still waits,
    /// then p is enabled.
    #[logic]
    #[requires(self.two(p, q) && self.is_orderly(order) && self.is_fair(order) && order.before[p][q])]
    #[requires(self.local[q].line == Line::Critical)]
    #[ensures(self.is_enabled(q, p))]
    pub fn fife(self, order: Order, p: Int, q: Int) {}

    /// An enabled process stays enabled until it enters or cancels, whatever the others do.
    #[logic]
    #[requires(self.steps(next, r) && self.two(p, q) && self.is_enabled(q, p) && next.waits(p))]
    #[ensures(next.is_enabled(q, p))]
    pub fn stays_enabled(self, next: Self, r: Int, p: Int, q: Int) {
        pearlite! {
            self.leaves_others(next, r);
            if r == q {
                match self.local[q].line {
                    Line::L4 => (),
                    Line::L4Second => (),
                    Line::L4d => (),
                    Line::L4fSecond => (),
                    Line::L4fii => (),
                    Line::Reset | Line::L3 => (),
                    Line::L4a | Line::L4b | Line::L4c | Line::L4fi => (),
                    Line::L4dStore | Line::L4eStore => (),
                    Line::L4e | Line::L4f => (),
                    Line::L5 | Line::L6 | Line::L7 | Line::L8 => (),
                    Line::L12 => (),
                    Line::L13 => (),
                    Line::L14a | Line::L14b => (),
                    Line::L11bFirst | Line::L11bSecond | Line::L11Allow => (),
                    _ => (),
                }
            } else {
                proof_assert!(next.first[q][p] == self.first[q][p]);
                proof_assert!(next.second[q][p] == self.second[q][p]);
                proof_assert!(next.allow[q][p] == self.allow[q][p])
            }
        }
    }
}
