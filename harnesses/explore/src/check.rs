//! Exploring the step machines.

use doorway_check::explore::Progress;
use doorway_check::verdict::{Limits, Report, Verdict};
use doorway_cli::arguments::explore::Check as Options;
use doorway_proofs::catalogue::{find, rows, Options as Explored, Property, Row, Size, PROPERTIES};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

pub(crate) fn run(options: &Options) -> Result<(), String> {
    if options.threads == 0 || options.threads > 64 {
        return Err("--threads goes from 1 to 64".into());
    }
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
    if report.holds() {
        Ok(())
    } else {
        Err(format!("{name}: not everything holds"))
    }
}

fn limits(options: &Options) -> Limits {
    Limits {
        threads: options.threads,
        states: options.max_states,
    }
}

/// The lock or mutant of that name.
pub(crate) fn named(name: &str) -> Result<&'static Row, String> {
    find(name).ok_or_else(|| format!("no lock or mutant '{name}': see cargo doorway list"))
}

/// The passages asked for; the usual ones if none are.
pub(crate) fn bounded<'a>(row: &Row, n: usize, asked: &'a [u8]) -> &'a [u8] {
    match asked {
        [] => row.usual_passages(n),
        asked => asked,
    }
}

fn property(name: &str) -> Result<Property, String> {
    let row = PROPERTIES.iter().find(|(_, known, _)| *known == name);
    row.map(|(property, _, _)| *property)
        .ok_or_else(|| format!("no property '{name}': see cargo doorway list"))
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
    pub(crate) fn explored(&self) -> Result<Explored, String> {
        let explored = Explored {
            crashes: self.crashes,
            cancellations: self.cancellations,
            ..Explored::new(self.k)
        }
        .with_passages(self.passages, self.n)?
        .with_steps(self.steps, self.n)?;
        self.row.admits(self.n, &explored, &self.wanted)?;
        Ok(explored)
    }

    pub(crate) fn check(&self, limits: Limits) -> Result<(Report, f64), String> {
        let explored = self.explored()?;
        let progress = Progress::default();
        let start = Instant::now();
        let bar = ProgressBar::new_spinner()
            .with_style(ProgressStyle::with_template("{spinner} {msg}").expect("a template"));
        let report = std::thread::scope(|threads| {
            let search = threads.spawn(|| {
                doorway_check::check(self.row, self.n, &explored, &self.wanted, limits, &progress)
            });
            while !search.is_finished() {
                std::thread::sleep(Duration::from_millis(50));
                let states = progress.states.load(Relaxed);
                let rate = states as f64 / start.elapsed().as_secs_f64() / 1e6;
                let depth = progress.depth.load(Relaxed);
                bar.set_message(format!(
                    "{}: {} states, depth {depth}, {rate:.2} million/s",
                    self.row.name,
                    HumanCount(states)
                ));
                bar.tick();
            }
            search.join().map_err(|_| "the search failed".to_string())?
        })?;
        bar.finish_and_clear();
        Ok((report, start.elapsed().as_secs_f64()))
    }

    pub(crate) fn title(&self) -> String {
        let passages = match self.passages {
            [] => "looping for ever".to_string(),
            [all] => format!("{all} passages each"),
            each => format!("passages {each:?}"),
        };
        let cancellations = if self.cancellations {
            ", giving up allowed"
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
        for (property, verdict) in &report.verdicts {
            let name = property.name();
            text += &match verdict {
                Verdict::Holds(None) => format!("  {name:20} holds\n"),
                Verdict::Holds(Some(bound)) => {
                    format!("  {name:20} holds, within {bound} own steps\n")
                }
                Verdict::Undecided(why) => format!("  {name:20} UNDECIDED: {why}\n"),
                Verdict::Violated(steps, what) => {
                    let step = |(number, step): (usize, &String)| {
                        format!("    {:3}  {step}\n", number + 1)
                    };
                    let steps: String = steps.iter().enumerate().map(step).collect();
                    format!("  {name:20} VIOLATED: {what}\n{steps}")
                }
            };
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

fn all(options: &Options) -> Result<(), String> {
    let mut wrong = vec![];
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
        if !report.holds() {
            wrong.push(format!("{} does not hold", row.name));
        }
    }
    for row in rows().filter(|row| row.kill.is_some()) {
        let fate = fate(row.name, limits(options))?;
        println!("{}{:30} {}", fate.explored, row.name, fate.says);
        if !fate.killed {
            wrong.push(format!("{} survives", row.name));
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("; "))
    }
}

/// Explores a mutant, and says what became of it.
fn mutant(name: &str, options: &Options) -> Result<(), String> {
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
        false => Err(format!("{name} survives")),
    }
}

/// What became of a mutant.
struct Fate {
    /// Whether it died of the property that is to kill it.
    killed: bool,
    /// How.
    says: String,
    seconds: f64,
    /// What was found of a survivor.
    explored: String,
}

fn fate(name: &str, limits: Limits) -> Result<Fate, String> {
    let row = named(name)?;
    let kill = row.kill.ok_or_else(|| format!("{name} is no mutant"))?;
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
    let (killed, says, explored) = match report.of(kill.property) {
        Some(Verdict::Violated(steps, what)) => {
            let steps = steps.len();
            let how = format!("dies of {property} in {steps} steps, {seconds:.1} s: {what}");
            (true, how, String::new())
        }
        _ => {
            let how = format!("survives: {property} is not violated");
            (false, how, case.text(&report, seconds))
        }
    };
    Ok(Fate {
        killed,
        says,
        seconds,
        explored,
    })
}
