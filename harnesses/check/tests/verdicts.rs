//! What the checker says of the locks and of the mutants, at sizes small enough for every day. `cargo doorway check --all` has the rest.

use doorway_catalogue::{find, Options, Property, Renaming, ROWS};
use doorway_check::explore::{explore, Id, Progress, Space};
use doorway_check::pack::Key;
use doorway_check::system::System;
use doorway_check::verdict::{Limits, Report, Verdict};
use doorway_proofs::black_white::BlackWhite;
use doorway_proofs::fife::Fife;
use doorway_proofs::machine::Machine;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const LIMITS: Limits = Limits {
    threads: 2,
    states: 20_000_000,
};

fn check(
    name: &str,
    n: usize,
    k: usize,
    crashes: u32,
    each: &[u8],
    withdrawals: bool,
    wanted: Option<Property>,
) -> Report {
    let row = find(name).expect("a machine");
    let options = Options {
        crashes,
        withdrawals,
        ..Options::new(k)
    };
    let options = options
        .with_passages(each, n)
        .expect("as many as processes");
    let wanted = wanted.map_or_else(|| row.properties(withdrawals), |property| vec![property]);
    doorway_check::check(row, n, &options, &wanted, LIMITS, &Progress::default())
        .expect("it can be checked")
}

fn holds(name: &str, n: usize, k: usize, crashes: u32, each: &[u8], withdrawals: bool) -> Report {
    let report = check(name, n, k, crashes, each, withdrawals, None);
    assert!(
        report.holds(),
        "{name}, n = {n}, k = {k}: {:#?}",
        report.verdicts
    );
    report
}

#[test]
fn bakery() {
    holds("bakery", 1, 1, 0, &[2], true);
    holds("bakery", 2, 1, 0, &[3], true);
    holds("bakery", 3, 1, 0, &[1], true);
}

/// For ever; and with giving up as far as passages are bounded, where numbers are not.
#[test]
fn black_white() {
    holds("black-white", 1, 1, 0, &[], false);
    holds("black-white", 2, 1, 0, &[], false);
    holds("black-white", 3, 1, 0, &[], false);
    holds("black-white-as-printed", 2, 1, 0, &[], false);
    gives_up("black-white");
}

/// For ever, on any active set; and on the two that there are. With giving up, passages are bounded and numbers are not.
#[test]
fn adaptive() {
    holds("adaptive", 1, 1, 0, &[], false);
    holds("adaptive", 2, 1, 0, &[], false);
    holds("adaptive", 3, 1, 0, &[], false);
    holds("adaptive-adds", 2, 1, 0, &[], false);
    holds("adaptive-on-flags", 2, 1, 0, &[], false);
    holds("adaptive-on-grid", 2, 1, 0, &[], false);
    gives_up("adaptive");
}

#[test]
fn local_spin() {
    holds("local-spin", 1, 1, 0, &[], false);
    holds("local-spin", 2, 1, 0, &[], false);
    holds("local-spin-as-printed", 2, 1, 0, &[], false);
    holds("local-spin-25-before-23", 2, 1, 0, &[], false);
    holds("local-spin-adds", 2, 1, 0, &[], false);
    holds("local-spin-on-flags", 2, 1, 0, &[], false);
    holds("local-spin-on-grid", 2, 1, 0, &[], false);
    gives_up("local-spin");
}

fn gives_up(name: &str) {
    holds(name, 2, 1, 0, &[4], true);
    let bound = Some(Property::RegisterBound);
    assert!(!check(name, 2, 1, 0, &[4], true, bound).holds());
}

/// The two conditions, and a bounded number of steps.
#[test]
fn active_sets() {
    holds("active-set-flags", 2, 1, 0, &[], false);
    holds("active-set-flags", 3, 1, 0, &[], false);
    holds("active-set-grid", 2, 1, 0, &[], false);
}

/// The states of `M`, each shown to `visit`.
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

