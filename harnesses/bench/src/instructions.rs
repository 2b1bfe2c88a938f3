//! Instructions per passage, counted by callgrind: repeatable on a noisy computer.
//!
//! The program runs itself under callgrind twice, with some passages and with twice as many; the
//! difference is the cost of the passages. An instruction is not a unit of time: a fence and a
//! locked exchange are one instruction each.

use crate::rows::{chosen, rows};
use serde::Serialize;
use std::process::Command;

/// The instructions of one lock.
#[derive(Clone, Debug, Serialize)]
pub struct Instructions {
    /// The name of the lock.
    pub name: &'static str,
    /// Whether it is one of doorway's.
    pub ours: bool,
    /// The number of slots.
    pub slots: usize,
    /// The instructions of an uncontended passage.
    pub instructions: f64,
}

const PASSAGES: u64 = 1000;

/// The argument that makes this program make passages and nothing else.
pub const PASSES: &str = "--passes";

/// Whether valgrind is installed.
pub fn can_count() -> bool {
    let version = Command::new("valgrind").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

/// Counts the instructions of all wanted locks. Peers have no slots and are counted once.
///
/// # Errors
///
/// If valgrind fails or prints no count.
pub fn measure(slots: &[usize], wanted: &[String]) -> Result<Vec<Instructions>, String> {
    let mut all = vec![];
    for &slots in slots {
        let first = all.is_empty();
        for row in chosen(rows(slots)?, wanted) {
            if row.ours || first {
                let one = total(row.name, slots, PASSAGES)?;
                let two = total(row.name, slots, 2 * PASSAGES)?;
                all.push(Instructions {
                    name: row.name,
                    ours: row.ours,
                    slots,
                    instructions: (two - one) as f64 / PASSAGES as f64,
                });
            }
        }
    }
    Ok(all)
}

/// The instructions of a run with so many passages.
fn total(name: &str, slots: usize, passages: u64) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([PASSES, name, &slots.to_string(), &passages.to_string()])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    collected(&said).ok_or_else(|| format!("valgrind did not count: {said}"))
}

/// The number of instructions in callgrind's output.
pub fn collected(said: &str) -> Option<u64> {
    let line = said.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}

/// Makes the passages, in the process that callgrind runs.
///
/// # Errors
///
/// If there is no such lock.
pub fn pass(name: &str, slots: usize, passages: u64) -> Result<(), String> {
    let row = rows(slots)?.into_iter().find(|row| row.name == name);
    let row = row.ok_or_else(|| format!("no lock '{name}'"))?;
    (row.alone)(passages);
    Ok(())
}
