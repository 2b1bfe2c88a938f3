//! Colored tickets.

use super::prelude::*;
use super::ticket::before;
use crate::color::Compared;

/// A color and a number in one word.
#[logic(open)]
pub fn packed(color: bool, number: Int) -> Int {
    pearlite! { 2 * number + if color { 1 } else { 0 } }
}

/// Whether the last parameter is the result of comparing the ticket `theirs` of j with `mine` of
/// `me`.
#[logic(open)]
pub fn compares(theirs: Int, j: Int, mine: Int, me: Int, look: Compared) -> bool {
    pearlite! {
        match look {
            Compared::Pass => theirs / 2 == 0
                || (theirs % 2 == mine % 2 && !before(theirs / 2, j, mine / 2, me)),
            Compared::Wait => theirs / 2 != 0 && theirs % 2 == mine % 2,
            Compared::Ask => theirs / 2 != 0 && theirs % 2 != mine % 2,
        }
    }
}

/// Color and number can be recovered from a packed ticket.
#[logic]
#[requires(number >= 0)]
#[ensures(packed(color, number) / 2 == number)]
#[ensures((packed(color, number) % 2 == 1) == color)]
#[ensures((packed(color, number) % 2 == 0) != color)]
pub fn unpacked(color: bool, number: Int) {}
