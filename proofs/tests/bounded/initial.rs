//! The initial values of `Order<` and `Allow` do not matter.

use super::runs::{walks, Follows};
use super::{answers, go};
use core::hash::Hash;
use doorway_proofs::bounded::lemmas::Step;
use doorway_proofs::bounded::{AsPrinted, AsWritten, BoundedOf, No4c, NoIgnore, Variant};
use doorway_proofs::machine::{Machine, Region};
use doorway_proofs::timestamps::atomic::Atomic;
use doorway_proofs::timestamps::bounded::Packed;
use doorway_proofs::timestamps::lazy::Lazy;
use doorway_proofs::timestamps::stamps::Stamps;
use std::collections::HashSet;

/// The model with these values of `Order<` and `Allow`, entry by entry.
fn starting<T: Stamps<N>, V: Variant, const N: usize>(
    k: usize,
    mut any: impl FnMut() -> bool,
) -> BoundedOf<T, V, N> {
    let mut model = BoundedOf::<T, V, N>::new(k);
    for p in 0..N {
        for i in (0..N).filter(|&i| i != p) {
            model.registers.order[p][i] = any();
            model.registers.allow[p][i] = any();
        }
    }
    model
}

/// What is wrong in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    /// More than k processes are inside.
    KExclusion,
    /// In turns of one step, a process does not enter any more.
    Stuck,
}

fn excludes<T: Stamps<N>, V: Variant, const N: usize>(
    model: &BoundedOf<T, V, N>,
) -> Result<(), Wrong> {
    let inside = (0..N).filter(|&p| model.region(p) == Region::Critical);
    (inside.count() <= model.k)
        .then_some(())
        .ok_or(Wrong::KExclusion)
}

/// Whether all processes enter once more if they make steps in turn.
fn goes_on<T: Stamps<N>, V: Variant, const N: usize>(
    mut model: BoundedOf<T, V, N>,
) -> Result<(), Wrong> {
    let mut entered = [false; N];
    for _ in 0..400 {
        for (p, entered) in entered.iter_mut().enumerate() {
            go(&mut model, p);
            *entered |= model.region(p) == Region::Critical;
        }
        if entered == [true; N] {
            return Ok(());
        }
    }
    Err(Wrong::Stuck)
}

/// Explores two processes of so many passages each, or for ever. Nothing is forgotten, so that
/// initial values can be loaded. Returns the number of states, or what is wrong.
fn explore<T: Stamps<2>, V: Variant>(
    start: BoundedOf<T, V, 2>,
    passages: Option<u8>,
) -> Result<usize, Wrong>
where
    T::Registers: Hash,
{
    let start = (start, [passages; 2]);
    let mut seen = HashSet::from([start]);
    let mut waiting = vec![start];
    while let Some((model, left)) = waiting.pop() {
        excludes(&model)?;
        if passages.is_none() {
            goes_on(model)?;
        }
        for p in 0..2 {
            let mut left = left;
            if model.region(p) == Region::Remainder {
                match &mut left[p] {
                    Some(0) => continue,
                    Some(passages) => *passages -= 1,
                    None => {}
                }
            }
            for loaded in answers(&model, p) {
                let mut next = model;
                next.step(p, loaded);
                if seen.insert((next, left)) {
                    waiting.push((next, left));
                }
            }
        }
    }
    Ok(seen.len())
}

/// The outcome for each of the 16 initial values with two processes. The bits of a number are
/// `Order<[0][1]`, `Allow[0][1]`, `Order<[1][0]` and `Allow[1][0]`.
fn outcomes<T: Stamps<2>, V: Variant>(passages: Option<u8>) -> Vec<Result<usize, Wrong>> {
    let outcome = |values: u32| {
        let mut bits = (0..4).map(|bit| values >> bit & 1 == 1);
        let start = starting::<T, V, 2>(1, || bits.next().unwrap_or(false));
        explore(start, passages)
    };
    (0..16).map(outcome).collect()
}

/// Counts the processes inside.
#[derive(Clone)]
struct Exclusion;

impl<T: Stamps<N>, V: Variant, const N: usize> Follows<T, V, N> for Exclusion {
    type Broken = Wrong;

    fn see(&mut self, _: &Step<T, V, N>, model: &BoundedOf<T, V, N>) -> Result<(), Wrong> {
        excludes(model)
    }
}

/// Short random walks from random initial values.
fn random_runs<T: Stamps<N>, V: Variant, const N: usize>(k: usize) -> Result<(), Wrong> {
    let ends = walks((5_000, 300), true, |random| {
        let start = starting::<T, V, N>(k, || random.below(2) == 1);
        (start, Exclusion)
    });
    ends.map(|_| ())
}

/// Two processes for ever, from all initial values.
#[test]
fn all_initial_values_with_two() {
    for outcome in outcomes::<Atomic, AsWritten>(None) {
        assert!(outcome.is_ok_and(|states| states > 11_000));
    }
    for outcome in outcomes::<Atomic, AsPrinted>(None) {
        assert!(outcome.is_ok_and(|states| states > 4_800));
    }
    for outcome in outcomes::<Lazy, AsWritten>(Some(1)) {
        assert_eq!(outcome, Ok(3_083));
    }
}

/// Without 4c, `Allow` must not be true at first; without `Ignore`, `Order<` must not be false. One
/// passage each: later values are not initial ones.
#[test]
fn initial_values_matter_to_mutants() {
    let holds = |outcomes: Vec<Result<usize, Wrong>>| {
        let values = (0..16).filter(|&values| outcomes[values].is_ok());
        values.collect::<Vec<_>>()
    };
    let no_allow = [0, 1, 4, 5];
    assert_eq!(holds(outcomes::<Atomic, No4c>(Some(1))), no_allow);
    let in_order = [5, 7, 13, 15];
    assert_eq!(holds(outcomes::<Atomic, NoIgnore>(Some(1))), in_order);
}

/// Three processes, 1.5 million steps each.
#[test]
fn random_initial_values_with_three() {
    assert_eq!(random_runs::<Atomic, AsWritten, 3>(2), Ok(()));
    assert_eq!(random_runs::<Packed<3>, AsWritten, 3>(2), Ok(()));
    assert_eq!(random_runs::<Lazy, AsPrinted, 3>(1), Ok(()));
    let wrong = Err(Wrong::KExclusion);
    assert_eq!(random_runs::<Lazy, No4c, 3>(1), wrong);
    assert_eq!(random_runs::<Packed<3>, NoIgnore, 3>(2), wrong);
}
