//! What Kani prints: in its format `terse`, of several harnesses at once, or in `regular`, of one after the other.

use std::collections::BTreeMap;

/// How a harness ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Verdict {
    /// Everything it checks holds.
    Proved,
    /// It was to panic, and did.
    Killed,
    /// Neither; and why, as Kani has it.
    Failed(String),
}

/// What is known of a harness that has ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    pub(super) name: String,
    pub(super) verdict: Verdict,
    pub(super) checks: u32,
    pub(super) covered: u32,
    pub(super) covers: u32,
    /// The covers that were not reached.
    pub(super) missed: Vec<String>,
    /// The checks that failed.
    pub(super) failed: Vec<String>,
    pub(super) seconds: Option<f64>,
}

impl Outcome {
    fn new(name: &str) -> Self {
        Outcome {
            name: name.to_string(),
            verdict: Verdict::Failed("it did not end".to_string()),
            checks: 0,
            covered: 0,
            covers: 0,
            missed: vec![],
            failed: vec![],
            seconds: None,
        }
    }

    /// What is wrong with it, if anything. A mutant dies where it dies, so its covers need not be reached.
    pub(super) fn wrong(&self) -> Option<String> {
        let name = &self.name;
        match &self.verdict {
            Verdict::Killed => None,
            Verdict::Failed(why) => Some(format!("{name}: {why}")),
            Verdict::Proved if self.covers == 0 => {
                Some(format!("{name}: it has no cover, so it may check nothing"))
            }
            Verdict::Proved if self.covered < self.covers => Some(format!(
                "{name}: {} of {} covers not reached",
                self.covers - self.covered,
                self.covers
            )),
            Verdict::Proved => None,
        }
    }
}

/// Harnesses for which no mutant was killed: `a::b_c` wants an `a::mutants::b_c::…` or an `a::mutants::b::…`. So does `a::m::b_c`, where `m` is the module of a lock;
/// but what is in its own `a::m::mutants` will do too.
pub(super) fn without_mutant(outcomes: &[Outcome]) -> Vec<String> {
    let killed = outcomes.iter().filter(|o| o.verdict == Verdict::Killed);
    let stands_for: Vec<_> = killed
        .filter_map(|mutant| {
            let (of, _) = mutant.name.rsplit_once("::")?;
            let (module, harness) = of.rsplit_once("::")?;
            Some((module.strip_suffix("::mutants")?, harness))
        })
        .collect();
    let proved = outcomes.iter().filter(|o| o.verdict == Verdict::Proved);
    proved
        .filter(|proved| {
            let (module, name) = proved.name.rsplit_once("::").unwrap_or(("", &proved.name));
            let around = module.rsplit_once("::").map(|(around, _)| around);
            !stands_for.iter().any(|&(of, harness)| {
                let rest = name.strip_prefix(harness);
                (of == module || Some(of) == around)
                    && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            })
        })
        .map(|proved| format!("{}: no mutant of it was killed", proved.name))
        .collect()
}

/// Reads line by line.
#[derive(Default)]
pub(super) struct Reader {
    /// What is under way, by Kani's thread.
    current: BTreeMap<u32, Outcome>,
    /// Of which the lines tell.
    thread: u32,
    /// The check of the current lines is a cover.
    is_cover: bool,
    /// It was not reached.
    is_missed: bool,
}

