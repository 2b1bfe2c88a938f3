//! When a process of `KFcfs` enters by its own steps: the end of Lemma 5.

use crate::k_bakery::{KBakery, Line};
use crate::kfcfs::KFcfs;
use crate::machine::Region;
use crate::queue::{is_settled, is_sound, moves, stays_settled, Queue};
use doorway_core::logic::count::{count, own_moves};
use doorway_core::logic::prelude::*;

/// Whether p waits, fewer than k processes are in z, and all others are settled behind p. Only
/// without the shaded lines: with them p has more steps to make.
#[logic(open)]
pub fn is_enabled<const N: usize, const CAPTURES: bool>(
    m: KBakery<N, CAPTURES>,
    p: Int,
    z: Mapping<Int, bool>,
) -> bool {
    pearlite! {
        !CAPTURES && m.region_of(p) == Region::WaitingRoom && count(z, N@) < m.k@
            && forall<q> 0 <= q && q < N@ && q != p && !z[q] ==> is_settled(m, q, p)
    }
}

/// Whether p, up to its loop variable in line 21, waits only for processes in z.
#[logic(open)]
pub fn has_let_go_but<const N: usize, const CAPTURES: bool>(
    m: KBakery<N, CAPTURES>,
    p: Int,
    z: Mapping<Int, bool>,
) -> bool {
    pearlite! {
        let process = m.processes[p];
        forall<q> 0 <= q && q < process.i@ && process.predecessor_set[q] ==> z[q]
    }
}

/// An upper bound on p's steps until it enters, if p is enabled: the rest of line 16, a scan that
/// may have begun too early, and a scan that has not.
#[logic(open)]
pub fn steps_left<const N: usize, const CAPTURES: bool>(
    m: KBakery<N, CAPTURES>,
    p: Int,
    z: Mapping<Int, bool>,
) -> Int {
    pearlite! {
        let process = m.processes[p];
        match process.line {
            Line::L21 => if has_let_go_but(m, p, z) { N@ - process.i@ } else { 2 * N@ - process.i@ },
            _ => 2 * N@ - process.i@,
        }
    }
}

/// The effect of a line of the waiting room: p enters or stays there. If p was enabled, it has
/// fewer steps left.
#[logic(open)]
pub fn goes_on<const N: usize, const CAPTURES: bool>(
    m: KBakery<N, CAPTURES>,
    next: KBakery<N, CAPTURES>,
    p: usize,
) -> bool {
    pearlite! {
        next.is_critical(p@) || (next.region_of(p@) == Region::WaitingRoom
            && forall<z: Mapping<Int, bool>> is_enabled(m, p@, z) ==> steps_left(next, p@, z) < steps_left(m, p@, z))
    }
}

/// The effect of a move of p on an enabled q. If q is p, it enters, or stays enabled with fewer
/// steps left. Otherwise q stays enabled, and has no more steps left than before.
#[logic(open)]
pub fn approaches<const N: usize, const CAPTURES: bool>(
    m: KBakery<N, CAPTURES>,
    next: KBakery<N, CAPTURES>,
    p: Int,
    q: Int,
    z: Mapping<Int, bool>,
) -> bool {
    pearlite! {
        is_enabled(m, q, z) ==> if q == p {
            next.is_critical(q) || (is_enabled(next, q, z) && steps_left(next, q, z) < steps_left(m, q, z))
        } else {
            is_enabled(next, q, z) && steps_left(next, q, z) <= steps_left(m, q, z)
        }
    }
}

/// A settled process stays settled. So a move of p disables no process that still waits after it.
#[logic]
#[requires(p@ < N@ && is_sound(m) && m.differs_at(next, p) && moves(m, next, p@))]
#[ensures(forall<q, z: Mapping<Int, bool>> 0 <= q && q < N@ && next.region_of(q) == Region::WaitingRoom && is_enabled(m, q, z)
    ==> is_enabled(next, q, z))]
#[ensures(forall<q, z: Mapping<Int, bool>> 0 <= q && q < N@ && q != p@ ==> approaches(m, next, p@, q, z))]
pub fn others_stay_enabled<const N: usize, const CAPTURES: bool>(
    m: KBakery<N, CAPTURES>,
    next: KBakery<N, CAPTURES>,
    p: usize,
) {
    pearlite! { stays_settled(m, next, p@) }
}

/// Whether this is a run as far as p is concerned: `movers[j]` moves from `states[j]` to the next,
/// by a step, or by a cancellation if it is not p.
#[logic(open)]
pub fn is_run<const N: usize>(
    states: Seq<KFcfs<N>>,
    movers: Seq<Int>,
    p: Int,
    z: Mapping<Int, bool>,
) -> bool {
    pearlite! {
        states.len() == movers.len() + 1
            && (forall<j> 0 <= j && j < states.len() ==> is_sound(states[j]))
            && (forall<j> 0 <= j && j < movers.len() ==> approaches(states[j], states[j + 1], movers[j], p, z))
    }
}

/// The steps that p has made in a run, and those it has left, are at most those it had left at the
/// start.
#[logic]
#[variant(len)]
#[requires(0 <= p && p < N@ && is_run(states, movers, p, z) && is_enabled(states[0], p, z))]
#[requires(0 <= len && len <= movers.len() && forall<j> 0 <= j && j <= len ==> !states[j].is_critical(p))]
#[ensures(is_enabled(states[len], p, z))]
#[ensures(count(own_moves(movers, p), len) + steps_left(states[len], p, z) <= steps_left(states[0], p, z))]
pub fn counts_down<const N: usize>(
    states: Seq<KFcfs<N>>,
    movers: Seq<Int>,
    p: Int,
    z: Mapping<Int, bool>,
    len: Int,
) {
    if len > 0 {
        counts_down(states, movers, p, z, len - 1)
    }
}

/// **Lemma 5**, its end: once all but fewer than k processes are settled behind p, p enters with
/// its 2N-th step at the latest, whatever the others do. That is: in a run from there in which p
/// has not entered, p has made fewer than 2N steps.
#[logic]
#[requires(0 <= p && p < N@ && is_run(states, movers, p, z) && is_enabled(states[0], p, z))]
#[requires(forall<j> 0 <= j && j < states.len() ==> !states[j].is_critical(p))]
#[ensures(count(own_moves(movers, p), movers.len()) < 2 * N@)]
pub fn enters_within_2n<const N: usize>(
    states: Seq<KFcfs<N>>,
    movers: Seq<Int>,
    p: Int,
    z: Mapping<Int, bool>,
) {
    pearlite! {
        counts_down(states, movers, p, z, movers.len());
        proof_assert!(states[movers.len()].is_in_range(p) && states[0].is_in_range(p))
    }
}
