//! On registers that return any value while they are written, repeated cancellation can starve a waiter of `SafeFife`.

use doorway_proofs::machine::{Array, Kind, Machine, Region, Safely};
use doorway_proofs::safe_fife::SafeFife;

type Model = Safely<SafeFife<2>, 2>;

fn go(model: &mut Model, p: usize) {
    let at = model.next(p).filter(|at| at.kind == Kind::Load);
    let loaded = at.map_or(0, |at| model.read(&at));
    model.step(p, loaded);
}

/// A model whose process 0 waits.
fn waiting() -> Model {
    let mut model = Model::new(1);
    while model.region(0) != Region::WaitingRoom {
        go(&mut model, 0);
    }
    model
}

/// Process 1 arrives. Process 0 polls while `Want[1][0]` is being stored to, and then process 1 cancels. A load of a register in flux returns `in_flux`,
/// if it is given, or else the value stored last.
fn round(model: &mut Model, in_flux: Option<u64>) {
    let at_want = |model: &Model| {
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
    while !model.may_cancel(1) {
        go(model, 1);
    }
    model.cancel(1);
    while model.region(1) != Region::Remainder {
        go(model, 1);
    }
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

/// If a load in flux returns the value stored last, a few rounds are enough: from its second arrival on, process 1 announces a larger ticket.
#[test]
fn safe_fife_does_not_starve_on_atomic_registers() {
    let mut model = waiting();
    let enters = (0..10).any(|_| {
        round(&mut model, None);
        model.region(0) == Region::Critical
    });
    assert!(enters);
}
