//! Running what must fail: the mutants of the rows.

use super::creusot::patched;
use super::explorer::Explorer;
use super::record::{tool_of, Mutant};
use super::tests::Binaries;
use super::tools::{self, Found};
use super::{Session, NOTHING};
use console::style;
use doorway_cli::Failure;
use doorway_ledger::rows::Obligation;
use doorway_plot::Table;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Runs the mutants of these rows, those of one kind together.
pub(super) fn run(session: &mut Session<'_>, rows: &[&Obligation]) -> Result<(), Failure> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for row in rows {
        names.extend(of_row(session, row));
    }
    session.bar.set_length(names.len() as u64);
    let tools = ["creusot", "kani", "check", "loom", "shuttle", "test"];
    session.found = tools::find(&session.root, session.ledger, &tools);
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut skipped: BTreeMap<String, String> = BTreeMap::new();
    for name in &names {
        let kind = match tool_of(name) {
            "creusot" => "patch",
            "loom" | "shuttle" => "test",
            kind => kind,
        };
        if let Some(Found::Missing(why)) = session.found.get(tool_of(name)) {
            skipped.insert(name.clone(), why.clone());
        } else if session.announced(name) {
            session.bar.inc(1);
        } else {
            kinds.entry(kind).or_default().push(name.clone());
        }
    }
    for (kind, names) in kinds {
        session.bar.set_message(format!("mutants: {kind}"));
        let _turn = session.turn(if kind == "patch" { "creusot" } else { kind })?;
        session.kill(kind, &names)?;
        session.results.save(&session.root)?;
    }
    session.bar.finish_and_clear();
    let part = session.part(rows);
    let written = crate::certificate::write(&session.root, session.ledger, &session.results, part)?;
    if let (Some(part), false) = (written.part, session.options.json) {
        println!(
            "The part, for `cargo doorway certificate --merge`: {}",
            part.display()
        );
    }
    conclude(session, rows, &skipped)
}

fn of_row(session: &Session<'_>, row: &Obligation) -> Vec<String> {
    let each = row
        .mutants
        .iter()
        .flat_map(|entry| session.code.expand(entry));
    each.map(|(name, _)| name.to_string()).collect()
}

fn plain(name: &str) -> String {
    name.split_once(':')
        .map_or(name, |(_, name)| name)
        .to_string()
}

