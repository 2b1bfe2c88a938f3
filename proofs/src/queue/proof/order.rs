//! The order of arrival: Lemma 1, and k-FCFS (Lemma 6).

use super::{ahead_of, has_larger_than, holds, is_possible, moves, Pair, Queue, Stage};
use crate::machine::Region;
use creusot_std::logic::such_that;
use doorway_core::logic::count::{count, subset};
use doorway_core::logic::prelude::*;

/// Which process finished its doorway before which started its own: `before[p][q]`, while p waits
/// and q is in the passage that it then started.
pub struct Order {
    /// By p, then q.
    pub before: Mapping<Int, Mapping<Int, bool>>,
}

/// Whether p has finished its doorway and has neither entered nor cancelled.
#[logic(open)]
pub fn waits<M: Queue>(m: M, p: Int) -> bool {
    pearlite! { m.region_of(p) == Region::WaitingRoom }
}

/// Whether a came before b, after p has moved from one region to another. If p has started its
/// doorway, all waiting processes came before it.
#[logic(open)]
pub fn comes_before(
    p: Int,
    from: Region,
    to: Region,
    waiting: Mapping<Int, bool>,
    order: Order,
    a: Int,
    b: Int,
) -> bool {
    pearlite! {
        if b == p && to == Region::Remainder {
            false
        } else if b == p && from == Region::Remainder {
            a != p && waiting[a]
        } else if a == p && from == Region::WaitingRoom && to != Region::WaitingRoom {
            false
        } else {
            order.before[a][b]
        }
    }
}

/// The record of the order after a step of p from `m` to `next`.
#[logic(open)]
pub fn record<M: Queue>(m: M, p: Int, next: M, order: Order) -> Order {
    let waiting = |a| waits(m, a);
    Order {
        before: |a| |b| comes_before(p, m.region_of(p), next.region_of(p), waiting, order, a, b),
    }
}

/// Whether q has a larger ticket than p, or will have one if it chooses.
#[logic(open)]
pub fn has_larger<M: Queue>(m: M, p: Int, q: Int) -> bool {
    has_larger_than(m, q, m.own(p), p)
}

/// What `order` implies: a process that came after p, and has read p's ticket, has or will have a
/// larger one.
#[logic(open)]
pub fn is_orderly<M: Queue>(m: M, order: Order) -> bool {
    pearlite! {
        forall<p, q> 0 <= p && p < m.n() && 0 <= q && q < m.n() && order.before[p][q] ==>
            p != q && waits(m, p) && has_larger(m, p, q)
    }
}

/// Initially no process came before another.
#[logic]
#[requires(forall<p, q> !order.before[p][q])]
#[ensures(is_orderly(m, order))]
pub fn starts_orderly<M: Queue>(m: M, order: Order) {}

/// Whether p's step preserves `is_orderly`.
#[logic(open)]
pub fn keeps_order<M: Queue>(m: M, p: Int, next: M) -> bool {
    pearlite! { forall<order: Order> is_orderly(m, order) ==> is_orderly(next, record(m, p, next, order)) }
}

/// What every line does preserves `is_orderly`.
#[logic]
#[requires(0 <= p && p < m.n() && moves(m, next, p))]
#[ensures(keeps_order(m, p, next))]
pub fn stays_orderly<M: Queue>(m: M, next: M, p: Int) {
    pearlite! {
        proof_assert!(waits(m, p) ==> next.own(p) == m.own(p));
        proof_assert!(m.region_of(p) == Region::Remainder ==> m.stage(p) == Stage::Away);
        proof_assert!(forall<a> 0 <= a && a < m.n() && a != p && has_larger(m, a, p) ==> has_larger(next, a, p));
        proof_assert!(forall<b> 0 <= b && b < m.n() && b != p && waits(m, p) && has_larger(m, p, b) ==> has_larger(next, p, b));
        proof_assert!(forall<a, b> 0 <= a && a < m.n() && a != p && 0 <= b && b < m.n() && b != p && has_larger(m, a, b)
            ==> has_larger(next, a, b))
    }
}

/// **Lemma 1**: if q finished its doorway before p started its own, and p has its ticket, then p's
/// ticket is larger than q's.
#[logic]
#[requires(0 <= p && p < m.n() && 0 <= q && q < m.n() && is_orderly(m, order) && order.before[q][p])]
#[requires(waits(m, p) || m.stage(p) == Stage::Inside)]
#[ensures(m.own(q) < m.own(p))]
pub fn lemma_1<M: Queue>(m: M, order: Order, q: Int, p: Int) {}

/// Lemma 1 for an `a` that no longer waits: if Ticket\[a\] was t or more when q started to choose,
/// q's ticket will be larger than t. This is true of every q that has not started to choose, and
/// every step of a process p preserves it. Once q has its ticket, it says that the ticket is larger
/// than t.
#[logic]
#[requires(0 <= p && p < m.n() && moves(m, next, p))]
#[requires(0 <= a && a < m.n() && 0 <= q && q < m.n() && q != a && t <= m.own(a) && has_larger_than(m, q, t, a))]
#[ensures(t <= next.own(a) && has_larger_than(next, q, t, a))]
pub fn lemma_1_stays<M: Queue>(m: M, next: M, p: Int, q: Int, t: Int, a: Int) {}

/// The processes that finished the doorway before p started its own, and are still waiting.
#[logic(open)]
pub fn passed_by(order: Order, p: Int) -> Mapping<Int, bool> {
    |q| order.before[q][p]
}

/// Whether p, if it is inside, has passed fewer than k processes.
#[logic(open)]
pub fn is_k_fcfs<M: Queue>(m: M, order: Order, p: Int) -> bool {
    pearlite! { m.stage(p) == Stage::Inside ==> count(passed_by(order, p), m.n()) < m.limit() }
}

/// The processes that p has passed are ahead of g, because p is ahead of g or has the pair g.
#[logic]
#[requires(0 <= p && p < m.n() && is_possible(m) && is_orderly(m, order))]
#[ensures(is_k_fcfs(m, order, p))]
pub fn few_are_passed<M: Queue>(m: M, order: Order, p: Int) {
    pearlite! {
        let g = such_that(|g: Pair| holds(m, g));
        proof_assert!(holds(m, g));
        if m.stage(p) == Stage::Inside {
            proof_assert!(forall<q> 0 <= q && q < m.n() && order.before[q][p] ==> m.own(q) < m.own(p));
            subset(passed_by(order, p), ahead_of(m, g), m.n())
        }
    }
}

/// **k-FCFS** (Lemma 6): if the k processes of y all finished the doorway before p started its own,
/// and all of them are still waiting, then p is not inside.
#[logic]
#[requires(0 <= p && p < m.n() && is_possible(m) && is_orderly(m, order))]
#[requires(count(y, m.n()) >= m.limit() && forall<q> 0 <= q && q < m.n() && y[q] ==> order.before[q][p])]
#[ensures(m.stage(p) != Stage::Inside)]
pub fn k_fcfs<M: Queue>(m: M, order: Order, y: Mapping<Int, bool>, p: Int) {
    pearlite! {
        few_are_passed(m, order, p);
        subset(y, passed_by(order, p), m.n())
    }
}
