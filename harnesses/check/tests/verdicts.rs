//! The checker's verdicts on the locks and the mutants, at sizes small enough for every day.
//!
//! `cargo doorway check --all` checks the larger sizes.

use doorway_check::explore::{explore, Id, Progress, Space};
use doorway_check::pack::Key;
use doorway_check::system::System;
use doorway_check::verdict::{Limits, Report, Verdict};
use doorway_proofs::black_white::BlackWhite;
use doorway_proofs::catalogue::{
    find, rows, Facts, Options, Property, Renaming, Row, Size, Tickets, LOCKS,
};
use doorway_proofs::fife::Fife;
use doorway_proofs::machine::Machine;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const LIMITS: Limits = Limits {
    threads: 2,
    states: 20_000_000,
};

fn check(name: &str, size: Size, wanted: &[Property]) -> Report {
    let row = find(name).expect("a model");
    let options = Options {
        crashes: size.crashes,
        cancellations: size.cancellations,
        ..Options::new(size.k)
    };
    let options = options
        .with_passages(size.passages, size.n)
        .expect("as many as processes");
    doorway_check::check(row, size.n, &options, wanted, LIMITS, &Progress::default())
        .expect("it can be checked")
}

/// Explores the daily sizes of some models.
fn daily(rows: &[Row]) {
    for row in rows {
        for size in row.daily {
            let wanted = row.properties(size.cancellations);
            let report = check(row.name, *size, &wanted);
            assert!(
                report.holds(),
                "{}: {:#?}",
                size.arguments(row),
                report.verdicts
            );
        }
    }
}

macro_rules! every_day {
    ($({ $module:ident, $($rest:tt)* })*) => {$(
        mod $module {
            use doorway_proofs::$module::facts::{FACTS, MODELS};

            #[test]
            fn holds() {
                super::daily(MODELS);
            }

            #[test]
            fn spins_as_it_says() {
                super::spins_as_it_says(&FACTS);
            }
        }
    )*};
}
doorway_proofs::for_each_lock!(every_day);

/// The active sets: their two conditions, and a bounded number of steps.
#[test]
fn active_sets() {
    daily(doorway_proofs::active_set::facts::MODELS);
}

/// Every model is explored every day, and every lock also with one process.
#[test]
fn no_model_is_left_out() {
    for row in rows().filter(|row| row.kill.is_none()) {
        assert!(!row.daily.is_empty(), "{}", row.name);
    }
    for facts in LOCKS {
        let alone = |size: &Size| size.n == 1;
        assert!(facts.model().daily.iter().any(alone), "{}", facts.name);
    }
}

const FOUR_EACH: Size = Size::new(2, 1).passages(&[4]).cancellations();

/// Bounded numbers stay bounded only as long as no process cancels.
#[test]
fn cancelling_lets_numbers_grow() {
    let is_small = |facts: &&&Facts| facts.model().tickets == Tickets::Bounded;
    for facts in LOCKS.iter().filter(is_small) {
        let asked = [Property::RegisterBound];
        assert!(
            !check(facts.name, FOUR_EACH, &asked).holds(),
            "{}",
            facts.name
        );
    }
}

/// The states of `M`; `visit` is called with each.
struct Visited<'a, M> {
    options: &'a Options,
    visit: &'a (dyn Fn(Id, &M) + Sync),
}

impl<M: Machine, const W: usize> Space<W> for Visited<'_, M> {
    fn first(&self) -> Key<W> {
        System::<M>::new(self.options).pack(self.options)
    }

    fn expand(&self, id: Id, key: &Key<W>, found: &mut dyn FnMut(Key<W>, u8)) {
        let system = System::<M>::unpack(key, self.options);
        (self.visit)(id, &system.machine);
        system.successors(self.options, &mut |act, mut next| {
            found(next.pack(self.options), act.label());
        });
    }
}

/// `is_bounded`, the reason why numbers are at most N, holds in every state, but not if a process cancels.
///
/// N = 3: without a bound on the passages; with cancellation, 2 passages each.
#[test]
fn black_white_is_bounded() {
    for cancellations in [false, true] {
        let options = Options {
            cancellations,
            renaming: Renaming::None,
            ..Options::new(1)
        };
        let each: &[u8] = if cancellations { &[2] } else { &[] };
        let options = options.with_passages(each, 3).expect("as many");
        let exceptions = AtomicUsize::new(0);
        let space = Visited::<BlackWhite<3>> {
            options: &options,
            visit: &|_, machine| {
                exceptions.fetch_add(usize::from(!machine.is_bounded()), Relaxed);
            },
        };
        explore::<2>(&space, 2, 20_000_000, &Progress::default());
        assert_eq!(exceptions.load(Relaxed) > 0, cancellations);
    }
}

/// An overtaken process enters within 20 own steps, with three processes that make a passage each.
#[test]
fn an_overtaken_process_enters_soon() {
    let report = check("fife", once(3, 2), &[Property::Fife]);
    let verdict = report.of(Property::Fife);
    assert!(
        matches!(verdict, Some(Verdict::Holds(Some(1..=20)))),
        "{report:?}"
    );
}

