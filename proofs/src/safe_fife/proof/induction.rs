//! A step preserves the invariant of Figure 3: the contract of every line of the model, and why it
//! is enough.

use super::queue::{
    ahead_of, captures_below, entry, has_few, has_let_go, has_told, held, holds, is_ahead,
    is_before, is_inside, is_possible, is_pruned, is_pruned_rightly, is_seen_rightly, is_sound,
    is_told, is_waiting, place, Entry, SafeQueue, Stage,
};
use creusot_std::logic::such_that;
use doorway_core::logic::count::{count, members, subset};
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;

/// What the load of p's next step can return, as far as the invariant needs it: the value in the
/// register, or any value if its writer is storing there.
#[logic(open)]
pub fn can_load<M: SafeQueue>(m: M, p: Int, loaded: Int) -> bool {
    pearlite! {
        match m.stage(p) {
            Stage::Choosing(i, c) => loaded == m.ticket(i, c) || m.stage(i) == Stage::Taking(c),
            Stage::Pruning(i, c) => loaded == m.wants(i, p, c) || m.stage(i) == Stage::Telling(p, c)
                || m.stage(i) == Stage::Announcing(p, c) || m.stage(i) == Stage::Leaving(p, c),
            Stage::Looking(i, c) => loaded == m.captures(i, p, c) || m.stage(i) == Stage::Capturing(p, c),
            _ => true,
        }
    }
}

/// Whether only p's variables differ in `next`.
#[logic(open)]
pub fn others_stay<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        next.n() == m.n() && next.limit() == m.limit()
            && (forall<q> 0 <= q && q < m.n() && q != p ==>
                next.stage(q) == m.stage(q) && next.seen(q) == m.seen(q) && next.first(q) == m.first(q)
                && next.private(q) == m.private(q) && next.entered(q) == m.entered(q)
                && next.predecessors(q) == m.predecessors(q)
                && next.captured(q) == m.captured(q) && next.is_in_range(q) == m.is_in_range(q))
            && (forall<q, c> 0 <= q && q < m.n() && q != p && 0 <= c && c < 2 ==> next.ticket(q, c) == m.ticket(q, c))
            && (forall<q, i, c> 0 <= q && q < m.n() && q != p && 0 <= i && i < m.n() && 0 <= c && c < 2 ==>
                next.wants(q, i, c) == m.wants(q, i, c))
            && (forall<q, i, c> 0 <= q && q < m.n() && q != p && 0 <= i && i < m.n() && 0 <= c && c < 2 ==>
                next.captures(q, i, c) == m.captures(q, i, c))
    }
}

/// Whether g's ticket is at its place, and no process is storing there.
#[logic(open)]
pub fn stands<M: SafeQueue>(m: M, g: Entry) -> bool {
    pearlite! {
        0 <= g.id && g.id < m.n() && 0 <= g.place && g.place < 2
            && g.ticket <= m.ticket(g.id, g.place) && m.stage(g.id) != Stage::Taking(g.place)
    }
}

/// Whether p gets ahead of no entry that it can read and was not ahead of (Lemma 1).
#[logic(open)]
pub fn gets_ahead_of_none<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! { forall<g: Entry> stands(m, g) && is_ahead(next, p, g) ==> is_ahead(m, p, g) }
}

/// Whether `has_let_go` stays true of p.
#[logic(open)]
pub fn has_let_go_still<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! { forall<e: Entry> e.id != p && stands(m, e) && has_let_go(m, p, e) ==> has_let_go(next, p, e) }
}

/// Whether p goes from line 43 to line 44.
#[logic(open)]
pub fn enters<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! { !is_inside(m, p) && is_inside(next, p) }
}

