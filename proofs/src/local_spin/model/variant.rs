//! Variants of Algorithm 4.

use core::fmt::Debug;
use core::hash::Hash;

/// The places in which variants of Algorithm 4 differ.
pub trait Variant: Copy + Eq + Hash + Debug {
    /// Every term of lines 13 to 17 is a separate load, line 4 stores `mycolor`, and line 21 comes
    /// after line 20.
    const AS_PRINTED: bool = false;
    /// Line 7 left out: `localS` stays what it was in line 3.
    const ONE_GETSET: bool = false;
    /// Line 10 after the test of line 11.
    const RAISES_CH_LATE: bool = false;
    /// Line 12 after the tests of lines 13 to 17.
    const RAISES_NU_LATE: bool = false;
    /// Lines 24 and 25 before 22 and 23.
    const TELLS_FIRST: bool = false;
    /// Lines 24 and 25 before 23.
    const LEAVES_LAST: bool = false;
}

macro_rules! variants {
    ($($(#[$doc:meta])* $variant:ident $(: $differs:ident)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $variant;

        impl Variant for $variant {
            $(const $differs: bool = true;)?
        }
    )*};
}

variants! {
    /// The algorithm as it is written.
    AsWritten;
    /// The algorithm as it is printed.
    AsPrinted: AS_PRINTED;
    /// The algorithm without the second `getset`.
    OneGetset: ONE_GETSET;
    /// Line 10 after its test.
    RaisesChLate: RAISES_CH_LATE;
    /// Line 12 after its test.
    RaisesNuLate: RAISES_NU_LATE;
    /// The spin bits are reset before the number is cleared.
    TellsFirst: TELLS_FIRST;
    /// The spin bits are reset before the process leaves the set. Explored as correct: see
    /// `facts.rs`.
    LeavesLast: LEAVES_LAST;
}
