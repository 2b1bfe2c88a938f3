//! The private variables of a process in Danek's k-exclusion locks.

use crate::shape::Shape;
use core::fmt;
use doorway_core::ticket::Ticket;

/// The private variables of Figures 2 and 3.
pub struct Private<S: Shape> {
    /// `Ticket[p]`, which its owner need not read back.
    pub ticket: Ticket,
    /// Whom it waits for.
    pub predecessor_set: S::Array<bool>,
    /// Whether it was overtaken. Stays false in Figure 2 unshaded.
    pub captured: bool,
    /// Whether the guess was the ticket, so that everybody has been told.
    pub settled: bool,
    /// How many it still waits for, since the last look.
    pub(crate) left: usize,
}

impl<S: Shape> Private<S> {
    pub(crate) fn new(shape: &S) -> Self {
        Private {
            ticket: 0,
            predecessor_set: shape.array(|_| false),
            captured: false,
            settled: false,
            left: 0,
        }
    }
}

impl<S: Shape> fmt::Debug for Private<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Private")
            .field("ticket", &self.ticket)
            .field("predecessor_set", &self.predecessor_set.as_ref())
            .field("captured", &self.captured)
            .field("settled", &self.settled)
            .finish()
    }
}
