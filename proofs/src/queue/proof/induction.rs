//! A step preserves the invariant of Figure 2: the contract of every line of a model, and why it is
//! enough.

use super::{
    ahead_of, captures_below, has_larger_than, holds, is_ahead, is_possible, is_pruned,
    is_pruned_rightly, is_sound, is_told, pair, Pair, Queue, Stage,
};
use crate::machine::Region;
use creusot_std::logic::such_that;
use doorway_core::logic::count::{count, members, subset};
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;
use doorway_core::ticket::INFINITY;

/// Whether only p's variables differ in `next`.
#[logic(open)]
pub fn others_stay<M: Queue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        next.n() == m.n() && next.limit() == m.limit()
            && (forall<q> 0 <= q && q < m.n() && q != p ==>
                next.stage(q) == m.stage(q) && next.region_of(q) == m.region_of(q) && next.steps_to_finish(q) == m.steps_to_finish(q)
                && next.seen(q) == m.seen(q) && next.own(q) == m.own(q) && next.private(q) == m.private(q) && next.predecessors(q) == m.predecessors(q)
                && next.captured(q) == m.captured(q) && next.is_in_range(q) == m.is_in_range(q))
            && (forall<q, i> 0 <= q && q < m.n() && q != p && 0 <= i && i < m.n() ==>
                next.wants(q, i) == m.wants(q, i) && next.captures(q, i) == m.captures(q, i))
    }
}

/// Whether p gets ahead of no pair of a register that it was not ahead of (Lemma 1).
#[logic(open)]
pub fn gets_ahead_of_none<M: Queue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        forall<g: Pair> 0 <= g.id && g.id < m.n() && g.ticket <= m.own(g.id) && is_ahead(next, p, g) ==>
            is_ahead(m, p, g)
    }
}

/// Whether p, if it was to have a larger ticket than a ticket that it has yet to read, still is
/// (Lemma 1).
#[logic(open)]
pub fn takes_larger<M: Queue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        forall<t, a> 0 <= a && a < m.n() && a != p && t <= m.own(a) && has_larger_than(m, p, t, a) ==> has_larger_than(next, p, t, a)
    }
}

/// Whether p leaves the waiting loop for the critical section.
#[logic(open)]
pub fn enters<M: Queue>(m: M, next: M, p: Int) -> bool {
    pearlite! { m.stage(p) != Stage::Inside && next.stage(p) == Stage::Inside }
}

/// Whether few predecessors are left in p's set.
#[logic(open)]
pub fn has_few<M: Queue>(m: M, p: Int) -> bool {
    pearlite! { is_pruned(m, p) && count(members(m.predecessors(p)), m.n()) < m.limit() }
}

/// Whether p is overtaken: it knows that, or a process has stored a capture above p's ticket.
#[logic(open)]
pub fn is_overtaken<M: Queue>(m: M, p: Int) -> bool {
    pearlite! {
        m.stage(p) == Stage::Waiting
            && (m.captured(p) || exists<c> 0 <= c && c < m.n() && m.own(p) < m.captures(c, p))
    }
}

/// Whether p, if it still waits or enters, has removed from its set only processes that were
/// removed before or that it has seen behind it.
#[logic(open)]
pub fn prunes<M: Queue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        next.stage(p) == Stage::Waiting || enters(m, next, p) ==>
            forall<q> 0 <= q && q < m.n() && q != p ==> next.predecessors(p)[q]
                || (m.stage(p) == Stage::Waiting
                    && (!m.predecessors(p)[q] || before(m.own(p), p, m.wants(q, p), q)))
    }
}

/// Whether p only raises its ticket, and not once it has chosen; captures only with the ticket that
/// it entered with; and announces only its ticket, or that it does not want to enter.
#[logic(open)]
pub fn keeps_ticket<M: Queue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        m.own(p) <= next.own(p)
            && match m.stage(p) {
                Stage::Announcing(_) | Stage::Waiting | Stage::Inside => next.own(p) == m.own(p),
                _ => true,
            }
            && (forall<i> 0 <= i && i < m.n() ==> next.captures(p, i) == m.captures(p, i)
                || (m.stage(p) == Stage::Inside && next.captures(p, i) == m.own(p)))
            && (forall<i> 0 <= i && i < m.n() ==> next.wants(p, i) == m.wants(p, i)
                || next.wants(p, i) == m.own(p) || next.wants(p, i) == INFINITY@)
    }
}

