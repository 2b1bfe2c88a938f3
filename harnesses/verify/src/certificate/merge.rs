//! One certificate made of the parts that several machines wrote.

mod alike;
#[cfg(test)]
mod tests;

use super::{Certificate, Entry, Machine, Standing};
use crate::verify::record::tool_of;
use crate::verify::select::Asked;
use doorway_cli::arguments::verify::Shard;
use doorway_ledger::rows::{Obligation, Strength};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Which part of a run a certificate is: the one that `cargo doorway verify --shard` asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Part {
    #[serde(with = "as_typed")]
    pub(crate) shard: Shard,
    pub(crate) selection: Selection,
    /// The rows of this shard.
    pub(crate) rows: Vec<String>,
}

impl Part {
    /// The name of its file, beside `certificate.json`.
    pub(super) fn file(&self) -> String {
        format!("part-{}-of-{}.json", self.shard.number, self.shard.of)
    }
}

/// A shard in JSON: `"2/4"`.
mod as_typed {
    use super::Shard;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::Serializer;

    pub(super) fn serialize<S: Serializer>(shard: &Shard, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(shard)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Shard, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// What all parts of a run have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Selection {
    pub(crate) full: bool,
    pub(crate) only: BTreeSet<String>,
    pub(crate) tool: BTreeSet<String>,
    pub(crate) mutants: bool,
}

impl Selection {
    fn wants(&self, row: &Obligation) -> bool {
        let [only, tool] = [&self.only, &self.tool].map(|names| Vec::from_iter(names.clone()));
        let asked = Asked {
            full: self.full,
            only: &only,
            tool: &tool,
            shard: None,
        };
        asked.wants(row)
    }
}

impl std::fmt::Display for Selection {
    /// As it is typed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.full { "--full" } else { "--quick" })?;
        let only = self.only.iter().map(|name| ("only", name));
        for (option, name) in only.chain(self.tool.iter().map(|name| ("tool", name))) {
            write!(f, " --{option} '{name}'")?;
        }
        f.write_str(if self.mutants { " --mutants" } else { "" })
    }
}

/// Where and when a part of a merged certificate was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Origin {
    #[serde(with = "as_typed")]
    pub(crate) shard: Shard,
    pub(crate) made: u64,
    pub(crate) machine: Machine,
}

/// A part, and the file it was read from.
struct Named<'a> {
    file: &'a str,
    certificate: &'a Certificate,
    part: &'a Part,
}

impl Named<'_> {
    /// Rows of this shard that this tool decides, and those with a mutant that it has to kill.
    fn needs(&self, tool: &str) -> Vec<&str> {
        let rows = self.certificate.obligations.iter();
        let needing = rows.filter(|entry| {
            let kills = || entry.fates.keys().any(|mutant| tool_of(mutant) == tool);
            self.part.rows.contains(&entry.row.id)
                && (entry.row.tool == tool || self.part.selection.mutants && kills())
        });
        needing.map(|entry| entry.row.id.as_str()).collect()
    }

    fn has(&self, tool: &str) -> bool {
        matches!(self.certificate.tools.get(tool), Some(Ok(_)))
    }
}

/// The certificate that one machine would have written; or why these are not the parts of one run, with the names of the files.
pub(super) fn merge(parts: &[(String, Certificate)]) -> Result<Certificate, String> {
    let mut named = vec![];
    let mut wrong = vec![];
    for (file, certificate) in parts {
        match &certificate.part {
            Some(part) => named.push(Named {
                file,
                certificate,
                part,
            }),
            None => wrong.push(format!(
                "{file}: not a part: a part is the part-1-of-2.json that `cargo doorway verify --shard 1/2` writes"
            )),
        }
    }
    named.sort_by_key(|each| each.part.shard.number);
    if let Some(first) = named.first().filter(|_| wrong.is_empty()) {
        for other in &named[1..] {
            alike::asked_alike(first, other, &mut wrong);
        }
        // What else differs says nothing as long as the parts are not of one run.
        if wrong.is_empty() {
            alike::shards(&named, &mut wrong);
            for other in &named[1..] {
                alike::same_sources(first, other, &mut wrong);
                alike::same_ledger(first, other, &mut wrong);
            }
            alike::same_tools(&named, &mut wrong);
        }
        if wrong.is_empty() {
            alike::every_row_once(&named, &mut wrong);
        }
    }
    match (wrong.as_slice(), named.first()) {
        ([], Some(first)) => Ok(joined(first.certificate, &named)),
        ([], None) => Err("no parts: give the part-….json of every shard".into()),
        (wrong, _) => Err(format!(
            "these parts cannot be merged:\n  {}",
            wrong.join("\n  ")
        )),
    }
}

