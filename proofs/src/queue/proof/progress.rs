//! Progress: what Lemma 5 states of states and of steps, and how often a process is bypassed.

use super::{
    ahead_of, enters, gets_ahead_of_none, holds, is_ahead, is_possible, is_sound, is_told, moves,
    pair, Pair, Queue, Stage,
};
use crate::machine::Region;
use creusot_std::logic::such_that;
use doorway_core::logic::count::{count, none, own_moves};
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;

/// Whether q has a larger pair than p and has announced nothing smaller to p: whatever q does, p
/// will see q behind.
#[logic(open)]
pub fn is_settled<M: Queue>(m: M, q: Int, p: Int) -> bool {
    pearlite! { before(m.own(p), p, m.own(q), q) && before(m.own(p), p, m.wants(q, p), q) }
}

/// Whether p has its ticket and has not entered.
#[logic(open)]
pub fn holds_ticket<M: Queue>(m: M, p: Int) -> bool {
    pearlite! {
        match m.stage(p) {
            Stage::Announcing(_) | Stage::Waiting => true,
            _ => false,
        }
    }
}

/// A process with a larger pair than p is settled behind p once it has announced its ticket to all
/// others.
#[logic]
#[requires(0 <= p && p < m.n() && 0 <= q && q < m.n() && q != p && is_sound(m))]
#[requires(m.stage(q) == Stage::Waiting || m.stage(q) == Stage::Inside)]
#[requires(before(m.own(p), p, m.own(q), q))]
#[ensures(is_settled(m, q, p))]
pub fn settles<M: Queue>(m: M, q: Int, p: Int) {
    pearlite! { proof_assert!(is_told(m, q)) }
}

/// A process that is settled behind p stays so while p waits.
#[logic]
#[requires(0 <= r && r < m.n() && is_sound(m) && moves(m, next, r))]
#[ensures(forall<p, q> 0 <= p && p < m.n() && holds_ticket(m, p) && 0 <= q && q < m.n() && q != p && is_settled(m, q, p)
    ==> is_settled(next, q, p))]
pub fn stays_settled<M: Queue>(m: M, next: M, r: Int) {
    pearlite! {
        proof_assert!(forall<p> 0 <= p && p < m.n() && holds_ticket(m, p) ==> is_told(m, p) && next.own(p) == m.own(p));
        proof_assert!(forall<p> 0 <= p && p < m.n() && p != r && holds_ticket(m, p) && is_settled(m, r, p) ==> is_settled(next, r, p))
    }
}

/// No process is added to those ahead of p while p waits.
#[logic]
#[requires(0 <= r && r < m.n() && moves(m, next, r))]
#[requires(0 <= p && p < m.n() && holds_ticket(m, p))]
#[ensures(pair(next, p) == pair(m, p))]
#[ensures(forall<q> 0 <= q && q < m.n() && is_ahead(next, q, pair(m, p)) ==> is_ahead(m, q, pair(m, p)))]
pub fn none_gets_ahead<M: Queue>(m: M, next: M, r: Int, p: Int) {
    pearlite! {
        proof_assert!(gets_ahead_of_none(m, next, r));
        proof_assert!(forall<q, g: Pair> 0 <= q && q < m.n() && q != r ==> is_ahead(next, q, g) == is_ahead(m, q, g))
    }
}

/// If k = 1, a process that enters while p waits was ahead of p.
#[logic]
#[requires(m.limit() == 1 && is_possible(next) && 0 <= r && r < m.n() && moves(m, next, r) && enters(m, next, r))]
#[requires(0 <= p && p < m.n() && p != r && holds_ticket(m, p))]
#[ensures(is_ahead(m, r, pair(m, p)))]
pub fn only_those_ahead_enter<M: Queue>(m: M, next: M, r: Int, p: Int) {
    pearlite! {
        let g = such_that(|g: Pair| holds(next, g));
        proof_assert!(holds(next, g));
        none(ahead_of(next, g), m.n());
        proof_assert!(!ahead_of(next, g)[p]);
        proof_assert!(!is_ahead(next, p, g));
        proof_assert!(is_ahead(next, r, pair(m, p)))
    }
}

