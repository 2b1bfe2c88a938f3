//! A second opinion: stateright explores the same models, and must reach the same verdicts.
//!
//! Our explorer makes steps that no other process can notice together with the next, forgets what
//! no longer matters, packs states and distributes them over threads. Here none of this is done
//! ([`plain`]), and the search is an independent one. Both check every property of every model of
//! [the catalogue](rows), locks and mutants, at small sizes. About half a minute on two cores.

mod plain;

use doorway_check::explore::Progress;
use doorway_check::judged::Of;
use doorway_check::model_type;
use doorway_check::verdict::{check, Limits, Verdict};
use doorway_core::ticket::Ticket;
use doorway_proofs::catalogue::model::AnyModel;
use doorway_proofs::catalogue::{rows, Options, Property, Row};
use doorway_proofs::fife::mutants::CaptureLarger;
use doorway_proofs::fife::{Fife, Line};
use doorway_proofs::machine::mutant::{Change, Changed, Mutant};
use doorway_proofs::machine::{Access, Machine};
use plain::{Opinion, Plain, SLOTS};
use stateright::Model;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The properties that both explorers check.
const ASKED: [Property; 8] = [
    Property::KExclusion,
    Property::Invariant,
    Property::RegisterBound,
    Property::LocalSpinning,
    Property::KFcfs,
    Property::Fife,
    Property::DeadlockFreedom,
    Property::StarvationFreedom,
];

const LIMITS: Limits = Limits {
    threads: 2,
    states: 10_000_000,
};

/// A size to explore, and what may happen.
#[derive(Clone, Copy, Debug)]
struct Case {
    n: usize,
    k: usize,
    crashes: usize,
    passages: [u8; SLOTS],
    cancellations: bool,
}

impl Case {
    /// The verdicts of stateright on a model, given in its first state.
    fn theirs(self, first: AnyModel) -> Opinion {
        let mut plain = Plain::new(first, self.k, self.passages);
        plain.crashes = self.crashes;
        plain.cancellations = self.cancellations;
        plain.explore()
    }

    /// The same case as options of our checker.
    fn options(self) -> Options {
        let options = Options {
            crashes: self.crashes as u32,
            cancellations: self.cancellations,
            ..Options::new(self.k)
        };
        options
            .with_passages(&self.passages[..self.n], self.n)
            .expect("as many as processes")
    }

    /// The verdicts of our checker: the number of states, and the violated properties.
    fn ours(self, row: &Row) -> (usize, Vec<Property>) {
        let check = |wanted: &[Property]| {
            doorway_check::check(
                row,
                self.n,
                &self.options(),
                wanted,
                LIMITS,
                &Progress::default(),
            )
            .expect("it can be checked")
        };
        // A search ends at the first violation, so each property is checked alone.
        let all = check(&ASKED);
        let states = all.states.iter().copied().max().unwrap_or(0);
        let is_violated = |property: &Property| match check(&[*property]).of(*property) {
            Some(Verdict::Holds(_)) => false,
            Some(Verdict::Violated(..)) => true,
            other => panic!("{} {self:?}: {other:?}", row.name),
        };
        let violated = match all.holds() {
            true => vec![],
            false => ASKED.into_iter().filter(is_violated).collect(),
        };
        (states, violated)
    }
}

/// The properties that are violated in some case, by model.
type Violated = BTreeMap<&'static str, BTreeSet<&'static str>>;

