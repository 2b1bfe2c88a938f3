//! The parts of the page that are lists: rows of the ledger, assumptions, mutants, rows that were not run.

use super::{Certificate, Entry, Standing};
use crate::verify::record::took;
use crate::verify::strength;
use doorway_ledger::rows::Strength;
use maud::{html, Markup};
use std::collections::BTreeMap;

/// A class of the style sheet.
pub(super) fn class(standing: Standing) -> &'static str {
    match standing {
        Standing::Holds => "holds",
        Standing::Failed => "failed",
        Standing::Skipped => "skipped",
        Standing::NotRun => "not-run",
    }
}

/// Whether a row counts. A check that has never run to its end does not.
pub(super) fn counts(entry: &Entry) -> bool {
    entry.row.strength > Strength::Unfinished
}

/// How many rows have each label: the label, its class, the number. The first four always, the others where there are some.
pub(super) fn tally<'a>(
    entries: impl Iterator<Item = &'a Entry> + Clone,
) -> Vec<(&'static str, &'static str, usize)> {
    let labels = Standing::ALL.map(|standing| (standing.plural(), class(standing)));
    let rare = ["out of date", "never finished", "never run"];
    let labels = labels
        .into_iter()
        .chain(rare.map(|label| (label, "not-run")));
    let tally = labels.map(|(label, class)| {
        let mine = entries.clone().filter(|entry| match word(entry) {
            "holds" | "refuted" => label == "hold",
            word => label == word,
        });
        (label, class, mine.count())
    });
    tally
        .filter(|(label, _, rows)| *rows > 0 || !rare.contains(label))
        .collect()
}

/// Every row, folded by lock.
pub(super) fn obligations(certificate: &Certificate) -> Markup {
    let of = |lock: &str| -> Vec<&Entry> {
        let entries = certificate.obligations.iter();
        let only = |entry: &&Entry| entry.row.locks.len() == 1 && entry.row.locks[0] == lock;
        entries.filter(only).collect()
    };
    let several = certificate.obligations.iter();
    let several = several.filter(|entry| entry.row.locks.len() != 1).collect();
    let groups = certificate.locks.iter();
    let groups = groups.map(|lock| (lock.name.as_str(), of(&lock.name)));
    html! {
        p {
            label { "Find " input #find type="search" placeholder="FIFE, loom, doorway…"; }
        }
        div #rows {
            @for (name, entries) in groups.chain([("Several locks", several)]) {
                @if !entries.is_empty() { (group(name, &entries)) }
            }
        }
    }
}

fn group(name: &str, entries: &[&Entry]) -> Markup {
    let tally = tally(entries.iter().copied()).into_iter();
    let counts = tally.filter(|(_, _, rows)| *rows > 0);
    let counts = counts.map(|(label, _, rows)| format!("{rows} {label}"));
    let counts: Vec<String> = counts.collect();
    html! {
        details.group {
            summary { b { (name) } " " small { (counts.join(", ")) } }
            @for entry in entries { (article(entry)) }
        }
    }
}

fn article(entry: &Entry) -> Markup {
    let row = &entry.row;
    let tool = match entry.decided_by.is_empty() {
        true => &row.tool,
        false => &entry.decided_by,
    };
    let was_run = matches!(entry.standing, Standing::Holds | Standing::Failed);
    html! {
        details.row id=(row.id) {
            summary {
                span class={ "mark " (class(entry.standing)) } { (word(entry)) } " "
                b { (row.id) } " "
                span.claim { (row.claim) }
            }
            dl {
                dt { "strength" } dd { (strength(row)) }
                dt { "locks" } dd { (row.locks.join(", ")) ": " (row.properties.join(", ")) }
                dt { "paper" } dd { (row.paper) }
                dt { "tool" } dd { (tool) }
                dt { "memory" } dd { (row.memory) }
                dt { "assumes" } dd { (assumed(&row.assumes)) }
                dt { "command" } dd { code.command { (row.command) } }
                dt { "mutants" } dd { (mutants(entry)) }
                dt { "time" }
                dd {
                    @if was_run { (took(entry.took, entry.together)) ", " }
                    "expected " (row.seconds) " s"
                }
                @if !entry.says.is_empty() { dt { "found" } dd { (entry.says.join("; ")) } }
                @if !entry.hash.is_empty() { dt { "hash" } dd { code { (entry.hash) } } }
            }
        }
    }
}

/// The label of a row. A row that shows that something does not hold is refuted where its check holds.
pub(super) fn word(entry: &Entry) -> &'static str {
    match (entry.standing, entry.row.strength) {
        (Standing::Holds, _) if entry.row.refutes => "refuted",
        (_, Strength::NotRun) => "never run",
        (Standing::NotRun, Strength::Unfinished) => "never finished",
        (Standing::NotRun, _) if !entry.says.is_empty() => "out of date",
        (standing, _) => standing.name(),
    }
}

