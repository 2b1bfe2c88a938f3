//! The shipped code makes the model's accesses, in the same order and with the same values.
//!
//! This holds whatever its loads return.
//!
//! The tests here run whole passages. `doorway_kani::correspondence` splits them at the phases, so
//! that Kani can take every value.

use doorway::active_set::{Flags, Grid};
use doorway::exclusion::Algorithm;
use doorway::phases::Exclusion;
use doorway::shape::Inline;
use doorway::Fife;
use doorway_core::ticket::INFINITY;
use doorway_memories::{run, Driver, Lockstep, Script};
use doorway_proofs::active_set::facts::GRID_SCRIPTS;
use doorway_proofs::catalogue::Scripts;
use doorway_proofs::kfcfs::KFcfs;
use doorway_proofs::machine::{Machine, Region};

/// One passage of process p by the shipped code, in lock step with the model.
///
/// It makes up to `looks` polls in the waiting room, then enters and exits, or cancels. Returns the
/// number of values it has loaded.
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
            assert!(driver.machine.may_cancel(p), "between two polls");
            driver.machine.cancel(p);
        }
    }
    run(&mut driver, || lock.exit(p)); // immediately if there was no ticket left
    assert_eq!(driver.machine.region(p), Region::Remainder);
    driver.values.count
}

/// A script that counts the values taken from it.
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

/// Runs every script, for every process.
fn every_script<A, M, const N: usize>(k: usize, polls: usize, scripts: Scripts)
where
    A: Algorithm<Memory = Lockstep<M, Counted<Chosen>>>,
    M: Machine,
{
    let Scripts { values, loads, .. } = scripts;
    for p in 0..N {
        let mut choices = vec![0; loads];
        loop {
            let chosen = choices.iter().map(|&choice| values[choice]);
            let script = Chosen(chosen.collect::<Vec<_>>().into_iter(), values[0]);
            passage::<A, M, _, N>(p, k, polls, script);
            // The next sequence of choices: increment it like a number.
            let Some(digit) = choices
                .iter()
                .rposition(|&choice| choice + 1 < values.len())
            else {
                break;
            };
            choices[digit] += 1;
            choices[digit + 1..].fill(0);
        }
    }
}

/// A script of these values, and then always the same one.
struct Chosen(std::vec::IntoIter<u64>, u64);

impl Script for Chosen {
    fn value(&mut self) -> u64 {
        self.0.next().unwrap_or(self.1)
    }
}

/// Runs random scripts, with values of all sizes and up to five polls.
fn random_scripts<A, M, const N: usize>(any_k: bool)
where
    A: Algorithm<Memory = Lockstep<M, Counted<Dice>>>,
    M: Machine,
{
    let mut dice = fastrand::Rng::with_seed(N as u64);
    for _ in 0..2000 {
        let (p, k) = (dice.usize(0..N), dice.usize(1..=N));
        let k = if any_k { k } else { 1 };
        let looks = dice.usize(1..6);
        // With N = 1 the only process may have nothing to load.
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

/// Two processes with every script, and one to four processes with random scripts.
///
/// A lock for any k also runs every script with three processes and two permits.
macro_rules! is_the_model {
    ($({ $module:ident, $lock:ident, $holders:ident, $model:ident, $sets:tt, $($rest:tt)* })*) => {$(
        mod $module {
            use super::*;
            use doorway_proofs::$module as of;

            const SCRIPTS: Scripts = of::facts::FACTS.scripts;

            is_the_model!(@sets $module, $lock, $holders, $model, $sets);
        }
    )*};
    (@sets $module:ident, $lock:ident, $holders:ident, $model:ident, []) => {
        is_the_model!(@on code, $lock<>, $holders, $model, SCRIPTS);
    };
    (@sets $module:ident, $lock:ident, $holders:ident, $model:ident, [Flags => $flags:ident, Grid => $grid:ident]) => {
        is_the_model!(@on on_flags, $lock<Flags>, $holders, $flags, SCRIPTS);
        is_the_model!(@on on_grid, $lock<Grid>, $holders, $grid, GRID_SCRIPTS);
    };
    (@on $name:ident, $lock:ident<$($set:ident)?>, $holders:ident, $model:ident, $scripts:ident) => {
        #[test]
        fn $name() {
            type Every<const N: usize> = doorway::$lock<super::Every<of::$model<N>> $(, $set)?>;
            type Random<const N: usize> = doorway::$lock<super::Random<of::$model<N>> $(, $set)?>;
            every_script::<Every<2>, of::$model<2>, 2>(1, $scripts.polls, $scripts);
            let any_k = of::facts::FACTS.any_k();
            if any_k {
                every_script::<Every<3>, of::$model<3>, 3>(2, 1, $scripts);
            }
            random_scripts::<Random<1>, of::$model<1>, 1>(any_k);
            random_scripts::<Random<2>, of::$model<2>, 2>(any_k);
            random_scripts::<Random<3>, of::$model<3>, 3>(any_k);
            random_scripts::<Random<4>, of::$model<4>, 4>(any_k);
        }
    };
}
doorway_proofs::for_each_lock!(is_the_model);

/// The comparison can fail: the code of `Fife` does not follow the model of `KFcfs`.
#[test]
#[should_panic(expected = "the code does what the model does")]
fn fife_is_not_kfcfs() {
    random_scripts::<Fife<Random<KFcfs<3>>>, KFcfs<3>, 3>(true);
}
