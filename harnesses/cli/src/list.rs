//! The names that other subcommands take.

use doorway_proofs::catalogue::{rows, LOCKS, PROPERTIES};
use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};

/// Prints the locks, the properties and the mutants.
pub(crate) fn run() -> Result<(), String> {
    match std::io::stdout().write_all(text().as_bytes()) {
        // The reader of a pipe may have seen enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("the list: {error}")),
        _ => Ok(()),
    }
}

fn text() -> String {
    let mut text = String::from("Locks:\n");
    for row in rows().filter(|row| row.kill.is_none()) {
        let _ = writeln!(text, "  {:28} {}", row.name, row.about);
    }
    text += "\nProperties:\n";
    for (_, name, about) in PROPERTIES {
        let _ = writeln!(text, "  {name:28} {about}");
    }
    text += "\nMutants of the models, and the property that kills each (cargo doorway check --mutant NAME):\n";
    for row in rows() {
        if let Some(kill) = row.kill {
            let _ = writeln!(
                text,
                "  {:28} {}: {} (n = {}, k = {})",
                row.name,
                row.about,
                kill.property.name(),
                kill.n,
                kill.k
            );
        }
    }
    text += "\nChanges of the code, and how loom ends with each (cargo doorway loom):\n";
    for facts in LOCKS {
        for mutant in facts.code_mutants() {
            let _ = writeln!(
                text,
                "  {:28} {}: {}",
                facts.name, mutant.change, mutant.ending
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_listed() {
        let text = text();
        let names = text
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        let names: Vec<&str> = names.collect();
        for row in rows() {
            assert!(names.contains(&row.name), "{}", row.name);
        }
        for (_, name, _) in PROPERTIES {
            assert!(names.contains(&name), "{name}");
        }
    }
}