/// Whether this is a run: `movers[j]` moves from `states[j]` to the next.
#[logic(open)]
pub fn is_run<M: Queue>(states: Seq<M>, movers: Seq<Int>) -> bool {
    pearlite! {
        states.len() == movers.len() + 1
            && (forall<j> 0 <= j && j < states.len() ==> states[j].n() == states[0].n() && is_possible(states[j]))
            && (forall<j> 0 <= j && j < movers.len() ==>
                0 <= movers[j] && movers[j] < states[0].n() && moves(states[j], states[j + 1], movers[j]))
    }
}

/// Bounded doorway, bounded exit: in a run during which p stays in one of the two, the steps that p
/// has made, and those it has left, are at most those it had left at the start.
#[logic]
#[variant(len)]
#[requires(is_run(states, movers) && 0 <= p && p < states[0].n() && 0 <= len && len <= movers.len())]
#[requires(forall<j> 0 <= j && j <= len ==> states[j].region_of(p) == states[0].region_of(p))]
#[requires(states[0].region_of(p) == Region::Doorway || states[0].region_of(p) == Region::Exit)]
#[ensures(count(own_moves(movers, p), len) + states[len].steps_to_finish(p) <= states[0].steps_to_finish(p))]
pub fn counts_down<M: Queue>(states: Seq<M>, movers: Seq<Int>, p: Int, len: Int) {
    pearlite! {
        if len > 0 {
            counts_down(states, movers, p, len - 1);
            proof_assert!(moves(states[len - 1], states[len - 1 + 1], movers[len - 1]))
        }
    }
}

/// Whether q enters before p, which waits; if k > 1, only an entry of a q that is ahead of p
/// counts.
#[logic(open)]
pub fn bypasses<M: Queue>(m: M, next: M, p: Int, q: Int) -> bool {
    pearlite! { enters(m, next, q) && (m.limit() == 1 || is_ahead(m, q, pair(m, p))) }
}

/// The steps at which q bypasses p.
#[logic(open)]
pub fn entries<M: Queue>(states: Seq<M>, p: Int, q: Int) -> Mapping<Int, bool> {
    |j| bypasses(states[j], states[j + 1], p, q)
}

/// **Bounded bypass**: while p waits, q enters ahead of p at most once; and if k = 1, q enters at
/// most once at all.
#[logic]
#[variant(len)]
#[requires(is_run(states, movers) && 0 <= p && p < states[0].n() && 0 <= q && q < states[0].n() && q != p)]
#[requires(0 <= len && len <= movers.len() && forall<j> 0 <= j && j <= len ==> holds_ticket(states[j], p))]
#[ensures(count(entries(states, p, q), len) <= 1)]
#[ensures(count(entries(states, p, q), len) == 0
    || states[len].stage(q) == Stage::Inside || !is_ahead(states[len], q, pair(states[len], p)))]
pub fn bypasses_once<M: Queue>(states: Seq<M>, movers: Seq<Int>, p: Int, q: Int, len: Int) {
    pearlite! {
        if len > 0 {
            let (m, next) = (states[len - 1], states[len - 1 + 1]);
            let r = movers[len - 1];
            bypasses_once(states, movers, p, q, len - 1);
            none_gets_ahead(m, next, r, p);
            proof_assert!(q != r ==> !enters(m, next, q));
            if enters(m, next, r) && r != p && m.limit() == 1 {
                only_those_ahead_enter(m, next, r, p)
            };
            proof_assert!(enters(m, next, q) ==> next.stage(q) == Stage::Inside && m.stage(q) != Stage::Inside);
            proof_assert!(m.stage(q) == Stage::Inside ==> next.stage(q) == Stage::Inside || !is_ahead(next, q, pair(next, p)))
        }
    }
}
