//! FIFE k-exclusion: Danek's Figure 2.

#[cfg(not(creusot))]
mod invariant;
mod model;
#[cfg(creusot)]
mod proof;

pub use model::*;
