//! Hammering.

use clap::Args;
use doorway_stress::{find, run as hammer, Lock, Plan};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

#[derive(Args)]
pub(crate) struct Options {
    /// The algorithm: bakery, black-white, adaptive, local-spin, kfcfs, fife, safe-fife, or all
    #[arg(long, default_value = "all")]
    lock: String,
    /// The way of waiting: spin, yield, park, or all
    #[arg(long, default_value = "park")]
    wait: String,
    /// How many threads
    #[arg(long, default_value_t = 16, value_name = "N")]
    threads: usize,
    /// How many may be inside at once: k. (Mutexes: 1)
    #[arg(long, default_value_t = 3, value_name = "K")]
    permits: usize,
    /// How long, for each lock
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Every so many-th attempt does not wait, or not for long; 0: all wait
    #[arg(long, default_value_t = 7)]
    impatience: u64,
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let chosen: Vec<Lock> = find(&options.lock)
        .into_iter()
        .filter(|lock| options.wait == "all" || lock.wait.eq_ignore_ascii_case(&options.wait))
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
            "{name:24} {:9} passages  {:8} withdrawals  {} of {permits} inside at most  {}",
            report.passages,
            report.withdrawals,
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
