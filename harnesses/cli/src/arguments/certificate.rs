//! `cargo doorway certificate`.

use clap::Args;
use std::path::PathBuf;

/// The options of `certificate`.
#[derive(Debug, Args)]
pub struct Options {
    /// Say what got weaker since this certificate, and fail if something did
    #[arg(long, value_name = "OLD.JSON")]
    pub check: Option<PathBuf>,
    /// Make one certificate of the parts that `verify --shard` wrote on several machines; refuses what is not all of one run
    #[arg(long, value_name = "PART.JSON", num_args = 1..)]
    pub merge: Vec<PathBuf>,
}
