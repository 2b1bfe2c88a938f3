//! What `cargo doorway rmr` says must be so, and that it would notice if it were not.

use doorway_rmr::exact::Worst;
use doorway_rmr::fit::fit;
use doorway_rmr::locks::{find, Lock, LOCKS};
use doorway_rmr::meter::{Homes, MODELS};
use doorway_rmr::survey::{every_schedule, exceeded, search, wait, Effort};

const DSM: usize = 2;

fn quick() -> Effort {
    Effort {
        draws: 2,
        steps: 300_000,
        ..Effort::default()
    }
}

#[test]
fn within_the_bounds_and_linear() {
    for lock in &LOCKS {
        let sizes = [2, 4, 8, 16];
        let found: Vec<_> = sizes
            .iter()
            .map(|&n| search(lock, n, 1, quick()).expect("a machine"))
            .collect();
        for found in &found {
            assert_eq!(exceeded(lock, found), [""; 0], "{lock:?} {found:?}");
            assert!(!lock.local || found.waiting[DSM] == 0, "{found:?}");
        }
        for (at, model) in MODELS.into_iter().enumerate() {
            if lock.bound(model, 2).is_none() {
                continue;
            }
            let points: Vec<_> = found.iter().map(|it| (it.n, it.all[at])).collect();
            let fit = fit(&points);
            let is_linear = fit.r_squared > 0.99 && (0.85..1.15).contains(&fit.exponent);
            assert!(is_linear, "{} {model:?}: {points:?} {fit:?}", lock.name);
        }
    }
}

/// In the DSM model the bound is not only kept but reached, so no smaller one would do.
#[test]
fn the_dsm_bound_is_tight() {
    for lock in LOCKS.iter().filter(|lock| lock.local) {
        for n in [2, 8] {
            let found = search(lock, n, 1, quick()).expect("a machine");
            assert_eq!(Some(found.all[DSM]), lock.bound(MODELS[DSM], n), "{lock:?}");
        }
    }
}

/// Of two processes every schedule is gone through: what the adversaries find is not more, the bound is not less, and a circle of remote looks is the Bakery's.
#[test]
fn every_schedule_of_two() {
    for lock in &LOCKS {
        // One passage of everything; two of what is small.
        let passages = if lock.name == "safe-fife" { 1 } else { 2 };
        let found = search(lock, 2, 1, quick()).expect("a machine");
        for (at, model) in MODELS.into_iter().enumerate() {
            let worst = every_schedule(lock, model, passages).expect("a machine");
            match (worst, lock.bound(model, 2)) {
                (Worst::Most(worst), Some(bound)) => {
                    assert!(worst <= bound, "{} {model:?}: {worst}", lock.name);
                    let found = found.all[at];
                    assert!(passages == 1 || found <= worst, "{} {model:?}", lock.name);
                }
                (worst, bound) => assert_eq!((worst, bound), (Worst::Unbounded, None)),
            }
        }
    }
    let worst = |name, model| every_schedule(find(name).expect("a lock"), model, 2);
    let [through, _, dsm] = MODELS;
    assert_eq!(worst("kfcfs", through), Ok(Worst::Most(12)), "the bound");
    assert_eq!(worst("fife", dsm), Ok(Worst::Most(6)), "the bound");
}

/// The Bakery waits on others' registers: it makes as many remote references as it is made to wait, and the others none.
#[test]
fn the_bakery_waits_without_bound() {
    let waited = |lock: &Lock| [10, 100, 1000].map(|steps| wait(lock, 8, steps, Homes::AsStated));
    let waited = |lock: &Lock| waited(lock).map(|each| each.expect("a machine"));
    let bakery = find("bakery").expect("a lock");
    assert_eq!(waited(bakery).map(|each| each[DSM]), [10, 100, 1000]);
    for lock in LOCKS.iter().filter(|lock| lock.local) {
        let each = waited(lock);
        assert_eq!(each.map(|each| each[DSM]), [0, 0, 0], "{lock:?}");
        assert_eq!(
            each[1], each[2],
            "{lock:?}: in CC a look that nobody disturbs is free"
        );
    }
}

/// The mutant: variables that live with their writer. A lock that spins locally then does not.
#[test]
fn homes_at_the_writer_are_noticed() {
    for lock in LOCKS.iter().filter(|lock| lock.local) {
        let wait = |steps| wait(lock, 8, steps, Homes::AtWriter).expect("a machine")[DSM];
        assert!(wait(1000) > 5 * wait(100), "{lock:?}");
        let effort = Effort {
            homes: Homes::AtWriter,
            ..quick()
        };
        let found = search(lock, 8, 1, effort).expect("a machine");
        assert!(found.waiting[DSM] > 0, "{found:?}");
    }
}

/// A bound that is too small is noticed.
#[test]
fn a_bound_too_small_is_noticed() {
    for lock in LOCKS.iter().filter(|lock| lock.local) {
        let tighter = Lock {
            cached: (lock.cached.0 * 3 / 4, lock.cached.1),
            distributed: lock.distributed.map(|each| each - 1),
            ..*lock
        };
        let found = search(lock, 8, 1, quick()).expect("a machine");
        assert_eq!(exceeded(&tighter, &found).len(), 3, "{found:?}");
    }
}

#[test]
fn the_same_again_from_the_same_seed() {
    let fife = find("fife").expect("a lock");
    let once = || search(fife, 8, 4, quick()).expect("a machine");
    assert_eq!(format!("{:?}", once()), format!("{:?}", once()));
}

#[test]
fn lines_and_powers() {
    let linear: Vec<_> = [2, 4, 8, 16, 32, 64].map(|n| (n, 5 * n as u64 - 5)).into();
    let fitted = fit(&linear);
    assert!((fitted.slope - 5.0).abs() < 1e-9 && (fitted.offset + 5.0).abs() < 1e-9);
    assert!((fitted.r_squared - 1.0).abs() < 1e-9);
    assert!((fitted.exponent - 1.0).abs() < 0.06);
    let square: Vec<_> = [2, 4, 8, 16, 32, 64].map(|n| (n, (n * n) as u64)).into();
    assert!((fit(&square).exponent - 2.0).abs() < 1e-9);
    assert!(fit(&square).r_squared < 0.97);
}
