//! doorway's locks beside their peers, in one run, as ratios.
//!
//! `cargo doorway bench` runs it; `docs/src/measuring.md` says what each number means, and what it can over- or under-count.

pub mod contended;
pub mod contestant;
pub mod fairness;
pub mod os;
pub mod ours;
pub mod peers;
pub mod rows;
pub mod scenes;
pub mod table;
pub mod uncontended;
pub mod waits;
