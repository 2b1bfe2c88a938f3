//! When the mutants of the verifiers were last killed: `proofs/killed.json`, one line per mutant.
//!
//! The other mutants need no record: `cargo test` runs them.

use crate::inventory::Inventory;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The tracked file.
pub const FILE: &str = "proofs/killed.json";

/// The kinds of mutants that are recorded, and the verifier of each.
const KINDS: [(&str, &str); 2] = [("patch", "Creusot"), ("kani", "Kani")];

/// The day on which each mutant was last killed, as `2026-11-18`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Killed(BTreeMap<String, String>);

impl Killed {
    /// Reads the record of the workspace at `root`; an empty one if there is no file.
    ///
    /// # Errors
    ///
    /// If the file is no record.
    pub fn read(root: &Path) -> Result<Self, String> {
        match fs::read_to_string(root.join(FILE)) {
            Err(_) => Ok(Killed::default()),
            Ok(text) => serde_json::from_str(&text)
                .map(Killed)
                .map_err(|error| format!("{FILE}: {error}")),
        }
    }

    /// Adds a mutant that was killed on that day; says whether it is one that is recorded.
    pub fn add(&mut self, name: &str, day: &str) -> bool {
        let is_recorded = KINDS.iter().any(|(kind, _)| is_of(name, kind)) && !day.is_empty();
        if is_recorded {
            self.0.insert(name.to_string(), day.to_string());
        }
        is_recorded
    }

    /// Writes the record, without mutants that no longer exist.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(mut self, root: &Path, code: &Inventory) -> Result<(), String> {
        self.0.retain(|name, _| code.items.contains_key(name));
        let lines: Vec<String> = (self.0.iter())
            .map(|(name, day)| format!("{name:?}: {day:?}"))
            .collect();
        let text = format!("{{\n{}\n}}\n", lines.join(",\n"));
        fs::write(root.join(FILE), text).map_err(|error| format!("{FILE}: {error}"))
    }

    /// The mutants of the record that do not exist.
    pub fn unknown(&self, code: &Inventory) -> Vec<&str> {
        let names = self.0.keys().map(String::as_str);
        names
            .filter(|name| !code.items.contains_key(*name))
            .collect()
    }

    /// A table of the mutants of each verifier: how many there are, and how many of them were killed in a recorded run, since when.
    pub fn table(&self, code: &Inventory) -> String {
        let mut text = String::from(
            "| mutants of | all | killed in a recorded run | first day | last day | not recorded |\n|---|---|---|---|---|---|\n",
        );
        for (kind, verifier) in KINDS {
            let all: Vec<&String> = (code.items.iter())
                .filter(|(name, item)| item.mutant && is_of(name, kind))
                .map(|(name, _)| name)
                .collect();
            let days: Vec<&String> = all.iter().filter_map(|name| self.0.get(*name)).collect();
            let not = all.iter().filter(|name| !self.0.contains_key(**name));
            let not: Vec<String> = not.map(|name| format!("`{name}`")).collect();
            let not = match not.len() {
                0 => "none".to_string(),
                few @ 1..=8 => format!("{few}: {}", not.join(", ")),
                many => many.to_string(),
            };
            let day = |day: Option<&&String>| day.map_or("", |day| day.as_str()).to_string();
            text += &format!(
                "| {verifier} | {} | {} | {} | {} | {not} |\n",
                all.len(),
                days.len(),
                day(days.iter().min()),
                day(days.iter().max())
            );
        }
        text
    }
}

fn is_of(name: &str, kind: &str) -> bool {
    name.split_once(':').is_some_and(|(of, _)| of == kind)
}
