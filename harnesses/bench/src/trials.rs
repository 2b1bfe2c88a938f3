//! Runs the trials of [`stopped`](crate::stopped), each in a process.

use crate::rows::{chosen, rows, Row};
use crate::stopped::{Place, PLACES, THREADS};
use serde::Serialize;
use std::process::Command;

/// The trials of one lock, with threads stopped at one place.
#[derive(Clone, Debug, Serialize)]
pub struct Survival {
    /// The name of the lock.
    pub name: &'static str,
    /// Whether it is one of doorway's.
    pub ours: bool,
    /// The place where k-1 threads stopped.
    pub place: Place,
    /// The number of trials.
    pub trials: u64,
    /// The number of trials in which all other threads made passages.
    pub went_on: u64,
}

/// The argument that makes this program run one trial.
pub const TRIAL: &str = "--trial";

/// Runs the trials of every wanted semaphore, at every place.
///
/// # Errors
///
/// If a trial prints no result.
pub fn measure(wanted: &[String], trials: u64) -> Result<Vec<Survival>, String> {
    let mut all = vec![];
    for row in chosen(rows(THREADS)?, wanted) {
        if !row.any_k || row.tries {
            continue;
        }
        for place in PLACES {
            let mut went_on = 0;
            for number in 0..trials {
                went_on += u64::from(try_once(&row, place, number)?);
            }
            all.push(Survival {
                name: row.name,
                ours: row.ours,
                place,
                trials,
                went_on,
            });
        }
    }
    Ok(all)
}

fn try_once(row: &Row, place: Place, number: u64) -> Result<bool, String> {
    let program = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    // Each trial stops its threads at a different time.
    let micros = (number * 7919 + 13) % 5000;
    let output = Command::new(program)
        .args([TRIAL, row.name, place.name(), &micros.to_string()])
        .output()
        .map_err(|error| format!("a trial: {error}"))?;
    match String::from_utf8_lossy(&output.stdout).trim() {
        "went on" => Ok(true),
        "hung" => Ok(false),
        said => Err(format!("a trial of {} said '{said}'", row.name)),
    }
}

/// Runs one trial in this process.
///
/// # Errors
///
/// If there is no such lock or place; else it does not return.
pub fn run(name: &str, place: &str, micros: u64) -> Result<(), String> {
    let row = rows(THREADS)?.into_iter().find(|row| row.name == name);
    let row = row.ok_or_else(|| format!("no lock '{name}'"))?;
    let place = PLACES.into_iter().find(|it| it.name() == place);
    let place = place.ok_or("no such place")?;
    (row.trial)(place, micros)
}
