//! Tables for the terminal and the page.

use crate::idle::{self, Idle};
use crate::instructions::Instructions;
use crate::measured::{best_fcfs, names};
use crate::scenes::{Outcome, Scene};
use crate::stopped::{PERMITS, PLACES, STOPPED, THREADS};
use crate::table::{count, median, ratio, time, Table};
use crate::trials::Survival;
use crate::uncontended::Cost;

fn slots_of(slots: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut slots: Vec<usize> = slots.collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

fn head(slots: &[usize]) -> impl Iterator<Item = String> + '_ {
    let columns = slots.iter().map(|slots| format!("N = {slots}"));
    std::iter::once(String::new()).chain(columns)
}

/// Nanoseconds, uncontended.
pub fn costs(costs: &[Cost]) -> Table {
    let slots = slots_of(costs.iter().map(|cost| cost.slots));
    let mut table = Table::new(head(&slots));
    for name in names(costs.iter().map(|cost| cost.name)) {
        let mine = costs.iter().filter(|cost| cost.name == name);
        let cells = mine.map(|cost| format!("{:.1}", cost.median()));
        table.row(std::iter::once(name.to_string()).chain(cells).collect());
    }
    table
}

/// The peers that ours are compared with, uncontended.
const ALONE: [&str; 6] = [
    "std Mutex",
    "parking_lot Mutex",
    "spin TicketMutex",
    "tokio Semaphore",
    "tokio Semaphore, try",
    "POSIX semaphore",
];

/// How many times as fast as each peer, uncontended: above 1 ours is faster.
pub fn cost_ratios(costs: &[Cost]) -> Table {
    let peer = |name: &str, slots: usize| {
        let is_it = |cost: &&Cost| cost.name == name && cost.slots == slots;
        costs.iter().find(is_it)
    };
    let is_there = |name: &&str| costs.iter().any(|cost| cost.name == *name);
    let peers: Vec<&str> = ALONE.into_iter().filter(is_there).collect();
    let mut table = Table::new(["times as fast as", "N"].into_iter().chain(peers.clone()));
    for ours in costs.iter().filter(|cost| cost.ours) {
        let mut row = vec![ours.name.to_string(), ours.slots.to_string()];
        row.extend(peers.iter().map(|name| match peer(name, ours.slots) {
            Some(peer) => ratio(1.0 / ours.against(peer)),
            None => "-".into(),
        }));
        table.row(row);
    }
    table
}

/// Instructions, uncontended.
pub fn instructions(all: &[Instructions]) -> Table {
    let slots = slots_of(all.iter().map(|it| it.slots));
    let mut table = Table::new(head(&slots));
    for name in names(all.iter().map(|it| it.name)) {
        let mine = all.iter().filter(|it| it.name == name);
        let cells = mine.map(|it| format!("{:.0}", it.instructions));
        table.row(std::iter::once(name.to_string()).chain(cells).collect());
    }
    table
}

/// A race in words.
pub fn scene(scene: Scene) -> String {
    let inside = match scene.inside {
        0 => "nothing to do inside".to_string(),
        nanos => format!("{} of work inside", time(nanos as f64)),
    };
    let Scene {
        threads,
        slots,
        permits,
        ..
    } = scene;
    format!("{threads} threads on two cores, N = {slots}, k = {permits}, {inside}")
}

/// There is none where no thread made a passage.
fn share(jain: f64) -> String {
    match jain.is_nan() {
        true => "-".into(),
        false => format!("{jain:.3}"),
    }
}

/// How every lock did in a race.
pub fn outcomes(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new([
        "",
        "passages/s",
        "Jain",
        "p50",
        "p99",
        "longest",
        "overtaken",
        "99.9%",
        "CPU",
    ]);
    for outcome in outcomes {
        let about = if outcome.exact { "" } else { "≤ " };
        table.row(vec![
            outcome.name.to_string(),
            count(median(&outcome.throughput)),
            share(median(&outcome.jain)),
            time(outcome.p50 as f64),
            time(outcome.p99 as f64),
            time(outcome.longest as f64),
            format!("{about}{}", outcome.overtaken),
            format!("{about}{}", outcome.mostly_overtaken),
            time(median(&outcome.cpu)),
        ]);
    }
    table
}

