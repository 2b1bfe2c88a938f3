//! `cargo doorway creusot`.

use clap::Args;

/// The options of `creusot`.
#[derive(Debug, Args)]
pub struct Options {
    /// Only functions and lemmas whose name is like one of these, * is anything: 'proofs::bakery::*'
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// How many provers may run at once
    #[arg(short, long, default_value_t = 1)]
    pub jobs: usize,
    /// How many seconds a prover may take for a goal, if not as many as why3find.json says: more helps on a busy machine
    #[arg(short, long, value_name = "SECONDS")]
    pub time: Option<u32>,
    /// Pack the hints afterwards, if everything was proved
    #[arg(long)]
    pub keep: bool,
}
