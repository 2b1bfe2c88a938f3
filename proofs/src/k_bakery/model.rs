//! Danek's Figure 2, the k-Bakery: with its shaded lines `Fife`, without them `KFcfs`.

mod lines;

#[cfg(not(creusot))]
use crate::machine::Fields;
use crate::machine::{next_member, Access, Array, Kind, Machine, Region};
#[cfg(not(creusot))]
use doorway_core::capture::overtaken;
use doorway_core::ticket::{Choice, Ticket, INFINITY};
#[cfg(creusot)]
use {
    crate::queue::Queue,
    crate::{fife, kfcfs, queue},
    doorway_core::logic::prelude::*,
};

/// The line that a process is at. The names are the figure's line numbers.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub enum Line {
    /// In the remainder.
    L13,
    /// About to load its own ticket, for line 14.
    L14Load,
    /// About to load `Ticket[i]`, for an optimistic ticket.
    Optimistic,
    /// About to store the optimistic ticket in `Ticket[p]`.
    OptimisticStore,
    /// About to store `Want[p][i]`.
    L14,
    /// About to load `Ticket[i]`.
    L15,
    /// About to store `Ticket[p]`.
    L15Store,
    /// About to store `Want[p][i]`.
    L16,
    /// About to load `Want[i][p]`.
    L21,
    /// About to load `Capture[i][p]`.
    L22,
    /// About to store `Capture[p][i]`.
    L23,
    /// Inside.
    L24,
    /// About to store `Want[p][i]`.
    L25,
}

#[cfg(not(creusot))]
const LINES: [Line; 13] = [
    Line::L13,
    Line::L14Load,
    Line::Optimistic,
    Line::OptimisticStore,
    Line::L14,
    Line::L15,
    Line::L15Store,
    Line::L16,
    Line::L21,
    Line::L22,
    Line::L23,
    Line::L24,
    Line::L25,
];

/// A process: its line and its private variables.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Process<const N: usize> {
    /// The line it is at.
    pub line: Line,
    /// The loop variable.
    pub i: usize,
    /// The choice of line 15, while it is being made.
    pub choice: Choice,
    /// The ticket of this passage. In lines 14 and 15 it is the optimistic ticket, which is at most
    /// the final one.
    pub ticket: Ticket,
    /// The processes it waits for.
    pub predecessor_set: [bool; N],
    /// Whether the process knows that it was overtaken.
    pub captured: bool,
}

/// The model. `CAPTURES` says whether it has the shaded lines, 17, 22 and 23; without them nothing
/// is captured.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct KBakery<const N: usize, const CAPTURES: bool> {
    /// The number of processes that may be inside.
    pub k: usize,
    /// `Want`, as `[writer][reader]`.
    pub want: [[Ticket; N]; N],
    /// The tickets, by process.
    pub ticket: [Ticket; N],
    /// `Capture`, as `[writer][reader]`.
    pub capture: [[Ticket; N]; N],
    /// The local states, by process.
    pub processes: [Process<N>; N],
}

#[cfg(not(creusot))]
impl<const N: usize, const CAPTURES: bool> KBakery<N, CAPTURES> {
    /// Whether p's choice has read a ticket.
    fn has_seen(&self, p: usize) -> bool {
        let process = &self.processes[p];
        matches!(process.line, Line::Optimistic | Line::L15Store)
            || (process.line == Line::L15 && process.i > 0)
    }

    /// Whether p's present or next ticket can be below `Capture[i][p]`. If not, this capture has no
    /// effect until it is stored again.
    fn can_notice(&self, p: usize, i: usize) -> bool {
        let process = &self.processes[p];
        let capture = self.capture[i][p];
        match process.line {
            Line::L15 => {
                i < process.i && overtaken(process.ticket.max(process.choice.largest()), capture)
            }
            Line::L15Store => process.choice.largest() < capture,
            Line::L16 | Line::L21 | Line::L22 => overtaken(process.ticket, capture),
            // p has yet to read i's ticket, which is not below the capture, so p will take a larger
            // one.
            _ => false,
        }
    }
}

