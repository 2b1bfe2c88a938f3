//! `cargo doorway`: shows what doorway's locks do, and hammers them.

mod bench;
mod certificate;
mod check;
mod creusot;
mod demo;
mod explore;
mod hints;
mod kani;
mod ledger;
mod loom;
mod rmr;
mod stress;
mod timeline;
mod verify;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Fair locks made only of loads and stores.
#[derive(Parser)]
#[command(
    name = "cargo doorway",
    bin_name = "cargo doorway",
    version,
    disable_help_subcommand = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Threads share a few permits; a timeline shows who held one when (the default, 5 seconds)
    Demo(demo::Options),
    /// Many threads hammer the locks; fails if ever too many are inside or somebody is stuck
    Stress(stress::Options),
    /// Explores a lock's step machine: every interleaving, for small n and k
    Check(check::Options),
    /// Opens a page to go through a lock's step machine by hand: you choose who makes the next access, and see what everybody sees
    Explore(explore::Options),
    /// Runs Kani's harnesses; fails if one does, if a cover is not reached, or if a harness has no mutant
    Kani(kani::Options),
    /// Runs Creusot's proofs with the packed hints; fails if a function or lemma is left unproved. A few minutes
    Creusot(creusot::Options),
    /// Compares the prover's hints in verif/ with those packed in proofs/hints.json; with --unpack or --pack, writes one from the other
    Hints(hints::Options),
    /// Runs the models of loom and shuttle, a line each with executions and seconds; about a minute, with --full six
    Loom(loom::Options),
    /// Measures the locks beside std's, parking_lot's, spin's, mcslock, tokio's, async-lock's and POSIX's, in one run; 10 minutes, with --quick 2
    Bench(bench::Options),
    /// Counts remote memory references for N = 2 to 64, under schedules that are out to make many, and holds them against the bounds; half a minute
    Rmr(rmr::Options),
    /// Runs the obligations ledger, a line for each row; what is known already is not run again. The quick set takes 3 minutes, and writes the certificate
    Verify(verify::Options),
    /// Writes target/certificate/ from what was verified last; with --check, says what got weaker since another one; with --merge, makes one of the parts of several machines
    Certificate(certificate::Options),
    /// Holds the ledger against the code; with --write, makes README's table and the book's lists of guarantees and assumptions from it
    Ledger(ledger::Options),
    /// Lists locks, properties and mutants
    List,
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    let done = match command.unwrap_or(Command::Demo(demo::Options::default())) {
        Command::Demo(options) => demo::run(&options),
        Command::Stress(options) => stress::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Explore(options) => explore::run(&options),
        Command::Kani(options) => kani::run(&options),
        Command::Creusot(options) => creusot::run(&options),
        Command::Hints(options) => hints::run(&options),
        Command::Loom(options) => loom::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Rmr(options) => rmr::run(&options),
        Command::Verify(options) => verify::run(&options),
        Command::Certificate(options) => certificate::run(&options),
        Command::Ledger(options) => ledger::run(&options),
        Command::List => check::list(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
