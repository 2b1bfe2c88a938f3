//! Lamport's Bakery: Danek's Figure 1.

#[cfg(not(creusot))]
mod invariant;
mod model;
#[cfg(creusot)]
mod proof;

pub use model::*;
