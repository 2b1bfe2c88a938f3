//! Checks of the ledger: of its rows, and against the code. Every complaint says how to correct it.

use crate::inventory::{Inventory, Item, TESTS};
use crate::pattern::Pattern;
use crate::rows::{Ledger, Obligation, Set, Strength};
use std::collections::{BTreeMap, BTreeSet};

const FILE: &str = "proofs/obligations.toml";

impl Ledger {
    /// The complaints about the rows, without the code.
    pub fn complaints(&self) -> Vec<String> {
        let mut wrong = self.duplicates();
        for row in &self.obligations {
            self.references(row, &mut wrong);
            completeness(row, &mut wrong);
        }
        for row in &self.arguments {
            self.named("lock", &row.id, &row.locks, &mut wrong);
            self.named(
                "property",
                &row.id,
                std::slice::from_ref(&row.property),
                &mut wrong,
            );
        }
        for tool in &self.tools {
            self.named(
                "assumption",
                &tool.id,
                std::slice::from_ref(&tool.trust),
                &mut wrong,
            );
        }
        wrong
    }

    fn ids(&self, table: &str) -> BTreeSet<&str> {
        match table {
            "lock" => self.locks.iter().map(|row| row.name.as_str()).collect(),
            "property" => self.properties.iter().map(|row| row.id.as_str()).collect(),
            "tool" => self.tools.iter().map(|row| row.id.as_str()).collect(),
            _ => self.assumptions.iter().map(|row| row.id.as_str()).collect(),
        }
    }

    fn duplicates(&self) -> Vec<String> {
        let ids = (self.obligations.iter().map(|row| &row.id))
            .chain(self.arguments.iter().map(|row| &row.id))
            .chain(self.assumptions.iter().map(|row| &row.id));
        let mut seen = BTreeMap::new();
        for id in ids {
            *seen.entry(id).or_insert(0) += 1;
        }
        let twice = seen.iter().filter(|(_, &times)| times > 1);
        twice
            .map(|(id, times)| format!("{id}: {times} rows have this id: give each its own"))
            .collect()
    }

    fn named(&self, table: &str, id: &str, names: &[String], wrong: &mut Vec<String>) {
        let known = self.ids(table);
        for name in names.iter().filter(|name| !known.contains(name.as_str())) {
            let near: Vec<&str> = known.iter().copied().collect();
            let add = match table {
                "lock" => "a lock to proofs/src/catalogue".to_string(),
                _ => format!("a [[{table}]] to {FILE}"),
            };
            wrong.push(format!(
                "{id}: there is no {table} '{name}': one of {}, or add {add}",
                near.join(", ")
            ));
        }
    }

    fn references(&self, row: &Obligation, wrong: &mut Vec<String>) {
        self.named("lock", &row.id, &row.locks, wrong);
        self.named("property", &row.id, &row.properties, wrong);
        self.named("assumption", &row.id, &row.assumes, wrong);
        self.named("tool", &row.id, std::slice::from_ref(&row.tool), wrong);
    }

    /// The differences between ledger and code: items without a row, and entries of rows without an item.
    pub fn drift(&self, code: &Inventory) -> Vec<String> {
        let mut wrong = vec![];
        let mut spoken: BTreeSet<&str> = BTreeSet::new();
        for row in &self.obligations {
            let entries = (row.covers.iter().map(|entry| (entry, false)))
                .chain(row.mutants.iter().map(|entry| (entry, true)));
            let proves = proves(row);
            for (entry, mutant) in entries {
                let items: Vec<(&str, Item)> = code
                    .expand(entry)
                    .filter(|(_, item)| mutant || !item.mutant)
                    .collect();
                if items.is_empty() {
                    let what = if mutant { "mutant" } else { "item" };
                    wrong.push(format!(
                        "{}: the code has no {what} '{entry}': was it renamed or removed? Correct the row in {FILE}",
                        row.id
                    ));
                }
                for (name, item) in items {
                    spoken.insert(name);
                    if !mutant {
                        wrong.extend(unrun(row, &proves, name, item));
                    }
                }
            }
        }
        for (name, item) in &code.items {
            if item.required && !spoken.contains(name.as_str()) {
                let list = if item.mutant { "mutants" } else { "covers" };
                wrong.push(format!(
                    "{name}: no row of {FILE} covers it: add it to the `{list}` of a row, or add a row (CONTRIBUTING.md says how)"
                ));
            }
        }
        wrong.extend(self.counts(code));
        wrong
    }