/// Whether p enters only because few predecessors are left in its set or because it is overtaken,
/// and after that can only leave.
#[logic(open)]
pub fn enters_rightly<M: Queue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        (next.stage(p) == Stage::Waiting && next.captured(p) ==> is_overtaken(m, p))
            && (m.stage(p) == Stage::Inside ==> next.stage(p) == Stage::Inside || next.stage(p) == Stage::Away)
            && (enters(m, next, p) ==>
                count(members(next.predecessors(p)), m.n()) < m.limit() || is_overtaken(m, p))
    }
}

/// Whether p starts its doorway from the remainder, comes closer to the end with each step of its
/// doorway and of its exit protocol, and is in the remainder after the exit protocol.
#[logic(open)]
pub fn finishes<M: Queue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        match m.region_of(p) {
            Region::Remainder => next.region_of(p) == Region::Doorway && next.steps_to_finish(p) <= 3 * m.n() + 3,
            Region::Doorway =>
                next.region_of(p) != Region::Remainder
                    && (next.region_of(p) == Region::Doorway ==> next.steps_to_finish(p) < m.steps_to_finish(p))
                    && 0 < m.steps_to_finish(p),
            Region::Exit =>
                next.region_of(p) == Region::Remainder
                    || (next.region_of(p) == Region::Exit && 0 < next.steps_to_finish(p)
                        && next.steps_to_finish(p) < m.steps_to_finish(p)),
            _ => next.region_of(p) == Region::Exit ==> next.steps_to_finish(p) <= m.n(),
        }
    }
}

/// What every line is proved to do: p's own part of the invariant.
#[logic(open)]
pub fn moves<M: Queue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        others_stay(m, next, p)
            && next.is_in_range(p) && is_told(next, p)
            && prunes(m, next, p)
            && gets_ahead_of_none(m, next, p)
            && takes_larger(m, next, p)
            && keeps_ticket(m, next, p)
            && enters_rightly(m, next, p)
            && finishes(m, next, p)
    }
}

/// **Lemma 3**: a process that p removes from its set is not ahead of p.
#[logic]
#[requires(0 <= p && p < m.n() && is_sound(m) && moves(m, next, p))]
#[requires(next.stage(p) == Stage::Waiting || enters(m, next, p))]
#[ensures(is_pruned(next, p))]
pub fn lemma_3<M: Queue>(m: M, next: M, p: Int) {
    pearlite! {
        proof_assert!(forall<q, g: Pair> 0 <= q && q < m.n() && q != p ==> is_ahead(next, q, g) == is_ahead(m, q, g));
        proof_assert!(m.stage(p) == Stage::Waiting ==> is_pruned(m, p) && pair(next, p) == pair(m, p));
        proof_assert!(forall<q> 0 <= q && q < m.n() && q != p && is_told(m, q) && before(m.own(p), p, m.wants(q, p), q)
            ==> !is_ahead(m, q, pair(m, p)));
        proof_assert!(forall<q> 0 <= q && q < m.n() && q != p ==> is_told(m, q))
    }
}

/// `moves` together with Lemma 3.
#[logic(open)]
pub fn moves_rightly<M: Queue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        moves(m, next, p) && is_pruned_rightly(next, p)
            && (enters(m, next, p) ==> has_few(next, p) || is_overtaken(m, p))
    }
}

/// What every line does preserves `is_sound`.
#[logic]
#[requires(0 <= p && p < m.n() && is_sound(m) && moves_rightly(m, next, p))]
#[ensures(is_sound(next))]
pub fn stays_sound<M: Queue>(m: M, next: M, p: Int) {
    pearlite! {
        proof_assert!(forall<q> 0 <= q && q < m.n() && q != p ==> is_told(m, q) && is_told(next, q));
        proof_assert!(forall<q, r> 0 <= r && r < m.n() && r != p && 0 <= q && q < m.n()
            && is_ahead(next, q, pair(next, r)) ==> pair(m, r) == pair(next, r) && is_ahead(m, q, pair(m, r)));
        proof_assert!(forall<r> 0 <= r && r < m.n() && r != p ==> is_pruned_rightly(m, r) && is_pruned_rightly(next, r))
    }
}

/// The number of processes ahead of g does not grow.
#[logic]
#[requires(0 <= p && p < m.n() && moves_rightly(m, next, p))]
#[requires(0 <= g.id && g.id < m.n() && g.ticket <= m.own(g.id))]
#[ensures(count(ahead_of(next, g), m.n()) <= count(ahead_of(m, g), m.n()))]
pub fn ahead_shrinks<M: Queue>(m: M, next: M, p: Int, g: Pair) {
    subset(ahead_of(next, g), ahead_of(m, g), m.n())
}

