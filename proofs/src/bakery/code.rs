//! The shipped phases of the Bakery make the model's accesses: `passage`, for every N.
//!
//! Every function here calls a phase of `doorway_core::bakery` with a port whose state is a process
//! of the model. The precondition of the port is that the access is the model's next one. So what
//! is proved of a function here is proved access by access.

use crate::bakery::Process;
use crate::machine::{Following, Values};
use doorway_core::bakery::{self, Private};
#[cfg(creusot)]
use {crate::bakery::Line, doorway_core::logic::port::is_still, doorway_core::logic::prelude::*};

/// The port of the shipped code to a process of the model.
pub type Code<V> = Following<Process, V>;

/// Runs a passage of the code, from the remainder to the remainder: up to `polls` polls, then entry
/// and exit, or a cancellation. Returns true if the process was inside.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(code.is_in_range() && code.process.line == Line::L2))]
#[cfg_attr(creusot, ensures((^code).is_in_range() && (^code).process.line == Line::L2 && is_still(*code, ^code)))]
pub fn passage<V: Values>(code: &mut Code<V>, polls: usize) -> bool {
    let me = code.slot.p;
    let mut private = Private::new();
    let mut entered = false;
    code.leave();
    if bakery::doorway(code, me, &mut private).is_ok() {
        bakery::announce(code, &mut private);
        entered = waits(code, &mut private, polls);
        if entered {
            bakery::enter(code);
            code.leave();
        } else {
            code.cancel();
        }
    }
    bakery::exit(code, me);
    entered
}

/// Runs the waiting room: up to `polls` polls. Returns true if the process may enter.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(code.is_in_range() && code.waits_with(*private)))]
#[cfg_attr(creusot, ensures((^code).is_in_range() && is_still(*code, ^code)))]
#[cfg_attr(creusot, ensures(if result { (^code).process.line == Line::L9 } else { (^code).waits_with(^private) }))]
pub fn waits<V: Values>(code: &mut Code<V>, private: &mut Private, polls: usize) -> bool {
    let me = code.slot.p;
    let mut poll = 0;
    #[cfg(creusot)]
    let old = snapshot!(*code);
    #[cfg_attr(creusot, variant(polls@ - poll@))]
    #[cfg_attr(creusot, invariant(poll@ <= polls@ && is_still(*old, *code)))]
    #[cfg_attr(creusot, invariant(code.is_in_range() && code.waits_with(*private)))]
    while poll < polls {
        if bakery::scan(code, me, private) {
            return true;
        }
        poll += 1;
    }
    false
}
