//! The snapshot of bounded timestamps: its colors and tags, and how registers hold them.
//!
//! A scan of process p picks a color for each other process q. An update of q notes, as a tag for p,
//! the color that it found. So p can tell whether q has stored a label since the scan picked the
//! color, and takes the label before it.

use crate::label::{pack, precedes, Label, Tag, NO_COLOR};
use crate::ticket::{Id, Ticket};

/// A color: 0 to 3.
pub type Color = u8;

/// A color that is none of these three.
///
/// ```
/// use doorway_core::snapshot::pick;
/// assert_eq!([pick(0, 0, 0), pick(4, 1, 0), pick(2, 0, 1)], [1, 2, 3]);
/// ```
#[must_use]
pub const fn pick(tag: Tag, announced: Color, present: Color) -> Color {
    let mut color = 0;
    while color < 3 && (color == tag || color == announced || color == present) {
        color += 1;
    }
    color
}

/// The place of the color for `q` in a word of process `me`, which has none for itself.
const fn place(me: Id, q: Id) -> u32 {
    2 * (if q < me { q } else { q - 1 }) as u32
}

/// The color for `q` in a word of colors of process `me`.
///
/// ```
/// use doorway_core::snapshot::{color_for, with_color};
/// let colors = with_color(with_color(0, 1, 0, 3), 1, 2, 2);
/// assert_eq!((color_for(colors, 1, 0), color_for(colors, 1, 2)), (3, 2));
/// ```
#[must_use]
pub const fn color_for(colors: Ticket, me: Id, q: Id) -> Color {
    (colors >> place(me, q) & 3) as Color
}

/// The word of colors with that color for `q`.
#[must_use]
pub const fn with_color(colors: Ticket, me: Id, q: Id, color: Color) -> Ticket {
    let at = place(me, q);
    colors & !(3 << at) | (color as Ticket) << at
}

/// The tag for a color that an update has loaded twice: that color, or none if it has changed.
#[must_use]
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
pub fn main_of<const N: usize>(label: &Label<N>, tags: &[Tag; N], me: Id) -> Ticket {
    pack(label, tags, me, Ticket::MAX).unwrap_or(0)
}

/// A label in a register of its own.
#[must_use]
pub fn saved_of<const N: usize>(label: &Label<N>) -> Ticket {
    main_of(label, &[0; N], 0)
}

/// The processes that are listed before `me`, as bits.
#[must_use]
pub fn listed_before<const N: usize>(labels: &[Label<N>; N], me: Id) -> u64 {
    let mut before = 0;
    let mut q = 0;
    while q < N {
        if q != me && precedes(&labels[q], q, &labels[me], me) {
            before |= 1 << q;
        }
        q += 1;
    }
    before
}
