//! Exploring the models.

use doorway_check::explore::Progress;
use doorway_check::verdict::{Limits, Report, Verdict};
use doorway_cli::arguments::explore::Check as Options;
use doorway_cli::pulse::Pulse;
use doorway_cli::{names, Exit, Failure};
use doorway_proofs::catalogue::{find, rows, Options as Explored, Property, Row, Size, PROPERTIES};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if options.all {
        return all(options);
    }
    if let Some(name) = &options.mutant {
        return mutant(name, options);
    }
    let name = options.lock.as_deref().unwrap_or_default();
    let row = named(name)?;
    let wanted = match options.property.as_slice() {
        [] if options.steps.is_empty() => row.properties(options.cancellations),
        [] => row.safety(options.cancellations),
        named => named
            .iter()
            .map(|name| property(name))
            .collect::<Result<_, _>>()?,
    };
    let (n, k) = row.usual();
    let n = options.n.unwrap_or(n);
    let case = Case {
        row,
        n,
        k: options.k.unwrap_or(k),
        crashes: options.crashes,
        passages: bounded(row, n, &options.passages),
        cancellations: options.cancellations,
        steps: &options.steps,
        wanted,
    };
    let (report, seconds) = case.check(limits(options))?;
    if options.json {
        println!("{}", case.json(&report, seconds));
    } else {
        print!("{}", case.text(&report, seconds));
    }
    judged(name, &report)
}

/// How the command ends after this.
fn judged(name: &str, report: &Report) -> Result<(), Failure> {
    let with = |is: fn(&Verdict) -> bool| -> Vec<&str> {
        let rows = report.verdicts.iter().filter(|(_, verdict)| is(verdict));
        rows.map(|(property, _)| property.name()).collect()
    };
    let violated = with(|verdict| matches!(verdict, Verdict::Violated(..)));
    let undecided = with(|verdict| matches!(verdict, Verdict::Undecided(_)));
    match (violated.as_slice(), undecided.len()) {
        ([], 0) => Ok(()),
        ([], count) => {
            let all = report.verdicts.len();
            let message = format!("{name}: {count} of {all} properties could not be decided");
            Err(Failure::undecided(message))
        }
        (violated, _) => {
            let message = format!("{name}: {} does not hold", violated.join(", "));
            Err(Failure::violated(message))
        }
    }
}

fn limits(options: &Options) -> Limits {
    Limits {
        threads: options.threads,
        states: options.max_states,
    }
}

/// The lock or mutant of that name.
pub(crate) fn named(name: &str) -> Result<&'static Row, Failure> {
    let all = rows().map(|row| row.name);
    find(name).ok_or_else(|| unknown("lock or mutant", name, all))
}

/// There is no such name: which is the nearest.
fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Failure {
    Failure::usage(names::unknown(what, name, known, "cargo doorway list"))
}

/// The passages asked for; the usual ones if none are.
pub(crate) fn bounded<'a>(row: &Row, n: usize, asked: &'a [u8]) -> &'a [u8] {
    match asked {
        [] => row.usual_passages(n),
        asked => asked,
    }
}

fn property(name: &str) -> Result<Property, Failure> {
    let row = PROPERTIES.iter().find(|(_, known, _)| *known == name);
    let all = PROPERTIES.iter().map(|(_, known, _)| *known);
    row.map(|(property, _, _)| *property)
        .ok_or_else(|| unknown("property", name, all))
}

/// One thing to check.
pub(crate) struct Case<'a> {
    pub(crate) row: &'static Row,
    pub(crate) n: usize,
    pub(crate) k: usize,
    pub(crate) crashes: u32,
    pub(crate) passages: &'a [u8],
    pub(crate) cancellations: bool,
    pub(crate) steps: &'a [u8],
    pub(crate) wanted: Vec<Property>,
}

