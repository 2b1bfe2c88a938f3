//! A ticket stored in two places: the repair of Danek's Figure 3.
//!
//! On safe registers a read that overlaps a write returns any value, so a single `Ticket[p]` can be
//! read as less than a ticket that p has already entered with. Figure 3 as printed then admits two
//! holders with k = 1. In the repaired lock every process has two places for its ticket. A passage
//! writes its ticket to the place that does *not* hold the ticket of the last passage in which the
//! process entered. Whatever a read of the place being written returns, no write overlaps a read of
//! the other place, and that place holds that ticket.

#[cfg(creusot)]
use crate::logic::prelude::*;
use crate::ticket::Ticket;

/// The place that a new passage writes, when the ticket last entered with is at place `entered`.
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

/// The value of a ticket in two places: the larger of the two.
///
/// It is never below the place that is not being written, so never below the ticket that its owner
/// last entered with.
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
