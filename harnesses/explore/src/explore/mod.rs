//! Stepping through a model by hand, in a browser.

mod serve;
mod session;
#[cfg(test)]
mod tests;

use crate::check::{bounded, named, Case};
use doorway_check::verdict::{Limits, Verdict};
use doorway_cli::arguments::explore::Options;
use doorway_cli::Failure;
use serve::{listen, serve};
use session::{Session, Violation};

/// The most states that the search for a violation stores.
const MOST_STATES: usize = 60_000_000;

fn case(options: &Options) -> Result<Case<'_>, Failure> {
    let row = named(&options.lock)?;
    let kill = row.kill;
    let (n, k) = row.usual();
    let n = options.n.unwrap_or(n);
    let k = options.k.unwrap_or(k);
    let passages = match kill {
        Some(kill) if options.passages.is_empty() && kill.n == n => kill.passages,
        _ => &options.passages,
    };
    Ok(Case {
        row,
        n,
        k,
        crashes: options.crashes,
        passages: bounded(row, n, passages),
        cancellations: options.cancellations || kill.is_some_and(|kill| kill.cancellations),
        steps: match kill {
            Some(kill) if kill.n == n => kill.steps,
            _ => &[],
        },
        wanted: kill.map_or_else(
            || row.properties(options.cancellations),
            |kill| vec![kill.property],
        ),
    })
}

fn session(asked: &Options) -> Result<Session, Failure> {
    let case = case(asked)?;
    let options = case.explored()?;
    let violation = match asked.violation {
        true => Some(violation(&case)?),
        false => None,
    };
    Ok(Session::new(
        case.row,
        case.n,
        options,
        case.title(),
        violation,
    )?)
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

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    // The port first: a check may take minutes.
    let listener = listen(options.port)?;
    let session = session(options)?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("{}", session.title());
    println!("http://{address}/  (Ctrl-C ends it)");
    Ok(serve(listener, &session)?)
}
