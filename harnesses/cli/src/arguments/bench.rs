//! `cargo doorway bench`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The options of `bench`.
#[derive(Debug, Args)]
pub struct Options {
    /// Only these parts; all if none is given
    #[arg(value_enum)]
    pub parts: Vec<Part>,
    /// Fewer scenes, and shorter: about 2 minutes instead of 10
    #[arg(long)]
    pub quick: bool,
    /// Only locks whose name contains this; may be given several times
    #[arg(long, value_name = "PART")]
    pub lock: Vec<String>,
    /// How many rounds; medians are of so many
    #[arg(long, value_parser = positive)]
    pub rounds: Option<usize>,
    /// How long each race is run, in milliseconds
    #[arg(long)]
    pub window: Option<u64>,
    /// Where to write the page and the JSON [default: target/bench in the root of the clone]
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// A part of what is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// One thread alone: nanoseconds
    Uncontended,
    /// One thread alone: instructions, if there is a valgrind
    Instructions,
    /// Threads in each other's way: throughput, waits, fairness, order, processor time
    Contended,
    /// What waiting burns while the holder sleeps
    Waiting,
    /// k-1 threads stop for ever: which locks go on
    Stopped,
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("a number from 1 on".into()),
        Ok(number) => Ok(number),
    }
}
