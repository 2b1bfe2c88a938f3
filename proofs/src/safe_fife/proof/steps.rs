//! The effect of a step of Figure 3 on the variables of the process that makes it. The lines of the
//! model are proved to have this effect, and everything else about them follows from it.

use super::queue::{has_few, own, SafeQueue, Stage};
use doorway_core::logic::prelude::*;
use doorway_core::logic::ticket::before;
use doorway_core::ticket::INFINITY;

/// Whether p's ticket stays, and the place it entered with.
#[logic(open)]
pub fn ticket_stays<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        next.ticket(p, 0) == m.ticket(p, 0) && next.ticket(p, 1) == m.ticket(p, 1) && next.entered(p) == m.entered(p)
    }
}

/// Whether p's announcements stay.
#[logic(open)]
pub fn wants_stay<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! { forall<j, c> 0 <= j && j < m.n() && 0 <= c && c < 2 ==> next.wants(p, j, c) == m.wants(p, j, c) }
}

/// Whether p's captures stay.
#[logic(open)]
pub fn captures_stay<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! { forall<j, c> 0 <= j && j < m.n() && 0 <= c && c < 2 ==> next.captures(p, j, c) == m.captures(p, j, c) }
}

/// Whether p has stored its ticket in this copy of its announcement to i.
#[logic(open)]
pub fn announces<M: SafeQueue>(m: M, next: M, p: Int, i: Int, copy: Int) -> bool {
    pearlite! {
        forall<j, c> 0 <= j && j < m.n() && 0 <= c && c < 2 ==>
            next.wants(p, j, c) == if j == i && c == copy { m.private(p) } else { m.wants(p, j, c) }
    }
}

/// Whether p has stored its ticket in this copy of its capture of i.
#[logic(open)]
pub fn captures_one<M: SafeQueue>(m: M, next: M, p: Int, i: Int, copy: Int) -> bool {
    pearlite! {
        forall<j, c> 0 <= j && j < m.n() && 0 <= c && c < 2 ==>
            next.captures(p, j, c) == if j == i && c == copy { m.private(p) } else { m.captures(p, j, c) }
    }
}

/// The first process from `from` on that is not p.
#[logic(open)]
pub fn other(from: Int, p: Int) -> Int {
    if from == p {
        from + 1
    } else {
        from
    }
}

/// Whether p is at line 30 for the next process, or at line 31.
#[logic(open)]
pub fn goes_telling<M: SafeQueue>(next: M, p: Int, from: Int) -> bool {
    pearlite! {
        if other(from, p) < next.n() {
            next.stage(p) == Stage::Telling(other(from, p), 0)
        } else {
            next.stage(p) == Stage::Choosing(0, 0) && next.seen(p) == 0
        }
    }
}

/// Whether p is where line 36 leads.
#[logic(open)]
pub fn has_looked<M: SafeQueue>(next: M, p: Int) -> bool {
    pearlite! {
        if next.captured(p) || has_few(next, p) {
            next.stage(p) == Stage::Entering
        } else {
            match next.stage(p) {
                Stage::Pruning(i, copy) => 0 <= i && i < next.n() && copy == 1,
                _ => false,
            }
        }
    }
}

/// Whether p is at line 33 for the next process, or where lines 34 to 36 lead.
#[logic(open)]
pub fn goes_announcing<M: SafeQueue>(next: M, p: Int, from: Int) -> bool {
    pearlite! {
        if other(from, p) < next.n() {
            next.stage(p) == Stage::Announcing(other(from, p), 0)
        } else {
            has_looked(next, p) && !next.captured(p)
                && forall<q> 0 <= q && q < next.n() && q != p ==> next.predecessors(p)[q]
        }
    }
}

/// Lines 28 and 30, up to the first store.
#[logic(open)]
pub fn starts_telling<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! { next.stage(p) == Stage::Away || (next.private(p) == own(m, p) && goes_telling(next, p, 0)) }
}

/// Line 31: p reads i's ticket, the first place and then the second.
#[logic(open)]
pub fn chooses<M: SafeQueue>(m: M, next: M, p: Int, i: Int, copy: Int, loaded: Int) -> bool {
    pearlite! {
        if copy == 0 {
            next.stage(p) == Stage::Choosing(i, 1) && next.first(p) == loaded && next.seen(p) == m.seen(p)
        } else {
            next.seen(p) >= m.seen(p) && next.seen(p) >= m.first(p) && next.seen(p) >= loaded
                && if i + 1 < m.n() {
                    next.stage(p) == Stage::Choosing(i + 1, 0)
                } else {
                    (next.stage(p) == Stage::Chosen && next.private(p) == next.seen(p) + 1 && next.private(p) < INFINITY@)
                        || next.stage(p) == Stage::Leaving(0, 0)
                }
        }
    }
}

/// Line 31: p stores its ticket.
#[logic(open)]
pub fn takes<M: SafeQueue>(m: M, next: M, p: Int, at: Int) -> bool {
    pearlite! {
        next.entered(p) == m.entered(p) && next.ticket(p, at) == m.private(p) && next.ticket(p, 1 - at) == m.ticket(p, 1 - at)
            && next.private(p) == m.private(p) && goes_announcing(next, p, 0)
    }
}

