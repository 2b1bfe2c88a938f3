//! Compares the ledger with the code, and writes what is made from it.

use crate::verify::record::Results;
use doorway_cli::arguments::verify::Ledger as Options;
use doorway_cli::tree::root;
use doorway_cli::Failure;
use doorway_ledger::killed::{Killed, FILE};
use doorway_ledger::{chapter, read_with_code, tables};
use std::fs;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let root = root()?;
    let (ledger, code) = read_with_code(&root).map_err(Failure::violated)?;
    println!(
        "proofs/obligations.toml: {} obligations and {} assumptions; each of {} items of the code has a row.",
        ledger.obligations.len(),
        ledger.assumptions.len(),
        code.items.values().filter(|item| item.required).count()
    );
    let mut killed = Killed::read(&root)?;
    if options.record {
        let results = Results::load(&root);
        let fresh = results.mutants.values().filter(|mutant| mutant.killed);
        let fresh = fresh.filter(|mutant| killed.add(&mutant.name, &mutant.day));
        println!("{FILE}: {} mutants recorded", fresh.count());
        killed.clone().write(&root, &code)?;
    }
    let made = [
        ("README.md", tables::guarantees(&ledger)),
        (
            "docs/src/assumptions.md",
            tables::assumptions(&ledger, &code, &killed),
        ),
        ("docs/src/guarantees.md", chapter::guaranteed(&ledger)),
        ("docs/src/memory.md", tables::under_loom()),
        ("verified/lock/src/lib.rs", tables::algorithms()),
    ];
    let mut behind = vec![];
    for (name, made) in made {
        let file = root.join(name);
        let told = |error: std::io::Error| format!("{name}: {error}");
        let text = fs::read_to_string(&file).map_err(told)?;
        let fresh =
            tables::between_marks(&text, &made).map_err(|error| format!("{name}: {error}"))?;
        if text == fresh {
            continue;
        }
        if options.write {
            fs::write(&file, fresh).map_err(told)?;
            println!("{name}: written");
        } else {
            behind.push(name);
        }
    }
    match behind.as_slice() {
        [] => Ok(()),
        behind => Err(Failure::violated(format!(
            "these files differ from the ledger: {}. `cargo doorway ledger --write` writes them",
            behind.join(", ")
        ))),
    }
}