impl Case<'_> {
    /// What is explored, if it can be.
    pub(crate) fn explored(&self) -> Result<Explored, Failure> {
        let explored = Explored {
            crashes: self.crashes,
            cancellations: self.cancellations,
            ..Explored::new(self.k)
        };
        let explored = explored
            .with_passages(self.passages, self.n)
            .and_then(|explored| explored.with_steps(self.steps, self.n))
            .map_err(Failure::usage)?;
        let admitted = self.row.admits(self.n, &explored, &self.wanted);
        admitted.map_err(Failure::usage)?;
        Ok(explored)
    }

    pub(crate) fn check(&self, limits: Limits) -> Result<(Report, f64), Failure> {
        let explored = self.explored()?;
        let progress = Arc::new(Progress::default());
        let start = Instant::now();
        let (name, seen) = (self.row.name, progress.clone());
        let line = move || {
            let states = seen.states.load(Relaxed);
            let rate = states as f64 / start.elapsed().as_secs_f64() / 1e6;
            let depth = seen.depth.load(Relaxed);
            let states = HumanCount(states);
            format!("{name}: {states} states, depth {depth}, {rate:.2} million states/s")
        };
        let _pulse = Pulse::start(line.clone());
        let bar = ProgressBar::new_spinner()
            .with_style(ProgressStyle::with_template("{spinner} {msg}").expect("a template"));
        let report = std::thread::scope(|threads| {
            let search = threads.spawn(|| {
                doorway_check::check(self.row, self.n, &explored, &self.wanted, limits, &progress)
            });
            while !search.is_finished() {
                std::thread::sleep(Duration::from_millis(50));
                bar.set_message(line());
                bar.tick();
            }
            search.join().map_err(|_| "the search failed".to_string())?
        })?;
        bar.finish_and_clear();
        Ok((report, start.elapsed().as_secs_f64()))
    }

    pub(crate) fn title(&self) -> String {
        let passages = match self.passages {
            [] => "unbounded passages".to_string(),
            [1] => "1 passage each".to_string(),
            [all] => format!("{all} passages each"),
            each => format!("passages {each:?}"),
        };
        let cancellations = if self.cancellations {
            ", cancellations"
        } else {
            ""
        };
        let steps = match self.steps {
            [] => String::new(),
            most => format!(", at most {most:?} steps"),
        };
        let registers = if self.row.safe { "safe" } else { "atomic" };
        format!(
            "{}: n = {}, k = {}, {} crash{}, {passages}{cancellations}{steps}, {registers} registers",
            self.row.name,
            self.n,
            self.k,
            self.crashes,
            if self.crashes == 1 { "" } else { "es" }
        )
    }

    fn text(&self, report: &Report, seconds: f64) -> String {
        let mut text = format!("{}\n", self.title());
        let mut reasons: Vec<&str> = vec![];
        for (property, verdict) in &report.verdicts {
            let name = property.name();
            text += &match verdict {
                Verdict::Holds(None) => format!("  {name:20} holds\n"),
                Verdict::Holds(Some(bound)) => {
                    format!("  {name:20} holds, within {bound} own steps\n")
                }
                Verdict::Undecided(why) => {
                    reasons.push(why);
                    format!("  {name:20} not decided\n")
                }
                Verdict::Violated(steps, what) => {
                    let step = |(number, step): (usize, &String)| {
                        format!("    {:3}  {step}\n", number + 1)
                    };
                    let steps: String = steps.iter().enumerate().map(step).collect();
                    format!("  {name:20} VIOLATED: {what}\n{steps}")
                }
            };
        }
        // One search decides several properties: the same reason holds for all of them.
        reasons.dedup();
        if !reasons.is_empty() {
            text += &format!("UNDECIDED: {}\n", reasons.join("; "));
        }
        let states: usize = report.states.iter().sum();
        text + &format!(
            "{} states, {} edges, depth {}, {seconds:.1} s ({:.2} million states/s)\n",
            HumanCount(states as u64),
            HumanCount(report.edges.iter().sum::<usize>() as u64),
            report.depth,
            states as f64 / seconds / 1e6
        )
    }

    fn json(&self, report: &Report, seconds: f64) -> String {
        let verdicts: Vec<_> = report
            .verdicts
            .iter()
            .map(|(property, verdict)| {
                let mut row = serde_json::json!({ "property": property.name() });
                match verdict {
                    Verdict::Holds(bound) => {
                        row["verdict"] = "holds".into();
                        row["bound"] = (*bound).into();
                    }
                    Verdict::Violated(steps, what) => {
                        row["verdict"] = "violated".into();
                        row["what"] = what.clone().into();
                        row["trace"] = steps.clone().into();
                    }
                    Verdict::Undecided(why) => {
                        row["verdict"] = "undecided".into();
                        row["why"] = why.clone().into();
                    }
                }
                row
            })
            .collect();
        let report = serde_json::json!({
            "lock": self.row.name, "n": self.n, "k": self.k, "crashes": self.crashes,
            "steps": self.steps, "passages": self.passages, "cancellations": self.cancellations, "safe_registers": self.row.safe,
            "states": report.states, "edges": report.edges, "depth": report.depth, "seconds": seconds, "verdicts": verdicts,
        });
        format!("{report:#}")
    }
}

