//! The snapshot of bounded timestamps: its colors and tags, and how registers hold them.
//!
//! A scan of process p picks a color for each other process q. An update of q notes, as a tag for p,
//! the color that it found. So p can tell whether q has stored a label since the scan picked the
//! color, and takes the label before it.

use crate::label::{pack, precedes, Label, Tag, NO_COLOR};
use crate::set::{with, Set};
use crate::ticket::{Id, Ticket};
#[cfg(creusot)]
use {
    crate::logic::label::{are_digits, are_packed, are_tags, fourteen_fit, goes_before},
    crate::logic::prelude::*,
    crate::logic::set::{is_in, none_is_in},
    crate::logic::snapshot::{color_in, has_room, is_word, shift},
};

/// A color: 0 to 3.
pub type Color = u8;

/// A color that is none of these three.
///
/// ```
/// use doorway_core::snapshot::pick;
/// assert_eq!([pick(0, 0, 0), pick(4, 1, 0), pick(2, 0, 1)], [1, 2, 3]);
/// ```
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result <= 3u8 && result != tag && result != announced && result != present))]
pub const fn pick(tag: Tag, announced: Color, present: Color) -> Color {
    let mut color = 0;
    #[cfg_attr(creusot, variant(3 - color@))]
    #[cfg_attr(creusot, invariant(color@ <= 3))]
    #[cfg_attr(creusot, invariant(color@ >= 1 ==> tag@ == 0 || announced@ == 0 || present@ == 0))]
    #[cfg_attr(creusot, invariant(color@ >= 2 ==> tag@ == 1 || announced@ == 1 || present@ == 1))]
    #[cfg_attr(creusot, invariant(color@ >= 3 ==> tag@ == 2 || announced@ == 2 || present@ == 2))]
    while color < 3 && (color == tag || color == announced || color == present) {
        color += 1;
    }
    color
}

/// The place of the color for `q` in a word of process `me`, which has none for itself.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(has_room(me, q)))]
#[cfg_attr(creusot, ensures(result == shift(me, q) && result <= 62usize))]
const fn place(me: Id, q: Id) -> usize {
    2 * (if q < me { q } else { q - 1 })
}

/// The color for `q` in a word of colors of process `me`. Requires two different processes, of at
/// most 33.
///
/// ```
/// use doorway_core::snapshot::{color_for, with_color};
/// let colors = with_color(with_color(0, 1, 0, 3), 1, 2, 2);
/// assert_eq!((color_for(colors, 1, 0), color_for(colors, 1, 2)), (3, 2));
/// ```
#[must_use]
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(has_room(me, q)))]
#[cfg_attr(creusot, ensures(result == color_in(colors, me, q) && result <= 3u8))]
pub const fn color_for(colors: Ticket, me: Id, q: Id) -> Color {
    (colors >> place(me, q) & 3) as Color
}

/// The word of colors with that color for `q`. Requires the same as [`color_for`].
#[must_use]
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(has_room(me, q) && color <= 3u8))]
#[cfg_attr(creusot, ensures(color_in(result, me, q) == color))]
#[cfg_attr(creusot, ensures(forall<i: Id> has_room(me, i) && i != q ==> color_in(result, me, i) == color_in(colors, me, i)))]
#[cfg_attr(creusot, ensures(forall<n: Id> me < n && q < n && n <= 32usize && is_word(colors, n) ==> is_word(result, n)))]
pub const fn with_color(colors: Ticket, me: Id, q: Id, color: Color) -> Ticket {
    let at = place(me, q);
    colors & !(3 << at) | (color as Ticket) << at
}

/// The tag for a color that an update has loaded twice: that color, or none if it has changed.
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == if first == second { first } else { NO_COLOR }))]
pub const fn tag(first: Color, second: Color) -> Tag {
    if first == second {
        first
    } else {
        NO_COLOR
    }
}

/// `Main` of process `me`: its label and its tags. A lock refuses more processes than a register has
/// room for when it is made, so there is room here.
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(0 < N@ && N@ <= 14 && are_digits(label@) && are_tags(tags@)
    ==> are_packed(result@, label@, tags@, me@, N@)))]
pub fn main_of<const N: usize>(label: &Label<N>, tags: &[Tag; N], me: Id) -> Ticket {
    #[cfg(creusot)]
    let _ = snapshot!(if N@ <= 14 { fourteen_fit(N@) });
    pack(label, tags, me, Ticket::MAX).unwrap_or(0)
}

/// A label in a register of its own.
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(0 < N@ && N@ <= 14 && are_digits(label@)
    ==> exists<tags: Seq<Tag>> are_packed(result@, label@, tags, 0, N@)))]
pub fn saved_of<const N: usize>(label: &Label<N>) -> Ticket {
    main_of(label, &[0; N], 0)
}

/// The processes that are listed before `me`, as bits. Requires at most 64 processes.
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(me@ < N@ && N@ <= 64))]
#[cfg_attr(creusot, ensures(forall<i: Id> i@ < 64 ==> is_in(result, i)
    == (i@ < N@ && i != me && goes_before(labels@[i@]@, i@, labels@[me@]@, me@, 0, N@))))]
pub fn listed_before<const N: usize>(labels: &[Label<N>; N], me: Id) -> Set {
    let mut before = 0;
    let mut q = 0;
    #[cfg(creusot)]
    let _ = snapshot!(none_is_in());
    #[cfg_attr(creusot, variant(N@ - q@))]
    #[cfg_attr(creusot, invariant(q@ <= N@))]
    #[cfg_attr(creusot, invariant(forall<i: Id> i@ < 64 ==> is_in(before, i)
        == (i@ < q@ && i != me && goes_before(labels@[i@]@, i@, labels@[me@]@, me@, 0, N@))))]
    while q < N {
        if q != me && precedes(&labels[q], q, &labels[me], me) {
            before = with(before, q);
        }
        q += 1;
    }
    before
}
