//! The predecessor set: whom a process in the waiting room still waits for.
//!
//! A set of process numbers, `set[i]` saying whether i is in it. It starts as everybody else, it only ever
//! shrinks, and the process may enter once fewer than k are left.

use crate::ticket::{precedes, Id, Ticket};
#[cfg(creusot)]
use {
    crate::logic::count::{count, members},
    crate::logic::prelude::*,
    crate::logic::ticket::before,
};

/// `predecessor_set := {1..N} \ {me}` (lines 18 and 34).
///
/// ```
/// let mut set = [false; 3];
/// doorway_core::predecessors::everyone_but(&mut set, 1);
/// assert_eq!(set, [true, false, true]);
/// ```
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures((^set)@.len() == set@.len()))]
#[cfg_attr(creusot, ensures(forall<i> 0 <= i && i < set@.len() ==> (^set)@[i] == (i != me@)))]
pub fn everyone_but(set: &mut [bool], me: Id) {
    #[cfg(creusot)]
    let n = snapshot!(set@.len());
    let mut i = 0;
    #[cfg_attr(creusot, variant(*n - i@))]
    #[cfg_attr(creusot, invariant(set@.len() == *n && i@ <= *n))]
    #[cfg_attr(creusot, invariant(forall<j> 0 <= j && j < i@ ==> set@[j] == (j != me@)))]
    while i < set.len() {
        set[i] = i != me;
        i += 1;
    }
}

/// Whether i, seen to want `want`, has no priority over me with `ticket` (the test of lines 21, 38 and 39).
///
/// It has none if it took a later ticket or does not want to enter at all, which is
/// [`INFINITY`](crate::ticket::INFINITY).
/// Serves Lemma 3: a process with priority is never let go of before it starts its exit protocol.
///
/// ```
/// use doorway_core::{predecessors::is_behind, ticket::INFINITY};
/// assert!(is_behind(5, 0, 6, 1)); // it took a later ticket
/// assert!(is_behind(5, 0, INFINITY, 1)); // it does not want to enter
/// assert!(!is_behind(5, 0, 4, 1));
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == before(ticket@, me@, want@, i@)))]
pub const fn is_behind(ticket: Ticket, me: Id, want: Ticket, i: Id) -> bool {
    precedes(ticket, me, want, i)
}

/// `predecessor_set := predecessor_set \ {i}` (lines 21 and 39). Outside the set's range: nothing to do.
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures((^set)@.len() == set@.len()))]
#[cfg_attr(creusot, ensures(forall<j> 0 <= j && j < set@.len() ==> (^set)@[j] == (set@[j] && j != i@)))]
pub fn remove(set: &mut [bool], i: Id) {
    if i < set.len() {
        set[i] = false;
    }
}

/// `|predecessor_set|`.
///
/// ```
/// assert_eq!(doorway_core::predecessors::size(&[true, false, true]), 2);
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result@ == count(members(set@), set@.len())))]
pub const fn size(set: &[bool]) -> usize {
    let mut size = 0;
    let mut i = 0;
    #[cfg_attr(creusot, variant(set@.len() - i@))]
    #[cfg_attr(creusot, invariant(size@ <= i@ && i@ <= set@.len()))]
    #[cfg_attr(creusot, invariant(size@ == count(members(set@), i@)))]
    while i < set.len() {
        if set[i] {
            size += 1;
        }
        i += 1;
    }
    size
}

/// The first process from `from` on that is not `me`.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(me@ < usize::MAX@))]
#[cfg_attr(creusot, ensures(result@ == if from@ == me@ { from@ + 1 } else { from@ }))]
#[must_use]
pub fn next_other(from: usize, me: usize) -> usize {
    if from == me {
        from + 1
    } else {
        from
    }
}
