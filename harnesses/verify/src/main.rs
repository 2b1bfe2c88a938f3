//! `cargo doorway verify`, `certificate`, `ledger`, `kani` and `loom`: the obligations ledger, and the tools that its rows name.

mod certificate;
mod creusot;
mod kani;
mod ledger;
mod loom;
mod verify;

use doorway_cli::arguments::verify::Certificate;
use doorway_cli::arguments::{not_mine, parse, Command};
use doorway_cli::{exit, tree, Failure};
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;
use verify::record::Results;

/// The certificate of this clone.
const WRITTEN: &str = "target/certificate/certificate.json";

fn main() -> ExitCode {
    exit::main(|| match parse().command {
        Command::Verify(options) => verify::run(&options),
        Command::Certificate(options) => certified(&options),
        Command::Ledger(options) => ledger::run(&options),
        Command::Creusot(options) => creusot::run(&options),
        Command::Hints(options) => creusot::hints(&options),
        Command::Kani(options) => kani::run(&options),
        Command::Loom(options) => loom::run(&options),
        _ => Err(not_mine()),
    })
}

/// `cargo doorway certificate`, and how it ends.
fn certified(options: &Certificate) -> Result<(), Failure> {
    let root = tree::root()?;
    for file in options.check.iter().chain(&options.merge) {
        if !file.is_file() {
            return Err(Failure::usage(format!("{}: no such file", file.display())));
        }
    }
    if options.merge.is_empty() {
        let results = Results::load(&root);
        if results.rows.is_empty() && results.mutants.is_empty() {
            return Err(Failure::undecided(
                "nothing has been run in this clone, so there is nothing to certify: run `cargo doorway verify` first",
            ));
        }
    }
    let before = written(&root);
    run_certificate(options, &root, before)?;
    match options.merge.is_empty() && options.check.is_none() && !knows_something(&root) {
        true => Err(Failure::undecided(
            "every result is of other sources, tools or commands, so nothing is certified: run `cargo doorway verify` again",
        )),
        false => Ok(()),
    }
}

fn run_certificate(
    options: &Certificate,
    root: &Path,
    before: Option<SystemTime>,
) -> Result<(), Failure> {
    certificate::run(options).map_err(|message| match options.merge.is_empty() {
        true => Failure::violated(message),
        // Parts that do not belong together are refused before a certificate is written.
        false if written(root) == before => Failure::usage(message),
        false if message.starts_with(verify::NOTHING) => Failure::undecided(message),
        false => Failure::violated(message),
    })
}

/// When the certificate was written last.
fn written(root: &Path) -> Option<SystemTime> {
    let file = root.join(WRITTEN).metadata();
    file.and_then(|file| file.modified()).ok()
}

/// Whether the certificate has a row that holds or failed, or a mutant with a known fate.
fn knows_something(root: &Path) -> bool {
    let text = std::fs::read_to_string(root.join(WRITTEN)).unwrap_or_default();
    let certificate: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let rows = certificate["obligations"].as_array();
    rows.into_iter().flatten().any(|row| {
        let fates = row["fates"].as_object();
        let mut fates = fates.into_iter().flat_map(|fates| fates.values());
        row["standing"] == "holds"
            || row["standing"] == "failed"
            || fates.any(serde_json::Value::is_boolean)
    })
}
