//! The Black-White Bakery: Taubenfeld's Algorithm 2.

#[cfg(not(creusot))]
mod invariant;
mod model;
#[cfg(creusot)]
mod proof;

pub use model::*;
