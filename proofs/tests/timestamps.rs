//! The four timestamp systems, explored and walked, and the mutants of the bounded one.
//!
//! About 12 seconds on one core.

use doorway_proofs::timestamps::bounded::{Bounded, Variant};
use doorway_proofs::timestamps::history::{Event, Violation};
use doorway_proofs::timestamps::ideal::Ideal;
use doorway_proofs::timestamps::laziest::Laziest;
use doorway_proofs::timestamps::properties::{self, Sentence};
use doorway_proofs::timestamps::unbounded::Unbounded;
use doorway_proofs::timestamps::users::{Found, Random, Users};
use doorway_proofs::timestamps::{pair, Timestamps};

/// The variants of the bounded system that are right.
const RIGHT: [Variant; 2] = [Variant::Joined, Variant::Apart];

/// The states of N processes with so many labels and scans each.
fn explore<T: Timestamps<N>, const N: usize>(stamps: T, left: [(u8, u8); N]) -> Found {
    Users::<T, N, 4>::new(stamps, left).explore(5_000_000)
}

/// Random walks of N processes with `labels` labels and `scans` scans each. Returns the number of
/// their steps, or the first violation.
fn walk<T: Timestamps<N>, const N: usize, const M: usize>(
    stamps: &T,
    (labels, scans): (u8, u8),
    walks: usize,
) -> Result<usize, Violation> {
    let mut random = Random::new(1);
    let mut steps = 0;
    for _ in 0..walks {
        let users = Users::<T, N, M>::new(stamps.clone(), [(labels, scans); N]);
        match users.walk(&mut random) {
            Ok(walk) => steps += walk.steps,
            Err((violation, _)) => return Err(violation),
        }
    }
    Ok(steps)
}

#[test]
fn ideal() {
    assert_eq!(
        explore(Ideal::<2>::default(), [(3, 3); 2]),
        Found::Nothing(2_124)
    );
    assert_eq!(
        explore(Ideal::<3>::default(), [(2, 1); 3]),
        Found::Nothing(5_906)
    );
}

#[test]
fn laziest() {
    assert_eq!(
        explore(Laziest::<2>::default(), [(3, 2); 2]),
        Found::Nothing(146_993)
    );
    assert_eq!(
        explore(Laziest::<3>::default(), [(1, 1); 3]),
        Found::Nothing(23_372)
    );
}

#[test]
fn unbounded() {
    assert_eq!(
        explore(Unbounded::<2>::default(), [(3, 3); 2]),
        Found::Nothing(37_614)
    );
    assert_eq!(
        explore(Unbounded::<3>::default(), [(1, 1); 3]),
        Found::Nothing(14_383)
    );
    assert!(walk::<_, 3, 21>(&Unbounded::<3>::default(), (20, 10), 2_000).is_ok());
}

#[test]
fn bounded_with_two() {
    let joined = Bounded::<2>::new(Variant::Joined);
    assert_eq!(explore(joined, [(2, 2); 2]), Found::Nothing(1_622_270));
}

#[test]
fn bounded_apart_with_two() {
    let apart = Bounded::<2>::new(Variant::Apart);
    assert_eq!(explore(apart, [(2, 1); 2]), Found::Nothing(387_216));
}

/// All runs with three processes and few operations.
#[test]
fn bounded_with_three() {
    let states = |variant, left| explore(Bounded::<3>::new(variant), left);
    let three_labels = [(1, 0), (1, 0), (1, 0)];
    assert_eq!(
        states(Variant::Joined, three_labels),
        Found::Nothing(47_467)
    );
    assert_eq!(states(Variant::Apart, three_labels), Found::Nothing(51_486));
    let two_scans = [(1, 1), (1, 0), (0, 1)];
    assert_eq!(states(Variant::Joined, two_scans), Found::Nothing(43_162));
    assert_eq!(states(Variant::Apart, two_scans), Found::Nothing(64_697));
    let a_label_again = [(1, 0), (2, 0), (0, 1)];
    assert_eq!(
        states(Variant::Joined, a_label_again),
        Found::Nothing(87_911)
    );
    assert_eq!(
        states(Variant::Apart, a_label_again),
        Found::Nothing(116_139)
    );
}

