//! Schedules. Each is out to make remote references in its own way; all are the same again from the same seed.

use crate::run::Run;
use doorway_proofs::machine::Region;
use fastrand::Rng;
use serde::Serialize;

/// A way of choosing who makes the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Adversary {
    /// Process 0 alone, two passages.
    Alone,
    /// One after the other: everybody takes the same ticket.
    InTurn,
    /// Drawn, step by step.
    Random,
    /// Drawn, and then some steps in a row.
    Bursts,
    /// One process looks at everything after each step of another.
    Hot,
    /// Everybody takes the same ticket; then one after the other goes on, and the last in the order looks whenever something it has looked at is written,
    /// but not at anybody who is leaving: it is to see each value and never that it may go.
    Ties,
}

/// All of them.
pub const ADVERSARIES: [Adversary; 6] = [
    Adversary::Alone,
    Adversary::InTurn,
    Adversary::Random,
    Adversary::Bursts,
    Adversary::Hot,
    Adversary::Ties,
];

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Until everybody has gone through so often.
    pub passages: u64,
    /// Or so many steps have been made.
    pub steps: u64,
}

impl Adversary {
    /// Drives the run until everybody has gone through, or the budget is used up.
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
                    // Up to a whole look, often much less.
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

/// p goes through its loop once, if it is there, or makes a step.
fn poll(run: &mut Run, p: usize) {
    run.step(p);
    let mut left = 3 * run.slots();
    while left > 0 && run.spins(p) {
        run.step(p);
        left -= 1;
    }
}

/// p goes on until it is away.
fn go_home(run: &mut Run, p: usize) {
    while run.region(p) == Region::Exit || run.region(p) == Region::Critical {
        run.step(p);
    }
}

fn ties(run: &mut Run, budget: Budget, rng: &mut Rng) {
    let n = run.processes();
    let victim = n - 1; // of equal tickets the last
    (0..n).for_each(|p| go_home(run, p));
    // Together as far as to have chosen and not yet told.
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

/// One other goes on until it waits in vain, or has gone through and come to wait again; the victim looks as said at [`Adversary::Ties`].
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

/// Process 0 stays inside while process 1 waits for so many steps; then both go through. What process 1 had made by then, while waiting.
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
