//! What Kani proves of the code that ships, on every input up to a stated bound.
//!
//! `cargo kani` in the root runs everything here. `cargo doorway kani` does too, and also fails
//! when a cover is not reached or a harness has no mutant. Without Kani only [`correspondence`] is
//! compiled.
//!
//! | module | about |
//! |---|---|
//! | `cores` | `doorway-core`: each core's contract, on every input |
//! | [`correspondence`] | `doorway`'s code makes exactly the model's accesses, phase by phase, whatever its loads return |
//! | `induction` | the models' invariants: every step keeps them, from any state, and they imply k-exclusion |
//! | `interleaved` | the model of `KFcfs` on real registers, in every order of a few accesses |
//! | `lock` | `doorway`: the properties that its `unsafe` code relies on |
//!
//! A property is a function, generic over what it checks. A harness applies it to the shipped code;
//! a harness in `mutants::<harness>` applies it to a wrong variant and must panic. A mutant in
//! `mutants::x` counts for the harnesses `x` and `x_…` beside its `mutants`, and for those of the
//! modules beside it: `correspondence::mutants::scan` counts for `correspondence::fife::scan_2`.
//!
//! The harnesses of each lock are generated from `doorway_proofs::for_each_lock!`, a module for
//! each lock: a new lock gets its harnesses by its entry there.
//!
//! The feature `full` adds the harnesses that take too long for every day.

/// The cores, file by file as in `doorway-core`.
#[cfg(kani)]
mod cores {
    mod capture;
    mod halves;
    mod label;
    mod pair;
    mod predecessors;
    mod ticket;

    /// The largest size of sets and choices that is checked; the same harness checks every smaller size.
    const N: usize = 8;

    /// The same for mutants, which die at smaller sizes.
    const FEW: usize = 3;

    /// Any size up to `most`.
    fn any_size(most: usize) -> usize {
        kani::any_where(|&n| n <= most)
    }
}
pub mod correspondence;
#[cfg(kani)]
mod induction;
#[cfg(all(kani, feature = "full"))]
mod interleaved;
/// The properties that the `unsafe` code of `doorway` relies on, file by file as there.
///
/// Kani runs one thread: where it matters, the harness decides what happens between two accesses of
/// one process ([`halves`], [`exclusion`]).
#[cfg(kani)]
mod lock {
    mod exclusion;
    mod halves;
    mod layout;
    #[cfg(feature = "lock_api")]
    mod lock_api;
    mod memory;
    mod mutex;
    mod participant;

    use doorway::memory::{Array, Place};

    /// The place of a register whose place does not matter.
    const ANYWHERE: Place = Place {
        array: Array::Ticket,
        writer: 0,
        home: 0,
        copy: 0,
    };
}