/// Lines 38 and 39: p removes i from its set if it has now seen i behind for the second time.
#[logic(open)]
pub fn prunes<M: SafeQueue>(m: M, next: M, p: Int, i: Int, copy: Int, loaded: Int) -> bool {
    pearlite! {
        let behind = before(m.private(p), p, loaded, i);
        next.private(p) == m.private(p) && next.captured(p) == m.captured(p)
            && (forall<q> 0 <= q && q < m.n() ==>
                next.predecessors(p)[q] == (m.predecessors(p)[q] && !(q == i && copy == 0 && behind)))
            && match next.stage(p) {
                Stage::Pruning(j, d) => 0 <= j && j < m.n() && (d == 1 || (d == 0 && j == i && copy == 1 && behind)),
                Stage::Looking(j, d) => 0 <= j && j < m.n() && d == 1,
                _ => false,
            }
    }
}

/// Lines 41 and 42: p is captured if it has now seen so for the second time.
#[logic(open)]
pub fn looks<M: SafeQueue>(m: M, next: M, p: Int, i: Int, copy: Int, loaded: Int) -> bool {
    pearlite! {
        let overtaken = m.private(p) < loaded;
        next.private(p) == m.private(p) && next.predecessors(p) == m.predecessors(p)
            && next.captured(p) == (m.captured(p) || (copy == 0 && overtaken))
            && match next.stage(p) {
                Stage::Looking(j, d) => 0 <= j && j < m.n() && (d == 1 || (d == 0 && j == i && copy == 1 && overtaken)),
                _ => has_looked(next, p),
            }
    }
}

/// Line 43: p loads the place of the ticket that it last entered with, and then stores the other
/// place.
#[logic(open)]
pub fn enters<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        next.private(p) == m.private(p) && next.ticket(p, 0) == m.ticket(p, 0) && next.ticket(p, 1) == m.ticket(p, 1)
            && match next.stage(p) {
                Stage::Entering => next.entered(p) == m.entered(p) && next.captured(p) == m.captured(p)
                    && next.predecessors(p) == m.predecessors(p),
                Stage::Testing(i) => i == 0 && next.entered(p) == 1 - m.entered(p),
                _ => false,
            }
    }
}

/// Whether p is at line 44 for the next process, or inside.
#[logic(open)]
pub fn goes_on<M: SafeQueue>(next: M, p: Int, i: Int) -> bool {
    pearlite! { if i + 1 < next.n() { next.stage(p) == Stage::Testing(i + 1) } else { next.stage(p) == Stage::Inside } }
}

/// Line 45.
#[logic(open)]
pub fn captures<M: SafeQueue>(m: M, next: M, p: Int, i: Int, copy: Int) -> bool {
    pearlite! {
        next.private(p) == m.private(p)
            && captures_one(m, next, p, i, copy)
            && if copy == 0 { next.stage(p) == Stage::Capturing(i, 1) } else { goes_on(next, p, i) }
    }
}

/// Line 48.
#[logic(open)]
pub fn leaves<M: SafeQueue>(next: M, p: Int) -> bool {
    pearlite! {
        match next.stage(p) {
            Stage::Leaving(i, copy) => 0 <= i && i < next.n() && 0 <= copy && copy < 2,
            Stage::Away => true,
            _ => false,
        }
    }
}

/// The effect of a step of p on its variables, and on the register that it stores to.
#[logic(open)]
pub fn goes<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) -> bool {
    pearlite! {
        match m.stage(p) {
            Stage::Away => starts_telling(m, next, p),
            Stage::Telling(i, copy) => next.private(p) == m.private(p) && announces(m, next, p, i, copy)
                && if copy == 0 { next.stage(p) == Stage::Telling(i, 1) } else { goes_telling(next, p, i + 1) },
            Stage::Choosing(i, copy) => chooses(m, next, p, i, copy, loaded),
            Stage::Chosen => next.stage(p) == Stage::Taking(1 - m.entered(p)) && next.private(p) == m.private(p),
            Stage::Taking(at) => takes(m, next, p, at),
            Stage::Announcing(i, copy) => next.private(p) == m.private(p) && announces(m, next, p, i, copy)
                && if copy == 0 { next.stage(p) == Stage::Announcing(i, 1) } else { goes_announcing(next, p, i + 1) },
            Stage::Pruning(i, copy) => next.stage(p) == Stage::Leaving(0, 0) || prunes(m, next, p, i, copy, loaded),
            Stage::Looking(i, copy) => looks(m, next, p, i, copy, loaded),
            Stage::Entering => enters(m, next, p),
            Stage::Testing(i) => next.private(p) == m.private(p)
                && (next.stage(p) == Stage::Testing(i) || next.stage(p) == Stage::Capturing(i, 0) || goes_on(next, p, i)),
            Stage::Capturing(i, copy) => captures(m, next, p, i, copy),
            Stage::Inside => next.stage(p) == Stage::Leaving(0, 0),
            Stage::Leaving(_, _) => leaves(next, p),
        }
    }
}

/// Whether the registers that p's line does not store to stay.
#[logic(open)]
pub fn stores<M: SafeQueue>(m: M, next: M, p: Int) -> bool {
    pearlite! {
        (match m.stage(p) {
            Stage::Taking(_) | Stage::Entering => true,
            _ => ticket_stays(m, next, p),
        }) && (match m.stage(p) {
            Stage::Telling(_, _) | Stage::Announcing(_, _) | Stage::Leaving(_, _) => true,
            _ => wants_stay(m, next, p),
        }) && (match m.stage(p) {
            Stage::Capturing(_, _) => true,
            _ => captures_stay(m, next, p),
        })
    }
}

/// The whole effect of a step of p.
#[logic(open)]
pub fn steps<M: SafeQueue>(m: M, next: M, p: Int, loaded: Int) -> bool {
    pearlite! { goes(m, next, p, loaded) && stores(m, next, p) && next.predecessors(p).len() == m.n() }
}
