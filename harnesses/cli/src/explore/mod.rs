//! Going through a step machine by hand, in a browser.

mod serve;
mod session;
#[cfg(test)]
mod tests;

use crate::check::{bounded, named, Case};
use clap::Args;
use doorway_check::verdict::{Limits, Verdict};
use serve::{listen, serve};
use session::{Session, Violation};

#[derive(Args)]
pub(crate) struct Options {
    /// The lock or mutant: see `cargo doorway list`
    lock: String,
    /// How many processes, 1 to 4 [default: 3; for a mutant, as many as it takes to kill it]
    #[arg(long)]
    n: Option<usize>,
    /// How many may be inside at once [default: 1; for a mutant, where it is killed]
    #[arg(long)]
    k: Option<usize>,
    /// How many processes may stop for ever outside their remainder, at most k-1
    #[arg(long, default_value_t = 0)]
    crashes: u32,
    /// How often each process goes through: one number, or one per process (1,2,2). For ever if not given, where the checker can do that; else 2
    #[arg(long, value_delimiter = ',')]
    passages: Vec<u8>,
    /// Let waiting processes give up
    #[arg(long)]
    withdrawals: bool,
    /// The port on 127.0.0.1; 0 for any that is free
    #[arg(long, default_value_t = 4040)]
    port: u16,
    /// Check it first, and load the way to the violation that is found
    #[arg(long)]
    violation: bool,
}

/// For how many states there is room when a violation is looked for.
const MOST_STATES: usize = 60_000_000;

impl Options {
    fn case(&self) -> Result<Case<'_>, String> {
        let row = named(&self.lock)?;
        let kill = row.kill;
        let (n, k) = row.usual();
        let n = self.n.unwrap_or(n);
        let k = self.k.unwrap_or(k);
        let passages = match kill {
            Some(kill) if self.passages.is_empty() && kill.n == n => kill.passages,
            _ => &self.passages,
        };
        Ok(Case {
            row,
            n,
            k,
            crashes: self.crashes,
            passages: bounded(row, n, passages),
            withdrawals: self.withdrawals || kill.is_some_and(|kill| kill.withdrawals),
            steps: match kill {
                Some(kill) if kill.n == n => kill.steps,
                _ => &[],
            },
            wanted: kill.map_or_else(
                || row.properties(self.withdrawals),
                |kill| vec![kill.property],
            ),
        })
    }

    fn session(&self) -> Result<Session, String> {
        let case = self.case()?;
        let options = case.explored()?;
        let violation = match self.violation {
            true => Some(violation(&case)?),
            false => None,
        };
        Session::new(case.row, case.n, options, case.title(), violation)
    }
}

/// The first violation that a check finds.
fn violation(case: &Case<'_>) -> Result<Violation, String> {
    let limits = Limits {
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        states: MOST_STATES,
    };
    let (report, _) = case.check(limits)?;
    for replay in &report.replays {
        if let Some(Verdict::Violated(_, what)) = report.of(replay.property) {
            return Ok(Violation {
                property: replay.property.name(),
                what: what.clone(),
                acts: replay.moves.iter().map(ToString::to_string).collect(),
                round: replay.round,
            });
        }
    }
    let undecided = report
        .verdicts
        .iter()
        .find_map(|(_, verdict)| match verdict {
            Verdict::Undecided(why) => Some(why),
            _ => None,
        });
    Err(match undecided {
        Some(why) => format!("{}: no violation was found, but {why}", case.title()),
        None => format!(
            "{}: everything holds, there is no violation to load",
            case.title()
        ),
    })
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    // The port first: a check may take minutes.
    let listener = listen(options.port)?;
    let session = options.session()?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("{}", session.title());
    println!("http://{address}/  (Ctrl-C ends it)");
    serve(listener, &session)
}