impl Reader {
    /// Takes a line, and gives the harness that it ends.
    pub(super) fn read(&mut self, line: &str) -> Option<Outcome> {
        let line = console::strip_ansi_codes(line);
        let mut line = line.trim();
        if let Some((thread, rest)) = of_thread(line) {
            (self.thread, line) = (thread, rest.trim());
        }
        if let Some(name) = between(line, "Checking harness ", "...") {
            return self.current.insert(self.thread, Outcome::new(name));
        }
        if line == "Manual Harness Summary:" {
            return self.end();
        }
        let current = self.current.get_mut(&self.thread)?;
        if line.starts_with("Check ") {
            self.is_cover = line.contains(".cover.");
        } else if let Some(status) = line.strip_prefix("- Status: ") {
            self.is_missed = self.is_cover && status != "SATISFIED";
        } else if let Some(what) = line.strip_prefix("- Description: ") {
            if self.is_missed {
                current.missed.push(format!("not reached: {what}"));
            }
        } else if let Some(place) = line.strip_prefix("- Location: ") {
            if let Some(last) = current.missed.last_mut().filter(|_| self.is_missed) {
                last.push_str(" at ");
                last.push_str(place);
            }
            self.is_missed = false;
        } else if let Some(what) = line.strip_prefix("Failed Checks: ") {
            current.failed.push(what.to_string());
        } else if let Some(counts) = line.strip_prefix("** ") {
            count(current, counts);
        } else if let Some(verdict) = line.strip_prefix("VERIFICATION:- ") {
            current.verdict = judge(verdict);
        } else if ["CBMC failed", "CBMC timed", "CBMC appears"]
            .iter()
            .any(|crash| line.starts_with(crash))
        {
            current.failed.push(line.to_string());
        } else if let Some(seconds) = between(line, "Verification Time: ", "s") {
            current.seconds = seconds.parse().ok();
            return self.current.remove(&self.thread);
        }
        None
    }

    /// There are no more lines: gives a harness that was under way.
    pub(super) fn end(&mut self) -> Option<Outcome> {
        self.current.pop_first().map(|(_, outcome)| outcome)
    }
}

/// "Thread 1: …".
fn of_thread(line: &str) -> Option<(u32, &str)> {
    let (thread, rest) = line.strip_prefix("Thread ")?.split_once(':')?;
    Some((thread.parse().ok()?, rest))
}

fn judge(verdict: &str) -> Verdict {
    match verdict {
        "SUCCESSFUL" => Verdict::Proved,
        "SUCCESSFUL (encountered one or more panics as expected)" => Verdict::Killed,
        "FAILED" => Verdict::Failed("it does not hold, or could not be decided".to_string()),
        other => Verdict::Failed(other.to_string()),
    }
}

/// "1 of 2 failed …" and "1 of 2 cover properties satisfied …".
fn count(outcome: &mut Outcome, counts: &str) {
    let mut words = counts.split_whitespace();
    let mut number = || words.find_map(|word| word.parse().ok()).unwrap_or(0);
    let (some, all) = (number(), number());
    if counts.contains("cover properties") {
        (outcome.covered, outcome.covers) = (some, all);
    } else {
        outcome.checks = all;
    }
}

fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    line.split_once(before)?.1.strip_suffix(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Kani printed, one sample after the other, each below `=== name`.
    const SAMPLES: &str = include_str!("samples.txt");

    fn sample(name: &str) -> &'static str {
        let head = format!("=== {name}\n");
        let (_, rest) = SAMPLES.split_once(&head).expect("a sample");
        rest.find("\n=== ").map_or(rest, |end| &rest[..=end])
    }

    fn read(texts: &[&str]) -> Vec<Outcome> {
        let mut reader = Reader::default();
        let lines = texts.iter().flat_map(|text| text.lines());
        let mut outcomes: Vec<_> = lines.filter_map(|line| reader.read(line)).collect();
        outcomes.extend(std::iter::from_fn(|| reader.end()));
        outcomes
    }

    fn one(text: &str) -> Outcome {
        let [outcome] = read(&[text, sample("summary")])
            .try_into()
            .expect("one harness");
        outcome
    }

    #[test]
    fn success() {
        let outcome = one(sample("success"));
        assert_eq!(outcome.name, "a::holds");
        assert_eq!(outcome.verdict, Verdict::Proved);
        assert_eq!((outcome.checks, outcome.covered, outcome.covers), (3, 1, 1));
        assert!(outcome.seconds.is_some_and(|seconds| seconds > 0.0));
        assert_eq!(outcome.wrong(), None);
    }

    #[test]
    fn failure() {
        let outcome = one(sample("failure"));
        assert_eq!(outcome.failed, ["assertion failed: x < 200"]);
        assert!(outcome.wrong().is_some());
    }

    /// For Kani that is a success.
    #[test]
    fn unsatisfied_and_unreachable_covers() {
        let outcome = one(sample("missed"));
        assert_eq!(outcome.verdict, Verdict::Proved);
        assert_eq!(
            outcome.wrong().as_deref(),
            Some("a::misses: 2 of 3 covers not reached")
        );
        let [unsatisfiable, unreachable] = &outcome.missed[..] else {
            panic!("{:?}", outcome.missed)
        };
        assert!(unsatisfiable.contains("x == 4") && unsatisfiable.contains("src/lib.rs:14:9"));
        assert!(unreachable.contains("more than nine"));
    }

    #[test]
    fn no_cover_at_all() {
        let bare: Vec<_> = sample("success")
            .lines()
            .filter(|l| !l.contains("cover"))
            .collect();
        assert!(one(&bare.join("\n")).wrong().is_some());
    }

    #[test]
    fn a_mutant_dies_or_survives() {
        assert_eq!(one(sample("killed")).verdict, Verdict::Killed);
        assert_eq!(one(sample("killed")).wrong(), None);
        assert!(one(sample("survivor"))
            .wrong()
            .is_some_and(|why| why.contains("no panics")));
    }

    #[test]
    fn timeout() {
        let outcome = one(sample("timeout"));
        assert!(outcome.wrong().is_some());
        assert!(outcome
            .failed
            .iter()
            .any(|line| line.starts_with("CBMC timed out")));
        assert_eq!(outcome.seconds, None);
    }

    /// The output breaks off.
    #[test]
    fn crash() {
        let half: Vec<_> = sample("success").lines().take(9).collect();
        let outcomes = read(&[&half.join("\n"), sample("killed")]);
        assert_eq!(outcomes.len(), 2);
        assert!(outcomes[0]
            .wrong()
            .is_some_and(|why| why.contains("did not end")));
        assert_eq!(read(&[&half.join("\n")]).len(), 1);
    }

    /// Two at once: the lines of a harness follow its thread's heading.
    #[test]
    fn threads() {
        let outcomes = read(&[sample("threads"), sample("summary")]);
        let told: Vec<_> = outcomes
            .iter()
            .map(|o| (&o.name[..], &o.verdict, o.covered, o.covers))
            .collect();
        assert_eq!(
            told,
            [
                ("a::mutants::holds::dies", &Verdict::Killed, 0, 0),
                ("a::holds", &Verdict::Proved, 1, 1),
                ("a::misses", &Verdict::Proved, 1, 3),
            ]
        );
        let half: Vec<_> = sample("threads").lines().take(4).collect();
        assert_eq!(read(&[&half.join("\n")]).len(), 2);
    }

    #[test]
    fn nothing() {
        assert_eq!(read(&[sample("summary"), "error: could not compile"]), []);
    }

    #[test]
    fn colors() {
        let green = "VERIFICATION:- \u{1b}[32mSUCCESSFUL\u{1b}[0m";
        assert_eq!(
            one(&sample("success").replace("VERIFICATION:- SUCCESSFUL", green)).verdict,
            Verdict::Proved
        );
    }

    #[test]
    fn every_harness_has_a_mutant() {
        assert_eq!(
            without_mutant(&read(&[sample("success"), sample("killed")])),
            [""; 0]
        );
        assert_eq!(
            without_mutant(&read(&[sample("success"), sample("survivor")])).len(),
            1
        );
        let larger = sample("success").replace("harness a::holds", "harness a::holds_3");
        assert_eq!(without_mutant(&read(&[&larger, sample("killed")])), [""; 0]);
        let other = sample("success").replace("harness a::holds", "harness a::holdsnot");
        assert_eq!(without_mutant(&read(&[&other, sample("killed")])).len(), 1);
        let of_a_lock = sample("success").replace("harness a::holds", "harness a::fife::holds_3");
        assert_eq!(
            without_mutant(&read(&[&of_a_lock, sample("killed")])),
            [""; 0]
        );
        let deeper = sample("success").replace("harness a::holds", "harness a::b::fife::holds_3");
        assert_eq!(without_mutant(&read(&[&deeper, sample("killed")])).len(), 1);
        let elsewhere = sample("success").replace("harness a::holds", "harness b::holds");
        assert_eq!(
            without_mutant(&read(&[&elsewhere, sample("killed")])).len(),
            1
        );
    }
}
