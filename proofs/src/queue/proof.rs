//! What `KFcfs` and `Fife` share, Figure 2: the invariant of `proofs/src/queue/invariant.rs` for
//! every N and every k.

use crate::machine::Region;
use creusot_std::logic::such_that;
use doorway_core::logic::count::{count, empty, one_more};
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;
use doorway_core::ticket::INFINITY;

mod induction;
mod order;
mod progress;

pub use induction::*;
pub use order::*;
pub use progress::*;

/// A ticket and its holder.
pub struct Pair {
    /// The ticket.
    pub ticket: Int,
    /// The process that has the ticket.
    pub id: Int,
}

/// The position of a process, as far as the invariant needs it, with the loop variable where it
/// matters.
pub enum Stage {
    /// In the remainder, at the start of the doorway, or in the exit protocol.
    Away,
    /// In line 14: announces to i next that it wants to enter.
    Telling(Int),
    /// In line 15: reads i's ticket next.
    Choosing(Int),
    /// At the end of line 15: has chosen, and is about to store its ticket.
    Chosen,
    /// In line 16: announces its ticket to i next.
    Announcing(Int),
    /// In lines 19 to 22.
    Waiting,
    /// Past the waiting loop, and not yet in the exit protocol.
    Inside,
}

/// Whether a process in `region` may be at `stage`. A process at the stage `Inside` may still be in
/// the waiting room, at line 23.
#[logic(open)]
pub fn is_stage_of(stage: Stage, region: Region) -> bool {
    pearlite! {
        match stage {
            Stage::Away => region != Region::WaitingRoom && region != Region::Critical,
            Stage::Telling(_) | Stage::Choosing(_) | Stage::Chosen => region == Region::Doorway,
            Stage::Announcing(_) | Stage::Waiting => region == Region::WaitingRoom,
            Stage::Inside => region == Region::WaitingRoom || region == Region::Critical,
        }
    }
}

/// The variables of Figure 2.
pub trait Queue: Sized {
    /// The number of processes.
    #[logic]
    fn n(self) -> Int;
    /// The number of processes that may be inside.
    #[logic]
    fn limit(self) -> Int;
    /// The stage of q.
    #[logic]
    fn stage(self, q: Int) -> Stage;
    /// The region of q.
    #[logic]
    #[ensures(is_stage_of(self.stage(q), result))]
    fn region_of(self, q: Int) -> Region;
    /// An upper bound on q's steps until it has finished its doorway, or its exit protocol, if q is
    /// in one.
    #[logic]
    fn steps_to_finish(self, q: Int) -> Int;
    /// The largest ticket that q's choice has seen.
    #[logic]
    fn seen(self, q: Int) -> Int;
    /// `Ticket[q]`.
    #[logic]
    fn own(self, q: Int) -> Int;
    /// The private copy of q's ticket.
    #[logic]
    fn private(self, q: Int) -> Int;
    /// `Want[q][i]`.
    #[logic]
    fn wants(self, q: Int, i: Int) -> Int;
    /// q's predecessor set.
    #[logic]
    fn predecessors(self, q: Int) -> Seq<bool>;
    /// Whether q knows that it was overtaken.
    #[logic]
    fn captured(self, q: Int) -> bool;
    /// `Capture[q][i]`.
    #[logic]
    fn captures(self, q: Int, i: Int) -> Int;
    /// Whether the model's other variables are as required: loop variables are in range, and
    /// captures are q's own tickets.
    #[logic]
    fn is_in_range(self, q: Int) -> bool;
}

/// The pair of q, once it has one.
#[logic(open)]
pub fn pair<M: Queue>(m: M, q: Int) -> Pair {
    Pair {
        ticket: m.own(q),
        id: q,
    }
}

/// Whether (t, q) goes before g.
#[logic(open)]
pub fn is_before(t: Int, q: Int, g: Pair) -> bool {
    before(t, q, g.ticket, g.id)
}

/// The least ticket that q can finally have: its optimistic ticket, or one more than it has seen.
#[logic(open)]
pub fn least<M: Queue>(m: M, q: Int) -> Int {
    if m.seen(q) < m.own(q) {
        m.own(q)
    } else {
        m.seen(q) + 1
    }
}

/// Whether q wants to enter with a pair before g, or has read the register of g's process and may
/// still take such a pair.
#[logic(open)]
pub fn is_ahead<M: Queue>(m: M, q: Int, g: Pair) -> bool {
    pearlite! {
        match m.stage(q) {
            Stage::Away | Stage::Telling(_) => false,
            Stage::Choosing(i) => i > g.id && is_before(least(m, q), q, g),
            Stage::Chosen => is_before(least(m, q), q, g),
            Stage::Announcing(_) | Stage::Waiting | Stage::Inside => is_before(m.own(q), q, g),
        }
    }
}

/// Whether q has a larger ticket than t, or will have one if it chooses and Ticket\[a\] is at least
/// t when q reads it.
#[logic(open)]
pub fn has_larger_than<M: Queue>(m: M, q: Int, t: Int, a: Int) -> bool {
    pearlite! {
        match m.stage(q) {
            Stage::Away | Stage::Telling(_) => true,
            Stage::Choosing(i) => i <= a || m.seen(q) >= t || m.own(q) > t,
            Stage::Chosen => m.seen(q) >= t,
            Stage::Announcing(_) | Stage::Waiting | Stage::Inside => m.own(q) > t,
        }
    }
}

/// Whether q has announced its ticket to every process below `until`.
#[logic(open)]
pub fn has_told<M: Queue>(m: M, q: Int, until: Int) -> bool {
    pearlite! { forall<i> 0 <= i && i < until && i != q ==> m.wants(q, i) == m.own(q) }
}

