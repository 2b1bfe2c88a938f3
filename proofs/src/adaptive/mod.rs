//! The adaptive Black-White Bakery: Taubenfeld's Algorithm 3. Explored, not proved.

mod model;

pub use model::*;