/// Whether p changes its ticket only at the place where it takes one, and the place it entered with
/// only when it enters; captures only with the ticket that it entered with; and keeps its
/// announcements until it leaves.
#[logic(open)]
pub fn keeps_ticket<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        (forall<c> 0 <= c && c < 2 && m.stage(p) != Stage::Taking(c) ==> next.ticket(p, c) == m.ticket(p, c))
            && next.entered(p) == (if enters(m, next, p) { 1 - m.entered(p) } else { m.entered(p) })
            && (is_inside(m, p) ==> is_inside(next, p) || !is_waiting(next, p))
            && (forall<i, c> 0 <= i && i < m.n() && 0 <= c && c < 2 ==> next.captures(p, i, c) == m.captures(p, i, c)
                || (is_inside(m, p) && next.captures(p, i, c) == held(m, p)))
            && (forall<r, g: Entry> 0 <= r && r < m.n() && r != p && has_told(m, p, r) && is_ahead(next, p, g) ==>
                has_told(next, p, r))
    }
}

/// Whether p enters only from line 43, and goes there only because few predecessors are left in its
/// set or because it is captured.
#[logic(open)]
pub fn enters_rightly<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        (enters(m, next, p) ==> m.stage(p) == Stage::Entering)
            && (next.stage(p) == Stage::Entering ==> next.captured(p) || has_few(next, p))
    }
}

/// Whether p, if it still waits, has removed from its set only processes that were removed before
/// or that it has now seen behind it for the second time.
#[logic(open)]
pub fn prunes<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) -> bool {
    pearlite! {
        (is_waiting(next, p) ==> forall<q> 0 <= q && q < m.n() && q != p ==> next.predecessors(p)[q]
            || (is_waiting(m, p) && (!m.predecessors(p)[q]
                || (m.stage(p) == Stage::Pruning(q, 0) && before(held(m, p), p, loaded, q)))))
            && (forall<i> next.stage(p) == Stage::Pruning(i, 0) ==>
                m.stage(p) == Stage::Pruning(i, 1) && before(held(m, p), p, loaded, i))
    }
}

/// Whether p, if it still waits, is captured only if it was before or has now seen so for the
/// second time.
#[logic(open)]
pub fn looks<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) -> bool {
    pearlite! {
        (is_waiting(next, p) && next.captured(p) ==> is_waiting(m, p)
            && (m.captured(p) || exists<c> m.stage(p) == Stage::Looking(c, 0) && held(m, p) < loaded))
            && (forall<c> next.stage(p) == Stage::Looking(c, 0) ==>
                m.stage(p) == Stage::Looking(c, 1) && held(m, p) < loaded)
    }
}

/// Whether p does with the loaded value what `prunes` and the scan of captures state.
#[logic(open)]
pub fn sees<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) -> bool {
    prunes(m, next, p, loaded) && looks(m, next, p, loaded)
}

/// What follows from the contract of every line: p's own part of the invariant.
#[logic(open)]
pub fn moves<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) -> bool {
    pearlite! {
        0 <= p && p < m.n() && can_load(m, p, loaded)
            && others_stay(m, next, p)
            && next.is_in_range(p) && is_told(next, p)
            && gets_ahead_of_none(m, next, p)
            && has_let_go_still(m, next, p)
            && keeps_ticket(m, next, p)
            && enters_rightly(m, next, p)
            && sees(m, next, p, loaded)
    }
}

/// What the invariant says of the other processes does not change.
#[logic]
#[requires(is_sound(m) && others_stay(m, next, p))]
#[ensures(forall<q> 0 <= q && q < m.n() && q != p ==> is_told(next, q))]
#[ensures(forall<q> 0 <= q && q < m.n() && q != p ==> entry(next, q) == entry(m, q) && held(next, q) == held(m, q))]
#[ensures(forall<q, g: Entry> 0 <= q && q < m.n() && q != p ==> is_ahead(next, q, g) == is_ahead(m, q, g))]
#[ensures(forall<q, e: Entry> 0 <= q && q < m.n() && q != p ==> has_let_go(next, q, e) == has_let_go(m, q, e))]
#[ensures(forall<q, r> 0 <= q && q < m.n() && q != p ==> has_told(next, q, r) == has_told(m, q, r))]
#[ensures(forall<q> 0 <= q && q < m.n() && q != p ==> is_waiting(next, q) == is_waiting(m, q) && is_inside(next, q) == is_inside(m, q))]
pub fn stay<M: SafeQueue>(m: M, next: M, p: Int) {
    pearlite! {
        proof_assert!(forall<q> 0 <= q && q < m.n() ==> is_told(m, q) && 0 <= place(m, q) && place(m, q) < 2)
    }
}

