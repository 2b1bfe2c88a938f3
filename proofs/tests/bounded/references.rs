//! The constants of Lemma 7: remote references of a process while it waits, in the cache-coherent
//! model with write-through caches.
//!
//! A load is remote if its process has not loaded the register since another process stored to it.
//! While p waits and is not enabled, it makes at most 3 remote loads of `Compete[i][p]`, 4 of
//! `Ignore[i][p]`, 2 of `Order<[i][p]` and 4 of `Allow[i][p]`, and i makes at most 9 stores to the two
//! cells of `Discover[i][p]`. In the paper: p is enabled before the next one. p is enabled at the
//! latest when a process has entered that began its doorway later than p ended its own (Lemma 5).
//!
//! In the paper no process cancels.

use super::runs::{walks, Follows};
use doorway_proofs::bounded::lemmas::Step;
use doorway_proofs::bounded::{AsPrinted, AsWritten, BoundedOf, Line, Variant};
use doorway_proofs::machine::{Access, Array, Kind, Machine, Program, Region};
use doorway_proofs::timestamps::atomic::Atomic;
use doorway_proofs::timestamps::bounded::Packed;
use doorway_proofs::timestamps::lazy::Lazy;
use doorway_proofs::timestamps::stamps::Stamps;

/// What is counted: remote loads, and for `Discover` stores.
const COUNTED: [Array; 5] = [
    Array::Compete,
    Array::Ignore,
    Array::Order,
    Array::Allow,
    Array::Discover,
];

/// The limits of Lemma 7, in that order.
const PAPER: [u8; 5] = [3, 4, 2, 4, 9];

/// The counts for each pair of a waiting process and another one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Meter<const N: usize> {
    limits: [u8; 5],
    /// By array and p: the processes whose register for p is in p's cache, as bits.
    cached: [[u64; N]; 5],
    /// By array, p and the other process: the count since p waits.
    counts: [[[u8; N]; N]; 5],
    /// By p: the processes that have begun a doorway since p waits, as bits.
    arrived: [u64; N],
    /// The processes that are enabled because one of those has entered, as bits.
    enabled: u64,
    /// The largest counts.
    most: [u8; 5],
}

impl<const N: usize> Meter<N> {
    fn new(limits: [u8; 5]) -> Self {
        Meter {
            limits,
            cached: [[0; N]; 5],
            counts: [[[0; N]; N]; 5],
            arrived: [0; N],
            enabled: 0,
            most: [0; 5],
        }
    }

    /// An access of p; `waits` says which processes wait.
    fn access(&mut self, p: usize, access: &Access, waits: u64) -> Result<(), Array> {
        let Some(at) = COUNTED.iter().position(|&array| array == access.array) else {
            return Ok(());
        };
        let (i, home) = (access.writer, access.home);
        let is_store = access.kind != Kind::Load;
        let is_remote = is_store || self.cached[at][home] >> i & 1 == 0;
        let is_counted = match access.array {
            Array::Discover => is_store && p == i,
            _ => !is_store && p == home && is_remote,
        };
        if is_store && p != home {
            self.cached[at][home] &= !(1 << i);
        } else if p == home {
            self.cached[at][home] |= 1 << i;
        }
        if is_counted && (waits & !self.enabled) >> home & 1 == 1 {
            let count = &mut self.counts[at][home][i];
            *count += 1;
            self.most[at] = self.most[at].max(*count);
            if *count > self.limits[at] {
                return Err(access.array);
            }
        }
        Ok(())
    }
}

fn waits(line: Line) -> bool {
    (Line::L11Compete..=Line::L11Allow).contains(&line)
}

impl<T: Stamps<N>, V: Variant, const N: usize> Follows<T, V, N> for Meter<N> {
    type Broken = Array;

