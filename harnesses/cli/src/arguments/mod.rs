//! Every subcommand of `cargo doorway` and its options.
//!
//! They are here, and not beside the code that they are for, so that the front can answer `--help` and refuse wrong arguments
//! before it builds anything. The binaries that it starts read the same arguments with the same code.

pub mod explore;
pub mod manual;
mod runs;
#[cfg(test)]
mod tests;
pub mod verify;

pub use runs::{bench, demo, rmr, stress};

use crate::exit::{codes, Failure};
use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use doorway_proofs::catalogue::LOCKS;
use std::ffi::OsString;

/// Help is never wider than this.
const WIDEST: usize = 100;

/// The name of a lock, one of `more`, or `all`.
fn lock_names(more: &'static [&'static str]) -> PossibleValuesParser {
    let names = LOCKS.iter().map(|facts| facts.name);
    PossibleValuesParser::new(more.iter().copied().chain(names).chain(["all"]))
}

/// A number that is not 0: with 0 nothing would be run, and nothing could fail.
fn at_least_1<T: TryFrom<u64>>() -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    |text| number(text, u64::MAX).ok_or_else(|| "not a whole number of at least 1".into())
}

/// A number from 1 to `most`.
fn from_1_to<T: TryFrom<u64>>(
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| number(text, most).ok_or_else(|| format!("not a whole number from 1 to {most}"))
}

fn number<T: TryFrom<u64>>(text: &str, most: u64) -> Option<T> {
    let number = text.parse().ok()?;
    let number = (1..=most).contains(&number).then_some(number)?;
    T::try_from(number).ok()
}

/// Fair locks made only of loads and stores.
#[derive(Debug, Parser)]
#[command(
    name = "cargo doorway",
    bin_name = "cargo doorway",
    version,
    max_term_width = WIDEST,
    after_help = codes(),
    disable_help_subcommand = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// A subcommand with its options.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs threads that share a few permits, and draws when each thread waits and holds one (the default; 5 seconds)
    Demo(demo::Options),
    /// Runs many threads on the locks; fails if too many hold a lock at once or a thread is stuck
    Stress(stress::Options),
    /// Explores a lock's model: every interleaving, for small n and k
    Check(explore::Check),
    /// Opens a page on which you choose the process that makes the next access, and see the registers
    Explore(explore::Options),
    /// Runs the Kani harnesses; fails if a harness fails, a cover is not reached or a harness has no mutant
    Kani(verify::Kani),
    /// Runs Creusot with the packed hints; fails if a function or a lemma is not proved. About 10 minutes on one core
    Creusot(verify::Creusot),
    /// Compares the prover's hints in verif/ with those packed in proofs/hints.json, or copies them with --unpack and --pack
    Hints(verify::Hints),
    /// Runs the loom and shuttle tests, with a line for each; about a minute, with --full six
    Loom(verify::Loom),
    /// Measures the locks beside std, parking_lot, spin, mcslock, tokio, async-lock and POSIX; 10 minutes, with --quick 2
    ///
    /// Every round measures all locks in turn. A ratio is the median of the ratios of the rounds, so that load on the machine affects all
    /// locks alike. The page with plots and the JSON go to target/bench.
    Bench(bench::Options),
    /// Counts remote memory references for N = 2 to 64 under adversarial schedules; fails above a bound. Half a minute
    Rmr(rmr::Options),
    /// Runs the rows of the obligations ledger and writes the certificate; the quick set takes 3 minutes
    ///
    /// A row whose sources, tool and command have not changed since it held is not run again.
    Verify(verify::Options),
    /// Writes target/certificate/ from the last results; compares with an older one, or merges the parts of several machines
    Certificate(verify::Certificate),
    /// Compares the ledger with the code; with --write, writes the tables of the README and the book
    Ledger(verify::Ledger),
    /// Lists the locks, the properties and the mutants
    List,
    /// Prints a completion script for a shell
    Completions(manual::Completions),
    /// Prints the manual page, of the whole command or of a subcommand
    Man(manual::Man),
}

/// Each subcommand, and the package whose binary runs it. The binary has the name of its package. None: the front runs it.
pub const SUBCOMMANDS: [(&str, Option<&str>); 16] = [
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
    ("completions", Some("doorway-manual")),
    ("man", Some("doorway-manual")),
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

/// The definition of the command for a binary of this name, from which completions and manual pages are made.
pub fn definition(name: &'static str) -> clap::Command {
    Arguments::command().name(name).bin_name(name)
}

/// The error of a binary that is started with another's subcommand.
pub fn not_mine() -> Failure {
    Failure::usage("this binary does not run that subcommand: `cargo doorway` starts the right one")
}
