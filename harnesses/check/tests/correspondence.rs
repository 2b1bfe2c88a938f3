//! The shipped code is the machine: whatever values its loads return, it makes the machine's accesses, in the machine's order, with the machine's values.
//!
//! Here through whole passages; `doorway_kani::correspondence` cuts them at the phases, so that Kani can take every value.

use doorway::active_set::{Flags, Grid};
use doorway::exclusion::{Algorithm, Exclusion};
use doorway::shape::Inline;
use doorway::{Adaptive, Bakery, BlackWhite, Fife, KFcfs, LocalSpin, SafeFife};
use doorway_core::ticket::INFINITY;
use doorway_memories::{run, Driver, Lockstep, Script};
use doorway_proofs::machine::{Machine, Region};
use doorway_proofs::{adaptive, bakery, black_white, fife, kfcfs, local_spin, safe_fife};

/// One passage of process p by the shipped code, in lock step: up to `looks` looks in the waiting room, then in and out, or giving up. Returns how
/// many values it has loaded.
fn passage<A, M, V, const N: usize>(p: usize, k: usize, looks: usize, values: V) -> usize
where
    A: Algorithm<Memory = Lockstep<M, Counted<V>>>,
    M: Machine,
    V: Script,
{
    let mut driver = Driver {
        machine: M::new(k),
        p,
        values: Counted { values, count: 0 },
    };
    let lock = <A::Registers<Inline<N>>>::new(Inline);
    let mut private = lock.private();
    assert_eq!(driver.machine.region(p), Region::Remainder);
    driver.machine.step(p, 0); // leaves its remainder
    if run(&mut driver, || lock.doorway(p, &mut private)).is_ok() {
        run(&mut driver, || lock.announce(p, &mut private));
        assert_ne!(driver.machine.region(p), Region::Doorway);
        if (0..looks).any(|_| run(&mut driver, || lock.scan(p, k, &mut private))) {
            run(&mut driver, || lock.enter(p, &mut private));
            assert_eq!(driver.machine.region(p), Region::Critical);
            driver.machine.step(p, 0); // leaves its critical section
        } else {
            assert!(driver.machine.may_withdraw(p), "between two looks");
            driver.machine.withdraw(p);
        }
    }
    run(&mut driver, || lock.exit(p)); // at once if there was no ticket left
    assert_eq!(driver.machine.region(p), Region::Remainder);
    driver.values.count
}

/// Values, and how many were asked for.
struct Counted<V> {
    values: V,
    count: usize,
}

impl<V: Script> Script for Counted<V> {
    fn value(&mut self) -> u64 {
        self.count += 1;
        self.values.value()
    }
}

/// Every sequence of values from `domain` that the first `depth` loads can return, and its first after that.
fn every_script<A, M, const N: usize>(
    k: usize,
    looks: usize,
    depth: usize,
    domain: &'static [u64],
) -> usize
where
    A: Algorithm<Memory = Lockstep<M, Counted<Chosen>>>,
    M: Machine,
{
    let mut runs = 0;
    for p in 0..N {
        let mut choices = vec![0; depth];
        loop {
            let chosen = choices.iter().map(|&choice| domain[choice]);
            let script = Chosen(chosen.collect::<Vec<_>>().into_iter(), domain[0]);
            passage::<A, M, _, N>(p, k, looks, script);
            runs += 1;
            // The next sequence, like a number with as many digits.
            let Some(digit) = choices
                .iter()
                .rposition(|&choice| choice + 1 < domain.len())
            else {
                break;
            };
            choices[digit] += 1;
            choices[digit + 1..].fill(0);
        }
    }
    runs
}

/// These values, and then always the same.
struct Chosen(std::vec::IntoIter<u64>, u64);

impl Script for Chosen {
    fn value(&mut self) -> u64 {
        self.0.next().unwrap_or(self.1)
    }
}

/// Random values, of all sizes, through long waits.
fn random_scripts<A, M, const N: usize>(seed: u64)
where
    A: Algorithm<Memory = Lockstep<M, Counted<Dice>>>,
    M: Machine,
{
    let mut dice = fastrand::Rng::with_seed(seed);
    for _ in 0..2000 {
        let (p, k) = (dice.usize(0..N), dice.usize(1..=N));
        let any_k = matches!(M::NAME, "kfcfs" | "fife" | "safe-fife");
        let k = if any_k { k } else { 1 };
        let looks = dice.usize(1..6);
        // Who is the only one there is may have nothing to load.
        let loads = passage::<A, M, _, N>(p, k, looks, Dice(dice.fork()));
        assert!(loads > 0 || N == 1);
    }
}

struct Dice(fastrand::Rng);

impl Script for Dice {
    fn value(&mut self) -> u64 {
        match self.0.u8(0..8) {
            0 => INFINITY,
            1 => INFINITY - 1,
            2 => 0,
            3..=5 => self.0.u64(0..6),
            _ => self.0.u64(..),
        }
    }
}

/// The memories of the two kinds of script.
type Every<M> = Lockstep<M, Counted<Chosen>>;
type Random<M> = Lockstep<M, Counted<Dice>>;

const SMALL: &[u64] = &[0, 1, 2, INFINITY];
const COLOURED: &[u64] = &[0, 1, 2, 3, 4];

