//! Every subcommand of `cargo doorway` and its options.
//!
//! They are here, and not beside the code that they are for, so that the front can answer `--help` and refuse wrong arguments
//! before it builds anything. The binaries that it starts read the same arguments with the same code.

pub mod explore;
mod runs;
#[cfg(test)]
mod tests;
pub mod verify;

pub use runs::{bench, demo, rmr, stress};

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use doorway_proofs::catalogue::LOCKS;
use std::ffi::OsString;

/// The name of a lock, one of `more`, or `all`.
fn lock_names(more: &'static [&'static str]) -> PossibleValuesParser {
    let names = LOCKS.iter().map(|facts| facts.name);
    PossibleValuesParser::new(more.iter().copied().chain(names).chain(["all"]))
}

/// Fair locks made only of loads and stores.
#[derive(Debug, Parser)]
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

/// A subcommand with its options.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Threads share a few permits; a timeline shows which thread held one when (the default, 5 seconds)
    Demo(demo::Options),
    /// Many threads hammer the locks; fails if ever too many are inside or a thread is stuck
    Stress(stress::Options),
    /// Explores a lock's model: every interleaving, for small n and k
    Check(explore::Check),
    /// Opens a page to go through a lock's model by hand: you choose the process that makes the next access, and see the registers
    Explore(explore::Options),
    /// Runs Kani's harnesses; fails if one does, if a cover is not reached, or if a harness has no mutant
    Kani(verify::Kani),
    /// Runs Creusot's proofs with the packed hints; fails if a function or lemma is left unproved. About 10 minutes of one processor
    Creusot(verify::Creusot),
    /// Compares the prover's hints in verif/ with those packed in proofs/hints.json; with --unpack or --pack, writes one from the other
    Hints(verify::Hints),
    /// Runs the models of loom and shuttle, a line each with executions and seconds; about a minute, with --full six
    Loom(verify::Loom),
    /// Measures the locks beside std's, parking_lot's, spin's, mcslock, tokio's, async-lock's and POSIX's, in one run; 10 minutes, with --quick 2
    ///
    /// All locks are measured in turn, round after round, and ratios are medians of the rounds' ratios, so that what disturbs the machine
    /// disturbs all. The page with plots and the JSON are written to target/bench.
    Bench(bench::Options),
    /// Counts remote memory references for N = 2 to 64, under schedules that are out to make many, and holds them against the bounds; half a minute
    Rmr(rmr::Options),
    /// Runs the obligations ledger, a line for each row; what is known already is not run again. The quick set takes 3 minutes, and writes the certificate
    Verify(verify::Options),
    /// Writes target/certificate/ from what was verified last; with --check, says what got weaker since another one; with --merge, makes one of the parts of several machines
    Certificate(verify::Certificate),
    /// Holds the ledger against the code; with --write, makes README's table and the book's lists of guarantees and assumptions from it
    Ledger(verify::Ledger),
    /// Lists locks, properties and mutants
    List,
}

/// Each subcommand, and the package whose binary runs it. The binary has the name of its package. None: the front runs it.
pub const SUBCOMMANDS: [(&str, Option<&str>); 14] = [
    ("demo", None),
    ("stress", Some("doorway-stress")),
    ("check", Some("doorway-explore")),
    ("explore", Some("doorway-explore")),
    ("kani", Some("doorway-verify")),
    ("creusot", Some("doorway-verify")),
    ("hints", Some("doorway-verify")),
    ("loom", Some("doorway-verify")),
    ("bench", Some("doorway-bench")),
    ("rmr", Some("doorway-rmr")),
    ("verify", Some("doorway-verify")),
    ("certificate", Some("doorway-verify")),
    ("ledger", Some("doorway-verify")),
    ("list", None),
];

/// The package whose binary explores models.
pub const EXPLORER: &str = "doorway-explore";

/// What the command line asks for.
#[derive(Debug)]
pub struct Asked {
    /// The subcommand.
    pub command: Command,
    /// The package whose binary runs it; none: the front does.
    pub package: Option<&'static str>,
}

/// What the command line of this process asks for. Ends the process if it asks for help, or is wrong.
pub fn parse() -> Asked {
    parse_from(std::env::args_os()).unwrap_or_else(|answer| answer.exit())
}

/// What a command line asks for. Its first word is the name of the program.
///
/// # Errors
///
/// If it asks for help, or is wrong: what to print.
pub fn parse_from<W: Into<OsString> + Clone>(
    words: impl IntoIterator<Item = W>,
) -> Result<Asked, clap::Error> {
    let matches = Arguments::command().try_get_matches_from(words)?;
    let name = matches.subcommand_name().unwrap_or("demo");
    let row = SUBCOMMANDS.iter().find(|(known, _)| *known == name);
    let command = Arguments::from_arg_matches(&matches)?.command;
    Ok(Asked {
        command: command.unwrap_or(Command::Demo(demo::Options::default())),
        package: row.and_then(|(_, package)| *package),
    })
}

/// The error of a binary that is started with another's subcommand.
pub fn not_mine() -> String {
    "this binary does not run that subcommand: use cargo doorway, which starts the right one".into()
}
