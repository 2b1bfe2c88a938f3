//! The state of a process of `SafeFife`: its line and its private variables.

use doorway_core::ticket::{Choice, Ticket};

/// The line that a process is at. The names are the figure's line numbers. At a line that accesses
/// two copies or two places, `copy` says which is next.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub enum Line {
    /// In the remainder.
    L28,
    /// About to load its own ticket, for line 30.
    L30Load,
    /// About to store `Want[p][i]`.
    L30,
    /// About to load `Ticket[i]`.
    L31,
    /// About to load `entered[p]`.
    L31Place,
    /// About to store `Ticket[p]`.
    L31Store,
    /// About to store `Want[p][i]`.
    L33,
    /// About to load `Want[i][p]`.
    L38,
    /// About to load `Capture[i][p]`.
    L41,
    /// About to load `entered[p]`.
    L43Load,
    /// About to store `entered[p]`.
    L43,
    /// About to load its own `Capture[p][i]`.
    L44,
    /// About to load `Ticket[i]`.
    L44Ticket,
    /// About to store `Capture[p][i]`.
    L45,
    /// Inside.
    L46,
    /// About to store `Want[p][i]`.
    L48,
}

/// All lines.
#[cfg(not(creusot))]
pub(super) const LINES: [Line; 16] = [
    Line::L28,
    Line::L30Load,
    Line::L30,
    Line::L31,
    Line::L31Place,
    Line::L31Store,
    Line::L33,
    Line::L38,
    Line::L41,
    Line::L43Load,
    Line::L43,
    Line::L44,
    Line::L44Ticket,
    Line::L45,
    Line::L46,
    Line::L48,
];

/// A process: its line and its private variables.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Process<const N: usize> {
    /// The line it is at.
    pub line: Line,
    /// The loop variable.
    pub i: usize,
    /// The copy or place that is accessed next.
    pub copy: usize,
    /// The value that was loaded from the first place of a ticket, while it is needed.
    pub first: Ticket,
    /// The value that was loaded from its own capture, in line 44.
    pub captured_with: Ticket,
    /// The place for its new ticket.
    pub place: usize,
    /// The choice of line 31, while it is being made.
    pub choice: Choice,
    /// The ticket of this passage; in line 30, of the last passage.
    pub ticket: Ticket,
    /// The processes it waits for.
    pub predecessor_set: [bool; N],
    /// Whether the process knows that it was overtaken.
    pub captured: bool,
}
