//! The parts of the page that are lists: obligations, assumptions, mutants, what was not run.

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

/// What counts for nothing, whether it was run or not.
pub(super) fn counts(entry: &Entry) -> bool {
    entry.row.strength > Strength::Unfinished
}

/// Every row, with all there is to say of it.
pub(super) fn obligations(certificate: &Certificate) -> Markup {
    html! {
        p {
            label { "Find " input #find type="search" placeholder="FIFE, loom, doorway…"; }
        }
        div #rows {
            @for entry in &certificate.obligations { (article(entry)) }
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
                dt { "of" } dd { (row.locks.join(", ")) ": " (row.properties.join(", ")) }
                dt { "from" } dd { (row.paper) }
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

/// How it stands, in a word or two. A row that shows that something is not so holds when it is not.
fn word(entry: &Entry) -> &'static str {
    match entry.standing {
        Standing::Holds if entry.row.refutes => "refuted",
        _ if entry.row.strength == Strength::NotRun => "never run",
        Standing::NotRun if entry.row.strength == Strength::Unfinished => "never finished",
        other => other.name(),
    }
}

fn assumed(assumptions: &[String]) -> Markup {
    html! {
        @if assumptions.is_empty() { "nothing but its tool" }
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
        None => ("not-run", "not run here"),
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

/// What was not run, by why.
pub(super) fn skipped(certificate: &Certificate) -> Markup {
    let mut by_why: BTreeMap<(bool, String), Vec<&str>> = BTreeMap::new();
    for entry in certificate
        .obligations
        .iter()
        .filter(|entry| matches!(entry.standing, Standing::Skipped | Standing::NotRun))
    {
        let why = match (entry.standing, entry.row.strength, entry.says.first()) {
            (Standing::Skipped, _, Some(why)) => format!("Skipped, not run here: {why}"),
            (_, Strength::Unfinished, _) => {
                "Written, and never run to its end: counts for nothing yet".to_string()
            }
            (_, Strength::NotRun, _) => "Never run: nobody has set it up".to_string(),
            (_, _, Some(why)) => format!("Not run here: {why}"),
            (_, _, None) => "Not run here: it was not asked for".to_string(),
        };
        by_why
            .entry((entry.standing != Standing::Skipped, why))
            .or_default()
            .push(&entry.row.id);
    }
    html! {
        @if by_why.is_empty() {
            p { "Nothing: every row of the ledger was run here." }
        } @else {
            ul.why {
                @for ((was_asked, why), ids) in &by_why {
                    li class=(if *was_asked { "not-run" } else { "skipped" }) {
                        b { (why) } " (" (ids.len()) "):"
                        @for id in ids { " " a.id href={ "#" (id) } { (id) } }
                    }
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

/// Of which kind how many died here.
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
        "kani" => "Kani: the same property asked of something bent, which must panic",
        "check" => "machines with one line wrong, which must violate a property",
        "loom" => "loom: tests that see a lock without a fence or an ordering rejected",
        "shuttle" => "shuttle: tests that see a line lost, a parker mute",
        _ => "tests that see something wrong fail",
    };
    let dead = fates.values().filter(|fate| **fate == Some(true)).count();
    html! {
        p {
            (dead) " of " (fates.len()) " mutants were killed here (" code { "cargo doorway verify --mutants" }
            "). A check that cannot fail is no check: every row names what it rejects."
        }
        table.killed {
            tr { th {} th { "killed" } th { "survive" } th { "not run here" } }
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
