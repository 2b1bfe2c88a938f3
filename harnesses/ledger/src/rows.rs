//! The ledger as it is written: `proofs/obligations.toml`.

use crate::template;
use doorway_proofs::catalogue::{Facts, LOCKS};
use serde::{Deserialize, Serialize};

/// All of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// The locks of the catalogue, in the order of the tables.
    #[serde(skip, default = "locks")]
    pub locks: Vec<Lock>,
    /// The properties, in the order of the tables.
    #[serde(rename = "property")]
    pub properties: Vec<Property>,
    /// What decides.
    #[serde(rename = "tool")]
    pub tools: Vec<Tool>,
    /// What is taken for granted.
    #[serde(rename = "assumption")]
    pub assumptions: Vec<Assumption>,
    /// What is known from paper only: no tool is asked.
    #[serde(rename = "argument", default)]
    pub arguments: Vec<Argument>,
    /// What a tool is asked, with every template filled in.
    #[serde(skip)]
    pub obligations: Vec<Obligation>,
    /// The same as it is written, until then.
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
    /// What its registers must be.
    pub registers: String,
    /// How long its tickets last.
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

/// What decides.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its name in the rows.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The version that the rows were found with.
    pub version: String,
    /// The command that tells the version; none, if it is built with the rest.
    #[serde(default)]
    pub asks: String,
    /// How to get it.
    #[serde(default)]
    pub install: String,
    /// The packages it looks at: a result stands as long as they and what they depend on stay as they are.
    #[serde(default)]
    pub packages: Vec<String>,
    /// Files and folders besides.
    #[serde(default)]
    pub sources: Vec<String>,
    /// The assumption that trusts it.
    pub trust: String,
}

/// Something that is taken for granted.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Assumption {
    /// Its name in the rows.
    pub id: String,
    /// What is assumed.
    pub what: String,
    /// What speaks for it.
    pub why: String,
    /// How many there are, if it is about things that can be counted.
    pub count: Option<usize>,
}

/// How strong a claim is, from nothing to every N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Never tried.
    NotRun,
    /// Written down, and no run of it has come to its end.
    Unfinished,
    /// Argued on paper, by us.
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
    /// In words.
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

/// When a row is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Set {
    /// Every day.
    Quick,
    /// With `--full` as well.
    Full,
    /// Only when it is asked for by name: it has not come to its end, or there is nothing to run.
    Never,
}

/// What is known from paper.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// Its name.
    pub id: String,
    /// The claim, in a sentence.
    pub claim: String,
    /// Of which locks.
    pub locks: Vec<String>,
    /// Which property.
    pub property: String,
    /// By whom.
    pub strength: Strength,
    /// Where to read it.
    #[serde(rename = "where")]
    pub place: String,
}

/// What a tool is asked.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Obligation {
    /// Its name: `FIFE-KEX-ALLN`.
    pub id: String,
    /// The claim, in a sentence.
    pub claim: String,
    /// Of which locks.
    pub locks: Vec<String>,
    /// Which properties it speaks for.
    pub properties: Vec<String>,
    /// Whether what is shown is that the property does not hold.
    #[serde(default)]
    pub refutes: bool,
    /// The paper's theorem or lemma, or where else the claim comes from.
    pub paper: String,
    /// How strong.
    pub strength: Strength,
    /// Up to where, in words.
    pub bound: String,
    /// What decides.
    pub tool: String,
    /// Of which memory it speaks.
    pub memory: String,
    /// What it takes for granted, besides its tool.
    pub assumes: Vec<String>,
    /// What to type to see it for this row alone.
    pub command: String,
    /// About how long, on two cores, after the build.
    pub seconds: f64,
    /// When it is run.
    pub set: Set,
    /// What the same check kills.
    #[serde(default)]
    pub mutants: Vec<String>,
    /// The code of it: harnesses, functions, tests, explorations.
    #[serde(default)]
    pub covers: Vec<String>,
}

impl Ledger {
    /// Reads a ledger.
    ///
    /// # Errors
    ///
    /// Where it is not one, and what to do.
    pub fn parse(text: &str) -> Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| {
            format!(
                "proofs/obligations.toml cannot be read:\n{error}\n\
                 Correct that line; what a row has is said at the head of the file, and in CONTRIBUTING.md."
            )
        };
        let mut ledger: Ledger = toml::from_str(text).map_err(|error| told(&error))?;
        let written = std::mem::take(&mut ledger.written);
        ledger.obligations = template::expanded(written).map_err(|error| told(&error))?;
        Ok(ledger)
    }

    /// The row of that name.
    pub fn obligation(&self, id: &str) -> Option<&Obligation> {
        self.obligations.iter().find(|row| row.id == id)
    }

    /// The tool of that name.
    pub fn tool(&self, id: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.id == id)
    }
}
