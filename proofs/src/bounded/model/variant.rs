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

/// A variant.
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Whether the latch `Gone` is there.
    const LATCH: bool = true;
    /// Whether `Ignore` is there: lines 2 and 8, and its load in 11(a)ii.
    const IGNORE: bool = true;
    /// How a process writes its discoveries.
    const DISCOVERS: Discovers = Discovers::Twice;
    /// Whether line 4c is there.
    const RESETS_ALLOW: bool = true;
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
    /// Mutant: 13 comes after 14.
    Late13 { const EXITS: Exits = Exits::Late13; }
    /// Mutant: `Compete` is not reset.
    CompeteStays { const EXITS: Exits = Exits::KeepsCompete; const LATCH: bool = false; }
}
