//! The page: one file, no network.

use super::compare::size;
use super::references::drawings;
use super::rows::{assumptions, class, counts, killed, obligations, skipped};
use super::{Certificate, Entry, Standing};
use crate::verify::record::Sources;
use crate::verify::strength;
use doorway_ledger::rows::{Lock, Obligation, Property, Strength};
use doorway_plot::{bars, escaped, Bar};
use jiff::Timestamp;
use std::path::Path;

/// The drawings, as SVG.
pub(super) fn plots(certificate: &Certificate, root: &Path) -> Result<String, String> {
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
    let mut html = String::from("<h3>State spaces explored here</h3>\n");
    html += &match explored.is_empty() {
        true => "<p class=\"none\">None: no exploration was run here.</p>\n".to_string(),
        false => format!(
            "<div class=\"plots\"><div class=\"plot\">{}</div></div>\n",
            bars("states", true, &explored)
        ),
    };
    html += "<h3>Remote memory references of a passage</h3>\n<p>The worst found under six adversaries (a short search: <code>cargo doorway rmr</code> makes a long one), and the bound, dashed. k = 1.</p>\n<div class=\"plots\">\n";
    if !is_of(certificate, root)? {
        return Ok(html + "</div>\n<p class=\"none\">None: the parts are of other sources than the tree in which they were merged.</p>\n");
    }
    for drawing in drawings(root)? {
        html += &format!("<div class=\"plot\">{drawing}</div>\n");
    }
    Ok(html + "</div>\n")
}

/// Whether a certificate is of the meter and the models in this tree. Parts may be merged in another one.
fn is_of(certificate: &Certificate, root: &Path) -> Result<bool, String> {
    let ledger = doorway_ledger::read(root)?;
    let tool = ledger.tool("test").ok_or("no tool 'test'")?;
    Ok(certificate.sources.get("test") == Some(&Sources::new(root).of(tool)))
}

pub(super) fn page(certificate: &Certificate, plots: &str) -> String {
    let of = |standing| {
        certificate
            .obligations
            .iter()
            .filter(|entry| entry.standing == standing)
            .count()
    };
    let chips: String = Standing::ALL
        .into_iter()
        .map(|standing| {
            format!(
                "<li class=\"{}\"><b>{}</b> {}</li>",
                if of(standing) == 0 {
                    "none"
                } else {
                    class(standing)
                },
                of(standing),
                standing.plural()
            )
        })
        .collect();
    let tools: String = (certificate.tools.values())
        .map(|found| match found {
            Ok(version) => format!("<li>{}</li>", escaped(version)),
            Err(why) => format!(
                "<li class=\"skipped\">Skipped, not run here: {}</li>",
                escaped(why)
            ),
        })
        .collect();
    let parts: String = (certificate.parts.iter())
        .map(|part| {
            let machine = escaped(&part.machine.to_string());
            format!("<li>{}: {}, on {machine}</li>", part.shard, date(part.made))
        })
        .collect();
    let parts = match parts.is_empty() {
        true => parts,
        false => {
            format!("<details class=\"tools\"><summary>Parts</summary><ul>{parts}</ul></details>")
        }
    };
    let sections = [
        ("guarantees", "What is guaranteed", matrix(certificate)),
        (
            "not-run-here",
            "What was not run here",
            skipped(certificate),
        ),
        ("mutants", "Mutants", killed(certificate)),
        ("assumptions", "What is assumed", assumptions(certificate)),
        ("plots", "Sizes and costs", plots.to_string()),
        ("obligations", "Every obligation", obligations(certificate)),
    ];
    let nav: String = sections
        .iter()
        .map(|(id, title, _)| format!("<a href=\"#{id}\">{title}</a> "))
        .collect();
    let body: String = sections
        .iter()
        .map(|(id, title, html)| {
            format!("<section id=\"{id}\"><h2>{title}</h2>\n{html}</section>\n")
        })
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>doorway: certificate</title><style>\n{}</style></head>\n<body>\n\
         <header><h1>doorway {} <small>certificate</small></h1><p>{}, {}. Made by <code>cargo doorway verify</code>; <a href=\"certificate.json\">as JSON</a>.</p>\n\
         <ul class=\"chips\">{chips}</ul><details class=\"tools\"><summary>Tools</summary><ul>{tools}</ul></details>{parts}</header>\n<nav>{nav}</nav>\n{body}\
         <dialog id=\"cell\"><form method=\"dialog\"><button>Close</button></form><div></div></dialog>\n<script>\n{}</script>\n</body></html>\n",
        include_str!("page.css"),
        escaped(&certificate.version),
        date(certificate.made),
        made_on(certificate),
        include_str!("page.js"),
    )
}

/// On which machine, or on how many.
fn made_on(certificate: &Certificate) -> String {
    match certificate.parts.len() {
        0 => format!("on {}", escaped(&certificate.machine.to_string())),
        parts => format!("merged from {parts} parts"),
    }
}

/// Lock by property.
fn matrix(certificate: &Certificate) -> String {
    let mut html = String::from(
        "<p>Each cell: the strongest claim that was <b>run here and holds</b>. Below it, what the ledger has that is stronger and was not run here. Click for the obligations and their commands.</p>\n",
    );
    html += &legend();
    html += "<table class=\"matrix\"><thead><tr><td></td>";
    for lock in &certificate.locks {
        html += &format!(
            "<th scope=\"col\">{}<small>{}</small></th>",
            escaped(&lock.name),
            escaped(&lock.from)
        );
    }
    html += "</tr></thead><tbody>\n";
    for property in &certificate.properties {
        html += &format!("<tr><th scope=\"row\">{}</th>", escaped(&property.title));
        for lock in &certificate.locks {
            html += &cell(certificate, lock, property);
        }
        html += "</tr>\n";
    }
    html + "</tbody></table>\n"
}

fn legend() -> String {
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
    let each = each.map(|(class, means)| format!("<li class=\"cell {class}\">{means}</li>"));
    format!("<ul class=\"legend\">{}</ul>\n", each.concat())
}

fn cell(certificate: &Certificate, lock: &Lock, property: &Property) -> String {
    let mut entries: Vec<&Entry> = (certificate.obligations.iter())
        .filter(|entry| {
            entry.row.locks.contains(&lock.name) && entry.row.properties.contains(&property.id)
        })
        .collect();
    // Of two that are as strong, the one that goes further.
    let rank = |row: &Obligation| (row.refutes, row.strength, size(&row.bound));
    // What failed comes first: it is what whoever clicks wants to see.
    let failed = |entry: &Entry| entry.standing == Standing::Failed;
    entries.sort_by_key(|entry| std::cmp::Reverse((failed(entry), rank(&entry.row))));
    let paper = certificate
        .arguments
        .iter()
        .filter(|row| row.locks.contains(&lock.name) && row.property == property.id)
        .map(|row| row.strength);
    let (class, main, rest) = told(&entries, paper.max());
    let ids: Vec<&str> = entries.iter().map(|entry| entry.row.id.as_str()).collect();
    let rest = rest.map_or(String::new(), |rest| {
        format!("<small>{}</small>", escaped(&rest))
    });
    let button = match ids.is_empty() {
        true => format!(
            "<span class=\"cell {class}\">{}{rest}</span>",
            escaped(&main)
        ),
        false => format!(
            "<button class=\"cell {class}\" data-rows=\"{}\">{}{rest}</button>",
            ids.join(" "),
            escaped(&main)
        ),
    };
    format!("<td data-lock=\"{}\">{button}</td>", escaped(&lock.name))
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
