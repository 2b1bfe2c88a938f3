//! The parts of the page that are lists: obligations, assumptions, mutants, what was not run.

use super::{Certificate, Entry, Standing};
use crate::verify::record::took;
use crate::verify::strength;
use doorway_ledger::rows::Strength;
use doorway_plot::escaped;
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
pub(super) fn obligations(certificate: &Certificate) -> String {
    let mut html = String::from(
        "<p><label>Find <input id=\"find\" type=\"search\" placeholder=\"FIFE, loom, doorway…\"></label></p>\n<div id=\"rows\">\n",
    );
    for entry in &certificate.obligations {
        html += &article(entry);
    }
    html + "</div>\n"
}

fn article(entry: &Entry) -> String {
    let row = &entry.row;
    let e = |text: &str| escaped(text);
    let mut facts: Vec<(&str, String)> = vec![
        ("strength", e(&strength(row))),
        (
            "of",
            e(&format!(
                "{}: {}",
                row.locks.join(", "),
                row.properties.join(", ")
            )),
        ),
        ("from", e(&row.paper)),
        (
            "tool",
            e(if entry.decided_by.is_empty() {
                &row.tool
            } else {
                &entry.decided_by
            }),
        ),
        ("memory", e(&row.memory)),
        (
            "assumes",
            if row.assumes.is_empty() {
                "nothing but its tool".into()
            } else {
                links(&row.assumes)
            },
        ),
        (
            "command",
            format!("<code class=\"command\">{}</code>", e(&row.command)),
        ),
        ("mutants", mutants(entry)),
    ];
    let time = match entry.standing {
        Standing::Holds | Standing::Failed => {
            format!(
                "{}, expected {} s",
                took(entry.took, entry.together),
                row.seconds
            )
        }
        _ => format!("expected {} s", row.seconds),
    };
    facts.push(("time", time));
    if !entry.says.is_empty() {
        facts.push(("found", e(&entry.says.join("; "))));
    }
    if !entry.hash.is_empty() {
        facts.push(("hash", format!("<code>{}</code>", e(&entry.hash))));
    }
    let facts: String = facts
        .iter()
        .map(|(name, fact)| format!("<dt>{name}</dt><dd>{fact}</dd>"))
        .collect();
    format!(
        "<details class=\"row\" id=\"{0}\"><summary><span class=\"mark {1}\">{2}</span> <b>{0}</b> <span class=\"claim\">{3}</span></summary><dl>{facts}</dl></details>\n",
        e(&row.id),
        class(entry.standing),
        e(word(entry)),
        e(&row.claim)
    )
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

fn links(assumptions: &[String]) -> String {
    let each = assumptions
        .iter()
        .map(|id| format!("<a href=\"#assumes-{0}\">{0}</a>", escaped(id)));
    each.collect::<Vec<_>>().join(", ")
}

fn mutants(entry: &Entry) -> String {
    let each = entry.fates.iter().map(|(name, fate)| {
        let (class, fate) = match fate {
            Some(true) => ("holds", "killed"),
            Some(false) => ("failed", "SURVIVES"),
            None => ("not-run", "not run here"),
        };
        format!(
            "<li><span class=\"mark {class}\">{fate}</span> <code>{}</code></li>",
            escaped(name)
        )
    });
    let each: String = each.collect();
    match each.is_empty() {
        true => "none".into(),
        false => format!("<ul class=\"mutants\">{each}</ul>"),
    }
}

/// What was not run, by why.
pub(super) fn skipped(certificate: &Certificate) -> String {
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
    if by_why.is_empty() {
        return "<p>Nothing: every row of the ledger was run here.</p>\n".into();
    }
    let each = by_why.iter().map(|((_, why), ids)| {
        let links: Vec<String> = ids
            .iter()
            .map(|id| format!("<a class=\"id\" href=\"#{0}\">{0}</a>", escaped(id)))
            .collect();
        let class = if why.starts_with("Skipped") {
            "skipped"
        } else {
            "not-run"
        };
        format!(
            "<li class=\"{class}\"><b>{}</b> ({}): {}</li>\n",
            escaped(why),
            ids.len(),
            links.join(" ")
        )
    });
    format!("<ul class=\"why\">{}</ul>\n", each.collect::<String>())
}

pub(super) fn assumptions(certificate: &Certificate) -> String {
    let mut html = String::from("<dl class=\"assumptions\">\n");
    for row in &certificate.assumptions {
        let resting = certificate.resting.get(&row.id).copied().unwrap_or(0);
        let counted = row
            .count
            .map_or(String::new(), |count| format!(" <b>Counted: {count}.</b>"));
        let plural = if resting == 1 { "" } else { "s" };
        let rows = format!(" <small>{resting} row{plural}</small>");
        html += &format!(
            "<div id=\"assumes-{0}\"><dt>{0}{rows}</dt><dd>{1}{counted}<br><small>{2}</small></dd></div>\n",
            escaped(&row.id),
            escaped(&row.what),
            escaped(&row.why)
        );
    }
    html += "</dl>\n<h3>Known from paper only</h3>\n<ul>\n";
    for row in &certificate.arguments {
        html += &format!(
            "<li><b>{}</b>, {}: {}: {} <small>({})</small></li>\n",
            escaped(&row.id),
            row.strength.name(),
            escaped(&row.locks.join(", ")),
            escaped(&row.claim),
            escaped(&row.place)
        );
    }
    html + "</ul>\n"
}

/// Of which kind how many died here.
pub(super) fn killed(certificate: &Certificate) -> String {
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
        "control" => "changes after which a named Creusot proof must fail",
        "kani" => "Kani: the same property asked of something bent, which must panic",
        "check" => "machines with one line wrong, which must violate a property",
        "loom" => "loom: tests that see a lock without a fence or an ordering rejected",
        "shuttle" => "shuttle: tests that see a line lost, a gong mute",
        _ => "tests that see something wrong fail",
    };
    let rows = kinds.iter().map(|(kind, [dead, alive, unknown])| {
        format!("<tr><th>{kind}<small>{}</small></th><td>{dead}</td><td>{alive}</td><td>{unknown}</td></tr>\n", about(kind))
    });
    let rows: String = rows.collect();
    let dead = fates.values().filter(|fate| **fate == Some(true)).count();
    format!(
        "<p>{dead} of {} mutants were killed here (<code>cargo doorway verify --mutants</code>). A check that cannot fail is no check: every row names what it rejects.</p>\n\
         <table class=\"killed\"><tr><th></th><th>killed</th><th>survive</th><th>not run here</th></tr>\n{rows}</table>\n",
        fates.len()
    )
}
