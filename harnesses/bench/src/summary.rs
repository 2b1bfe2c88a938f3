//! The few ratios that are looked at first.

use crate::measured::{best_fcfs, Measured};
use crate::scenes::Outcome;
use crate::table::{median, time, Table};
use crate::uncontended::Cost;

const WAYS: [&str; 4] = ["", ", parks", ", yields", ", spins"];

fn cell(number: Option<f64>) -> String {
    match number {
        Some(number) if number < 0.005 => "< 0.01".into(),
        Some(number) => format!("{number:.2}"),
        None => "-".into(),
    }
}

/// Ours by theirs, by our way of waiting: timed park (the default), parks, yields, spins.
pub fn ratios(measured: &Measured) -> Table {
    let mut table = Table::new([
        "ours by theirs",
        "theirs",
        "timed park",
        "parks",
        "yields",
        "spins",
    ])
    .wraps(0);
    let alone = [
        (2, "Mutex", "std Mutex"),
        (2, "Mutex", "parking_lot Mutex"),
        (8, "Semaphore", "tokio Semaphore"),
        (32, "Semaphore", "tokio Semaphore"),
    ];
    for (slots, front, peer) in alone {
        let cells = WAYS.map(|way| {
            let ours = format!("doorway {front}{way}");
            cell(cost(&measured.costs, &ours, slots, peer))
        });
        let what = format!("time alone, {front}, N = {slots}");
        table.row([what, peer.to_string()].into_iter().chain(cells).collect());
    }
    for outcomes in measured.outcomes.chunk_by(|a, b| a.scene == b.scene) {
        for front in ["Mutex", "Semaphore"] {
            race(&mut table, outcomes, front);
        }
    }
    table
}

fn cost(costs: &[Cost], ours: &str, slots: usize, peer: &str) -> Option<f64> {
    let of = |name: &str| {
        let is_it = |cost: &&Cost| cost.name == name && cost.slots == slots;
        costs.iter().find(is_it)
    };
    Some(of(ours)?.against(of(peer)?))
}

fn race(table: &mut Table, outcomes: &[Outcome], front: &str) {
    let scene = outcomes[0].scene;
    let of = |name: &str| outcomes.iter().find(|it| it.name == name);
    let ours = WAYS.map(|way| of(&format!("doorway {front}{way}")));
    let mut row = |what: &str, peer: Option<&Outcome>, ratio: fn(&Outcome, &Outcome) -> f64| {
        let Some(peer) = peer else { return };
        if ours.iter().all(Option::is_none) {
            return;
        }
        let cells = ours.map(|ours| cell(ours.map(|ours| ratio(ours, peer))));
        let what = format!(
            "{what}, {front}, {} threads, N = {}, k = {}, {} inside",
            scene.threads,
            scene.slots,
            scene.permits,
            time(scene.inside as f64)
        );
        let row = [what, peer.name.to_string()];
        table.row(row.into_iter().chain(cells).collect());
    };
    let usual = match (scene.threads, front) {
        (2, "Mutex") => "spin TicketMutex",
        (_, "Mutex") => "parking_lot FairMutex",
        _ => "tokio Semaphore",
    };
    row("passages", of(usual), Outcome::against);
    let best = best_fcfs(outcomes).filter(|best| best.name != usual);
    row("passages", best, Outcome::against);
    if front == "Semaphore" {
        let cpu = |ours: &Outcome, peer: &Outcome| median(&ours.cpu) / median(&peer.cpu);
        row("CPU", of("tokio Semaphore"), cpu);
    }
}

/// The least even shares, and the most that overtook somebody, of ours with one permit.
pub fn fairness(measured: &Measured) -> Table {
    let mut table = Table::new(["k = 1, over all races", "lowest Jain", "overtaken"]);
    let ours = measured.outcomes.iter();
    let ours: Vec<&Outcome> = ours.filter(|it| it.ours && it.scene.permits == 1).collect();
    for name in crate::measured::names(ours.iter().map(|it| it.name)) {
        let mine = || ours.iter().filter(|it| it.name == name);
        let lowest = mine().map(|it| median(&it.jain)).fold(f64::NAN, f64::min);
        let most = mine().map(|it| it.overtaken).max().unwrap_or(0);
        table.row(vec![name.into(), format!("{lowest:.3}"), most.to_string()]);
    }
    table
}

pub mod measured {
    //! All that a run has measured: what is printed, plotted and kept as JSON.

    use crate::idle::Idle;
    use crate::instructions::Instructions;
    use crate::rows::Order;
    use crate::scenes::Outcome;
    use crate::table::median;
    use crate::trials::Survival;
    use crate::uncontended::Cost;
    use serde::Serialize;

    /// Everything.
    #[derive(Clone, Debug, Default, Serialize)]
    pub struct Measured {
        /// Where: the processor, as it calls itself, and how many cores were used.
        pub machine: String,
        /// Whether it was a short run.
        pub quick: bool,
        /// One thread alone.
        pub costs: Vec<Cost>,
        /// One thread alone, by callgrind.
        pub instructions: Vec<Instructions>,
        /// Threads in each other's way.
        pub outcomes: Vec<Outcome>,
        /// A holder asleep.
        pub idle: Vec<Idle>,
        /// k-1 threads stopped.
        pub survivals: Vec<Survival>,
    }

    /// Each name once, in the order of its first appearance.
    pub fn names<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let mut names: Vec<&str> = vec![];
        for name in all {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The fastest of those peers that promise to serve in the order of arrival.
    pub fn best_fcfs(outcomes: &[Outcome]) -> Option<&Outcome> {
        outcomes
            .iter()
            .filter(|it| !it.ours && it.order == Order::Fcfs)
            .max_by(|a, b| median(&a.throughput).total_cmp(&median(&b.throughput)))
    }

    /// The processor's name for itself, how many cores may be used, and how busy it was in the last minute: on a busy machine only what one thread does alone means much.
    pub fn machine() -> String {
        let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpus.lines().find(|line| line.starts_with("model name"));
        let model = model.and_then(|line| line.split(':').nth(1)).map(str::trim);
        let cores = crate::os::cores().len();
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split(' ').next().unwrap_or("unknown");
        let model = model.unwrap_or("unknown processor");
        format!("{model}, {cores} cores, load before {load}")
    }
}
