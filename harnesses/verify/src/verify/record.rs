//! What was found, and how long it stands: `target/verify/results.json`.

use doorway_ledger::rows::{Ledger, Obligation, Tool};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// How a row ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    /// What is claimed holds, up to its bound.
    Holds,
    /// It does not, or it could not be decided.
    Failed,
    /// The tool is not here.
    Skipped,
}

/// What is known of a row.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) id: String,
    pub(crate) verdict: Verdict,
    /// Why it failed or was skipped; what was counted, if it holds.
    pub(crate) says: Vec<String>,
    pub(crate) seconds: f64,
    /// How many rows these seconds are for: Creusot proves all of a run together.
    #[serde(default = "one")]
    pub(crate) together: usize,
    /// The tool that decided, as it calls itself.
    pub(crate) version: String,
    /// Of the sources, the tool and the command.
    pub(crate) hash: String,
    /// Seconds since 1970.
    pub(crate) when: u64,
    /// For explorations.
    pub(crate) states: Option<u64>,
    /// Whether it was known before this run.
    #[serde(default)]
    pub(crate) remembered: bool,
}

fn one() -> usize {
    1
}

/// How long, in words.
pub(crate) fn took(seconds: f64, together: usize) -> String {
    match together {
        0 | 1 => format!("{seconds:.1} s"),
        rows => format!("{seconds:.1} s for {rows} rows together"),
    }
}

/// What became of a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Mutant {
    pub(crate) name: String,
    pub(crate) killed: bool,
    pub(crate) says: String,
    pub(crate) seconds: f64,
    pub(crate) hash: String,
    /// The day on which it was run, as `2026-11-18`; empty in results of older versions.
    #[serde(default)]
    pub(crate) day: String,
}

/// Everything that is known.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Results {
    pub(crate) rows: BTreeMap<String, Record>,
    pub(crate) mutants: BTreeMap<String, Mutant>,
    /// The names of what this run has found since it saved.
    #[serde(skip)]
    fresh: BTreeSet<String>,
}

impl Results {
    /// From the last runs; nothing, if there were none.
    pub(crate) fn load(root: &Path) -> Self {
        let file = file(root);
        let Ok(text) = fs::read_to_string(&file) else {
            return Results::default();
        };
        serde_json::from_str(&text).unwrap_or_else(|error| {
            let file = file.display();
            eprintln!("{file}: {error}: nothing is known from before, all is run again");
            Results::default()
        })
    }

    pub(crate) fn found(&mut self, record: Record) {
        self.fresh.insert(record.id.clone());
        self.rows.insert(record.id.clone(), record);
    }

    pub(crate) fn died(&mut self, mutant: Mutant) {
        self.fresh.insert(mutant.name.clone());
        self.mutants.insert(mutant.name.clone(), mutant);
    }

    /// Adds what this run has found to what is known. Another run may have found something meanwhile: that stays.
    pub(crate) fn save(&mut self, root: &Path) -> Result<(), String> {
        let _turn = turn(root, "results", || {})?;
        let mut all = Results::load(root);
        let fresh = |name: &String| self.fresh.contains(name);
        let rows = self.rows.iter().filter(|(name, _)| fresh(name));
        all.rows
            .extend(rows.map(|(name, row)| (name.clone(), row.clone())));
        let mutants = self.mutants.iter().filter(|(name, _)| fresh(name));
        all.mutants
            .extend(mutants.map(|(name, mutant)| (name.clone(), mutant.clone())));
        write_whole(&file(root), &format!("{:#}", serde_json::json!(all)))?;
        *self = all;
        Ok(())
    }
}

/// Whole or not at all: a run may be interrupted, and another may read.
pub(crate) fn write_whole(file: &Path, text: &str) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(told)?;
    }
    let beside = file.with_extension(format!("new-{}", std::process::id()));
    fs::write(&beside, text).map_err(told)?;
    fs::rename(&beside, file).map_err(told)
}

/// Waits until no other run has this, and has it until the file is dropped; says so if it must wait.
pub(crate) fn turn(root: &Path, what: &str, waits: impl FnOnce()) -> Result<File, String> {
    let path = root.join(format!("target/verify/{what}.lock"));
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(root.join("target/verify")).map_err(told)?;
    let file = File::create(&path).map_err(told)?;
    if file.try_lock().is_err() {
        waits();
        file.lock().map_err(told)?;
    }
    Ok(file)
}

fn file(root: &Path) -> PathBuf {
    root.join("target/verify/results.json")
}

