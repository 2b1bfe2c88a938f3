//! The chapters of the book, whose examples are compiled and run here. `tests/chapters.rs` checks that no chapter is missing.

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
    Cancellation = "cancellation.md",
    Checking = "checking.md",
    Choosing = "choosing.md",
    Ci = "ci.md",
    Command = "command.md",
    Decisions = "decisions.md",
    Glossary = "glossary.md",
    Guarantees = "guarantees.md",
    Invariants = "invariants.md",
    Kani = "kani.md",
    Measuring = "measuring.md",
    Memory = "memory.md",
    Model = "model.md",
    Slots = "slots.md",
    Start = "start.md",
    Timestamps = "timestamps.md",
    Trust = "trust.md",
    Waiting = "waiting.md",
    Why = "why.md",
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
