//! The order of arrival on safe registers: Lemma 1, and k-FCFS.

use super::induction::{moves, stands, stay};
use super::moves::does;
use super::queue::{
    ahead_of, entry, has_read, held, holds, is_inside, is_possible, is_sound, is_told, place,
    will_have_seen, Entry, SafeQueue, Stage,
};
use super::steps::goes;
use crate::machine::Region;
use crate::queue::{comes_before, passed_by, Order};
use creusot_std::logic::such_that;
use doorway_core::logic::count::{count, subset};
use doorway_core::logic::prelude::*;

/// Whether a process in `region` may be at `stage`.
#[logic(open)]
pub fn is_stage_of(stage: Stage, region: Region) -> bool {
    pearlite! {
        match stage {
            Stage::Away => region == Region::Remainder || region == Region::Doorway,
            Stage::Telling(_, _) | Stage::Choosing(_, _) | Stage::Chosen | Stage::Taking(_) => region == Region::Doorway,
            Stage::Inside => region == Region::Critical,
            Stage::Leaving(_, _) => region == Region::Exit,
            _ => region == Region::WaitingRoom,
        }
    }
}

/// Whether p has finished its doorway and has neither entered nor cancelled.
#[logic(open)]
pub fn waits<M: SafeQueue>(m: M, p: Int) -> bool {
    pearlite! { m.region_of(p) == Region::WaitingRoom }
}

/// The record of the order after a step of p from `m` to `next`.
#[logic(open)]
pub fn record<M: SafeQueue>(m: M, p: Int, next: M, order: Order) -> Order {
    let waiting = |a| waits(m, a);
    Order {
        before: |a| |b| comes_before(p, m.region_of(p), next.region_of(p), waiting, order, a, b),
    }
}

/// Whether q has a larger ticket than e, or will have one if it chooses: it has seen e's ticket, or
/// has yet to begin to read it.
#[logic(open)]
pub fn has_larger_than<M: SafeQueue>(m: M, q: Int, e: Entry) -> bool {
    pearlite! {
        match m.stage(q) {
            Stage::Away | Stage::Telling(_, _) | Stage::Leaving(_, _) => true,
            Stage::Choosing(i, copy) => !has_read(i, copy, e) || will_have_seen(m, q) >= e.ticket,
            Stage::Chosen | Stage::Taking(_) => m.private(q) > e.ticket,
            _ => held(m, q) > e.ticket,
        }
    }
}

/// No process gets inside except by line 43.
#[logic]
#[requires(goes(m, next, p, loaded) && !is_inside(m, p) && (m.stage(p) == Stage::Entering ==> next.entered(p) == m.entered(p)))]
#[requires(0 <= m.entered(p) && m.entered(p) < 2)]
#[ensures(!is_inside(next, p))]
pub fn stays_out<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {
    pearlite! {
        match m.stage(p) {
            Stage::Away => proof_assert!(!is_inside(next, p)),
            Stage::Telling(_, _) => proof_assert!(!is_inside(next, p)),
            Stage::Choosing(_, _) => proof_assert!(!is_inside(next, p)),
            Stage::Taking(_) => proof_assert!(!is_inside(next, p)),
            Stage::Announcing(_, _) => proof_assert!(!is_inside(next, p)),
            Stage::Pruning(_, _) => proof_assert!(!is_inside(next, p)),
            Stage::Looking(_, _) => proof_assert!(!is_inside(next, p)),
            Stage::Entering => proof_assert!(!is_inside(next, p)),
            _ => proof_assert!(!is_inside(next, p)),
        }
    }
}

/// What `order` implies: a process that came after p has a larger ticket, or will have one.
#[logic(open)]
pub fn is_orderly<M: SafeQueue>(m: M, order: Order) -> bool {
    pearlite! {
        forall<p, q> 0 <= p && p < m.n() && 0 <= q && q < m.n() && order.before[p][q] ==>
            p != q && waits(m, p) && has_larger_than(m, q, entry(m, p))
    }
}

/// Initially no process came before another.
#[logic]
#[requires(forall<p, q> !order.before[p][q])]
#[ensures(is_orderly(m, order))]
pub fn starts_orderly<M: SafeQueue>(m: M, order: Order) {}

