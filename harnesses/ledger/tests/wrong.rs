//! A wrong ledger is refused, with a message that says how to correct it.

use doorway_ledger::inventory::{Inventory, Item};
use doorway_ledger::rows::{Ledger, Obligation, Set};
use doorway_proofs::catalogue::LOCKS;

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
mutants = ["kani:a::mutants::holds::wrong"]
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
        .insert("kani:a::mutants::holds::wrong".into(), mutant);
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
            with("mutants = [\"kani:a::mutants::holds::wrong\"]\n", ""),
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
    unkilled.items.remove("kani:a::mutants::holds::wrong");
    assert!(drift(LEDGER, &unkilled).contains("the code has no mutant"));
    let elsewhere = with("--harness a::", "--harness b::");
    assert!(drift(&elsewhere, &code()).contains("its command does not run kani:a::holds"));
    let mut trusting = code();
    trusting.trusted = 1;
    assert!(drift(LEDGER, &trusting).contains("TRUSTED: the code has 1, the row says 0"));
}

/// The row of [`LEDGER`] as a template for every lock, with `from` replaced by `to`.
fn template(from: &str, to: &str) -> String {
    let written = with("id = \"FIFE-KEX\"", "each = \"lock\"\nid = \"{LOCK}-KEX\"");
    let written = written.replace("locks = [\"Fife\"]", "locks = [\"{Lock}\"]");
    assert!(written.contains(from), "{from}");
    written.replace(from, to)
}

fn expanded(text: &str) -> Vec<Obligation> {
    Ledger::parse(text).expect("a ledger").obligations
}

#[test]
fn a_template_is_a_row_for_each_lock() {
    let rows = expanded(&template(
        "covers = [\"kani:a::holds\"]",
        "covers = [\"kani:{lock}::{name}\"]",
    ));
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(rows.len(), LOCKS.len());
    assert!(ids.contains(&"BLACK-WHITE-KEX") && ids.contains(&"KFCFS-KEX"));
    assert_eq!(rows[1].locks, ["BlackWhite"]);
    assert_eq!(rows[1].covers, ["kani:black_white::black-white"]);
    let rows = expanded(&template(
        "set = ",
        "when = [\"not any-k\", \"local-spin\"]\nset = ",
    ));
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!(rows[0].id, "LOCAL-SPIN-KEX");
    let rows = expanded(&template(
        "set = ",
        "only = [\"Fife\", \"KFcfs\"]\nbut = [\"Fife\"]\nset = ",
    ));
    assert_eq!(rows.len(), 1, "{rows:?}");
}

/// A table in place of a value is a choice: by name, by condition, or by default.
#[test]
fn a_choice() {
    let rows = expanded(&template(
        "seconds = 1",
        "seconds = { Fife = 3, any-k = 2, default = 1 }",
    ));
    let seconds = |lock: &str| {
        let of = |row: &&Obligation| row.locks == [lock];
        rows.iter().find(of).map(|row| row.seconds)
    };
    assert_eq!(seconds("Fife"), Some(3.0));
    assert_eq!(seconds("KFcfs"), Some(2.0));
    assert_eq!(seconds("Bakery"), Some(1.0));
    let rows = expanded(&template("assumes = []", "assumes = [{ Fife = \"KANI\" }]"));
    assert_eq!(rows.iter().filter(|row| !row.assumes.is_empty()).count(), 1);
    let pieces = "claim = [\"At most\", { any-k = \"k\", default = \"\" }, \"are inside.\"]";
    let rows = expanded(&template("claim = \"At most k.\"", pieces));
    assert_eq!(rows[0].claim, "At most are inside.");
    assert_eq!(rows[4].claim, "At most k are inside.");
}

#[test]
fn a_row_of_every_lock_with_a_fact() {
    let rows = expanded(&with("locks = [\"Fife\"]", "locks = \"all\""));
    assert_eq!(rows[0].locks.len(), LOCKS.len());
    let rows = expanded(&with("locks = [\"Fife\"]", "locks = \"any-k\""));
    assert_eq!(rows[0].locks, ["KFcfs", "Fife", "SafeFife", "Bounded"]);
}

