//! loom's and shuttle's models, a line each, with what they cost.

use doorway_cli::arguments::verify::Loom as Options;
use doorway_cli::tree;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

pub(crate) fn run(options: &Options) -> Result<(), String> {
    println!(
        "Every model of the locks under loom (executions that the C11 model allows, within the bound) and shuttle (sampled schedules).\n\
         A mutant's line ends in what it is rejected for: Race, Stuck or Wrong."
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
    println!("{models} models");
    if status.success() && models > 0 {
        Ok(())
    } else {
        Err(format!("cargo test --release -p doorway-loom -p doorway-shuttle ended with {status}: run it for what went wrong"))
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
