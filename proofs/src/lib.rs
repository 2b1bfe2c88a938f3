//! The models of doorway's locks, their invariants, and the proofs. Not published.
//!
//! Each lock has a folder:
//!
//! | file | what |
//! |---|---|
//! | `model.rs` | the model: one shared access per step, with the contracts that Creusot proves |
//! | `invariant.rs` | the invariant as a function: the explorer evaluates it, Kani assumes and re-establishes it |
//! | `phases.rs` | the states in which the phases of a passage start: Kani compares each with the shipped code |
//! | `proof.rs` | the invariant and the lemmas in Pearlite, for every N; compiled for Creusot only |
//! | `facts.rs` | the lock as data: names, paper, bounds, models and sizes, figure; the [`catalogue`] lists them |
//! | `mutants.rs` | wrong variants, each with the check that must kill it |
//!
//! The locks share these modules: [`machine`] (the trait of all models, and their mutants),
//! `invariant` (the trait of the models that have an inductive invariant), [`queue`] and
//! [`k_bakery`] (Figure 2), and the active sets.
//!
//! The logic functions that the contracts of the cores use are in `doorway_core::logic`.
// The proofs need no standard library; the catalogue does.
#![cfg_attr(creusot, no_std)]
#![forbid(unsafe_code)]
// A lemma that no proof calls is still a statement; a ghost is not printed; a lemma is public
// within its private module.
#![cfg_attr(
    creusot,
    allow(dead_code, missing_debug_implementations, unreachable_pub)
)]

#[cfg(not(creusot))]
pub mod catalogue;
#[cfg(not(creusot))]
pub mod invariant;
pub mod machine;
// Declared before the locks of Figures 2 and 3, which use its macros `line!` and `phases!`.
#[macro_use]
pub mod queue;

#[cfg(not(creusot))]
pub mod active_set;
/// The adaptive Black-White Bakery: Taubenfeld's Algorithm 3. Explored, not proved.
#[cfg(not(creusot))]
pub mod adaptive {
    pub mod facts;
    mod model;
    pub mod phases;

    pub use model::*;
}
/// Lamport's Bakery: Danek's Figure 1.
pub mod bakery {
    pub mod code;
    #[cfg(not(creusot))]
    pub mod facts;
    #[cfg(not(creusot))]
    mod invariant;
    mod model;
    #[cfg(not(creusot))]
    pub mod mutants;
    #[cfg(not(creusot))]
    pub mod phases;
    #[cfg(creusot)]
    mod proof;

    pub use model::*;
}
/// The Black-White Bakery: Taubenfeld's Algorithm 2.
pub mod black_white {
    #[cfg(not(creusot))]
    pub mod facts;
    #[cfg(not(creusot))]
    mod invariant;
    mod model;
    #[cfg(not(creusot))]
    pub mod mutants;
    #[cfg(not(creusot))]
    pub mod phases;
    #[cfg(not(creusot))]
    pub mod printed;
    #[cfg(creusot)]
    mod proof;

    pub use model::*;
}
/// Bounded-space FIFE k-exclusion: Zehavi's Algorithm 1. The model is explored; k-exclusion is proved of
/// its program on atomic timestamps.
pub mod bounded {
    pub mod code;
    #[cfg(not(creusot))]
    pub mod facts;
    #[cfg(not(creusot))]
    pub mod inductive;
    #[cfg(not(creusot))]
    mod invariant;
    #[cfg(not(creusot))]
    pub mod lemmas;
    #[cfg(not(creusot))]
    mod model;
    #[cfg(not(creusot))]
    pub mod mutants;
    #[cfg(not(creusot))]
    pub mod phases;
    pub mod program;
    #[cfg(creusot)]
    mod proof;

    #[cfg(not(creusot))]
    pub use model::*;
}
/// FIFE k-exclusion: Danek's Figure 2.
pub mod fife {
    #[cfg(not(creusot))]
    pub mod facts;
    #[cfg(not(creusot))]
    mod invariant;
    #[cfg(not(creusot))]
    pub mod mutants;
    #[cfg(creusot)]
    mod proof;

    pub use crate::k_bakery::{Line, Process};
    #[cfg(creusot)]
    pub use proof::*;

    /// The figure as it is printed.
    pub type Fife<const N: usize> = crate::k_bakery::KBakery<N, true>;
}
/// Danek's Figure 2, the k-Bakery: the model of [`KFcfs`](kfcfs::KFcfs) and [`Fife`](fife::Fife).
pub mod k_bakery {
    #[cfg(not(creusot))]
    mod figure;
    #[cfg(not(creusot))]
    mod invariant;
    mod model;
    #[cfg(creusot)]
    mod proof;

    pub use model::*;
}
/// k-FCFS k-exclusion: Danek's Figure 2 without the shaded lines.
pub mod kfcfs {
    #[cfg(not(creusot))]
    pub mod facts;
    #[cfg(not(creusot))]
    mod invariant;
    #[cfg(creusot)]
    mod proof;

    pub use crate::k_bakery::{Line, Process};
    #[cfg(creusot)]
    pub use proof::*;

    /// The figure without its shaded lines.
    pub type KFcfs<const N: usize> = crate::k_bakery::KBakery<N, false>;
}
/// The adaptive, local-spinning Black-White Bakery: Taubenfeld's Algorithm 4. Explored, not proved.
#[cfg(not(creusot))]
pub mod local_spin {
    pub mod facts;
    mod model;
    pub mod phases;

    pub use model::*;
}
/// FIFE k-exclusion on safe registers: Danek's Figure 3, repaired.
pub mod safe_fife {
    #[cfg(not(creusot))]
    pub mod facts;
    #[cfg(not(creusot))]
    mod invariant;
    mod model;
    #[cfg(not(creusot))]
    pub mod mutants;
    #[cfg(creusot)]
    mod proof;

    #[cfg(not(creusot))]
    pub use invariant::OnSafe;
    pub use model::*;
}
pub mod timestamps;
