//! `cargo doorway`: the demonstration, the list of locks, and the start of every other subcommand.

mod demo;
mod list;
mod timeline;

use doorway_cli::arguments::{parse, Command};
use doorway_cli::{end, start, tree};
use std::process::{ExitCode, Stdio};

fn main() -> ExitCode {
    let asked = parse();
    match (asked.package, asked.command) {
        (Some(package), _) => other(package).unwrap_or_else(|message| end(Err(message))),
        (None, Command::Demo(options)) => end(demo::run(&options)),
        (None, _) => end(list::run()),
    }
}

/// Builds the binary of `package` and starts it with the arguments of this one.
fn other(package: &str) -> Result<ExitCode, String> {
    let tree = tree::root()?;
    let program = start::build(&tree, package, Stdio::inherit())?;
    start::become_it(&program, std::env::args_os().skip(1).collect())
}
