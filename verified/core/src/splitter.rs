//! A grid of splitters: Lamport's, as Moir and Anderson put them together.
//!
//! A splitter is two registers, X and Y. Who comes writes its name to X, and goes right if Y says that somebody is past; else it says so itself, stops if X still
//! has its name, and goes down if not. Of those that come to one at most one stops, not all go right and not all go down: who comes alone stops. So on the diagonal d of a grid
//! no splitter sees more than N - d, and everybody has stopped by the last one.

#[cfg(creusot)]
use crate::logic::prelude::*;
use crate::ticket::{Id, Ticket};

/// A splitter of the grid: the diagonal it is on, and how often one has to go down to get there.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub struct Splitter {
    /// How many steps from the corner.
    pub diagonal: usize,
    /// How many of them go down.
    pub row: usize,
}

impl Splitter {
    /// Where everybody begins.
    pub const CORNER: Splitter = Splitter {
        diagonal: 0,
        row: 0,
    };
}

/// Whether `me`, past the door, stops: X still has its name.
///
/// ```
/// use doorway_core::splitter::{name, stops};
/// assert!(stops(name(3), 3));
/// assert!(!stops(name(2), 3));
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(me@ < usize::MAX@))]
#[cfg_attr(creusot, ensures(result == (x@ == me@ + 1)))]
pub const fn stops(x: Ticket, me: Id) -> bool {
    x == name(me)
}

/// The name of a process in a register, where 0 is nobody.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(me@ < usize::MAX@))]
#[cfg_attr(creusot, ensures(result@ == me@ + 1))]
pub const fn name(me: Id) -> Ticket {
    me as Ticket + 1
}

/// Whose the splitter is, if it is another's than `me`'s.
///
/// ```
/// use doorway_core::splitter::{name, other};
/// assert_eq!(other(name(2), 0, 3), Some(2));
/// assert_eq!(other(name(2), 2, 3), None);
/// assert_eq!(other(0, 2, 3), None); // nobody's
/// assert_eq!(other(name(3), 2, 3), None); // no process
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(match result {
    Some(id) => owner@ == id@ + 1 && id@ < slots@ && id != me,
    None => owner@ == 0 || owner@ > slots@ || owner@ == me@ + 1,
}))]
pub const fn other(owner: Ticket, me: Id, slots: usize) -> Option<Id> {
    if owner == 0 || owner > slots as Ticket {
        return None;
    }
    let id = (owner - 1) as Id;
    if id == me {
        None
    } else {
        Some(id)
    }
}

/// Where one goes from here if Y says that somebody is past.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(at.diagonal@ < usize::MAX@))]
#[cfg_attr(creusot, requires(at.row@ <= at.diagonal@))]
#[cfg_attr(creusot, ensures(result.diagonal@ == at.diagonal@ + 1 && result.row@ == at.row@))]
#[cfg_attr(creusot, ensures(result.row@ <= result.diagonal@))]
pub const fn right(at: Splitter) -> Splitter {
    Splitter {
        diagonal: at.diagonal + 1,
        row: at.row,
    }
}

/// Where one goes from here if X has another's name.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(at.diagonal@ < usize::MAX@))]
#[cfg_attr(creusot, requires(at.row@ <= at.diagonal@))]
#[cfg_attr(creusot, ensures(result.diagonal@ == at.diagonal@ + 1 && result.row@ == at.row@ + 1))]
#[cfg_attr(creusot, ensures(result.row@ <= result.diagonal@))]
pub const fn down(at: Splitter) -> Splitter {
    Splitter {
        diagonal: at.diagonal + 1,
        row: at.row + 1,
    }
}

/// Whether it is on the last diagonal of a grid for `slots` processes: only one ever comes there, and stops.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (at.diagonal@ + 1 >= slots@)))]
pub const fn is_last(at: Splitter, slots: usize) -> bool {
    at.diagonal >= slots || at.diagonal + 1 == slots
}

/// The splitter to look at after this one, by diagonals; none if it was the last of all, or of a diagonal to which nobody came: there is nobody further on.
///
/// ```
/// use doorway_core::splitter::{next, Splitter};
/// let corner = Splitter::CORNER;
/// let one = next(corner, true, 3).unwrap();
/// assert_eq!((one.diagonal, one.row), (1, 0));
/// assert_eq!(next(corner, false, 3), None);
/// let other = next(one, false, 3).unwrap(); // there is one more on the diagonal
/// assert_eq!((other.diagonal, other.row), (1, 1));
/// assert_eq!(next(other, false, 3), None);
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(at.row@ <= at.diagonal@ && at.diagonal@ < slots@))]
#[cfg_attr(creusot, ensures(match result {
    Some(to) => to.row@ <= to.diagonal@ && to.diagonal@ < slots@
        && if at.row@ < at.diagonal@ {
            to.diagonal@ == at.diagonal@ && to.row@ == at.row@ + 1
        } else {
            visited && to.diagonal@ == at.diagonal@ + 1 && to.row@ == 0
        },
    None => at.row@ == at.diagonal@ && (!visited || at.diagonal@ + 1 == slots@),
}))]
pub const fn next(at: Splitter, visited: bool, slots: usize) -> Option<Splitter> {
    if at.row < at.diagonal {
        Some(Splitter {
            diagonal: at.diagonal,
            row: at.row + 1,
        })
    } else if visited && at.diagonal + 1 < slots {
        Some(Splitter {
            diagonal: at.diagonal + 1,
            row: 0,
        })
    } else {
        None
    }
}
