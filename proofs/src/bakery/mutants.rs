//! Changes of Lamport's Bakery: Shankar's simplified bakery and its flaws.

use crate::machine::mutant::{changes, is_load, returns_if, Change, Changed};
use crate::machine::{Access, Array, Kind, Machine, Region};
use doorway_core::ticket::Ticket;

changes! {
    /// Shankar's simplified bakery, flaw 2: nobody says that it is choosing.
    NotChoosing = |machine, p, access, loaded| {
        returns_if(is_load(access, Array::Doorway), 0, loaded)
    };
    /// Shankar's simplified bakery, flaw 1: of two equal tickets neither waits.
    TiesPass = |machine, p, access, loaded| {
        let tie = machine.spins(p) && loaded == machine.ticket(p);
        returns_if(access.kind == Kind::Load && (tie || access.array == Array::Doorway), 0, loaded)
    };
    /// Shankar's simplified bakery, flaw 1, the other way: of two equal tickets both wait.
    TiesWait = |machine, p, access, loaded| {
        let tie = machine.spins(p) && loaded == machine.ticket(p) && access.writer != p;
        if is_load(access, Array::Doorway) {
            Changed::Returns(0)
        } else if machine.region(p) == Region::Doorway {
            Changed::Returns(loaded.max(1)) // so that there is a ticket below every other
        } else {
            returns_if(tie, loaded.saturating_sub(1), loaded)
        }
    };
}
