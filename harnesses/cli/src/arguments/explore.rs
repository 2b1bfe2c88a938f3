//! `cargo doorway check` and `cargo doorway explore`.

use clap::Args;

/// The options of `explore`.
#[derive(Debug, Args)]
pub struct Options {
    /// The lock or mutant: see `cargo doorway list`
    pub lock: String,
    /// How many processes, 1 to 4 [default: 3; for a mutant, as many as it takes to kill it]
    #[arg(long)]
    pub n: Option<usize>,
    /// How many may be inside at once [default: 1; for a mutant, where it is killed]
    #[arg(long)]
    pub k: Option<usize>,
    /// How many processes may stop for ever outside their remainder, at most k-1
    #[arg(long, default_value_t = 0)]
    pub crashes: u32,
    /// How often each process goes through: one number, or one per process (1,2,2). For ever if not given, where the checker can do that; else 2
    #[arg(long, value_delimiter = ',')]
    pub passages: Vec<u8>,
    /// Let waiting processes cancel
    #[arg(long)]
    pub cancellations: bool,
    /// The port on 127.0.0.1; 0 for any that is free
    #[arg(long, default_value_t = 4040)]
    pub port: u16,
    /// Check it first, and load the way to the violation that is found
    #[arg(long)]
    pub violation: bool,
}

/// The options of `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The lock or mutant: see `cargo doorway list`
    #[arg(required_unless_present_any = ["all", "mutant"])]
    pub lock: Option<String>,
    /// How many processes, 1 to 4. If not given 3, and for a mutant as many as it takes to kill it
    #[arg(long)]
    pub n: Option<usize>,
    /// How many may be inside at once. If not given 1, and for a mutant as many as it takes
    #[arg(long)]
    pub k: Option<usize>,
    /// How many processes may stop for ever outside their remainder, at most k-1
    #[arg(long, default_value_t = 0)]
    pub crashes: u32,
    /// How often each process goes through: one number, or one per process (1,2,2). If not given, for ever where that can be explored, else 2; for a mutant as often as it takes
    #[arg(long, value_delimiter = ',')]
    pub passages: Vec<u8>,
    /// How many steps each process makes at most before it stands still for good, as for --passages (255 is any number): a part of the space, for what is too large whole
    #[arg(long, value_delimiter = ',')]
    pub steps: Vec<u8>,
    /// Let waiting processes cancel
    #[arg(long)]
    pub cancellations: bool,
    /// Check only this property
    #[arg(long)]
    pub property: Vec<String>,
    /// Print the outcome as JSON
    #[arg(long)]
    pub json: bool,
    /// Stop when there are more states than this (about 100 bytes each)
    #[arg(long, default_value_t = 150_000_000)]
    pub max_states: usize,
    /// On how many threads
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, usize::from))]
    pub threads: usize,
    /// The whole matrix: every lock, and every mutant, which must die (estimated: 10 to 20 minutes on 2 cores)
    #[arg(long, conflicts_with = "lock")]
    pub all: bool,
    /// A mutant, explored for the property that kills it, at the size where it dies; fails if it survives
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with_all = ["lock", "all", "n", "k", "crashes", "passages", "steps", "cancellations", "property"]
    )]
    pub mutant: Option<String>,
}
