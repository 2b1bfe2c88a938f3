//! The cost of an uncontended passage.

use crate::contestant::{Contestant, Participant};
use crate::rows::{chosen, rows};
use crate::table::median;
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The time of so many passages, after a warm-up.
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

/// The cost of one lock.
#[derive(Clone, Debug, Serialize)]
pub struct Cost {
    /// The name of the lock.
    pub name: &'static str,
    /// Whether it is one of doorway's.
    pub ours: bool,
    /// The number of slots.
    pub slots: usize,
    /// Nanoseconds per passage, by round. Round r of all locks was measured at about the same time.
    pub nanos: Vec<f64>,
}

impl Cost {
    /// The median of the rounds.
    pub fn median(&self) -> f64 {
        median(&self.nanos)
    }

    /// The cost as a multiple of another's: the median of the rounds' ratios.
    ///
    /// A disturbance in a round is likely to affect both locks.
    pub fn against(&self, other: &Cost) -> f64 {
        let rounds = self.nanos.iter().zip(&other.nanos);
        median(&rounds.map(|(a, b)| a / b).collect::<Vec<_>>())
    }
}

/// The time of one sample.
const SAMPLE: Duration = Duration::from_micros(500);

/// Measures all wanted locks with `slots` slots, in rounds: A B C, A B C, …
///
/// # Errors
///
/// If doorway's locks are not measured with so many slots.
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
