//! The ledger agrees with the code, and the generated tables are up to date.

use doorway_ledger::inventory::Inventory;
use doorway_ledger::killed::Killed;
use doorway_ledger::rows::Ledger;
use doorway_ledger::{chapter, read_with_code, tables};
use doorway_proofs::catalogue::patches;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn both() -> &'static (Ledger, Inventory) {
    static BOTH: OnceLock<(Ledger, Inventory)> = OnceLock::new();
    BOTH.get_or_init(|| read_with_code(&root()).unwrap_or_else(|wrong| panic!("{wrong}")))
}

#[test]
fn every_item_is_in_a_row_and_every_row_in_the_code() {
    let (ledger, code) = both();
    assert!(
        ledger.obligations.len() > 50 && code.items.len() > 300,
        "the scan has missed items"
    );
}

/// The scan finds each kind of item, also where a macro makes it. The test above relies on this.
#[test]
fn the_scan_finds_what_there_is() {
    let (_, code) = both();
    for item in [
        "kani:cores::ticket::taken",
        "kani:correspondence::fife::scan_3",
        "kani:correspondence::local_spin::doorway_2",
        "kani:induction::bakery::keeps_3_p2",
        "kani:induction::fife::in_order_2_p1",
        "kani:induction::mutants::keeps::untold",
        "creusot:k_bakery::model::lines::impl_KBakery::line_14",
        "creusot:ticket::precedes",
        "creusot:logic::count::subset",
        "creusot:queue::proof::k_exclusion",
        "creusot:safe_fife::proof::safely::step",
        "loom:contended::fife::two_threads",
        "shuttle:sampled::safe_fife",
        "stress:killed::fife::survives",
        "check:fife --n 3 --k 2 --crashes 1",
        "check:fife-no-14",
        "patch:kfcfs-no-14",
    ] {
        assert!(code.items.contains_key(item), "{item}");
    }
    let proofs = code
        .items
        .keys()
        .filter(|name| name.starts_with("kani:"))
        .count();
    let written: usize = sources("harnesses/kani/src")
        .iter()
        .map(|text| text.matches("#[kani::proof]").count())
        .sum();
    assert!(
        proofs >= written,
        "{proofs} harnesses found, {written} written"
    );
}

fn sources(folder: &str) -> Vec<String> {
    let mut texts = vec![];
    for entry in fs::read_dir(root().join(folder))
        .expect("a folder")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            texts.extend(sources(
                path.strip_prefix(root())
                    .expect("within")
                    .to_str()
                    .expect("UTF-8"),
            ));
        } else {
            texts.push(fs::read_to_string(path).expect("text"));
        }
    }
    texts
}

/// No proved source contains `trusted` in any spelling.
#[test]
fn nothing_is_trusted() {
    for folder in ["verified/core/src", "proofs/src"] {
        for text in sources(folder) {
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                assert!(!line.contains("trusted"), "{line}");
            }
        }
    }
}

/// Every mutant for the prover names a proof that exists, and changes a text that its file has.
#[test]
fn patches_apply() {
    let (_, code) = both();
    for patch in patches() {
        let (name, proof) = (patch.name, format!("creusot:{}", patch.fails));
        assert!(code.items.contains_key(&proof), "{name}: no {proof}");
        let text = fs::read_to_string(root().join(patch.file)).expect(patch.file);
        assert!(
            text.contains(patch.replaced),
            "{name}: not in {}",
            patch.file
        );
        assert_ne!(patch.replaced, patch.by, "{name}");
    }
}

/// The versions of loom and shuttle in the ledger are those of Cargo.lock.
#[test]
fn versions_are_the_ones_built() {
    let (ledger, _) = both();
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("a lock file");
    for tool in ["loom", "shuttle"] {
        let version = &ledger.tool(tool).expect("a row").version;
        let entry = format!("name = \"{tool}\"\nversion = \"{version}\"");
        assert!(
            lock.contains(&entry),
            "{tool} {version} is not what Cargo.lock has: correct [[tool]]"
        );
    }
}

fn killed() -> Killed {
    Killed::read(&root()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn recorded_mutants_exist() {
    let (_, code) = both();
    let unknown = killed().unknown(code).join(", ");
    assert!(
        unknown.is_empty(),
        "proofs/killed.json: no mutant {unknown}: cargo doorway ledger --record"
    );
    let mut with_one_more = killed();
    assert!(with_one_more.add("patch:of-nothing", "2026-11-18"));
    assert_eq!(with_one_more.unknown(code), ["patch:of-nothing"]);
    assert!(!with_one_more.add("stress:hammer::mutants_are_noticed", "2026-11-18"));
}

#[test]
fn readme_is_up_to_date() {
    let (ledger, _) = both();
    drifted("README.md", &tables::guarantees(ledger));
}

#[test]
fn the_assumptions_are_up_to_date() {
    let (ledger, code) = both();
    drifted(
        "docs/src/assumptions.md",
        &tables::assumptions(ledger, code, &killed()),
    );
}

#[test]
fn what_is_guaranteed_is_up_to_date() {
    let (ledger, _) = both();
    let made = chapter::guaranteed(ledger);
    assert!(made.contains("**It does not hold.**") && made.contains("**Creusot**: every N"));
    drifted("docs/src/guarantees.md", &made);
}

#[test]
fn the_tables_of_locks_are_up_to_date() {
    drifted("verified/lock/src/lib.rs", &tables::algorithms());
    drifted("docs/src/memory.md", &tables::under_loom());
}

fn drifted(file: &str, made: &str) {
    let text = fs::read_to_string(root().join(file)).expect(file);
    let fresh =
        tables::between_marks(&text, made).unwrap_or_else(|wrong| panic!("{file}: {wrong}"));
    assert!(
        text == fresh,
        "{file} is not what the ledger says: run cargo doorway ledger --write"
    );
}
