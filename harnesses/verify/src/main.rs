//! `cargo doorway verify`, `certificate`, `ledger`, `kani` and `loom`: the obligations ledger, and the tools that its rows name.

mod certificate;
mod creusot;
mod kani;
mod ledger;
mod loom;
mod verify;

use doorway_cli::arguments::{not_mine, parse, Command};
use doorway_cli::end;
use std::process::ExitCode;

fn main() -> ExitCode {
    end(match parse().command {
        Command::Verify(options) => verify::run(&options),
        Command::Certificate(options) => certificate::run(&options),
        Command::Ledger(options) => ledger::run(&options),
        Command::Creusot(options) => creusot::run(&options),
        Command::Hints(options) => creusot::hints(&options),
        Command::Kani(options) => kani::run(&options),
        Command::Loom(options) => loom::run(&options),
        _ => Err(not_mine()),
    })
}
