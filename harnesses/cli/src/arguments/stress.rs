//! `cargo doorway stress`.

use clap::Args;

/// The options of `stress`.
#[derive(Debug, Args)]
pub struct Options {
    /// The algorithm: bakery, black-white, adaptive, local-spin, kfcfs, fife, safe-fife, or all
    #[arg(long, default_value = "all")]
    pub lock: String,
    /// The way of waiting: spin, yield, park, or all
    #[arg(long, default_value = "park")]
    pub wait: String,
    /// How many threads
    #[arg(long, default_value_t = 16, value_name = "N")]
    pub threads: usize,
    /// How many may be inside at once: k. (Mutexes: 1)
    #[arg(long, default_value_t = 3, value_name = "K")]
    pub permits: usize,
    /// How long, for each lock
    #[arg(long, default_value_t = 60)]
    pub seconds: u64,
    /// Every so many-th attempt does not wait, or not for long; 0: all wait
    #[arg(long, default_value_t = 7)]
    pub impatience: u64,
}
