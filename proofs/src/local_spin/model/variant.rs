//! What of Algorithm 4 can be different.

use core::fmt::Debug;
use core::hash::Hash;

/// A change of its order.
pub trait Variant: Copy + Eq + Hash + Debug {
    /// The name it goes by.
    const NAME: &'static str;
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
    ($($(#[$doc:meta])* $variant:ident = $name:literal $(, $differs:ident)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $variant;

        impl Variant for $variant {
            const NAME: &'static str = $name;
            $(const $differs: bool = true;)?
        }
    )*};
}

variants! {
    /// As it is written.
    AsWritten = "local-spin";
    /// As it is printed.
    AsPrinted = "local-spin-as-printed", AS_PRINTED;
    /// Without the second `getset`.
    OneGetset = "local-spin-one-getset", ONE_GETSET;
    /// Line 10 after its test.
    RaisesChLate = "local-spin-11-before-10", RAISES_CH_LATE;
    /// Line 12 after its test.
    RaisesNuLate = "local-spin-13-before-12", RAISES_NU_LATE;
    /// Told before the number is gone.
    TellsFirst = "local-spin-25-before-22", TELLS_FIRST;
    /// Told before it leaves. That does no harm.
    LeavesLast = "local-spin-25-before-23", LEAVES_LAST;
}
