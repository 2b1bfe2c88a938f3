//! The book's chapters, whose examples are compiled and run here. `tests/chapters.rs` looks that none is left out.

macro_rules! chapters {
    ($($name:ident = $file:literal),* $(,)?) => {$(
        #[doc = include_str!(concat!("../../../docs/src/", $file))]
        #[cfg(doctest)]
        #[derive(Debug)]
        pub struct $name;
    )*};
}

chapters! {
    ActiveSet = "active_set.md",
    Assumptions = "assumptions.md",
    Audit = "audit.md",
    Checking = "checking.md",
    Choosing = "choosing.md",
    Ci = "ci.md",
    Decisions = "decisions.md",
    Guarantees = "guarantees.md",
    Invariants = "invariants.md",
    Kani = "kani.md",
    Leaving = "cancellation.md",
    Measuring = "measuring.md",
    Memory = "memory.md",
    Slots = "slots.md",
    Trust = "trust.md",
    Waiting = "waiting.md",
}

/// The chapter of each lock of the catalogue.
macro_rules! locks {
    ($({ $module:ident, $lock:ident, $($rest:tt)* })*) => {$(
        #[doc = include_str!(concat!("../../../docs/src/", stringify!($module), ".md"))]
        #[cfg(doctest)]
        #[derive(Debug)]
        pub struct $lock;
    )*};
}
doorway_proofs::for_each_lock!(locks);
