//! README's table and the book's list of assumptions.

use crate::inventory::Inventory;
use crate::rows::{Ledger, Lock, Obligation, Property, Strength};
use doorway_proofs::catalogue::{Ending, Trial, LOCKS};
use std::collections::BTreeMap;

/// Where a file keeps what is made.
pub const BEGIN: &str = "<!-- made by `cargo doorway ledger --write` from proofs/src/catalogue and proofs/obligations.toml: change those, not this -->";
/// Where it ends.
pub const END: &str = "<!-- made up to here -->";

/// A file in which everything between the marks is `made`.
///
/// # Errors
///
/// If it has no marks.
pub fn between_marks(file: &str, made: &str) -> Result<String, String> {
    let parts =
        (file.split_once(BEGIN)).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) =
        parts.ok_or_else(|| format!("it needs the lines\n{BEGIN}\n{END}\naround what is made"))?;
    Ok(format!("{before}{BEGIN}\n{made}{END}{after}"))
}

/// README's table: for every lock and property how strongly it is known.
pub fn guarantees(ledger: &Ledger) -> String {
    let row = |name: &str, cell: &dyn Fn(&Lock) -> String| {
        let cells: Vec<String> = ledger.locks.iter().map(cell).collect();
        format!("| {name} | {} |\n", cells.join(" | "))
    };
    let mut table = String::from("\n");
    table += &row("", &|lock| format!("`{}`", lock.name));
    table += &format!("|---|{}\n", "---|".repeat(ledger.locks.len()));
    table += &row("from", &|lock| lock.from.clone());
    for property in ledger.properties.iter().filter(|property| property.readme) {
        table += &row(&property.title, &|lock| cell(ledger, lock, property));
    }
    table += &row("registers", &|lock| lock.registers.clone());
    table += &row("tickets last", &|lock| lock.tickets.clone());
    table + "\n"
}

/// The table of locks on the front page of the crate's documentation, within its comment.
pub fn algorithms() -> String {
    let mut table = String::from(
        "//!\n//! | | holders | order | registers | its registers | tickets last |\n//! |---|---|---|---|---|---|\n",
    );
    for facts in LOCKS {
        let default = facts
            .default_of
            .map_or(String::new(), |of| format!(", default of [`{of}`]"));
        table += &format!(
            "//! | [`{}`]{default} | {} | {} | {} | {} | {} |\n",
            facts.type_name,
            if facts.any_k() { "k" } else { "1" },
            facts.order,
            facts.registers,
            facts.register_kind,
            facts.tickets
        );
    }
    table + "//!\n//! "
}

/// The book's tables of what loom explores of each lock, and how it ends with each change of its code.
pub fn under_loom() -> String {
    let mut text = String::from("\n| lock | explored in `cargo test` | and by `cargo doorway loom --full` |\n|---|---|---|\n");
    for facts in LOCKS {
        let scenes = |full: bool| {
            let all = facts.scenes.iter().filter(|scene| scene.full == full);
            all.map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        text += &format!(
            "| `{}` | {} | {} |\n",
            facts.type_name,
            scenes(false),
            scenes(true)
        );
    }
    text +=
        "\n| lock | data race | deadlock | nothing wrong, within the bound |\n|---|---|---|---|\n";
    for facts in LOCKS {
        let ending = |ending: Ending| {
            let all = facts
                .code_mutants()
                .filter(|mutant| mutant.ending == ending && !mutant.trial.is_sampled());
            let all = all.map(|mutant| match mutant.trial {
                Trial::Once if ending == Ending::Fine => {
                    format!("{} (p ≤ {})", mutant.change, mutant.preemptions)
                }
                Trial::Once => mutant.change.to_string(),
                Trial::Twice => format!("{} (two passages each)", mutant.change),
                Trial::Parked => format!("{} (parked)", mutant.change),
                _ => format!("{} (parked and overtaken)", mutant.change),
            });
            all.collect::<Vec<_>>().join("; ")
        };
        text += &format!(
            "| `{}` | {} | {} | {} |\n",
            facts.type_name,
            ending(Ending::Race),
            ending(Ending::Stuck),
            ending(Ending::Fine)
        );
    }
    text + "\n"
}

/// The rows that speak for a lock's property, the strongest first.
pub fn speaking<'a>(ledger: &'a Ledger, lock: &str, property: &str) -> Vec<&'a Obligation> {
    let mut rows: Vec<&Obligation> = (ledger.obligations.iter())
        .filter(|row| {
            row.locks.iter().any(|of| of == lock) && row.properties.iter().any(|of| of == property)
        })
        .collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.strength), row.tool != "creusot"));
    rows
}

