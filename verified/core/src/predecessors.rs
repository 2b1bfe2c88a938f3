//! The predecessor set: the processes that a process in the waiting room still waits for.
//!
//! A set of process numbers: `set[i]` says whether i is a member. At first all other processes are
//! members. The set only shrinks, and the process may enter when fewer than k members are left.

use crate::ticket::{precedes, Id, Ticket};
#[cfg(creusot)]
use {
    crate::logic::count::{count, members},
    crate::logic::prelude::*,
    crate::logic::ticket::before,
};

/// Makes all processes but `me` members: `predecessor_set := {1..N} \ {me}` (lines 18 and 34).
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

/// Whether process `i`, which announces `want`, has no priority over process `me` with `ticket`
/// (the test of lines 21, 38 and 39).
///
/// It has no priority if it took a larger ticket, or does not want to enter
/// ([`INFINITY`](crate::ticket::INFINITY)). For Lemma 3: a process with priority stays in the set
/// until it starts its exit protocol.
///
/// ```
/// use doorway_core::{predecessors::is_behind, ticket::INFINITY};
/// assert!(is_behind(5, 0, 6, 1)); // it took a larger ticket
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

/// Removes i: `predecessor_set := predecessor_set \ {i}` (lines 21 and 39). Does nothing if i is
/// out of range.
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures((^set)@.len() == set@.len()))]
#[cfg_attr(creusot, ensures(forall<j> 0 <= j && j < set@.len() ==> (^set)@[j] == (set@[j] && j != i@)))]
pub fn remove(set: &mut [bool], i: Id) {
    if i < set.len() {
        set[i] = false;
    }
}

/// The number of members: `|predecessor_set|`.
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

/// The first process from `from` on other than `me`.
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
