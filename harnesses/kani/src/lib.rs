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
//! `mutants::<harness>` gives it a bent one and must panic. A mutant named `x` stands for the harnesses `x` and `x_…`
//! beside its `mutants`.
//!
//! The feature `full` adds what takes too long for every day.

#[cfg(kani)]
mod cores;
pub mod correspondence;
#[cfg(kani)]
mod induction;
#[cfg(all(kani, feature = "full"))]
mod interleaved;
#[cfg(kani)]
mod lock;
