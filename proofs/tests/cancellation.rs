//! Repeated cancellation can starve a waiter in the Bakery, `BlackWhite` and `Adaptive`, on safe
//! registers in `SafeFife`, and in Zehavi's Algorithm 1 as printed.

use doorway_proofs::adaptive;
use doorway_proofs::bakery::{Bakery, Line};
use doorway_proofs::black_white::{self, BlackWhite};
use doorway_proofs::bounded::{self, AsPrinted, AsWritten, BoundedOf, Variant};
use doorway_proofs::kfcfs::KFcfs;
use doorway_proofs::local_spin;
use doorway_proofs::machine::{Array, Kind, Machine, Region, Safely};
use doorway_proofs::safe_fife::SafeFife;
use doorway_proofs::timestamps::atomic::Atomic;

fn go(machine: &mut impl Machine, p: usize) {
    let loaded = match machine.next(p) {
        Some(access) if access.kind == Kind::Load => machine.read(&access),
        _ => 0,
    };
    machine.step(p, loaded);
}

/// Process 1 finishes its doorway and cancels. Process 0 polls while process 1 is in its doorway.
fn arrives_and_cancels<M: Machine>(machine: &mut M, begun: impl Fn(&M) -> bool) {
    while !begun(machine) {
        go(machine, 1);
    }
    go(machine, 0);
    cancels(machine);
}

/// Process 1 goes to its waiting room, cancels, and returns to its remainder.
fn cancels(machine: &mut impl Machine) {
    while !machine.may_cancel(1) {
        go(machine, 1);
    }
    machine.cancel(1);
    while machine.region(1) != Region::Remainder {
        go(machine, 1);
    }
}

/// Process 0 polls in every round, process 1 goes through its whole doorway, and after a round the
/// state is as it was.
#[test]
fn bakery_starves() {
    let mut machine = Bakery::<2>::new(1);
    let in_doorway = |machine: &Bakery<2>| machine.registers.doorway[1];
    while !in_doorway(&machine) {
        go(&mut machine, 1);
    }
    while machine.processes[0].line != Line::L7 || machine.processes[0].i != 1 {
        go(&mut machine, 0);
    }
    arrives_and_cancels(&mut machine, in_doorway);
    let after_a_round = machine;
    assert_eq!(machine.region(0), Region::WaitingRoom);
    arrives_and_cancels(&mut machine, in_doorway);
    assert_eq!(machine, after_a_round);
}

/// Line 6 waits as line 7 of the Bakery does.
#[test]
fn black_white_starves() {
    let mut machine = BlackWhite::<2>::new(1);
    let choosing = |machine: &BlackWhite<2>| machine.choosing[1];
    while !choosing(&machine) {
        go(&mut machine, 1);
    }
    while machine.processes[0].line != black_white::Line::L6 || machine.processes[0].i != 1 {
        go(&mut machine, 0);
    }
    arrives_and_cancels(&mut machine, choosing);
    let after_a_round = machine;
    assert_eq!(machine.region(0), Region::WaitingRoom);
    arrives_and_cancels(&mut machine, choosing);
    assert_eq!(machine, after_a_round);
}

/// Line 9 of Algorithm 3 waits as line 7 of the Bakery does.
#[test]
fn adaptive_starves() {
    type Adaptive = adaptive::OnFlags<2>;
    let mut machine = Adaptive::new(1);
    let choosing = |machine: &Adaptive| machine.choosing[1];
    while !choosing(&machine) {
        go(&mut machine, 1);
    }
    while machine.processes[0].line != adaptive::Line::L9 {
        go(&mut machine, 0);
    }
    arrives_and_cancels(&mut machine, choosing);
    let after_a_round = machine;
    assert_eq!(machine.region(0), Region::WaitingRoom);
    arrives_and_cancels(&mut machine, choosing);
    assert_eq!(machine, after_a_round);
}

/// In Algorithm 4 a waiter that has been notified once goes on, whatever the other process does
/// after that.
#[test]
fn local_spin_does_not_starve() {
    type LocalSpin = local_spin::OnFlags<2>;
    let mut machine = LocalSpin::new(1);
    let choosing = |machine: &LocalSpin| machine.choosing[1];
    while !choosing(&machine) {
        go(&mut machine, 1);
    }
    while machine.processes[0].line != local_spin::Line::L11Await {
        go(&mut machine, 0);
    }
    for _ in 0..4 {
        assert_eq!(machine.region(0), Region::WaitingRoom);
        arrives_and_cancels(&mut machine, choosing);
    }
    go(&mut machine, 0); // the bit `color`
    assert_eq!(machine.region(0), Region::Critical);
}

