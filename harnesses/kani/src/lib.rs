//! What Kani proves of the code that ships, on every input up to a stated bound.
//!
//! `cargo kani` in the root runs everything here; `cargo doorway kani` does too, and fails as well when a cover is not
//! reached or a harness has no mutant. Without Kani this crate is empty.
//!
//! | module | about |
//! |---|---|
//! | `cores` | `doorway-core`: each core's contract, on every input |
//! | [`correspondence`] | `doorway`'s code makes exactly the step machine's accesses, phase by phase, whatever its loads return |
//! | `induction` | the machines' invariants: every step keeps them, from any state, and they imply k-exclusion |
//! | `interleaved` | the machines on real registers, in every order of a few accesses |
//! | `lock` | `doorway`: what every `unsafe` in it rests on |
//!
//! A property is a function, generic over what it is about. A harness gives it the real thing; a harness in
//! `mutants::<harness>` gives it a bent one and must panic. A mutant in `mutants::x` stands for the harnesses `x` and `x_…`
//! beside its `mutants`, and for those of the modules beside it: `correspondence::mutants::scan` for `correspondence::fife::scan_2`.
//!
//! What there is of every lock is made from `doorway_proofs::for_each_lock!`, a module for each: a new lock has its harnesses by its entry there.
//!
//! The feature `full` adds what takes too long for every day.

/// The cores, file by file as in `doorway-core`.
#[cfg(kani)]
mod cores {
    mod capture;
    mod halves;
    mod pair;
    mod predecessors;
    mod ticket;

    /// The largest N at which sets and choices are looked at; the same harness looks at every smaller one.
    const N: usize = 8;

    /// The same for mutants, which die at a smaller size already.
    const FEW: usize = 3;

    /// How many of `most`: any number.
    fn any_size(most: usize) -> usize {
        kani::any_where(|&n| n <= most)
    }
}
pub mod correspondence;
#[cfg(kani)]
mod induction;
#[cfg(all(kani, feature = "full"))]
mod interleaved;
/// What the `unsafe` code of `doorway` rests on, file by file as there.
///
/// Kani runs one thread: what happens between two accesses of one process is laid down by the harness, where it
/// matters ([`halves`], [`exclusion`]).
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

    /// A place for a register that does not ask for one.
    const ANYWHERE: Place = Place {
        array: Array::Ticket,
        writer: 0,
        home: 0,
        copy: 0,
    };
}
