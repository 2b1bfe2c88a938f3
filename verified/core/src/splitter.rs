//! A grid of splitters: Lamport's splitter, in the grid of Moir and Anderson.
//!
//! A splitter is two registers, X and Y. A process that comes to it stores its name in X. If Y is
//! set, it goes right. Otherwise it sets Y. It stops if X still has its name, and goes down if not.
//! Of the processes that come to a splitter at most one stops, not all go right, and not all go
//! down. A process that comes alone stops. So at most N - d processes come to a splitter on
//! diagonal d, and every process stops on the last diagonal at the latest.

#[cfg(creusot)]
use crate::logic::prelude::*;
use crate::ticket::{Id, Ticket};

/// The position of a splitter in the grid.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub struct Splitter {
    /// The number of steps from the corner.
    pub diagonal: usize,
    /// The number of these steps that go down.
    pub row: usize,
}

impl Splitter {
    /// The splitter at which every process begins.
    pub const CORNER: Splitter = Splitter {
        diagonal: 0,
        row: 0,
    };
}

/// Whether `me`, which has set Y, stops: X still has its name.
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

/// The name of a process in a register. 0 is the name of no process.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(me@ < usize::MAX@))]
#[cfg_attr(creusot, ensures(result@ == me@ + 1))]
pub const fn name(me: Id) -> Ticket {
    me as Ticket + 1
}

/// The process that owns a splitter, if it is a process other than `me`.
///
/// ```
/// use doorway_core::splitter::{name, other};
/// assert_eq!(other(name(2), 0, 3), Some(2));
/// assert_eq!(other(name(2), 2, 3), None);
/// assert_eq!(other(0, 2, 3), None); // no owner
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

/// The next splitter of a process that finds Y set.
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

/// The next splitter of a process that finds another name in X.
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

/// Whether the splitter is on the last diagonal of a grid for `slots` processes: at most one
/// process ever comes to it, and stops.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (at.diagonal@ + 1 >= slots@)))]
pub const fn is_last(at: Splitter, slots: usize) -> bool {
    at.diagonal >= slots || at.diagonal + 1 == slots
}

/// The next splitter of a scan by diagonals. The scan ends after the last splitter of all, and
/// after a diagonal to which no process came (`visited` is false): then no process has come to a
/// later diagonal.
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