/// Whether q has announced to no process more than its ticket.
#[logic(open)]
pub fn others_below<M: Queue>(m: M, q: Int) -> bool {
    pearlite! { forall<i> 0 <= i && i < m.n() && i != q ==> m.wants(q, i) <= m.own(q) }
}

/// Whether q has announced what its line requires.
#[logic(open)]
pub fn is_told<M: Queue>(m: M, q: Int) -> bool {
    pearlite! {
        0 <= m.own(q) && m.own(q) < INFINITY@ && m.predecessors(q).len() == m.n()
            && match m.stage(q) {
                Stage::Away => true,
                Stage::Telling(i) =>
                    i < m.n() && i != q && m.private(q) == m.own(q) && m.own(q) > 0 && m.seen(q) == 0 && has_told(m, q, i),
                Stage::Choosing(i) =>
                    i < m.n() && i != q && m.seen(q) < INFINITY@ && m.private(q) == m.own(q) && has_told(m, q, m.n()),
                Stage::Chosen =>
                    m.own(q) <= m.seen(q) && m.seen(q) + 1 < INFINITY@ && has_told(m, q, m.n()),
                Stage::Announcing(i) =>
                    i < m.n() && i != q && m.private(q) == m.own(q) && has_told(m, q, i) && others_below(m, q),
                Stage::Waiting => m.private(q) == m.own(q) && has_told(m, q, m.n()),
                Stage::Inside => has_told(m, q, m.n()),
            }
    }
}

/// Whether no process outside p's predecessor set is ahead of p.
#[logic(open)]
pub fn is_pruned<M: Queue>(m: M, p: Int) -> bool {
    pearlite! {
        forall<q> 0 <= q && q < m.n() && q != p ==> m.predecessors(p)[q] || !is_ahead(m, q, pair(m, p))
    }
}

/// Whether, while p waits, no process outside p's predecessor set is ahead of p (Lemma 3).
#[logic(open)]
pub fn is_pruned_rightly<M: Queue>(m: M, p: Int) -> bool {
    pearlite! { m.stage(p) == Stage::Waiting ==> is_pruned(m, p) }
}

/// The part of the invariant that needs no ghost pair.
#[logic(open)]
pub fn is_sound<M: Queue>(m: M) -> bool {
    pearlite! {
        m.limit() > 0
            && (forall<q> 0 <= q && q < m.n() ==> m.is_in_range(q) && is_told(m, q))
            && (forall<p> 0 <= p && p < m.n() ==> is_pruned_rightly(m, p))
    }
}

/// The processes ahead of g.
#[logic(open)]
pub fn ahead_of<M: Queue>(m: M, g: Pair) -> Mapping<Int, bool> {
    |q| is_ahead(m, q, g)
}

/// Whether q's captures are at most g's ticket, because they are tickets of processes that entered;
/// and, if q knows that it is captured, q's ticket is smaller than g's (Theorem 9).
#[logic(open)]
pub fn captures_below<M: Queue>(m: M, q: Int, g: Pair) -> bool {
    pearlite! {
        (forall<i> 0 <= i && i < m.n() ==> m.captures(q, i) <= g.ticket)
            && (m.stage(q) == Stage::Waiting && m.captured(q) ==> m.own(q) < g.ticket)
    }
}

/// The part of the invariant about the ghost pair g, the largest pair of any process that entered
/// because few predecessors were left in its set.
#[logic(open)]
pub fn holds<M: Queue>(m: M, g: Pair) -> bool {
    pearlite! {
        0 <= g.id && g.id < m.n() && 0 <= g.ticket && g.ticket <= m.own(g.id)
            && count(ahead_of(m, g), m.n()) < m.limit()
            && (forall<q> 0 <= q && q < m.n() ==> captures_below(m, q, g))
            && (forall<q> 0 <= q && q < m.n() && m.stage(q) == Stage::Inside ==>
                !before(g.ticket, g.id, m.own(q), q))
    }
}

/// The invariant: `is_sound`, and `holds` for some ghost pair.
#[logic(open)]
pub fn is_possible<M: Queue>(m: M) -> bool {
    pearlite! { is_sound(m) && exists<g: Pair> holds(m, g) }
}

/// The initial state is possible: every process is at the stage `Away`, and all tickets and
/// captures are 0.
#[logic]
#[requires(m.n() > 0 && m.limit() > 0)]
#[requires(forall<q> 0 <= q && q < m.n() ==> m.stage(q) == Stage::Away && m.own(q) == 0 && m.is_in_range(q)
    && m.predecessors(q).len() == m.n())]
#[requires(forall<q, i> 0 <= q && q < m.n() && 0 <= i && i < m.n() ==> m.captures(q, i) == 0)]
#[ensures(is_possible(m))]
pub fn starts<M: Queue>(m: M) {
    pearlite! {
        let g = Pair { ticket: 0, id: 0 };
        empty(ahead_of(m, g), m.n());
        proof_assert!(holds(m, g))
    }
}

/// The processes inside.
#[logic(open)]
pub fn inside<M: Queue>(m: M) -> Mapping<Int, bool> {
    pearlite! { |q| m.stage(q) == Stage::Inside }
}

/// **k-exclusion**: at most k processes are inside. They are the process of g, and those ahead of
/// g.
#[logic]
#[requires(is_possible(m))]
#[ensures(count(inside(m), m.n()) <= m.limit())]
pub fn k_exclusion<M: Queue>(m: M) {
    pearlite! {
        let g = such_that(|g: Pair| holds(m, g));
        proof_assert!(holds(m, g));
        one_more(inside(m), ahead_of(m, g), g.id, m.n())
    }
}
