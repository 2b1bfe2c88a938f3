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
    Adaptive = "adaptive.md",
    Assumptions = "assumptions.md",
    Audit = "audit.md",
    Bakery = "bakery.md",
    BlackWhite = "black_white.md",
    Checking = "checking.md",
    Choosing = "choosing.md",
    Ci = "ci.md",
    Decisions = "decisions.md",
    Fife = "fife.md",
    Guarantees = "guarantees.md",
    Invariants = "invariants.md",
    Kani = "kani.md",
    Kfcfs = "kfcfs.md",
    Leaving = "leaving.md",
    LocalSpin = "local_spin.md",
    Measuring = "measuring.md",
    Memory = "memory.md",
    SafeFife = "safe_fife.md",
    Slots = "slots.md",
    Trust = "trust.md",
    Waiting = "waiting.md",
}
