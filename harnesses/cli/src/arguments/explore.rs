//! `cargo doorway check` and `cargo doorway explore`.

use super::{at_least_1, from_1_to};
use crate::names;
use clap::Args;

/// How many processes a model is explored for at most.
const MOST_PROCESSES: u64 = 4;
/// How many threads the explorer runs on at most.
const MOST_THREADS: u64 = 64;

/// The options of `explore`.
#[derive(Debug, Args)]
pub struct Options {
    /// The lock or the mutant: `cargo doorway list` lists them
    #[arg(value_parser = names::model)]
    pub lock: String,
    /// The number of processes, 1 to 4 [default: 3; for a mutant, the size that kills it]
    #[arg(long, value_parser = from_1_to::<usize>(MOST_PROCESSES))]
    pub n: Option<usize>,
    /// The number of processes that may be in the critical section at once [default: 1; for a mutant, the size that kills it]
    #[arg(long, value_parser = from_1_to::<usize>(MOST_PROCESSES))]
    pub k: Option<usize>,
    /// The number of processes that may crash outside their remainder section, at most k-1
    #[arg(long, default_value_t = 0)]
    pub crashes: u32,
    /// The passages of each process: one number for all, or one for each (1,2,2) [default: unbounded where the model allows it, otherwise 2]
    #[arg(long, value_delimiter = ',', value_parser = from_1_to::<u8>(u8::MAX.into()))]
    pub passages: Vec<u8>,
    /// Let waiting processes cancel
    #[arg(long)]
    pub cancellations: bool,
    /// The port on 127.0.0.1; 0 takes any free port
    #[arg(long, default_value_t = 4040)]
    pub port: u16,
    /// Check the model first, and load the trace of the violation
    #[arg(long)]
    pub violation: bool,
}

/// The options of `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The lock or the mutant: `cargo doorway list` lists them
    #[arg(required_unless_present_any = ["all", "mutant"], value_parser = names::model)]
    pub lock: Option<String>,
    /// The number of processes, 1 to 4 [default: 3; for a mutant, the size that kills it]
    #[arg(long, value_parser = from_1_to::<usize>(MOST_PROCESSES))]
    pub n: Option<usize>,
    /// The number of processes that may be in the critical section at once [default: 1; for a mutant, the size that kills it]
    #[arg(long, value_parser = from_1_to::<usize>(MOST_PROCESSES))]
    pub k: Option<usize>,
    /// The number of processes that may crash outside their remainder section, at most k-1
    #[arg(long, default_value_t = 0)]
    pub crashes: u32,
    /// The passages of each process: one number for all, or one for each (1,2,2) [default: unbounded where the model allows it, otherwise 2]
    #[arg(long, value_delimiter = ',', value_parser = from_1_to::<u8>(u8::MAX.into()))]
    pub passages: Vec<u8>,
    /// Stop each process after this many steps: one number for all, or one for each (255: no bound). Explores a part of a state space that is too large
    #[arg(long, value_delimiter = ',', value_parser = from_1_to::<u8>(u8::MAX.into()))]
    pub steps: Vec<u8>,
    /// Let waiting processes cancel
    #[arg(long)]
    pub cancellations: bool,
    /// Check only this property; may be repeated [default: all that the lock claims]
    #[arg(long, value_parser = names::property)]
    pub property: Vec<String>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Stop at this many states (about 100 bytes each); the check is then undecided
    #[arg(long, default_value_t = 150_000_000, value_parser = at_least_1::<usize>())]
    pub max_states: usize,
    /// The number of threads of the explorer, 1 to 64
    #[arg(long, default_value_t = usual_threads(), value_parser = from_1_to::<usize>(MOST_THREADS))]
    pub threads: usize,
    /// Check every lock, and check that every mutant is killed (estimate: 10 to 20 minutes on 2 cores)
    #[arg(long, conflicts_with = "lock")]
    pub all: bool,
    /// Check a mutant for the property that kills it, at the size that kills it; fails if the mutant survives
    #[arg(
        long,
        value_name = "NAME",
        value_parser = names::mutant,
        conflicts_with_all = ["lock", "all", "n", "k", "crashes", "passages", "steps", "cancellations", "property"]
    )]
    pub mutant: Option<String>,
}

fn usual_threads() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores.min(MOST_THREADS as usize)
}
