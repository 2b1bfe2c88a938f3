//! `cargo doorway explore`.

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
    pub withdrawals: bool,
    /// The port on 127.0.0.1; 0 for any that is free
    #[arg(long, default_value_t = 4040)]
    pub port: u16,
    /// Check it first, and load the way to the violation that is found
    #[arg(long)]
    pub violation: bool,
}
