//! Kani over the harnesses, with two checks more than Kani makes: every cover is reached, and every harness has a mutant.

mod output;

use doorway_cli::arguments::verify::Kani as Options;
use doorway_cli::{tree, Failure};
use output::{without_mutant, Outcome, Reader, Verdict};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, ExitStatus, Stdio};

const MISSING: &str = "no harness was run: Kani is not installed. To install it:\n       cargo install --locked kani-verifier && cargo kani setup";

/// What is known of a harness.
pub(crate) struct Decided {
    pub(crate) name: String,
    /// It was to panic, and did.
    pub(crate) killed: bool,
    /// What is wrong with it, if anything.
    pub(crate) wrong: Option<String>,
    pub(crate) checks: u32,
    pub(crate) seconds: f64,
}

/// Runs the harnesses of these names together, and hands over each as it ends. Returns what Kani complained of.
pub(crate) fn decide(
    harnesses: &[String],
    full: bool,
    jobs: Option<usize>,
    mut ended: impl FnMut(Decided),
) -> Result<String, String> {
    let options = Options {
        harness: harnesses.to_vec(),
        exact: true,
        full,
        jobs,
    };
    let (_, complaints) = stream(&options, |outcome| {
        ended(Decided {
            name: outcome.name.clone(),
            killed: outcome.verdict == Verdict::Killed,
            wrong: outcome.wrong(),
            checks: outcome.checks,
            seconds: outcome.seconds.unwrap_or(0.0),
        });
    })?;
    Ok(complaints)
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let version = kani()?.arg("--version").output();
    if !version.is_ok_and(|version| version.status.success()) {
        return Err(Failure::undecided(MISSING));
    }
    let mut outcomes = vec![];
    let (status, complaints) = stream(options, |outcome| {
        print(&outcome);
        outcomes.push(outcome);
    })?;
    let mut wrong: Vec<_> = outcomes.iter().filter_map(Outcome::wrong).collect();
    if options.harness.is_empty() {
        wrong.extend(without_mutant(&outcomes));
    }
    if outcomes.is_empty() {
        eprint!("{complaints}");
        return Err(match complaints.contains("no harnesses matched") {
            true => Failure::usage(format!(
                "no harness has '{}' in its name",
                options.harness.join("', '")
            )),
            false => Failure::undecided("no harness was run"),
        });
    }
    if wrong.is_empty() && !status.success() {
        eprint!("{complaints}");
        wrong.push(format!("cargo kani ended with {status}"));
    }
    let killed = outcomes.iter().filter(|o| o.verdict == Verdict::Killed);
    println!(
        "{} harnesses, of which {} are mutants that are killed; {:.0} s of solving",
        outcomes.len(),
        killed.count(),
        outcomes.iter().filter_map(|o| o.seconds).sum::<f64>()
    );
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Failure::violated(wrong.join("\n       ")))
    }
}

/// `cargo kani` in the root of the workspace.
fn kani() -> Result<Command, String> {
    let mut command = Command::new("cargo");
    command
        .arg("kani")
        .current_dir(tree::root()?)
        // Kani brings its own toolchain: the one that started this process would be used instead.
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("LD_LIBRARY_PATH");
    Ok(command)
}

/// Runs it, and hands over each harness as it ends.
fn stream(
    options: &Options,
    mut ended: impl FnMut(Outcome),
) -> Result<(ExitStatus, String), String> {
    let mut command = kani()?;
    if options.full {
        command.args(["--features", "full", "--package", "doorway-kani"]);
    }
    if options.exact {
        command.arg("--exact");
    }
    if let Some(jobs) = options.jobs {
        command.args(["--jobs", &jobs.to_string()]);
    }
    for harness in &options.harness {
        command.args(["--harness", harness]);
    }
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cargo kani: {error}"))?;
    let (out, mut err) = (child.stdout.take(), child.stderr.take());
    let complaints = std::thread::spawn(move || {
        let mut text = vec![];
        let read = err.as_mut().map(|err| err.read_to_end(&mut text));
        read.and_then(Result::ok);
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut reader = Reader::default();
    for line in BufReader::new(out.ok_or("no output")?).split(b'\n') {
        let line = line.map_err(|error| format!("cargo kani: {error}"))?;
        reader
            .read(&String::from_utf8_lossy(&line))
            .into_iter()
            .for_each(&mut ended);
    }
    std::iter::from_fn(|| reader.end()).for_each(&mut ended);
    let status = child
        .wait()
        .map_err(|error| format!("cargo kani: {error}"))?;
    Ok((status, complaints.join().unwrap_or_default()))
}

fn print(outcome: &Outcome) {
    let verdict = match (&outcome.verdict, outcome.wrong()) {
        (Verdict::Killed, None) => "killed",
        (_, None) => "proved",
        (_, Some(_)) => "FAILED",
    };
    let covers = match outcome.verdict {
        Verdict::Killed => String::new(), // it dies before most of them
        _ => format!(", {} of {} covers", outcome.covered, outcome.covers),
    };
    let seconds = outcome
        .seconds
        .map_or(String::new(), |seconds| format!(", {seconds:.1} s"));
    println!(
        "{verdict}  {:58} {} checks{covers}{seconds}",
        outcome.name, outcome.checks
    );
    if outcome.covered < outcome.covers && outcome.missed.is_empty() && verdict == "FAILED" {
        let name = &outcome.name;
        println!("        which: cargo kani --jobs 1 --output-format regular --harness {name}");
    }
    let notes = match outcome.verdict {
        Verdict::Proved => &outcome.missed,
        Verdict::Killed => &vec![],
        Verdict::Failed(_) => &outcome.failed,
    };
    for note in notes {
        println!("        {note}");
    }
}
