//! `cargo doorway demo`.

use clap::{Args, ValueEnum};

/// The options of `demo`.
#[derive(Debug, Args)]
pub struct Options {
    /// How many threads want in
    #[arg(long, default_value_t = 6, value_name = "N")]
    pub threads: usize,
    /// How many may be inside at once: k
    #[arg(long, default_value_t = 2, value_name = "K")]
    pub permits: usize,
    /// The algorithm
    #[arg(long, value_enum, default_value_t = Lock::Fife)]
    pub lock: Lock,
    /// How long
    #[arg(long, default_value_t = 5.0)]
    pub seconds: f64,
    /// Let no thread die
    #[arg(long)]
    pub no_crash: bool,
}

/// A lock that takes any number of permits.
#[derive(Clone, Copy, Debug, ValueEnum)]
// With a line about each, the help of `demo` would take a page.
#[allow(missing_docs)]
pub enum Lock {
    Kfcfs,
    Fife,
    SafeFife,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            threads: 6,
            permits: 2,
            lock: Lock::Fife,
            seconds: 5.0,
            no_crash: false,
        }
    }
}