/// Whether p, if it still waits, has the same ticket at the same place.
#[logic(open)]
pub fn keeps_entry<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! { waits(m, p) && waits(next, p) ==> entry(next, p) == entry(m, p) }
}

/// Every step of p satisfies `keeps_entry`.
#[logic]
#[requires(does(m, next, p, loaded))]
#[ensures(keeps_entry(m, next, p))]
pub fn goes_with_its_own<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {}

/// A waiting process is not storing its ticket, so a process that reads it now reads it correctly.
#[logic]
#[requires(is_sound(m))]
#[ensures(forall<a> 0 <= a && a < m.n() && waits(m, a) ==> stands(m, entry(m, a)))]
pub fn a_waiter_stands<M: SafeQueue>(m: M) {
    pearlite! {
        proof_assert!(forall<a> 0 <= a && a < m.n() ==> is_told(m, a) && 0 <= place(m, a) && place(m, a) < 2)
    }
}

/// What every line does preserves `is_orderly`. The part of its contract that states Lemma 1 is
/// `has_let_go_still`.
#[logic]
#[requires(is_sound(m) && moves(m, next, p, loaded) && keeps_entry(m, next, p) && is_orderly(m, order))]
#[ensures(is_orderly(next, record(m, p, next, order)))]
pub fn stays_orderly<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int, order: Order) {
    pearlite! {
        stay(m, next, p);
        a_waiter_stands(m);
        let after = record(m, p, next, order);
        proof_assert!(m.region_of(p) == Region::Remainder ==> m.stage(p) == Stage::Away);
        proof_assert!(m.region_of(p) == Region::Remainder ==> forall<e: Entry> has_larger_than(m, p, e));
        proof_assert!(forall<a> 0 <= a && a < m.n() && a != p && waits(m, a) && has_larger_than(m, p, entry(m, a)) ==>
            has_larger_than(next, p, entry(next, a)));
        proof_assert!(forall<b, e: Entry> 0 <= b && b < m.n() && b != p && has_larger_than(m, b, e) ==> has_larger_than(next, b, e));
        proof_assert!(forall<a, b> 0 <= a && a < m.n() && 0 <= b && b < m.n() && after.before[a][b] ==>
            a != b && waits(m, a) && waits(next, a) && has_larger_than(m, b, entry(m, a)))
    }
}

/// **Lemma 1**: if p finished its doorway before q started its own, and q has its ticket, then q's
/// ticket is larger than p's.
#[logic]
#[requires(0 <= p && p < m.n() && 0 <= q && q < m.n() && is_orderly(m, order) && order.before[p][q])]
#[requires(waits(m, q) || m.stage(q) == Stage::Inside)]
#[ensures(held(m, p) < held(m, q))]
pub fn lemma_1<M: SafeQueue>(m: M, order: Order, p: Int, q: Int) {}

/// The processes that p, which is inside, has passed are ahead of g, because p is ahead of g or has
/// the pair g.
#[logic]
#[requires(0 <= p && p < m.n() && is_possible(m) && is_orderly(m, order) && is_inside(m, p))]
#[ensures(count(passed_by(order, p), m.n()) < m.limit())]
pub fn few_are_passed<M: SafeQueue>(m: M, order: Order, p: Int) {
    pearlite! {
        let g = such_that(|g: Entry| holds(m, g));
        proof_assert!(holds(m, g));
        proof_assert!(forall<q> 0 <= q && q < m.n() && order.before[q][p] ==> held(m, q) < held(m, p));
        subset(passed_by(order, p), ahead_of(m, g), m.n())
    }
}

/// **k-FCFS**: if the k processes of y all finished the doorway before p started its own, and all
/// of them are still waiting, then p is not inside.
#[logic]
#[requires(0 <= p && p < m.n() && is_possible(m) && is_orderly(m, order))]
#[requires(count(y, m.n()) >= m.limit() && forall<q> 0 <= q && q < m.n() && y[q] ==> order.before[q][p])]
#[ensures(!is_inside(m, p))]
pub fn k_fcfs<M: SafeQueue>(m: M, order: Order, y: Mapping<Int, bool>, p: Int) {
    pearlite! {
        if is_inside(m, p) {
            few_are_passed(m, order, p);
            subset(y, passed_by(order, p), m.n())
        }
    }
}
