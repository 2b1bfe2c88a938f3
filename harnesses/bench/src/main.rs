//! `cargo doorway bench`.

use clap::{Parser, ValueEnum};
use doorway_bench::measured::{machine, Measured};
use doorway_bench::rows::{chosen, rows, SLOTS};
use doorway_bench::table::Table;
use doorway_bench::{idle, instructions, report, scenes, show, summary, trials, uncontended};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// doorway's locks beside std's, parking_lot's, spin's, mcslock, tokio's, async-lock's and POSIX's, in one run.
///
/// Everybody is measured in turn, round after round, and ratios are medians of the rounds' ratios, so that what disturbs the machine disturbs all.
/// The page with plots and the JSON are written to target/bench.
#[derive(Parser)]
#[command(name = "cargo doorway bench", bin_name = "cargo doorway bench")]
struct Options {
    /// Only these parts; all if none is given
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// Fewer scenes, and shorter: about 2 minutes instead of 10
    #[arg(long)]
    quick: bool,
    /// Only locks whose name contains this; may be given several times
    #[arg(long, value_name = "PART")]
    lock: Vec<String>,
    /// How many rounds; medians are of so many
    #[arg(long, value_parser = positive)]
    rounds: Option<usize>,
    /// How long each race is run, in milliseconds
    #[arg(long)]
    window: Option<u64>,
    /// Where to write the page and the JSON
    #[arg(long, default_value = "target/bench")]
    out: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// One thread alone: nanoseconds
    Uncontended,
    /// One thread alone: instructions, if there is a valgrind
    Instructions,
    /// Threads in each other's way: throughput, waits, fairness, order, processor time
    Contended,
    /// What waiting burns while the holder sleeps
    Waiting,
    /// k-1 threads stop for ever: who goes on
    Stopped,
}

impl Options {
    fn wants(&self, part: Part) -> bool {
        self.parts.is_empty() || self.parts.contains(&part)
    }

    fn window(&self) -> Duration {
        let default = if self.quick { 30 } else { 100 };
        Duration::from_millis(self.window.unwrap_or(default))
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        // What it calls itself with.
        [instructions::PASSES, name, slots, passages] => number(slots)
            .and_then(|slots| instructions::pass(name, slots as usize, number(passages)?)),
        [trials::TRIAL, name, place, micros] => {
            number(micros).and_then(|micros| trials::run(name, place, micros))
        }
        _ => run(&Options::parse()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text}: not a number"))
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("a number from 1 on".into()),
        Ok(number) => Ok(number),
    }
}

fn say(title: &str, table: &Table) {
    println!("\n{title}\n\n{table}");
}

fn run(options: &Options) -> Result<(), String> {
    for part in &options.lock {
        if chosen(rows(2)?, std::slice::from_ref(part)).is_empty() {
            let names: Vec<&str> = rows(2)?.iter().map(|row| row.name).collect();
            let names = names.join("\n  ");
            return Err(format!(
                "no lock has '{part}' in its name. There are\n  {names}"
            ));
        }
    }
    let mut measured = Measured {
        machine: machine(),
        quick: options.quick,
        ..Measured::default()
    };
    println!("{}", measured.machine);
    if options.wants(Part::Uncontended) {
        alone(options, &mut measured)?;
    }
    if options.wants(Part::Instructions) {
        count(options, &mut measured)?;
    }
    if options.wants(Part::Contended) {
        race(options, &mut measured)?;
    }
    if options.wants(Part::Waiting) {
        let rounds = options.rounds.unwrap_or(3);
        measured.idle = idle::measure(&options.lock, rounds, options.window())?;
        say(&show::idle_title(), &show::idle(&measured.idle));
    }
    if options.wants(Part::Stopped) {
        let trials = if options.quick { 10 } else { 60 };
        measured.survivals = trials::measure(&options.lock, trials)?;
        let table = show::survivals(&measured.survivals);
        say(&show::survivals_title(), &table);
    }
    if !measured.outcomes.is_empty() {
        say("Fairness of ours.", &summary::fairness(&measured));
    }
    say(
        "The ratios to look at first, by our way of waiting. Of time and CPU less is better, of passages more.",
        &summary::ratios(&measured),
    );
    let page = report::write(&measured, &options.out)
        .map_err(|error| format!("{}: {error}", options.out.display()))?;
    println!("\nplots and JSON: {}", page.display());
    Ok(())
}

fn alone(options: &Options, measured: &mut Measured) -> Result<(), String> {
    let default = if options.quick { 15 } else { 51 };
    let rounds = options.rounds.unwrap_or(default);
    for slots in SLOTS {
        let costs = uncontended::measure(slots, &options.lock, rounds)?;
        measured.costs.extend(costs);
    }
    let title = format!("One thread alone: nanoseconds a passage, warm, median of {rounds} rounds. Ours with N slots, one of them used.");
    say(&title, &show::costs(&measured.costs));
    say(
        "How many times theirs: below 1 ours is faster.",
        &show::cost_ratios(&measured.costs),
    );
    Ok(())
}

fn count(options: &Options, measured: &mut Measured) -> Result<(), String> {
    if !instructions::can_count() {
        println!("\nSKIPPED, not run here: instructions a passage (valgrind is not installed)");
        return Ok(());
    }
    let slots: &[usize] = if options.quick { &[2, 8] } else { &SLOTS };
    measured.instructions = instructions::measure(slots, &options.lock)?;
    say(
        "One thread alone: instructions a passage, by callgrind. Peers know no slots.",
        &show::instructions(&measured.instructions),
    );
    Ok(())
}

fn race(options: &Options, measured: &mut Measured) -> Result<(), String> {
    let rounds = options.rounds.unwrap_or(if options.quick { 3 } else { 5 });
    println!(
        "\nThreads in each other's way: medians of {rounds} rounds of {:?}. Overtaken: the most that asked after somebody had its place in the queue and were inside before it;\n\
         where the lock does not tell (≤) after it asked, which is too early and counts too many. CPU: processor time a passage, with the work inside.",
        options.window()
    );
    for scene in scenes::scenes(options.quick) {
        let outcomes = scenes::run(scene, &options.lock, rounds, options.window())?;
        if !outcomes.is_empty() {
            say(&show::scene(scene), &show::outcomes(&outcomes));
            print!("{}", show::outcome_ratios(&outcomes));
        }
        measured.outcomes.extend(outcomes);
    }
    Ok(())
}
