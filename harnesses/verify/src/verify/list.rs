//! Lists of rows and of arguments, as wide as the terminal.

use super::strength;
use doorway_cli::wrap::wrapped;
use doorway_ledger::rows::{Argument, Obligation};
use doorway_plot::Table;
use std::fmt::Write as _;

/// A narrower column of text goes below the rest of its row.
const NARROWEST: usize = 40;
/// What stands before it there.
const INDENT: usize = 4;

/// A row: its id, its set, its tool, its seconds, and what it says.
type Cells = [String; 5];

/// Prints the rows, and the arguments that no tool decides.
pub(super) fn print(rows: &[&Obligation], arguments: &[&Argument]) {
    let terminal = console::Term::stdout().size_checked();
    let terminal = terminal.map(|(_, columns)| usize::from(columns));
    let rows = rows.iter().map(|row| of_row(row));
    let arguments = arguments.iter().map(|argument| of_argument(argument));
    let cells: Vec<Cells> = rows.chain(arguments).collect();
    print!("{}", fitted(&cells, terminal));
}

/// Says what each argument is, and where to read it: there is nothing to run.
pub(super) fn tell(arguments: &[&Argument]) {
    for argument in arguments {
        println!(
            "argument {}  [{}] {}\n         Nothing to run. Read {}.",
            argument.id,
            argument.strength.name(),
            argument.claim,
            argument.place
        );
    }
}

fn of_row(row: &Obligation) -> Cells {
    [
        row.id.clone(),
        format!("{:?}", row.set).to_lowercase(),
        row.tool.clone(),
        format!("{:.0} s", row.seconds),
        format!("{}: {}", strength(row), row.claim),
    ]
}

fn of_argument(argument: &Argument) -> Cells {
    let says = format!(
        "{}: {} ({})",
        argument.strength.name(),
        argument.claim,
        argument.place
    );
    [
        argument.id.clone(),
        "read".into(),
        "-".into(),
        "-".into(),
        says,
    ]
}

/// A table where the terminal has room for one, and where there is no terminal. Otherwise the text of a row is below the rest of it.
fn fitted(rows: &[Cells], terminal: Option<usize>) -> String {
    let widest = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let beside: usize = (0..4).map(|column| widest(column) + 2).sum();
    match terminal {
        Some(width) if width < beside + NARROWEST => below(rows, width),
        _ => {
            let mut table = Table::new([""; 5]).left(&[1, 2, 4]).wraps(4);
            for row in rows {
                table.row(row.to_vec());
            }
            table.fitted(terminal.and_then(|width| u16::try_from(width).ok()))
        }
    }
}

fn below(rows: &[Cells], width: usize) -> String {
    let mut text = String::new();
    for [id, set, tool, seconds, says] in rows {
        let head = [id, set, tool, seconds].map(String::as_str).join(" ");
        for line in wrapped(&head, width) {
            let _ = writeln!(text, "{line}");
        }
        for line in wrapped(says, width.saturating_sub(INDENT)) {
            let _ = writeln!(text, "{:INDENT$}{line}", "");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use doorway_cli::tree::root;
    use doorway_ledger::read;

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let ledger = read(&root().expect("a tree")).expect("a ledger");
        let rows = ledger.obligations.iter().map(of_row);
        let rows: Vec<Cells> = rows
            .chain(ledger.arguments.iter().map(of_argument))
            .collect();
        for width in [200, 120, 100, 80, 60] {
            let text = fitted(&rows, Some(width));
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
            for row in &rows {
                assert!(text.contains(&row[0]), "{width}: {}", row[0]);
            }
        }
        assert_eq!(fitted(&rows, None).lines().count(), rows.len());
    }
}
