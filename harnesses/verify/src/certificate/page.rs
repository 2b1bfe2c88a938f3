//! The page: one file, no network.

use super::compare::size;
use super::rows::{assumptions, class, counts, killed, obligations, skipped};
use super::{Certificate, Entry, Standing};
use crate::verify::record::{write_whole, Sources};
use crate::verify::strength;
use doorway_ledger::rows::{Lock, Obligation, Property, Strength};
use doorway_plot::{bars, Bar};
use doorway_rmr::locks::LOCKS;
use doorway_rmr::meter::Homes;
use doorway_rmr::series::{draw, Series};
use doorway_rmr::survey::Effort;
use jiff::Timestamp;
use maud::{html, Markup, PreEscaped, DOCTYPE};
use serde_json::json;
use std::fs;
use std::path::Path;

/// The drawings, as SVG.
pub(super) fn plots(certificate: &Certificate, root: &Path) -> Result<Markup, String> {
    let explored: Vec<Bar> = (certificate.obligations.iter())
        .filter_map(|entry| {
            let states = entry.states.filter(|_| entry.standing == Standing::Holds)?;
            Some(Bar {
                name: entry.row.id.replace("-EXPLORED", ""),
                value: states as f64,
                label: indicatif::HumanCount(states).to_string(),
                ours: true,
            })
        })
        .collect();
    let drawings = match is_of(certificate, root)? {
        true => drawings(root)?,
        false => vec![],
    };
    Ok(html! {
        h3 { "State spaces explored here" }
        @if explored.is_empty() {
            p.none { "None: no exploration was run here." }
        } @else {
            div.plots { div.plot { (PreEscaped(bars("states", true, &explored))) } }
        }
        h3 { "Remote memory references of a passage" }
        p {
            "The worst found under six adversaries (a short search: " code { "cargo doorway rmr" }
            " makes a long one), and the bound, dashed. k = 1."
        }
        @if drawings.is_empty() {
            p.none { "None: the parts are of other sources than the tree in which they were merged." }
        } @else {
            div.plots {
                @for drawing in &drawings { div.plot { (PreEscaped(drawing)) } }
            }
        }
    })
}

/// Whether a certificate is of the meter and the models in this tree. Parts may be merged in another one.
fn is_of(certificate: &Certificate, root: &Path) -> Result<bool, String> {
    let ledger = doorway_ledger::read(root)?;
    let tool = ledger.tool("test").ok_or("no tool 'test'")?;
    Ok(certificate.sources.get("test") == Some(&Sources::new(root).of(tool)))
}

pub(super) fn page(certificate: &Certificate, plots: &Markup) -> String {
    let sections = [
        ("guarantees", "What is guaranteed", matrix(certificate)),
        (
            "not-run-here",
            "What was not run here",
            skipped(certificate),
        ),
        ("mutants", "Mutants", killed(certificate)),
        ("assumptions", "What is assumed", assumptions(certificate)),
        ("plots", "Sizes and costs", plots.clone()),
        ("obligations", "Every obligation", obligations(certificate)),
    ];
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "doorway: certificate" }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                (header(certificate))
                nav { @for (id, title, _) in &sections { a href={ "#" (id) } { (title) } " " } }
                @for (id, title, html) in &sections {
                    section id=(id) { h2 { (title) } (html) }
                }
                dialog #cell { form method="dialog" { button { "Close" } } div {} }
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    };
    page.into_string() + "\n"
}

fn header(certificate: &Certificate) -> Markup {
    let of = |standing| {
        let rows = certificate.obligations.iter();
        rows.filter(|entry| entry.standing == standing).count()
    };
    html! {
        header {
            h1 { "doorway " (certificate.version) " " small { "certificate" } }
            p {
                (date(certificate.made)) ", " (made_on(certificate)) ". Made by "
                code { "cargo doorway verify" } "; " a href="certificate.json" { "as JSON" } "."
            }
            ul.chips {
                @for standing in Standing::ALL {
                    @let class = if of(standing) == 0 { "none" } else { class(standing) };
                    li class=(class) { b { (of(standing)) } " " (standing.plural()) }
                }
            }
            details.tools {
                summary { "Tools" }
                ul {
                    @for found in certificate.tools.values() {
                        @match found {
                            Ok(version) => { li { (version) } }
                            Err(why) => { li.skipped { "Skipped, not run here: " (why) } }
                        }
                    }
                }
            }
            @if !certificate.parts.is_empty() {
                details.tools {
                    summary { "Parts" }
                    ul {
                        @for part in &certificate.parts {
                            li { (part.shard) ": " (date(part.made)) ", on " (part.machine) }
                        }
                    }
                }
            }
        }
    }
}

/// On which machine, or on how many.
fn made_on(certificate: &Certificate) -> String {
    match certificate.parts.len() {
        0 => format!("on {}", certificate.machine),
        parts => format!("merged from {parts} parts"),
    }
}

/// Lock by property.
fn matrix(certificate: &Certificate) -> Markup {
    html! {
        p {
            "Each cell: the strongest claim that was " b { "run here and holds" }
            ". Below it, what the ledger has that is stronger and was not run here. Click for the obligations and their commands."
        }
        (legend())
        table.matrix {
            thead {
                tr {
                    td {}
                    @for lock in &certificate.locks {
                        th scope="col" { (lock.name) small { (lock.from) } }
                    }
                }
            }
            tbody {
                @for property in &certificate.properties {
                    tr {
                        th scope="row" { (property.title) }
                        @for lock in &certificate.locks { (cell(certificate, lock, property)) }
                    }
                }
            }
        }
    }
}

