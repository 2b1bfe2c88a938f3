//! The measurements, on locks with known properties.

use doorway_bench::contended::{bare, timed, watched, Plan, Work};
use doorway_bench::contestant::{Contestant, Participant};
use doorway_bench::fairness::overtakers;
use doorway_bench::peers::*;
use doorway_bench::{instructions, rows, scenes, uncontended};
use doorway_proofs::catalogue::LOCKS;
use doorway_proofs::each_algorithm;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

fn plan(threads: usize, permits: usize, millis: u64) -> Plan {
    Plan {
        threads,
        permits,
        inside: Work::new(2000),
        window: Duration::from_millis(millis),
    }
}

/// A lock without exclusion.
struct Open;

impl Contestant for Open {
    type Participant<'a> = &'a Open;
    fn new(_: usize) -> Self {
        Open
    }
    fn participant(&self) -> &Self {
        self
    }
}

impl Participant for &Open {
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
        inside()
    }
}

/// A mutex that serves its waiters last in, first out.
struct Lifo {
    state: Mutex<(bool, Vec<u64>, u64)>,
    freed: Condvar,
}

impl Contestant for Lifo {
    type Participant<'a> = &'a Lifo;
    fn new(_: usize) -> Self {
        Lifo {
            state: Mutex::new((false, vec![], 0)),
            freed: Condvar::new(),
        }
    }
    fn participant(&self) -> &Self {
        self
    }
}

impl Participant for &Lifo {
    const TELLS: bool = true;
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
        self.watched(|| (), inside)
    }
    fn watched<R>(&mut self, mut waits: impl FnMut(), inside: impl FnOnce() -> R) -> R {
        let mut state = self.state.lock().expect("no thread panics");
        let me = state.2;
        state.2 += 1;
        state.1.push(me);
        waits();
        while state.0 || state.1.last() != Some(&me) {
            state = self.freed.wait(state).expect("no thread panics");
        }
        state.0 = true;
        state.1.pop();
        drop(state);
        let done = inside();
        self.state.lock().expect("no thread panics").0 = false;
        self.freed.notify_all();
        done
    }
}

/// The most holders at once.
fn most_inside<L: Contestant>(threads: usize, permits: usize) -> usize {
    let lock = L::new(permits);
    let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut participant = lock.participant();
                for _ in 0..50 {
                    participant.passage(|| {
                        most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                    });
                }
            });
        }
    });
    most.into_inner()
}

/// Every measured lock excludes: a peer that is called wrongly would be measured wrongly.
#[test]
fn every_lock_excludes() {
    for most in [
        most_inside::<Std>(4, 1),
        most_inside::<ParkingLot>(4, 1),
        most_inside::<ParkingLotFair>(4, 1),
        most_inside::<SpinTicketYield>(4, 1),
        most_inside::<SpinFairYield>(4, 1),
        most_inside::<McsYield>(4, 1),
    ] {
        assert_eq!(most, 1);
    }
    for most in [
        most_inside::<Tokio>(4, 2),
        most_inside::<AsyncLock>(4, 2),
        #[cfg(target_os = "linux")]
        most_inside::<Posix>(4, 2),
    ] {
        assert!((1..=2).contains(&most), "{most} inside");
    }
    each_algorithm!(default, |A, lock| {
        let most = most_inside::<doorway::Mutex<(), 4, A>>(4, 1);
        assert_eq!(most, 1, "{lock}");
    });
    each_algorithm!(any, default, |A, lock| {
        let most = most_inside::<doorway::Semaphore<4, A>>(4, 2);
        assert!((1..=2).contains(&most), "{lock}: {most} inside");
    });
    assert!(most_inside::<Open>(4, 1) > 1, "the check can fail");
}

/// The counter of overtakers detects a lock that is unfair on purpose, and counts none for doorway's.
#[test]
fn an_unfair_lock_is_caught() {
    let most = |seen: Vec<_>| overtakers(seen).into_iter().max().unwrap_or(0);
    let plan = plan(4, 1, 60);
    assert!(most(watched::<Lifo>(&plan).threads.concat()) > 10);
    each_algorithm!(default, |A, lock| {
        type Mutex = doorway::Mutex<(), 4, A, doorway::Yield>;
        let overtakers = most(watched::<Mutex>(&plan).threads.concat());
        assert_eq!(overtakers, 0, "{lock}");
    });
    type Semaphore = doorway::Semaphore<4>;
    assert_eq!(most(watched::<Semaphore>(&plan).threads.concat()), 0);
}

