//! The few ratios that a reader wants first. Each table has one direction, and its title says which.

use crate::measured::{best_fcfs, Measured};
use crate::scenes::Outcome;
use crate::table::{median, ratio, time, Table};
use crate::uncontended::Cost;

/// The title of a table of speeds.
pub const FASTER: &str = "Times as fast as the peer: above 1 is better";
/// The title of a table of processor times.
pub const CHEAPER: &str = "Processor time relative to the peer: below 1 is better";

/// Our ways of waiting. The first is the default.
const WAYS: [&str; 4] = ["", ", parks", ", yields", ", spins"];

/// The pairs that are compared uncontended: slots, which front of ours, and the peer.
const ALONE: [(usize, &str, &str); 6] = [
    (2, "Mutex", "std Mutex"),
    (2, "Mutex", "parking_lot Mutex"),
    (8, "Semaphore", "tokio Semaphore"),
    (8, "Semaphore", "POSIX semaphore"),
    (32, "Semaphore", "tokio Semaphore"),
    (32, "Semaphore", "POSIX semaphore"),
];

fn cell(number: Option<f64>) -> String {
    number.map_or("-".into(), ratio)
}

/// The default `Mutex` and `Semaphore` beside their peers. Of several races the lowest and the highest. [`FASTER`] is its title.
pub fn headline(measured: &Measured) -> Table {
    let mut table = Table::new(["doorway's defaults", "peer", "times as fast"]).left(&[1]);
    for (slots, front, peer) in ALONE.into_iter().filter(|(slots, ..)| *slots < 32) {
        let ours = format!("doorway {front}");
        if let Some(speed) = speed(&measured.costs, &ours, slots, peer) {
            let what = format!("{front}, uncontended, N = {slots}");
            table.row(vec![what, peer.into(), cell(Some(speed))]);
        }
    }
    let crowds = [
        ("2 threads", 2..=2),
        ("more threads than cores", 3..=usize::MAX),
    ];
    let rivals = [
        ("Mutex", 1, Some("std Mutex")),
        ("Mutex", 1, None),
        ("Semaphore", 1, Some("tokio Semaphore")),
        ("Semaphore", 2, Some("tokio Semaphore")),
    ];
    for (crowd, threads) in crowds {
        for (front, permits, peer) in rivals {
            let races = measured.outcomes.chunk_by(|a, b| a.scene == b.scene);
            let races = races.filter(|it| {
                threads.contains(&it[0].scene.threads) && it[0].scene.permits == permits
            });
            let speeds = races.filter_map(|race| beats(race, front, peer));
            let speeds: Vec<f64> = speeds.filter(|speed| speed.is_finite()).collect();
            let lowest = speeds.iter().copied().min_by(f64::total_cmp);
            let highest = speeds.iter().copied().max_by(f64::total_cmp);
            let range = match speeds.len() {
                0 => continue,
                1 => cell(lowest),
                _ => format!("{} to {}", cell(lowest), cell(highest)),
            };
            let what = format!("{front}, {crowd}, k = {permits}");
            let peer = peer.unwrap_or("fastest FCFS peer");
            table.row(vec![what, peer.into(), range]);
        }
    }
    table
}

/// How many times as many passages as this peer; without one, as the fastest strictly first-come peer.
fn beats(race: &[Outcome], front: &str, peer: Option<&str>) -> Option<f64> {
    let of = |name: &str| race.iter().find(|it| it.name == name);
    let peer = peer.map_or_else(|| best_fcfs(race), of)?;
    Some(of(&format!("doorway {front}"))?.against(peer))
}

fn by_way(what: &str) -> Table {
    let head = [what, "peer", "timed park", "parks", "yields", "spins"];
    Table::new(head).left(&[1]).wraps(0)
}