/// Why numbers are at most N holds of every state, as long as nobody cancels; and not if a process does.
#[test]
fn black_white_is_bounded() {
    for withdrawals in [false, true] {
        let options = Options {
            withdrawals,
            renaming: Renaming::None,
            ..Options::new(1)
        };
        let each: &[u8] = if withdrawals { &[2] } else { &[] };
        let options = options.with_passages(each, 3).expect("as many");
        let exceptions = AtomicUsize::new(0);
        let space = Visited::<BlackWhite<3>> {
            options: &options,
            visit: &|_, machine| {
                exceptions.fetch_add(usize::from(!machine.is_bounded()), Relaxed);
            },
        };
        explore::<2>(&space, 2, 20_000_000, &Progress::default());
        assert_eq!(exceptions.load(Relaxed) > 0, withdrawals);
    }
}

#[test]
fn kfcfs() {
    holds("kfcfs", 1, 1, 0, &[], true);
    holds("kfcfs", 2, 1, 0, &[], true);
    holds("kfcfs", 2, 2, 1, &[], true);
    holds("kfcfs", 3, 1, 0, &[], false);
}

#[test]
fn fife() {
    holds("fife", 1, 1, 0, &[], true);
    holds("fife", 2, 1, 0, &[], true);
    holds("fife", 2, 2, 1, &[], true);
    holds("fife", 3, 1, 0, &[], false);
    let report = holds("fife", 3, 2, 0, &[1], false);
    assert!(
        matches!(
            report.of(Property::Fife),
            Some(Verdict::Holds(Some(1..=20)))
        ),
        "{report:?}"
    );
}

#[test]
fn safe_fife() {
    holds("safe-fife", 1, 1, 0, &[2], true);
    holds("safe-fife", 2, 1, 0, &[2], true);
    holds("safe-fife", 2, 2, 1, &[2], true);
}

/// Every mutant that dies young.
#[test]
fn mutants_die() {
    let mut dead = 0;
    for row in ROWS.iter().filter(|row| !row.slow) {
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

/// What kills the mutant without line 44's test does not kill the lock.
#[test]
fn line_44_is_what_it_takes() {
    let kill = find("safe-fife-no-44")
        .and_then(|row| row.kill)
        .expect("a mutant");
    let row = find("safe-fife").expect("a machine");
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

/// The trace of a violation is the shortest, and in the paper's words.
#[test]
fn a_trace_is_told() {
    let report = check(
        "fife-no-14",
        2,
        1,
        0,
        &[1],
        false,
        Some(Property::KExclusion),
    );
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

/// The Bakery does not spin locally, and is not asked to; asked, it says where.
#[test]
fn the_bakery_does_not_spin_locally() {
    spins_on("bakery", "Doorway");
}

/// Nor does the Black-White Bakery.
#[test]
fn the_black_white_bakery_does_not_spin_locally() {
    spins_on("black-white", "choosing");
}

/// Nor does Algorithm 3.
#[test]
fn the_adaptive_one_does_not_spin_locally() {
    spins_on("adaptive", "choosing");
}

fn spins_on(name: &str, register: &str) {
    let asked = Property::LocalSpinning;
    let report = check(name, 2, 1, 0, &[1], false, Some(asked));
    let Some(Verdict::Violated(_, what)) = report.of(asked) else {
        panic!("{name}: {report:?}")
    };
    assert!(
        what.contains(&format!("is about to read {register}")),
        "{what}"
    );
}

#[test]
fn what_there_is_no_room_for_is_not_called_holding() {
    let row = find("fife").expect("a machine");
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
        let row = find(name).expect("a machine");
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

/// A panic in one of the searching threads ends the search; it does not leave the other waiting.
#[test]
#[should_panic(expected = "on the way")]
fn a_panic_ends_the_search() {
    let space = Visited::<Fife<3>> {
        options: &Options::new(2),
        visit: &|id, _| assert!(id != 100, "on the way"),
    };
    explore::<4>(&space, 2, 1_000_000, &Progress::default());
}
