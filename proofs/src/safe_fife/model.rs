//! Danek's Figure 3, repaired: `SafeFife`.
//!
//! One register access per step, as on atomic registers; [`Safely`](crate::machine::Safely) makes
//! the registers safe.

#[cfg(not(creusot))]
use crate::machine::Fields;
use crate::machine::{next_member, Access, Array, Kind, Machine, Region};
use doorway_core::ticket::{Choice, Ticket, INFINITY};
#[cfg(creusot)]
use {
    super::proof::{queue, queue::SafeQueue},
    doorway_core::logic::prelude::*,
};

mod lines;
#[cfg(not(creusot))]
mod packing;
mod state;

pub use state::{Line, Process};

/// The model of N processes.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct SafeFife<const N: usize> {
    /// The number of processes that may be inside.
    pub k: usize,
    /// `Want`, as `[writer][reader][copy]`.
    pub want: [[[Ticket; 2]; N]; N],
    /// The tickets, as `[process][place]`.
    pub ticket: [[Ticket; 2]; N],
    /// `Capture`, as `[writer][reader][copy]`.
    pub capture: [[[Ticket; 2]; N]; N],
    /// By process: the place of the ticket that it last entered with.
    pub entered: [usize; N],
    /// The local states, by process.
    pub processes: [Process<N>; N],
}

