//! Measures doorway's locks beside their peers, in one run, as ratios.
//!
//! `cargo doorway bench` runs it. `docs/src/measuring.md` explains what each number means, and what
//! it can over- or undercount.

pub mod contended;
pub mod idle;
pub mod instructions;
pub mod ours;
pub mod peers;
pub mod report;
pub mod rows;
pub mod scenes;
pub mod show;
pub mod stopped;
pub mod summary;
pub mod trials;
pub mod uncontended;
pub mod waits;

pub use summary::measured;

pub use ours::contestant;

pub use waits::fairness;

pub use idle::os;

#[cfg(target_os = "linux")]
pub use peers::posix;

pub use show::table;