    /// The counts in the code must be those of the assumptions.
    fn counts(&self, code: &Inventory) -> Vec<String> {
        let counted = [("TRUSTED", code.trusted), ("ASSUMED-BY-KANI", code.assumed)];
        let wrong = counted.into_iter().filter_map(|(id, counted)| {
            let row = self.assumptions.iter().find(|row| row.id == id);
            let said = row.and_then(|row| row.count);
            (said != Some(counted)).then(|| {
                let said = said.map_or("nothing".to_string(), |said| said.to_string());
                format!("{id}: the code has {counted}, the row says {said}: see what has changed, and correct `count` in {FILE}")
            })
        });
        wrong.collect()
    }
}

/// Checks that a row has every required field.
fn completeness(row: &Obligation, wrong: &mut Vec<String>) {
    let id = &row.id;
    let fine = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(fine) {
        wrong.push(format!(
            "'{id}': an id is made of A-Z, 0-9 and -, like FIFE-KEX-ALLN"
        ));
    }
    // `locks = []` is allowed: a row about a core or a model that no lock uses.
    if row.claim.trim().is_empty() || row.properties.is_empty() {
        wrong.push(format!("{id}: it needs a claim and at least one property"));
    }
    if row.strength == Strength::NotRun {
        if row.set != Set::Never {
            wrong.push(format!("{id}: nothing is run, so its set is \"never\""));
        }
        return;
    }
    if row.mutants.is_empty() {
        wrong.push(format!(
            "{id}: it has no mutant. A check that cannot fail is no check: write something wrong that the same check rejects, and name it in `mutants`"
        ));
    }
    if row.covers.is_empty() {
        wrong.push(format!("{id}: it covers nothing: name its harnesses, functions, tests or explorations in `covers`"));
    }
    if row.strength == Strength::Unfinished && row.set != Set::Never {
        wrong.push(format!(
            "{id}: no run of it has finished, so its set is \"never\" until it has"
        ));
    }
    if row.strength != Strength::Unfinished && row.set == Set::Never {
        wrong.push(format!(
            "{id}: a row that is never run is \"unfinished\" or \"not-run\""
        ));
    }
    if matches!(
        row.strength,
        Strength::Argued | Strength::Stated | Strength::Paper
    ) {
        wrong.push(format!(
            "{id}: what no tool decides is an [[argument]], not an [[obligation]]"
        ));
    }
}

/// The patterns that a row's command passes to Creusot.
///
/// Creusot takes a star only for a whole name, and everything below it.
fn proves(row: &Obligation) -> Vec<Pattern> {
    let words = row.command.split_whitespace();
    let asked = words.skip_while(|word| *word != "prove").skip(1);
    let asked = asked.map(|word| word.trim_matches('\''));
    let whole = |name: &str| name == "*" || !name.contains('*');
    let whole = asked.filter(|pattern| pattern.split("::").all(whole));
    whole.map(Pattern::new).collect()
}

/// A complaint if a row's command does not run an item.
fn unrun(row: &Obligation, proves: &[Pattern], name: &str, item: Item) -> Option<String> {
    let (kind, name) = name.split_once(':')?;
    let words: Vec<&str> = row
        .command
        .split_whitespace()
        .map(|word| word.trim_matches('\''))
        .collect();
    let after = |option: &str| -> Vec<&str> {
        let pairs = words.windows(2).filter(|pair| pair[0] == option);
        pairs.map(|pair| pair[1]).collect()
    };
    let runs = match kind {
        "kani" => {
            let asked = after("--harness");
            let full = !item.full || words.contains(&"--full") || words.contains(&"--features");
            full && (asked.is_empty() || asked.iter().any(|part| name.contains(part)))
        }
        "creusot" => proves.iter().any(|pattern| pattern.matches(name)),
        "check" => row.command == format!("cargo doorway check {name}"),
        kind => {
            let (_, package, ..) = TESTS.iter().find(|test| test.0 == kind)?;
            let (file, test) = name.split_once("::")?;
            let here = after("-p").contains(package) && after("--test").contains(&file);
            let asked: Vec<&&str> = words
                .iter()
                .skip_while(|word| **word != "--")
                .skip(1)
                .filter(|word| !word.starts_with("--"))
                .collect();
            let ignored =
                !item.full || words.contains(&"--ignored") || words.contains(&"--include-ignored");
            here && ignored && (asked.is_empty() || asked.iter().any(|asked| **asked == test))
        }
    };
    (!runs).then(|| {
        format!(
            "{}: its command does not run {kind}:{name}: {}",
            row.id, row.command
        )
    })
}
