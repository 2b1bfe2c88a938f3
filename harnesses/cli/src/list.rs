//! The names that other subcommands take.

use doorway_cli::wrap::wrapped;
use doorway_cli::Failure;
use doorway_proofs::catalogue::{rows, LOCKS, PROPERTIES};
use terminal_size::{terminal_size_of, Width};

/// Where the terminal is wider, or there is none.
const WIDEST: usize = 100;
/// The column of the names.
const NAMES: usize = 28;
/// A narrower column of text goes below its name.
const NARROWEST: usize = 30;

/// Prints the locks, the properties and the mutants.
pub(crate) fn run() -> Result<(), Failure> {
    let terminal = terminal_size_of(std::io::stdout());
    let width = terminal.map_or(WIDEST, |(Width(width), _)| usize::from(width).min(WIDEST));
    print!("{}", text(width));
    Ok(())
}

fn text(width: usize) -> String {
    let mut list = List {
        width,
        text: String::new(),
    };
    list.title("Locks:");
    for row in rows().filter(|row| row.kill.is_none()) {
        list.row(row.name, row.about);
    }
    list.title("Properties:");
    for (_, name, about) in PROPERTIES {
        list.row(name, about);
    }
    list.title("Mutants of the models, with the property and the size that kill each (cargo doorway check --mutant NAME):");
    for row in rows() {
        if let Some(kill) = row.kill {
            let (property, n, k) = (kill.property.name(), kill.n, kill.k);
            let about = format!("{}: {property} (n = {n}, k = {k})", row.about);
            list.row(row.name, &about);
        }
    }
    list.title("Mutants of the code, and how loom ends with each (cargo doorway loom):");
    for facts in LOCKS {
        for mutant in facts.code_mutants() {
            let about = format!("{}: {}", mutant.change, mutant.ending);
            list.row(facts.name, &about);
        }
    }
    list.text
}

/// Lines that are no wider than asked for.
struct List {
    width: usize,
    text: String,
}

impl List {
    fn title(&mut self, title: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        for line in wrapped(title, self.width) {
            self.text += &format!("{line}\n");
        }
    }

    fn row(&mut self, name: &str, about: &str) {
        let beside = NAMES + 3;
        if self.width < beside + NARROWEST {
            self.text += &format!("  {name}\n");
            for line in wrapped(about, self.width.saturating_sub(6)) {
                self.text += &format!("      {line}\n");
            }
            return;
        }
        let mut name = name;
        if name.len() > NAMES {
            self.text += &format!("  {name}\n");
            name = "";
        }
        for line in wrapped(about, self.width - beside) {
            self.text += &format!("  {name:NAMES$} {line}\n");
            name = "";
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_listed() {
        let text = text(WIDEST);
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

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in [WIDEST, 80, 60, 40] {
            for line in text(width).lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }
}
