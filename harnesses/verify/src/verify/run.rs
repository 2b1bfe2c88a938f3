//! Running rows: those of one tool together, so that what is built is built once.

use super::explorer::Explorer;
use super::record::Verdict;
use super::tests::Binaries;
use doorway_ledger::rows::Obligation;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// A row and the items that it covers.
pub(crate) struct Task<'a> {
    pub(crate) row: &'a Obligation,
    pub(crate) items: Vec<String>,
    /// Whether one of them is in Kani's full set.
    pub(crate) full: bool,
}

impl Task<'_> {
    /// The names of its items of a kind.
    pub(super) fn named(&self, kind: &str) -> Vec<String> {
        let of = |item: &String| {
            item.split_once(':')
                .filter(|(is, _)| *is == kind)
                .map(|(_, name)| name.to_string())
        };
        self.items.iter().filter_map(of).collect()
    }
}

/// How a row ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    pub(crate) verdict: Verdict,
    pub(crate) says: Vec<String>,
    pub(crate) seconds: f64,
    pub(crate) states: Option<u64>,
    /// How many rows these seconds are for.
    pub(crate) together: usize,
    /// Whether it failed because the tool did not come to a verdict.
    pub(crate) undecided: bool,
}

impl Ended {
    /// The tool did not come to a verdict.
    pub(crate) fn failed(why: impl Into<String>) -> Self {
        Ended {
            verdict: Verdict::Failed,
            says: vec![why.into()],
            seconds: 0.0,
            states: None,
            together: 1,
            undecided: true,
        }
    }

    pub(crate) fn judged(wrong: Vec<String>, right: String, seconds: f64) -> Self {
        let holds = wrong.is_empty();
        Ended {
            verdict: if holds {
                Verdict::Holds
            } else {
                Verdict::Failed
            },
            says: if holds { vec![right] } else { wrong },
            seconds,
            states: None,
            together: 1,
            undecided: false,
        }
    }
}

/// Whether to go on after a row has ended.
pub(crate) type Report<'a> = dyn FnMut(&Obligation, Ended) -> bool + 'a;

