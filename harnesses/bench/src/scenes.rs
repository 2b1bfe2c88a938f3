//! The races that are run, and what becomes of them.

use crate::contended::{Plan, Work};
use crate::fairness::{jain, overtakers};
use crate::rows::{chosen, rows, Order, Row};
use crate::table::median;
use crate::waits::Waits;
use serde::Serialize;
use std::time::Duration;

/// A race to be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// How many threads.
    pub threads: usize,
    /// How many slots ours have.
    pub slots: usize,
    /// How many may be inside.
    pub permits: usize,
    /// How long they work inside, in nanoseconds.
    pub inside: u64,
}

/// Two threads on two cores, also with slots that nobody uses; then more threads than cores.
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

/// How one did in a scene. What is a list is by round, and round r of everybody was run at about the same time.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Who.
    pub name: &'static str,
    /// Whether it is ours.
    pub ours: bool,
    /// The order that it promises.
    pub order: Order,
    /// Where.
    pub scene: Scene,
    /// Passages a second.
    pub throughput: Vec<f64>,
    /// Jain's index of the threads' passages.
    pub jain: Vec<f64>,
    /// Nanoseconds of processor time a passage, of the whole process, with the work inside.
    pub cpu: Vec<f64>,
    /// Half waited no longer than this, in nanoseconds.
    pub p50: u64,
    /// 99 of 100 waited no longer.
    pub p99: u64,
    /// Nobody did.
    pub longest: u64,
    /// The most others that overtook one waiter.
    pub overtaken: u64,
    /// 999 of 1000 waiters were overtaken by no more, in the worst round.
    pub mostly_overtaken: u64,
    /// Whether these are counted from when the waiter had its place in the queue. If not, from when it asked, so that some too many are counted.
    pub exact: bool,
}

impl Outcome {
    /// How many times another's throughput: the median of the rounds' ratios.
    pub fn against(&self, other: &Outcome) -> f64 {
        let rounds = self.throughput.iter().zip(&other.throughput);
        median(&rounds.map(|(a, b)| a / b).collect::<Vec<_>>())
    }
}

/// What has been seen of one so far.
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

/// Everybody in one scene, in rounds: A B C, A B C, …
///
/// # Errors
///
/// If ours do not come with so many slots.
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
