//! Variants of Algorithm 1: as it ships, as printed, and the mutants.

use core::fmt::Debug;
use core::hash::Hash;

/// How a process writes that it has discovered another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discovers {
    /// Two cells, with a load of `Reveal` before each: 4d and 4e.
    Twice,
    /// Two cells after one load.
    OneLoad,
    /// One cell.
    OneCell,
}

/// The order of the exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exits {
    /// 13, 14, 15.
    InOrder,
    /// 14, 13, 15.
    Late13,
    /// 13 and 14 only.
    KeepsCompete,
}

/// What a process does with `Allow` once it enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allows {
    /// Line 12: allows the processes before it.
    Before,
    /// Allows all processes.
    All,
    /// The same, but no process polls `Allow`: 11(b) is left out.
    Unread,
}

/// A variant.
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Whether the latch `Gone` is there.
    const LATCH: bool = true;
    /// Whether `Ignore` is there: lines 2 and 8, and its load in 11(a)ii.
    const IGNORE: bool = true;
    /// How a process writes its discoveries.
    const DISCOVERS: Discovers = Discovers::Twice;
    /// Whether line 4 skips a process that is discovered already.
    const GUARD: bool = true;
    /// Whether line 4c is there.
    const RESETS_ALLOW: bool = true;
    /// Whether line 4f is there.
    const CHECKS_AGAIN: bool = true;
    /// Whether line 5 is before line 6.
    const REVEALS_FIRST: bool = true;
    /// The processes that an entering process allows.
    const ALLOWS: Allows = Allows::Before;
    /// The order of the exit.
    const EXITS: Exits = Exits::InOrder;
}

macro_rules! variants {
    ($($(#[$doc:meta])* $name:ident { $($constants:tt)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Variant for $name {
            $($constants)*
        }
    )*};
}

variants! {
    /// As it ships.
    AsWritten {}
    /// As printed: no latch.
    AsPrinted { const LATCH: bool = false; }
    /// Mutant: `Ignore` is left out.
    NoIgnore { const IGNORE: bool = false; }
    /// Mutant: one cell of `Discover`.
    OneCell { const DISCOVERS: Discovers = Discovers::OneCell; }
    /// Mutant: 4e does not load `Reveal` again.
    OneLoad { const DISCOVERS: Discovers = Discovers::OneLoad; }
    /// Mutant: 4c is missing.
    No4c { const RESETS_ALLOW: bool = false; }
    /// Equivalent as far as seen: 4f is missing. One cell may stay set, until the next 4a or 4b. It was
    /// explored with n = 2 for ever, with cancellations, and with n = 3, k = 1 and 2, 1 and 1
    /// passages.
    No4f { const CHECKS_AGAIN: bool = false; }
    /// Mutant: 5 comes after 6.
    Late5 { const REVEALS_FIRST: bool = false; }
    /// Mutant: 12 allows all processes.
    AllowsAll { const ALLOWS: Allows = Allows::All; }
    /// Mutant: no process polls `Allow`.
    NoAllow { const ALLOWS: Allows = Allows::Unread; }
    /// Mutant: line 4 skips no process.
    NoGuard { const GUARD: bool = false; }
    /// Mutant: both.
    NoAllowNoGuard { const ALLOWS: Allows = Allows::Unread; const GUARD: bool = false; }
    /// As printed, without polls of `Allow`.
    PrintedNoAllow { const LATCH: bool = false; const ALLOWS: Allows = Allows::Unread; }
    /// As printed, but line 4 skips no process.
    PrintedNoGuard { const LATCH: bool = false; const GUARD: bool = false; }
    /// As printed, with both changes.
    PrintedNoAllowNoGuard {
        const LATCH: bool = false;
        const ALLOWS: Allows = Allows::Unread;
        const GUARD: bool = false;
    }
    /// Mutant: 13 comes after 14.
    Late13 { const EXITS: Exits = Exits::Late13; }
    /// Mutant: `Compete` is not reset.
    CompeteStays { const EXITS: Exits = Exits::KeepsCompete; const LATCH: bool = false; }
}
