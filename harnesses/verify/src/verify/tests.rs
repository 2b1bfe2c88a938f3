//! Rows that are tests: built once, then each run by itself.

use super::run::Ended;
use super::tools::cargo;
use doorway_ledger::inventory::TESTS;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Test binaries, by kind and file.
pub(super) struct Binaries {
    root: PathBuf,
    files: BTreeMap<(String, String), PathBuf>,
}

/// `loom:two_threads::fife` is a kind, a file and a test.
fn parts(item: &str) -> Option<(&str, &str, &str)> {
    let (kind, name) = item.split_once(':')?;
    let (file, test) = name.split_once("::")?;
    Some((kind, file, test))
}

fn place(kind: &str) -> Option<(&'static str, &'static str)> {
    let row = TESTS.iter().find(|row| row.0 == kind)?;
    Some((row.1, row.2))
}

impl Binaries {
    /// Builds what the items need.
    pub(super) fn build(root: &Path, items: &[&String]) -> Result<Self, String> {
        let packages: BTreeSet<&str> = (items.iter())
            .filter_map(|item| Some(place(parts(item)?.0)?.0))
            .collect();
        let mut command = cargo(root);
        command.args(["test", "--no-run", "--tests", "--message-format=json"]);
        for package in packages {
            command.args(["-p", package]);
        }
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cargo test: {error}"))?;
        if !output.status.success() {
            let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
            let errors: Vec<&str> = complaints
                .lines()
                .filter(|line| line.starts_with("error"))
                .take(5)
                .collect();
            return Err(format!("cargo test --no-run: {}", errors.join("; ")));
        }
        let mut files = BTreeMap::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else {
                continue;
            };
            let (Some(binary), Some(manifest)) = (
                message["executable"].as_str(),
                message["manifest_path"].as_str(),
            ) else {
                continue;
            };
            let folder = |row: &&(&str, &str, &str, bool)| {
                Path::new(manifest).ends_with(Path::new(row.2).join("Cargo.toml"))
            };
            if let (true, Some(row), Some(name)) = (
                message["target"]["kind"][0] == "test",
                TESTS.iter().find(folder),
                message["target"]["name"].as_str(),
            ) {
                files.insert((row.0.to_string(), name.to_string()), PathBuf::from(binary));
            }
        }
        Ok(Binaries {
            root: root.to_path_buf(),
            files,
        })
    }

    /// Runs these tests, and none besides. All must be there and pass.
    pub(super) fn run(&self, items: &[String], jobs: Option<usize>) -> Ended {
        let mut by_file: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        for (kind, file, test) in items.iter().filter_map(|item| parts(item)) {
            by_file
                .entry((kind.into(), file.into()))
                .or_default()
                .push(test.into());
        }
        let start = Instant::now();
        let mut wrong = vec![];
        for (key, names) in &by_file {
            wrong.extend(self.run_file(key, names, jobs));
        }
        let count: usize = by_file.values().map(Vec::len).sum();
        let right = format!("{count} test{}", if count == 1 { "" } else { "s" });
        Ended::judged(wrong, right, start.elapsed().as_secs_f64())
    }

    fn run_file(
        &self,
        key: &(String, String),
        names: &[String],
        jobs: Option<usize>,
    ) -> Vec<String> {
        let (kind, file) = key;
        let (Some(binary), Some((_, folder))) = (self.files.get(key), place(kind)) else {
            return vec![format!("{kind}:{file}: there is no such test file")];
        };
        let folder = self.root.join(folder);
        let mut command = Command::new(binary);
        command
            .args(["--exact", "--include-ignored"])
            .args(names)
            .current_dir(&folder)
            .env("CARGO_MANIFEST_DIR", &folder)
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null());
        if let Some(jobs) = jobs {
            command.args(["--test-threads", &jobs.to_string()]);
        }
        match command.output() {
            Ok(output) => judge(
                names,
                &String::from_utf8_lossy(&output.stdout),
                output.status.success(),
            ),
            Err(error) => vec![format!("{kind}:{file}: {error}")],
        }
    }
}

/// What is wrong, by what a test binary says.
fn judge(names: &[String], said: &str, success: bool) -> Vec<String> {
    let passed = |name: &&String| {
        said.lines().any(|line| {
            line.strip_prefix("test ").is_some_and(|line| {
                line.strip_suffix("... ok").is_some_and(|test| {
                    test.trim().trim_end_matches(" - should panic") == name.as_str()
                })
            })
        })
    };
    let mut wrong: Vec<String> = names
        .iter()
        .filter(|name| !passed(name))
        .map(|name| format!("{name}: it did not pass"))
        .collect();
    // What was asserted, and of what: left and right are lines of their own.
    let panics = said
        .lines()
        .skip_while(|line| !line.contains("panicked at"))
        .skip(1)
        .take_while(|line| !line.is_empty() && !line.starts_with("note:"))
        .take(3);
    wrong.extend(panics.map(|line| line.trim().to_string()));
    if wrong.is_empty() && !success {
        wrong.push("the tests ended with an error".into());
    }
    wrong
}

#[cfg(test)]
mod unit {
    use super::judge;

    #[test]
    fn what_a_test_says() {
        let names = ["a".to_string(), "b::c".to_string()];
        let said = "running 2 tests\ntest a ... ok\ntest b::c - should panic ... ok\n";
        assert!(judge(&names, said, true).is_empty());
        assert_eq!(judge(&names, said, false).len(), 1);
        assert_eq!(
            judge(&names, "test a ... ok\n", true),
            ["b::c: it did not pass"],
            "one has gone"
        );
        let failed = "test a ... ok\ntest b::c ... FAILED\nthread 'b::c' panicked at x.rs:1:\nno more than k\n";
        assert_eq!(
            judge(&names, failed, false),
            ["b::c: it did not pass", "no more than k"]
        );
        let compared = format!("{failed}  left: 2\n right: 1\nnote: run with\n");
        assert_eq!(
            judge(&names, &compared, false)[1..],
            ["no more than k", "left: 2", "right: 1"]
        );
    }
}