#[test]
fn bakery_is_the_machine() {
    assert!(
        every_script::<Bakery<Every<bakery::Bakery<2>>>, bakery::Bakery<2>, 2>(1, 2, 7, SMALL)
            > 30_000
    );
    random_scripts::<Bakery<Random<bakery::Bakery<3>>>, bakery::Bakery<3>, 3>(1);
    random_scripts::<Bakery<Random<bakery::Bakery<1>>>, bakery::Bakery<1>, 1>(2);
}

#[test]
fn black_white_is_the_machine() {
    type Every2 = BlackWhite<Every<black_white::BlackWhite<2>>>;
    assert!(every_script::<Every2, black_white::BlackWhite<2>, 2>(1, 2, 7, COLOURED) > 100_000);
    type Random3 = BlackWhite<Random<black_white::BlackWhite<3>>>;
    random_scripts::<Random3, black_white::BlackWhite<3>, 3>(13);
    type Random1 = BlackWhite<Random<black_white::BlackWhite<1>>>;
    random_scripts::<Random1, black_white::BlackWhite<1>, 1>(14);
}

/// On flags, every script that can matter; on the grid with as many values as there are names.
#[test]
fn adaptive_is_the_machine() {
    type Every2 = Adaptive<Every<adaptive::OnFlags<2>>, Flags>;
    assert!(every_script::<Every2, adaptive::OnFlags<2>, 2>(1, 2, 8, COLOURED) > 100_000);
    type EveryOnGrid = Adaptive<Every<adaptive::OnGrid<2>>, Grid>;
    assert!(every_script::<EveryOnGrid, adaptive::OnGrid<2>, 2>(1, 2, 14, &[0, 1, 2]) > 100_000);
    type Random3 = Adaptive<Random<adaptive::OnGrid<3>>, Grid>;
    random_scripts::<Random3, adaptive::OnGrid<3>, 3>(15);
    type Random1 = Adaptive<Random<adaptive::OnGrid<1>>, Grid>;
    random_scripts::<Random1, adaptive::OnGrid<1>, 1>(16);
}

#[test]
fn local_spin_is_the_machine() {
    type Every2 = LocalSpin<Every<local_spin::OnFlags<2>>, Flags>;
    assert!(every_script::<Every2, local_spin::OnFlags<2>, 2>(1, 2, 8, COLOURED) > 100_000);
    type EveryOnGrid = LocalSpin<Every<local_spin::OnGrid<2>>, Grid>;
    assert!(every_script::<EveryOnGrid, local_spin::OnGrid<2>, 2>(1, 2, 14, &[0, 1, 2]) > 100_000);
    type Random3 = LocalSpin<Random<local_spin::OnGrid<3>>, Grid>;
    random_scripts::<Random3, local_spin::OnGrid<3>, 3>(17);
    type Random1 = LocalSpin<Random<local_spin::OnGrid<1>>, Grid>;
    random_scripts::<Random1, local_spin::OnGrid<1>, 1>(18);
}

#[test]
fn kfcfs_is_the_machine() {
    assert!(
        every_script::<KFcfs<Every<kfcfs::KFcfs<2>>>, kfcfs::KFcfs<2>, 2>(1, 2, 6, SMALL) > 8_000
    );
    assert!(
        every_script::<KFcfs<Every<kfcfs::KFcfs<3>>>, kfcfs::KFcfs<3>, 3>(2, 1, 7, SMALL) > 40_000
    );
    random_scripts::<KFcfs<Random<kfcfs::KFcfs<4>>>, kfcfs::KFcfs<4>, 4>(3);
    random_scripts::<KFcfs<Random<kfcfs::KFcfs<1>>>, kfcfs::KFcfs<1>, 1>(4);
}

#[test]
fn fife_is_the_machine() {
    assert!(every_script::<Fife<Every<fife::Fife<2>>>, fife::Fife<2>, 2>(1, 2, 8, SMALL) > 100_000);
    random_scripts::<Fife<Random<fife::Fife<3>>>, fife::Fife<3>, 3>(5);
    random_scripts::<Fife<Random<fife::Fife<4>>>, fife::Fife<4>, 4>(6);
    random_scripts::<Fife<Random<fife::Fife<1>>>, fife::Fife<1>, 1>(7);
}

#[test]
fn safe_fife_is_the_machine() {
    assert!(
        every_script::<SafeFife<Every<safe_fife::SafeFife<2>>>, safe_fife::SafeFife<2>, 2>(
            1,
            1,
            12,
            &[0, 2]
        ) >= 8192
    );
    random_scripts::<SafeFife<Random<safe_fife::SafeFife<2>>>, safe_fife::SafeFife<2>, 2>(8);
    random_scripts::<SafeFife<Random<safe_fife::SafeFife<3>>>, safe_fife::SafeFife<3>, 3>(9);
    random_scripts::<SafeFife<Random<safe_fife::SafeFife<4>>>, safe_fife::SafeFife<4>, 4>(10);
    random_scripts::<SafeFife<Random<safe_fife::SafeFife<1>>>, safe_fife::SafeFife<1>, 1>(11);
}

/// The comparison can fail: `Fife` is not the machine of `KFcfs`.
#[test]
#[should_panic(expected = "the code does what the machine does")]
fn fife_is_not_kfcfs() {
    random_scripts::<Fife<Random<kfcfs::KFcfs<3>>>, kfcfs::KFcfs<3>, 3>(12);
}