/// Compares the verdicts of both explorers in all `cases`.
fn compare(row: &'static Row, cases: &[Case], found: &mut Violated) {
    for case in cases {
        if case.k > 1 && !row.any_k {
            continue;
        }
        let first = model_type(row, case.n).expect("a model").first(case.k);
        let theirs = case.theirs(first);
        let (states, ours) = case.ours(row);
        for property in ASKED {
            // With bounded passages no process enters again and again: if a process starves, no
            // process enters any more.
            let name = match property {
                Property::DeadlockFreedom => Property::StarvationFreedom.name(),
                other => other.name(),
            };
            assert_eq!(
                theirs.violated.contains(&name),
                ours.contains(&property),
                "{} of {} in {case:?}: stateright | we find it violated",
                property.name(),
                row.name,
            );
        }
        assert!(theirs.done || row.kill.is_some(), "{} {case:?}", row.name);
        let violated = found.entry(row.name).or_default();
        violated.extend(ours.iter().map(|property| property.name()));
        println!(
            "{} {case:?}: {} plain states, {states} of ours, violated: {:?}",
            row.name, theirs.states, theirs.violated
        );
    }
}

fn case(n: usize, k: usize, crashes: usize, passages: [u8; SLOTS], cancellations: bool) -> Case {
    Case {
        n,
        k,
        crashes,
        passages,
        cancellations,
    }
}

/// Algorithm 1 on bounded timestamps has hundreds of times as many states as on atomic ones.
const LARGE: &str = "bounded";

/// The cases with two processes; on safe registers and on active sets only the quick ones.
fn two(row: &Row) -> Vec<Case> {
    if row.on_a_set {
        return vec![
            case(2, 1, 0, [1, 1, 0], true),
            case(2, 1, 0, [2, 2, 0], false),
        ];
    }
    if row.name == LARGE {
        return vec![
            case(2, 1, 0, [1, 1, 0], true),
            case(2, 1, 0, [2, 1, 0], false),
            case(2, 2, 1, [1, 1, 0], true),
        ];
    }
    let mut cases = vec![];
    for passages in [[1, 1, 0], [2, 1, 0], [1, 2, 0], [2, 2, 0]] {
        let few = passages == [1, 1, 0];
        cases.push(case(2, 1, 0, passages, false));
        if !row.safe || passages != [2, 2, 0] {
            cases.push(case(2, 1, 0, passages, true));
            cases.push(case(2, 2, 0, passages, false));
        }
        if !row.safe || few {
            cases.push(case(2, 2, 1, passages, true));
        }
    }
    cases
}

/// Every model with two processes; every mutant that two processes can kill dies here, in both explorers.
#[test]
fn both_agree_on_two_processes() {
    let mut found = Violated::new();
    for row in rows() {
        compare(row, &two(row), &mut found);
    }
    let survives = |row: &&Row| {
        let kill = row.kill.as_ref().expect("a mutant");
        !found[row.name].contains(kill.property.name())
    };
    let mutants = rows().filter(|row| row.kill.is_some());
    let survivors: Vec<_> = mutants.filter(survives).map(|row| row.name).collect();
    // These take more than two processes, or more than two passages each.
    let is_late = |row: &Row| {
        row.kill.is_some_and(|kill| kill.n > 2) || row.name == "black-white-split-ticket"
    };
    let mutants = rows().filter(|row| row.kill.is_some());
    let late: Vec<_> = mutants
        .filter(|row| is_late(row))
        .map(|row| row.name)
        .collect();
    assert_eq!(survivors, late);
    for row in rows().filter(|row| row.kill.is_none()) {
        let lacks: BTreeSet<_> = row.lacks.iter().map(|property| property.name()).collect();
        assert_eq!(found[row.name], lacks, "{}", row.name);
    }
}

/// Every lock on atomic registers with three processes, one passage each, and a mutant.
///
/// (The other mutants are compared with two processes; with three they take a minute more.)
#[test]
fn both_agree_on_three_processes() {
    let mut found = Violated::new();
    let is_taken = |row: &&Row| row.kill.is_none() || row.name == "fife-no-14";
    // On an active set two processes already take half a minute; Algorithm 1 has millions of states.
    let rows = rows().filter(|row| !row.safe && !row.on_a_set && !row.name.starts_with(LARGE));
    for row in rows.filter(is_taken) {
        let mut cases = vec![case(3, 1, 0, [1, 1, 1], false)];
        if row.kill.is_none() {
            cases.push(case(3, 2, 0, [1, 1, 1], false));
        }
        compare(row, &cases, &mut found);
    }
    assert!(found["fife"].is_empty());
    assert!(found["fife-no-14"].contains("k-exclusion"));
}

