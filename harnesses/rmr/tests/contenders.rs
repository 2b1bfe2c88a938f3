//! With one or two contenders, the cost of an adaptive lock does not depend on N; that of others does.

use doorway_rmr::getset::getset;
use doorway_rmr::locks::{on_flags, Lock, LOCKS};
use doorway_rmr::meter::MODELS;
use doorway_rmr::survey::{exceeded, search_among, Effort, Found};
use fastrand::Rng;

fn survey(lock: &Lock, contenders: usize) -> Vec<Found> {
    let effort = Effort {
        draws: 2,
        steps: 300_000,
        ..Effort::default()
    };
    let search = |&n: &usize| search_among(lock, n, 1, contenders, effort).expect("a model");
    lock.sizes().iter().map(search).collect()
}

/// The results by N, in each model of memory with a bound.
fn series(lock: &Lock, contenders: usize) -> Vec<Vec<u64>> {
    let found = survey(lock, contenders);
    let models = (0..3).filter(|&at| lock.bound(MODELS[at], 2, 2).is_some());
    let of = |at: usize| found.iter().map(|it| it.all[at]).collect();
    models.map(of).collect()
}

fn is_flat(series: &[u64]) -> bool {
    series.windows(2).all(|pair| pair[0] == pair[1])
}

/// The cost of an adaptive lock is exactly flat in N: from N = 2 alone, from N = 4 with two contenders.
///
/// With N = 2 and two contenders the grid has no unvisited diagonal left, so there is a little less
/// to read.
#[test]
fn adaptive_locks_are_flat_in_n() {
    for lock in LOCKS.iter().filter(|lock| lock.adapts) {
        for of_one in series(lock, 1) {
            assert!(is_flat(&of_one), "{} alone: {of_one:?}", lock.name);
        }
        for of_two in series(lock, 2) {
            assert!(is_flat(&of_two[1..]), "{}: {of_two:?}", lock.name);
            assert!(of_two[0] < of_two[1], "{}: {of_two:?}", lock.name);
        }
    }
}

/// From N = 4 to the largest, 64 if there is room, the other locks cost at least half as many times
/// as much as there are more processes.
#[test]
fn the_others_grow() {
    for lock in LOCKS.iter().filter(|lock| !lock.adapts) {
        for of_two in series(lock, 2) {
            assert!(of_two.is_sorted(), "{}: {of_two:?}", lock.name);
            let most = *lock.sizes().last().expect("a size") as u64;
            let last = of_two.last().expect("a size");
            assert!(8 * last >= most * of_two[1], "{}: {of_two:?}", lock.name);
        }
    }
}

/// The mutant: the same locks on an active set of flags, which asks every slot.
#[test]
fn on_flags_it_is_not_flat() {
    for lock in &on_flags() {
        for contenders in [1, 2] {
            for series in series(lock, contenders) {
                assert!(series.is_sorted(), "{}: {series:?}", lock.name);
                assert!(series[5] > 3 * series[1], "{}: {series:?}", lock.name);
            }
        }
        let last = survey(lock, 1).pop().expect("a size");
        assert!(!exceeded(lock, &last).is_empty(), "the grid's bound");
    }
}

#[test]
fn within_the_bounds() {
    for lock in LOCKS {
        for contenders in [1, 2] {
            for found in survey(lock, contenders) {
                assert_eq!(exceeded(lock, &found), [""; 0], "{lock:?} {found:?}");
                assert!(!lock.local || found.waiting[2] == 0, "{found:?}");
            }
        }
    }
}

/// Processes that join one after the other stop in the first row, and a `getset` reaches its bound.
#[test]
fn getset_by_how_many_have_joined() {
    for joined in 1..=16 {
        let seen = getset(joined, None);
        let k = joined;
        assert_eq!(
            (seen.x, seen.owners, seen.flags),
            ((k + 1) * (k + 2) / 2, k, k - 1)
        );
        assert_eq!((seen.steps(), seen.found), (seen.bound(), k - 1));
        assert_eq!(seen.walked, k);
    }
}

/// Processes that join at the same time may reach more splitters, and all are found.
#[test]
fn getset_when_they_came_together() {
    let mut more = 0;
    for joined in 1..=16 {
        for seed in 0..100 {
            let seen = getset(joined, Some(&mut Rng::with_seed(seed)));
            assert!(seen.steps() <= seen.bound(), "{seen:?}");
            assert!(seen.visited <= joined * (joined + 1) / 2, "{seen:?}");
            assert!(seen.walked <= joined, "{seen:?}");
            assert_eq!((seen.owners, seen.found), (seen.visited, joined - 1));
            more += usize::from(seen.visited > joined);
        }
    }
    assert!(
        more > 0,
        "in no run did two processes reach a splitter and neither stop"
    );
}
