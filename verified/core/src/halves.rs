//! A 64-bit ticket as two 32-bit halves, for processors whose widest atomic has 32 bits.
//!
//! The halves are written **low first** and read **high first** (Lamport, *Concurrent reading and
//! writing*, 1977: read in the reverse order of writing). While the ticket in a place only grows, a
//! torn read is then never above the newest ticket written: a reader that sees the new high half
//! also sees the new low half. In the other order a carry from (h, 2³²-1) to (h+1, 0) can be read
//! as (h+1, 2³²-1). The next ticket is then (h+2, 0), another carry, and tickets would jump by 2³²
//! again and again until none is left.
//!
//! A torn read may be *below* the old ticket. The second place of a ticket makes up for that: see
//! [`pair`](crate::pair).

#[cfg(creusot)]
use crate::logic::prelude::*;
use crate::ticket::Ticket;

/// The low and the high half of a ticket, in the order of writing.
///
/// ```
/// use doorway_core::halves::{join, split};
/// assert_eq!(split(0x0000_0001_ffff_fffe), (0xffff_fffe, 1));
/// assert_eq!(join(0xffff_fffe, 1), 0x0000_0001_ffff_fffe);
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(((result.1 as Ticket) << 32u64) | (result.0 as Ticket) == ticket))]
pub const fn split(ticket: Ticket) -> (u32, u32) {
    ((ticket & 0xffff_ffff) as u32, (ticket >> 32) as u32)
}

/// The ticket with these halves.
#[must_use]
#[inline]
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures((result & 0xffff_ffffu64) as u32 == low && (result >> 32u64) as u32 == high))]
pub const fn join(low: u32, high: u32) -> Ticket {
    ((high as Ticket) << 32) | low as Ticket
}
