//! The generated tables: README's, the crate documentation's, loom's, and the book's list of assumptions.

use crate::inventory::Inventory;
use crate::killed::Killed;
use crate::rows::{Ledger, Obligation, Strength};
use doorway_proofs::catalogue::{Ending, Facts, Trial, LOCKS};
use std::collections::BTreeMap;

/// The mark before a generated part of a file.
pub const BEGIN: &str = "<!-- made by `cargo doorway ledger --write` from proofs/src/catalogue and proofs/obligations.toml: change those, not this -->";
/// The mark after it.
pub const END: &str = "<!-- made up to here -->";

/// The text `file`, with everything between the marks replaced by `made`.
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

/// README's table: what each lock guarantees, and the strongest evidence for it, in a few words.
pub fn guarantees(ledger: &Ledger) -> String {
    let title = |id: &str| {
        let property = ledger.properties.iter().find(|property| property.id == id);
        property.map_or("", |property| property.title.as_str())
    };
    let column =
        |name: &str, id: &str| format!("[{name}](docs/src/guarantees.md#{})", anchor(title(id)));
    let mut table = format!(
        "\n| lock | holders | {} | {} | {} | {} | {} |\n|---|---|---|---|---|---|---|\n",
        column("order", "order"),
        column("exclusion", "k-exclusion"),
        column("progress", "progress"),
        column("cancellation", "cancellation"),
        column("uncontended cost", "cost"),
    );
    for facts in LOCKS {
        let default = facts
            .default_of
            .map_or(String::new(), |of| format!(", default of `{of}`"));
        let cancellation = match facts.cancelling_starves {
            true if facts.model().safe => "can starve a waiter, on torn registers".to_string(),
            true => "can starve a waiter".to_string(),
            false => format!("safe: {}", evidence(ledger, facts, "cancellation")),
        };
        table += &format!(
            "| [`{}`](docs/src/{}.md){default} | {} | {}: {} | {} | {} | {cancellation} | {} |\n",
            facts.type_name,
            facts.module,
            if facts.any_k() { "k" } else { "1" },
            facts.order,
            evidence(ledger, facts, "order"),
            evidence(ledger, facts, "k-exclusion"),
            evidence(ledger, facts, "progress"),
            facts.uncontended
        );
    }
    table + "\n"
}

/// The assumption that a timestamp system is atomic: the shipped one is not, so a proof with it is not
/// about the shipped lock.
const ATOMIC_STAMPS: &str = "STAMPS-ATOMIC";

/// The strongest evidence for a property of a lock.
fn evidence(ledger: &Ledger, facts: &Facts, property: &str) -> String {
    let rows = speaking(ledger, facts.type_name, property);
    let explored = || {
        let sizes = facts.model().explored.iter();
        let sizes = sizes.filter(|size| property != "cancellation" || size.cancellations);
        let largest = sizes.map(|size| size.n).max().unwrap_or_default();
        format!("explored, N≤{largest}")
    };
    match rows.iter().find(|row| row.strength > Strength::Unfinished) {
        None => "not claimed".to_string(),
        Some(row) if row.assumes.iter().any(|it| it == ATOMIC_STAMPS) => {
            let what = if property == "order" { "k-FCFS " } else { "" };
            format!("{what}proved on atomic timestamps; {}", explored())
        }
        Some(row) if row.strength == Strength::EveryN => "proved".to_string(),
        Some(row) if row.tool == "check" => explored(),
        Some(_) if rows.iter().any(|row| row.tool == "check") => explored(),
        Some(_) => "tested".to_string(),
    }
}

/// The anchor that mdBook and GitHub give a heading.
fn anchor(title: &str) -> String {
    let letters = title.to_lowercase();
    let letters = letters
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    letters.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The table of locks on the front page of the crate's documentation, as lines of its comment.
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

/// The book's tables of loom: the scenes of each lock, and the outcome for each mutant of its code.
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
                Trial::Again => format!("{} (one leaves and comes again)", mutant.change),
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

/// The rows about a property of a lock, the strongest first.
pub fn speaking<'a>(ledger: &'a Ledger, lock: &str, property: &str) -> Vec<&'a Obligation> {
    let mut rows: Vec<&Obligation> = (ledger.obligations.iter())
        .filter(|row| {
            row.locks.iter().any(|of| of == lock) && row.properties.iter().any(|of| of == property)
        })
        .collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.strength), row.tool != "creusot"));
    rows
}

/// The book's list of assumptions, with counts.
pub fn assumptions(ledger: &Ledger, code: &Inventory, killed: &Killed) -> String {
    let mut text = String::from("\n");
    text += &census(ledger, code);
    text += "\n";
    text += &killed.table(code);
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

/// The number of rows by strength, and of items by kind.
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
         They cover {} functions and lemmas that Creusot proves, with {} patches after which a named proof must fail; {} Kani harnesses and {} mutants; \
         {} explorations and {} mutants; {} loom tests; {} shuttle tests; {} tests with threads and processes. `#[trusted]`: {}.\n",
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
    /// Whether a row depends on an assumption, directly or through its tool.
    pub fn rests_on(&self, row: &Obligation, assumption: &str) -> bool {
        let trusted = self.tool(&row.tool).map(|tool| tool.trust.as_str());
        row.assumes.iter().any(|each| each == assumption)
            || trusted == Some(assumption)
            || assumption == "RUSTC" && !matches!(row.tool.as_str(), "creusot" | "prusti")
    }
}