/// In Figure 2 no process takes a smaller ticket than that of a waiter, so a waiter needs to see it
/// only once.
#[test]
fn kfcfs_does_not_starve() {
    let mut machine = KFcfs::<2>::new(1);
    while machine.region(0) != Region::WaitingRoom {
        go(&mut machine, 0);
    }
    let wants = |machine: &KFcfs<2>| machine.want[1][0] != u64::MAX;
    arrives_and_cancels(&mut machine, wants);
    assert_eq!(machine.region(0), Region::Critical);
}

type OnSafe = Safely<SafeFife<2>, 2>;

/// A model whose process 0 waits.
fn waiting() -> OnSafe {
    let mut model = OnSafe::new(1);
    while model.region(0) != Region::WaitingRoom {
        go(&mut model, 0);
    }
    model
}

/// Process 1 arrives. Process 0 polls while `Want[1][0]` is being stored to, and then process 1
/// cancels. A load of a register in flux returns `in_flux`, if it is given, or else the value stored
/// last.
fn round(model: &mut OnSafe, in_flux: Option<u64>) {
    let at_want = |model: &OnSafe| {
        let at = model.next(1);
        at.is_some_and(|at| at.array == Array::Want && at.home == 0 && at.copy == 1)
    };
    while !(at_want(model) && model.storing[1]) {
        go(model, 1);
    }
    // A poll makes at most four loads: these are two polls and more.
    for _ in 0..12 {
        let at = model.next(0).filter(|at| at.kind == Kind::Load);
        let loaded = at.map_or(0, |at| match in_flux {
            Some(value) if model.in_flux(&at) => value,
            _ => model.read(&at),
        });
        model.step(0, loaded);
        if model.region(0) != Region::WaitingRoom {
            return;
        }
    }
    cancels(model);
}

/// Process 0 polls in every round and does not enter. Tickets grow, so no round ends where it began.
#[test]
fn safe_fife_starves() {
    let mut model = waiting();
    for rounds in 0..1000 {
        round(&mut model, Some(0));
        assert_eq!(
            model.region(0),
            Region::WaitingRoom,
            "after {rounds} rounds"
        );
    }
}

/// If a load in flux returns the value stored last, a few rounds are enough: from its second arrival
/// on, process 1 announces a larger ticket.
#[test]
fn safe_fife_does_not_starve_on_atomic_registers() {
    let mut model = waiting();
    let enters = (0..10).any(|_| {
        round(&mut model, None);
        model.region(0) == Region::Critical
    });
    assert!(enters);
}

type OnIdeal<V> = BoundedOf<Atomic, V, 2>;

/// Process 1 is in its doorway, and process 0 waits for it.
fn waits_for_1<V: Variant>() -> OnIdeal<V> {
    let mut model = OnIdeal::<V>::new(1);
    arrives(&mut model);
    while model.region(0) != Region::WaitingRoom {
        go(&mut model, 0);
    }
    assert_eq!(model.processes[0].precede, 0b10);
    model
}

/// Process 1 goes on to line 8: others ignore what it has stored.
fn arrives<V: Variant>(model: &mut OnIdeal<V>) {
    while model.processes[1].line != bounded::Line::L8 {
        go(model, 1);
    }
}

/// Process 0 makes a whole turn of its loop. Then process 1 cancels, and comes back.
fn comes_back<V: Variant>(model: &mut OnIdeal<V>) {
    go(model, 0);
    while model.processes[0].line != bounded::Line::L11Compete {
        if model.region(0) != Region::WaitingRoom {
            return;
        }
        go(model, 0);
    }
    cancels(model);
    arrives(model);
}

/// Process 0 makes a turn of its loop in every round, process 1 a passage, and after a round the state
/// is as it was: process 0 finds process 1 competing, and has to ignore that it came later.
#[test]
fn bounded_as_printed_starves() {
    let mut model = waits_for_1::<AsPrinted>();
    comes_back(&mut model);
    let after_a_round = model;
    comes_back(&mut model);
    assert_eq!(model, after_a_round);
    assert_eq!(model.region(0), Region::WaitingRoom);
}

/// With the latch process 0 finds in the second round that process 1 has left.
#[test]
fn bounded_does_not_starve() {
    let mut model = waits_for_1::<AsWritten>();
    comes_back(&mut model);
    assert_eq!(model.region(0), Region::WaitingRoom);
    comes_back(&mut model);
    assert_eq!(model.region(0), Region::Critical);
}
