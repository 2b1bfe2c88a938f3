//! Colored tickets: Taubenfeld's Black-White Bakery.
//!
//! A ticket is a color and a number, in one register, because a reader must read both at once. The
//! number is taken among the tickets of the same color only. The shared bit `color` says which of
//! the two colors is newer; the older color goes first. So numbers start again with every change of
//! the color. While no process cancels, they do not exceed the number of processes.

#[cfg(creusot)]
use crate::logic::{
    color::{compares, packed},
    prelude::*,
};
use crate::ticket::{precedes, Choice, Id, Ticket, INFINITY};

/// A color: [`BLACK`] or [`WHITE`].
pub type Color = bool;

/// The initial value of the bit `color`. (The algorithm works with either.)
pub const BLACK: Color = false;
/// The other color.
pub const WHITE: Color = true;

/// The largest number for which both colors have a ticket of at most `limit`.
///
/// ```
/// use doorway_core::color::most;
/// assert_eq!(most(254), 126); // 8-bit registers: 255 is ∞
/// assert_eq!(most(u64::MAX - 1), doorway_core::color::MOST);
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(2 * result@ < limit@ || (result@ == 0 && limit@ == 0)))]
pub const fn most(limit: Ticket) -> Ticket {
    if limit == 0 {
        0
    } else {
        (limit - 1) / 2
    }
}

/// The ticket with this color and number, in one word. Number 0, of either color, means no ticket.
///
/// ```
/// use doorway_core::color::{color_of, number, ticket, BLACK, WHITE};
/// assert_eq!((color_of(ticket(WHITE, 3)), number(ticket(WHITE, 3))), (WHITE, 3));
/// assert_eq!((color_of(ticket(BLACK, 3)), number(ticket(BLACK, 3))), (BLACK, 3));
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(number@ <= MOST@ ==> result@ == packed(color, number@)))]
pub const fn ticket(color: Color, number: Ticket) -> Ticket {
    if number > MOST {
        INFINITY // never taken
    } else if color {
        2 * number + 1
    } else {
        2 * number
    }
}

/// The color of a ticket.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (ticket@ % 2 == 1)))]
pub const fn color_of(ticket: Ticket) -> Color {
    ticket % 2 == 1
}

/// The number of a ticket; 0 for no ticket.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result@ == ticket@ / 2))]
pub const fn number(ticket: Ticket) -> Ticket {
    ticket / 2
}

/// The choice of a number among the tickets of color `mine`, after it has also seen `ticket` (line
/// 3). Tickets of the other color do not count.
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result@ == if (ticket@ % 2 == 1) == mine && choice@ < ticket@ / 2 { ticket@ / 2 } else { choice@ }))]
pub const fn see(choice: Choice, mine: Color, ticket: Ticket) -> Choice {
    if color_of(ticket) == mine {
        choice.see(number(ticket))
    } else {
        choice
    }
}

/// The result of comparing with another process's ticket (lines 7 to 9).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Compared {
    /// The other process is not competing, or is behind in the same color: go on to the next
    /// process.
    Pass,
    /// The other process is ahead in the same color: wait.
    Wait,
    /// The other process has the other color: the bit `color` decides.
    Ask,
}

/// Compares the ticket `theirs` of process `j` with the ticket `mine` of process `me`.
///
/// ```
/// use doorway_core::color::{compare, ticket, Compared, BLACK, WHITE};
/// let mine = ticket(WHITE, 2);
/// assert_eq!(compare(0, 0, mine, 1), Compared::Pass);
/// assert_eq!(compare(ticket(WHITE, 1), 2, mine, 1), Compared::Wait);
/// assert_eq!(compare(ticket(WHITE, 2), 0, mine, 1), Compared::Wait); // a tie: the smaller id
/// assert_eq!(compare(ticket(WHITE, 2), 2, mine, 1), Compared::Pass);
/// assert_eq!(compare(ticket(BLACK, 9), 2, mine, 1), Compared::Ask);
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(compares(theirs@, j@, mine@, me@, result)))]
pub const fn compare(theirs: Ticket, j: Id, mine: Ticket, me: Id) -> Compared {
    if number(theirs) == 0 {
        Compared::Pass
    } else if color_of(theirs) != color_of(mine) {
        Compared::Ask
    } else if precedes(number(theirs), j, number(mine), me) {
        Compared::Wait
    } else {
        Compared::Pass
    }
}

/// Whether a ticket of color `mine` goes before a ticket of the other color, when the bit is
/// `color` (line 9): the newer color waits for the older one.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (mine != color)))]
pub const fn goes_first(mine: Color, color: Color) -> bool {
    mine != color
}

/// The value of the bit `color` after a process with a ticket of color `mine` has entered (line
/// 12): later arrivals take the other color.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == !mine))]
pub const fn after(mine: Color) -> Color {
    !mine
}

/// The largest number a 64-bit ticket has room for.
pub const MOST: Ticket = INFINITY / 2 - 1;