/// While p waits, and when it enters, it has the same ticket at the same place.
#[logic]
#[requires(is_sound(m) && moves(m, next, p, loaded) && is_waiting(m, p))]
#[requires(is_waiting(next, p) || enters(m, next, p))]
#[ensures(entry(next, p) == entry(m, p) && held(next, p) == held(m, p))]
pub fn holds_on<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {
    pearlite! { proof_assert!(is_told(m, p)) }
}

/// Line 38: if q seems to be behind p, then q is not ahead of p, or has announced its ticket to p.
#[logic]
#[requires(is_sound(m) && 0 <= p && p < m.n() && can_load(m, p, loaded))]
#[requires(m.stage(p) == Stage::Pruning(q, 1) && q != p && before(held(m, p), p, loaded, q))]
#[ensures(!is_ahead(m, q, entry(m, p)) || has_told(m, q, p))]
pub fn first_look<M: SafeQueue>(m: M, p: Int, q: Int, loaded: Int) {
    pearlite! { proof_assert!(is_told(m, p) && is_told(m, q)) }
}

/// Line 39, the other copy: a process that p now removes from its set is not ahead of p
/// (**Lemma 3**).
#[logic]
#[requires(is_sound(m) && 0 <= p && p < m.n() && can_load(m, p, loaded))]
#[requires(m.stage(p) == Stage::Pruning(q, 0) && q != p && before(held(m, p), p, loaded, q))]
#[ensures(!is_ahead(m, q, entry(m, p)))]
pub fn second_look<M: SafeQueue>(m: M, p: Int, q: Int, loaded: Int) {
    pearlite! { proof_assert!(is_told(m, p) && is_told(m, q) && is_pruned_rightly(m, p)) }
}

/// A process that p removes from its set is not ahead of p.
#[logic]
#[requires(is_sound(m) && moves(m, next, p, loaded) && is_waiting(next, p))]
#[ensures(is_pruned(next, p) && is_seen_rightly(next, p))]
pub fn prunes_rightly<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {
    pearlite! {
        stay(m, next, p);
        if is_waiting(m, p) {
            holds_on(m, next, p, loaded);
            proof_assert!(is_pruned_rightly(m, p));
            match m.stage(p) {
                Stage::Pruning(q, copy) => if q != p && before(held(m, p), p, loaded, q) {
                    if copy == 1 {
                        first_look(m, p, q, loaded)
                    } else {
                        second_look(m, p, q, loaded)
                    }
                },
                _ => (),
            }
        }
    }
}

/// The ticket of a waiting process can be read: the process is not storing it.
#[logic]
#[requires(is_sound(m))]
#[ensures(forall<r> 0 <= r && r < m.n() && is_waiting(m, r) ==> stands(m, entry(m, r)))]
pub fn a_waiter_stands<M: SafeQueue>(m: M) {
    pearlite! { proof_assert!(forall<r> 0 <= r && r < m.n() ==> is_told(m, r)) }
}

/// The predecessor sets of the others stay correct.
#[logic]
#[requires(is_sound(m) && moves(m, next, p, loaded))]
#[ensures(forall<r> 0 <= r && r < m.n() && r != p ==> is_pruned_rightly(next, r))]
pub fn stay_pruned<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {
    pearlite! {
        stay(m, next, p);
        a_waiter_stands(m);
        proof_assert!(forall<r> 0 <= r && r < m.n() && is_waiting(m, r) && is_ahead(next, p, entry(m, r)) ==>
            is_ahead(m, p, entry(m, r)));
        proof_assert!(forall<r, q> 0 <= r && r < m.n() && r != p && is_waiting(m, r) && 0 <= q && q < m.n()
            && is_ahead(next, q, entry(next, r)) ==> is_ahead(m, q, entry(m, r)) && (has_told(m, q, r) ==> has_told(next, q, r)));
        proof_assert!(forall<r> 0 <= r && r < m.n() && r != p && is_waiting(m, r) ==>
            is_pruned(m, r) && is_seen_rightly(m, r) && is_told(m, r))
    }
}