/// The package beside which the ledger and the hints are: no verdict depends on these.
const PROOFS: &str = "proofs";
/// What of its folder verdicts depend on.
const PARTS: [&str; 3] = ["Cargo.toml", "src", "tests"];

/// Hashes of what a tool reads.
pub(crate) struct Sources<'a> {
    root: &'a Path,
    folders: BTreeMap<String, PathBuf>,
    known: BTreeMap<String, String>,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(root: &'a Path) -> Self {
        let mut folders = BTreeMap::new();
        let below = ["verified", "harnesses"].map(|parent| fs::read_dir(root.join(parent)));
        let below = below.into_iter().flatten().flatten().flatten();
        for folder in below.map(|entry| entry.path()).chain([root.join(PROOFS)]) {
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
            let name = manifest
                .lines()
                .find_map(|line| line.strip_prefix("name = "));
            if let Some(name) = name {
                folders.insert(name.trim_matches('"').to_string(), folder);
            }
        }
        Sources {
            root,
            folders,
            known: BTreeMap::new(),
        }
    }

    /// Of the packages that a tool reads, of their dependencies, and of the other files that it reads.
    pub(crate) fn of(&mut self, tool: &Tool) -> String {
        if let Some(known) = self.known.get(&tool.id) {
            return known.clone();
        }
        let mut packages: BTreeSet<String> = BTreeSet::new();
        let mut left = tool.packages.clone();
        while let Some(package) = left.pop() {
            let Some(folder) = self.folders.get(&package) else {
                continue;
            };
            if packages.insert(package) {
                let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
                let compiled =
                    |section: &&str| tool.id != "creusot" || !section.starts_with(WITHOUT_CREUSOT);
                let lines = manifest.split("\n[").filter(compiled).flat_map(str::lines);
                let named = |name: &&String| lines.clone().any(|line| depends(line, name));
                left.extend(self.folders.keys().filter(named).cloned());
            }
        }
        let mut files: Vec<PathBuf> =
            vec![self.root.join("Cargo.toml"), self.root.join("Cargo.lock")];
        for package in &packages {
            let folder = &self.folders[package];
            if *folder == self.root.join(PROOFS) {
                for part in PARTS {
                    collect(&folder.join(part), &mut files);
                }
            } else {
                collect(folder, &mut files);
            }
        }
        for source in &tool.sources {
            collect(&self.root.join(source), &mut files);
        }
        files.sort();
        let mut hash = Sha256::new();
        for file in files {
            let name = file
                .strip_prefix(self.root)
                .unwrap_or(&file)
                .to_string_lossy()
                .into_owned();
            let bytes = fs::read(&file).unwrap_or_default();
            hash.update(format!("{name} {}\n", bytes.len()));
            hash.update(bytes);
        }
        let hash = format!("{:x}", hash.finalize());
        self.known.insert(tool.id.clone(), hash.clone());
        hash
    }

    /// Of everything on which a row's verdict depends.
    pub(crate) fn of_row(
        &mut self,
        ledger: &Ledger,
        row: &Obligation,
        items: &[String],
        version: &str,
    ) -> String {
        let sources = ledger.tool(&row.tool).map(|tool| self.of(tool));
        digest(&[
            &sources.unwrap_or_default(),
            version,
            &row.command,
            &items.join(" "),
        ])
    }

    /// Of everything on which a mutant's fate depends.
    pub(crate) fn of_mutant(&mut self, ledger: &Ledger, name: &str, version: &str) -> String {
        let sources = ledger.tool(tool_of(name)).map(|tool| self.of(tool));
        digest(&[&sources.unwrap_or_default(), version, name])
    }
}

/// The tool that kills a mutant, by its name.
pub(crate) fn tool_of(mutant: &str) -> &str {
    match mutant.split(':').next().unwrap_or_default() {
        "patch" => "creusot",
        tool @ ("kani" | "check" | "loom" | "shuttle") => tool,
        _ => "test",
    }
}

fn digest(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(format!("{} {part}\n", part.len()));
    }
    format!("{:x}", hash.finalize())[..32].to_string()
}

/// The section of a manifest with what Creusot does not compile.
const WITHOUT_CREUSOT: &str = "target.'cfg(not(creusot))'.dependencies]";