/// The peers that ours are compared with in a race.
const RACED: [&str; 4] = [
    "spin TicketMutex",
    "parking_lot FairMutex",
    "std Mutex",
    "tokio Semaphore",
];

/// How many times the passages of each peer: above 1 ours is faster.
pub fn outcome_ratios(outcomes: &[Outcome]) -> Table {
    let best = best_fcfs(outcomes);
    let title = best.map_or(String::new(), |it| format!("fastest FCFS ({})", it.name));
    let peer = |name: &str| outcomes.iter().find(|it| it.name == name);
    let mut peers: Vec<(String, &Outcome)> = RACED
        .iter()
        .filter_map(|&name| Some((name.to_string(), peer(name)?)))
        .collect();
    peers.extend(best.map(|best| (title, best)));
    let columns = peers.iter().map(|peer| peer.0.clone());
    let mut table = Table::new(std::iter::once("times as fast as".to_string()).chain(columns));
    for ours in outcomes.iter().filter(|it| it.ours) {
        let cells = peers.iter().map(|peer| ratio(ours.against(peer.1)));
        table.row(
            std::iter::once(ours.name.to_string())
                .chain(cells)
                .collect(),
        );
    }
    table
}

/// Processor time of waiting.
pub fn idle(all: &[Idle]) -> Table {
    let mut table = Table::new(["", "cores kept busy"]);
    for idle in all {
        table.row(vec![idle.name.to_string(), format!("{:.3}", idle.median())]);
    }
    table
}

/// Its title.
pub fn idle_title() -> String {
    format!(
        "{} threads, k = 1, the holder sleeps {}: cores kept busy by the waiters",
        idle::THREADS,
        time(idle::ASLEEP as f64)
    )
}

/// In how many trials the other threads continued.
pub fn survivals(all: &[Survival]) -> Table {
    let places = PLACES.map(|place| format!("stopped {}", place.name()));
    let mut table = Table::new(std::iter::once(String::new()).chain(places));
    for name in names(all.iter().map(|it| it.name)) {
        let mine = all.iter().filter(|it| it.name == name);
        let cells = mine.map(|it| format!("{} of {}", it.went_on, it.trials));
        table.row(std::iter::once(name.to_string()).chain(cells).collect());
    }
    table
}

/// Its title.
pub fn survivals_title() -> String {
    format!(
        "{STOPPED} of {THREADS} threads stop, k = {PERMITS}: trials in which all other threads continued"
    )
}

pub mod table {
    //! Numbers for a reader.

    pub use doorway_plot::Table;

    /// The median.
    pub fn median(numbers: &[f64]) -> f64 {
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        match sorted.len() {
            0 => f64::NAN,
            n if n % 2 == 1 => sorted[n / 2],
            n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
        }
    }

    /// Nanoseconds, with a unit.
    pub fn time(nanos: f64) -> String {
        match nanos {
            n if n.is_nan() => "-".into(),
            n if n < 1e3 => format!("{n:.0} ns"),
            n if n < 1e6 => format!("{:.1} µs", n / 1e3),
            n if n < 1e9 => format!("{:.1} ms", n / 1e6),
            n => format!("{:.1} s", n / 1e9),
        }
    }

    /// A ratio. There is none where one of the two made no passage.
    pub fn ratio(number: f64) -> String {
        match number {
            n if !n.is_finite() => "-".into(),
            n if n < 0.005 => "< 0.01".into(),
            n if n >= 1000.0 => "> 1000".into(),
            n => format!("{n:.2}"),
        }
    }

    /// A number that can be large.
    pub fn count(number: f64) -> String {
        match number {
            n if n.is_nan() => "-".into(),
            n if n < 1e4 => format!("{n:.0}"),
            n if n < 1e7 => format!("{:.1} k", n / 1e3),
            n => format!("{:.1} M", n / 1e6),
        }
    }
}
