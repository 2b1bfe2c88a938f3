//! `cargo doorway rmr`.

mod command;

use doorway_cli::arguments::{not_mine, parse, Command};
use doorway_cli::exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    exit::main(|| match parse().command {
        Command::Rmr(options) => command::run(&options),
        _ => Err(not_mine()),
    })
}