impl<const N: usize> Machine for SafeFife<N> {
    #[cfg(creusot)]
    #[logic(open)]
    fn is_process(self, p: usize) -> bool {
        pearlite! { p@ < N@ }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_register(self, access: Access) -> bool {
        pearlite! { access.writer@ < N@ && access.home@ < N@ && access.copy@ < 2 }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_legal(self) -> bool {
        pearlite! { N@ > 0 ==> queue::is_possible(self) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_next(self, p: usize, access: Option<Access>) -> bool {
        pearlite! { access == self.access(p) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_held(self, access: Access, value: Ticket) -> bool {
        pearlite! { value@ == self.held_by(access) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_possible_for(self, p: usize, loaded: Ticket) -> bool {
        pearlite! { p@ < N@ && queue::is_possible(self) && self.is_loaded(p, loaded) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn leads_to(self, p: usize, next: Self) -> bool {
        pearlite! { self.keeps_order(next, p@) && forall<q> 0 <= q && q < N@ ==> self.approaches(next, p@, q) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn gives_way(self, p: usize, next: Self) -> bool {
        pearlite! { self.keeps_order(next, p@) && forall<q> 0 <= q && q < N@ && q != p@ ==> self.approaches(next, p@, q) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_waiting_here(self, p: usize) -> bool {
        pearlite! { p@ < N@ && queue::is_possible(self) && self.processes[p].line == Line::L38 }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(k@ > 0))]
    #[cfg_attr(creusot, ensures(N@ > 0 ==> queue::is_possible(result)))]
    fn new(k: usize) -> Self {
        let process = Process {
            line: Line::L28,
            i: 0,
            copy: 0,
            first: 0,
            captured_with: 0,
            place: 0,
            choice: Choice::new(),
            ticket: 0,
            predecessor_set: [false; N],
            captured: false,
        };
        let machine = SafeFife {
            k,
            want: [[[INFINITY; 2]; N]; N],
            ticket: [[0; 2]; N],
            capture: [[[0; 2]; N]; N],
            entered: [0; N],
            processes: [process; N],
        };
        #[cfg(creusot)]
        let _ = snapshot!(if N@ > 0 { queue::starts(machine) });
        machine
    }

    fn slots(&self) -> usize {
        N
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(result == self.region_of(p@)))]
    fn region(&self, p: usize) -> Region {
        match self.processes[p].line {
            Line::L28 => Region::Remainder,
            Line::L30Load | Line::L30 | Line::L31 | Line::L31Place | Line::L31Store => {
                Region::Doorway
            }
            Line::L46 => Region::Critical,
            Line::L48 => Region::Exit,
            _ => Region::WaitingRoom,
        }
    }

    #[cfg(not(creusot))]
    fn line(&self, p: usize) -> &'static str {
        let copy = self.processes[p].copy;
        match self.processes[p].line {
            Line::L28 => "28",
            Line::L30Load | Line::L30 => "30",
            Line::L31 | Line::L31Place | Line::L31Store => "31",
            Line::L33 => "33",
            Line::L38 if copy == 1 => "38",
            Line::L38 => "39",
            Line::L41 if copy == 1 => "41",
            Line::L41 => "42",
            Line::L43Load | Line::L43 => "43",
            Line::L44 | Line::L44Ticket => "44",
            Line::L45 => "45",
            Line::L46 => "46",
            Line::L48 => "48",
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(result == self.access(p)))]
    fn next(&self, p: usize) -> Option<Access> {
        let process = &self.processes[p];
        let (i, own) = (process.i, Kind::Store(process.ticket));
        let access = match process.line {
            Line::L28 | Line::L46 => return None,
            Line::L31Place | Line::L43Load => {
                return Some(Access::of(Kind::Load, Array::Entered, p, p))
            }
            Line::L43 => {
                let place = Kind::Store(Ticket::from(process.place != 0));
                return Some(Access::of(place, Array::Entered, p, p));
            }
            Line::L44 => return Some(Access::of(Kind::Load, Array::Capture, p, i)),
            Line::L30Load => Access::of(Kind::Load, Array::Ticket, p, p),
            Line::L30 | Line::L33 => Access::of(own, Array::Want, p, i),
            Line::L31 | Line::L44Ticket => Access::of(Kind::Load, Array::Ticket, i, i),
            Line::L31Store => Access::of(own, Array::Ticket, p, p),
            Line::L38 => Access::of(Kind::Load, Array::Want, i, p),
            Line::L41 => Access::of(Kind::Load, Array::Capture, i, p),
            Line::L45 => Access::of(own, Array::Capture, p, i),
            Line::L48 => Access::of(Kind::Store(INFINITY), Array::Want, p, i),
        };
        let copy = match process.line {
            Line::L31Store => process.place,
            _ => process.copy,
        };
        Some(Access { copy, ..access })
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    #[cfg_attr(creusot, ensures(result@ == self.held_by(*access)))]
    fn read(&self, access: &Access) -> Ticket {
        let Access {
            writer, home, copy, ..
        } = *access;
        match access.array {
            Array::Want => self.want[writer][home][copy],
            Array::Capture => self.capture[writer][home][copy],
            Array::Entered => self.entered[writer] as Ticket,
            _ => self.ticket[writer][copy],
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    fn write(&mut self, access: &Access, value: Ticket) {
        let Access {
            writer, home, copy, ..
        } = *access;
        match access.array {
            Array::Want => self.want[writer][home][copy] = value,
            Array::Capture => self.capture[writer][home][copy] = value,
            Array::Entered => self.entered[writer] = usize::from(value != 0),
            _ => self.ticket[writer][copy] = value,
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn ticket(&self, p: usize) -> Ticket {
        self.processes[p].ticket
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible_for(p, loaded)))]
    #[cfg_attr(creusot, ensures(queue::is_possible(^self)))]
    #[cfg_attr(creusot, ensures(self.leads_to(p, ^self)))]
    fn step(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        self.line_of(p, loaded);
        #[cfg(creusot)]
        let _ = snapshot!(old.leads(*self, p, loaded));
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn spins(&self, p: usize) -> bool {
        matches!(self.processes[p].line, Line::L38 | Line::L41)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(result ==> self.processes[p].line == Line::L38))]
    fn may_cancel(&self, p: usize) -> bool {
        let process = &self.processes[p];
        let first = next_member(&process.predecessor_set, 0);
        matches!(process.line, Line::L38) && process.copy == 1 && process.i == first
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting_here(p)))]
    #[cfg_attr(creusot, ensures(queue::is_possible(^self)))]
    #[cfg_attr(creusot, ensures(self.gives_way(p, ^self)))]
    fn cancel(&mut self, p: usize) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        self.line_cancel(p);
        #[cfg(creusot)]
        let _ = snapshot!(old.lets_others_pass(*self, p, old.wanted(p)));
    }

    #[cfg(not(creusot))]
    fn invariant(&self) -> bool {
        self.is_possible()
    }

    #[cfg(not(creusot))]
    fn forget(&mut self) {
        self.forget_dead();
    }

    #[cfg(not(creusot))]
    fn choosing(&self) -> usize {
        (0..N).filter(|&p| self.has_seen(p)).count()
    }

    #[cfg(not(creusot))]
    fn fields(&mut self, fields: &mut impl Fields) {
        self.show(fields);
    }
}
