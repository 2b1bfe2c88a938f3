//! The rows of the ledger: `proofs/obligations.toml`.

use crate::template;
use doorway_proofs::catalogue::{Facts, LOCKS};
use serde::{Deserialize, Serialize};

/// The ledger.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// The locks of the catalogue, in the order of the tables.
    #[serde(skip, default = "locks")]
    pub locks: Vec<Lock>,
    /// The properties, in the order of the tables.
    #[serde(rename = "property")]
    pub properties: Vec<Property>,
    /// The tools.
    #[serde(rename = "tool")]
    pub tools: Vec<Tool>,
    /// The assumptions.
    #[serde(rename = "assumption")]
    pub assumptions: Vec<Assumption>,
    /// The claims that are known from paper only: no tool checks them.
    #[serde(rename = "argument", default)]
    pub arguments: Vec<Argument>,
    /// The claims that a tool checks, with every template filled in.
    #[serde(skip)]
    pub obligations: Vec<Obligation>,
    /// The same claims as written, before templates are filled in.
    #[serde(rename = "obligation")]
    written: Vec<toml::Table>,
}

fn locks() -> Vec<Lock> {
    let lock = |facts: &&Facts| Lock {
        name: facts.type_name.into(),
        from: facts.from.into(),
        chapter: format!("{}.md", facts.module),
        registers: facts.register_kind.into(),
        tickets: facts.tickets.into(),
    };
    LOCKS.iter().map(lock).collect()
}

/// A lock.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// Its type in `doorway`.
    pub name: String,
    /// Paper and figure.
    pub from: String,
    /// Its chapter in the book.
    pub chapter: String,
    /// The kind of registers it needs.
    pub registers: String,
    /// How long its tickets last, in words.
    pub tickets: String,
}

/// A property.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Property {
    /// Its name in the rows.
    pub id: String,
    /// Its name in the tables.
    pub title: String,
}

/// A tool that checks claims.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its name in the rows.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The version that the rows were checked with.
    pub version: String,
    /// The command that prints the version; empty if the tool is a dependency of the workspace.
    #[serde(default)]
    pub asks: String,
    /// How to install it.
    #[serde(default)]
    pub install: String,
    /// The packages it reads: a result is valid while they and their dependencies are unchanged.
    #[serde(default)]
    pub packages: Vec<String>,
    /// Other files and folders it reads.
    #[serde(default)]
    pub sources: Vec<String>,
    /// The assumption that the tool is right.
    pub trust: String,
}

/// An assumption.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Assumption {
    /// Its name in the rows.
    pub id: String,
    /// What is assumed.
    pub what: String,
    /// The reason to believe it.
    pub why: String,
    /// The number of its instances, if they can be counted.
    pub count: Option<usize>,
}

/// The strength of a claim, from nothing to every N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Never run.
    NotRun,
    /// No run of it has finished.
    Unfinished,
    /// Argued on paper, by the authors of doorway.
    Argued,
    /// Claimed on paper by its author, without proof.
    Stated,
    /// Proved on paper by its author.
    Paper,
    /// Some executions.
    Sampled,
    /// Every execution up to a depth, or a number of preemptions.
    Depth,
    /// Every execution, or every input, up to a size.
    Bounded,
    /// Every N and k.
    EveryN,
}

impl Strength {
    /// The strength in words.
    pub fn name(self) -> &'static str {
        match self {
            Strength::NotRun => "not run",
            Strength::Unfinished => "not run to its end",
            Strength::Argued => "argued",
            Strength::Stated => "paper, stated",
            Strength::Paper => "paper",
            Strength::Sampled => "sampled",
            Strength::Depth => "to a depth",
            Strength::Bounded => "bounded",
            Strength::EveryN => "every N",
        }
    }
}

/// The set of rows that a row is run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Set {
    /// Every day.
    Quick,
    /// Only with `--full`.
    Full,
    /// Only by name: no run has finished, or there is nothing to run.
    Never,
}

/// A claim that is known from paper only.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// Its name.
    pub id: String,
    /// The claim, in a sentence.
    pub claim: String,
    /// The locks it is about.
    pub locks: Vec<String>,
    /// The property it is about.
    pub property: String,
    /// Its strength.
    pub strength: Strength,
    /// Where to read it.
    #[serde(rename = "where")]
    pub place: String,
}

/// A claim that a tool checks.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Obligation {
    /// Its name: `FIFE-KEX-ALLN`.
    pub id: String,
    /// The claim, in a sentence.
    pub claim: String,
    /// The locks it is about.
    pub locks: Vec<String>,
    /// The properties it is about.
    pub properties: Vec<String>,
    /// Whether the claim is that the property does not hold.
    #[serde(default)]
    pub refutes: bool,
    /// The paper's theorem or lemma, or another source of the claim.
    pub paper: String,
    /// Its strength.
    pub strength: Strength,
    /// Its bound, in words.
    pub bound: String,
    /// The tool that checks it.
    pub tool: String,
    /// The memory model it is about.
    pub memory: String,
    /// Its assumptions, besides that of its tool.
    pub assumes: Vec<String>,
    /// The command that checks this row alone.
    pub command: String,
    /// The approximate time in seconds, on two cores, after the build.
    pub seconds: f64,
    /// The set it belongs to.
    pub set: Set,
    /// The mutants that the same check kills.
    #[serde(default)]
    pub mutants: Vec<String>,
    /// Its items of the code: harnesses, functions, tests, explorations.
    #[serde(default)]
    pub covers: Vec<String>,
}

impl Ledger {
    /// Reads a ledger.
    ///
    /// # Errors
    ///
    /// The line that is wrong, and how to correct it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| {
            format!(
                "proofs/obligations.toml cannot be read:\n{error}\n\
                 Correct that line; the head of the file and CONTRIBUTING.md describe the fields of a row."
            )
        };
        let mut ledger: Ledger = toml::from_str(text).map_err(|error| told(&error))?;
        let written = std::mem::take(&mut ledger.written);
        ledger.obligations = template::expanded(written).map_err(|error| told(&error))?;
        Ok(ledger)
    }

    /// The row with that id.
    pub fn obligation(&self, id: &str) -> Option<&Obligation> {
        self.obligations.iter().find(|row| row.id == id)
    }

    /// The tool with that id.
    pub fn tool(&self, id: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.id == id)
    }
}
