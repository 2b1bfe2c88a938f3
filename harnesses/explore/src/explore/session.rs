//! What the page asks, and what it is answered. Nothing is kept between two questions: each has all moves in it.

use doorway_check::moves::Move;
use doorway_check::view::Choice;
use doorway_check::walk::Walk;
use doorway_proofs::catalogue::{FigureLine, Options, Row};
use serde_json::{json, Value};
use std::collections::BTreeMap;

/// The longest walk.
pub(super) const MOST_MOVES: usize = 5000;

/// A trace to a violation.
pub(super) struct Violation {
    /// The property that does not hold.
    pub(super) property: &'static str,
    /// What is wrong at its end.
    pub(super) what: String,
    /// The moves.
    pub(super) acts: Vec<String>,
    /// Which of them begins the loop that a violation of progress repeats.
    pub(super) round: Option<usize>,
}

/// A model to go through.
pub(super) struct Session {
    row: &'static Row,
    n: usize,
    options: Options,
    title: String,
    /// The lock, as the page gets it.
    lock: Value,
}

impl Session {
    pub(super) fn new(
        row: &'static Row,
        n: usize,
        options: Options,
        title: String,
        violation: Option<Violation>,
    ) -> Result<Self, String> {
        let walk = doorway_check::walk(row, n, &options)?;
        let trace = violation.as_ref().map(|found| found.acts.join("."));
        let mutations = match row.kill {
            Some(_) => mutations(row, n, &options, &trace.unwrap_or_default())?,
            None => BTreeMap::new(),
        };
        let violation = violation.map(|found| {
            json!({ "property": found.property, "what": found.what, "acts": found.acts, "round": found.round })
        });
        let figure = walk.figure();
        let line = |line: &FigureLine| json!({ "number": line.number, "indent": line.indent, "text": line.text, "changed": line.changed, "mutation": mutations.get(line.number) });
        let lines: Vec<_> = figure.lines.iter().map(line).collect();
        let lock = json!({
            "name": row.name,
            "about": row.about,
            "mutant": row.kill.is_some(),
            "title": title,
            "n": n,
            "k": options.k,
            "most": MOST_MOVES,
            "figure": { "title": figure.title, "lines": lines },
            "violation": violation,
        });
        Ok(Session {
            row,
            n,
            options,
            title,
            lock,
        })
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// What does not change.
    pub(super) fn lock(&self) -> String {
        self.lock.to_string()
    }

    /// Answers `{"acts": "1.2.1=3", "at": 2}` with what is to be seen after two of these moves.
    pub(super) fn walk(&self, question: &str) -> Result<String, String> {
        let question: Value =
            serde_json::from_str(question).map_err(|error| format!("not JSON: {error}"))?;
        let acts = question["acts"].as_str().ok_or("'acts' is not a string")?;
        let mut walk = doorway_check::walk(self.row, self.n, &self.options)?;
        go(&mut walk, acts)?;
        let at = match &question["at"] {
            Value::Null => walk.moves(),
            at => at
                .as_u64()
                .and_then(|at| usize::try_from(at).ok())
                .ok_or("'at' is not a number of moves")?,
        };
        let view = walk.view(at)?;
        serde_json::to_string(&view).map_err(|error| error.to_string())
    }
}

/// How often, and how far, a mutant is run at random to find the lines that it changes.
const RUNS: (u64, usize) = (64, 800);

/// The lines that a mutant changes, and how: as seen on this trace and in some random runs.
fn mutations(
    row: &'static Row,
    n: usize,
    options: &Options,
    trace: &str,
) -> Result<BTreeMap<&'static str, String>, String> {
    let mut walk = doorway_check::walk(row, n, options)?;
    go(&mut walk, trace)?;
    let mut seen = walk.view(walk.moves())?.history;
    for seed in 0..RUNS.0 {
        let mut walk = doorway_check::walk(row, n, options)?;
        let (mut random, mut last) = (seed, 0);
        for _ in 0..RUNS.1 {
            // The constants of Knuth's generator.
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let draw = (random >> 33) as usize;
            let mut choices = walk.choices();
            choices.retain(|choice| choice.kind == "step");
            // Mostly the process that made the last step, so that some finish their doorway before others begin.
            let same = |choice: &&Choice| choice.process == last && !draw.is_multiple_of(4);
            let Some(next) = choices
                .iter()
                .find(same)
                .or(choices.get(draw / 4 % choices.len().max(1)))
            else {
                break;
            };
            last = next.process;
            walk.make(next.code.parse()?)?;
        }
        seen.extend(walk.view(walk.moves())?.history);
    }
    let lines = seen.into_iter().filter_map(|entry| {
        let what = entry.mutation?;
        // What is returned differs from step to step.
        let what = what.split(':').next().unwrap_or_default().to_string();
        Some((entry.line, what))
    });
    Ok(lines.collect())
}

fn go(walk: &mut Walk, acts: &str) -> Result<(), String> {
    for code in acts.split('.').filter(|code| !code.is_empty()) {
        if walk.moves() == MOST_MOVES {
            return Err(format!("more than {MOST_MOVES} moves"));
        }
        walk.make(code.parse::<Move>()?)?;
    }
    Ok(())
}
