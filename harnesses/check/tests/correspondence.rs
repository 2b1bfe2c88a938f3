//! The shipped code is the machine: whatever values its loads return, it makes the machine's accesses, in the machine's order, with the machine's values.
//!
//! The code runs on a memory that is the machine itself: every access is compared with the machine's next, and both are told the same value.

use doorway::exclusion::{Algorithm, Exclusion};
use doorway::shape::Inline;
use doorway::{Bakery, Fife, KFcfs, SafeFife};
use doorway_core::machine::{bakery, fife, kfcfs, safe_fife};
use doorway_core::machine::{Access, Kind, Machine, Region};
use doorway_core::ticket::INFINITY;
use doorway_memories::{script, Scripted, Told};
use std::cell::RefCell;
use std::rc::Rc;

/// The machine, and the values that loads return.
struct Driver<M> {
    machine: M,
    p: usize,
    values: Box<dyn FnMut(&Access) -> u64>,
    accesses: usize,
}

impl<M: Machine> Driver<M> {
    fn told(&mut self, told: Told) -> u64 {
        let (place, kind) = match told {
            Told::Fence => return 0,
            Told::Load(place) => (place, Kind::Load),
            Told::Store(place, value) => (place, Kind::Store(value)),
        };
        let made = Access {
            kind,
            array: place.array,
            writer: place.writer,
            home: place.home,
            copy: place.copy,
        };
        let expected = self.machine.next(self.p);
        assert_eq!(
            Some(made),
            expected,
            "the code, and the machine at line {}",
            self.machine.line(self.p)
        );
        let value = match kind {
            Kind::Load => (self.values)(&made),
            _ => 0,
        };
        self.machine.step(self.p, value);
        self.accesses += 1;
        value
    }
}

/// One passage of process p by the shipped code, in lock step: up to `looks` looks in the waiting room, then in and out, or giving up.
fn passage<A, M, const N: usize>(
    p: usize,
    k: usize,
    looks: usize,
    values: impl FnMut(&Access) -> u64 + 'static,
) -> usize
where
    A: Algorithm<Memory = Scripted>,
    M: Machine + 'static,
{
    let driver = Rc::new(RefCell::new(Driver {
        machine: M::new(k),
        p,
        values: Box::new(values),
        accesses: 0,
    }));
    let mind = driver.clone();
    let at = driver.clone();
    script(
        move |told| mind.borrow_mut().told(told),
        move || {
            let region = || at.borrow().machine.region(p);
            let step = || at.borrow_mut().machine.step(p, 0);
            let lock = <A::Registers<Inline<N>>>::new(Inline);
            let mut private = lock.private();
            assert_eq!(region(), Region::Remainder);
            step(); // leaves its remainder
            if lock.doorway(p, &mut private).is_err() {
                lock.exit(p); // no ticket left
                assert_eq!(region(), Region::Remainder);
                return;
            }
            assert_ne!(region(), Region::Doorway);
            lock.announce(p, &mut private);
            let entered = (0..looks).any(|_| lock.scan(p, k, &mut private));
            if entered {
                lock.enter(p, &mut private);
                assert_eq!(region(), Region::Critical);
                step(); // leaves its critical section
            } else {
                assert!(at.borrow().machine.may_withdraw(p), "between two looks");
                at.borrow_mut().machine.withdraw(p);
            }
            lock.exit(p);
            assert_eq!(region(), Region::Remainder);
        },
    );
    let accesses = driver.borrow().accesses;
    accesses
}

/// Every sequence of values from `domain` that the first `depth` loads can return, and something fixed after that.
fn every_script<A, M, const N: usize>(
    k: usize,
    looks: usize,
    depth: usize,
    domain: &'static [u64],
) -> usize
where
    A: Algorithm<Memory = Scripted>,
    M: Machine + 'static,
{
    let mut runs = 0;
    for p in 0..N {
        let mut choices = vec![0; depth];
        loop {
            let (script, mut at) = (choices.clone(), 0);
            passage::<A, M, N>(p, k, looks, move |_| {
                at += 1;
                domain[*script.get(at - 1).unwrap_or(&0)]
            });
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

/// Random values, of all sizes, through long waits.
fn random_scripts<A, M, const N: usize>(seed: u64)
where
    A: Algorithm<Memory = Scripted>,
    M: Machine + 'static,
{
    let mut dice = fastrand::Rng::with_seed(seed);
    for _ in 0..2000 {
        let (p, k) = (dice.usize(0..N), dice.usize(1..=N));
        let k = if M::NAME == "bakery" { 1 } else { k };
        let looks = dice.usize(1..6);
        let mut dice = dice.fork();
        let values = move |_: &Access| match dice.u8(0..8) {
            0 => INFINITY,
            1 => INFINITY - 1,
            2 => 0,
            3..=5 => dice.u64(0..6),
            _ => dice.u64(..),
        };
        assert!(passage::<A, M, N>(p, k, looks, values) > 0);
    }
}

const SMALL: &[u64] = &[0, 1, 2, INFINITY];

#[test]
fn bakery_is_the_machine() {
    assert!(every_script::<Bakery<Scripted>, bakery::Bakery<2>, 2>(1, 2, 7, SMALL) > 30_000);
    random_scripts::<Bakery<Scripted>, bakery::Bakery<3>, 3>(1);
    random_scripts::<Bakery<Scripted>, bakery::Bakery<1>, 1>(2);
}

#[test]
fn kfcfs_is_the_machine() {
    assert!(every_script::<KFcfs<Scripted>, kfcfs::KFcfs<2>, 2>(1, 2, 6, SMALL) > 8_000);
    assert!(every_script::<KFcfs<Scripted>, kfcfs::KFcfs<3>, 3>(2, 1, 7, SMALL) > 40_000);
    random_scripts::<KFcfs<Scripted>, kfcfs::KFcfs<4>, 4>(3);
    random_scripts::<KFcfs<Scripted>, kfcfs::KFcfs<1>, 1>(4);
}

#[test]
fn fife_is_the_machine() {
    assert!(every_script::<Fife<Scripted>, fife::Fife<2>, 2>(1, 2, 8, SMALL) > 100_000);
    random_scripts::<Fife<Scripted>, fife::Fife<3>, 3>(5);
    random_scripts::<Fife<Scripted>, fife::Fife<4>, 4>(6);
    random_scripts::<Fife<Scripted>, fife::Fife<1>, 1>(7);
}

#[test]
fn safe_fife_is_the_machine() {
    assert!(
        every_script::<SafeFife<Scripted>, safe_fife::SafeFife<2>, 2>(1, 1, 12, &[0, 2]) >= 8192
    );
    random_scripts::<SafeFife<Scripted>, safe_fife::SafeFife<2>, 2>(8);
    random_scripts::<SafeFife<Scripted>, safe_fife::SafeFife<3>, 3>(9);
    random_scripts::<SafeFife<Scripted>, safe_fife::SafeFife<4>, 4>(10);
    random_scripts::<SafeFife<Scripted>, safe_fife::SafeFife<1>, 1>(11);
}

/// The comparison can fail: `Fife` is not the machine of `KFcfs`.
#[test]
#[should_panic(expected = "the code, and the machine at line")]
fn fife_is_not_kfcfs() {
    random_scripts::<Fife<Scripted>, kfcfs::KFcfs<3>, 3>(12);
}
