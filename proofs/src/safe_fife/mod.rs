//! FIFE k-exclusion on safe registers: Danek's Figure 3, repaired.

#[cfg(not(creusot))]
mod invariant;
mod model;
#[cfg(creusot)]
mod proof;

pub use model::*;
