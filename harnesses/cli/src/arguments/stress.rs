//! `cargo doorway stress`.

use super::lock_names;
use clap::Args;
use doorway_proofs::catalogue::{MUTEX, SEMAPHORE};

/// The options of `stress`.
#[derive(Debug, Args)]
pub struct Options {
    /// The lock; mutex and semaphore: with no algorithm named
    #[arg(long, default_value = "all", value_parser = lock_names(&[MUTEX, SEMAPHORE]))]
    pub lock: String,
    /// The way of waiting; default: a lock for which none is named
    #[arg(long, default_value = "default", value_parser = ["default", "spin", "yield", "park", "doze", "all"])]
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
