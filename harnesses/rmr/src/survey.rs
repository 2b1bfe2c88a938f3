//! Searches for the worst passage, over all adversaries.

use crate::adversary::{kept_waiting, Adversary, Budget, ADVERSARIES};
use crate::exact::{exact, Worst};
use crate::locks::Lock;
use crate::meter::{Each, Homes, Model, MODELS};
use crate::run::{Run, Tally};
use doorway_proofs::catalogue::model::AnyModel;
use fastrand::Rng;
use serde::Serialize;

/// The sizes for which there are models.
pub const SIZES: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// The effort of a search.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The first seed of the random numbers.
    pub seed: u64,
    /// The runs of each random adversary.
    pub draws: u64,
    /// The most steps of a run.
    pub steps: u64,
    /// The homes of variables.
    pub homes: Homes,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            seed: 1,
            draws: 3,
            steps: 3_000_000,
            homes: Homes::AsStated,
        }
    }
}

/// The worst passage found of one lock with n processes and k permits.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The number of processes.
    pub n: usize,
    /// The number of processes that ever contend.
    pub contenders: usize,
    /// The number of permits.
    pub k: usize,
    /// The most references in a passage, by model of memory.
    pub all: Each,
    /// The adversary that found it, by model of memory.
    pub by: [Adversary; 3],
    /// The most references in the waiting loop of a passage, by model of memory.
    pub waiting: Each,
    /// The references of a process that runs alone, in its second passage.
    pub alone: Each,
    /// The number of passages made.
    pub passages: u64,
}

/// The references of the second passage of a process that runs alone: its caches are warm.
fn alone(first: AnyModel, homes: Homes) -> Each {
    let mut run = Run::new(first, homes);
    while run.passages(0) < 2 {
        run.step(0);
    }
    run.last(0).all
}

/// Searches for the worst passage.
///
/// # Errors
///
/// If there is no model of that size.
pub fn search(lock: &Lock, n: usize, k: usize, effort: Effort) -> Result<Found, String> {
    search_among(lock, n, k, n, effort)
}

/// Searches for the worst passage when only `contenders` of the n processes ever contend.
///
/// # Errors
///
/// If there is no model of that size.
pub fn search_among(
    lock: &Lock,
    n: usize,
    k: usize,
    contenders: usize,
    effort: Effort,
) -> Result<Found, String> {
    let first = (lock.first)(n, k)?;
    let mut worst = Tally::default();
    let mut by = [Adversary::Alone; 3];
    let mut passages = 0;
    for adversary in ADVERSARIES {
        let draws = match adversary {
            Adversary::Alone | Adversary::InTurn => 1,
            _ => effort.draws,
        };
        for draw in 0..draws {
            let mut rng = Rng::with_seed(effort.seed + draw);
            let mut run = Run::among(first.clone(), effort.homes, contenders);
            let budget = Budget {
                passages: 4,
                steps: effort.steps,
            };
            adversary.drive(&mut run, budget, &mut rng);
            for (model, found) in run.worst().all.into_iter().enumerate() {
                if found > worst.all[model] {
                    by[model] = adversary;
                }
            }
            worst = worst.max(run.worst());
            passages += (0..n).map(|p| run.passages(p)).sum::<u64>();
        }
    }
    Ok(Found {
        n,
        contenders: contenders.min(n),
        k,
        all: worst.all,
        by,
        waiting: worst.waiting,
        alone: alone(first, effort.homes),
        passages,
    })
}

/// The references of a waiter that makes so many steps while another process stays inside, with k = 1.
///
/// # Errors
///
/// If there is no model of that size.
pub fn wait(lock: &Lock, n: usize, steps: u64, homes: Homes) -> Result<Each, String> {
    let mut run = Run::new((lock.first)(n, 1)?, homes);
    Ok(kept_waiting(&mut run, steps))
}

/// The worst passage over every schedule of two processes, with at most `passages` passages each.
///
/// # Errors
///
/// If there is no model of that size.
pub fn every_schedule(lock: &Lock, model: Model, passages: u8) -> Result<Worst, String> {
    // Half a kilobyte per state.
    Ok(exact(&(lock.first)(2, 1)?, model, passages, 2_000_000))
}

/// The models of memory whose bound was exceeded: none, if the bounds are right.
pub fn exceeded(lock: &Lock, found: &Found) -> Vec<&'static str> {
    let exceeds = |at: &usize| {
        let bound = lock.bound(MODELS[*at], found.n, found.contenders);
        bound.is_some_and(|bound| found.all[*at] > bound)
    };
    (0..3).filter(exceeds).map(|at| MODELS[at].name()).collect()
}
