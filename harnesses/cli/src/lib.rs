//! What all binaries behind `cargo doorway` share.
//!
//! * [`arguments`]: every subcommand and its options;
//! * [`tree`]: which clone of doorway a binary acts on;
//! * [`start`]: how one binary builds and starts another.

pub mod arguments;
pub mod start;
pub mod tree;

use std::process::ExitCode;

/// Ends a binary: prints what went wrong, if something did.
pub fn end(done: Result<(), String>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
