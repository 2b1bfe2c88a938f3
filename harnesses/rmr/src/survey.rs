//! Every lock, every size, every adversary.

use crate::adversary::{kept_waiting, Adversary, Budget, ADVERSARIES};
use crate::exact::{exact, Worst};
use crate::locks::Lock;
use crate::meter::{Each, Homes, Model, MODELS};
use crate::run::{Run, Tally};
use doorway_proofs::catalogue::model::AnyModel;
use fastrand::Rng;
use serde::Serialize;

/// The sizes that there are machines for.
pub const SIZES: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Where chance begins.
    pub seed: u64,
    /// How often each adversary that draws is run.
    pub draws: u64,
    /// How many steps a run makes at most.
    pub steps: u64,
    /// Where variables live.
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

/// The worst found of one lock with n processes and k permits.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// How many processes.
    pub n: usize,
    /// How many of them ever come.
    pub contenders: usize,
    /// How many may be inside.
    pub k: usize,
    /// In a passage, by model.
    pub all: Each,
    /// By whom.
    pub by: [Adversary; 3],
    /// In the loop of a passage, by model.
    pub waiting: Each,
    /// Of one alone, its second passage.
    pub alone: Each,
    /// Passages looked at.
    pub passages: u64,
}

/// What the second passage of a process takes that is always alone: its caches are warm.
fn alone(first: AnyModel, homes: Homes) -> Each {
    let mut run = Run::new(first, homes);
    while run.passages(0) < 2 {
        run.step(0);
    }
    run.last(0).all
}

/// Looks for the worst.
///
/// # Errors
///
/// If there is no such machine.
pub fn search(lock: &Lock, n: usize, k: usize, effort: Effort) -> Result<Found, String> {
    search_among(lock, n, k, n, effort)
}

/// Looks for the worst when only so many of the n ever come.
///
/// # Errors
///
/// If there is no such machine.
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

/// How many one makes while another stays inside and it makes so many steps, with k = 1.
///
/// # Errors
///
/// If there is no such machine.
pub fn wait(lock: &Lock, n: usize, steps: u64, homes: Homes) -> Result<Each, String> {
    let mut run = Run::new((lock.first)(n, 1)?, homes);
    Ok(kept_waiting(&mut run, steps))
}

/// The worst of every schedule of two processes, each making so many passages at most.
///
/// # Errors
///
/// If there is no such machine.
pub fn every_schedule(lock: &Lock, model: Model, passages: u8) -> Result<Worst, String> {
    // Half a kilobyte a state.
    Ok(exact(&(lock.first)(2, 1)?, model, passages, 2_000_000))
}

/// Which of the models have a bound that was exceeded: none, if the bounds are right.
pub fn exceeded(lock: &Lock, found: &Found) -> Vec<&'static str> {
    let exceeds = |at: &usize| {
        let bound = lock.bound(MODELS[*at], found.n, found.contenders);
        bound.is_some_and(|bound| found.all[*at] > bound)
    };
    (0..3).filter(exceeds).map(|at| MODELS[at].name()).collect()
}