fn legend() -> Markup {
    let each = [
        ("every-n", "proved, every N"),
        ("bounded", "every execution, up to a bound"),
        ("depth", "the same, to a depth"),
        ("sampled", "some executions"),
        ("paper", "on paper only"),
        ("refuted", "it does not hold"),
        ("failed", "failed"),
        ("not-run", "not run here"),
    ];
    html! {
        ul.legend {
            @for (class, means) in each { li class={ "cell " (class) } { (means) } }
        }
    }
}

fn cell(certificate: &Certificate, lock: &Lock, property: &Property) -> Markup {
    let mut entries: Vec<&Entry> = (certificate.obligations.iter())
        .filter(|entry| {
            entry.row.locks.contains(&lock.name) && entry.row.properties.contains(&property.id)
        })
        .collect();
    // Of two that are as strong, the one that goes further.
    let rank = |row: &Obligation| (row.refutes, row.strength, size(&row.bound));
    // What failed comes first: it is what the reader wants to see.
    let failed = |entry: &Entry| entry.standing == Standing::Failed;
    entries.sort_by_key(|entry| std::cmp::Reverse((failed(entry), rank(&entry.row))));
    let paper = certificate
        .arguments
        .iter()
        .filter(|row| row.locks.contains(&lock.name) && row.property == property.id)
        .map(|row| row.strength);
    let (class, main, rest) = told(&entries, paper.max());
    let class = format!("cell {class}");
    let ids: Vec<&str> = entries.iter().map(|entry| entry.row.id.as_str()).collect();
    let said = html! {
        (main)
        @if let Some(rest) = rest { small { (rest) } }
    };
    html! {
        td data-lock=(lock.name) {
            @if ids.is_empty() {
                span class=(class) { (said) }
            } @else {
                button class=(class) data-rows=(ids.join(" ")) { (said) }
            }
        }
    }
}

/// Its class, what it says, and what could be said if more were run.
fn told(entries: &[&Entry], paper: Option<Strength>) -> (&'static str, String, Option<String>) {
    let failed = entries
        .iter()
        .find(|entry| entry.standing == Standing::Failed);
    if let Some(failed) = failed {
        return ("failed", format!("FAILED: {}", failed.row.id), None);
    }
    let known = entries
        .iter()
        .find(|entry| entry.standing == Standing::Holds && counts(entry));
    let claimed = entries.iter().find(|entry| counts(entry));
    let beyond = claimed
        .filter(|claimed| {
            known.is_none_or(|known| {
                claimed.row.strength > known.row.strength
                    || claimed.row.refutes && !known.row.refutes
            })
        })
        .map(|claimed| format!("{}: {}", claimed.standing.name(), brief(claimed)));
    match known {
        Some(known) if known.row.refutes => ("refuted", "no".into(), Some(known.row.claim.clone())),
        Some(known) => (degree(known.row.strength), brief(known), beyond),
        None if claimed.is_some() => (
            "not-run",
            claimed.map_or("", |claimed| claimed.standing.name()).into(),
            claimed.map(|claimed| format!("the ledger has: {}", brief(claimed))),
        ),
        None => ("paper", paper.map_or("—", Strength::name).to_string(), None),
    }
}

fn brief(entry: &Entry) -> String {
    match entry.row.strength {
        _ if entry.row.refutes => "no".into(),
        Strength::EveryN => format!("proved: {}", entry.row.bound),
        _ => strength(&entry.row),
    }
}

fn degree(strength: Strength) -> &'static str {
    match strength {
        Strength::EveryN => "every-n",
        Strength::Bounded => "bounded",
        Strength::Depth => "depth",
        _ => "sampled",
    }
}

/// A time in seconds since 1970, as a date.
fn date(seconds: u64) -> String {
    let time = i64::try_from(seconds).ok().map(Timestamp::from_second);
    match time {
        Some(Ok(time)) => time.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        _ => "at an unknown time".into(),
    }
}

/// Drawings of remote memory references: those that `cargo doorway rmr --plot` makes, after a short search: kept as long as the machines and the meter stay as they are.
fn drawings(root: &Path) -> Result<Vec<String>, String> {
    let ledger = doorway_ledger::read(root)?;
    let tool = ledger.tool("test").ok_or("no tool 'test'")?;
    let hash = Sources::new(root).of(tool);
    let file = root.join("target/verify/rmr.json");
    let kept = fs::read_to_string(&file).unwrap_or_default();
    if let Ok((of, drawings)) = serde_json::from_str::<(String, Vec<String>)>(&kept) {
        if of == hash {
            return Ok(drawings);
        }
    }
    let effort = Effort {
        seed: 1,
        draws: 1,
        steps: 100_000,
        homes: Homes::AsStated,
    };
    let series = LOCKS.iter().map(|lock| Series::search(lock, "1", effort));
    let drawings = draw(&series.collect::<Result<Vec<_>, _>>()?);
    let drawings: Vec<String> = drawings.into_iter().map(|(_, drawing)| drawing).collect();
    write_whole(&file, &json!((hash, &drawings)).to_string())?;
    Ok(drawings)
}

#[cfg(test)]
mod unit {
    use super::date;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_827_696), "2000-02-29 12:34 UTC");
        assert_eq!(date(4_102_444_799), "2099-12-31 23:59 UTC");
        assert_eq!(date(u64::MAX), "at an unknown time");
    }
}
