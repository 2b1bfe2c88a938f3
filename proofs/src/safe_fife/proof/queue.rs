//! Figure 3, repaired, on safe registers: the invariant of `proofs/src/safe_fife/invariant.rs` for
//! every N and every k.
//!
//! Statements about a register are about its value between stores. What a load returns is in
//! `can_load`.

use super::order::is_stage_of;
use crate::machine::Region;
use creusot_std::logic::such_that;
use doorway_core::logic::count::{count, empty, members, one_more};
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;
use doorway_core::ticket::INFINITY;

/// A ticket, its process, and which of the two places it is at.
pub struct Entry {
    /// The ticket.
    pub ticket: Int,
    /// The process that has the ticket.
    pub id: Int,
    /// The place of the ticket.
    pub place: Int,
}

/// The position of a process, with the loop variable and the copy that it loads or stores next.
pub enum Stage {
    /// In the remainder, or loading its own ticket.
    Away,
    /// In line 30.
    Telling(Int, Int),
    /// In line 31, reading tickets.
    Choosing(Int, Int),
    /// In line 31: has chosen.
    Chosen,
    /// In line 31: stores its ticket at this place.
    Taking(Int),
    /// In line 33.
    Announcing(Int, Int),
    /// In line 38 if the copy is 1, otherwise in line 39.
    Pruning(Int, Int),
    /// In line 41 if the copy is 1, otherwise in line 42.
    Looking(Int, Int),
    /// In line 43.
    Entering,
    /// In line 44.
    Testing(Int),
    /// In line 45.
    Capturing(Int, Int),
    /// In line 46.
    Inside,
    /// In line 48.
    Leaving(Int, Int),
}

/// The variables of Figure 3.
pub trait SafeQueue: Sized {
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
    /// The largest ticket that q's choice has seen.
    #[logic]
    fn seen(self, q: Int) -> Int;
    /// What q has loaded from the first place of the ticket that it is reading.
    #[logic]
    fn first(self, q: Int) -> Int;
    /// `Ticket[q]`, at `place`.
    #[logic]
    fn ticket(self, q: Int, place: Int) -> Int;
    /// The place of the ticket that q last entered with.
    #[logic]
    fn entered(self, q: Int) -> Int;
    /// The private copy of q's ticket.
    #[logic]
    fn private(self, q: Int) -> Int;
    /// This copy of `Want[q][i]`.
    #[logic]
    fn wants(self, q: Int, i: Int, copy: Int) -> Int;
    /// q's predecessor set.
    #[logic]
    fn predecessors(self, q: Int) -> Seq<bool>;
    /// Whether q knows that it was overtaken.
    #[logic]
    fn captured(self, q: Int) -> bool;
    /// This copy of `Capture[q][i]`.
    #[logic]
    fn captures(self, q: Int, i: Int, copy: Int) -> Int;
    /// Whether the model's other variables are as required.
    #[logic]
    fn is_in_range(self, q: Int) -> bool;
}

/// The last ticket that q took.
#[logic(open)]
pub fn own<M: SafeQueue>(m: M, q: Int) -> Int {
    pearlite! { if m.ticket(q, 0) < m.ticket(q, 1) { m.ticket(q, 1) } else { m.ticket(q, 0) } }
}

/// Whether q is past line 43 and not yet in its exit protocol.
#[logic(open)]
pub fn is_inside<M: SafeQueue>(m: M, q: Int) -> bool {
    match m.stage(q) {
        Stage::Testing(_) | Stage::Capturing(_, _) | Stage::Inside => true,
        _ => false,
    }
}

/// Whether q is in the waiting loop, or at line 43.
#[logic(open)]
pub fn is_waiting<M: SafeQueue>(m: M, q: Int) -> bool {
    match m.stage(q) {
        Stage::Pruning(_, _) | Stage::Looking(_, _) | Stage::Entering => true,
        _ => false,
    }
}

/// The place of the ticket of q's passage, from line 33 on.
#[logic(open)]
pub fn place<M: SafeQueue>(m: M, q: Int) -> Int {
    if is_inside(m, q) {
        m.entered(q)
    } else {
        1 - m.entered(q)
    }
}

/// The ticket of q's passage, from line 33 on.
#[logic(open)]
pub fn held<M: SafeQueue>(m: M, q: Int) -> Int {
    m.ticket(q, place(m, q))
}