fn all(options: &Options) -> Result<(), Failure> {
    let (mut wrong, mut undecided) = (vec![], vec![]);
    let sizes = rows().flat_map(|row| row.explored.iter().map(move |size| (row, size)));
    for (row, size) in sizes {
        let &Size {
            n,
            k,
            crashes,
            passages,
            cancellations,
            ..
        } = size;
        let wanted = row.properties(cancellations);
        let case = Case {
            row,
            n,
            k,
            crashes,
            passages,
            cancellations,
            steps: &[],
            wanted,
        };
        let (report, seconds) = case.check(limits(options))?;
        print!("{}", case.text(&report, seconds));
        if let Err(Failure { exit, message }) = judged(row.name, &report) {
            match exit {
                Exit::Violated => wrong.push(message),
                _ => undecided.push(message),
            }
        }
    }
    for row in rows().filter(|row| row.kill.is_some()) {
        let fate = fate(row.name, limits(options))?;
        println!("{}{:30} {}", fate.explored, row.name, fate.says);
        match fate.killed {
            _ if fate.undecided => undecided.push(format!("{} is not decided", row.name)),
            true => {}
            false => wrong.push(format!("{} survives", row.name)),
        }
    }
    match (wrong.is_empty(), undecided.is_empty()) {
        (true, true) => Ok(()),
        (true, false) => Err(Failure::undecided(undecided.join("; "))),
        (false, _) => Err(Failure::violated(wrong.join("; "))),
    }
}

/// Explores a mutant, and says what became of it.
fn mutant(name: &str, options: &Options) -> Result<(), Failure> {
    let fate = fate(name, limits(options))?;
    if options.json {
        println!(
            "{:#}",
            serde_json::json!({ "mutant": name, "killed": fate.killed, "says": fate.says, "seconds": fate.seconds })
        );
    } else {
        print!("{}", fate.explored);
        println!("{name:30} {}", fate.says);
    }
    match fate.killed {
        true => Ok(()),
        false if fate.undecided => Err(Failure::undecided(format!("{name} is not decided"))),
        false => Err(Failure::violated(format!("{name} survives"))),
    }
}

/// What became of a mutant.
struct Fate {
    /// Whether the property that is to kill it is violated.
    killed: bool,
    /// Whether the search ended before that was decided.
    undecided: bool,
    /// How.
    says: String,
    seconds: f64,
    /// What was found of a survivor.
    explored: String,
}

fn fate(name: &str, limits: Limits) -> Result<Fate, Failure> {
    let row = named(name)?;
    let no_mutant = || Failure::usage(format!("{name} is not a mutant"));
    let kill = row.kill.ok_or_else(no_mutant)?;
    let case = Case {
        row,
        n: kill.n,
        k: kill.k,
        crashes: 0,
        passages: kill.passages,
        cancellations: kill.cancellations,
        steps: kill.steps,
        wanted: vec![kill.property],
    };
    let (report, seconds) = case.check(limits)?;
    let property = kill.property.name();
    let verdict = report.of(kill.property);
    let (killed, says, explored) = match verdict {
        Some(Verdict::Violated(steps, what)) => {
            let steps = steps.len();
            let how = format!("killed by {property} in {steps} steps, {seconds:.1} s: {what}");
            (true, how, String::new())
        }
        Some(Verdict::Undecided(why)) => {
            let how = format!("not decided: {why}");
            (false, how, case.text(&report, seconds))
        }
        _ => {
            let how = format!("survives: {property} is not violated");
            (false, how, case.text(&report, seconds))
        }
    };
    Ok(Fate {
        killed,
        undecided: matches!(verdict, Some(Verdict::Undecided(_))),
        says,
        seconds,
        explored,
    })
}
