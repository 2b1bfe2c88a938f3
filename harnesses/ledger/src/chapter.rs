//! The tables of the book's chapter on guarantees: a table for each property, a line for each lock.

use crate::rows::{Ledger, Lock, Obligation, Property, Strength};
use crate::tables::speaking;

const HEAD: &str = "| | proved | every execution, up to a bound | some executions | on paper |\n|---|---|---|---|---|\n";

/// All tables, in the order of the ledger.
pub fn guaranteed(ledger: &Ledger) -> String {
    let mut text = String::from("\n");
    for property in &ledger.properties {
        text += &format!("### {}\n\n{HEAD}", capital(&property.title));
        for lock in &ledger.locks {
            text += &line(ledger, lock, property);
        }
        text.push('\n');
    }
    text
}

fn line(ledger: &Ledger, lock: &Lock, property: &Property) -> String {
    let rows = speaking(ledger, &lock.name, &property.id);
    let name = format!("[{}]({})", lock.name, lock.chapter);
    if let Some(row) = rows.iter().find(|row| row.refutes) {
        let (claim, id) = (&row.claim, &row.id);
        return format!("| {name} | **It does not hold.** {claim} (`{id}`) | | | |\n");
    }
    let of = |from: Strength, to: Strength| {
        let rows = rows.iter().copied();
        known(rows.filter(|row| from <= row.strength && row.strength <= to))
    };
    let papers = ledger.arguments.iter();
    let papers: Vec<String> = papers
        .filter(|row| row.locks.contains(&lock.name) && row.property == property.id)
        .map(|row| format!("{}: {}", row.strength.name(), row.place))
        .collect();
    let cells = [
        of(Strength::EveryN, Strength::EveryN),
        of(Strength::Depth, Strength::Bounded),
        of(Strength::Sampled, Strength::Sampled),
        papers.join("; "),
    ];
    if cells.iter().all(String::is_empty) {
        return format!("| {name} | nothing is claimed | | | |\n");
    }
    format!("| {name} | {} |\n", cells.join(" | "))
}

/// The tools of some rows with their bounds, each bound once per tool.
fn known<'a>(rows: impl Iterator<Item = &'a Obligation>) -> String {
    let mut tools: Vec<(&str, Vec<&str>)> = vec![];
    for row in rows {
        let name = match row.tool.as_str() {
            "creusot" => "Creusot",
            "kani" => "Kani",
            "check" => "explored",
            "test" if row.strength > Strength::Sampled => "by a test",
            "test" => "tested",
            other => other,
        };
        match tools.iter_mut().find(|(tool, _)| *tool == name) {
            Some((_, bounds)) if bounds.contains(&row.bound.as_str()) => {}
            Some((_, bounds)) => bounds.push(&row.bound),
            None => tools.push((name, vec![&row.bound])),
        }
    }
    let each = tools
        .iter()
        .map(|(tool, bounds)| format!("**{tool}**: {}", bounds.join(" · ")));
    each.collect::<Vec<_>>().join("<br>")
}

fn capital(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
