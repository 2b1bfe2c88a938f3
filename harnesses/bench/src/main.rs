//! `cargo doorway bench`.

use clap::{Parser, ValueEnum};
use doorway_bench::rows::SLOTS;
use doorway_bench::scenes::{self, Outcome, Scene};
use doorway_bench::table::{count, median, time, Table};
use doorway_bench::uncontended::{self, Cost};
use std::process::ExitCode;
use std::time::Duration;

/// doorway's locks beside their peers, in one run
#[derive(Parser)]
#[command(name = "cargo doorway bench", bin_name = "cargo doorway bench")]
struct Options {
    /// Only these parts
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// Fewer scenes and shorter ones: about half a minute instead of five
    #[arg(long)]
    quick: bool,
    /// Only locks whose name contains this; may be given several times
    #[arg(long, value_name = "PART")]
    lock: Vec<String>,
    /// How many rounds; medians are of so many
    #[arg(long)]
    rounds: Option<usize>,
    /// How long each race is run, in milliseconds
    #[arg(long)]
    window: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// One thread alone
    Uncontended,
    /// Threads in each other's way
    Contended,
}

impl Options {
    fn wants(&self, part: Part) -> bool {
        self.parts.is_empty() || self.parts.contains(&part)
    }
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    if options.wants(Part::Uncontended) {
        let rounds = options
            .rounds
            .unwrap_or(if options.quick { 15 } else { 51 });
        let mut costs = vec![];
        for slots in SLOTS {
            costs.extend(uncontended::measure(slots, &options.lock, rounds)?);
        }
        print_costs(&costs, rounds);
    }
    if options.wants(Part::Contended) {
        let rounds = options.rounds.unwrap_or(3);
        let window = options
            .window
            .unwrap_or(if options.quick { 20 } else { 60 });
        for scene in scenes::scenes(options.quick) {
            let outcomes =
                scenes::run(scene, &options.lock, rounds, Duration::from_millis(window))?;
            print_scene(scene, &outcomes);
        }
    }
    Ok(())
}

fn print_costs(costs: &[Cost], rounds: usize) {
    println!("\nOne thread alone: a passage, warm. Nanoseconds, the median of {rounds} rounds; ours with N slots, one of them used.\n");
    let head = SLOTS.map(|slots| format!("N = {slots}"));
    let mut table = Table::new(std::iter::once(String::new()).chain(head));
    let mut names: Vec<&str> = costs.iter().map(|cost| cost.name).collect();
    names.dedup();
    names.truncate(costs.len() / SLOTS.len());
    for name in names {
        let mine = costs.iter().filter(|cost| cost.name == name);
        let cells = mine.map(|cost| format!("{:.1}", cost.median()));
        table.row(std::iter::once(name.to_string()).chain(cells).collect());
    }
    print!("{table}");
}

fn print_scene(scene: Scene, outcomes: &[Outcome]) {
    if outcomes.is_empty() {
        return;
    }
    println!(
        "\n{} threads on two cores, k = {}, {} of work inside",
        scene.threads,
        scene.permits,
        time(scene.inside as f64)
    );
    let head = [
        "",
        "passages/s",
        "Jain",
        "p50",
        "p99",
        "longest",
        "overtaken",
        "99.9%",
        "CPU burnt",
    ];
    let mut table = Table::new(head);
    for outcome in outcomes {
        table.row(vec![
            outcome.name.to_string(),
            count(median(&outcome.throughput)),
            format!("{:.3}", median(&outcome.jain)),
            time(outcome.p50 as f64),
            time(outcome.p99 as f64),
            time(outcome.longest as f64),
            format!(
                "{}{}",
                if outcome.exact { "" } else { "≤ " },
                outcome.overtaken
            ),
            outcome.mostly_overtaken.to_string(),
            time(median(&outcome.burnt)),
        ]);
    }
    print!("{table}");
}
