//! A step of a model makes one access: it changes the register that its access stores to, and no other.
//!
//! The explorer, the proofs and the comparison with the code all rely on the access that
//! [`Model::next`] returns. A step that stored to two registers at once would be explored as one
//! access, and the code, which cannot do that, would be another lock.

use doorway_check::model_type;
use doorway_check::system::{flickers, System};
use doorway_core::ticket::{Ticket, INFINITY};
use doorway_proofs::catalogue::model::{AnyModel, Model};
use doorway_proofs::catalogue::{rows, Options, Row, Tickets};
use doorway_proofs::kfcfs::KFcfs;
use doorway_proofs::machine::{Access, Array, Kind, Machine};
use std::collections::HashSet;

/// Every register of a model with n processes.
///
/// An ideal active set has no registers: its array is the result of a query, and is stored nowhere.
fn registers(arrays: &[(Array, usize)], n: usize) -> Vec<Access> {
    let mut registers = vec![];
    for &(array, copies) in arrays.iter().filter(|(array, _)| *array != Array::Member) {
        // `Color` is one register for all processes: its access names the process that makes it.
        let writers = if array == Array::Color { 1 } else { n };
        for (writer, copy) in (0..writers).flat_map(|p| (0..copies).map(move |copy| (p, copy))) {
            let homes = if array.is_matrix() {
                0..n
            } else {
                writer..writer + 1
            };
            registers.extend(homes.map(|home| Access {
                kind: Kind::Load,
                array,
                writer,
                home,
                copy,
            }));
        }
    }
    registers
}

/// Whether an access is of that register.
fn is_of(access: &Access, register: &Access) -> bool {
    let place = |access: &Access| (access.writer, access.home, access.copy);
    access.array == register.array
        && (access.array == Array::Color || place(access) == place(register))
}

/// The registers that p's step from `before` to `after` changed other than by its access.
fn strays(registers: &[Access], before: &impl Model, p: usize, after: &impl Model) -> Vec<String> {
    let access = before.next(p);
    let mut strays = vec![];
    for register in registers {
        let stored =
            access
                .filter(|access| is_of(access, register))
                .and_then(|access| match access.kind {
                    Kind::Store(value) => Some(value),
                    Kind::Load | Kind::Begin => None,
                });
        let (held, holds) = (before.read(register), after.read(register));
        if holds != stored.unwrap_or(held) {
            strays.push(format!(
                "{register:?}: {held}, then {holds}; the step is {access:?}"
            ));
        }
    }
    strays
}

/// Makes every possible step from every reachable state, and returns the number of states.
fn make_all(row: &Row, n: usize, k: usize, passages: u8) -> usize {
    let options = Options {
        cancellations: true,
        ..Options::new(k)
    };
    let options = options.with_passages(&[passages], n).expect("one for all");
    let of = model_type(row, n).expect("a model");
    let mut registers = registers(&of.arrays(), n);
    // A timestamp system that is not made of registers answers differently after a step of any process.
    registers.retain(|register| register.array != Array::Stamps);
    let first = System::starting(of.first(k));
    let mut seen = HashSet::from([(first.machine.clone(), first.begun)]);
    let mut pending = vec![first];
    while let Some(state) = pending.pop() {
        for p in 0..n {
            if state.has_finished(p, &options) {
                continue;
            }
            for loaded in loaded(&state.machine, p, &options) {
                let mut after = state.machine.clone();
                after.step(p, loaded);
                let strays = strays(&registers, &state.machine, p, &after);
                assert!(strays.is_empty(), "{}, p{}: {strays:#?}", row.name, p + 1);
            }
        }
        state.successors(&options, &mut |_, next| {
            if seen.insert((next.machine.clone(), next.begun)) {
                pending.push(next);
            }
        });
    }
    seen.len()
}

/// The values that p's next load may return.
fn loaded(model: &AnyModel, p: usize, options: &Options) -> Vec<Ticket> {
    match model.next(p) {
        Some(access) if model.in_flux(&access) => flickers(model, &access, options).collect(),
        Some(access) => vec![model.read(&access)],
        None => vec![0],
    }
}

/// Every model of a lock or an active set, with two processes that may cancel and make two passages each.
///
/// On safe registers and where tickets are bounded, one passage each.
#[test]
fn a_step_changes_what_it_stores_to() {
    for row in rows().filter(|row| row.kill.is_none()) {
        let large = row.safe || row.tickets == Tickets::Bounded;
        for k in 1..=if row.any_k && !row.safe { 2 } else { 1 } {
            let states = make_all(row, 2, k, if large { 1 } else { 2 });
            assert!(states > 50, "{}: {states} states", row.name);
        }
    }
}

/// The check can fail: a step that clears a whole row of `Want` is noticed.
#[test]
fn a_second_store_is_seen() {
    let arrays = [(Array::Ticket, 1), (Array::Want, 1)];
    let registers = registers(&arrays, 3);
    let mut model = KFcfs::<3>::new(1);
    // p1 runs alone, up to the first store of its exit.
    let exits = |model: &KFcfs<3>| {
        matches!(
            Machine::next(model, 0),
            Some(Access {
                array: Array::Want,
                kind: Kind::Store(INFINITY),
                ..
            })
        )
    };
    while !exits(&model) {
        let loaded = Machine::next(&model, 0).map_or(0, |access| Machine::read(&model, &access));
        Machine::step(&mut model, 0, loaded);
    }
    let mut after = model;
    Machine::step(&mut after, 0, 0);
    assert_eq!(strays(&registers, &model, 0, &after), [""; 0]);
    let mut clears = after;
    for register in registers
        .iter()
        .filter(|register| register.array == Array::Want && register.writer == 0)
    {
        clears.write(register, INFINITY);
    }
    assert_eq!(strays(&registers, &model, 0, &clears).len(), 2);
}
