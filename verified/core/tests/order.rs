//! The executable forms of the theorems on order, on random walks. Creusot proves them for every walk and every N: see `proofs/`.

use doorway_core::invariant::Order;
use doorway_core::machine::fife::Fife;
use doorway_core::machine::kfcfs::KFcfs;
use doorway_core::machine::{Machine, Region};
use proptest::prelude::*;

const N: usize = 4;

/// p's next step; or it gives up, if that is asked and allowed.
fn go<M: Machine>(machine: &mut M, p: usize, give_up: bool) {
    if give_up && machine.may_withdraw(p) {
        machine.withdraw(p);
    } else {
        let loaded = machine.next(p).map_or(0, |access| machine.read(&access));
        machine.step(p, loaded);
    }
}

/// Whether q, if it was enabled before p's step, still is, and comes no farther from entering; p itself comes closer.
fn approaches(before: &Fife<N>, after: &Fife<N>, p: usize, q: usize) -> bool {
    let (was, is) = (before.steps_left(q), after.steps_left(q));
    let enters = q == p && after.region(q) == Region::Critical;
    let closer = after.is_enabled(q) && (is < was || (q != p && is == was));
    !before.is_enabled(q) || enters || closer
}

/// The same of `KFcfs`, if few are not settled behind q.
fn nears(before: &KFcfs<N>, after: &KFcfs<N>, p: usize, q: usize) -> bool {
    let z = core::array::from_fn(|r| r != q && !before.is_settled(r, q));
    let (was, is) = (before.steps_left(q, &z), after.steps_left(q, &z));
    let enters = q == p && after.region(q) == Region::Critical;
    let closer = after.is_enabled(q, &z) && (is < was || (q != p && is == was));
    !before.is_enabled(q, &z) || enters || closer
}

/// Who moves next, for how many steps, and whether it would rather give up.
fn walk() -> impl Strategy<Value = Vec<(usize, usize, bool)>> {
    prop::collection::vec((0..N, 1..20usize, prop::bool::weighted(0.02)), 0..200)
}

proptest! {
    #[test]
    fn kfcfs_is_orderly(k in 1..N, walk in walk()) {
        let (mut machine, mut order) = (KFcfs::<N>::new(k), Order::NONE);
        for (p, steps, give_up) in walk {
            for _ in 0..steps {
                let before = machine;
                go(&mut machine, p, give_up);
                order = before.record(p, &machine, order);
                prop_assert!(machine.invariant() && machine.is_orderly(&order));
                prop_assert!(machine.is_k_fcfs(&order));
                for q in 0..N {
                    prop_assert!(give_up || nears(&before, &machine, p, q));
                }
            }
        }
    }

    #[test]
    fn fife_is_orderly(k in 1..N, walk in walk()) {
        let (mut machine, mut order) = (Fife::<N>::new(k), Order::NONE);
        for (p, steps, give_up) in walk {
            for _ in 0..steps {
                let before = machine;
                go(&mut machine, p, give_up);
                order = before.record(p, &machine, order);
                prop_assert!(machine.invariant() && machine.is_orderly(&order));
                prop_assert!(machine.is_k_fcfs(&order));
                prop_assert!(machine.is_fife(&order));
                for q in 0..N {
                    prop_assert!(give_up || approaches(&before, &machine, p, q));
                }
            }
        }
    }
}

/// 0 finishes its doorway and rests; 1 starts after it, and enters.
#[test]
fn somebody_is_passed_by() {
    let (mut machine, mut order) = (Fife::<N>::new(2), Order::NONE);
    for (p, until) in [(0, Region::WaitingRoom), (1, Region::Critical)] {
        while machine.region(p) != until {
            let before = machine;
            go(&mut machine, p, false);
            order = before.record(p, &machine, order);
        }
    }
    assert!(order.before[0][1] && !order.before[1][0]);
    assert!(machine.capture[1][0] > machine.ticket[0]);
    assert!(machine.is_enabled(0) && !machine.is_enabled(2));
}
