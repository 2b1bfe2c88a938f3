//! Changes of Figure 2.

use crate::machine::mutant::{changes, is_load, lost_if, returns_if, Change, Changed};
use crate::machine::{Access, Array, Kind, Machine, Region};
use doorway_core::ticket::{Ticket, INFINITY};

changes! {
    /// Line 14 (30) removed.
    No14 = |machine, p, access, loaded| {
        let line = machine.line(p);
        lost_if(access.array == Array::Want && (line == "14" || line == "30"), loaded)
    };
    /// Line 16 (33) before 15 (31): what is announced is the last passage's ticket.
    Announce16First = |machine, p, access, loaded| {
        let line = machine.line(p);
        lost_if(access.array == Array::Want && (line == "16" || line == "33"), loaded)
    };
    /// `<` turned to `<=` and the tie-break dropped: of two equal tickets neither waits.
    NoTieBreak = |machine, p, access, loaded| {
        let tie = is_load(access, Array::Want) && loaded == machine.ticket(p);
        returns_if(tie, INFINITY, loaded)
    };
    /// Nobody is told who has never come, as if slots that were never claimed did not count. Who comes for the first time then knows nothing of those
    /// that are in their passages.
    Unclaimed = |machine, p, access, loaded| {
        let i = access.home;
        let never_came = machine.region(i) == Region::Remainder && machine.ticket(i) == 0;
        let told = machine.region(p) != Region::Exit && access.array == Array::Want;
        lost_if(told && access.kind != Kind::Load && never_came, loaded)
    };
    /// The exit protocol skipped by process 1.
    NoExit = |machine, p, access, loaded| {
        lost_if(machine.region(p) == Region::Exit && p == 0 && access.kind != Kind::Load, loaded)
    };
    /// `while` turned to `if`: enters after one look.
    IfForWhile = |machine, p, access, loaded| {
        returns_if(is_load(access, Array::Capture) && machine.spins(p), INFINITY, loaded)
    };
}

/// The maximum computed without process 1.
#[derive(Clone, Copy, Debug)]
pub struct MaxWithoutOne;

impl<M: Machine> Change<M> for MaxWithoutOne {
    /// A capture left by process 1 can be above a later ticket here.
    const FORGETS: bool = false;

    fn change(machine: &M, p: usize, access: &Access, loaded: Ticket) -> Changed {
        let choosing = machine.region(p) == Region::Doorway && p != 0;
        returns_if(
            choosing && is_load(access, Array::Ticket) && access.writer == 0,
            0,
            loaded,
        )
    }
}

/// Larger tickets are captured, not smaller ones.
#[derive(Clone, Copy, Debug)]
pub struct CaptureLarger;

impl<M: Machine> Change<M> for CaptureLarger {
    /// What is behind a ticket is just what matters here.
    const FORGETS: bool = false;

    fn change(machine: &M, p: usize, access: &Access, loaded: Ticket) -> Changed {
        let larger = loaded != 0 && loaded < machine.ticket(p);
        match is_load(access, Array::Capture) && machine.spins(p) {
            true => Changed::Returns(if larger { INFINITY } else { 0 }),
            false => Changed::Returns(loaded),
        }
    }
}