fn cell(ledger: &Ledger, lock: &Lock, property: &Property) -> String {
    let rows = speaking(ledger, &lock.name, &property.id);
    if let Some(refuted) = rows.iter().find(|row| row.refutes) {
        return format!(
            "[**no**](docs/src/{}): {}",
            lock.chapter,
            lower(&refuted.claim)
        );
    }
    let mut words: Vec<String> = vec![];
    for row in rows
        .iter()
        .filter(|row| row.strength > Strength::Unfinished)
    {
        let word = word(row, &property.id);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let papers = ledger
        .arguments
        .iter()
        .filter(|row| row.locks.contains(&lock.name) && row.property == property.id);
    words.extend(papers.map(|row| row.strength.name().to_string()));
    match words.is_empty() {
        true => "nothing".to_string(),
        false => words.join(", "),
    }
}

/// One word for how a row is known.
fn word(row: &Obligation, property: &str) -> String {
    match (row.tool.as_str(), property) {
        ("creusot", _) => format!("**proved, {}**", row.bound),
        ("kani", _) => "Kani to a bound".to_string(),
        ("check", _) => "explored".to_string(),
        ("loom", _) => "loom".to_string(),
        ("test", "loads-and-stores") => "checked in LLVM IR".to_string(),
        ("test" | "shuttle", _) => "tested".to_string(),
        (other, _) => other.to_string(),
    }
}

fn lower(claim: &str) -> String {
    let mut letters = claim.trim_end_matches('.').chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// The book's chapter on what is assumed, with counts.
pub fn assumptions(ledger: &Ledger, code: &Inventory) -> String {
    let mut text = String::from("\n");
    text += &census(ledger, code);
    text += "\n| assumption | what is taken for granted | what speaks for it | rows that rest on it |\n|---|---|---|---|\n";
    for row in &ledger.assumptions {
        let resting = ledger
            .obligations
            .iter()
            .filter(|each| ledger.rests_on(each, &row.id))
            .count();
        let what = match row.count {
            Some(count) => format!("{} **Counted: {count}.**", row.what),
            None => row.what.clone(),
        };
        text += &format!(
            "| `{}` | {what} | {} | {resting} of {} |\n",
            row.id,
            row.why,
            ledger.obligations.len()
        );
    }
    text += "\n## What counts for nothing yet\n\n";
    for row in ledger
        .obligations
        .iter()
        .filter(|row| row.strength <= Strength::Unfinished)
    {
        text += &format!(
            "* `{}`, {}: {} ({}; {})\n",
            row.id,
            row.strength.name(),
            row.claim,
            row.tool,
            row.bound
        );
    }
    text += "\n## What is known from paper only\n\n";
    for row in &ledger.arguments {
        text += &format!(
            "* `{}`, {}: {} {}: {}.\n",
            row.id,
            row.strength.name(),
            row.claim,
            row.locks.join(", "),
            row.place
        );
    }
    text + "\n"
}

/// How many of what.
fn census(ledger: &Ledger, code: &Inventory) -> String {
    let mut strengths: BTreeMap<Strength, usize> = BTreeMap::new();
    for row in &ledger.obligations {
        *strengths.entry(row.strength).or_default() += 1;
    }
    let strengths: Vec<String> = (strengths.iter().rev())
        .map(|(strength, rows)| format!("{rows} {}", strength.name()))
        .collect();
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (name, item) in code.items.iter().filter(|(_, item)| item.required) {
        let kind = kinds
            .entry(name.split(':').next().unwrap_or_default())
            .or_default();
        if item.mutant {
            kind.1 += 1;
        } else {
            kind.0 += 1;
        }
    }
    let count = |kind: &str| kinds.get(kind).copied().unwrap_or_default();
    format!(
        "{} obligations: {}. {} assumptions.\n\n\
         They speak of {} functions and lemmas that Creusot proves ({} changes after which a named proof must fail), {} Kani harnesses and {} mutants of them, \
         {} explorations and {} mutants, {} loom tests, {} of shuttle, {} of threads and processes. `#[trusted]`: {}.\n",
        ledger.obligations.len(),
        strengths.join(", "),
        ledger.assumptions.len(),
        count("creusot").0,
        count("patch").1,
        count("kani").0,
        count("kani").1,
        count("check").0,
        count("check").1,
        count("loom").0,
        count("shuttle").0,
        count("stress").0,
        code.trusted,
    )
}

impl Ledger {
    /// Whether a row rests on an assumption, by itself or by its tool.
    pub fn rests_on(&self, row: &Obligation, assumption: &str) -> bool {
        let trusted = self.tool(&row.tool).map(|tool| tool.trust.as_str());
        row.assumes.iter().any(|each| each == assumption)
            || trusted == Some(assumption)
            || assumption == "RUSTC" && !matches!(row.tool.as_str(), "creusot" | "prusti")
    }
}
