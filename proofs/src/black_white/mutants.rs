//! Changes of the Black-White Bakery.

use crate::machine::mutant::{changes, is_load, lost_if, returns_if, Change, Changed};
use crate::machine::{Access, Array, Kind, Machine, Region};
use doorway_core::colour;
use doorway_core::ticket::Ticket;

changes! {
    /// Taubenfeld's line 12 removed: the bit `color` is written by nobody.
    ColourUnwritten = |machine, p, access, loaded| {
        lost_if(access.array == Array::Color && access.kind != Kind::Load, loaded)
    };
    /// Taubenfeld's line 3 over the tickets of both colours.
    AllColours = |machine, p, access, loaded| {
        let mine = colour::ticket(colour::colour(machine.ticket(p)), colour::number(loaded));
        let chooses = machine.region(p) == Region::Doorway && is_load(access, Array::Ticket);
        returns_if(chooses, mine, loaded)
    };
    /// Taubenfeld's lines 1, 4 and 6 removed: nobody says that it is choosing.
    ChoosingUnsaid = |machine, p, access, loaded| {
        returns_if(is_load(access, Array::Choosing), 0, loaded)
    };
    /// Alone, though somebody is choosing.
    AloneBesideAChoice = |machine, p, access, loaded| {
        let looks = machine.region(p) == Region::Doorway && is_load(access, Array::Choosing);
        returns_if(looks, 0, loaded)
    };
    /// Alone, though somebody has a ticket.
    AloneBesideATicket = |machine, p, access, loaded| {
        let looks = machine.region(p) == Region::Doorway && machine.line(p) == "7";
        returns_if(looks && is_load(access, Array::Ticket), 0, loaded)
    };
}
