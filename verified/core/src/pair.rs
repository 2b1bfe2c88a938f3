//! A ticket kept in two places: the repair of Danek's Figure 3.
//!
//! On safe registers a read that overlaps a write returns anything, so a single `Ticket[p]` can be read
//! as less than a ticket p has already entered with; Figure 3 as printed then lets two processes in with
//! k = 1. The repaired lock gives every process two places for its ticket. A passage writes its ticket to the place that does *not* hold the
//! ticket of the last passage in which the process entered. Whatever a read of the place being
//! written returns, the other place is quiet and holds that ticket.

#[cfg(creusot)]
use crate::logic::prelude::*;
use crate::ticket::Ticket;

/// The place of the two that a new passage writes, when the ticket last entered with is at `entered`.
///
/// ```
/// use doorway_core::pair::other;
/// assert_eq!((other(0), other(1)), (1, 0));
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result@ < 2 && result@ != entered@))]
pub const fn other(entered: usize) -> usize {
    if entered == 0 {
        1
    } else {
        0
    }
}

/// What the two places say: the larger.
///
/// Never below the quiet one, so never below the ticket its owner last entered with.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result@ == if first@ < second@ { second@ } else { first@ }))]
pub const fn latest(first: Ticket, second: Ticket) -> Ticket {
    if first < second {
        second
    } else {
        first
    }
}
