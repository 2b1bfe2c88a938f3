//! `cargo doorway hints`.

use clap::Args;

/// The options of `hints`.
#[derive(Debug, Args)]
pub struct Options {
    /// Write verif/ from proofs/hints.json: a hint that is there already is overwritten, a file that is not packed stays
    #[arg(long, conflicts_with = "pack")]
    pub unpack: bool,
    /// Write proofs/hints.json from verif/: a hint that differs only in times keeps its line
    #[arg(long)]
    pub pack: bool,
}
