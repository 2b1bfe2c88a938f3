//! The prover's hints for Creusot, packed and unpacked.

use clap::Args;
use doorway_ledger::hints::{pack, unpack, Hints, PACKED, UNPACKED};
use doorway_ledger::root;
use std::path::Path;

#[derive(Args)]
pub(crate) struct Options {
    /// Write verif/ from proofs/hints.json: a hint that is there already is overwritten, a file that is not packed stays
    #[arg(long, conflicts_with = "pack")]
    unpack: bool,
    /// Write proofs/hints.json from verif/: a hint that differs only in times keeps its line
    #[arg(long)]
    pack: bool,
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let root = root();
    if options.unpack {
        println!("{} hints unpacked to {UNPACKED}/.", unpack(&root)?);
        return Ok(());
    }
    if options.pack {
        return keep(&root);
    }
    let (packed, found) = (Hints::packed(&root)?, Hints::unpacked(&root)?);
    let difference = packed.compare(&found);
    println!(
        "{} hints packed in {PACKED}, {} in {UNPACKED}/.",
        packed.len(),
        found.len()
    );
    list("not packed", &difference.added);
    list("differs in more than times", &difference.changed);
    Ok(())
}

/// Packs the hints, and says what has changed.
pub(crate) fn keep(root: &Path) -> Result<(), String> {
    let (hints, difference) = pack(root)?;
    println!("{} hints packed into {PACKED}.", hints.len());
    list("added", &difference.added);
    list("changed", &difference.changed);
    list("removed", &difference.missing);
    Ok(())
}

fn list(what: &str, keys: &[String]) {
    for key in keys {
        println!("{what}: {key}");
    }
}
