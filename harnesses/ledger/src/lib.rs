//! The obligations ledger, `proofs/obligations.toml`: each claim, its strength, its tool and its assumptions.
//!
//! * [`rows`]: the rows of the ledger;
//! * `template`: rows that are written once for many locks;
//! * [`inventory`]: the tests, harnesses and proofs of the code, found by reading its sources;
//! * [`validate`](rows::Ledger::complaints): checks that ledger and code agree;
//! * [`tables`], [`chapter`]: README's table and the book's chapters on guarantees and assumptions,
//!   generated from the ledger;
//! * [`killed`]: when the mutants of the verifiers were last killed;
//! * [`hints`]: the prover's hints for Creusot, packed into one file and unpacked.

pub mod chapter;
pub mod hints;
pub mod inventory;
pub mod killed;
pub mod pattern;
pub mod rows;
pub mod scan;
pub mod tables;
mod template;
mod validate;

use inventory::Inventory;
use rows::Ledger;
use std::path::Path;

/// Reads the ledger of the workspace at `root`.
///
/// # Errors
///
/// What is wrong with it, and how to correct it.
pub fn read(root: &Path) -> Result<Ledger, String> {
    let file = root.join("proofs/obligations.toml");
    let text =
        std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    checked(Ledger::parse(&text)?.complaints(), Ledger::parse(&text)?)
}

/// Reads the ledger, and checks it against the code.
///
/// # Errors
///
/// Where they differ, and how to correct it.
pub fn read_with_code(root: &Path) -> Result<(Ledger, Inventory), String> {
    let ledger = read(root)?;
    let code = Inventory::read(root)?;
    let drift = ledger.drift(&code);
    Ok((checked(drift, ledger)?, code))
}

fn checked(complaints: Vec<String>, ledger: Ledger) -> Result<Ledger, String> {
    match complaints.as_slice() {
        [] => Ok(ledger),
        complaints => Err(format!(
            "proofs/obligations.toml, complaints ({}):\n  {}",
            complaints.len(),
            complaints.join("\n  ")
        )),
    }
}
