//! What all binaries behind `cargo doorway` share.
//!
//! * [`arguments`]: every subcommand and its options;
//! * [`exit`]: the exit codes, and the `main` of every binary;
//! * [`names`]: what to say about a name that does not exist;
//! * [`pulse`]: signs of life for a log;
//! * [`tree`]: which clone of doorway a binary acts on;
//! * [`start`]: how one binary builds and starts another;
//! * [`wrap`]: text in lines that fit a terminal.

pub mod arguments;
pub mod exit;
pub mod names;
pub mod pulse;
pub mod start;
pub mod tree;
pub mod wrap;

pub use exit::{Exit, Failure};
