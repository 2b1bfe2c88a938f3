//! The effect of a step, `steps`, implies what the induction needs, `moves`.

use super::induction::{
    can_load, enters_rightly, gets_ahead_of_none, has_let_go_still, keeps_ticket, moves,
    others_stay, sees,
};
use super::queue::{has_few, is_told, SafeQueue, Stage};
use super::steps::steps;
use doorway_core::logic::prelude::*;

/// Whether p makes a step, given the part of the invariant that is about p alone.
#[logic(open)]
pub fn does<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) -> bool {
    pearlite! {
        0 <= p && p < m.n() && next.n() == m.n() && next.limit() == m.limit()
            && is_told(m, p) && can_load(m, p, loaded) && steps(m, next, p, loaded)
            && (m.stage(p) == Stage::Entering ==> m.captured(p) || has_few(m, p))
    }
}

/// p announces what its line requires.
#[logic]
#[requires(does(m, next, p, loaded))]
#[ensures(is_told(next, p))]
pub fn tells<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {
    pearlite! {
        match m.stage(p) {
            Stage::Away => proof_assert!(is_told(next, p)),
            Stage::Telling(_, _) => proof_assert!(is_told(next, p)),
            Stage::Choosing(_, _) => proof_assert!(is_told(next, p)),
            Stage::Chosen => proof_assert!(is_told(next, p)),
            Stage::Taking(_) => proof_assert!(is_told(next, p)),
            Stage::Announcing(_, _) => proof_assert!(is_told(next, p)),
            Stage::Pruning(_, _) => proof_assert!(is_told(next, p)),
            Stage::Looking(_, _) => proof_assert!(is_told(next, p)),
            Stage::Entering => proof_assert!(is_told(next, p)),
            _ => proof_assert!(is_told(next, p)),
        }
    }
}

/// **Lemma 1** on two places: a process that begins to read a ticket that is not being stored takes
/// a larger one.
#[logic]
#[requires(does(m, next, p, loaded))]
#[ensures(gets_ahead_of_none(m, next, p))]
pub fn lemma_1<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {}

/// If p has let go of a process, it can capture it only with a larger ticket.
#[logic]
#[requires(does(m, next, p, loaded))]
#[ensures(has_let_go_still(m, next, p))]
pub fn lets_go<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {}

/// p's ticket only grows, and p announces and captures with it.
#[logic]
#[requires(does(m, next, p, loaded))]
#[ensures(keeps_ticket(m, next, p))]
pub fn keeps<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {}

/// p removes from its set a process that it has seen behind it twice, and enters if few
/// predecessors are left in its set or it has seen twice that it is captured.
#[logic]
#[requires(does(m, next, p, loaded))]
#[ensures(enters_rightly(m, next, p) && sees(m, next, p, loaded))]
pub fn looks_twice<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {}

/// All of these together.
#[logic]
#[requires(does(m, next, p, loaded) && others_stay(m, next, p) && next.is_in_range(p))]
#[ensures(moves(m, next, p, loaded))]
pub fn is_a_move<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {
    tells(m, next, p, loaded);
    lemma_1(m, next, p, loaded);
    lets_go(m, next, p, loaded);
    keeps(m, next, p, loaded);
    looks_twice(m, next, p, loaded)
}