/// [`CaptureLarger`], which wrongly forgets what only the original model may forget.
#[derive(Clone, Copy, Debug)]
struct Careless;

impl<M: Machine> Change<M> for Careless {
    const FORGETS: bool = true;

    fn change(machine: &M, p: usize, access: &Access, loaded: Ticket) -> Changed {
        CaptureLarger::change(machine, p, access, loaded)
    }
}

/// An unsound reduction is noticed: stateright finds the violation that our checker has forgotten.
#[test]
fn an_unsound_reduction_is_seen() {
    let case = case(2, 1, 0, [2, 2, 0], false);
    let property = Property::KExclusion;
    let theirs = case.theirs(AnyModel::new(Mutant::<Fife<2>, Careless>::new(1)));
    let ours = check::<4>(
        &Of::<Mutant<Fife<2>, Careless>, 4>::ALL,
        &case.options(),
        &[property],
        LIMITS,
        &Progress::default(),
    );
    assert!(theirs.violated.contains(&property.name()));
    assert!(ours.holds(), "{ours:?}");
}

/// All reachable states.
fn reachable(plain: &Plain<Fife<2>>) -> HashSet<Fife<2>> {
    let mut seen: HashSet<_> = plain.init_states().into_iter().collect();
    let mut pending: Vec<_> = seen.iter().cloned().collect();
    while let Some(state) = pending.pop() {
        for next in plain.next_states(&state) {
            if seen.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    seen.into_iter().map(|state| state.machine).collect()
}

/// The model with its two processes exchanged.
fn mirror(machine: &Fife<2>) -> Fife<2> {
    let mut image = *machine;
    image.ticket.reverse();
    image.processes.reverse();
    for rows in [&mut image.want, &mut image.capture] {
        rows.reverse();
        rows.iter_mut().for_each(|row| row.reverse());
    }
    for process in &mut image.processes {
        process.predecessor_set.reverse();
        if !matches!(
            process.line,
            Line::L13 | Line::L14Load | Line::OptimisticStore | Line::L15Store | Line::L24
        ) {
            process.i = 1 - process.i;
        }
    }
    image
}

/// Fife is not symmetric in its processes: they differ in the tie-break and in the order of the loops.
///
/// This is why the explorer has no symmetry reduction.
#[test]
fn processes_are_not_symmetric() {
    let reachable = reachable(&Plain::new(Fife::<2>::new(1), 1, [2, 2, 0]));
    // Of two equal tickets, the first process goes first.
    let tie = |first: usize, it: &Fife<2>| {
        it.ticket[0] == it.ticket[1]
            && it.processes[first].line == Line::L24
            && it.processes[1 - first].line == Line::L21
    };
    let broken: Vec<_> = reachable.iter().filter(|it| tie(0, it)).collect();
    assert!(!broken.is_empty());
    assert!(broken.iter().all(|it| tie(1, &mirror(it))));
    assert!(!reachable.iter().any(|it| tie(1, it)));
    // In line 23 the first process writes its own register first, the second writes its own last.
    let own_first = |p: usize, it: &Fife<2>| {
        let [own, other] = [it.capture[p][p], it.capture[p][1 - p]];
        it.processes[p].line == Line::L23 && own == it.ticket[p] && other < own
    };
    let own: Vec<_> = reachable.iter().filter(|it| own_first(0, it)).collect();
    assert!(!own.is_empty());
    assert!(own.iter().all(|it| own_first(1, &mirror(it))));
    assert!(!reachable.iter().any(|it| own_first(1, it)));
    let without = reachable
        .iter()
        .filter(|it| !reachable.contains(&mirror(it)));
    println!(
        "{} of {} without a mirror image",
        without.count(),
        reachable.len()
    );
}
