//! Runs of the model with a monitor: all with few states, or at random.

use super::answers;
use core::hash::Hash;
use doorway_proofs::bounded::lemmas::Step;
use doorway_proofs::bounded::{BoundedOf, Variant};
use doorway_proofs::machine::{Machine, Region};
use doorway_proofs::timestamps::stamps::Stamps;
use doorway_proofs::timestamps::users::Random;
use std::collections::HashSet;

/// A monitor that follows a run.
pub(crate) trait Follows<T: Stamps<N>, V: Variant, const N: usize>: Clone {
    /// What a run can violate.
    type Broken;

    /// Follows a step that has led to `model`.
    fn see(&mut self, step: &Step<T, V, N>, model: &BoundedOf<T, V, N>)
        -> Result<(), Self::Broken>;
}

/// Explores all runs of a model and its monitor, for ever. Returns the number of states, or what is
/// violated.
pub(crate) fn explore<T: Stamps<N>, V: Variant, F, const N: usize>(
    k: usize,
    cancellations: bool,
    monitor: F,
) -> Result<usize, F::Broken>
where
    F: Follows<T, V, N> + Hash + Eq,
{
    let start = (BoundedOf::<T, V, N>::new(k), monitor);
    let mut seen = HashSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some((model, monitor)) = waiting.pop() {
        for p in 0..N {
            let loads = answers(&model, p).into_iter().map(Some);
            let cancels = (cancellations && model.may_cancel(p)).then_some(None);
            for load in loads.chain(cancels) {
                let mut next = (model, monitor.clone());
                advance(&mut next.0, &mut next.1, p, load)?;
                next.0.forget();
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
    }
    Ok(seen.len())
}

/// Makes p's next step, whose load returns that; or p cancels.
fn advance<T: Stamps<N>, V: Variant, F: Follows<T, V, N>, const N: usize>(
    model: &mut BoundedOf<T, V, N>,
    monitor: &mut F,
    p: usize,
    load: Option<u64>,
) -> Result<(), F::Broken> {
    let before = model.processes[p];
    match load {
        Some(loaded) => model.step(p, loaded),
        None => model.cancel(p),
    }
    let loaded = load.unwrap_or(0);
    monitor.see(&Step { p, before, loaded }, model)
}

/// Makes random walks of so many steps. With every step a walk goes on with the same process, except
/// with a probability that differs from walk to walk. In every other walk process 0 polls after every
/// step of another process while it waits. Returns the monitors, or what is violated.
pub(crate) fn walks<T: Stamps<N>, V: Variant, F: Follows<T, V, N>, const N: usize>(
    (walks, steps): (usize, usize),
    cancellations: bool,
    start: impl Fn(&mut Random) -> (BoundedOf<T, V, N>, F),
) -> Result<Vec<F>, F::Broken> {
    let mut random = Random::new(1);
    let mut ends = Vec::new();
    for walk in 0..walks {
        let (mut model, mut monitor) = start(&mut random);
        let stays = [0, 128, 192, 224, 240][random.below(5)];
        let (mut p, mut polls) = (0, 0);
        for _ in 0..steps {
            if polls > 0 && model.region(0) == Region::WaitingRoom {
                polls -= 1;
                p = 0;
            } else {
                polls = if walk % 2 == 0 { 0 } else { 6 * N };
                if random.below(256) >= stays {
                    p = random.below(N);
                }
            }
            let cancels = cancellations && model.may_cancel(p) && random.below(64) == 0;
            let load = (!cancels).then(|| {
                let answers = answers(&model, p);
                answers[random.below(answers.len())]
            });
            advance(&mut model, &mut monitor, p, load)?;
        }
        ends.push(monitor);
    }
    Ok(ends)
}