impl<const N: usize, const CAPTURES: bool> Machine for KBakery<N, CAPTURES> {
    #[cfg(creusot)]
    #[logic(open)]
    fn is_process(self, p: usize) -> bool {
        pearlite! { p@ < N@ }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_register(self, access: Access) -> bool {
        pearlite! { access.writer@ < N@ && access.home@ < N@ }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_possible_for(self, p: usize, loaded: Ticket) -> bool {
        pearlite! { p@ < N@ && queue::is_possible(self) && self.is_loaded(p, loaded) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_waiting_here(self, p: usize) -> bool {
        pearlite! { p@ < N@ && queue::is_possible(self) && self.processes[p].line == Line::L21 }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(k@ > 0))]
    #[cfg_attr(creusot, ensures(N@ > 0 ==> queue::is_possible(result)))]
    fn new(k: usize) -> Self {
        let process = Process {
            line: Line::L13,
            i: 0,
            choice: Choice::new(),
            ticket: 0,
            predecessor_set: [false; N],
            captured: false,
        };
        let machine = KBakery {
            k,
            want: [[INFINITY; N]; N],
            ticket: [0; N],
            capture: [[0; N]; N],
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
            Line::L13 => Region::Remainder,
            Line::L14Load
            | Line::Optimistic
            | Line::OptimisticStore
            | Line::L14
            | Line::L15
            | Line::L15Store => Region::Doorway,
            Line::L16 | Line::L21 | Line::L22 | Line::L23 => Region::WaitingRoom,
            Line::L24 => Region::Critical,
            Line::L25 => Region::Exit,
        }
    }

    #[cfg(not(creusot))]
    fn line(&self, p: usize) -> &'static str {
        match self.processes[p].line {
            Line::L13 => "13",
            Line::L14Load | Line::Optimistic | Line::OptimisticStore | Line::L14 => "14",
            Line::L15 | Line::L15Store => "15",
            Line::L16 => "16",
            Line::L21 => "21",
            Line::L22 => "22",
            Line::L23 => "23",
            Line::L24 => "24",
            Line::L25 => "25",
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(forall<loaded> self.returns(result, loaded) ==> self.is_loaded(p, loaded)))]
    fn next(&self, p: usize) -> Option<Access> {
        let process = &self.processes[p];
        let i = process.i;
        Some(match process.line {
            Line::L13 | Line::L24 => return None,
            Line::L14Load => Access::of(Kind::Load, Array::Ticket, p, p),
            Line::OptimisticStore => Access::of(Kind::Store(process.ticket), Array::Ticket, p, p),
            Line::L14 | Line::L16 => Access::of(Kind::Store(process.ticket), Array::Want, p, i),
            Line::Optimistic | Line::L15 => Access::of(Kind::Load, Array::Ticket, i, i),
            Line::L15Store => {
                let ticket = process.choice.take(INFINITY - 1).unwrap_or(INFINITY);
                Access::of(Kind::Store(ticket), Array::Ticket, p, p)
            }
            Line::L21 => Access::of(Kind::Load, Array::Want, i, p),
            Line::L22 => Access::of(Kind::Load, Array::Capture, i, p),
            Line::L23 => Access::of(Kind::Store(process.ticket), Array::Capture, p, i),
            Line::L25 => Access::of(Kind::Store(INFINITY), Array::Want, p, i),
        })
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    #[cfg_attr(creusot, ensures(result == self.held_by(*access)))]
    fn read(&self, access: &Access) -> Ticket {
        match access.array {
            Array::Want => self.want[access.writer][access.home],
            Array::Capture => self.capture[access.writer][access.home],
            _ => self.ticket[access.writer],
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn spins(&self, p: usize) -> bool {
        matches!(self.processes[p].line, Line::L21 | Line::L22)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    fn write(&mut self, access: &Access, value: Ticket) {
        match access.array {
            Array::Want => self.want[access.writer][access.home] = value,
            Array::Capture => self.capture[access.writer][access.home] = value,
            _ => self.ticket[access.writer] = value,
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn ticket(&self, p: usize) -> Ticket {
        self.processes[p].ticket
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible_for(p, loaded)))]
    #[cfg_attr(creusot, ensures(queue::is_possible(^self) && queue::moves(*self, ^self, p@)))]
    #[cfg_attr(creusot, ensures(queue::keeps_order(*self, p@, ^self)))]
    #[cfg_attr(creusot, ensures(forall<q, z: Mapping<Int, bool>> 0 <= q && q < N@ ==> kfcfs::approaches(*self, ^self, p@, q, z)))]
    #[cfg_attr(creusot, ensures(forall<q> 0 <= q && q < N@ ==> fife::approaches(*self, ^self, p@, q)))]
    fn step(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        match self.processes[p].line {
            Line::L13 => self.line_13(p),
            Line::L14Load => self.line_14_load(p, loaded),
            Line::Optimistic => self.line_optimistic(p, loaded),
            Line::OptimisticStore => self.line_optimistic_store(p),
            Line::L14 => self.line_14(p),
            Line::L15 => self.line_15(p, loaded),
            Line::L15Store => self.line_15_store(p),
            Line::L16 => self.line_16(p),
            Line::L21 => self.line_21(p, loaded),
            Line::L22 => self.line_22(p, loaded),
            Line::L23 => self.line_23(p),
            Line::L24 => self.line_24(p),
            Line::L25 => self.line_25(p),
        }
        #[cfg(creusot)]
        let _ = snapshot!(old.frame(*self, p));
        #[cfg(creusot)]
        let _ = snapshot!(queue::keeps(*old, *self, p@));
        #[cfg(creusot)]
        let _ = snapshot!(queue::stays_orderly(*old, *self, p@));
        #[cfg(creusot)]
        let _ = snapshot!(kfcfs::others_stay_enabled(*old, *self, p));
        #[cfg(creusot)]
        let _ = snapshot!(fife::others_stay_enabled(*old, *self, p));
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(result ==> self.processes[p].line == Line::L21))]
    fn may_cancel(&self, p: usize) -> bool {
        let process = &self.processes[p];
        matches!(process.line, Line::L21) && process.i == next_member(&process.predecessor_set, 0)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting_here(p)))]
    #[cfg_attr(creusot, ensures(queue::is_possible(^self) && queue::moves(*self, ^self, p@)))]
    #[cfg_attr(creusot, ensures(queue::keeps_order(*self, p@, ^self)))]
    #[cfg_attr(creusot, ensures(forall<q, z: Mapping<Int, bool>> 0 <= q && q < N@ && q != p@ ==> kfcfs::approaches(*self, ^self, p@, q, z)))]
    #[cfg_attr(creusot, ensures(forall<q> 0 <= q && q < N@ && q != p@ ==> fife::approaches(*self, ^self, p@, q)))]
    fn cancel(&mut self, p: usize) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        self.line_cancel(p);
        #[cfg(creusot)]
        let _ = snapshot!(old.frame(*self, p));
        #[cfg(creusot)]
        let _ = snapshot!(queue::keeps(*old, *self, p@));
        #[cfg(creusot)]
        let _ = snapshot!(queue::stays_orderly(*old, *self, p@));
        #[cfg(creusot)]
        let _ = snapshot!(kfcfs::others_stay_enabled(*old, *self, p));
        #[cfg(creusot)]
        let _ = snapshot!(fife::others_stay_enabled(*old, *self, p));
    }

    #[cfg(not(creusot))]
    fn invariant(&self) -> bool {
        self.is_possible()
    }

    #[cfg(not(creusot))]
    fn forget(&mut self) {
        for p in 0..N {
            for i in 0..N {
                if CAPTURES && !self.can_notice(p, i) {
                    self.capture[i][p] = 0;
                }
            }
            let has_seen = self.has_seen(p);
            let process = &mut self.processes[p];
            if !has_seen {
                process.choice = Choice::new();
            }
            if !matches!(
                process.line,
                Line::OptimisticStore
                    | Line::L14
                    | Line::L15
                    | Line::L16
                    | Line::L21
                    | Line::L22
                    | Line::L23
            ) {
                process.ticket = 0;
            }
            if !matches!(process.line, Line::L21 | Line::L22) {
                process.predecessor_set = [false; N];
                process.captured = false;
            }
        }
    }

    #[cfg(not(creusot))]
    fn choosing(&self) -> usize {
        (0..N).filter(|&p| self.has_seen(p)).count()
    }

    #[cfg(not(creusot))]
    fn fields(&mut self, fields: &mut impl Fields) {
        for p in 0..N {
            let process = &mut self.processes[p];
            let mut line = process.line as usize;
            fields.number(&mut line, LINES.len());
            process.line = LINES[line];
            fields.number(&mut process.i, N);
            let mut largest = process.choice.largest();
            fields.ticket(&mut largest);
            process.choice = Choice::new().see(largest);
            fields.ticket(&mut process.ticket);
            for member in &mut process.predecessor_set {
                fields.truth(member);
            }
            if CAPTURES {
                fields.truth(&mut process.captured);
            }
            fields.ticket(&mut self.ticket[p]);
            for i in 0..N {
                fields.ticket(&mut self.want[p][i]);
                if CAPTURES {
                    fields.ticket(&mut self.capture[p][i]);
                }
            }
        }
    }
}