/// Ten million steps each with three processes, three million with four and with five.
#[test]
fn bounded_walks() {
    for variant in RIGHT {
        let steps = walk::<_, 3, 21>(&Bounded::<3>::new(variant), (20, 10), 12_000);
        assert!(steps.is_ok_and(|steps| steps > 10_000_000), "{steps:?}");
        let steps = walk::<_, 4, 16>(&Bounded::<4>::new(variant), (15, 10), 2_500);
        assert!(steps.is_ok_and(|steps| steps > 3_000_000), "{steps:?}");
        let steps = walk::<_, 5, 12>(&Bounded::<5>::new(variant), (11, 8), 2_000);
        assert!(steps.is_ok_and(|steps| steps > 3_000_000), "{steps:?}");
    }
}

/// The most accesses of a scan and of a label on random walks.
fn accesses<const N: usize>(variant: Variant) -> (usize, usize) {
    let mut random = Random::new(3);
    let mut most = (0, 0);
    for _ in 0..300 {
        let mut users = Users::<_, N, 8>::new(Bounded::<N>::new(variant), [(7, 7); N]);
        let mut made = [0; N];
        loop {
            let moves = users.moves();
            if moves.is_empty() {
                break;
            }
            let step = moves[random.below(moves.len())];
            made[step.p] += 1;
            let mut last = None;
            let holds = users.make(step, |event| last = Some(event));
            assert_eq!(holds, Ok(()));
            match last {
                Some(Event::LabelEnds(p)) => most.1 = most.1.max(std::mem::take(&mut made[p])),
                Some(Event::ScanEnds(p, _)) => most.0 = most.0.max(std::mem::take(&mut made[p])),
                _ => {}
            }
        }
    }
    most
}

/// At most 3N - 2 and 6N - 3; with announced colors apart, 4N - 3 and 7N - 4. With two processes the
/// walks reach these bounds.
#[test]
fn bounded_accesses() {
    assert_eq!(accesses::<2>(Variant::Joined), (4, 9));
    assert_eq!(accesses::<2>(Variant::Apart), (5, 10));
    let (scan, label) = accesses::<3>(Variant::Joined);
    assert!(scan <= 7 && label <= 15);
    let (scan, label) = accesses::<3>(Variant::Apart);
    assert!(scan <= 9 && label <= 17);
    let (scan, label) = accesses::<4>(Variant::Joined);
    assert!(scan <= 10 && label <= 21);
}

/// The snapshot, one scanner and one updater: without a bound, with any color that may be picked.
#[test]
fn pairs() {
    assert_eq!(pair::explore(Variant::Joined), Some(2_056));
    assert_eq!(pair::explore(Variant::Apart), Some(2_768));
}

#[test]
fn pair_mutants_die() {
    let mutants = [
        Variant::NoAnnouncement,
        Variant::SavedIgnored,
        Variant::SavedLate,
        Variant::NoBottom,
        Variant::NoBottomEarlier,
        Variant::OneBit,
        Variant::ApartMainFirst,
    ];
    for mutant in mutants {
        assert_eq!(pair::explore(mutant), None, "{mutant:?}");
    }
}

