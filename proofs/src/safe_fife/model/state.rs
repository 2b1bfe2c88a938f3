//! Where a process of `SafeFife` is, and its private variables.

use doorway_core::ticket::{Choice, Ticket};

/// Where a process is. The names are the figure's line numbers. Those that touch two copies or places have `copy` say which.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub enum Line {
    /// In the remainder.
    L28,
    /// About to load its own ticket, for 30.
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

/// All of them.
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

/// A process: where it is, and its private variables.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Process<const N: usize> {
    /// Where it is.
    pub line: Line,
    /// The loop variable.
    pub i: usize,
    /// The copy or place.
    pub copy: usize,
    /// What was loaded last and is still needed: the first place of a ticket.
    pub first: Ticket,
    /// What was loaded of its own capture, in line 44.
    pub captured_with: Ticket,
    /// The place for its new ticket.
    pub place: usize,
    /// The choice of line 31 under way.
    pub choice: Choice,
    /// The ticket of this passage; in line 30 of the last one.
    pub ticket: Ticket,
    /// Whom it waits for.
    pub predecessor_set: [bool; N],
    /// Whether it was overtaken.
    pub captured: bool,
}
