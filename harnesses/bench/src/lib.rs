//! doorway's locks beside their peers, in one run, as ratios.
//!
//! `cargo doorway bench` runs it; `docs/src/measuring.md` says what each number means, and what it can over- or under-count.

pub mod contended;
pub mod contestant;
pub mod fairness;
pub mod idle;
pub mod instructions;
pub mod measured;
pub mod os;
pub mod ours;
pub mod peers;
#[cfg(target_os = "linux")]
pub mod posix;
pub mod report;
pub mod rows;
pub mod scenes;
pub mod show;
pub mod stopped;
pub mod summary;
pub mod table;
pub mod trials;
pub mod uncontended;
pub mod waits;
