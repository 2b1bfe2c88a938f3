//! The executable forms of the theorems on order, on random walks. Creusot proves the theorems for
//! every walk and every N: see `proofs/README.md`.

use doorway_core::ticket::Ticket;
use doorway_proofs::fife::Fife;
use doorway_proofs::invariant::Order;
use doorway_proofs::kfcfs::KFcfs;
use doorway_proofs::machine::{Machine, Region, Safely};
use doorway_proofs::safe_fife::SafeFife;
use proptest::prelude::*;

const N: usize = 4;

type Safe = Safely<SafeFife<N>, N>;

/// Makes p's next step, in which a load of a register in flux returns `anything`; or cancels, if
/// that is asked and allowed.
fn go<M: Machine>(machine: &mut M, p: usize, cancel: bool, anything: Ticket) {
    if cancel && machine.may_cancel(p) {
        machine.cancel(p);
    } else {
        let loaded = machine.next(p).map_or(0, |access| {
            if machine.in_flux(&access) {
                anything
            } else {
                machine.read(&access)
            }
        });
        machine.step(p, loaded);
    }
}

/// Whether q, if it was enabled before p's step, enters, or is still enabled and has no more steps
/// left; if q is p, fewer.
fn approaches(before: &Fife<N>, after: &Fife<N>, p: usize, q: usize) -> bool {
    let (was, is) = (before.steps_left(q), after.steps_left(q));
    let enters = q == p && after.region(q) == Region::Critical;
    let closer = after.is_enabled(q) && (is < was || (q != p && is == was));
    !before.is_enabled(q) || enters || closer
}

/// The same for `KFcfs`, where the processes that are not settled behind q are few.
fn nears(before: &KFcfs<N>, after: &KFcfs<N>, p: usize, q: usize) -> bool {
    let z = core::array::from_fn(|r| r != q && !before.is_settled(r, q));
    let (was, is) = (before.steps_left(q, &z), after.steps_left(q, &z));
    let enters = q == p && after.region(q) == Region::Critical;
    let closer = after.is_enabled(q, &z) && (is < was || (q != p && is == was));
    !before.is_enabled(q, &z) || enters || closer
}

/// The same for `SafeFife` on safe registers, whatever registers in flux return.
fn comes_closer(before: &Safe, after: &Safe, p: usize, q: usize) -> bool {
    let (was, is) = (before.steps_left(q), after.steps_left(q));
    let enters = q == p && after.region(q) == Region::Critical;
    let closer = after.machine.is_enabled(q) && (is < was || (q != p && is == was));
    !before.machine.is_enabled(q) || enters || closer
}

/// The process that moves next, for how many steps, and whether it cancels where it may.
fn walk() -> impl Strategy<Value = Vec<(usize, usize, bool)>> {
    prop::collection::vec((0..N, 1..20usize, prop::bool::weighted(0.02)), 0..200)
}

/// The values that registers in flux return, one after the other: mostly in the range of the
/// tickets taken.
fn flickers() -> impl Strategy<Value = Vec<Ticket>> {
    prop::collection::vec(0..20u64, 1..50)
}

proptest! {
    #[test]
    fn kfcfs_is_orderly(k in 1..N, walk in walk()) {
        let (mut machine, mut order) = (KFcfs::<N>::new(k), Order::NONE);
        for (p, steps, cancel) in walk {
            for _ in 0..steps {
                let before = machine;
                go(&mut machine, p, cancel, 0);
                order = before.record(p, &machine, order);
                prop_assert!(machine.invariant() && machine.is_orderly(&order));
                prop_assert!(machine.is_k_fcfs(&order));
                for q in 0..N {
                    prop_assert!(cancel || nears(&before, &machine, p, q));
                }
            }
        }
    }

    #[test]
    fn fife_is_orderly(k in 1..N, walk in walk()) {
        let (mut machine, mut order) = (Fife::<N>::new(k), Order::NONE);
        for (p, steps, cancel) in walk {
            for _ in 0..steps {
                let before = machine;
                go(&mut machine, p, cancel, 0);
                order = before.record(p, &machine, order);
                prop_assert!(machine.invariant() && machine.is_orderly(&order));
                prop_assert!(machine.is_k_fcfs(&order));
                prop_assert!(machine.is_fife(&order));
                for q in 0..N {
                    prop_assert!(cancel || approaches(&before, &machine, p, q));
                }
            }
        }
    }

    #[test]
    fn safe_fife_is_orderly(k in 1..N, walk in walk(), flickers in flickers()) {
        let (mut machine, mut order) = (Safe::new(k), Order::NONE);
        let mut flickers = flickers.into_iter().cycle();
        for (p, steps, cancel) in walk {
            for _ in 0..3 * steps {
                let before = machine;
                go(&mut machine, p, cancel, flickers.next().unwrap_or(0));
                order = before.record(p, &machine, order);
                prop_assert!(machine.invariant() && machine.machine.is_orderly(&order));
                prop_assert!(machine.machine.is_k_fcfs(&order));
                prop_assert!(machine.machine.is_fife(&order));
                for q in 0..N {
                    prop_assert!(machine.steps_left(q) < 15 * N);
                    prop_assert!(cancel || comes_closer(&before, &machine, p, q));
                }
            }
        }
    }
}

/// Process 0 finishes its doorway and stops; process 1 starts after it, and enters.
#[test]
fn a_waiter_is_overtaken() {
    let (mut machine, mut order) = (Fife::<N>::new(2), Order::NONE);
    for (p, until) in [(0, Region::WaitingRoom), (1, Region::Critical)] {
        while machine.region(p) != until {
            let before = machine;
            go(&mut machine, p, false, 0);
            order = before.record(p, &machine, order);
        }
    }
    assert!(order.before[0][1] && !order.before[1][0]);
    assert!(machine.capture[1][0] > machine.ticket[0]);
    assert!(machine.is_enabled(0) && !machine.is_enabled(2));
}

/// The same on safe registers. Then process 1 makes further passages and does not store to its
/// capture; process 0 enters with its (15N - 1)-th step at the latest.
#[test]
fn an_overtaken_process_is_captured_once() {
    let (mut machine, mut order) = (Safe::new(2), Order::NONE);
    let mut until = |machine: &mut Safe, p: usize, region: Region| {
        while machine.region(p) != region {
            let before = *machine;
            go(machine, p, false, 0);
            order = before.record(p, machine, order);
        }
    };
    until(&mut machine, 0, Region::WaitingRoom);
    until(&mut machine, 1, Region::Critical);
    let captured = machine.machine.capture[1][0];
    assert!(captured[0] > machine.ticket(0) && captured[0] == captured[1]);
    assert!(machine.machine.is_enabled(0) && !machine.machine.is_enabled(2));
    for _ in 0..3 {
        until(&mut machine, 1, Region::Remainder);
        until(&mut machine, 1, Region::Critical);
        assert_eq!(machine.machine.capture[1][0], captured);
    }
    let mut steps = 0;
    while machine.region(0) != Region::Critical {
        go(&mut machine, 0, false, 0);
        steps += 1;
    }
    assert!(steps < 15 * N);
}
