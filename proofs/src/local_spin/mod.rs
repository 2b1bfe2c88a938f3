//! The adaptive, local-spinning Black-White Bakery: Taubenfeld's Algorithm 4. Explored, not proved.

mod model;

pub use model::*;