fn assumed(assumptions: &[String]) -> Markup {
    html! {
        @if assumptions.is_empty() { "only its tool" }
        @for (at, id) in assumptions.iter().enumerate() {
            @if at > 0 { ", " }
            a href={ "#assumes-" (id) } { (id) }
        }
    }
}

fn mutants(entry: &Entry) -> Markup {
    let fate = |fate: &Option<bool>| match fate {
        Some(true) => ("holds", "killed"),
        Some(false) => ("failed", "SURVIVES"),
        None => ("not-run", "not run"),
    };
    html! {
        @if entry.fates.is_empty() {
            "none"
        } @else {
            ul.mutants {
                @for (name, is) in &entry.fates {
                    @let (class, fate) = fate(is);
                    li { span class={ "mark " (class) } { (fate) } " " code { (name) } }
                }
            }
        }
    }
}

/// The rows that were not run, by reason.
pub(super) fn skipped(certificate: &Certificate) -> Markup {
    let mut by_why: BTreeMap<(Standing, String), Vec<&str>> = BTreeMap::new();
    for entry in certificate
        .obligations
        .iter()
        .filter(|entry| matches!(entry.standing, Standing::Skipped | Standing::NotRun))
    {
        let why = match (word(entry), entry.says.first()) {
            ("tool missing", Some(why)) => format!("Tool missing: {why}"),
            ("never finished", _) => {
                "Never finished: the check is written and has never run to its end. It counts for nothing yet".into()
            }
            ("never run", _) => "Never run: the tool is not set up for it".into(),
            ("out of date", Some(why)) => format!("Out of date: {why}"),
            _ => "Not selected: no run here included these rows".into(),
        };
        let key = (entry.standing, why);
        by_why.entry(key).or_default().push(&entry.row.id);
    }
    html! {
        @if by_why.is_empty() {
            p { "Every row of the ledger was run here." }
        } @else {
            @for ((standing, why), ids) in &by_why {
                details class={ "fold why " (class(*standing)) } {
                    summary { (why) " (" (ids.len()) (if ids.len() == 1 { " row)" } else { " rows)" }) }
                    p { @for id in ids { a.id href={ "#" (id) } { (id) } " " } }
                }
            }
        }
    }
}

pub(super) fn assumptions(certificate: &Certificate) -> Markup {
    let resting = |id: &str| certificate.resting.get(id).copied().unwrap_or(0);
    html! {
        dl.assumptions {
            @for row in &certificate.assumptions {
                @let rows = resting(&row.id);
                div id={ "assumes-" (row.id) } {
                    dt { (row.id) " " small { (rows) " row" (if rows == 1 { "" } else { "s" }) } }
                    dd {
                        (row.what)
                        @if let Some(count) = row.count { " " b { "Counted: " (count) "." } }
                        br;
                        small { (row.why) }
                    }
                }
            }
        }
        h3 { "Known from paper only" }
        ul {
            @for row in &certificate.arguments {
                li {
                    b { (row.id) } ", " (row.strength.name()) ": " (row.locks.join(", ")) ": " (row.claim) " "
                    small { "(" (row.place) ")" }
                }
            }
        }
    }
}

/// How many mutants of each kind were killed here.
pub(super) fn killed(certificate: &Certificate) -> Markup {
    let mut fates: BTreeMap<&str, Option<bool>> = BTreeMap::new();
    for entry in &certificate.obligations {
        fates.extend(
            entry
                .fates
                .iter()
                .map(|(name, fate)| (name.as_str(), *fate)),
        );
    }
    let mut kinds: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (name, fate) in &fates {
        let kind = kinds
            .entry(name.split(':').next().unwrap_or_default())
            .or_default();
        kind[match fate {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        }] += 1;
    }
    let about = |kind: &str| match kind {
        "patch" => "changes after which a named Creusot proof must fail",
        "kani" => "Kani: the same property of a wrong variant, which must fail",
        "check" => "models with one line wrong, which must violate a property",
        "loom" => "loom: a lock without one fence or one ordering, which must fail",
        "shuttle" => {
            "shuttle: a lock without one line, or a parker that does not wake, which must fail"
        }
        _ => "tests of a wrong variant, which must fail",
    };
    let dead = fates.values().filter(|fate| **fate == Some(true)).count();
    html! {
        p {
            (dead) " of " (fates.len()) " mutants were killed here (" code { "cargo doorway verify --mutants" }
            "). A mutant is a wrong variant that the check of its row must reject."
        }
        table.killed {
            tr { th {} th { "killed" } th { "survive" } th { "not run" } }
            @for (kind, [dead, alive, unknown]) in &kinds {
                tr {
                    th { (kind) small { (about(kind)) } }
                    td { (dead) }
                    td { (alive) }
                    td { (unknown) }
                }
            }
        }
    }
}