impl Session<'_> {
    fn hash(&mut self, name: &str) -> String {
        let version = match self.found.get(tool_of(name)) {
            Some(Found::Here(version)) => version.clone(),
            _ => String::new(),
        };
        self.sources.of_mutant(self.ledger, name, &version)
    }

    fn announced(&mut self, name: &str) -> bool {
        let hash = self.hash(name);
        let before = self.results.mutants.get(name);
        !self.options.force && before.is_some_and(|before| before.killed && before.hash == hash)
    }

    fn died(&mut self, name: String, killed: bool, says: String, seconds: f64) {
        self.bar.inc(1);
        if !self.options.json {
            let word = if killed {
                style("killed").green()
            } else {
                style("SURVIVES").red().bold()
            };
            self.bar.suspend(|| println!("{word:8} {name:52} {says}"));
        }
        let hash = self.hash(&name);
        let mutant = Mutant {
            name,
            killed,
            says,
            seconds,
            hash,
            day: Timestamp::now().strftime("%Y-%m-%d").to_string(),
        };
        self.results.died(mutant);
    }

    fn kill(&mut self, kind: &str, names: &[String]) -> Result<(), String> {
        let bare: Vec<String> = names.iter().map(|name| plain(name)).collect();
        let mut left: BTreeSet<String> = bare.iter().cloned().collect();
        let root = self.root.clone();
        let mut last = Instant::now();
        match kind {
            "patch" => patched(&root, &bare, |name, killed, says| {
                left.remove(name);
                let seconds = last.elapsed().as_secs_f64();
                last = Instant::now();
                self.died(format!("patch:{name}"), killed, says.to_string(), seconds);
            })?,
            "kani" => {
                let full = names
                    .iter()
                    .any(|name| self.code.items.get(name).is_some_and(|item| item.full));
                let jobs = self.options.jobs;
                let complaints = crate::kani::decide(&bare, full, jobs, |outcome| {
                    left.remove(&outcome.name);
                    let says = outcome
                        .wrong
                        .unwrap_or(format!("panics, as it must, {:.1} s", outcome.seconds));
                    self.died(
                        format!("kani:{}", outcome.name),
                        outcome.killed,
                        says,
                        outcome.seconds,
                    );
                })?;
                if left.len() == bare.len() {
                    return Err(format!("Kani ran no mutant:\n{complaints}"));
                }
            }
            "check" => {
                let explorer = Explorer::build(&root)?;
                for name in &bare {
                    let fate = explorer.mutant(name, self.options.jobs)?;
                    left.remove(name);
                    self.died(
                        format!("check:{name}"),
                        fate.killed,
                        fate.says,
                        fate.seconds,
                    );
                }
            }
            _ => {
                let binaries = Binaries::build(&root, &names.iter().collect::<Vec<_>>())?;
                for name in names {
                    let ended = binaries.run(std::slice::from_ref(name), self.options.jobs);
                    let killed = ended.verdict == super::Verdict::Holds;
                    let says = if killed {
                        "the test rejects it".to_string()
                    } else {
                        ended.says.join("; ")
                    };
                    left.remove(&plain(name));
                    self.died(name.clone(), killed, says, ended.seconds);
                }
            }
        }
        for name in left {
            self.died(
                format!("{kind}:{name}"),
                false,
                "it did not run".into(),
                0.0,
            );
        }
        Ok(())
    }
}

fn conclude(
    session: &Session<'_>,
    rows: &[&Obligation],
    skipped: &BTreeMap<String, String>,
) -> Result<(), Failure> {
    let (mut without, mut dead, mut unknown) = (vec![], 0, 0);
    let mut table = Table::new([""; 3]).left(&[1, 2]);
    let mut count = 0;
    for row in rows {
        let names = of_row(session, row);
        let is_dead = |name: &&String| {
            session
                .results
                .mutants
                .get(*name)
                .is_some_and(|mutant| mutant.killed)
        };
        let killed = names
            .iter()
            .filter(|name| !skipped.contains_key(*name))
            .filter(is_dead)
            .count();
        let not_run = names
            .iter()
            .filter(|name| skipped.contains_key(*name))
            .count();
        let (word, note) = match killed + not_run == names.len() {
            _ if row.mutants.is_empty() => continue,
            false => ("SURVIVED", String::new()),
            true if not_run > 0 => (
                "skipped, not run here",
                format!(", {not_run} skipped, not run here"),
            ),
            true => ("killed", String::new()),
        };
        match word {
            "SURVIVED" => without.push(row.id.as_str()),
            "killed" => dead += 1,
            _ => unknown += 1,
        }
        count += 1;
        let died = format!("{killed} of {} mutants killed{note}", names.len());
        table.row(vec![word.into(), row.id.clone(), died]);
    }
    if session.options.json {
        println!(
            "{:#}",
            serde_json::json!({ "rows": count, "killed": dead, "survived": without, "skipped_not_run_here": unknown, "mutants": session.results.mutants })
        );
    } else {
        println!();
        table.print();
        println!("\n{count} rows: every mutant killed in {dead}, a mutant survives in {}, {unknown} skipped, not run here.", without.len());
        for why in skipped.values().collect::<BTreeSet<_>>() {
            println!("SKIPPED, not run here: {why}");
        }
    }
    match without.as_slice() {
        [] if dead == 0 => Err(Failure::undecided(format!(
            "{NOTHING}: every mutant was skipped, not run here"
        ))),
        [] => Ok(()),
        without => Err(Failure::violated(format!(
            "a mutant of {} survives: that check cannot fail",
            without.join(", ")
        ))),
    }
}