/// Every mutant violates the specification with three processes.
#[test]
fn mutants_die_with_three() {
    let mutants = [
        (Variant::PlainCollect, Violation::Cycle),
        (Variant::NoAnnouncement, Violation::Cycle),
        (Variant::SavedIgnored, Violation::Cycle),
        (Variant::SavedLate, Violation::Outdated),
        (Variant::NoBottom, Violation::Cycle),
        (Variant::NoBottomEarlier, Violation::Cycle),
        (Variant::ColorsApart, Violation::Cycle),
        (Variant::OneBit, Violation::Cycle),
        (Variant::ApartMainFirst, Violation::Cycle),
        (Variant::WrongStartDigit, Violation::Cycle),
        (Variant::NewestMoves, Violation::Cycle),
        (Variant::ThresholdLess, Violation::Cycle),
        (Variant::ThresholdMore, Violation::Cycle),
    ];
    for (mutant, violation) in mutants {
        let found = walk::<_, 3, 21>(&Bounded::<3>::new(mutant), (20, 10), 10_000);
        assert_eq!(found, Err(violation), "{mutant:?}");
    }
}

/// Mutants whose violations an exploration finds, with the number of steps to the nearest.
#[test]
fn mutants_explored() {
    let two = |mutant| explore(Bounded::<2>::new(mutant), [(2, 1), (2, 0)]);
    let late = Found::Violated(Violation::Outdated, 18);
    assert_eq!(two(Variant::SavedLate), late);
    let moves = Found::Violated(Violation::Cycle, 32);
    assert_eq!(two(Variant::NewestMoves), moves);
    let collect = Bounded::<3>::new(Variant::PlainCollect);
    let found = explore(collect, [(2, 1), (2, 1), (1, 1)]);
    assert_eq!(found, Found::Violated(Violation::Cycle, 19));
}

/// Two mutants violate it with two processes. The others pass the same walks: two processes show
/// almost nothing.
#[test]
fn mutants_with_two() {
    let found = |mutant| walk::<_, 2, 32>(&Bounded::<2>::new(mutant), (30, 20), 2_000);
    assert_eq!(found(Variant::SavedLate), Err(Violation::Outdated));
    assert_eq!(found(Variant::NewestMoves), Err(Violation::Cycle));
    let passes = [
        Variant::PlainCollect,
        Variant::NoAnnouncement,
        Variant::SavedIgnored,
        Variant::NoBottom,
        Variant::NoBottomEarlier,
        Variant::OneBit,
        Variant::ApartMainFirst,
        Variant::WrongStartDigit,
    ];
    for mutant in passes {
        assert!(found(mutant).is_ok(), "{mutant:?}");
    }
    let collect = Bounded::<2>::new(Variant::PlainCollect);
    assert_eq!(explore(collect, [(3, 3); 2]), Found::Nothing(23_639));
}

/// The paper's four sentences, on short walks of all systems with three processes.
#[test]
fn the_papers_sentences() {
    fn holds<T: Timestamps<3>>(stamps: &T) {
        let mut random = Random::new(2);
        for _ in 0..1_500 {
            let users = Users::<_, 3, 4>::new(stamps.clone(), [(3, 3); 3]);
            let walk = users.walk(&mut random).expect("the specification holds");
            assert_eq!(properties::check(&walk.history), Ok(()));
        }
    }
    holds(&Ideal::<3>::default());
    holds(&Laziest::<3>::default());
    holds(&Unbounded::<3>::default());
    holds(&Bounded::<3>::new(Variant::Joined));
    holds(&Bounded::<3>::new(Variant::Apart));
}

/// Histories of mutants that violate the paper's sentences too.
#[test]
fn the_papers_sentences_reject() {
    let mutants = [
        (Variant::PlainCollect, Sentence::Stays),
        (Variant::SavedLate, Sentence::Stays),
        (Variant::WrongStartDigit, Sentence::Stays),
        (Variant::ThresholdLess, Sentence::Property1),
        (Variant::NewestMoves, Sentence::Stays),
    ];
    let mut random = Random::new(2);
    for (mutant, sentence) in mutants {
        let violated = (0..20_000).any(|_| {
            let users = Users::<_, 3, 6>::new(Bounded::<3>::new(mutant), [(5, 5); 3]);
            let walk = users.walk(&mut random);
            walk.is_err_and(|(_, history)| properties::check(&history) == Err(sentence))
        });
        assert!(violated, "{mutant:?}");
    }
}
