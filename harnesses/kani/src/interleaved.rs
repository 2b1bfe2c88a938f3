//! The model of `KFcfs` on real registers: two processes, one access at a time, in every order of ten accesses.
//!
//! The induction proves more. This harness starts from the first state and makes the accesses on
//! the shipped registers, which are real atomics.

use doorway::memory::{Array, Fenced, Memory, Place, Register};
use doorway_core::ticket::INFINITY;
use doorway_proofs::kfcfs::KFcfs;
use doorway_proofs::machine::{Access, Kind, Machine, Region};

type Real = <Fenced as Memory>::Register;

/// The registers of Figure 2 for two processes.
struct Registers {
    ticket: [Real; 2],
    want: [[Real; 2]; 2],
}

impl Registers {
    fn new() -> Self {
        let register = |array, writer, home, value| {
            let place = Place {
                array,
                writer,
                home,
                copy: 0,
            };
            Real::new(place, value)
        };
        let row = |array, writer, value| {
            [
                register(array, writer, 0, value),
                register(array, writer, 1, value),
            ]
        };
        Registers {
            ticket: [
                register(Array::Ticket, 0, 0, 0),
                register(Array::Ticket, 1, 1, 0),
            ],
            want: [row(Array::Want, 0, INFINITY), row(Array::Want, 1, INFINITY)],
        }
    }

    fn at(&self, access: &Access) -> &Real {
        match access.array {
            Array::Want => &self.want[access.writer][access.home],
            _ => &self.ticket[access.writer],
        }
    }
}

/// p makes its next step, on the real registers.
fn step<M: Machine>(machine: &mut M, registers: &Registers, p: usize) {
    let loaded = match machine.next(p) {
        None => 0,
        Some(access) => match access.kind {
            Kind::Load => registers.at(&access).load(),
            Kind::Store(value) => {
                registers.at(&access).store(value);
                0
            }
            Kind::Begin => 0,
        },
    };
    machine.step(p, loaded);
}

/// After `alone` steps of one process and `STEPS` steps in any order, at most k processes are inside.
fn excludes<M: Machine, const STEPS: usize>(
    k: usize,
    alone: usize,
    step: impl Fn(&mut M, &Registers, usize),
) {
    let registers = Registers::new();
    let mut machine = M::new(k);
    for _ in 0..alone {
        step(&mut machine, &registers, 0);
    }
    for _ in 0..STEPS {
        let p = usize::from(kani::any::<bool>());
        step(&mut machine, &registers, p);
        let inside = |p| machine.region(p) == Region::Critical;
        let count = usize::from(inside(0)) + usize::from(inside(1));
        assert!(count <= k, "at most k");
    }
    let waits = |p| machine.region(p) == Region::WaitingRoom;
    let inside = |p| machine.region(p) == Region::Critical;
    kani::cover!(inside(0) && waits(1), "one process is inside and one waits");
    kani::cover!(waits(0) && waits(1), "both wait");
}

/// Figure 2 without its shaded part, from where the first process has announced its optimistic ticket.
///
/// The first process needs three more steps to enter, the second six to wait. Every order of ten
/// steps.
#[kani::proof]
#[kani::unwind(12)]
fn orders_kfcfs() {
    excludes::<KFcfs<2>, 10>(1, 5, step);
}

mod mutants {
    use super::*;

    mod orders {
        use super::*;

        /// Line 14 removed.
        #[kani::proof]
        #[kani::unwind(12)]
        #[kani::should_panic]
        fn untold() {
            let wrong = |machine: &mut KFcfs<2>, registers: &Registers, p: usize| {
                let told = machine.line(p) == "14";
                step(machine, registers, p);
                if told {
                    registers.want[p][1 - p].store(INFINITY);
                }
            };
            excludes::<KFcfs<2>, 10>(1, 5, wrong);
        }
    }
}
