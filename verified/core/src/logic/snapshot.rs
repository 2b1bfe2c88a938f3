//! Words of colors.

use super::prelude::*;
use crate::snapshot::Color;
use crate::ticket::{Id, Ticket};

/// Whether a word of colors of process `me` has room for a color for `q`.
#[logic(open)]
pub fn has_room(me: Id, q: Id) -> bool {
    pearlite! { me != q && me <= 32usize && q <= 32usize }
}

/// The place of the color for `q` in a word of process `me`.
#[logic(open)]
pub fn shift(me: Id, q: Id) -> usize {
    pearlite! { 2usize * (if q < me { q } else { q - 1usize }) }
}

/// The color for `q` in a word of colors of process `me`.
#[logic(open)]
pub fn color_in(colors: Ticket, me: Id, q: Id) -> Color {
    pearlite! { ((colors >> shift(me, q)) & 3u64) as Color }
}

/// Whether a word of colors is one of `n` processes: it has no bits but those of n - 1 colors.
#[logic(open)]
pub fn is_word(colors: Ticket, n: usize) -> bool {
    pearlite! { colors >> (2usize * (n - 1usize)) == 0u64 }
}

/// A word in which all colors are 0.
#[logic]
#[bitwise_proof]
#[ensures(forall<n: usize> 1usize <= n && n <= 32usize ==> is_word(0u64, n))]
pub fn no_colors() {}
