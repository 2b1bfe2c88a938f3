//! The paper's Lemma 3 and Claims 1 and 2, over all runs with two processes, and on random runs with
//! three and four. Processes may cancel.

use super::runs::{explore, walks, Follows};
use doorway_proofs::bounded::lemmas::{Broken, Claim, Claims, Lemma3, Step};
use doorway_proofs::bounded::{
    AsPrinted, AsWritten, BoundedOf, Late13, Late5, No4f, OneCell, OneLoad, Variant,
};
use doorway_proofs::machine::Machine;
use doorway_proofs::timestamps::atomic::Atomic;
use doorway_proofs::timestamps::bounded::Packed;
use doorway_proofs::timestamps::growing::Growing;
use doorway_proofs::timestamps::lazy::Lazy;
use doorway_proofs::timestamps::stamps::Stamps;

/// The lemmas, all of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Lemmas<const N: usize>(Lemma3<N>, Claims<N>);

impl<const N: usize> Lemmas<N> {
    fn new(claim: Claim) -> Self {
        Lemmas(Lemma3::default(), Claims::new(claim))
    }
}

impl<T: Stamps<N>, V: Variant, const N: usize> Follows<T, V, N> for Lemmas<N> {
    type Broken = Broken;

    fn see(&mut self, step: &Step<T, V, N>, model: &BoundedOf<T, V, N>) -> Result<(), Broken> {
        self.0.see(step, model)?;
        self.1.see(step, model)
    }
}

/// All runs of two processes for ever, with cancellations: the number of states, or what is violated.
fn all_runs<T: Stamps<2>, V: Variant>(k: usize, claim: Claim) -> Result<usize, Broken> {
    explore::<T, V, _, 2>(k, true, Lemmas::new(claim))
}

/// Random runs of N processes.
fn random_runs<T: Stamps<N>, V: Variant, const N: usize>(
    k: usize,
    claim: Claim,
) -> Result<(), Broken> {
    let start = |_: &mut _| (BoundedOf::<T, V, N>::new(k), Lemmas::new(claim));
    walks((50, 20_000), true, start).map(|_| ())
}

#[test]
fn lemmas_hold_with_two() {
    assert_eq!(
        all_runs::<Atomic, AsWritten>(1, Claim::AsPrinted),
        Ok(42_232)
    );
    assert_eq!(
        all_runs::<Atomic, AsWritten>(2, Claim::AsPrinted),
        Ok(34_908)
    );
    assert_eq!(
        all_runs::<Atomic, AsPrinted>(1, Claim::AsPrinted),
        Ok(27_082)
    );
    assert_eq!(
        all_runs::<Lazy, AsWritten>(1, Claim::AsPrinted),
        Ok(215_767)
    );
}

/// A million steps each.
#[test]
fn lemmas_hold_on_walks() {
    let paper = Claim::AsPrinted;
    assert_eq!(random_runs::<Atomic, AsWritten, 3>(2, paper), Ok(()));
    assert_eq!(random_runs::<Lazy, AsWritten, 3>(2, paper), Ok(()));
    assert_eq!(random_runs::<Lazy, AsPrinted, 3>(1, paper), Ok(()));
    assert_eq!(random_runs::<Packed<3>, AsWritten, 3>(2, paper), Ok(()));
    assert_eq!(random_runs::<Atomic, AsPrinted, 4>(2, paper), Ok(()));
    assert_eq!(random_runs::<Lazy, AsWritten, 4>(2, paper), Ok(()));
    assert_eq!(random_runs::<Growing, AsWritten, 4>(2, paper), Ok(()));
    assert_eq!(random_runs::<Packed<4>, AsWritten, 4>(3, paper), Ok(()));
}

/// What a variant breaks in all runs of two processes, and on random runs of four.
fn breaks<V: Variant>() -> [Option<Broken>; 2] {
    let two = all_runs::<Atomic, V>(1, Claim::AsPrinted);
    let four = random_runs::<Packed<4>, V, 4>(2, Claim::AsPrinted);
    [two.err(), four.err()]
}

/// Lemma 3 needs both cells, the check of 4e, and 13 before 14. Claim 2 needs 5 before 6. None of
/// them needs 4f.
#[test]
fn variants_break_them() {
    use Broken::{Claim2, Lemma3Revealed, Lemma3Stays};
    assert_eq!(breaks::<OneLoad>(), [Some(Lemma3Revealed); 2]);
    let one_cell = [Some(Lemma3Stays), Some(Lemma3Revealed)];
    assert_eq!(breaks::<OneCell>(), one_cell);
    assert_eq!(breaks::<Late13>(), [Some(Lemma3Revealed); 2]);
    assert_eq!(breaks::<Late5>(), [Some(Claim2); 2]);
    assert_eq!(breaks::<No4f>(), [None; 2]);
}

/// Stronger claims do not hold, already with two processes; on atomic timestamps the first does.
#[test]
fn stronger_claims_fail() {
    let claims = [
        (Claim::FirstOfC, Broken::Claim1),
        (Claim::AnyScan, Broken::Claim1),
        (Claim::AnyLabel, Broken::Claim2),
    ];
    for (claim, broken) in claims {
        assert_eq!(all_runs::<Lazy, AsWritten>(1, claim), Err(broken));
        assert_eq!(random_runs::<Lazy, AsWritten, 3>(2, claim), Err(broken));
        assert_eq!(
            random_runs::<Packed<4>, AsWritten, 4>(2, claim),
            Err(broken)
        );
    }
    assert_eq!(
        all_runs::<Atomic, AsWritten>(1, Claim::FirstOfC),
        Ok(42_232)
    );
}