/// The ticket of q's passage, with q and its place.
#[logic(open)]
pub fn entry<M: SafeQueue>(m: M, q: Int) -> Entry {
    Entry {
        ticket: held(m, q),
        id: q,
        place: place(m, q),
    }
}

/// Whether (t, q) goes before g.
#[logic(open)]
pub fn is_before(t: Int, q: Int, g: Entry) -> bool {
    before(t, q, g.ticket, g.id)
}

/// Whether a loop at (i, copy) is past (j, other).
#[logic(open)]
pub fn is_past(i: Int, copy: Int, j: Int, other: Int) -> bool {
    pearlite! { i > j || (i == j && copy > other) }
}

/// The largest ticket that q, choosing, has seen or will see, q's own ticket included.
#[logic(open)]
pub fn will_have_seen<M: SafeQueue>(m: M, q: Int) -> Int {
    pearlite! {
        let seen = if m.seen(q) < own(m, q) { own(m, q) } else { m.seen(q) };
        match m.stage(q) {
            Stage::Choosing(_, copy) => if copy == 1 && seen < m.first(q) { m.first(q) } else { seen },
            _ => seen,
        }
    }
}

/// Whether a process that is choosing, at (i, copy), can have missed g: it is past g's place.
#[logic(open)]
pub fn has_read(i: Int, copy: Int, g: Entry) -> bool {
    is_past(i, copy, g.id, g.place)
}

/// Whether q wants to enter with a pair before g, or has read the ticket of g's process and may
/// still take such a pair.
#[logic(open)]
pub fn is_ahead<M: SafeQueue>(m: M, q: Int, g: Entry) -> bool {
    pearlite! {
        match m.stage(q) {
            Stage::Away | Stage::Telling(_, _) | Stage::Leaving(_, _) => false,
            Stage::Choosing(i, copy) => has_read(i, copy, g) && is_before(will_have_seen(m, q) + 1, q, g),
            Stage::Chosen | Stage::Taking(_) => is_before(m.private(q), q, g),
            _ => is_before(held(m, q), q, g),
        }
    }
}

/// Whether q has announced t to all others.
#[logic(open)]
pub fn has_told_all<M: SafeQueue>(m: M, q: Int, t: Int) -> bool {
    pearlite! { forall<j, c> 0 <= j && j < m.n() && j != q && 0 <= c && c < 2 ==> m.wants(q, j, c) == t }
}

/// Whether q, at (i, copy), has announced t to all that it is past.
#[logic(open)]
pub fn has_told_past<M: SafeQueue>(m: M, q: Int, t: Int, i: Int, copy: Int) -> bool {
    pearlite! {
        0 <= i && i < m.n() && i != q && 0 <= copy && copy < 2
            && forall<j, c> 0 <= j && j < m.n() && j != q && 0 <= c && c < 2 && is_past(i, copy, j, c) ==>
                m.wants(q, j, c) == t
    }
}

/// Whether q has announced to no process more than its ticket.
#[logic(open)]
pub fn others_below<M: SafeQueue>(m: M, q: Int) -> bool {
    pearlite! { forall<j, c> 0 <= j && j < m.n() && j != q && 0 <= c && c < 2 ==> m.wants(q, j, c) <= held(m, q) }
}

/// Whether q's ticket is larger than the one it last entered with.
#[logic(open)]
pub fn is_new<M: SafeQueue>(m: M, q: Int) -> bool {
    pearlite! { held(m, q) == m.private(q) && m.ticket(q, m.entered(q)) < held(m, q) }
}

/// Whether q has chosen a ticket larger than its last one.
#[logic(open)]
pub fn has_chosen<M: SafeQueue>(m: M, q: Int) -> bool {
    pearlite! { own(m, q) < m.private(q) && m.private(q) < INFINITY@ && has_told_all(m, q, own(m, q)) }
}

