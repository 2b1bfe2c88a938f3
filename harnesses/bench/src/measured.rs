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
