//! FIFE for `Fife`: a process that is overtaken is captured, and a captured process enters with its
//! 4N-th step at the latest.

use crate::fife::Fife;
use crate::k_bakery::{KBakery, Line};
use crate::machine::Region;
use crate::queue::{is_orderly, is_possible, is_sound, keeps_ticket, lemma_1, Order, Queue};
use doorway_core::logic::count::{count, own_moves};
use doorway_core::logic::prelude::*;

/// Whether a process from `from` on has stored a capture above p's ticket.
#[logic(open)]
pub fn is_overtaken_from<const N: usize, const CAPTURES: bool>(
    m: KBakery<N, CAPTURES>,
    p: Int,
    from: Int,
) -> bool {
    pearlite! { exists<c> from <= c && 0 <= c && c < N@ && m.ticket[p]@ < m.capture[c][p]@ }
}

/// Whether p is in the waiting room and can enter whatever the others do: it has left the loop,
/// knows that it is captured, or will see that in its next scan. Without the shaded lines no
/// process is enabled, because nothing is captured.
#[logic(open)]
pub fn is_enabled<const N: usize, const CAPTURES: bool>(m: KBakery<N, CAPTURES>, p: Int) -> bool {
    pearlite! {
        match m.processes[p].line {
            Line::L16 => is_overtaken_from(m, p, 0),
            Line::L21 | Line::L22 => m.processes[p].captured || is_overtaken_from(m, p, 0),
            Line::L23 => true,
            _ => false,
        }
    }
}

/// An upper bound on p's steps until it enters, if p is enabled: the rest of line 16; a scan of
/// line 22 that may be too late to see the capture, and a scan that is not; line 23.
#[logic(open)]
pub fn steps_left<const N: usize, const CAPTURES: bool>(m: KBakery<N, CAPTURES>, p: Int) -> Int {
    pearlite! {
        let process = m.processes[p];
        match process.line {
            Line::L16 => 4 * N@ - process.i@,
            Line::L21 => 3 * N@ - process.i@,
            Line::L22 => if process.captured || is_overtaken_from(m, p, process.i@) {
                2 * N@ - process.i@
            } else {
                4 * N@ - process.i@
            },
            Line::L23 => N@ - process.i@,
            _ => 0,
        }
    }
}

/// The effect of a line of the waiting room: p enters or stays there. If p was enabled it still is,
/// and has fewer steps left.
#[logic(open)]
pub fn goes_on<const N: usize, const CAPTURES: bool>(
    m: KBakery<N, CAPTURES>,
    next: KBakery<N, CAPTURES>,
    p: usize,
) -> bool {
    pearlite! {
        next.is_critical(p@) || (next.region_of(p@) == Region::WaitingRoom
            && (is_enabled(m, p@) ==> is_enabled(next, p@) && steps_left(next, p@) < steps_left(m, p@)))
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
) -> bool {
    pearlite! {
        is_enabled(m, q) ==> if q == p {
            next.is_critical(q) || (is_enabled(next, q) && steps_left(next, q) < steps_left(m, q))
        } else {
            is_enabled(next, q) && steps_left(next, q) <= steps_left(m, q)
        }
    }
}

/// Captures only grow, so the others stay enabled whatever p does.
#[logic]
#[requires(p@ < N@ && is_sound(m) && m.differs_at(next, p) && keeps_ticket(m, next, p@))]
#[ensures(forall<q> 0 <= q && q < N@ && q != p@ ==> approaches(m, next, p@, q))]
pub fn others_stay_enabled<const N: usize, const CAPTURES: bool>(
    m: KBakery<N, CAPTURES>,
    next: KBakery<N, CAPTURES>,
    p: usize,
) {
    pearlite! {
        proof_assert!(m.has_captured(p@));
        proof_assert!(forall<i> 0 <= i && i < N@ ==> m.captures(p@, i) <= next.captures(p@, i));
        proof_assert!(forall<c, i> 0 <= c && c < N@ && 0 <= i && i < N@ ==> m.capture[c][i]@ <= next.capture[c][i]@);
        proof_assert!(forall<q, from> 0 <= q && q < N@ && q != p@ && is_overtaken_from(m, q, from) ==>
            is_overtaken_from(next, q, from))
    }
}

/// Whether this is true: if q is inside, and p finished its doorway before q started its own and
/// still waits, then q has captured p, and p is enabled.
#[logic(open)]
pub(crate) fn is_fife<const N: usize>(m: Fife<N>, order: Order, p: Int, q: Int) -> bool {
    pearlite! {
        order.before[p][q] && m.is_critical(q) ==> m.ticket[p]@ < m.capture[q][p]@ && is_enabled(m, p)
    }
}

/// **FIFE**, the safety half: a process that is overtaken is captured.
#[logic]
#[requires(0 <= p && p < N@ && 0 <= q && q < N@ && is_possible(m) && is_orderly(m, order))]
#[ensures(is_fife(m, order, p, q))]
pub(crate) fn fife<const N: usize>(m: Fife<N>, order: Order, p: Int, q: Int) {
    pearlite! {
        if order.before[p][q] && m.is_critical(q) {
            lemma_1(m, order, p, q);
            proof_assert!(m.has_captured(q));
            proof_assert!(m.region_of(p) == Region::WaitingRoom)
        }
    }
}

/// Whether this is a run as far as p is concerned: `movers[j]` moves from `states[j]` to the next,
/// by a step, or by a cancellation if it is not p.
#[logic(open)]
pub fn is_run<const N: usize>(states: Seq<Fife<N>>, movers: Seq<Int>, p: Int) -> bool {
    pearlite! {
        states.len() == movers.len() + 1
            && (forall<j> 0 <= j && j < states.len() ==> is_sound(states[j]))
            && (forall<j> 0 <= j && j < movers.len() ==> approaches(states[j], states[j + 1], movers[j], p))
    }
}

/// The steps that p has made in a run, and those it has left, are at most those it had left at the
/// start.
#[logic]
#[variant(len)]
#[requires(0 <= p && p < N@ && is_run(states, movers, p) && is_enabled(states[0], p))]
#[requires(0 <= len && len <= movers.len() && forall<j> 0 <= j && j <= len ==> !states[j].is_critical(p))]
#[ensures(is_enabled(states[len], p))]
#[ensures(count(own_moves(movers, p), len) + steps_left(states[len], p) <= steps_left(states[0], p))]
pub fn counts_down<const N: usize>(states: Seq<Fife<N>>, movers: Seq<Int>, p: Int, len: Int) {
    if len > 0 {
        counts_down(states, movers, p, len - 1)
    }
}

/// **FIFE**: if p finished its doorway before q started its own, and q enters before p, then p
/// enters with its 4N-th step at the latest, whatever the others do. That is: in a run from there
/// in which p has not entered, p has made fewer than 4N steps.
#[logic]
#[requires(0 <= p && p < N@ && 0 <= q && q < N@ && is_run(states, movers, p))]
#[requires(is_possible(states[0]) && is_orderly(states[0], order) && order.before[p][q] && states[0].is_critical(q))]
#[requires(forall<j> 0 <= j && j < states.len() ==> !states[j].is_critical(p))]
#[ensures(count(own_moves(movers, p), movers.len()) < 4 * N@)]
pub(crate) fn enters_within_4n<const N: usize>(
    states: Seq<Fife<N>>,
    movers: Seq<Int>,
    order: Order,
    p: Int,
    q: Int,
) {
    pearlite! {
        fife(states[0], order, p, q);
        counts_down(states, movers, p, movers.len());
        proof_assert!(states[movers.len()].is_in_range(p) && states[0].is_in_range(p))
    }
}
