//! k-FCFS k-exclusion: Danek's Figure 2 without the shaded lines.

#[cfg(not(creusot))]
mod invariant;
mod model;
#[cfg(creusot)]
mod proof;

pub use model::*;
