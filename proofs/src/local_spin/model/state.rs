//! The state of a process of Algorithm 4.

use crate::active_set::Local;
use doorway_core::color::Color;
use doorway_core::ticket::{Choice, Ticket};

/// The line that a process is at. The names are the algorithm's line numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// About to store its color, as printed.
    L4Store,
    /// About to load the ticket of i.
    L5,
    /// About to store its own ticket.
    L5Store,
    /// About to store `choosing[p]`.
    L6,
    /// In the second `getset`.
    L7,
    /// About to store `spin.ch[i][p]`.
    L8,
    /// About to store `spin.ch[p][i]`.
    L10,
    /// About to load `choosing[i]`.
    L11,
    /// About to load `spin.ch[p][i]`.
    L11Await,
    /// About to store `spin.nu[p][i]`.
    L12,
    /// About to load the ticket of i.
    L13,
    /// As printed: about to load the ticket of i, for the first, second or third term of line 14,
    /// or the first or third of line 17.
    L14(u8),
    /// About to load `color`.
    L17,
    /// About to load `spin.nu[p][i]`: line 16 or 18.
    L18,
    /// About to store `color`.
    L21,
    /// Inside.
    L20,
    /// About to store its ticket.
    L22,
    /// In `leave`.
    L23,
    /// In the `getset` of the exit protocol.
    L24,
    /// About to store `spin.nu[i][p]`.
    L25,
}

pub(super) const LINES: [Line; 29] = [
    Line::Remainder,
    Line::L1,
    Line::L2,
    Line::L3,
    Line::L4,
    Line::L4Store,
    Line::L5,
    Line::L5Store,
    Line::L6,
    Line::L7,
    Line::L8,
    Line::L10,
    Line::L11,
    Line::L11Await,
    Line::L12,
    Line::L13,
    Line::L14(1),
    Line::L14(2),
    Line::L14(3),
    Line::L14(4),
    Line::L14(5),
    Line::L17,
    Line::L18,
    Line::L21,
    Line::L20,
    Line::L22,
    Line::L23,
    Line::L24,
    Line::L25,
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
    /// At line 25: whether the `getset` of line 24 has ended.
    pub told: bool,
    /// Its color, once it has loaded it.
    pub color: Color,
    /// The choice of line 5, while it is being made.
    pub choice: Choice,
    /// The number of this passage; 0 if there was none left.
    pub number: Ticket,
}
