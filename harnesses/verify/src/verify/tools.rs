//! What is installed here.

use doorway_ledger::rows::{Ledger, Tool};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// A tool, as it was found.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// What it says of itself.
    Here(String),
    /// Why not, and how to get it.
    Missing(String),
}

/// `cargo …` in the root, without what the toolchain that this was started by has put into its way: verifiers bring their own.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new("cargo");
    command
        .current_dir(root)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("LD_LIBRARY_PATH");
    command
}

/// All of them that are asked for.
pub(crate) fn find(root: &Path, ledger: &Ledger, wanted: &[&str]) -> BTreeMap<String, Found> {
    let wanted = ledger
        .tools
        .iter()
        .filter(|tool| wanted.contains(&tool.id.as_str()));
    wanted
        .map(|tool| (tool.id.clone(), ask(root, tool)))
        .collect()
}

fn ask(root: &Path, tool: &Tool) -> Found {
    if tool.asks.is_empty() {
        return Found::Here(format!("{} {}", tool.name, tool.version));
    }
    let words: Vec<&str> = tool.asks.split_whitespace().collect();
    let mut command = match words.as_slice() {
        ["cargo", rest @ ..] => {
            let mut command = cargo(root);
            command.args(rest);
            command
        }
        [program, rest @ ..] => {
            let mut command = Command::new(program);
            command.args(rest);
            command
        }
        [] => return Found::Missing(String::new()),
    };
    match command.output() {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            let lines: Vec<&str> = text
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.contains("not found"))
                .collect();
            Found::Here(lines.join("; "))
        }
        _ => Found::Missing(format!("{} is not installed ({})", tool.name, tool.install)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(asks: &str) -> Tool {
        Tool {
            id: "x".into(),
            name: "X".into(),
            version: "1".into(),
            asks: asks.into(),
            install: "get x".into(),
            packages: vec![],
            sources: vec![],
            trust: String::new(),
        }
    }

    #[test]
    fn here_and_missing() {
        let here = std::env::temp_dir();
        let ask = |asks: &str| ask(&here, &tool(asks));
        assert!(matches!(ask(""), Found::Here(version) if version == "X 1"));
        assert!(
            matches!(ask("rustc --version"), Found::Here(version) if version.starts_with("rustc"))
        );
        for missing in [
            "cargo there-is-no-such-verifier",
            "there-is-no-such-program",
        ] {
            let Found::Missing(why) = ask(missing) else {
                panic!("{missing} is here")
            };
            assert_eq!(why, "X is not installed (get x)");
        }
    }
}
