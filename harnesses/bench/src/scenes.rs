//! The races of the benchmark, and their results.

use crate::contended::{Plan, Work};
use crate::fairness::{jain, overtakers};
use crate::rows::{chosen, rows, Order, Row};
use crate::table::median;
use crate::waits::Waits;
use serde::Serialize;
use std::time::Duration;

/// A race of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// The number of threads.
    pub threads: usize,
    /// The number of slots of doorway's locks.
    pub slots: usize,
    /// The number of permits.
    pub permits: usize,
    /// The work inside, in nanoseconds.
    pub inside: u64,
}

/// The scenes: two threads on two cores, also with unused slots; then more threads than cores.
pub fn scenes(quick: bool) -> Vec<Scene> {
    let insides: &[u64] = if quick {
        &[0, 10_000]
    } else {
        &[0, 100, 10_000]
    };
    let crowds: &[usize] = if quick { &[2, 8] } else { &[2, 4, 8, 16] };
    let mut scenes = vec![];
    for &threads in crowds {
        for permits in [1, 2] {
            scenes.extend(insides.iter().map(|&inside| Scene {
                threads,
                slots: threads,
                permits,
                inside,
            }));
        }
    }
    scenes.push(Scene {
        threads: 2,
        slots: 8,
        permits: 1,
        inside: 0,
    });
    scenes
}

/// The result of one lock in a scene.
///
/// Lists are by round; round r of all locks was run at about the same time.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The name of the lock.
    pub name: &'static str,
    /// Whether it is one of doorway's.
    pub ours: bool,
    /// The order that it promises.
    pub order: Order,
    /// The scene.
    pub scene: Scene,
    /// Passages per second.
    pub throughput: Vec<f64>,
    /// Jain's index of the threads' passages.
    pub jain: Vec<f64>,
    /// Nanoseconds of processor time per passage, of the whole process, including the work inside.
    pub cpu: Vec<f64>,
    /// The median wait, in nanoseconds.
    pub p50: u64,
    /// The 99th percentile of the waits, in nanoseconds.
    pub p99: u64,
    /// The longest wait, in nanoseconds.
    pub longest: u64,
    /// The most threads that overtook one waiter.
    pub overtaken: u64,
    /// The 99.9th percentile of the number of overtakers of a waiter, in the worst round.
    pub mostly_overtaken: u64,
    /// Whether overtakers are counted from when the waiter had its place in the queue.
    ///
    /// If not, they are counted from its attempt, which counts too many.
    pub exact: bool,
}

impl Outcome {
    /// The throughput as a multiple of another's: the median of the rounds' ratios.
    pub fn against(&self, other: &Outcome) -> f64 {
        let rounds = self.throughput.iter().zip(&other.throughput);
        median(&rounds.map(|(a, b)| a / b).collect::<Vec<_>>())
    }
}

/// The results of one lock so far.
struct Sofar {
    row: Row,
    outcome: Outcome,
    waits: Waits,
}

impl Sofar {
    fn new(row: Row, scene: Scene) -> Self {
        let outcome = Outcome {
            name: row.name,
            ours: row.ours,
            order: row.order,
            scene,
            throughput: vec![],
            jain: vec![],
            cpu: vec![],
            p50: 0,
            p99: 0,
            longest: 0,
            overtaken: 0,
            mostly_overtaken: 0,
            exact: row.tells,
        };
        Sofar {
            row,
            outcome,
            waits: Waits::default(),
        }
    }

    fn round(&mut self, plan: &Plan) {
        let bare = (self.row.bare)(plan);
        let passages = bare.threads.iter().sum::<u64>() as f64;
        let outcome = &mut self.outcome;
        outcome.throughput.push(passages / bare.wall.as_secs_f64());
        outcome.jain.push(jain(&bare.threads));
        let cpu = bare.cpu.as_nanos() as f64;
        outcome.cpu.push(cpu / passages.max(1.0));

        for waits in (self.row.timed)(plan).threads {
            self.waits.merge(&waits);
        }
        let seen = (self.row.watched)(plan).threads.concat();
        let mut overtakers = overtakers(seen);
        overtakers.sort_unstable();
        let most = overtakers.last().copied().unwrap_or(0);
        let mostly = overtakers.get(overtakers.len() * 999 / 1000).copied();
        outcome.overtaken = outcome.overtaken.max(most);
        outcome.mostly_overtaken = outcome.mostly_overtaken.max(mostly.unwrap_or(0));
    }

    fn done(self) -> Outcome {
        Outcome {
            p50: self.waits.quantile(0.5),
            p99: self.waits.quantile(0.99),
            longest: self.waits.longest(),
            ..self.outcome
        }
    }
}

/// Runs all wanted locks in one scene, in rounds: A B C, A B C, …
///
/// # Errors
///
/// If doorway's locks are not measured with so many slots.
pub fn run(
    scene: Scene,
    wanted: &[String],
    rounds: usize,
    window: Duration,
) -> Result<Vec<Outcome>, String> {
    let mut all: Vec<Sofar> = chosen(rows(scene.slots)?, wanted)
        .into_iter()
        .filter(|row| row.takes(scene.permits))
        .map(|row| Sofar::new(row, scene))
        .collect();
    for _ in 0..rounds {
        let plan = Plan {
            threads: scene.threads,
            permits: scene.permits,
            inside: Work::new(scene.inside),
            window,
        };
        for one in &mut all {
            one.round(&plan);
        }
    }
    Ok(all.into_iter().map(Sofar::done).collect())
}
