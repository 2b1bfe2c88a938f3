//! `cargo doorway ledger`.

use clap::Args;

/// The options of `ledger`.
#[derive(Debug, Args)]
pub struct Options {
    /// Write README's table, docs/src/assumptions.md and docs/src/guarantees.md from the ledger
    #[arg(long)]
    pub write: bool,
}
