//! Measuring. A program of its own, so that nobody who only wants to see a lock at work builds its peers.

use clap::Args;
use std::path::Path;
use std::process::Command;

#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Options {
    /// What to measure, and how long: see `cargo doorway bench --help`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let status = Command::new("cargo")
        .args(["run", "--quiet", "--release", "--package", "doorway-bench"])
        .arg("--")
        .args(&options.arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .status()
        .map_err(|error| format!("cargo run: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("cargo run -p doorway-bench ended with {status}")),
    }
}
