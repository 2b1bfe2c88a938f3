//! `cargo doorway check` and `cargo doorway explore`.
//!
//! A separate package: the library `doorway-check` builds without what a command line and a web page need.

mod check;
mod explore;

use doorway_cli::arguments::{not_mine, parse, Command};
use doorway_cli::exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    exit::main(|| match parse().command {
        Command::Check(options) => check::run(&options),
        Command::Explore(options) => explore::run(&options),
        _ => Err(not_mine()),
    })
}
