//! `cargo doorway completions` and `cargo doorway man`.
//!
//! A separate package, so that the front builds without the generators.

use clap_complete::Shell;
use clap_mangen::Man;
use doorway_cli::arguments::manual::{Man as Page, Shell as Asked};
use doorway_cli::arguments::{definition, not_mine, parse, Command};
use doorway_cli::{exit, Failure};
use std::io::Write;
use std::process::ExitCode;

/// The name of the binary: `cargo doorway` is an alias for it inside a clone.
const NAME: &str = "doorway";

fn main() -> ExitCode {
    exit::main(|| {
        let text = match parse().command {
            Command::Completions(options) => completions(options.shell),
            Command::Man(options) => page(&options)?,
            _ => return Err(not_mine()),
        };
        let written = std::io::stdout().write_all(&text);
        written.map_err(|error| format!("standard output: {error}").into())
    })
}

fn completions(shell: Asked) -> Vec<u8> {
    let shell = match shell {
        Asked::Bash => Shell::Bash,
        Asked::Elvish => Shell::Elvish,
        Asked::Fish => Shell::Fish,
        Asked::PowerShell => Shell::PowerShell,
        Asked::Zsh => Shell::Zsh,
    };
    let mut text = vec![];
    clap_complete::generate(shell, &mut definition(NAME), NAME, &mut text);
    text
}

fn page(options: &Page) -> Result<Vec<u8>, Failure> {
    let mut command = definition(NAME);
    command.build();
    if let Some(name) = &options.subcommand {
        let found = command.find_subcommand(name);
        let found = found.ok_or_else(|| Failure::usage(format!("no subcommand '{name}'")))?;
        // As the page of the whole command calls it.
        command = found.clone().display_name(format!("{NAME}-{name}"));
    }
    let mut text = vec![];
    let page = Man::new(command).source(format!("{NAME} {}", env!("CARGO_PKG_VERSION")));
    let written = page.render(&mut text);
    written.map_err(|error| format!("the manual page: {error}"))?;
    Ok(text)
}