/// Speeds by our way of waiting: timed park (the default), parks, yields, spins. [`FASTER`] is its title.
pub fn ratios(measured: &Measured) -> Table {
    let mut table = by_way("times as fast");
    for (slots, front, peer) in ALONE {
        let speeds = WAYS.map(|way| {
            let ours = format!("doorway {front}{way}");
            speed(&measured.costs, &ours, slots, peer)
        });
        if speeds.iter().any(Option::is_some) {
            let what = format!("{front}, uncontended, N = {slots}");
            let cells = speeds.map(cell);
            table.row([what, peer.to_string()].into_iter().chain(cells).collect());
        }
    }
    for outcomes in measured.outcomes.chunk_by(|a, b| a.scene == b.scene) {
        for front in ["Mutex", "Semaphore"] {
            let usual = match (outcomes[0].scene.threads, front) {
                (2, "Mutex") => "spin TicketMutex",
                (_, "Mutex") => "parking_lot FairMutex",
                _ => "tokio Semaphore",
            };
            let peer = outcomes.iter().find(|it| it.name == usual);
            race(&mut table, outcomes, front, peer, Outcome::against);
            let best = best_fcfs(outcomes).filter(|best| best.name != usual);
            race(&mut table, outcomes, front, best, Outcome::against);
        }
    }
    table
}

/// Processor time by our way of waiting. [`CHEAPER`] is its title.
pub fn cpu_ratios(measured: &Measured) -> Table {
    let mut table = by_way("processor time relative to");
    let cpu = |ours: &Outcome, peer: &Outcome| median(&ours.cpu) / median(&peer.cpu);
    for outcomes in measured.outcomes.chunk_by(|a, b| a.scene == b.scene) {
        let peer = outcomes.iter().find(|it| it.name == "tokio Semaphore");
        race(&mut table, outcomes, "Semaphore", peer, cpu);
    }
    table
}

/// How many times as fast one thread alone is: the peer's time by ours.
fn speed(costs: &[Cost], ours: &str, slots: usize, peer: &str) -> Option<f64> {
    let of = |name: &str| {
        let is_it = |cost: &&Cost| cost.name == name && cost.slots == slots;
        costs.iter().find(is_it)
    };
    Some(1.0 / of(ours)?.against(of(peer)?))
}

/// Adds what became of `front` in a race, beside `peer`.
fn race(
    table: &mut Table,
    outcomes: &[Outcome],
    front: &str,
    peer: Option<&Outcome>,
    compare: impl Fn(&Outcome, &Outcome) -> f64,
) {
    let scene = outcomes[0].scene;
    let of = |name: &str| outcomes.iter().find(|it| it.name == name);
    let ours = WAYS.map(|way| of(&format!("doorway {front}{way}")));
    let Some(peer) = peer.filter(|_| ours.iter().any(Option::is_some)) else {
        return;
    };
    let what = format!(
        "{front}, {} threads, N = {}, k = {}, {} inside",
        scene.threads,
        scene.slots,
        scene.permits,
        time(scene.inside as f64)
    );
    let cells = ours.map(|ours| cell(ours.map(|ours| compare(ours, peer))));
    let row = [what, peer.name.to_string()];
    table.row(row.into_iter().chain(cells).collect());
}

/// The least even shares, and the most threads that overtook one waiter, of ours with one permit.
pub fn fairness(measured: &Measured) -> Table {
    let mut table = Table::new(["k = 1, all races", "lowest Jain", "overtaken"]);
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
    //! All that a run has measured: printed, plotted and kept as JSON.

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
        /// The processor's name, and how many cores were used.
        pub machine: String,
        /// Whether it was a short run.
        pub quick: bool,
        /// One thread alone.
        pub costs: Vec<Cost>,
        /// One thread alone, by callgrind.
        pub instructions: Vec<Instructions>,
        /// Contended: several threads on one lock.
        pub outcomes: Vec<Outcome>,
        /// Waiting while the holder sleeps.
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

    /// The fastest peer that promises first come, first served.
    pub fn best_fcfs(outcomes: &[Outcome]) -> Option<&Outcome> {
        outcomes
            .iter()
            .filter(|it| !it.ours && it.order == Order::Fcfs)
            .max_by(|a, b| median(&a.throughput).total_cmp(&median(&b.throughput)))
    }

    /// The processor's name, how many cores may be used, and how busy the machine was in the last minute. On a busy machine only the times of
    /// one thread alone mean much.
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