/// One passage each.
const fn once(n: usize, k: usize) -> Size {
    Size::new(n, k).passages(&[1])
}

/// Every mutant that is not slow to kill dies.
#[test]
fn mutants_die() {
    let mut dead = 0;
    for row in rows().filter(|row| !row.slow) {
        let Some(kill) = row.kill else { continue };
        let options = kill.options().expect("as many as processes");
        let report = doorway_check::check(
            row,
            kill.n,
            &options,
            &[kill.property],
            LIMITS,
            &Progress::default(),
        )
        .expect("it can be checked");
        assert!(
            matches!(report.of(kill.property), Some(Verdict::Violated(steps, _)) if !steps.is_empty()),
            "{} survives: {report:?}",
            row.name
        );
        dead += 1;
    }
    assert!(dead >= 22, "{dead}");
}

/// The exploration that kills the mutant without line 44's test does not kill the lock.
#[test]
fn line_44_is_what_it_takes() {
    let kill = find("safe-fife-no-44")
        .and_then(|row| row.kill)
        .expect("a mutant");
    let row = find("safe-fife").expect("a model");
    let options = kill.options().expect("as many as processes");
    let report = doorway_check::check(
        row,
        kill.n,
        &options,
        &[kill.property],
        LIMITS,
        &Progress::default(),
    )
    .expect("it can be checked");
    assert!(report.holds(), "{report:?}");
}

/// The trace of a violation is the shortest, with the paper's register names and line numbers.
#[test]
fn a_trace_is_told() {
    let report = check("fife-no-14", once(2, 1), &[Property::KExclusion]);
    let Some(Verdict::Violated(steps, what)) = report.of(Property::KExclusion) else {
        panic!("{report:?}");
    };
    assert_eq!(what, "p1 and p2 are inside, with k = 1");
    assert_eq!(steps.len(), 15);
    assert!(
        steps
            .iter()
            .any(|step| step.contains("15  reads Ticket[1] = 0")
                || step.contains("15  reads Ticket[2] = 0")),
        "{steps:#?}"
    );
    assert!(
        steps.last().is_some_and(|step| step.ends_with("→ CS")),
        "{steps:#?}"
    );
}

/// A lock spins locally if and only if its facts say so; if not, the explorer names the register it reads.
fn spins_as_it_says(facts: &Facts) {
    let report = check(facts.name, once(2, 1), &[Property::LocalSpinning]);
    match report.of(Property::LocalSpinning) {
        Some(Verdict::Holds(_)) => assert!(facts.rmr.local, "{}", facts.name),
        Some(Verdict::Violated(_, what)) if !facts.rmr.local => {
            assert!(what.contains("is about to read"), "{}: {what}", facts.name);
        }
        _ => panic!("{}: {report:?}", facts.name),
    }
}

#[test]
fn what_there_is_no_room_for_is_not_called_holding() {
    let row = find("fife").expect("a model");
    let options = Options::new(2);
    let limits = Limits {
        threads: 2,
        states: 1000,
    };
    let report = doorway_check::check(
        row,
        3,
        &options,
        &row.properties(false),
        limits,
        &Progress::default(),
    )
    .expect("it can be checked");
    assert!(
        report
            .verdicts
            .iter()
            .all(|(_, verdict)| matches!(verdict, Verdict::Undecided(_))),
        "{report:?}"
    );
}

#[test]
fn what_cannot_be_checked_is_said() {
    let refused = |name: &str, n, k, crashes, each: &[u8]| {
        let row = find(name).expect("a model");
        let options = Options {
            crashes,
            ..Options::new(k)
        };
        let options = options.with_passages(each, n).expect("as many");
        let limits = Limits {
            threads: 1,
            states: 1,
        };
        doorway_check::check(row, n, &options, &[], limits, &Progress::default())
            .expect_err("refused")
    };
    assert!(refused("fife", 3, 0, 0, &[]).contains("1 ≤ k ≤ n"));
    assert!(refused("fife", 3, 4, 0, &[]).contains("1 ≤ k ≤ n"));
    assert!(refused("fife", 3, 2, 2, &[]).contains("at most k-1 = 1"));
    assert!(refused("fife", 5, 2, 0, &[]).contains("1 to 4 processes"));
    assert!(refused("bakery", 2, 2, 0, &[1]).contains("for k = 1"));
    assert!(refused("safe-fife", 2, 1, 0, &[]).contains("needs bounded passages"));
    assert!(refused("kfcfs", 2, 1, 0, &[20]).contains("there is room for 30"));
    assert!(Options::new(1).with_passages(&[1, 2], 3).is_err());
    assert!(Options::new(1).with_passages(&[1], 200).is_err());
}

/// A panic in one of the searching threads ends the search; the other thread does not wait for it.
#[test]
#[should_panic(expected = "on the way")]
fn a_panic_ends_the_search() {
    let space = Visited::<Fife<3>> {
        options: &Options::new(2),
        visit: &|id, _| assert!(id != 100, "on the way"),
    };
    explore::<4>(&space, 2, 1_000_000, &Progress::default());
}