#[test]
fn an_exploration_has_its_numbers() {
    let rows = expanded(
        &template("each = \"lock\"", "each = \"exploration\"")
            .replace("{LOCK}-KEX", "{MODEL}-{size}")
            .replace(
                "properties = [\"k-exclusion\"]",
                "properties = [\"{properties}\"]",
            )
            .replace("bound = \"N = 2\"", "bound = \"{bound}\"")
            .replace("seconds = 1", "seconds = \"{seconds}\"")
            .replace("set = \"quick\"", "set = \"{set}\"")
            .replace("kani:a::holds", "check:{arguments}")
            .replace("kani:a::mutants::holds::wrong", "check:{mutants}"),
    );
    let row = rows
        .iter()
        .find(|row| row.id == "SAFE-FIFE-2-2-CANCELLATION");
    let row = row.expect("it is explored");
    assert_eq!(
        row.bound,
        "N = 2, k = 2, 2 passages each, 1 crash, with cancellation"
    );
    assert_eq!(
        row.covers,
        ["check:safe-fife --n 2 --k 2 --crashes 1 --passages 2 --cancellations"]
    );
    let speaks = |id: &str| {
        let row = rows.iter().find(|row| row.id == id);
        let row = row.expect("it is explored");
        row.properties.contains(&"cancellation".to_string())
    };
    assert!(speaks("FIFE-2-2-CANCELLATION"));
    assert!(
        !speaks("SAFE-FIFE-2-2-CANCELLATION"),
        "repeated cancellation can starve its waiters"
    );
    assert_eq!((row.seconds, row.set), (1.0, Set::Quick));
    let slow = "check:figure-3-as-printed".to_string();
    let with_it: Vec<_> = (rows.iter().filter(|row| row.mutants.contains(&slow))).collect();
    assert_eq!(with_it.len(), 1, "a slow mutant is killed where it dies");
    assert_eq!(with_it[0].id, "SAFE-FIFE-3-1");
}

#[test]
fn templates_that_are_wrong() {
    let when = |condition: &str| template("set = ", &format!("when = {condition}\nset = "));
    for (text, said) in [
        (
            template("At most k.", "At {most}."),
            "no placeholder {most}: one of",
        ),
        (template("At most k.", "At {most."), "'{' without '}'"),
        (
            template("At most k.", "At {arguments}."),
            "no placeholder {arguments}",
        ),
        (
            when("\"any-l\""),
            "no condition 'any-l': one of all-executions, any-k",
        ),
        (when("\"not any-l\""), "no condition 'any-l'"),
        (when("[\"any-k\", \"not any-k\"]"), "it makes no row"),
        (when("7"), "`when` is a text or a list of texts"),
        (
            template("set = ", "only = [\"Fief\"]\nset = "),
            "no lock 'Fief'",
        ),
        (
            template("set = ", "but = [\"Fief\"]\nset = "),
            "no lock 'Fief'",
        ),
        (
            template("\"lock\"", "\"look\""),
            "no each 'look': one of lock",
        ),
        (
            template("seconds = 1", "seconds = { Fief = 2, default = 1 }"),
            "neither a name nor a condition: 'Fief'",
        ),
        (
            template("seconds = 1", "seconds = { Fife = 2, Bakery = 1 }"),
            "nothing is chosen for `seconds` of BlackWhite: add `default`",
        ),
        (
            template(
                "seconds = 1",
                "seconds = { any-k = 2, local-spin = 1, default = 1 }",
            ),
            "any-k and local-spin both hold of KFcfs",
        ),
        (
            template("seconds = 1", "seconds = \"{name}\""),
            "'bakery' is no number",
        ),
        (
            template("seconds = 1", "second = 1"),
            "unknown field `second`",
        ),
    ] {
        let complaint = complaints(&text);
        assert!(complaint.contains(said), "{said}: {complaint}");
        assert!(complaint.contains("{LOCK}-KEX: "), "{said}: {complaint}");
    }
    for (text, said) in [
        (
            with("locks = [\"Fife\"]", "locks = \"any-l\""),
            "no condition 'any-l'",
        ),
        (
            with("set = ", "when = \"any-k\"\nset = "),
            "unknown field `when`",
        ),
    ] {
        let complaint = complaints(&text);
        assert!(complaint.contains(said), "{said}: {complaint}");
        assert!(complaint.contains("FIFE-KEX: "), "{said}: {complaint}");
    }
    let twice = template("{LOCK}-KEX", "KEX");
    let said = format!("KEX: {} rows have this id", LOCKS.len());
    assert!(complaints(&twice).contains(&said));
}
