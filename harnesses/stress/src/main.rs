//! `cargo doorway stress`.

use doorway_cli::arguments::stress::Options;
use doorway_cli::arguments::{not_mine, parse, Command};
use doorway_cli::pulse::Pulse;
use doorway_cli::{exit, Failure};
use doorway_stress::{find, run as hammer, Lock, Plan};
use indicatif::{ProgressBar, ProgressStyle};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    exit::main(|| match parse().command {
        Command::Stress(options) => run(&options),
        _ => Err(not_mine()),
    })
}

fn run(options: &Options) -> Result<(), Failure> {
    let (n, k) = (options.threads, options.permits);
    let chosen: Vec<Lock> = find(&options.lock)
        .into_iter()
        .filter(|lock| lock.waits_by(&options.wait))
        .collect();
    if chosen.is_empty() {
        return Err(Failure::usage(format!(
            "{} is not run with --wait {}: only with --wait default",
            options.lock, options.wait
        )));
    }
    doorway::HeapSemaphore::<doorway::Fife>::with_slots(n, k)
        .map_err(|error| Failure::usage(format!("--threads {n} --permits {k}: {error}")))?;

    let mut broken = 0;
    for lock in &chosen {
        let permits = if lock.any_k { options.permits } else { 1 };
        let plan = Plan {
            time: Duration::from_secs(options.seconds),
            impatience: options.impatience,
            ..Plan::passages(options.threads, permits, u64::MAX)
        };
        let name = format!("{lock:?}");
        let bar = ProgressBar::new(options.seconds)
            .with_style(
                ProgressStyle::with_template("{prefix:24} {bar:30} {pos}/{len} s")
                    .expect("a template"),
            )
            .with_prefix(name.clone());
        let (shown, seconds) = (bar.clone(), options.seconds);
        let _pulse =
            Pulse::start(move || format!("{}: {}/{seconds} s", shown.prefix(), shown.position()));
        let report = std::thread::scope(|threads| {
            let running = threads.spawn(|| hammer(lock, plan));
            while !running.is_finished() {
                bar.set_position(bar.elapsed().as_secs().min(options.seconds));
                std::thread::sleep(Duration::from_millis(50));
            }
            running
                .join()
                .map_err(|_| format!("{name}: the harness panicked"))
        })?;
        bar.finish_and_clear();
        let holds = report.holds(permits);
        broken += usize::from(!holds);
        println!(
            "{name:24} {:9} passages  {:8} cancellations  at most {} of {permits} held at once  {}",
            report.passages,
            report.cancellations,
            report.most_inside,
            match (holds, report.stuck) {
                (true, _) => "ok".to_string(),
                (false, 0) => "BROKEN".to_string(),
                (false, stuck) => format!("BROKEN, {stuck} stuck"),
            }
        );
    }
    if broken > 0 {
        let message = format!("{broken} of {} locks broken", chosen.len());
        return Err(Failure::violated(message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use doorway_cli::arguments::parse_from;
    use doorway_cli::Exit;

    fn ends(line: &str) -> Result<(), Exit> {
        let words = std::iter::once("doorway").chain(line.split_whitespace());
        match parse_from(words).expect(line).command {
            Command::Stress(options) => run(&options).map_err(|failure| failure.exit),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn exit_codes() {
        let quick = "--seconds 1 --threads 3 --permits 2";
        for wait in ["default", "timed-park"] {
            let line = format!("stress --lock fife --wait {wait} {quick}");
            assert_eq!(ends(&line), Ok(()), "{line}");
        }
        let wrong = ["--lock mutex --wait spin", "--threads 2 --permits 3"];
        for wrong in wrong {
            let line = format!("stress {wrong}");
            assert_eq!(ends(&line), Err(Exit::Usage), "{line}");
        }
    }
}
