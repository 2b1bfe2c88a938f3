//! `cargo doorway verify`, and what else the binary doorway-verify runs: `certificate`, `ledger`, `kani`, `creusot`, `hints`, `loom`.

use clap::Args;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The options of `verify`.
#[derive(Debug, Args)]
pub struct Options {
    /// The rows for every day: under 3 minutes on 2 cores after the build (the default)
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// All rows that have ever come to their end: an hour and more
    #[arg(long)]
    pub full: bool,
    /// Only rows whose id is like this, * is anything: --only 'FIFE-*'. A whole id runs that row whatever its set
    #[arg(long)]
    pub only: Vec<String>,
    /// Only rows of this tool: creusot, kani, check, loom, shuttle, test
    #[arg(long)]
    pub tool: Vec<String>,
    /// Only this part of the rows, for several machines: the second of four is 2/4. Writes a part for `certificate --merge`
    #[arg(long)]
    pub shard: Option<Shard>,
    /// How many threads or harnesses a tool may run at once; what it likes if not given
    #[arg(short, long)]
    pub jobs: Option<usize>,
    /// Go on after a row has failed
    #[arg(long)]
    pub keep_going: bool,
    /// Print what was found as JSON instead
    #[arg(long)]
    pub json: bool,
    /// Run also what is known and has not changed since
    #[arg(long)]
    pub force: bool,
    /// Run the mutants of the rows instead; fails where one survives
    #[arg(long)]
    pub mutants: bool,
    /// List the rows, or those that --only, --tool, --shard or --full ask for, and run nothing
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
    /// Say what got weaker since this certificate, and fail if something did
    #[arg(long, value_name = "OLD.JSON")]
    pub check: Option<PathBuf>,
    /// Make one certificate of the parts that `verify --shard` wrote on several machines; refuses what is not all of one run
    #[arg(long, value_name = "PART.JSON", num_args = 1..)]
    pub merge: Vec<PathBuf>,
}

/// The options of `ledger`.
#[derive(Debug, Args)]
pub struct Ledger {
    /// Write README's table, docs/src/assumptions.md and docs/src/guarantees.md from the ledger
    #[arg(long)]
    pub write: bool,
}

/// The options of `kani`.
#[derive(Debug, Args)]
pub struct Kani {
    /// Only harnesses with this in their name
    #[arg(long)]
    pub harness: Vec<String>,
    /// Take --harness for a whole name
    #[arg(long)]
    pub exact: bool,
    /// The slow ones and the larger sizes too
    #[arg(long)]
    pub full: bool,
    /// How many at once; as many as there are cores if not given
    #[arg(long)]
    pub jobs: Option<usize>,
}

/// The options of `creusot`.
#[derive(Debug, Args)]
pub struct Creusot {
    /// Only functions and lemmas whose name is like one of these, * is anything: 'proofs::bakery::*'
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// How many provers may run at once
    #[arg(short, long, default_value_t = 1)]
    pub jobs: usize,
    /// How many seconds a prover may take for a goal, if not as many as why3find.json says: more helps on a busy machine
    #[arg(short, long, value_name = "SECONDS")]
    pub time: Option<u32>,
    /// Pack the hints afterwards, if everything was proved
    #[arg(long)]
    pub keep: bool,
}

/// The options of `hints`.
#[derive(Debug, Args)]
pub struct Hints {
    /// Write verif/ from proofs/hints.json: a hint that is there already is overwritten, a file that is not packed stays
    #[arg(long, conflicts_with = "pack")]
    pub unpack: bool,
    /// Write proofs/hints.json from verif/: a hint that differs only in times keeps its line
    #[arg(long)]
    pub pack: bool,
}

/// The options of `loom`.
#[derive(Debug, Args)]
pub struct Loom {
    /// Those with larger bounds too: about 6 minutes on two cores
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
