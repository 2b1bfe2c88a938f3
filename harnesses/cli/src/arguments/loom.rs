//! `cargo doorway loom`.

use clap::Args;

/// The options of `loom`.
#[derive(Debug, Args)]
pub struct Options {
    /// Those with larger bounds too: about 6 minutes on two cores
    #[arg(long)]
    pub full: bool,
}
