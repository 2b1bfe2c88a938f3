//! `cargo doorway stress`.

use doorway_cli::arguments::stress::Options;
use doorway_cli::arguments::{not_mine, parse, Command};
use doorway_cli::end;
use doorway_stress::{find, run as hammer, Lock, Plan};
use indicatif::{ProgressBar, ProgressStyle};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    end(match parse().command {
        Command::Stress(options) => run(&options),
        _ => Err(not_mine()),
    })
}

fn run(options: &Options) -> Result<(), String> {
    let chosen: Vec<Lock> = find(&options.lock)
        .into_iter()
        .filter(|lock| lock.waits_by(&options.wait))
        .collect();
    if chosen.is_empty() {
        return Err(format!(
            "no lock '{}' that waits by '{}': see cargo doorway stress --help",
            options.lock, options.wait
        ));
    }
    doorway::HeapSemaphore::<doorway::Fife>::with_slots(options.threads, options.permits)
        .map_err(|error| error.to_string())?;

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
            "{name:24} {:9} passages  {:8} cancellations  {} of {permits} inside at most  {}",
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
        return Err(format!("{broken} of {} locks broken", chosen.len()));
    }
    Ok(())
}