fn joined(first: &Certificate, parts: &[Named<'_>]) -> Certificate {
    let tools: BTreeMap<_, _> = (first.tools.iter())
        .map(|(tool, found)| {
            let here = parts.iter().find(|each| each.has(tool));
            let found = here.map_or(found, |each| &each.certificate.tools[tool]);
            (tool.clone(), found.clone())
        })
        .collect();
    let entries = |at: usize| {
        let id = &first.obligations[at].row.id;
        // The shard that has the row comes first.
        let (owner, others): (Vec<_>, Vec<_>) =
            parts.iter().partition(|each| each.part.rows.contains(id));
        let order = owner.into_iter().chain(others);
        let tool = &first.obligations[at].row.tool;
        let here = matches!(tools.get(tool), Some(Ok(_)));
        order
            .filter(|each| each.has(tool) == here)
            .filter_map(|each| {
                each.certificate
                    .obligations
                    .iter()
                    .find(|e| e.row.id == *id)
            })
            .collect::<Vec<_>>()
    };
    let obligations = (0..first.obligations.len())
        .filter_map(|at| {
            let fates = fates(parts, &first.obligations[at].row.id);
            let entries = entries(at);
            let entry = entries.iter().min_by_key(|entry| rank(entry.standing))?;
            Some(Entry {
                fates,
                ..Entry::clone(entry)
            })
        })
        .collect();
    Certificate {
        made: parts
            .iter()
            .map(|each| each.certificate.made)
            .max()
            .unwrap_or(0),
        part: None,
        parts: (parts.iter())
            .map(|each| Origin {
                shard: each.part.shard,
                made: each.certificate.made,
                machine: each.certificate.machine.clone(),
            })
            .collect(),
        tools,
        obligations,
        ..first.clone()
    }
}

/// What counts first when parts know a row differently: a failure, wherever it was found; then what was run.
fn rank(standing: Standing) -> usize {
    match standing {
        Standing::Failed => 0,
        Standing::Holds => 1,
        Standing::Skipped => 2,
        Standing::NotRun => 3,
    }
}

/// A mutant that survives in one part survives.
fn fates(parts: &[Named<'_>], id: &str) -> BTreeMap<String, Option<bool>> {
    let mut fates: BTreeMap<String, Option<bool>> = BTreeMap::new();
    let rows = parts.iter().flat_map(|each| &each.certificate.obligations);
    for (mutant, fate) in rows
        .filter(|row| row.row.id == id)
        .flat_map(|row| &row.fates)
    {
        let known = fates.entry(mutant.clone()).or_default();
        *known = match (*known, *fate) {
            (Some(one), Some(two)) => Some(one && two),
            (one, two) => one.or(two),
        };
    }
    fates
}

/// What must be so of a merged run: something was checked, everything was reached, nothing failed.
pub(super) fn verdict(merged: &Certificate, parts: &[(String, Certificate)]) -> Result<(), String> {
    let asked: BTreeSet<&String> = (parts.iter())
        .filter_map(|(_, certificate)| certificate.part.as_ref())
        .flat_map(|part| &part.rows)
        .collect();
    let mutants = (parts.iter())
        .filter_map(|(_, certificate)| certificate.part.as_ref())
        .any(|part| part.selection.mutants);
    let with = |is: &dyn Fn(&Entry) -> bool| -> Vec<&str> {
        let rows = merged.obligations.iter().filter(|entry| is(entry));
        rows.map(|entry| entry.row.id.as_str()).collect()
    };
    let failed = with(&|entry| entry.standing == Standing::Failed);
    if !failed.is_empty() {
        return Err(format!("{} failed: {}", failed.len(), failed.join(", ")));
    }
    let alive = with(&|entry| entry.fates.values().any(|fate| *fate == Some(false)));
    if !alive.is_empty() {
        return Err(format!(
            "a mutant of {} survives: that check cannot fail",
            alive.join(", ")
        ));
    }
    let left = with(&|entry| {
        let runs = entry.row.strength != Strength::NotRun;
        asked.contains(&entry.row.id) && entry.standing == Standing::NotRun && runs
    });
    if !mutants && !left.is_empty() {
        return Err(format!(
            "{} rows were asked for and not reached: {}. A part stopped early; --keep-going runs the rest",
            left.len(),
            several(&left)
        ));
    }
    let known = with(&|entry| {
        let holds = entry.standing == Standing::Holds;
        let killed = entry.fates.values().any(|fate| *fate == Some(true));
        asked.contains(&entry.row.id) && if mutants { killed } else { holds }
    });
    match known.is_empty() {
        true => Err("nothing was checked: every row was skipped, not run here".into()),
        false => Ok(()),
    }
}

/// The first few of them.
fn several(names: &[&str]) -> String {
    const SHOWN: usize = 5;
    match names.len() {
        count if count > SHOWN => {
            format!("{} and {} more", names[..SHOWN].join(", "), count - SHOWN)
        }
        _ => names.join(", "),
    }
}
