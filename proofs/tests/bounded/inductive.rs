//! The inductive invariant of Lemma 4 holds in every state that is reached.

use doorway_proofs::bounded::inductive::{step, Fresh, State};
use doorway_proofs::bounded::{
    AsWritten, BoundedOf, Late13, No4c, NoIgnore, OneCell, OneLoad, Variant,
};
use doorway_proofs::machine::Machine;
use doorway_proofs::timestamps::atomic::Atomic;
use std::collections::HashSet;

type Ideal<V, const N: usize> = BoundedOf<Atomic, V, N>;

/// Walks at random, with cancellations. Returns the first conjuncts that do not hold.
fn walk<V: Variant, const N: usize>(k: usize, seed: u64, steps: u64) -> Vec<&'static str> {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut draw = move |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 20) % below
    };
    let (mut model, mut fresh) = (Ideal::<V, N>::new(k), Fresh::<N>::start());
    let mut p = 0;
    for _ in 0..steps {
        if draw(3) == 0 {
            p = draw(N as u64) as usize;
        }
        if model.may_cancel(p) && draw(40) == 0 {
            model.cancel(p);
        } else {
            (model, fresh) = step(&model, &fresh, p);
        }
        let broken = State {
            model: &model,
            fresh: &fresh,
        }
        .broken();
        if !broken.is_empty() {
            return broken;
        }
    }
    vec![]
}

#[test]
fn invariant_holds_on_walks() {
    for seed in 1..4 {
        assert_eq!(walk::<AsWritten, 3>(1, seed, 50_000), [""; 0]);
        assert_eq!(walk::<AsWritten, 3>(2, seed, 50_000), [""; 0]);
        assert_eq!(walk::<AsWritten, 4>(2, seed, 50_000), [""; 0]);
        assert_eq!(walk::<AsWritten, 5>(3, seed, 50_000), [""; 0]);
    }
}

#[test]
fn variants_break_it() {
    for broken in [
        walk::<NoIgnore, 3>(1, 1, 100_000),
        walk::<OneCell, 3>(1, 1, 100_000),
        walk::<OneLoad, 3>(1, 1, 100_000),
        walk::<No4c, 3>(1, 1, 100_000),
        walk::<Late13, 3>(1, 1, 100_000),
    ] {
        assert!(!broken.is_empty());
    }
}

#[test]
fn invariant_holds_with_two() {
    for k in 1..=2 {
        let first = (Ideal::<AsWritten, 2>::new(k), Fresh::<2>::start());
        let mut seen = HashSet::from([first]);
        let mut open = vec![first];
        while let Some((model, fresh)) = open.pop() {
            let state = State {
                model: &model,
                fresh: &fresh,
            };
            assert_eq!(state.broken(), [""; 0], "{model:?} {fresh:?}");
            for p in 0..2 {
                let mut next = vec![step(&model, &fresh, p)];
                if model.may_cancel(p) {
                    let mut cancelled = model;
                    cancelled.cancel(p);
                    next.push((cancelled, fresh));
                }
                for state in next {
                    if seen.insert(state) {
                        open.push(state);
                    }
                }
            }
        }
        assert!(seen.len() > 10_000);
    }
}