    fn see(&mut self, step: &Step<T, V, N>, model: &BoundedOf<T, V, N>) -> Result<(), Array> {
        let (p, before, after) = (step.p, &step.before, &model.processes[step.p]);
        let were_waiting = (0..N).filter(|&q| match q == p {
            true => waits(before.line),
            false => waits(model.processes[q].line),
        });
        let waiting = were_waiting.fold(0, |set, q| set | 1 << q);
        if let Some(access) = before.access(model.slot(p)) {
            self.access(p, &access, waiting)?;
        }
        if before.line == Line::Remainder {
            self.arrived.iter_mut().for_each(|set| *set |= 1 << p);
        }
        if before.line != Line::Critical && after.region() == Region::Critical {
            let late = (0..N).filter(|&q| self.arrived[q] >> p & 1 == 1);
            self.enabled = late.fold(self.enabled, |set, q| set | 1 << q);
        }
        if waits(before.line) != waits(after.line) {
            self.arrived[p] = 0;
            self.enabled &= !(1 << p);
            self.counts.iter_mut().for_each(|of| of[p] = [0; N]);
        }
        Ok(())
    }
}

/// The largest counts on random walks, or an array of which a count exceeds its limit.
fn measure<T: Stamps<N>, V: Variant, const N: usize>(
    k: usize,
    cancellations: bool,
    limits: [u8; 5],
) -> Result<[u8; 5], Array> {
    let start = |_: &mut _| (BoundedOf::<T, V, N>::new(k), Meter::new(limits));
    let ends = walks((100, 20_000), cancellations, start)?;
    let most = |at: usize| ends.iter().map(|end| end.most[at]).max().unwrap_or(0);
    Ok([0, 1, 2, 3, 4].map(most))
}

/// The maxima on two million steps each. Those of `Ignore` and `Order<` are the paper's.
#[test]
fn waiting_makes_few_references() {
    let most = measure::<Atomic, AsPrinted, 2>(1, false, PAPER);
    assert_eq!(most, Ok([2, 4, 2, 1, 5]));
    let most = measure::<Atomic, AsPrinted, 3>(2, false, PAPER);
    assert_eq!(most, Ok([2, 4, 2, 2, 5]));
    let most = measure::<Lazy, AsPrinted, 4>(2, false, PAPER);
    assert_eq!(most, Ok([2, 4, 2, 2, 5]));
    let most = measure::<Packed<4>, AsPrinted, 4>(3, false, PAPER);
    assert_eq!(most, Ok([2, 4, 2, 2, 5]));
}

/// The latch spares a load of `Ignore`.
#[test]
fn waiting_with_the_latch_makes_fewer() {
    let most = measure::<Atomic, AsWritten, 2>(1, false, PAPER);
    assert_eq!(most, Ok([2, 3, 2, 1, 5]));
    let most = measure::<Lazy, AsWritten, 3>(2, false, PAPER);
    assert_eq!(most, Ok([2, 3, 2, 2, 5]));
    let most = measure::<Packed<4>, AsWritten, 4>(2, false, PAPER);
    assert_eq!(most, Ok([2, 3, 2, 2, 5]));
}

/// With a limit below the maximum found, the meter complains, for every array.
#[test]
fn smaller_limits_fail() {
    let found = [2, 4, 2, 2, 5];
    for (at, array) in COUNTED.into_iter().enumerate() {
        let mut limits = PAPER;
        limits[at] = found[at] - 1;
        let most = measure::<Atomic, AsPrinted, 3>(2, false, limits);
        assert_eq!(most, Err(array));
    }
}

/// If processes cancel, a waiter makes more remote loads of `Compete` than the paper says. With the
/// latch it does not: it finds that a process has left, and does not poll it again.
#[test]
fn cancelling_costs_references_as_printed() {
    let printed = measure::<Atomic, AsPrinted, 2>(1, true, PAPER);
    assert_eq!(printed, Err(Array::Compete));
    let printed = measure::<Packed<4>, AsPrinted, 4>(2, true, PAPER);
    assert_eq!(printed, Err(Array::Compete));
    let latched = measure::<Atomic, AsWritten, 2>(1, true, PAPER);
    assert_eq!(latched, Ok([3, 3, 2, 1, 5]));
    let latched = measure::<Packed<4>, AsWritten, 4>(2, true, PAPER);
    assert_eq!(latched, Ok([3, 3, 2, 2, 5]));
}
