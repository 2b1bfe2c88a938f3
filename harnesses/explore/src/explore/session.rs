//! What the page asks, and what it is answered. Nothing is kept between two questions: the page says how it got where it is.

use doorway_check::moves::Move;
use doorway_check::walk::Walk;
use doorway_proofs::catalogue::{FigureLine, Options, Row};
use serde_json::{json, Value};

/// The longest walk.
pub(super) const MOST_MOVES: usize = 5000;

/// The way to a violation.
pub(super) struct Violation {
    /// Of what.
    pub(super) property: &'static str,
    /// What is wrong at its end.
    pub(super) what: String,
    /// The moves.
    pub(super) acts: Vec<String>,
    /// Which of them begins the round that can be gone for ever, if it takes one.
    pub(super) round: Option<usize>,
}

/// A machine to go through.
pub(super) struct Session {
    row: &'static Row,
    n: usize,
    options: Options,
    title: String,
    /// The lock, as it is told to the page.
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
        let violation = violation.map(|found| {
            json!({ "property": found.property, "what": found.what, "acts": found.acts, "round": found.round })
        });
        let figure = walk.figure();
        let line = |line: &FigureLine| json!({ "number": line.number, "indent": line.indent, "text": line.text, "changed": line.changed });
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

fn go(walk: &mut Walk, acts: &str) -> Result<(), String> {
    for code in acts.split('.').filter(|code| !code.is_empty()) {
        if walk.moves() == MOST_MOVES {
            return Err(format!("more than {MOST_MOVES} moves"));
        }
        walk.make(code.parse::<Move>()?)?;
    }
    Ok(())
}
