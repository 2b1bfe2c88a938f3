//! The variants of the printed algorithm, and its lines.

use super::BlackWhiteOf;

/// The places in which a variant differs from the printed algorithm.
pub trait Variant {
    /// Line 13 before line 12.
    const NUMBER_FIRST: bool = false;
    /// Line 2 after the loads of line 3.
    const COLOR_LATE: bool = false;
    /// Color and number loaded one after the other in line 3.
    const SPLIT: bool = false;
    /// Line 8 without its third clause.
    const NO_THIRD_8: bool = false;
    /// Line 9 without its third clause.
    const NO_THIRD_9: bool = false;
}

/// Declares variants.
macro_rules! variants {
    ($($(#[$doc:meta])* $variant:ident, $alias:ident $(: $flag:ident)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $variant;

        impl Variant for $variant {
            $(const $flag: bool = true;)?
        }

        $(#[$doc])*
        pub type $alias<const N: usize> = BlackWhiteOf<N, $variant>;
    )*};
}

variants! {
    /// As printed.
    Faithful, AsPrinted;
    /// Lines 12 and 13 swapped.
    NumberFirst, Swapped12And13: NUMBER_FIRST;
    /// The color is read after the numbers.
    ColorLate, ColorAfterNumber: COLOR_LATE;
    /// Color and number are read in two accesses.
    Apart, SplitTicket: SPLIT;
    /// The third clause of line 8 dropped.
    Short8, NoThirdClauseOf8: NO_THIRD_8;
    /// The third clause of line 9 dropped.
    Short9, NoThirdClauseOf9: NO_THIRD_9;
}

/// The line that a process is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// In the remainder.
    Remainder,
    /// About to store `choosing[p]`.
    L1,
    /// About to load `color`.
    L2,
    /// About to store `mycolor[p]`.
    L2Store,
    /// About to load the ticket of i, or its color.
    L3,
    /// About to load the number of i, after its color.
    L3Number,
    /// About to store its ticket.
    L3Store,
    /// About to store `choosing[p]`.
    L4,
    /// About to load `choosing[i]`.
    L6,
    /// About to load `mycolor[i]`.
    L7,
    /// About to evaluate the first, second or third term of line 8.
    L8(u8),
    /// About to evaluate the first, second or third term of line 9.
    L9(u8),
    /// Inside.
    L11,
    /// About to store `color`.
    L12,
    /// About to store `number[p]`.
    L13,
}

pub(super) const LINES: [Line; 19] = [
    Line::Remainder,
    Line::L1,
    Line::L2,
    Line::L2Store,
    Line::L3,
    Line::L3Number,
    Line::L3Store,
    Line::L4,
    Line::L6,
    Line::L7,
    Line::L8(1),
    Line::L8(2),
    Line::L8(3),
    Line::L9(1),
    Line::L9(2),
    Line::L9(3),
    Line::L11,
    Line::L12,
    Line::L13,
];
