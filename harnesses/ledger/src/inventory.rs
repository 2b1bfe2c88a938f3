//! The items of the code that rows of the ledger cover.
//!
//! An item is `kind:name`:
//!
//! | kind | name |
//! |---|---|
//! | `kani` | a harness, `cores::ticket::taken`; a mutant, `cores::ticket::mutants::taken::wraps` |
//! | `creusot` | a function or lemma of `doorway-core` or `doorway-proofs`, `queue::proof::k_exclusion` |
//! | `loom`, `shuttle` | a test there, `two_threads::fife` |
//! | `stress`, `exploring`, `core`, `model`, `lock`, `ir`, `rmr`, `code` | a test of that harness or crate, `killed::fife_survives` |
//! | `check` | an exploration of `cargo doorway check --all`, `fife --n 3 --k 2`; a mutant, `fife-no-14` |
//! | `patch` | a mutant for the prover, in the facts of a lock |

use crate::pattern::Pattern;
use crate::scan::{scan, Function};
use doorway_proofs::catalogue::{patches, rows};
use std::collections::BTreeMap;
use std::path::Path;

/// The kinds of tests: kind, package, folder, and whether every test must be in a row.
pub const TESTS: [(&str, &str, &str, bool); 10] = [
    ("loom", "doorway-loom", "harnesses/loom", true),
    ("shuttle", "doorway-shuttle", "harnesses/shuttle", true),
    ("stress", "doorway-stress", "harnesses/stress", true),
    ("exploring", "doorway-check", "harnesses/check", false),
    ("core", "doorway-core", "verified/core", false),
    ("model", "doorway-proofs", "proofs", false),
    ("lock", "doorway", "verified/lock", false),
    ("ir", "doorway-ir", "harnesses/ir", false),
    ("rmr", "doorway-rmr", "harnesses/rmr", false),
    ("code", "doorway-kani", "harnesses/kani", false),
];

/// The root files of the crates that Creusot proves.
///
/// A name is relative to its crate, and no two crates have the same name.
const PROVED: [&str; 2] = ["verified/core/src/lib.rs", "proofs/src/lib.rs"];

/// The properties of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Item {
    /// Whether a row must cover it.
    pub required: bool,
    /// Whether it is a mutant.
    pub mutant: bool,
    /// Whether it is only in the full set: Kani's feature `full`, or an ignored test.
    pub full: bool,
}

/// The items of the code.
#[derive(Debug, Default)]
pub struct Inventory {
    /// The items by `kind:name`.
    pub items: BTreeMap<String, Item>,
    /// The number of `#[trusted]` attributes.
    pub trusted: usize,
    /// The number of assumptions in Kani harnesses.
    pub assumed: usize,
}

impl Inventory {
    /// Reads the sources of the workspace at `root`.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn read(root: &Path) -> Result<Self, String> {
        let mut inventory = Inventory::default();
        inventory.kani(root)?;
        inventory.creusot(root)?;
        for (kind, _, folder, required) in TESTS {
            inventory.tests(kind, &root.join(folder).join("tests"), required)?;
        }
        inventory.explorations();
        inventory.patches();
        Ok(inventory)
    }

    fn add(&mut self, kind: &str, name: &str, item: Item) {
        self.items.insert(format!("{kind}:{name}"), item);
    }

    fn kani(&mut self, root: &Path) -> Result<(), String> {
        let harnesses = scan(&root.join("harnesses/kani/src/lib.rs"))?;
        for harness in harnesses
            .functions
            .iter()
            .filter(|each| each.has("kani::proof"))
        {
            let item = Item {
                required: true,
                mutant: harness.has("kani::should_panic"),
                full: harness.is_under("feature=\"full\""),
            };
            self.add("kani", &harness.path, item);
        }
        // The lock's own folder has the states that its phases start from.
        let starts = scan(&root.join("proofs/src/lib.rs"))?;
        for file in harnesses.files.iter().chain(&starts.files) {
            let text = read(file)?;
            self.assumed +=
                text.matches("kani::assume(").count() + text.matches("kani::any_where(").count();
        }
        Ok(())
    }

    fn creusot(&mut self, root: &Path) -> Result<(), String> {
        for file in PROVED {
            let scan = scan(&root.join(file))?;
            for function in scan.functions.iter().filter(|each| is_proved(each)) {
                let item = Item {
                    required: true,
                    ..Item::default()
                };
                let name = format!("creusot:{}", function.path);
                if self.items.insert(name, item).is_some() {
                    return Err(format!("{file}: {}: a second time", function.path));
                }
            }
            let trusted = |each: &&Function| each.has("trusted");
            self.trusted += scan.functions.iter().filter(trusted).count();
        }
        Ok(())
    }

    fn tests(&mut self, kind: &str, folder: &Path, required: bool) -> Result<(), String> {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return Ok(());
        };
        let mut files: Vec<_> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        // A test is a file, or a folder with the file `main.rs`.
        files.retain(|file| {
            file.extension().is_some_and(|ending| ending == "rs") || file.join("main.rs").is_file()
        });
        for file in files {
            let of = file
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let file = if file.is_dir() {
                file.join("main.rs")
            } else {
                file
            };
            for test in scan(&file)?
                .functions
                .iter()
                .filter(|each| each.has("test"))
            {
                let ignored = test
                    .attributes
                    .iter()
                    .find(|each| each.starts_with("ignore"));
                // A process that other tests start is not a test.
                let started = ignored.is_some_and(|why| why.contains("startedby"));
                let item = Item {
                    required: required && !started,
                    mutant: false,
                    full: ignored.is_some(),
                };
                self.add(kind, &format!("{of}::{}", test.path), item);
            }
        }
        Ok(())
    }

    fn explorations(&mut self) {
        let required = Item {
            required: true,
            ..Item::default()
        };
        for row in rows() {
            for size in row.explored {
                self.add("check", &size.arguments(row), required);
            }
        }
        for row in rows().filter(|row| row.kill.is_some()) {
            let mutant = Item {
                mutant: true,
                full: row.slow,
                ..required
            };
            self.add("check", row.name, mutant);
        }
    }

    fn patches(&mut self) {
        let item = Item {
            required: true,
            mutant: true,
            full: false,
        };
        for patch in patches() {
            self.add("patch", patch.name, item);
        }
    }

    /// The items that match an entry of a row.
    pub fn expand<'a>(&'a self, entry: &'a str) -> impl Iterator<Item = (&'a str, Item)> + 'a {
        let pattern = Pattern::new(entry);
        self.items
            .iter()
            .filter(move |(name, _)| pattern.matches(name))
            .map(|(name, item)| (name.as_str(), *item))
    }
}

/// Whether Creusot has a goal for it: every compiled function, and logic functions with something to prove.
fn is_proved(function: &Function) -> bool {
    let compiled = !function.is_under("not(creusot)")
        && !function.is_under("test")
        && !function.is_under("kani");
    let logical = function.has("logic");
    let claims = function.has("ensures") || function.has("variant");
    compiled && (!logical || claims)
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}
