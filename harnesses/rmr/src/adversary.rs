//! Adversaries: schedules that cause remote references. The same seed gives the same schedule.

use crate::run::Run;
use doorway_proofs::machine::Region;
use fastrand::Rng;
use serde::Serialize;

/// A strategy that chooses the process that makes the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Adversary {
    /// Process 0 alone, two passages.
    Alone,
    /// Each process makes one step in turn: all take the same ticket.
    InTurn,
    /// A random process for each step.
    Random,
    /// A random process, for some steps in a row.
    Bursts,
    /// One process polls after each step of another.
    Hot,
    /// All processes take the same ticket, and the last in the order of entry polls often.
    ///
    /// The other processes continue one after the other. The last one polls whenever a register in
    /// its cache is written, but not when a process exits: it sees each value, and never that it
    /// may enter.
    Ties,
}

/// All adversaries.
pub const ADVERSARIES: [Adversary; 6] = [
    Adversary::Alone,
    Adversary::InTurn,
    Adversary::Random,
    Adversary::Bursts,
    Adversary::Hot,
    Adversary::Ties,
];

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The passages of each process after which the run ends.
    pub passages: u64,
    /// The number of steps after which the run ends.
    pub steps: u64,
}

impl Adversary {
    /// Drives the run until every process has made its passages, or the budget is used up.
    pub fn drive(self, run: &mut Run, budget: Budget, rng: &mut Rng) {
        let n = run.processes();
        let done = |run: &Run| {
            run.steps() >= budget.steps || (0..n).all(|p| run.passages(p) >= budget.passages)
        };
        match self {
            Adversary::Alone => {
                while run.passages(0) < 2 {
                    run.step(0);
                }
            }
            Adversary::InTurn => {
                while !done(run) {
                    (0..n).for_each(|p| run.step(p));
                }
            }
            Adversary::Random => {
                while !done(run) {
                    run.step(rng.usize(..n));
                }
            }
            Adversary::Bursts => {
                while !done(run) {
                    let p = rng.usize(..n);
                    // Up to a whole poll, often much less.
                    let most = 1 << rng.u32(..=(2 * n).ilog2());
                    (0..rng.usize(1..=most)).for_each(|_| run.step(p));
                }
            }
            Adversary::Hot => {
                let victim = rng.usize(..n);
                while !done(run) {
                    run.step(rng.usize(..n));
                    poll(run, victim);
                }
            }
            Adversary::Ties => {
                for _ in 0..budget.passages {
                    ties(run, budget, rng);
                }
            }
        }
    }
}

/// p polls once, if it is in its waiting loop, or makes a step.
fn poll(run: &mut Run, p: usize) {
    run.step(p);
    let mut left = 3 * run.slots();
    while left > 0 && run.spins(p) {
        run.step(p);
        left -= 1;
    }
}

/// Runs p, which is inside or exiting, to its remainder.
fn go_home(run: &mut Run, p: usize) {
    while run.region(p) == Region::Exit || run.region(p) == Region::Critical {
        run.step(p);
    }
}

fn ties(run: &mut Run, budget: Budget, rng: &mut Rng) {
    let n = run.processes();
    let victim = n - 1; // the last of equal tickets
    (0..n).for_each(|p| go_home(run, p));
    // All processes run to where they have chosen a ticket and not yet announced it.
    let mut unready: Vec<usize> = (0..n).collect();
    while !unready.is_empty() && run.steps() < budget.steps {
        unready.iter().for_each(|&p| run.step(p));
        unready.retain(|&p| !run.has_chosen(p));
    }
    let before = run.passages(victim);
    while !run.spins(victim) && run.passages(victim) == before {
        run.step(victim);
    }
    poll(run, victim);
    let mut others: Vec<usize> = (0..victim).collect();
    while run.passages(victim) == before && run.steps() < budget.steps {
        rng.shuffle(&mut others);
        for &other in &others {
            go_on(run, other, victim, before);
        }
        poll(run, victim);
    }
    let calm = run.steps() + 200 * (run.slots() as u64).pow(2);
    while !(0..n).all(|p| run.region(p) == Region::Remainder) && run.steps() < calm {
        (0..n)
            .filter(|&p| run.region(p) != Region::Remainder)
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|p| run.step(p));
    }
}

/// Runs `other` until it only waits, or has made two passages; the victim polls as in [`Adversary::Ties`].
fn go_on(run: &mut Run, other: usize, victim: usize, before: u64) {
    let patience = 4 * run.slots();
    let mut in_vain = 0;
    let most = run.passages(other) + 2;
    while in_vain < patience && run.passages(other) < most && run.passages(victim) == before {
        in_vain = if run.spins(other) { in_vain + 1 } else { 0 };
        let hits = run.hits(other, victim);
        run.step(other);
        let leaves = matches!(run.region(other), Region::Exit | Region::Remainder);
        if hits && !leaves {
            poll(run, victim);
        }
    }
}

/// The references that process 1 makes in its waiting loop in so many steps, while process 0 stays inside.
pub fn kept_waiting(run: &mut Run, steps: u64) -> crate::meter::Each {
    while run.region(0) != Region::Critical {
        run.step(0);
    }
    while !run.spins(1) {
        run.step(1);
    }
    (0..steps).for_each(|_| run.step(1));
    run.passing(1).waiting
}
