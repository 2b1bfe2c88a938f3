//! The certificate: what is claimed, what was found here, by what, under which assumptions. `target/certificate/`.

mod compare;
pub(crate) mod merge;
mod page;
mod rows;
#[cfg(test)]
mod tests;

use crate::verify::now;
use crate::verify::record::{tool_of, write_whole, Record, Results, Sources, Verdict};
use crate::verify::tools::{self, Found};
use doorway_cli::arguments::verify::Certificate as Options;
use doorway_cli::tree::root;
use doorway_ledger::inventory::Inventory;
use doorway_ledger::read_with_code;
use doorway_ledger::rows::{Argument, Assumption, Ledger, Lock, Obligation, Property, Strength};
use merge::{Origin, Part};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Everything on the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Certificate {
    /// Seconds since 1970.
    pub(crate) made: u64,
    /// Which part of a run on several machines this is; none for a whole certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<Part>,
    /// The parts that it was merged from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) parts: Vec<Origin>,
    pub(crate) version: String,
    pub(crate) machine: Machine,
    /// What each tool calls itself here; why it is not here.
    pub(crate) tools: BTreeMap<String, Result<String, String>>,
    /// Hashes of what each tool looks at.
    pub(crate) sources: BTreeMap<String, String>,
    pub(crate) locks: Vec<Lock>,
    pub(crate) properties: Vec<Property>,
    pub(crate) assumptions: Vec<Assumption>,
    /// How many rows rest on each assumption.
    pub(crate) resting: BTreeMap<String, usize>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) obligations: Vec<Entry>,
}

/// Where it was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Machine {
    pub(crate) os: String,
    pub(crate) architecture: String,
    pub(crate) cores: usize,
}

impl std::fmt::Display for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plural = if self.cores == 1 { "" } else { "s" };
        let (os, architecture, cores) = (&self.os, &self.architecture, self.cores);
        write!(f, "{os} {architecture}, {cores} core{plural}")
    }
}

/// How a row stands here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Standing {
    /// It was run, and failed.
    Failed,
    /// Its tool is not installed.
    Skipped,
    /// No run selected it, or its sources, tool or command have changed since.
    NotRun,
    /// It was run, and holds.
    Holds,
}

impl Standing {
    pub(crate) const ALL: [Standing; 4] = [
        Standing::Holds,
        Standing::Failed,
        Standing::Skipped,
        Standing::NotRun,
    ];

    /// After a number.
    pub(crate) fn plural(self) -> &'static str {
        match self {
            Standing::Holds => "hold",
            other => other.name(),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Standing::Failed => "failed",
            Standing::Skipped => "tool missing",
            Standing::NotRun => "not selected",
            Standing::Holds => "holds",
        }
    }
}

/// A row, and what was found of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    #[serde(flatten)]
    pub(crate) row: Obligation,
    pub(crate) standing: Standing,
    pub(crate) says: Vec<String>,
    pub(crate) took: f64,
    /// How many rows that was for.
    #[serde(default)]
    pub(crate) together: usize,
    pub(crate) decided_by: String,
    pub(crate) hash: String,
    pub(crate) when: u64,
    pub(crate) states: Option<u64>,
    /// Each mutant, and whether it died here; nothing, if it was not run.
    pub(crate) fates: BTreeMap<String, Option<bool>>,
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let root = root()?;
    let old = options.check.as_deref().map(load).transpose()?;
    if !options.merge.is_empty() {
        return merged(&root, &options.merge, old);
    }
    let (ledger, code) = read_with_code(&root)?;
    let results = Results::load(&root);
    match old {
        Some(old) => compare::tell(&old, &certify(&root, &ledger, &code, &results)),
        None => {
            let written = write(&root, &ledger, &results, None)?;
            println!("{}", written.page.display());
            Ok(())
        }
    }
}

/// Makes one certificate of these parts, and fails where one run on one machine would have failed.
fn merged(root: &Path, files: &[PathBuf], old: Option<Certificate>) -> Result<(), String> {
    let named = |file: &PathBuf| Ok((file.display().to_string(), load(file)?));
    let parts: Vec<(String, Certificate)> =
        files.iter().map(named).collect::<Result<_, String>>()?;
    let certificate = merge::merge(&parts)?;
    let page = write_pair(root, &certificate)?;
    let counts = Standing::ALL.map(|standing| {
        let rows = certificate.obligations.iter();
        let count = rows.filter(|entry| entry.standing == standing).count();
        format!("{count} {}", standing.plural())
    });
    println!(
        "{} parts, {} obligations: {}.",
        parts.len(),
        certificate.obligations.len(),
        counts.join(", ")
    );
    println!("The certificate: {}", page.display());
    merge::verdict(&certificate, &parts)?;
    old.map_or(Ok(()), |old| compare::tell(&old, &certificate))
}

fn load(file: &Path) -> Result<Certificate, String> {
    let name = file.display();
    let text = fs::read_to_string(file)
        .map_err(|error| format!("{name}: {error}: give the JSON of an earlier run"))?;
    serde_json::from_str(&text).map_err(|error| {
        format!("{name}: not a certificate that `cargo doorway certificate` wrote: {error}")
    })
}

/// What was written, and where.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) page: PathBuf,
    pub(crate) part: Option<PathBuf>,
}

