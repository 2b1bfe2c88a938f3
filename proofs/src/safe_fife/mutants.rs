//! Changes of Figure 3.

use crate::machine::mutant::{changes, is_load, returns_if, Change, Changed};
use crate::machine::{Access, Array, Kind, Machine};
use doorway_core::ticket::{Ticket, INFINITY};

changes! {
    /// One copy of `Want` and `Capture` read instead of two.
    OneCopy = |machine, p, access, loaded| {
        let second = machine.spins(p) && access.kind == Kind::Load && access.copy == 0;
        returns_if(second, INFINITY, loaded)
    };
    /// Figure 3 as printed: one place for a ticket.
    Printed = |machine, p, access, loaded| {
        if is_load(access, Array::Entered) {
            Changed::Returns(1)
        } else {
            returns_if(is_load(access, Array::Ticket) && access.copy == 1, 0, loaded)
        }
    };
    /// Line 44 without its test: a capture is written again while it still counts.
    No44 = |machine, p, access, loaded| {
        returns_if(is_load(access, Array::Capture) && machine.line(p) == "44", 0, loaded)
    };
}

/// `Want` and `Capture` read in the order of writing.
#[derive(Clone, Copy, Debug)]
pub struct InWritingOrder;

impl<M: Machine> Change<M> for InWritingOrder {
    fn change(_: &M, _: usize, _: &Access, loaded: Ticket) -> Changed {
        Changed::Returns(loaded)
    }

    fn redirect(access: Access) -> Access {
        let twice = access.array == Array::Want
            || (access.array == Array::Capture && access.writer != access.home);
        if access.kind == Kind::Load && twice {
            Access {
                copy: 1 - access.copy,
                ..access
            }
        } else {
            access
        }
    }
}
