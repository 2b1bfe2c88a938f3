//! `cargo doorway completions` and `cargo doorway man`.

use super::SUBCOMMANDS;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

/// The options of `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// A shell for which there are completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
// The names say it.
#[allow(missing_docs)]
pub enum Shell {
    Bash,
    Elvish,
    Fish,
    #[value(name = "powershell")]
    PowerShell,
    Zsh,
}

/// The options of `man`.
#[derive(Debug, Args)]
pub struct Man {
    /// The subcommand [default: the page of the whole command]
    #[arg(value_parser = PossibleValuesParser::new(SUBCOMMANDS.map(|(name, _)| name)))]
    pub subcommand: Option<String>,
}
