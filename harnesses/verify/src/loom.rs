//! The loom and shuttle tests, a line for each, with its cost.

use doorway_cli::arguments::verify::Loom as Options;
use doorway_cli::{tree, Failure};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    println!(
        "The locks under loom (every execution of the C11 model within the bound) and shuttle (sampled schedules).\n\
         The line of a mutant says why it is rejected: Race, Stuck or Wrong."
    );
    let set: &[&str] = if options.full {
        &["--include-ignored"]
    } else {
        &[]
    };
    let mut child = Command::new("cargo")
        .args([
            "test",
            "--release",
            "--package",
            "doorway-loom",
            "--package",
            "doorway-shuttle",
        ])
        .args(["--no-fail-fast", "--", "--nocapture"])
        .args(set)
        .current_dir(tree::root()?)
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::piped())
        // The panics by which mutants end: the lines say it shorter.
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cargo test: {error}"))?;
    let out = BufReader::new(child.stdout.take().ok_or("no output")?);
    let mut models = 0;
    for line in out.lines() {
        let line = line.map_err(|error| format!("cargo test: {error}"))?;
        if let Some(model) = model(&line) {
            models += 1;
            println!("{model}");
        }
    }
    let status = child
        .wait()
        .map_err(|error| format!("cargo test: {error}"))?;
    println!("{models} tests");
    let message = format!("`cargo test --release -p doorway-loom -p doorway-shuttle` ended with {status}: run it to see why");
    match (status.success(), models) {
        (true, 0) => Err(Failure::undecided("no test was run")),
        (true, _) => Ok(()),
        // It was not compiled.
        (false, 0) => Err(Failure::undecided(message)),
        (false, _) => Err(Failure::violated(message)),
    }
}

/// The part of a line that a model printed: the test harness may have put its own before it.
fn model(line: &str) -> Option<&str> {
    let start = line.find("loom: ").or_else(|| line.find("shuttle: "))?;
    let model = &line[start..];
    let is_cost = model.ends_with(" s") || model.contains("FAILED");
    is_cost.then_some(model)
}

#[cfg(test)]
mod tests {
    use super::model;

    #[test]
    fn lines_of_models() {
        let line = "test fife ... loom: fife, 2 threads, no bound: Fine, 6094 executions, 0.8 s";
        assert_eq!(model(line), Some(&line[14..]));
        assert_eq!(model("test fife ... ok"), None);
        assert_eq!(model("running 6 tests of doorway-loom: all"), None);
    }
}
