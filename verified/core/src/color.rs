//! Colored tickets: Taubenfeld's Black-White Bakery.
//!
//! A ticket is a color and a number, in one register, because whoever reads one must read the other with it. The number is taken among the tickets of the same
//! color only; the shared bit `color` says which of the two colors is the newer, and the older goes first. So numbers start again with every change of the
//! color, and never exceed the number of processes.

#[cfg(creusot)]
use crate::logic::{
    color::{compares, packed},
    prelude::*,
};
use crate::ticket::{precedes, Choice, Id, Ticket, INFINITY};

/// A color: [`BLACK`] or [`WHITE`].
pub type Color = bool;

/// What the bit `color` is at first: any color would do.
pub const BLACK: Color = false;
/// The other one.
pub const WHITE: Color = true;

/// The largest number for which there is a ticket of either color among those up to `limit`.
///
/// ```
/// use doorway_core::color::most;
/// assert_eq!(most(254), 126); // what an 8-bit register has room for, besides ∞
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

/// The ticket with this color and number, in one word. With number 0, of either color, it is none.
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

/// The number of a ticket; 0 if it is none.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result@ == ticket@ / 2))]
pub const fn number(ticket: Ticket) -> Ticket {
    ticket / 2
}

/// A choice of number among the tickets of `mine`, after it has seen `ticket` too (line 3): one of the other color it passes over.
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

/// What a look at another's ticket has shown (lines 7 to 9).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Compared {
    /// It is not competing, or behind in the same color: go on to the next.
    Pass,
    /// It is ahead in the same color: wait.
    Wait,
    /// It has the other color: the bit `color` decides.
    Ask,
}

/// Looks at the ticket `theirs` of `j`, having `mine` as `me`.
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

/// Whether one of `mine` goes before one of the other color, when the bit is `color` (line 9): the newer color waits for the older.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (mine != color)))]
pub const fn goes_first(mine: Color, color: Color) -> bool {
    mine != color
}

/// What whoever enters with `mine` makes of the bit `color` (line 12): those who come from now on take the other color.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == !mine))]
pub const fn after(mine: Color) -> Color {
    !mine
}

/// The largest number a 64-bit ticket has room for.
pub const MOST: Ticket = INFINITY / 2 - 1;
