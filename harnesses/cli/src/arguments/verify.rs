//! `cargo doorway verify`, and the other subcommands of the binary doorway-verify: `certificate`, `ledger`, `kani`, `creusot`, `hints`, `loom`.

use super::at_least_1;
use clap::Args;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The options of `verify`.
#[derive(Debug, Args)]
pub struct Options {
    /// Run the quick set: under 3 minutes on 2 cores after the build (the default)
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// Run all rows that have ever finished: more than an hour
    #[arg(long)]
    pub full: bool,
    /// Run only rows whose id matches, where * is any text: --only 'FIFE-*'. A whole id runs its row, in whatever set it is
    #[arg(long, value_name = "ID")]
    pub only: Vec<String>,
    /// Run only rows of this tool: creusot, kani, check, loom, shuttle, test
    #[arg(long)]
    pub tool: Vec<String>,
    /// Run only a part of the rows: 2/4 is the second of four. Writes a part for `certificate --merge`
    #[arg(long, value_name = "I/OF")]
    pub shard: Option<Shard>,
    /// The number of threads or harnesses that a tool may run at once [default: the tool's own]
    #[arg(short, long, value_parser = at_least_1::<usize>())]
    pub jobs: Option<usize>,
    /// Continue after a row has failed
    #[arg(long)]
    pub keep_going: bool,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
    /// Run also the rows whose result is known and whose sources have not changed
    #[arg(long)]
    pub force: bool,
    /// Run the mutants of the rows instead; fails if a mutant survives
    #[arg(long)]
    pub mutants: bool,
    /// List the rows, or the rows that --only, --tool, --shard and --full select, and run nothing
    #[arg(long)]
    pub list: bool,
}

/// A part of the rows, for a matrix of machines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shard {
    /// Which, from 1.
    pub number: usize,
    /// Of how many.
    pub of: usize,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, of)| Some((number.trim().parse().ok()?, of.trim().parse().ok()?)));
        match numbers {
            Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
            Some((number, of)) if of > 0 => Err(format!(
                "there is no shard {number} of {of}: they are numbered from 1/{of} to {of}/{of}"
            )),
            _ => Err("a shard is two numbers, the second of four is 2/4".into()),
        }
    }
}

/// The options of `certificate`.
#[derive(Debug, Args)]
pub struct Certificate {
    /// Compare with an older certificate; fails if a claim became weaker
    #[arg(long, value_name = "OLD.JSON")]
    pub check: Option<PathBuf>,
    /// Make one certificate from the parts that `verify --shard` wrote; refuses parts that are not all of one run
    #[arg(long, value_name = "PART.JSON", num_args = 1..)]
    pub merge: Vec<PathBuf>,
}

/// The options of `ledger`.
#[derive(Debug, Args)]
pub struct Ledger {
    /// Write the tables that are made from the ledger: README, the book, the documentation of the crate
    #[arg(long)]
    pub write: bool,
    /// Record in proofs/killed.json the day on which `verify --mutants` killed each mutant of a verifier
    #[arg(long)]
    pub record: bool,
}

/// The options of `kani`.
#[derive(Debug, Args)]
pub struct Kani {
    /// Run only harnesses whose name contains this; may be repeated
    #[arg(long, value_name = "NAME")]
    pub harness: Vec<String>,
    /// Take --harness as a whole name
    #[arg(long)]
    pub exact: bool,
    /// Run also the slow harnesses and the larger sizes
    #[arg(long)]
    pub full: bool,
    /// The number of harnesses that run at once [default: the number of cores]
    #[arg(short, long, value_parser = at_least_1::<usize>())]
    pub jobs: Option<usize>,
}

/// The options of `creusot`.
#[derive(Debug, Args)]
pub struct Creusot {
    /// Prove only functions and lemmas whose name matches, where * is any text: 'proofs::bakery::*'
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// The number of provers that run at once
    #[arg(short, long, default_value_t = 1, value_parser = at_least_1::<usize>())]
    pub jobs: usize,
    /// How many seconds a prover may take for a goal; a busy machine needs more [default: as in why3find.json]
    #[arg(short, long, value_name = "SECONDS", value_parser = at_least_1::<u32>())]
    pub time: Option<u32>,
    /// Pack the hints afterwards, if everything was proved
    #[arg(long)]
    pub keep: bool,
}

/// The options of `hints`.
#[derive(Debug, Args)]
pub struct Hints {
    /// Write verif/ from proofs/hints.json; overwrites hints, and keeps files that are not packed
    #[arg(long, conflicts_with = "pack")]
    pub unpack: bool,
    /// Write proofs/hints.json from verif/; a hint that differs only in times keeps its line
    #[arg(long)]
    pub pack: bool,
}

/// The options of `loom`.
#[derive(Debug, Args)]
pub struct Loom {
    /// Run also the tests with larger bounds: about 6 minutes on 2 cores
    #[arg(long)]
    pub full: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards() {
        assert_eq!("2/4".parse(), Ok(Shard { number: 2, of: 4 }));
        for (wrong, said) in [
            ("0/4", "from 1/4 to 4/4"),
            ("5/4", "from 1/4 to 4/4"),
            ("1/0", "two numbers"),
            ("2", "two numbers"),
            ("a/b", "two numbers"),
            ("-1/4", "two numbers"),
        ] {
            let error = wrong.parse::<Shard>().expect_err(wrong);
            assert!(error.contains(said), "{wrong}: {error}");
        }
    }
}