#[test]
fn work_is_seen_in_the_numbers() {
    let race = bare::<Std>(&plan(2, 1, 40));
    let passages: u64 = race.threads.iter().sum();
    // One holder at a time, at about 2 µs each; the bound allows 1 µs.
    assert!(passages > 0 && passages as f64 <= race.wall.as_secs_f64() / 1e-6);
    assert!(race.cpu > Duration::ZERO);
    let waits = timed::<Std>(&plan(2, 1, 40)).threads;
    assert!(waits.iter().any(|it| it.longest() >= it.quantile(0.5)));
}

/// A passage that does more takes longer.
#[test]
fn a_slow_lock_is_slower() {
    struct Slow;
    impl Contestant for Slow {
        type Participant<'a> = &'a Slow;
        fn new(_: usize) -> Self {
            Slow
        }
        fn participant(&self) -> &Self {
            self
        }
    }
    impl Participant for &Slow {
        fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
            (0..300).for_each(|turn| {
                black_box(turn);
            });
            inside()
        }
    }
    let fastest = |alone: fn(u64) -> Duration| (0..5).map(|_| alone(2000)).min();
    assert!(
        fastest(uncontended::alone::<Slow>) > fastest(uncontended::alone::<Open>).map(|it| it * 3)
    );
}

/// A row without the name of an algorithm measures the default lock; a row with a name measures that algorithm.
#[test]
fn the_label_is_the_type() {
    let rows = rows::rows(8).expect("8 slots");
    let row_of = |name: &str| rows.iter().find(|row| row.name == name).map(|row| row.lock);
    use std::any::type_name;
    assert_eq!(
        row_of("doorway Mutex"),
        Some(type_name::<doorway::Mutex<(), 8>>())
    );
    assert_eq!(
        row_of("doorway Semaphore"),
        Some(type_name::<doorway::Semaphore<8>>())
    );
    let ours: Vec<_> = rows.iter().filter(|row| row.ours).collect();
    for facts in LOCKS {
        let module = format!("::{}::{}", facts.module, facts.type_name);
        let measured = ours.iter().filter(|row| row.lock.contains(&module));
        assert!(measured.count() > 0, "{}", facts.name);
        if let Some(of) = facts.default_of {
            let default = row_of(&format!("doorway {of}")).expect("a row");
            assert!(default.contains(&module), "{} is no {of}", facts.name);
        }
        let named = format!("doorway Mutex {}", facts.type_name);
        assert!(
            row_of(&named).is_none_or(|lock| lock.contains(&module)),
            "{named}"
        );
    }
}

#[test]
fn a_scene_has_all_threads() {
    let scene = scenes::Scene {
        threads: 2,
        slots: 2,
        permits: 2,
        inside: 100,
    };
    let outcomes = scenes::run(scene, &[], 1, Duration::from_millis(5)).expect("2 slots");
    let names: Vec<_> = outcomes.iter().map(|it| it.name).collect();
    for name in [
        "doorway Semaphore",
        "tokio Semaphore",
        "async-lock Semaphore",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(!names.contains(&"std Mutex"), "a mutex has one permit");
    assert!(rows::rows(3).is_err());
}

/// The count is the same in each run, and larger with more slots. Skipped without valgrind.
#[test]
fn instructions_are_repeatable() {
    if !instructions::can_count() {
        return println!("SKIPPED, not run here: valgrind is not installed");
    }
    let of = |slots: &str, passages: &str| {
        let output = std::process::Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(env!("CARGO_BIN_EXE_doorway-bench"))
            .args([
                instructions::PASSES,
                "doorway Mutex, spins",
                slots,
                passages,
            ])
            .output()
            .expect("it starts");
        instructions::collected(&String::from_utf8_lossy(&output.stderr)).expect("a count")
    };
    let passage = |slots| (of(slots, "300") - of(slots, "100")) / 200;
    let (two, again, eight) = (passage("2"), passage("2"), passage("8"));
    assert_eq!(two, again);
    assert!(two > 10 && eight > two, "{two}, {eight}");
}
