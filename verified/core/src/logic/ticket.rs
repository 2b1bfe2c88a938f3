//! The order on pairs (ticket, id), and the view of a choice.

use super::prelude::*;
use crate::ticket::Choice;

impl View for Choice {
    type ViewTy = Int;

    /// The largest ticket seen; 0 if none.
    #[logic(open)]
    fn view(self) -> Int {
        pearlite! { self.largest@ }
    }
}

/// The papers' `<`: lexicographic.
#[logic(open)]
pub fn before(ticket: Int, id: Int, other_ticket: Int, other: Int) -> bool {
    pearlite! { ticket < other_ticket || (ticket == other_ticket && id < other) }
}

/// `<` is irreflexive.
#[logic]
#[ensures(!before(t, p, t, p))]
pub fn irreflexive(t: Int, p: Int) {}

/// `<` is transitive.
#[logic]
#[requires(before(t, p, u, q) && before(u, q, v, r))]
#[ensures(before(t, p, v, r))]
pub fn transitive(t: Int, p: Int, u: Int, q: Int, v: Int, r: Int) {}

/// `<` is total: of two processes with tickets, exactly one goes first.
#[logic]
#[requires(p != q)]
#[ensures(before(t, p, u, q) != before(u, q, t, p))]
pub fn total(t: Int, p: Int, u: Int, q: Int) {}
