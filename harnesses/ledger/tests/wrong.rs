//! A ledger that is wrong is refused, with a word on what to do.

use doorway_ledger::inventory::{Inventory, Item};
use doorway_ledger::rows::Ledger;

const LEDGER: &str = r#"
[[property]]
id = "k-exclusion"
title = "at most k"
[[tool]]
id = "kani"
name = "Kani"
version = "0"
trust = "KANI"
[[assumption]]
id = "KANI"
what = "Kani is right"
why = "hope"
[[assumption]]
id = "TRUSTED"
what = "trusted"
why = "counted"
count = 0
[[assumption]]
id = "ASSUMED-BY-KANI"
what = "assumed"
why = "counted"
count = 0
[[obligation]]
id = "FIFE-KEX"
claim = "At most k."
locks = ["Fife"]
properties = ["k-exclusion"]
paper = "Theorem 9"
strength = "bounded"
bound = "N = 2"
tool = "kani"
memory = "one thread"
assumes = []
command = "cargo doorway kani --harness a::"
seconds = 1
set = "quick"
mutants = ["kani:a::mutants::holds::bent"]
covers = ["kani:a::holds"]
"#;

fn complaints(text: &str) -> String {
    match Ledger::parse(text) {
        Ok(ledger) => ledger.complaints().join("\n"),
        Err(error) => error,
    }
}

fn with(from: &str, to: &str) -> String {
    assert!(LEDGER.contains(from), "{from}");
    LEDGER.replace(from, to)
}

fn code() -> Inventory {
    let mut code = Inventory::default();
    let required = Item {
        required: true,
        ..Item::default()
    };
    code.items.insert("kani:a::holds".into(), required);
    let mutant = Item {
        mutant: true,
        ..required
    };
    code.items
        .insert("kani:a::mutants::holds::bent".into(), mutant);
    code
}

fn drift(text: &str, code: &Inventory) -> String {
    Ledger::parse(text)
        .expect("a ledger")
        .drift(code)
        .join("\n")
}

#[test]
fn a_good_one() {
    assert_eq!(complaints(LEDGER), "");
    assert_eq!(drift(LEDGER, &code()), "");
}

#[test]
fn malformed() {
    for (text, said) in [
        (with("[[property]]", "[[property]"), "line 2"),
        (with("seconds = 1", "seconds = soon"), "seconds"),
        (with("set = \"quick\"", "set = \"often\""), "often"),
        (with("seconds = 1", "second = 1"), "unknown field `second`"),
        (
            with("claim = \"At most k.\"\n", ""),
            "missing field `claim`",
        ),
        (String::new(), "missing field"),
    ] {
        let complaint = complaints(&text);
        assert!(complaint.contains(said), "{complaint}");
        assert!(
            complaint.contains("proofs/obligations.toml cannot be read"),
            "{complaint}"
        );
        assert!(complaint.contains("Correct that line"), "{complaint}");
    }
}

#[test]
fn rows_that_are_wrong() {
    let again = LEDGER.split("[[obligation]]").nth(1).expect("a row");
    for (text, said) in [
        (
            format!("{LEDGER}[[obligation]]{again}"),
            "2 rows have this id",
        ),
        (
            with("locks = [\"Fife\"]", "locks = [\"Fief\"]"),
            "no lock 'Fief': one of Adaptive, Bakery",
        ),
        (with("tool = \"kani\"", "tool = \"kanu\""), "no tool 'kanu'"),
        (
            with("assumes = []", "assumes = [\"LUCK\"]"),
            "no assumption 'LUCK'",
        ),
        (
            with("properties = [\"k-exclusion\"]", "properties = [\"speed\"]"),
            "no property 'speed'",
        ),
        (
            with("mutants = [\"kani:a::mutants::holds::bent\"]\n", ""),
            "it has no mutant",
        ),
        (
            with("covers = [\"kani:a::holds\"]\n", ""),
            "it covers nothing",
        ),
        (
            with("id = \"FIFE-KEX\"", "id = \"fife kex\""),
            "an id is made of",
        ),
        (with("\"bounded\"", "\"unfinished\""), "until it has"),
        (with("set = \"quick\"", "set = \"never\""), "never run"),
        (with("\"bounded\"", "\"argued\""), "[[argument]]"),
    ] {
        let complaint = complaints(&text);
        assert!(complaint.contains(said), "{said}: {complaint}");
    }
}

#[test]
fn rows_that_are_not_the_codes() {
    let mut more = code();
    more.items
        .insert("kani:a::new".into(), code().items["kani:a::holds"]);
    assert!(drift(LEDGER, &more).contains("kani:a::new: no row"));
    let mut fewer = code();
    fewer.items.remove("kani:a::holds");
    assert!(drift(LEDGER, &fewer).contains("the code has no item 'kani:a::holds'"));
    let mut unkilled = code();
    unkilled.items.remove("kani:a::mutants::holds::bent");
    assert!(drift(LEDGER, &unkilled).contains("the code has no mutant"));
    let elsewhere = with("--harness a::", "--harness b::");
    assert!(drift(&elsewhere, &code()).contains("its command does not run kani:a::holds"));
    let mut trusting = code();
    trusting.trusted = 1;
    assert!(drift(LEDGER, &trusting).contains("TRUSTED: the code has 1, the row says 0"));
}
