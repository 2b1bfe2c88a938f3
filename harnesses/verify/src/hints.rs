//! The prover's hints for Creusot, packed and unpacked.

use doorway_cli::arguments::verify::Hints as Options;
use doorway_cli::tree::root;
use doorway_ledger::hints::{pack, unpack, Hints, PACKED, UNPACKED};
use std::path::Path;

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let root = root()?;
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
