//! `cargo doorway rmr`.

use super::lock_names;
use clap::Args;

/// The options of `rmr`.
#[derive(Debug, Args)]
pub struct Options {
    /// The lock; all if not given
    #[arg(value_parser = lock_names(&[]))]
    pub lock: Option<String>,
    /// Only so many of the N processes ever come: all locks side by side, by N
    #[arg(long, value_name = "C")]
    pub contenders: Option<usize>,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How often each adversary that draws is run
    #[arg(long, default_value_t = 3)]
    pub draws: u64,
    /// How many steps a run makes at most
    #[arg(long, default_value_t = 3_000_000)]
    pub steps: u64,
    /// Write target/rmr/index.html, with --contenders contenders.html, and an SVG for each model
    #[arg(long)]
    pub plot: bool,
    /// Print what was found as JSON instead
    #[arg(long)]
    pub json: bool,
}
