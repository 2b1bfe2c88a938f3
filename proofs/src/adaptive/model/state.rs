//! The state of a process of Algorithm 3.

use crate::active_set::Local;
use doorway_core::color::Color;
use doorway_core::ticket::{Choice, Ticket};

/// The line that a process is at. The names are the algorithm's line numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// In the remainder.
    Remainder,
    /// In `join`.
    L1,
    /// About to store `choosing[p]`.
    L2,
    /// In the first `getset`.
    L3,
    /// About to load `color`.
    L4,
    /// About to load the ticket of i.
    L5,
    /// About to store its own ticket.
    L5Store,
    /// About to store `choosing[p]`.
    L6,
    /// In the second `getset`.
    L7,
    /// About to load `choosing[i]`.
    L9,
    /// About to load the ticket of i.
    L10,
    /// About to load `color`.
    L12,
    /// About to store `color`.
    L15,
    /// Inside.
    L14,
    /// About to store its ticket.
    L16,
    /// In `leave`.
    L17,
}

pub(super) const LINES: [Line; 16] = [
    Line::Remainder,
    Line::L1,
    Line::L2,
    Line::L3,
    Line::L4,
    Line::L5,
    Line::L5Store,
    Line::L6,
    Line::L7,
    Line::L9,
    Line::L10,
    Line::L12,
    Line::L15,
    Line::L14,
    Line::L16,
    Line::L17,
];

/// A process: its line and its private variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process<const N: usize> {
    /// The line it is at.
    pub line: Line,
    /// The process that the line is about, if any.
    pub i: usize,
    /// `localS`: the members that the last `getset` has found.
    pub local: Local<N>,
    /// The place of i in `localS`.
    pub at: usize,
    /// Its color, once it has loaded it.
    pub color: Color,
    /// The choice of line 5, while it is being made.
    pub choice: Choice,
    /// The number of this passage; 0 if there was none left.
    pub number: Ticket,
}
