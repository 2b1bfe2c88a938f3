//! What a run prints: a line for each row, and a summary.

use super::record::{self, Record, Verdict};
use super::tools::Found;
use super::{strength, Session, NOTHING};
use crate::certificate::Written;
use console::style;
use doorway_cli::Failure;
use doorway_ledger::rows::Obligation;

impl Session<'_> {
    /// Says what is run next. The first line may take a while, since the tool is built first.
    pub(super) fn announce(&self, tool: &str, rows: usize) {
        let name = self.ledger.tool(tool).map_or(tool, |tool| &tool.name);
        let rows = format!("{rows} row{}", if rows == 1 { "" } else { "s" });
        self.bar.set_message(format!("{name}: {rows}"));
        if !self.options.json {
            let line = format!("{name}: {rows}, after the build");
            self.bar.suspend(|| println!("{}", style(line).dim()));
        }
    }

    /// The line of a row.
    pub(super) fn tell(&mut self, row: &Obligation, record: Record) {
        let (word, shown) = match (&record.verdict, record.remembered) {
            (Verdict::Holds, true) => ("hold (known from before)", style("holds*").green()),
            (Verdict::Holds, false) => ("hold", style("holds").green()),
            (Verdict::Failed, _) => ("FAILED", style("FAILED").red().bold()),
            (Verdict::Skipped, _) => (
                "skipped, not run here",
                style("skipped, not run here").yellow(),
            ),
        };
        let ids = self.ledger.obligations.iter().map(|row| row.id.len());
        let width = ids.max().unwrap_or(0);
        *self.counts.entry(word).or_default() += 1;
        self.bar.inc(1);
        if !self.options.json {
            let seconds = match record.verdict {
                Verdict::Skipped => String::new(),
                _ => format!(" {}", record::took(record.seconds, record.together)),
            };
            let mut line = format!(
                "{shown:7} {:width$}{seconds}  [{}] {}",
                row.id,
                strength(row),
                row.claim
            );
            if record.verdict == Verdict::Failed {
                for said in record.says.iter().take(12) {
                    line += &format!("\n        {said}");
                }
                line += &format!("\n        again: {}", row.command);
            }
            self.bar.suspend(|| println!("{line}"));
        }
        self.told.push(record);
    }

    pub(super) fn conclude(&self, asked: usize, written: &Written) -> Result<(), Failure> {
        let count = |word: &str| self.counts.get(word).copied().unwrap_or(0);
        let (failed, skipped) = (count("FAILED"), count("skipped, not run here"));
        let left = asked - self.told.len();
        if self.options.json {
            let json = serde_json::json!({
                "hold": count("hold") + count("hold (known from before)"), "failed": failed, "skipped_not_run_here": skipped,
                "not_reached": left, "rows": self.told, "arguments": self.arguments, "certificate": written.page, "part": written.part,
            });
            println!("{json:#}");
        } else {
            self.summary(asked, left);
            println!("The certificate: {}", written.page.display());
            if let Some(part) = &written.part {
                println!(
                    "The part, for `cargo doorway certificate --merge`: {}",
                    part.display()
                );
            }
        }
        if failed > 0 {
            return Err(self.failed(left));
        }
        // Of a shard the merged certificate says it: another shard may have checked something.
        match skipped == asked && self.options.shard.is_none() {
            true => Err(Failure::undecided(format!(
                "{NOTHING}: every row was skipped, not run here"
            ))),
            false => Ok(()),
        }
    }

    /// Some row failed: a violation, unless no row that failed came to a verdict.
    fn failed(&self, left: usize) -> Failure {
        let failed = self
            .told
            .iter()
            .filter(|row| row.verdict == Verdict::Failed);
        let names: Vec<&str> = failed.map(|row| row.id.as_str()).collect();
        let hint = match left {
            0 => "",
            _ => "; --keep-going runs the rest",
        };
        let list = names.join(", ");
        let count = names.len();
        match names.iter().all(|name| self.undecided.contains(*name)) {
            true => Failure::undecided(format!("{count} could not be decided: {list}{hint}")),
            false => Failure::violated(format!("{count} failed: {list}{hint}")),
        }
    }

    fn summary(&self, asked: usize, left: usize) {
        let mut parts: Vec<String> = self
            .counts
            .iter()
            .map(|(word, rows)| format!("{rows} {word}"))
            .collect();
        if left > 0 {
            parts.push(format!("{left} not reached"));
        }
        let plural = if asked == 1 { "" } else { "s" };
        println!("\n{asked} obligation{plural}: {}.", parts.join(", "));
        for (tool, found) in &self.found {
            if let Found::Missing(why) = found {
                let rows = self
                    .told
                    .iter()
                    .filter(|row| row.verdict == Verdict::Skipped);
                let of_tool = rows.filter(|record| {
                    self.ledger
                        .obligation(&record.id)
                        .is_some_and(|row| row.tool == *tool)
                });
                println!(
                    "SKIPPED, not run here: {} rows, since {why}",
                    of_tool.count()
                );
            }
        }
        let rest = self.ledger.obligations.len() - asked;
        if rest > 0 {
            println!("{rest} other rows were not selected: --full runs more, --list lists all.");
        }
        if self.counts.contains_key("hold (known from before)") {
            println!("* known from an earlier run: sources, tool and command have not changed since. --force runs them again.");
        }
    }
}
