//! Coloured tickets: Taubenfeld's Black-White Bakery.
//!
//! A ticket is a colour and a number, in one register, because whoever reads one must read the other with it. The number is taken among the tickets of the same
//! colour only; the shared bit `color` says which of the two colours is the newer, and the older goes first. So numbers start again with every change of the
//! colour, and never exceed the number of processes.

#[cfg(creusot)]
use crate::logic::{
    colour::{looks, packed},
    prelude::*,
};
use crate::ticket::{precedes, Choice, Id, Ticket, INFINITY};

/// A colour: [`BLACK`] or [`WHITE`].
pub type Colour = bool;

/// What the bit `color` is at first: any colour would do.
pub const BLACK: Colour = false;
/// The other one.
pub const WHITE: Colour = true;

/// The largest number for which there is a ticket of either colour among those up to `limit`.
///
/// ```
/// use doorway_core::colour::most;
/// assert_eq!(most(254), 126); // what an 8-bit register has room for, besides ∞
/// assert_eq!(most(u64::MAX - 1), doorway_core::colour::MOST);
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

/// The ticket with this colour and number, in one word. With number 0, of either colour, it is none.
///
/// ```
/// use doorway_core::colour::{colour, number, ticket, BLACK, WHITE};
/// assert_eq!((colour(ticket(WHITE, 3)), number(ticket(WHITE, 3))), (WHITE, 3));
/// assert_eq!((colour(ticket(BLACK, 3)), number(ticket(BLACK, 3))), (BLACK, 3));
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(number@ <= MOST@ ==> result@ == packed(colour, number@)))]
pub const fn ticket(colour: Colour, number: Ticket) -> Ticket {
    if number > MOST {
        INFINITY // never taken
    } else if colour {
        2 * number + 1
    } else {
        2 * number
    }
}

/// The colour of a ticket.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (ticket@ % 2 == 1)))]
pub const fn colour(ticket: Ticket) -> Colour {
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

/// A choice of number among the tickets of `mine`, after it has seen `ticket` too (line 3): one of the other colour it passes over.
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result@ == if (ticket@ % 2 == 1) == mine && choice@ < ticket@ / 2 { ticket@ / 2 } else { choice@ }))]
pub const fn see(choice: Choice, mine: Colour, ticket: Ticket) -> Choice {
    if colour(ticket) == mine {
        choice.see(number(ticket))
    } else {
        choice
    }
}

/// What a look at another's ticket has shown (lines 7 to 9).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Look {
    /// It is not competing, or behind in the same colour: go on to the next.
    Pass,
    /// It is ahead in the same colour: wait.
    Wait,
    /// It has the other colour: the bit `color` decides.
    Ask,
}

/// Looks at the ticket `theirs` of `j`, having `mine` as `me`.
///
/// ```
/// use doorway_core::colour::{look, ticket, Look, BLACK, WHITE};
/// let mine = ticket(WHITE, 2);
/// assert_eq!(look(0, 0, mine, 1), Look::Pass);
/// assert_eq!(look(ticket(WHITE, 1), 2, mine, 1), Look::Wait);
/// assert_eq!(look(ticket(WHITE, 2), 0, mine, 1), Look::Wait); // a tie: the smaller id
/// assert_eq!(look(ticket(WHITE, 2), 2, mine, 1), Look::Pass);
/// assert_eq!(look(ticket(BLACK, 9), 2, mine, 1), Look::Ask);
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(looks(theirs@, j@, mine@, me@, result)))]
pub const fn look(theirs: Ticket, j: Id, mine: Ticket, me: Id) -> Look {
    if number(theirs) == 0 {
        Look::Pass
    } else if colour(theirs) != colour(mine) {
        Look::Ask
    } else if precedes(number(theirs), j, number(mine), me) {
        Look::Wait
    } else {
        Look::Pass
    }
}

/// Whether one of `mine` goes before one of the other colour, when the bit is `color` (line 9): the newer colour waits for the older.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (mine != color)))]
pub const fn goes_first(mine: Colour, color: Colour) -> bool {
    mine != color
}

/// What whoever enters with `mine` makes of the bit `color` (line 12): those who come from now on take the other colour.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == !mine))]
pub const fn after(mine: Colour) -> Colour {
    !mine
}

/// The largest number a 64-bit ticket has room for.
pub const MOST: Ticket = INFINITY / 2 - 1;
