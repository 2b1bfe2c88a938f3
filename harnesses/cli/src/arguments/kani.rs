//! `cargo doorway kani`.

use clap::Args;

/// The options of `kani`.
#[derive(Debug, Args)]
pub struct Options {
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