/// Runs the tasks of one tool.
pub(crate) fn run(
    root: &Path,
    tool: &str,
    tasks: &[Task<'_>],
    jobs: Option<usize>,
    report: &mut Report<'_>,
) -> Result<(), String> {
    match tool {
        "kani" => kani(tasks, jobs, report),
        "creusot" => super::creusot::run(root, tasks, jobs, report),
        "check" => explorations(root, tasks, jobs, report),
        _ => tests(root, tasks, jobs, report),
    }
}

fn kani(tasks: &[Task<'_>], jobs: Option<usize>, report: &mut Report<'_>) -> Result<(), String> {
    let mut harnesses: Vec<String> = tasks.iter().flat_map(|task| task.named("kani")).collect();
    harnesses.sort();
    harnesses.dedup();
    let full = tasks.iter().any(|task| task.full);
    let mut outcomes = BTreeMap::new();
    let mut left: Vec<&Task<'_>> = tasks.iter().collect();
    let complaints = crate::kani::decide(&harnesses, full, jobs, |outcome| {
        outcomes.insert(outcome.name.clone(), outcome);
        left.retain(|task| {
            let complete = task
                .named("kani")
                .iter()
                .all(|name| outcomes.contains_key(name));
            if complete {
                report(task.row, judge_kani(task, &outcomes));
            }
            !complete
        });
    })?;
    for task in left {
        let mut ended = judge_kani(task, &outcomes);
        ended.says.extend(
            complaints
                .lines()
                .filter(|line| line.starts_with("error"))
                .map(str::to_string),
        );
        report(task.row, ended);
    }
    Ok(())
}

fn judge_kani(task: &Task<'_>, outcomes: &BTreeMap<String, crate::kani::Decided>) -> Ended {
    let mut wrong = vec![];
    let (mut seconds, mut checks) = (0.0, 0);
    let names = task.named("kani");
    for name in &names {
        match outcomes.get(name) {
            None => wrong.push(format!("{name}: Kani did not run it")),
            Some(outcome) => {
                wrong.extend(outcome.wrong.clone());
                seconds += outcome.seconds;
                checks += outcome.checks;
            }
        }
    }
    Ended::judged(
        wrong,
        format!(
            "{} harness{}, {checks} checks, every cover reached",
            names.len(),
            if names.len() == 1 { "" } else { "es" }
        ),
        seconds,
    )
}

fn explorations(
    root: &Path,
    tasks: &[Task<'_>],
    jobs: Option<usize>,
    report: &mut Report<'_>,
) -> Result<(), String> {
    let explorer = Explorer::build(root)?;
    for task in tasks {
        let mut ended = Ended::failed("nothing to explore");
        for arguments in task.named("check") {
            let start = Instant::now();
            let output = explorer.check(arguments.split(' '), jobs)?;
            ended = explored(
                &String::from_utf8_lossy(&output.stdout),
                output.status.success(),
            );
            ended.seconds = start.elapsed().as_secs_f64();
        }
        if !report(task.row, ended) {
            break;
        }
    }
    Ok(())
}

/// From what `cargo doorway check --json` says.
fn explored(json: &str, success: bool) -> Ended {
    let Ok(report) = serde_json::from_str::<serde_json::Value>(json) else {
        return Ended::failed("the exploration did not finish");
    };
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
    let verdicts = report["verdicts"].as_array().cloned().unwrap_or_default();
    let not = verdicts.iter().filter(|each| each["verdict"] != "holds");
    let mut wrong: Vec<String> = not
        .map(|each| {
            format!(
                "{} {}: {}{}",
                word(&each["property"]),
                word(&each["verdict"]),
                word(&each["what"]),
                word(&each["why"])
            )
        })
        .collect();
    if wrong.is_empty() && (!success || verdicts.is_empty()) {
        wrong.push("the exploration ended with an error".into());
    }
    let states: u64 = report["states"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(serde_json::Value::as_u64)
        .sum();
    let mut ended = Ended::judged(
        wrong,
        format!(
            "{} states, {} properties",
            indicatif::HumanCount(states),
            verdicts.len()
        ),
        0.0,
    );
    ended.states = Some(states);
    ended.undecided = ended.verdict == Verdict::Failed
        && !verdicts.iter().any(|each| each["verdict"] == "violated");
    ended
}

fn tests(
    root: &Path,
    tasks: &[Task<'_>],
    jobs: Option<usize>,
    report: &mut Report<'_>,
) -> Result<(), String> {
    let items: Vec<&String> = tasks.iter().flat_map(|task| &task.items).collect();
    let binaries = match Binaries::build(root, &items) {
        Ok(binaries) => binaries,
        Err(why) => {
            for task in tasks {
                report(task.row, Ended::failed(why.clone()));
            }
            return Ok(());
        }
    };
    for task in tasks {
        let ended = binaries.run(&task.items, jobs);
        if !report(task.row, ended) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn what_the_explorer_says() {
        let holds =
            r#"{"states": [5, 7], "verdicts": [{"property": "k-exclusion", "verdict": "holds"}]}"#;
        let ended = explored(holds, true);
        assert_eq!((ended.verdict, ended.states), (Verdict::Holds, Some(12)));
        assert_eq!(explored(holds, false).verdict, Verdict::Failed);
        let violated = holds.replace("holds", "violated");
        let ended = explored(&violated, true);
        assert!(ended.says[0].contains("k-exclusion violated"));
        assert!(!ended.undecided);
        let undecided = explored(&holds.replace("holds", "undecided"), false);
        assert_eq!(undecided.verdict, Verdict::Failed);
        assert!(undecided.undecided);
        assert_eq!(explored("", true).verdict, Verdict::Failed);
        assert_eq!(
            explored("{}", true).verdict,
            Verdict::Failed,
            "nothing was asked"
        );
    }
}
