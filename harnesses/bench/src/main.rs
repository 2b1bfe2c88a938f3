//! `cargo doorway bench`.

use doorway_bench::measured::{machine, Measured};
use doorway_bench::rows::{chosen, rows, SLOTS};
use doorway_bench::table::Table;
use doorway_bench::{idle, instructions, report, scenes, show, summary, trials, uncontended};
use doorway_cli::arguments::bench::{Options, Part};
use doorway_cli::arguments::{not_mine, parse, Command};
use doorway_cli::names::nearest;
use doorway_cli::{exit, tree, Failure};
use std::process::ExitCode;
use std::time::Duration;

fn wants(options: &Options, part: Part) -> bool {
    options.parts.is_empty() || options.parts.contains(&part)
}

fn window(options: &Options) -> Duration {
    let default = if options.quick { 30 } else { 100 };
    Duration::from_millis(options.window.unwrap_or(default))
}

fn main() -> ExitCode {
    exit::main(|| {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match arguments[..] {
            // What it calls itself with.
            [instructions::PASSES, name, slots, passages] => {
                let (slots, passages) = (number(slots)?, number(passages)?);
                Ok(instructions::pass(name, slots as usize, passages)?)
            }
            [trials::TRIAL, name, place, micros] => Ok(trials::run(name, place, number(micros)?)?),
            _ => match parse().command {
                Command::Bench(options) => run(&options),
                _ => Err(not_mine()),
            },
        }
    })
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text}: not a number"))
}

fn say(title: &str, table: &Table) {
    println!("\n{title}\n");
    table.print();
    println!();
}

fn run(options: &Options) -> Result<(), Failure> {
    for part in &options.lock {
        if chosen(rows(2)?, std::slice::from_ref(part)).is_empty() {
            let names: Vec<&str> = rows(2)?.iter().map(|row| row.name).collect();
            let near = nearest(part, names.iter().copied());
            let near = near.map_or(String::new(), |near| format!(" The nearest is '{near}'."));
            let names = names.join("\n  ");
            return Err(Failure::usage(format!(
                "no lock has '{part}' in its name.{near} The locks are\n  {names}"
            )));
        }
    }
    // Before minutes of measuring.
    let out = match &options.out {
        Some(out) => out.clone(),
        None => tree::root()?.join("target/bench"),
    };
    let mut measured = Measured {
        machine: machine(),
        quick: options.quick,
        ..Measured::default()
    };
    println!("{}", measured.machine);
    if wants(options, Part::Uncontended) {
        alone(options, &mut measured)?;
    }
    if wants(options, Part::Instructions) {
        count(options, &mut measured)?;
    }
    if wants(options, Part::Contended) {
        race(options, &mut measured)?;
    }
    if wants(options, Part::Waiting) {
        let rounds = options.rounds.unwrap_or(3);
        measured.idle = idle::measure(&options.lock, rounds, window(options))?;
        say(&show::idle_title(), &show::idle(&measured.idle));
    }
    if wants(options, Part::Stopped) {
        let trials = if options.quick { 10 } else { 60 };
        measured.survivals = trials::measure(&options.lock, trials)?;
        let table = show::survivals(&measured.survivals);
        say(&show::survivals_title(), &table);
    }
    if is_empty(&measured) {
        let message =
            "nothing was measured: no part has a row for these locks, or its tool is missing";
        return Err(Failure::undecided(message));
    }
    if !measured.outcomes.is_empty() {
        say("Fairness of ours.", &summary::fairness(&measured));
    }
    if !measured.outcomes.is_empty() {
        say(summary::CHEAPER, &summary::cpu_ratios(&measured));
    }
    say(summary::FASTER, &summary::ratios(&measured));
    let title = format!("In short. {}", summary::FASTER);
    say(&title, &summary::headline(&measured));
    let page =
        report::write(&measured, &out).map_err(|error| format!("{}: {error}", out.display()))?;
    println!("\nplots and JSON: {}", page.display());
    Ok(())
}

fn is_empty(measured: &Measured) -> bool {
    measured.costs.is_empty()
        && measured.instructions.is_empty()
        && measured.outcomes.is_empty()
        && measured.idle.is_empty()
        && measured.survivals.is_empty()
}

fn alone(options: &Options, measured: &mut Measured) -> Result<(), String> {
    let default = if options.quick { 15 } else { 51 };
    let rounds = options.rounds.unwrap_or(default);
    for slots in SLOTS {
        let costs = uncontended::measure(slots, &options.lock, rounds)?;
        measured.costs.extend(costs);
    }
    let title = format!("One thread: nanoseconds of a passage, warm, median of {rounds} rounds. Our locks have N slots, one of them used.");
    say(&title, &show::costs(&measured.costs));
    say(summary::FASTER, &show::cost_ratios(&measured.costs));
    Ok(())
}

fn count(options: &Options, measured: &mut Measured) -> Result<(), String> {
    if !instructions::can_count() {
        println!("\nSKIPPED, not run here: instructions of a passage (valgrind is not installed)");
        return Ok(());
    }
    let slots: &[usize] = if options.quick { &[2, 8] } else { &SLOTS };
    measured.instructions = instructions::measure(slots, &options.lock)?;
    say(
        "One thread: instructions of a passage, by callgrind. The other locks have no slots.",
        &show::instructions(&measured.instructions),
    );
    Ok(())
}

fn race(options: &Options, measured: &mut Measured) -> Result<(), String> {
    let rounds = options.rounds.unwrap_or(if options.quick { 3 } else { 5 });
    println!(
        "\nContended: medians of {rounds} rounds of {:?}.\n\
         Overtaken: the most threads that asked after a waiter had its place in the queue and entered before it.\n\
         A lock that does not publish that place (≤) is counted from the moment the waiter asked, which counts too many.\n\
         CPU: processor time of a passage, with the work in the critical section.",
        window(options)
    );
    for scene in scenes::scenes(options.quick) {
        let outcomes = scenes::run(scene, &options.lock, rounds, window(options))?;
        if !outcomes.is_empty() {
            say(&show::scene(scene), &show::outcomes(&outcomes));
            say(summary::FASTER, &show::outcome_ratios(&outcomes));
        }
        measured.outcomes.extend(outcomes);
    }
    Ok(())
}