/// What every line does preserves `is_sound`.
#[logic]
#[requires(is_sound(m) && moves(m, next, p, loaded))]
#[ensures(is_sound(next))]
pub fn stays_sound<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {
    pearlite! {
        stay(m, next, p);
        stay_pruned(m, next, p, loaded);
        if is_waiting(next, p) {
            prunes_rightly(m, next, p, loaded)
        };
        proof_assert!(is_pruned_rightly(next, p));
        proof_assert!(forall<q> 0 <= q && q < m.n() && q != p ==> next.predecessors(q) == m.predecessors(q))
    }
}

/// The number of processes ahead of g does not grow.
#[logic]
#[requires(is_sound(m) && moves(m, next, p, loaded) && stands(m, g))]
#[ensures(count(ahead_of(next, g), m.n()) <= count(ahead_of(m, g), m.n()))]
pub fn ahead_shrinks<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int, g: Entry) {
    pearlite! {
        stay(m, next, p);
        subset(ahead_of(next, g), ahead_of(m, g), m.n())
    }
}

/// g's place is not stored to until g's process enters again.
#[logic]
#[requires(is_sound(m) && holds(m, g))]
#[ensures(stands(m, g))]
pub fn g_stands<M: SafeQueue>(m: M, g: Entry) {
    pearlite! { proof_assert!(is_told(m, g.id)) }
}

/// If few predecessors are left in p's set, few processes are ahead of p.
#[logic]
#[requires(0 <= p && p < m.n() && is_waiting(m, p) && is_pruned(m, p) && has_few(m, p))]
#[ensures(count(ahead_of(m, entry(m, p)), m.n()) < m.limit())]
pub fn few_are_ahead<M: SafeQueue>(m: M, p: Int) {
    pearlite! {
        proof_assert!(!is_ahead(m, p, entry(m, p)));
        subset(ahead_of(m, entry(m, p)), members(m.predecessors(p)), m.n())
    }
}

/// Line 41: if c seems to have captured p, then p's ticket is below g's, or c can store this
/// capture again only in a passage for which it has seen p's ticket.
#[logic]
#[requires(is_sound(m) && holds(m, g) && 0 <= p && p < m.n() && can_load(m, p, loaded))]
#[requires(m.stage(p) == Stage::Looking(c, 1) && held(m, p) < loaded)]
#[ensures(held(m, p) < g.ticket || (c != p && has_let_go(m, c, entry(m, p))))]
pub fn first_glance<M: SafeQueue>(m: M, p: Int, c: Int, loaded: Int, g: Entry) {
    pearlite! { proof_assert!(is_told(m, p) && captures_below(m, c, g)) }
}

/// Line 42, the other copy: p's ticket is below g's (**Theorem 9**).
#[logic]
#[requires(is_sound(m) && holds(m, g) && 0 <= p && p < m.n() && can_load(m, p, loaded))]
#[requires(m.stage(p) == Stage::Looking(c, 0) && held(m, p) < loaded)]
#[ensures(held(m, p) < g.ticket)]
pub fn second_glance<M: SafeQueue>(m: M, p: Int, c: Int, loaded: Int, g: Entry) {
    pearlite! { proof_assert!(is_told(m, p) && captures_below(m, c, g) && captures_below(m, p, g)) }
}

/// p's own captures stay below g, and so does p's ticket if p sees that it is captured.
#[logic]
#[requires(is_sound(m) && holds(m, g) && moves(m, next, p, loaded))]
#[ensures(captures_below(next, p, g))]
pub fn captures_rightly<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int, g: Entry) {
    pearlite! {
        stay(m, next, p);
        proof_assert!(is_told(m, p) && captures_below(m, p, g));
        proof_assert!(is_inside(m, p) ==> held(m, p) <= g.ticket);
        if is_waiting(m, p) && is_waiting(next, p) {
            holds_on(m, next, p, loaded);
            match m.stage(p) {
                Stage::Looking(c, copy) => if held(m, p) < loaded {
                    if copy == 1 {
                        first_glance(m, p, c, loaded, g)
                    } else {
                        second_glance(m, p, c, loaded, g)
                    }
                },
                _ => (),
            }
        }
    }
}