/// If few predecessors are left in p's set, few processes are ahead of p.
#[logic]
#[requires(0 <= p && p < m.n() && has_few(m, p))]
#[ensures(count(ahead_of(m, pair(m, p)), m.n()) < m.limit())]
pub fn few_are_ahead<M: Queue>(m: M, p: Int) {
    pearlite! {
        proof_assert!(!is_ahead(m, p, pair(m, p)));
        subset(ahead_of(m, pair(m, p)), members(m.predecessors(p)), m.n())
    }
}

/// A process that is overtaken has a smaller ticket than g (Theorem 9).
#[logic]
#[requires(0 <= p && p < m.n() && holds(m, g) && is_overtaken(m, p))]
#[ensures(m.own(p) < g.ticket)]
pub fn overtaken_below<M: Queue>(m: M, p: Int, g: Pair) {
    pearlite! { proof_assert!(captures_below(m, p, g)) }
}

/// Captures stay below g, also if g is raised to h.
#[logic]
#[requires(0 <= p && p < m.n() && holds(m, g) && moves_rightly(m, next, p) && g.ticket <= h.ticket)]
#[ensures(forall<q> 0 <= q && q < m.n() ==> captures_below(next, q, h))]
pub fn captures_stay_below<M: Queue>(m: M, next: M, p: Int, g: Pair, h: Pair) {
    pearlite! {
        if is_overtaken(m, p) {
            overtaken_below(m, p, g)
        };
        proof_assert!(captures_below(m, p, g));
        proof_assert!(m.stage(p) == Stage::Inside ==> m.own(p) <= g.ticket);
        proof_assert!(is_overtaken(m, p) ==> next.own(p) < g.ticket);
        proof_assert!(forall<i> 0 <= i && i < m.n() ==> next.captures(p, i) <= g.ticket);
        proof_assert!(captures_below(next, p, h));
        proof_assert!(forall<q> 0 <= q && q < m.n() && q != p && captures_below(m, q, g) ==> captures_below(next, q, g));
        proof_assert!(forall<q> captures_below(next, q, g) ==> captures_below(next, q, h))
    }
}

/// `holds` is preserved if p does not raise g.
#[logic]
#[requires(0 <= p && p < m.n() && holds(m, g) && moves_rightly(m, next, p))]
#[requires(!(enters(m, next, p) && has_few(next, p) && before(g.ticket, g.id, next.own(p), p)))]
#[ensures(holds(next, g))]
pub fn holds_unraised<M: Queue>(m: M, next: M, p: Int, g: Pair) {
    pearlite! {
        ahead_shrinks(m, next, p, g);
        captures_stay_below(m, next, p, g, g);
        if is_overtaken(m, p) {
            overtaken_below(m, p, g)
        };
        proof_assert!(g.ticket <= next.own(g.id));
        proof_assert!(next.stage(p) == Stage::Inside ==> !before(g.ticket, g.id, next.own(p), p));
        proof_assert!(forall<q> 0 <= q && q < m.n() && q != p && next.stage(q) == Stage::Inside ==>
            m.stage(q) == Stage::Inside && !before(g.ticket, g.id, next.own(q), q))
    }
}

/// `holds` is preserved if p raises g by entering with few predecessors.
#[logic]
#[requires(0 <= p && p < m.n() && holds(m, g) && moves_rightly(m, next, p))]
#[requires(enters(m, next, p) && has_few(next, p) && before(g.ticket, g.id, next.own(p), p))]
#[requires(is_told(next, p))]
#[ensures(holds(next, pair(next, p)))]
pub fn holds_raised<M: Queue>(m: M, next: M, p: Int, g: Pair) {
    few_are_ahead(next, p);
    captures_stay_below(m, next, p, g, pair(next, p))
}

/// What every line does preserves the invariant.
#[logic]
#[requires(0 <= p && p < m.n() && is_possible(m) && moves(m, next, p))]
#[ensures(is_possible(next))]
pub fn keeps<M: Queue>(m: M, next: M, p: Int) {
    pearlite! {
        if next.stage(p) == Stage::Waiting || enters(m, next, p) {
            lemma_3(m, next, p)
        };
        proof_assert!(moves_rightly(m, next, p));
        let g = such_that(|g: Pair| holds(m, g));
        stays_sound(m, next, p);
        if enters(m, next, p) && has_few(next, p) && before(g.ticket, g.id, next.own(p), p) {
            holds_raised(m, next, p, g)
        } else {
            holds_unraised(m, next, p, g)
        }
    }
}