/// Writes JSON and page of all that is known in this tree; of a shard, a part as well.
pub(crate) fn write(
    root: &Path,
    ledger: &Ledger,
    results: &Results,
    part: Option<Part>,
) -> Result<Written, String> {
    let code = Inventory::read(root)?;
    let mut certificate = certify(root, ledger, &code, results);
    let page = write_pair(root, &certificate)?;
    let file = part.as_ref().map(|part| page.with_file_name(part.file()));
    certificate.part = part;
    if let Some(file) = &file {
        write_whole(file, &json(&certificate))?;
    }
    Ok(Written { page, part: file })
}

/// Writes `certificate.json` and the page. Where the page is.
fn write_pair(root: &Path, certificate: &Certificate) -> Result<PathBuf, String> {
    let folder = root.join("target/certificate");
    write_whole(&folder.join("certificate.json"), &json(certificate))?;
    let plots = page::plots(certificate, root)?;
    let page = folder.join("index.html");
    write_whole(&page, &page::page(certificate, &plots))?;
    Ok(page)
}

fn json(certificate: &Certificate) -> String {
    format!("{:#}\n", serde_json::json!(certificate))
}

fn certify(root: &Path, ledger: &Ledger, code: &Inventory, results: &Results) -> Certificate {
    let ids: Vec<&str> = ledger.tools.iter().map(|tool| tool.id.as_str()).collect();
    let found = tools::find(root, ledger, &ids);
    let mut sources = Sources::new(root);
    let obligations = ledger
        .obligations
        .iter()
        .map(|row| entry(ledger, code, results, &found, &mut sources, row));
    let obligations = obligations.collect();
    Certificate {
        made: now(),
        part: None,
        parts: vec![],
        version: env!("CARGO_PKG_VERSION").into(),
        machine: Machine {
            os: std::env::consts::OS.into(),
            architecture: std::env::consts::ARCH.into(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
        },
        sources: ledger
            .tools
            .iter()
            .map(|tool| (tool.id.clone(), sources.of(tool)))
            .collect(),
        tools: found
            .into_iter()
            .map(|(id, found)| match found {
                Found::Here(version) => (id, Ok(version)),
                Found::Missing(why) => (id, Err(why)),
            })
            .collect(),
        locks: ledger.locks.clone(),
        properties: ledger.properties.clone(),
        assumptions: ledger.assumptions.clone(),
        resting: resting(ledger),
        arguments: ledger.arguments.clone(),
        obligations,
    }
}

fn entry(
    ledger: &Ledger,
    code: &Inventory,
    results: &Results,
    found: &BTreeMap<String, Found>,
    sources: &mut Sources<'_>,
    row: &Obligation,
) -> Entry {
    let mut items: Vec<String> = row
        .covers
        .iter()
        .flat_map(|entry| code.expand(entry))
        .filter(|(_, item)| !item.mutant)
        .map(|(name, _)| name.to_string())
        .collect();
    items.sort();
    items.dedup();
    let (standing, says, record) = match (found.get(&row.tool), results.rows.get(&row.id)) {
        _ if row.strength == Strength::NotRun => {
            (Standing::NotRun, vec!["not set up".to_string()], None)
        }
        (Some(Found::Missing(why)), _) => (Standing::Skipped, vec![why.clone()], None),
        (Some(Found::Here(version)), Some(record)) => {
            if record.hash == sources.of_row(ledger, row, &items, version) {
                announced(record)
            } else {
                let why = "it was run, but sources, tool or command have changed since";
                (Standing::NotRun, vec![why.to_string()], None)
            }
        }
        _ => (Standing::NotRun, vec![], None),
    };
    let mutants = row.mutants.iter().flat_map(|entry| code.expand(entry));
    // What died before the sources changed may not die today.
    let mut fate = |name: &str| {
        let Some(Found::Here(version)) = found.get(tool_of(name)) else {
            return None;
        };
        let mutant = results.mutants.get(name)?;
        (mutant.hash == sources.of_mutant(ledger, name, version)).then_some(mutant.killed)
    };
    Entry {
        row: row.clone(),
        standing,
        says,
        took: record.map_or(0.0, |record| record.seconds),
        together: record.map_or(0, |record| record.together),
        decided_by: record.map_or(String::new(), |record| record.version.clone()),
        hash: record.map_or(String::new(), |record| record.hash.clone()),
        when: record.map_or(0, |record| record.when),
        states: record.and_then(|record| record.states),
        fates: mutants
            .map(|(name, _)| (name.to_string(), fate(name)))
            .collect(),
    }
}

fn announced(record: &Record) -> (Standing, Vec<String>, Option<&Record>) {
    let standing = match record.verdict {
        Verdict::Holds => Standing::Holds,
        Verdict::Failed => Standing::Failed,
        Verdict::Skipped => Standing::Skipped,
    };
    (standing, record.says.clone(), Some(record))
}

fn resting(ledger: &Ledger) -> BTreeMap<String, usize> {
    let rows = |id: &str| {
        let rests = |row: &&Obligation| ledger.rests_on(row, id);
        ledger.obligations.iter().filter(rests).count()
    };
    let each = ledger.assumptions.iter();
    each.map(|row| (row.id.clone(), rows(&row.id))).collect()
}