/// Whether q has announced what its line requires.
#[logic(open)]
pub fn is_told<M: SafeQueue>(m: M, q: Int) -> bool {
    pearlite! {
        0 <= m.entered(q) && m.entered(q) < 2 && 0 <= m.ticket(q, 0) && 0 <= m.ticket(q, 1)
            && own(m, q) < INFINITY@ && m.predecessors(q).len() == m.n()
            && match m.stage(q) {
                Stage::Away => true,
                Stage::Telling(i, c) => m.private(q) == own(m, q) && has_told_past(m, q, own(m, q), i, c),
                Stage::Choosing(i, c) => 0 <= i && i < m.n() && 0 <= c && c < 2
                    && (i <= q || m.seen(q) >= own(m, q))
                    && (i == q && c == 1 ==> m.first(q) == m.ticket(q, 0))
                    && has_told_all(m, q, own(m, q)),
                Stage::Chosen => has_chosen(m, q),
                Stage::Taking(at) => has_chosen(m, q) && at == 1 - m.entered(q),
                Stage::Announcing(i, c) => is_new(m, q) && has_told_past(m, q, held(m, q), i, c) && others_below(m, q),
                Stage::Pruning(i, c) => 0 <= i && i < m.n() && 0 <= c && c < 2
                    && is_new(m, q) && has_told_all(m, q, held(m, q)),
                Stage::Looking(i, c) => 0 <= i && i < m.n() && 0 <= c && c < 2
                    && is_new(m, q) && has_told_all(m, q, held(m, q)),
                Stage::Entering => is_new(m, q) && has_told_all(m, q, held(m, q)),
                Stage::Testing(i) => 0 <= i && i < m.n() && held(m, q) == m.private(q) && has_told_all(m, q, held(m, q)),
                Stage::Capturing(i, c) => 0 <= i && i < m.n() && 0 <= c && c < 2
                    && held(m, q) == m.private(q) && has_told_all(m, q, held(m, q)),
                Stage::Inside => has_told_all(m, q, held(m, q)),
                Stage::Leaving(i, c) => 0 <= i && i < m.n() && 0 <= c && c < 2,
            }
    }
}

/// Whether q's announcement of this passage is in the first copy of `Want[q][p]`.
#[logic(open)]
pub fn has_told<M: SafeQueue>(m: M, q: Int, p: Int) -> bool {
    match m.stage(q) {
        Stage::Announcing(i, c) => is_past(i, c, p, 0),
        _ => is_waiting(m, q) || is_inside(m, q),
    }
}

/// Whether no process outside p's predecessor set is ahead of p.
#[logic(open)]
pub fn is_pruned<M: SafeQueue>(m: M, p: Int) -> bool {
    pearlite! {
        forall<q> 0 <= q && q < m.n() && q != p ==> m.predecessors(p)[q] || !is_ahead(m, q, entry(m, p))
    }
}

/// Whether, between the loads of lines 38 and 39, the process that seems to be behind p is not
/// ahead of p or has announced its ticket to p.
#[logic(open)]
pub fn is_seen_rightly<M: SafeQueue>(m: M, p: Int) -> bool {
    pearlite! {
        forall<q> m.stage(p) == Stage::Pruning(q, 0) && q != p ==> !is_ahead(m, q, entry(m, p)) || has_told(m, q, p)
    }
}

/// Whether no process that has left p's predecessor set is ahead of p, and the process that p is
/// about to remove is not ahead of p or has announced its ticket to p (Lemma 3).
#[logic(open)]
pub fn is_pruned_rightly<M: SafeQueue>(m: M, p: Int) -> bool {
    pearlite! { is_waiting(m, p) ==> is_pruned(m, p) && is_seen_rightly(m, p) }
}

/// Whether few predecessors are left in p's set.
#[logic(open)]
pub fn has_few<M: SafeQueue>(m: M, p: Int) -> bool {
    pearlite! { count(members(m.predecessors(p)), m.n()) < m.limit() }
}

/// The part of the invariant that needs no ghost entry.
#[logic(open)]
pub fn is_sound<M: SafeQueue>(m: M) -> bool {
    pearlite! {
        m.limit() > 0
            && (forall<q> 0 <= q && q < m.n() ==> m.is_in_range(q) && is_told(m, q))
            && (forall<p> 0 <= p && p < m.n() ==> is_pruned_rightly(m, p))
            && (forall<p> 0 <= p && p < m.n() && m.stage(p) == Stage::Entering ==> m.captured(p) || has_few(m, p))
    }
}

