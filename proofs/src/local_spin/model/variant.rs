//! What of Algorithm 4 can be different.

use core::fmt::Debug;
use core::hash::Hash;

/// A change of its order.
pub trait Variant: Copy + Eq + Hash + Debug {
    /// Every term of lines 13 to 17 a load of its own, `mycolor` stored in line 4, and line 21 after line 20.
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
    /// As it is written.
    AsWritten;
    /// As it is printed.
    AsPrinted: AS_PRINTED;
    /// Without the second `getset`.
    OneGetset: ONE_GETSET;
    /// Line 10 after its test.
    RaisesChLate: RAISES_CH_LATE;
    /// Line 12 after its test.
    RaisesNuLate: RAISES_NU_LATE;
    /// Told before the number is gone.
    TellsFirst: TELLS_FIRST;
    /// Told before it leaves. That does no harm.
    LeavesLast: LEAVES_LAST;
}
