//! Coloured tickets.

use super::prelude::*;
use super::ticket::before;
use crate::colour::Look;

/// A colour and a number in one word.
#[logic(open)]
pub fn packed(colour: bool, number: Int) -> Int {
    pearlite! { 2 * number + if colour { 1 } else { 0 } }
}

/// What a look at `theirs`, of j, shows to `me` with `mine`.
#[logic(open)]
pub fn looks(theirs: Int, j: Int, mine: Int, me: Int, look: Look) -> bool {
    pearlite! {
        match look {
            Look::Pass => theirs / 2 == 0
                || (theirs % 2 == mine % 2 && !before(theirs / 2, j, mine / 2, me)),
            Look::Wait => theirs / 2 != 0 && theirs % 2 == mine % 2,
            Look::Ask => theirs / 2 != 0 && theirs % 2 != mine % 2,
        }
    }
}

/// What is packed can be told apart again.
#[logic]
#[requires(number >= 0)]
#[ensures(packed(colour, number) / 2 == number)]
#[ensures((packed(colour, number) % 2 == 1) == colour)]
#[ensures((packed(colour, number) % 2 == 0) != colour)]
pub fn unpacked(colour: bool, number: Int) {}
