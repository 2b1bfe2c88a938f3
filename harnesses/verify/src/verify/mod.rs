//! Running the obligations ledger.

pub(crate) mod creusot;
mod explorer;
mod list;
mod mutants;
pub(crate) mod record;
mod run;
pub(crate) mod select;
mod tell;
mod tests;
pub(crate) mod tools;

use crate::certificate::merge::{Part, Selection};
use doorway_cli::arguments::verify::Options;
use doorway_cli::pulse::Pulse;
use doorway_cli::tree::root;
use doorway_cli::Failure;
use doorway_ledger::inventory::Inventory;
use doorway_ledger::read_with_code;
use doorway_ledger::rows::{Argument, Ledger, Obligation, Strength};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use record::{Record, Results, Sources, Verdict};
use run::{Ended, Task};
use select::Asked;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tools::Found;

/// How the message begins after which nothing is known that was not known before.
pub(crate) const NOTHING: &str = "nothing was checked";

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let root = root()?;
    let (ledger, code) = read_with_code(&root).map_err(Failure::violated)?;
    let asked = Asked {
        full: options.full,
        only: &options.only,
        tool: &options.tool,
        shard: options.shard,
    };
    let everything = options.list && asked.is_everything();
    let rows = match everything {
        true => ledger.obligations.iter().collect(),
        false => asked.rows(&ledger)?,
    };
    let arguments = asked.arguments(&ledger, everything);
    if options.list {
        list::print(&rows, &arguments);
        return Ok(());
    }
    if !options.json {
        list::tell(&arguments);
    }
    if rows.is_empty() {
        if options.json {
            println!(
                "{:#}",
                serde_json::json!({ "rows": [], "arguments": arguments })
            );
        }
        let ids: Vec<&str> = arguments.iter().map(|row| row.id.as_str()).collect();
        return Err(Failure::undecided(format!(
            "{NOTHING}: no tool decides {}",
            ids.join(", ")
        )));
    }
    let wanted: Vec<&str> = rows.iter().map(|row| row.tool.as_str()).collect();
    let mut session = Session {
        found: tools::find(&root, &ledger, &wanted),
        sources: Sources::new(&root),
        results: Results::load(&root),
        bar: bar(rows.len(), options.json),
        counts: BTreeMap::new(),
        told: vec![],
        undecided: BTreeSet::new(),
        arguments,
        options,
        ledger: &ledger,
        code: &code,
        root: root.clone(),
    };
    let _pulse = pulse(&session.bar);
    if options.mutants {
        return mutants::run(&mut session, &rows);
    }
    session.run(&rows)?;
    session.bar.finish_and_clear();
    let part = session.part(&rows);
    let written = crate::certificate::write(&root, &ledger, &session.results, part)?;
    session.conclude(rows.len(), &written)
}

fn bar(rows: usize, json: bool) -> ProgressBar {
    let bar = ProgressBar::new(rows as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed}  {msg}").expect("a template"),
    );
    if json {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Says in a log how far the run is.
fn pulse(bar: &ProgressBar) -> Pulse {
    let bar = bar.clone();
    Pulse::start(move || {
        let (done, all) = (bar.position(), bar.length().unwrap_or(0));
        let (seconds, now) = (bar.elapsed().as_secs(), bar.message());
        format!("verify: {done} of {all} done after {seconds} s; now {now}")
    })
}

/// How strong a row is, in words.
pub(crate) fn strength(row: &Obligation) -> String {
    match row.strength {
        Strength::EveryN => row.bound.clone(),
        other => format!("{}: {}", other.name(), row.bound),
    }
}

/// A run.
pub(super) struct Session<'a> {
    found: BTreeMap<String, Found>,
    sources: Sources<'a>,
    results: Results,
    bar: ProgressBar,
    counts: BTreeMap<&'static str, usize>,
    told: Vec<Record>,
    /// Rows that failed because the tool did not come to a verdict.
    undecided: BTreeSet<String>,
    /// What was asked for and no tool decides.
    arguments: Vec<&'a Argument>,
    options: &'a Options,
    ledger: &'a Ledger,
    code: &'a Inventory,
    root: PathBuf,
}