/// `doorway = …` or `doorway.workspace = true`.
fn depends(line: &str, package: &str) -> bool {
    let rest = line.strip_prefix(package);
    rest.is_some_and(|rest| rest.starts_with('.') || rest.trim_start().starts_with('='))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_file() {
        return files.push(path.to_path_buf());
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        collect(&entry.path(), files);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use doorway_cli::tree::root;
    use doorway_ledger::read;

    fn mutant(name: &str, killed: bool) -> Mutant {
        Mutant {
            name: name.into(),
            killed,
            says: String::new(),
            seconds: 0.0,
            hash: String::new(),
            day: String::new(),
        }
    }

    /// Two runs at once: each adds what it has found, and takes nothing of the other's away.
    #[test]
    fn two_runs_at_once() {
        let tree = std::env::temp_dir().join(format!("doorway-runs-{}", std::process::id()));
        let killed = |name: &str| {
            Results::load(&tree)
                .mutants
                .get(name)
                .map(|each| each.killed)
        };
        let (mut one, mut other) = (Results::load(&tree), Results::load(&tree));
        one.died(mutant("a", true));
        one.save(&tree).expect("saved");
        other.died(mutant("b", true));
        other.save(&tree).expect("saved");
        assert_eq!((killed("a"), killed("b")), (Some(true), Some(true)));
        one.died(mutant("b", false));
        one.save(&tree).expect("saved");
        other.died(mutant("c", true));
        other.save(&tree).expect("saved");
        assert_eq!(killed("b"), Some(false), "what was found last");
        assert_eq!(killed("c"), Some(true));
        std::thread::scope(|runs| {
            for run in 0..8 {
                let tree = &tree;
                runs.spawn(move || {
                    let mut results = Results::load(tree);
                    for number in 0..20 {
                        results.died(mutant(&format!("{run}-{number}"), true));
                        results.save(tree).expect("saved");
                    }
                });
            }
        });
        assert_eq!(Results::load(&tree).mutants.len(), 3 + 8 * 20);
        fs::remove_dir_all(&tree).expect("removed");
    }

    #[test]
    fn dependencies() {
        assert!(depends("doorway-core.workspace = true", "doorway-core"));
        assert!(depends("doorway = { path = \"x\" }", "doorway"));
        assert!(!depends("doorway-core.workspace = true", "doorway"));
    }

    /// A change to a source file, to a dependency's and to the tool is a change; to another tool's sources it is not.
    #[test]
    fn what_a_verdict_depends_on() {
        let ledger = read(&root().expect("a tree")).expect("a ledger");
        let tree = std::env::temp_dir().join(format!("doorway-hash-{}", std::process::id()));
        let write = |file: &str, text: &str| {
            let file = tree.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
            fs::write(file, text).expect("written");
        };
        write("verified/core/Cargo.toml", "name = \"doorway-core\"");
        write("verified/core/src/lib.rs", "1");
        write(
            "verified/lock/Cargo.toml",
            "name = \"doorway\"\ndoorway-core.workspace = true",
        );
        write("verified/lock/src/lib.rs", "1");
        write(
            "harnesses/kani/Cargo.toml",
            "name = \"doorway-kani\"\ndoorway = { path = \"x\" }\ndoorway-proofs.workspace = true",
        );
        write(
            "harnesses/loom/Cargo.toml",
            "name = \"doorway-loom\"\ndoorway.workspace = true",
        );
        write(
            "proofs/Cargo.toml",
            "name = \"doorway-proofs\"\ndoorway-core.workspace = true\n\n[target.'cfg(not(creusot))'.dependencies]\ndoorway = { path = \"x\" }",
        );
        write("proofs/src/lib.rs", "1");
        let all = || {
            let mut sources = Sources::new(&tree);
            ["creusot", "kani", "loom"].map(|tool| sources.of(ledger.tool(tool).expect("a tool")))
        };
        let changed = |before: &[String; 3], after: &[String; 3]| {
            [0, 1, 2].map(|tool| before[tool] != after[tool])
        };
        let before = all();
        assert_eq!(before, all());
        write("verified/lock/src/lib.rs", "2");
        let lock = all();
        assert_eq!(changed(&before, &lock), [false, true, true]);
        write("proofs/src/lib.rs", "2");
        let proofs = all();
        assert_eq!(changed(&lock, &proofs), [true, true, false]);
        write("proofs/obligations.toml", "2");
        assert_eq!(proofs, all(), "the ledger is no source");
        write("verified/core/src/lib.rs", "2");
        assert_eq!(changed(&proofs, &all()), [true, true, true]);
        let row = ledger.obligation("CORES-TICKET-KANI").expect("a row");
        let of = |version: &str| Sources::new(&tree).of_row(&ledger, row, &[], version);
        assert_ne!(of("1"), of("2"));
        fs::remove_dir_all(&tree).expect("removed");
    }
}
