//! Capturing: a process that enters lets in all processes that it has overtaken (the shaded part of
//! Danek's Figure 2).

use crate::predecessors;
use crate::ticket::Ticket;
#[cfg(creusot)]
use {
    crate::logic::count::{count, members},
    crate::logic::prelude::*,
};

/// Whether the loop of the waiting room ends: fewer than k predecessors are left, or the process is
/// captured (the negated test of lines 19 and 36).
///
/// ```
/// use doorway_core::capture::may_enter;
/// assert!(may_enter(&[true, false, false], 2, false));
/// assert!(!may_enter(&[true, false, true], 2, false));
/// assert!(may_enter(&[true, false, true], 2, true)); // captured
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(
    result == (captured || count(members(predecessors@), predecessors@.len()) < k@)
))]
pub const fn may_enter(predecessors: &[bool], k: usize, captured: bool) -> bool {
    captured || predecessors::size(predecessors) < k
}

/// Whether a process that entered with ticket `entered` has overtaken a waiter with `ticket` (lines
/// 22, 41, 42).
///
/// The comparison is strict: k-exclusion requires that only smaller tickets are captured.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (ticket@ < entered@)))]
pub const fn overtaken(ticket: Ticket, entered: Ticket) -> bool {
    ticket < entered
}

/// Whether a process has to write its capture of i again: its last capture of i is `captured`, and
/// i's ticket is `ticket` (line 44).
///
/// Not while the old capture still counts. On safe registers a write could otherwise overlap every
/// read that i makes of it, and FIFE would be lost.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == !(ticket@ < captured@)))]
pub const fn is_stale(captured: Ticket, ticket: Ticket) -> bool {
    captured <= ticket
}
