//! Tickets: choosing one, and their order.

#[cfg(not(creusot))]
use core::fmt;
#[cfg(creusot)]
use {crate::logic::prelude::*, crate::logic::ticket::before};

/// A ticket: a natural number, or [`INFINITY`].
pub type Ticket = u64;

/// A process's number, from 0.
pub type Id = usize;

/// The value of `Want[p][i]` while p does not want to enter. It is larger than every ticket, and
/// never a ticket.
pub const INFINITY: Ticket = Ticket::MAX;

/// The error that no ticket is left above the largest one in use.
///
/// Registers are finite, unlike those of the papers. A lock without a ticket left refuses the
/// attempt: a ticket never wraps around.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub struct Exhausted;

#[cfg(not(creusot))]
impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the lock's tickets are used up: reset the lock while it is not in use, or choose a lock with wider tickets")
    }
}

/// The choice of a ticket in progress: `1 + max(Ticket[1], …, Ticket[N])` (lines 4, 15 and 31).
///
/// One register is read at a time, so the maximum is collected one ticket at a time.
///
/// For Lemma 1: a process that starts to choose after p has chosen sees p's ticket, and takes a
/// larger one.
///
/// ```
/// use doorway_core::ticket::{Choice, Exhausted};
/// assert_eq!(Choice::new().see(3).see(7).see(0).take(100), Ok(8));
/// assert_eq!(Choice::new().see(100).take(100), Err(Exhausted));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
#[must_use]
pub struct Choice {
    #[cfg(not(creusot))]
    largest: Ticket,
    /// Public for the proofs only: it defines the view of `Choice`, and `doorway-proofs` must see
    /// the definition.
    #[cfg(creusot)]
    pub largest: Ticket,
}

impl Choice {
    /// A choice that has seen no ticket yet.
    #[inline]
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result@ == 0))]
    pub const fn new() -> Self {
        Choice { largest: 0 }
    }

    /// The choice after it has also seen `ticket`.
    #[inline]
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result@ == if self@ < ticket@ { ticket@ } else { self@ }))]
    pub const fn see(self, ticket: Ticket) -> Self {
        if ticket > self.largest {
            Choice { largest: ticket }
        } else {
            self
        }
    }

    /// The largest ticket seen; 0 if none.
    #[must_use]
    #[inline]
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result@ == self@))]
    pub const fn largest(self) -> Ticket {
        self.largest
    }

    /// The ticket to take: one more than the largest seen.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if that would be above `limit`, the largest ticket that the lock's registers
    /// can hold, or would be [`INFINITY`].
    #[inline]
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(match result {
        Ok(ticket) => ticket@ == self@ + 1 && ticket@ <= limit@ && ticket@ < INFINITY@,
        Err(_) => self@ >= limit@ || self@ + 1 >= INFINITY@,
    }))]
    pub const fn take(self, limit: Ticket) -> Result<Ticket, Exhausted> {
        if self.largest < limit && self.largest < INFINITY - 1 {
            Ok(self.largest + 1)
        } else {
            Err(Exhausted)
        }
    }
}

/// Whether (`ticket`, `id`) goes before (`other_ticket`, `other`): the papers' `<`, lexicographic.
///
/// A strict total order on the pairs of distinct processes, as Lemmas 3 to 6 require: of two
/// waiting processes exactly one has priority.
///
/// ```
/// use doorway_core::ticket::precedes;
/// assert!(precedes(3, 9, 4, 0));
/// assert!(precedes(3, 0, 3, 1) && !precedes(3, 1, 3, 0)); // a tie: the smaller id
/// assert!(!precedes(3, 0, 3, 0));
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == before(ticket@, id@, other_ticket@, other@)))]
pub const fn precedes(ticket: Ticket, id: Id, other_ticket: Ticket, other: Id) -> bool {
    ticket < other_ticket || (ticket == other_ticket && id < other)
}
