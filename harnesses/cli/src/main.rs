//! `cargo doorway`: the demonstration, the list of locks, and the start of every other subcommand.

mod demo;
mod list;
mod timeline;

use doorway_cli::arguments::{parse, Command};
use doorway_cli::{exit, start, tree, Failure};
use std::process::{ExitCode, Stdio};

fn main() -> ExitCode {
    exit::main(|| {
        let asked = parse();
        match (asked.package, asked.command) {
            (Some(package), _) => other(package),
            (None, Command::Demo(options)) => demo::run(&options),
            (None, _) => list::run(),
        }
    })
}

/// Builds the binary of `package` and starts it with the arguments of this one.
fn other(package: &str) -> Result<(), Failure> {
    let tree = tree::root()?;
    let program = start::build(&tree, package, Stdio::inherit())?;
    Err(start::become_it(&program, std::env::args_os().skip(1).collect()).into())
}
