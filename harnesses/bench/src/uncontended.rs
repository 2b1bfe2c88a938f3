//! One thread alone: what a passage costs when nobody is in the way.

use crate::contestant::{Contestant, Participant};
use crate::rows::{chosen, rows};
use crate::table::median;
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// So many passages, warm.
pub fn alone<L: Contestant>(passages: u64) -> Duration {
    let lock = black_box(L::new(1));
    let mut participant = lock.participant();
    for _ in 0..100 {
        participant.passage(|| black_box(()));
    }
    let start = Instant::now();
    for _ in 0..passages {
        participant.passage(|| black_box(()));
    }
    start.elapsed()
}

/// What one cost.
#[derive(Clone, Debug, Serialize)]
pub struct Cost {
    /// Who.
    pub name: &'static str,
    /// Whether it is ours.
    pub ours: bool,
    /// With how many slots.
    pub slots: usize,
    /// Nanoseconds a passage, by round. Round r of everybody was measured at about the same time.
    pub nanos: Vec<f64>,
}

impl Cost {
    /// The median.
    pub fn median(&self) -> f64 {
        median(&self.nanos)
    }

    /// How many times what another cost: the median of the rounds' ratios, since what disturbed one in a round will have disturbed the other as well.
    pub fn against(&self, other: &Cost) -> f64 {
        let rounds = self.nanos.iter().zip(&other.nanos);
        median(&rounds.map(|(a, b)| a / b).collect::<Vec<_>>())
    }
}

/// How long one sample takes.
const SAMPLE: Duration = Duration::from_micros(500);

/// Everybody with `slots` slots, in rounds: A B C, A B C, …
///
/// # Errors
///
/// If there is no such number of slots.
pub fn measure(slots: usize, wanted: &[String], rounds: usize) -> Result<Vec<Cost>, String> {
    let rows = chosen(rows(slots)?, wanted);
    let passages: Vec<u64> = rows
        .iter()
        .map(|row| {
            let nanos = (row.alone)(2000).as_nanos().max(1) as f64 / 2000.0;
            (SAMPLE.as_nanos() as f64 / nanos).max(100.0) as u64
        })
        .collect();
    let mut costs: Vec<Cost> = rows
        .iter()
        .map(|row| Cost {
            name: row.name,
            ours: row.ours,
            slots,
            nanos: vec![],
        })
        .collect();
    for _ in 0..rounds {
        for ((row, &passages), cost) in rows.iter().zip(&passages).zip(&mut costs) {
            let took = (row.alone)(passages);
            cost.nanos.push(took.as_nanos() as f64 / passages as f64);
        }
    }
    Ok(costs)
}
