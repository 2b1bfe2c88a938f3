//! Colored tickets.

use super::prelude::*;
use super::ticket::before;
use crate::color::Compared;

/// A color and a number in one word.
#[logic(open)]
pub fn packed(color: bool, number: Int) -> Int {
    pearlite! { 2 * number + if color { 1 } else { 0 } }
}

/// What a look at `theirs`, of j, shows to `me` with `mine`.
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

/// What is packed can be told apart again.
#[logic]
#[requires(number >= 0)]
#[ensures(packed(color, number) / 2 == number)]
#[ensures((packed(color, number) % 2 == 1) == color)]
#[ensures((packed(color, number) % 2 == 0) != color)]
pub fn unpacked(color: bool, number: Int) {}