/// Whether c can store its capture of e's process again only in a passage for which it has seen e.
#[logic(open)]
pub fn has_let_go<M: SafeQueue>(m: M, c: Int, e: Entry) -> bool {
    pearlite! {
        match m.stage(c) {
            Stage::Choosing(i, copy) => !has_read(i, copy, e) || will_have_seen(m, c) >= e.ticket,
            Stage::Chosen | Stage::Taking(_) => m.private(c) > e.ticket,
            Stage::Announcing(_, _) | Stage::Pruning(_, _) | Stage::Looking(_, _) | Stage::Entering =>
                held(m, c) > e.ticket,
            Stage::Testing(i) => i > e.id || held(m, c) > e.ticket,
            Stage::Capturing(i, copy) => is_past(i, copy, e.id, 0) || held(m, c) > e.ticket,
            _ => true,
        }
    }
}

/// Whether q's captures are at most g's ticket, because they are tickets of processes that entered;
/// and, if q knows that it is captured, q's ticket is smaller than g's (Theorem 9). Between the
/// loads of lines 41 and 42, if c seems to have captured q, q's ticket is smaller than g's or c has
/// let go of q.
#[logic(open)]
pub fn captures_below<M: SafeQueue>(m: M, q: Int, g: Entry) -> bool {
    pearlite! {
        (forall<i, c> 0 <= i && i < m.n() && 0 <= c && c < 2 ==> m.captures(q, i, c) <= g.ticket)
            && (is_waiting(m, q) && m.captured(q) ==> held(m, q) < g.ticket)
            && (forall<c> m.stage(q) == Stage::Looking(c, 0) ==>
                held(m, q) < g.ticket || (c != q && has_let_go(m, c, entry(m, q))))
    }
}

/// The processes ahead of g.
#[logic(open)]
pub fn ahead_of<M: SafeQueue>(m: M, g: Entry) -> Mapping<Int, bool> {
    |q| is_ahead(m, q, g)
}

/// The part of the invariant about the ghost entry g, the largest pair of any process that entered
/// because few predecessors were left in its set.
#[logic(open)]
pub fn holds<M: SafeQueue>(m: M, g: Entry) -> bool {
    pearlite! {
        0 <= g.id && g.id < m.n() && g.place == m.entered(g.id)
            && 0 <= g.ticket && g.ticket <= m.ticket(g.id, g.place)
            && count(ahead_of(m, g), m.n()) < m.limit()
            && (forall<q> 0 <= q && q < m.n() ==> captures_below(m, q, g))
            && (forall<q> 0 <= q && q < m.n() && is_inside(m, q) ==> !before(g.ticket, g.id, held(m, q), q))
    }
}

/// The invariant: `is_sound`, and `holds` for some ghost entry.
#[logic(open)]
pub fn is_possible<M: SafeQueue>(m: M) -> bool {
    pearlite! { is_sound(m) && exists<g: Entry> holds(m, g) }
}

/// The initial state is possible: every process is at the stage `Away`, and all tickets and
/// captures are 0.
#[logic]
#[requires(m.n() > 0 && m.limit() > 0)]
#[requires(forall<q> 0 <= q && q < m.n() ==> m.stage(q) == Stage::Away && m.ticket(q, 0) == 0 && m.ticket(q, 1) == 0
    && m.entered(q) == 0 && m.is_in_range(q) && m.predecessors(q).len() == m.n())]
#[requires(forall<q, i, c> 0 <= q && q < m.n() && 0 <= i && i < m.n() && 0 <= c && c < 2 ==> m.captures(q, i, c) == 0)]
#[ensures(is_possible(m))]
pub fn starts<M: SafeQueue>(m: M) {
    pearlite! {
        let g = Entry { ticket: 0, id: 0, place: 0 };
        empty(ahead_of(m, g), m.n());
        proof_assert!(holds(m, g))
    }
}

/// The processes inside.
#[logic(open)]
pub fn inside<M: SafeQueue>(m: M) -> Mapping<Int, bool> {
    pearlite! { |q| is_inside(m, q) }
}

/// **k-exclusion**: at most k processes are inside. They are the process of g, and those ahead of
/// g.
#[logic]
#[requires(is_possible(m))]
#[ensures(count(inside(m), m.n()) <= m.limit())]
pub fn k_exclusion<M: SafeQueue>(m: M) {
    pearlite! {
        let g = such_that(|g: Entry| holds(m, g));
        proof_assert!(holds(m, g));
        one_more(inside(m), ahead_of(m, g), g.id, m.n())
    }
}
