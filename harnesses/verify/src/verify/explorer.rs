//! The explorer: a separate binary, so that this one builds without it.

use doorway_cli::arguments::EXPLORER;
use doorway_cli::start;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The binary that runs `cargo doorway check`.
pub(super) struct Explorer(PathBuf);

/// What became of a mutant.
#[derive(Debug, PartialEq)]
pub(super) struct Fate {
    pub(super) killed: bool,
    pub(super) says: String,
    pub(super) seconds: f64,
}

impl Explorer {
    /// Builds it. Its progress is not shown: the bar is.
    pub(super) fn build(root: &Path) -> Result<Self, String> {
        start::build(root, EXPLORER, Stdio::piped()).map(Explorer)
    }

    /// Runs `check` with these arguments.
    pub(super) fn check<'a>(
        &self,
        arguments: impl IntoIterator<Item = &'a str>,
        jobs: Option<usize>,
    ) -> Result<Output, String> {
        let mut command = Command::new(&self.0);
        command.arg("check").args(arguments).arg("--json");
        if let Some(jobs) = jobs {
            command.args(["--threads", &jobs.to_string()]);
        }
        let output = command.stdin(Stdio::null()).output();
        output.map_err(|error| format!("check: {error}"))
    }

    /// Explores a mutant as it is killed.
    pub(super) fn mutant(&self, name: &str, jobs: Option<usize>) -> Result<Fate, String> {
        let output = self.check(["--mutant", name, "--max-states", "60000000"], jobs)?;
        fate(&String::from_utf8_lossy(&output.stdout)).ok_or_else(|| {
            let said = String::from_utf8_lossy(&output.stderr);
            format!("check --mutant {name}: {}", said.trim())
        })
    }
}

/// From what `cargo doorway check --mutant … --json` prints.
fn fate(json: &str) -> Option<Fate> {
    let report: serde_json::Value = serde_json::from_str(json).ok()?;
    Some(Fate {
        killed: report["killed"].as_bool()?,
        says: report["says"].as_str()?.to_string(),
        seconds: report["seconds"].as_f64()?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::record::Sources;
    use super::*;
    use doorway_cli::tree::root;
    use doorway_ledger::read;
    use std::fs;

    #[test]
    fn what_the_explorer_says_of_a_mutant() {
        let json = r#"{"mutant": "x", "killed": true, "says": "dies", "seconds": 0.5}"#;
        let dies = Fate {
            killed: true,
            says: "dies".into(),
            seconds: 0.5,
        };
        assert_eq!(fate(json), Some(dies));
        let survives = json.replace("true", "false");
        assert!(fate(&survives).is_some_and(|fate| !fate.killed));
        for nothing in ["", "{}", "[]", r#"{"killed": "yes"}"#] {
            assert_eq!(fate(nothing), None);
        }
    }

    /// An exploration depends on the models, the table of sizes and the explorer; not on how the command prints.
    #[test]
    fn what_an_exploration_depends_on() {
        let root = root().expect("a tree");
        let ledger = read(&root).expect("a ledger");
        let tree = std::env::temp_dir().join(format!("doorway-explored-{}", std::process::id()));
        let packages = [
            "verified/core",
            "proofs",
            "harnesses/check",
            "harnesses/explore",
            "harnesses/cli",
        ];
        for package in packages {
            let folder = tree.join(package);
            fs::create_dir_all(folder.join("src")).expect("folders");
            let manifest = root.join(package).join("Cargo.toml");
            fs::copy(manifest, folder.join("Cargo.toml")).expect("copied");
        }
        let hash = || Sources::new(&tree).of(ledger.tool("check").expect("a tool"));
        let mut before = hash();
        let changes = packages.map(|package| {
            fs::write(tree.join(package).join("src/changed.rs"), "1").expect("written");
            let after = hash();
            std::mem::replace(&mut before, after) != before
        });
        fs::remove_dir_all(&tree).expect("removed");
        assert_eq!(changes, [true, true, true, false, false]);
    }
}
