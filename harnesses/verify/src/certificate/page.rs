//! The page: one file, no network.

use super::compare::size;
use super::rows::{assumptions, class, counts, killed, obligations, skipped, tally, word};
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
            "The worst found under six adversaries in a short search (" code { "cargo doorway rmr" }
            " runs a long one), and the bound, dashed. k = 1."
        }
        @if drawings.is_empty() {
            p.none { "None: the parts were made from other sources than the tree they were merged in." }
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

/// A part of the page.
struct Section {
    id: &'static str,
    title: &'static str,
    /// What its fold says, if it is folded.
    fold: Option<String>,
    html: Markup,
}

fn sections(certificate: &Certificate, plots: &Markup) -> [Section; 6] {
    let section = |id, title, fold: Option<String>, html| Section {
        id,
        title,
        fold,
        html,
    };
    let (assumed, argued) = (certificate.assumptions.len(), certificate.arguments.len());
    let assumed = format!("{assumed} assumptions, {argued} claims known from paper only");
    [
        section(
            "guarantees",
            "What is guaranteed",
            None,
            matrix(certificate),
        ),
        section(
            "not-run-here",
            "What was not run here",
            None,
            skipped(certificate),
        ),
        section("mutants", "Mutants", None, killed(certificate)),
        section(
            "assumptions",
            "What is assumed",
            Some(assumed),
            assumptions(certificate),
        ),
        section(
            "plots",
            "Sizes and costs",
            Some("State spaces, and remote memory references of a passage".into()),
            plots.clone(),
        ),
        section(
            "obligations",
            "Every row of the ledger",
            None,
            obligations(certificate),
        ),
    ]
}

pub(super) fn page(certificate: &Certificate, plots: &Markup) -> String {
    let sections = sections(certificate, plots);
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
                nav { @for section in &sections { a href={ "#" (section.id) } { (section.title) } " " } }
                @for Section { id, title, fold, html } in &sections {
                    section id=(id) {
                        h2 { (title) }
                        @if let Some(fold) = fold {
                            details.fold { summary { (fold) } (html) }
                        } @else {
                            (html)
                        }
                    }
                }
                dialog #cell { form method="dialog" { button { "Close" } } div {} }
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    };
    page.into_string() + "\n"
}

fn header(certificate: &Certificate) -> Markup {
    html! {
        header {
            h1 { "doorway " (certificate.version) " " small { "certificate" } }
            p {
                (date(certificate.made)) ", " (made_on(certificate)) ". Made by "
                code { "cargo doorway verify" } "; " a href="certificate.json" { "as JSON" } "."
            }
            ul.chips {
                @for (label, class, rows) in tally(certificate.obligations.iter()) {
                    li class=(if rows == 0 { "none" } else { class }) { b { (rows) } " " (label) }
                }
            }
            details.tools {
                summary { "Tools" }
                ul {
                    @for found in certificate.tools.values() {
                        @match found {
                            Ok(version) => { li { (version) } }
                            Err(why) => { li.skipped { "Tool missing: " (why) } }
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
            "Each cell shows the strongest claim that was " b { "run here and holds" }
            ". The line below it is a stronger claim that was not run here. Select a cell to see its rows and their commands."
        }
        (legend())
        div.scroll {
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
}

fn legend() -> Markup {
    let each = [
        ("every-n", "proved, every N"),
        ("bounded", "every execution, up to a bound"),
        ("depth", "the same, to a depth"),
        ("sampled", "some executions"),
        ("paper", "on paper only"),
        ("refuted", "does not hold"),
        ("failed", "failed"),
        ("skipped", "tool missing"),
        ("not-run", "not selected"),
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
    // Of two claims of the same strength, the larger bound.
    let rank = |row: &Obligation| (row.refutes, row.strength, size(&row.bound));
    // A failure comes first.
    let failed = |entry: &Entry| entry.standing == Standing::Failed;
    entries.sort_by_key(|entry| std::cmp::Reverse((failed(entry), rank(&entry.row))));
    let paper = certificate
        .arguments
        .iter()
        .filter(|row| row.locks.contains(&lock.name) && row.property == property.id)
        .map(|row| row.strength);
    let (class, main, rest) = summary(&entries, paper.max());
    let class = format!("cell {class}");
    let ids: Vec<&str> = entries.iter().map(|entry| entry.row.id.as_str()).collect();
    let said = html! {
        (main)
        @if let Some(rest) = rest { small { (rest) } }
    };
    html! {
        td data-lock=(lock.name) {
            @if let Some(first) = ids.first() {
                // Without a script, a link to the first of its rows.
                a class=(class) href={ "#" (first) } data-rows=(ids.join(" ")) { (said) }
            } @else {
                span class=(class) { (said) }
            }
        }
    }
}

/// The class of a cell, what it says, and the stronger claim that was not run.
fn summary(entries: &[&Entry], paper: Option<Strength>) -> (&'static str, String, Option<String>) {
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
        .map(|claimed| format!("{}: {}", word(claimed), brief(claimed)));
    match (known, claimed) {
        (Some(known), _) if known.row.refutes => {
            ("refuted", brief(known), Some(known.row.claim.clone()))
        }
        (Some(known), _) => (degree(known.row.strength), brief(known), beyond),
        (None, Some(claimed)) => (
            class(claimed.standing),
            word(claimed).into(),
            Some(format!("claim: {}", brief(claimed))),
        ),
        (None, None) => ("paper", paper.map_or("—", Strength::name).to_string(), None),
    }
}

fn brief(entry: &Entry) -> String {
    match entry.row.strength {
        _ if entry.row.refutes => "does not hold".into(),
        Strength::EveryN => format!("proved, {}", entry.row.bound),
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

/// Drawings of remote memory references, as `cargo doorway rmr --plot` makes them, after a short search. They are kept while the models and
/// the meter stay as they are.
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
