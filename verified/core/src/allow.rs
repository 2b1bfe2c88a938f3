//! The allow mechanism of Zehavi's lock: when a waiter may rely on what another process told it.
//!
//! A process q tells a waiter p two things: the order between them that its scan returned
//! (`Order<`), and that p may enter (`Allow`). What q told p in an earlier passage of p must not
//! count. So q also writes the two cells of `Discover`, each after it has loaded `Reveal` of p, and p
//! resets both cells when it leaves.

#[cfg(creusot)]
use crate::logic::prelude::*;

/// Whether q has told p that it allows p to enter, by the three registers of line 11(b).
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (discovered.0 && discovered.1 && allow)))]
pub const fn allows(discovered: (bool, bool), allow: bool) -> bool {
    discovered.0 && discovered.1 && allow
}

/// Whether q's information for p says that q is ordered after p, and is relevant: the registers of
/// line 11(a)ii.
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == (discovered.0 && discovered.1 && !ignore && !order)))]
pub const fn is_after(discovered: (bool, bool), ignore: bool, order: bool) -> bool {
    discovered.0 && discovered.1 && !ignore && !order
}