/// The captures of the others stay below g.
#[logic]
#[requires(is_sound(m) && holds(m, g) && moves(m, next, p, loaded))]
#[ensures(forall<q> 0 <= q && q < m.n() && q != p ==> captures_below(next, q, g))]
pub fn captures_stay<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int, g: Entry) {
    pearlite! {
        stay(m, next, p);
        a_waiter_stands(m);
        proof_assert!(forall<q> 0 <= q && q < m.n() && q != p && is_waiting(m, q) && has_let_go(m, p, entry(m, q)) ==>
            has_let_go(next, p, entry(next, q)));
        proof_assert!(forall<q> 0 <= q && q < m.n() ==> captures_below(m, q, g) && is_told(m, q));
        proof_assert!(forall<q, c> 0 <= q && q < m.n() && q != p && m.stage(q) == Stage::Looking(c, 0)
            && has_let_go(m, c, entry(m, q)) ==> has_let_go(next, c, entry(next, q)));
        proof_assert!(forall<q> 0 <= q && q < m.n() && q != p && captures_below(m, q, g) && is_told(m, q) ==>
            captures_below(next, q, g))
    }
}

/// `holds` is preserved if p does not raise g.
#[logic]
#[requires(is_sound(m) && holds(m, g) && moves(m, next, p, loaded))]
#[requires(!(enters(m, next, p) && has_few(m, p) && before(g.ticket, g.id, held(m, p), p)))]
#[ensures(holds(next, g))]
pub fn holds_unraised<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int, g: Entry) {
    pearlite! {
        stay(m, next, p);
        g_stands(m, g);
        ahead_shrinks(m, next, p, loaded, g);
        captures_rightly(m, next, p, loaded, g);
        captures_stay(m, next, p, loaded, g);
        if enters(m, next, p) {
            holds_on(m, next, p, loaded);
            proof_assert!(captures_below(m, p, g) && is_told(m, p));
            proof_assert!(!before(g.ticket, g.id, held(m, p), p));
            proof_assert!(p != g.id)
        };
        proof_assert!(g.place == next.entered(g.id) && g.ticket <= next.ticket(g.id, g.place));
        proof_assert!(is_inside(next, p) ==> !before(g.ticket, g.id, held(next, p), p))
    }
}

/// `holds` is preserved if p raises g by entering with few predecessors.
#[logic]
#[requires(is_sound(m) && holds(m, g) && moves(m, next, p, loaded))]
#[requires(enters(m, next, p) && has_few(m, p) && before(g.ticket, g.id, held(m, p), p))]
#[ensures(holds(next, entry(next, p)))]
pub fn holds_raised<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int, g: Entry) {
    pearlite! {
        let h = entry(next, p);
        stay(m, next, p);
        a_waiter_stands(m);
        holds_on(m, next, p, loaded);
        proof_assert!(is_pruned_rightly(m, p) && is_told(m, p));
        few_are_ahead(m, p);
        ahead_shrinks(m, next, p, loaded, h);
        captures_rightly(m, next, p, loaded, g);
        captures_stay(m, next, p, loaded, g);
        proof_assert!(forall<q> captures_below(next, q, g) ==> captures_below(next, q, h));
        proof_assert!(h == entry(m, p) && h.place == next.entered(p) && h.ticket == next.ticket(p, h.place));
        proof_assert!(count(ahead_of(next, h), m.n()) < m.limit());
        proof_assert!(forall<q> 0 <= q && q < m.n() && q != p && is_inside(next, q) ==> !is_before(g.ticket, g.id, entry(m, q)));
        proof_assert!(forall<q> 0 <= q && q < m.n() && is_inside(next, q) ==> !before(h.ticket, h.id, held(next, q), q))
    }
}

/// What every line does preserves the invariant.
#[logic]
#[requires(is_possible(m) && moves(m, next, p, loaded))]
#[ensures(is_possible(next))]
pub fn keeps<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) {
    pearlite! {
        let g = such_that(|g: Entry| holds(m, g));
        stays_sound(m, next, p, loaded);
        if enters(m, next, p) && has_few(m, p) && before(g.ticket, g.id, held(m, p), p) {
            holds_raised(m, next, p, loaded, g)
        } else {
            holds_unraised(m, next, p, loaded, g)
        }
    }
}
