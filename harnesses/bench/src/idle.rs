//! What waiting itself costs: a holder that sleeps, and others who want in.

use crate::contended::{Plan, Work};
use crate::rows::{chosen, rows};
use crate::table::median;
use serde::Serialize;
use std::time::Duration;

/// How many threads; one of them is inside, asleep.
pub const THREADS: usize = 4;
/// How long it sleeps, in nanoseconds.
pub const ASLEEP: u64 = 5_000_000;

/// How busy one kept the cores.
#[derive(Clone, Debug, Serialize)]
pub struct Idle {
    /// Who.
    pub name: &'static str,
    /// Whether it is ours.
    pub ours: bool,
    /// Processor time by time, by round: with nobody working it is what waiting burns. 2 is both cores.
    pub cores: Vec<f64>,
}

impl Idle {
    /// The median.
    pub fn median(&self) -> f64 {
        median(&self.cores)
    }
}

/// Everybody, in rounds.
///
/// # Errors
///
/// If ours do not come with so many slots.
pub fn measure(wanted: &[String], rounds: usize, window: Duration) -> Result<Vec<Idle>, String> {
    let rows: Vec<_> = chosen(rows(THREADS)?, wanted)
        .into_iter()
        .filter(|row| row.takes(1))
        .collect();
    let plan = Plan {
        threads: THREADS,
        permits: 1,
        inside: Work::asleep(ASLEEP),
        window,
    };
    let mut all: Vec<Idle> = rows
        .iter()
        .map(|row| Idle {
            name: row.name,
            ours: row.ours,
            cores: vec![],
        })
        .collect();
    for _ in 0..rounds {
        for (row, idle) in rows.iter().zip(&mut all) {
            let race = (row.bare)(&plan);
            idle.cores
                .push(race.cpu.as_secs_f64() / race.wall.as_secs_f64());
        }
    }
    Ok(all)
}