impl Session<'_> {
    /// Which part of a run on several machines this is.
    fn part(&self, rows: &[&Obligation]) -> Option<Part> {
        let options = self.options;
        Some(Part {
            shard: options.shard?,
            selection: Selection {
                full: options.full,
                only: options.only.iter().cloned().collect(),
                tool: options.tool.iter().cloned().collect(),
                mutants: options.mutants,
            },
            rows: rows.iter().map(|row| row.id.clone()).collect(),
        })
    }

    /// What the row covers.
    fn items(&self, row: &Obligation) -> (Vec<String>, bool) {
        let mut items = vec![];
        let mut full = false;
        for entry in &row.covers {
            for (name, item) in self.code.expand(entry).filter(|(_, item)| !item.mutant) {
                full |= item.full;
                items.push(name.to_string());
            }
        }
        items.sort();
        items.dedup();
        (items, full)
    }

    fn run(&mut self, rows: &[&Obligation]) -> Result<(), Failure> {
        let mut groups: BTreeMap<usize, (String, Vec<Task<'_>>)> = BTreeMap::new();
        for row in rows {
            let (items, full) = self.items(row);
            if let Some(known) = self.known(row, &items) {
                self.tell(row, known);
            } else {
                let order = self
                    .ledger
                    .tools
                    .iter()
                    .position(|tool| tool.id == row.tool);
                // What is quick to start comes first; a verifier compiles.
                let order = self.ledger.tools.len() - order.unwrap_or(0);
                let group = groups.entry(order).or_insert((row.tool.clone(), vec![]));
                group.1.push(Task { row, items, full });
            }
        }
        for (tool, tasks) in groups.into_values() {
            self.announce(&tool, tasks.len());
            let (root, jobs) = (self.root.clone(), self.options.jobs);
            let _turn = self.turn(&tool)?;
            let stop = std::cell::Cell::new(false);
            let this = std::cell::RefCell::new(&mut *self);
            run::run(&root, &tool, &tasks, jobs, &mut |row, ended| {
                let mut session = this.borrow_mut();
                let failed = ended.verdict == Verdict::Failed;
                session.ended(row, ended);
                stop.set(stop.get() || failed && !session.options.keep_going);
                !stop.get()
            })?;
            self.results.save(&self.root)?;
            if stop.get() {
                break;
            }
        }
        Ok(self.results.save(&self.root)?)
    }

    /// Verifiers keep their work in target/ and verif/: one run at a time.
    fn turn(&self, tool: &str) -> Result<Option<File>, String> {
        if !["creusot", "kani"].contains(&tool) {
            return Ok(None);
        }
        let waits = || {
            let line = format!(
                "Another `cargo doorway` runs {tool} in this clone: waiting for it to end."
            );
            self.bar.suspend(|| eprintln!("{line}"));
        };
        record::turn(&self.root, tool, waits).map(Some)
    }

    /// What need not be run, or cannot be.
    fn known(&mut self, row: &Obligation, items: &[String]) -> Option<Record> {
        let version = match self.found.get(&row.tool) {
            Some(Found::Here(version)) if row.strength > Strength::NotRun => version.clone(),
            Some(Found::Missing(why)) => return Some(self.skipped(row, why)),
            _ => return Some(self.skipped(row, "it is not set up")),
        };
        let hash = self.sources.of_row(self.ledger, row, items, &version);
        let before = self.results.rows.get(&row.id)?;
        let stands = before.hash == hash && before.verdict == Verdict::Holds && !self.options.force;
        stands.then(|| Record {
            remembered: true,
            ..before.clone()
        })
    }

    fn skipped(&self, row: &Obligation, why: &str) -> Record {
        Record {
            id: row.id.clone(),
            verdict: Verdict::Skipped,
            says: vec![format!("skipped, not run here: {why}")],
            seconds: 0.0,
            together: 1,
            version: String::new(),
            hash: String::new(),
            when: now(),
            states: None,
            remembered: false,
        }
    }

    fn ended(&mut self, row: &Obligation, mut ended: Ended) {
        let tool = self.ledger.tool(&row.tool);
        if tool.is_some_and(|tool| Sources::new(&self.root).of(tool) != self.sources.of(tool)) {
            ended = Ended::failed("its sources were changed while it ran: run it again");
        }
        let version = match self.found.get(&row.tool) {
            Some(Found::Here(version)) => version.clone(),
            _ => String::new(),
        };
        if ended.undecided {
            self.undecided.insert(row.id.clone());
        }
        let (items, _) = self.items(row);
        let record = Record {
            id: row.id.clone(),
            verdict: ended.verdict,
            says: ended.says,
            seconds: ended.seconds,
            together: ended.together,
            hash: self.sources.of_row(self.ledger, row, &items, &version),
            version,
            when: now(),
            states: ended.states,
            remembered: false,
        };
        self.results.found(record.clone());
        self.tell(row, record);
    }
}

pub(crate) fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}
