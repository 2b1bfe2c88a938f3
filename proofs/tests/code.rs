//! The phases of the code, run beside a process of the model, with random values and for N beyond
//! Kani's. Creusot proves the same for every N.

use doorway_core::bakery;
use doorway_core::port::Port;
use doorway_core::register::{Array, Place};
use doorway_core::ticket::{Ticket, INFINITY};
use doorway_proofs::bakery::code::{passage, Code};
use doorway_proofs::bakery::Process;
use doorway_proofs::machine::{Program, Region, Slot, Values};
use proptest::prelude::*;

/// These values, repeated.
#[derive(Debug)]
struct Script(Vec<Ticket>, usize);

impl Values for Script {
    fn value(&mut self) -> Ticket {
        self.1 += 1;
        self.0[self.1 % self.0.len()]
    }
}

fn code(p: usize, n: usize, values: Vec<Ticket>) -> Code<Script> {
    Code {
        process: Process::start(),
        slot: Slot { p, n, k: 1 },
        values: Script(values, 0),
    }
}

/// Small tickets, so that there are ties; no ticket; and tickets that are too large.
fn any_ticket() -> impl Strategy<Value = Ticket> {
    prop_oneof![6 => Just(0), 3 => 0..5u64, 1 => any::<u64>(), 1 => Just(INFINITY - 1), 1 => Just(INFINITY)]
}

proptest! {
    #[test]
    fn bakery_is_the_model(
        n in 1..12usize,
        p in any::<prop::sample::Index>(),
        polls in 0..40usize,
        values in prop::collection::vec(any_ticket(), 1..200),
    ) {
        let mut code = code(p.index(n), n, values);
        let entered = passage(&mut code, polls);
        prop_assert_eq!(code.process.region(), Region::Remainder);
        // If no other process wants to enter, the process is inside after one poll.
        let alone = code.values.0.iter().all(|&value| value == 0);
        prop_assert!(entered || !alone || polls == 0);
    }
}

/// The comparison can fail: lines 3 and 4 in the wrong order.
#[test]
#[should_panic(expected = "the code does what the model does at line 3")]
fn a_ticket_before_the_doorway() {
    let mut code = code(0, 2, vec![0]);
    code.leave();
    code.load(Place::of(Array::Ticket, 0));
}

/// The comparison can fail: an exit without an entry.
#[test]
#[should_panic(expected = "the code does what the model does at line 7")]
fn out_of_the_waiting_room_without_cancelling() {
    let mut code = code(0, 2, vec![0]);
    code.leave();
    let mut private = bakery::Private::new();
    bakery::doorway(&mut code, 0, &mut private).expect("a ticket");
    bakery::exit(&mut code, 0);
}
