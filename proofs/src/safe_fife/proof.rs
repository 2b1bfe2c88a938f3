//! `SafeFife`: the variables of the invariant in terms of the model, the contracts of the model's
//! functions, and what a load on safe registers returns.

pub mod enabled;
pub mod induction;
pub mod lines;
pub mod moves;
pub mod order;
pub mod passing;
pub mod queue;
pub mod safely;
pub mod steps;

use crate::machine::{Access, Array, Kind, Region};
use crate::safe_fife::{Line, SafeFife};
use doorway_core::logic::count::{count, subset};
use doorway_core::logic::prelude::*;
use doorway_core::ticket::{Ticket, INFINITY};
use induction::{can_load, others_stay};
use order::is_stage_of;
use queue::{has_few, inside, is_possible, is_told, k_exclusion, SafeQueue, Stage};
use steps::stores;

impl<const N: usize> SafeQueue for SafeFife<N> {
    #[logic(open)]
    fn n(self) -> Int {
        pearlite! { N@ }
    }

    #[logic(open)]
    fn limit(self) -> Int {
        pearlite! { self.k@ }
    }

    #[logic(open)]
    fn stage(self, q: Int) -> Stage {
        pearlite! {
            let process = self.processes[q];
            match process.line {
                Line::L28 | Line::L30Load => Stage::Away,
                Line::L30 => Stage::Telling(process.i@, process.copy@),
                Line::L31 => Stage::Choosing(process.i@, process.copy@),
                Line::L31Place => Stage::Chosen,
                Line::L31Store => Stage::Taking(process.place@),
                Line::L33 => Stage::Announcing(process.i@, process.copy@),
                Line::L38 => Stage::Pruning(process.i@, process.copy@),
                Line::L41 => Stage::Looking(process.i@, process.copy@),
                Line::L43Load | Line::L43 => Stage::Entering,
                Line::L44 | Line::L44Ticket => Stage::Testing(process.i@),
                Line::L45 => Stage::Capturing(process.i@, process.copy@),
                Line::L46 => Stage::Inside,
                Line::L48 => Stage::Leaving(process.i@, process.copy@),
            }
        }
    }

    #[logic(open)]
    #[ensures(is_stage_of(self.stage(q), result))]
    fn region_of(self, q: Int) -> Region {
        pearlite! {
            match self.processes[q].line {
                Line::L28 => Region::Remainder,
                Line::L30Load | Line::L30 | Line::L31 | Line::L31Place | Line::L31Store => Region::Doorway,
                Line::L46 => Region::Critical,
                Line::L48 => Region::Exit,
                _ => Region::WaitingRoom,
            }
        }
    }

    #[logic(open)]
    fn seen(self, q: Int) -> Int {
        pearlite! { self.processes[q].choice@ }
    }

    #[logic(open)]
    fn first(self, q: Int) -> Int {
        pearlite! { self.processes[q].first@ }
    }

    #[logic(open)]
    fn ticket(self, q: Int, place: Int) -> Int {
        pearlite! { self.ticket[q][place]@ }
    }

    #[logic(open)]
    fn entered(self, q: Int) -> Int {
        pearlite! { self.entered[q]@ }
    }

    #[logic(open)]
    fn private(self, q: Int) -> Int {
        pearlite! { self.processes[q].ticket@ }
    }

    #[logic(open)]
    fn wants(self, q: Int, i: Int, copy: Int) -> Int {
        pearlite! { self.want[q][i][copy]@ }
    }

    #[logic(open)]
    fn predecessors(self, q: Int) -> Seq<bool> {
        pearlite! { self.processes[q].predecessor_set@ }
    }

    #[logic(open)]
    fn captured(self, q: Int) -> bool {
        pearlite! { self.processes[q].captured }
    }

    #[logic(open)]
    fn captures(self, q: Int, i: Int, copy: Int) -> Int {
        pearlite! { self.capture[q][i][copy]@ }
    }

    #[logic(open)]
    fn is_in_range(self, q: Int) -> bool {
        pearlite! {
            self.is_placed(q) && self.has_captured(q)
        }
    }
}

impl<const N: usize> SafeFife<N> {
    /// Whether q's loop variables, and what q has loaded from its registers, are as its line
    /// requires.
    #[logic(open)]
    pub fn is_placed(self, q: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            process.i@ < N@ && process.copy@ < 2 && process.predecessor_set@.len() == N@
                && match process.line {
                    Line::L30Load => process.copy@ == 1 ==> process.first == self.ticket[q][0],
                    Line::L43 => process.place@ == 1 - self.entered[q]@,
                    _ => true,
                }
        }
    }

    /// Whether q is in its critical section.
    #[logic(open)]
    pub fn is_critical(self, q: Int) -> bool {
        pearlite! { self.processes[q].line == Line::L46 }
    }

    /// The processes in their critical sections.
    #[logic(open)]
    pub fn critical(self) -> Mapping<Int, bool> {
        |q| self.is_critical(q)
    }

    /// **k-exclusion**: at most k processes are in their critical sections.
    #[logic]
    #[requires(is_possible(self))]
    #[ensures(count(self.critical(), N@) <= self.k@)]
    pub fn at_most_k(self) {
        pearlite! {
            k_exclusion(self);
            subset(self.critical(), inside(self), N@)
        }
    }

    /// Whether p's next step begins at `line`, with the part of the invariant that is about p
    /// alone.
    #[logic(open)]
    pub fn is_at(self, p: usize, line: Line) -> bool {
        pearlite! {
            p@ < N@ && self.k@ > 0 && self.processes[p].line == line && self.is_placed(p@) && is_told(self, p@)
                && (self.stage(p@) == Stage::Entering ==> self.captured(p@) || has_few(self, p@))
        }
    }

    /// Whether p's next step, if it loads, can load `loaded`: from a register in flux, any value. A
    /// process that loads its own register is not storing to it.
    #[logic(open)]
    pub fn is_loaded(self, p: usize, loaded: Ticket) -> bool {
        pearlite! {
            can_load(self, p@, loaded@)
                && match self.processes[p].line {
                    Line::L30Load => loaded == self.ticket[p][self.processes[p].copy],
                    Line::L31Place | Line::L43Load => loaded@ == self.entered[p]@,
                    Line::L44 => loaded@ == self.captures(p@, self.processes[p].i@, 0),
                    Line::L44Ticket => loaded@ == self.ticket(self.processes[p].i@, self.processes[p].copy@)
                        || self.stage(self.processes[p].i@) == Stage::Taking(self.processes[p].copy@),
                    _ => true,
                }
        }
    }

    /// What p's next load returns in line 38, if no process is storing there.
    #[logic(open)]
    #[requires(self.processes[p].line == Line::L38)]
    #[ensures(can_load(self, p@, result@))]
    pub fn wanted(self, p: usize) -> Ticket {
        pearlite! { self.want[self.processes[p].i][p][self.processes[p].copy] }
    }

    /// The access of p's next step.
    #[logic(open)]
    pub fn access(self, p: usize) -> Option<Access> {
        pearlite! {
            let process = self.processes[p];
            let i = process.i;
            let copy = process.copy;
            let own = Kind::Store(process.ticket);
            match process.line {
                Line::L28 | Line::L46 => None,
                Line::L30Load => Some(Access { kind: Kind::Load, array: Array::Ticket, writer: p, home: p, copy }),
                Line::L30 | Line::L33 => Some(Access { kind: own, array: Array::Want, writer: p, home: i, copy }),
                Line::L31 | Line::L44Ticket =>
                    Some(Access { kind: Kind::Load, array: Array::Ticket, writer: i, home: i, copy }),
                Line::L31Place | Line::L43Load =>
                    Some(Access { kind: Kind::Load, array: Array::Entered, writer: p, home: p, copy: 0usize }),
                Line::L31Store => Some(Access { kind: own, array: Array::Ticket, writer: p, home: p, copy: process.place }),
                Line::L38 => Some(Access { kind: Kind::Load, array: Array::Want, writer: i, home: p, copy }),
                Line::L41 => Some(Access { kind: Kind::Load, array: Array::Capture, writer: i, home: p, copy }),
                Line::L43 => Some(Access {
                    kind: Kind::Store(if process.place@ == 0 { 0u64 } else { 1u64 }),
                    array: Array::Entered, writer: p, home: p, copy: 0usize
                }),
                Line::L44 => Some(Access { kind: Kind::Load, array: Array::Capture, writer: p, home: i, copy: 0usize }),
                Line::L45 => Some(Access { kind: own, array: Array::Capture, writer: p, home: i, copy }),
                Line::L48 => Some(Access { kind: Kind::Store(INFINITY), array: Array::Want, writer: p, home: i, copy }),
            }
        }
    }

    /// The value in the register of `access`.
    #[logic(open)]
    pub fn held_by(self, access: Access) -> Int {
        pearlite! {
            match access.array {
                Array::Want => self.want[access.writer][access.home][access.copy]@,
                Array::Capture => self.capture[access.writer][access.home][access.copy]@,
                Array::Entered => self.entered[access.writer]@,
                _ => self.ticket[access.writer][access.copy]@,
            }
        }
    }

    /// Whether only p's variables change, and its registers of `Want`.
    #[logic(open)]
    pub fn stores_want(self, next: Self, p: usize) -> bool {
        pearlite! {
            next.k == self.k && next.ticket == self.ticket && next.capture == self.capture && next.entered == self.entered
                && (forall<q> 0 <= q && q < N@ && q != p@ ==> next.processes[q] == self.processes[q])
                && (forall<q> 0 <= q && q < N@ && q != p@ ==> next.want[q] == self.want[q])
        }
    }

    /// Whether only p's variables change, and its registers of `Ticket`.
    #[logic(open)]
    pub fn stores_ticket(self, next: Self, p: usize) -> bool {
        pearlite! {
            next.k == self.k && next.want == self.want && next.capture == self.capture && next.entered == self.entered
                && (forall<q> 0 <= q && q < N@ && q != p@ ==> next.processes[q] == self.processes[q])
                && (forall<q> 0 <= q && q < N@ && q != p@ ==> next.ticket[q] == self.ticket[q])
        }
    }

    /// Whether only p's variables change, and its registers of `entered`.
    #[logic(open)]
    pub fn stores_entered(self, next: Self, p: usize) -> bool {
        pearlite! {
            next.k == self.k && next.want == self.want && next.ticket == self.ticket && next.capture == self.capture
                && (forall<q> 0 <= q && q < N@ && q != p@ ==> next.processes[q] == self.processes[q])
                && (forall<q> 0 <= q && q < N@ && q != p@ ==> next.entered[q] == self.entered[q])
        }
    }

    /// Whether only p's variables change, and its registers of `Capture`.
    #[logic(open)]
    pub fn stores_capture(self, next: Self, p: usize) -> bool {
        pearlite! {
            next.k == self.k && next.want == self.want && next.ticket == self.ticket && next.entered == self.entered
                && (forall<q> 0 <= q && q < N@ && q != p@ ==> next.processes[q] == self.processes[q])
                && (forall<q> 0 <= q && q < N@ && q != p@ ==> next.capture[q] == self.capture[q])
        }
    }

    /// Whether p stores only to the registers that its line stores to.
    #[logic(open)]
    pub fn stores_only(self, next: Self, p: usize) -> bool {
        pearlite! {
            match self.processes[p].line {
                Line::L30 | Line::L33 | Line::L48 => self.stores_want(next, p),
                Line::L31Store => self.stores_ticket(next, p),
                Line::L43 => self.stores_entered(next, p),
                Line::L45 => self.stores_capture(next, p),
                _ => self.others_stay(next, p),
            }
        }
    }

    /// If p stores only to those registers, the variables of the others and the other registers of
    /// p stay.
    #[logic]
    #[requires(p@ < N@ && self.stores_only(next, p))]
    #[ensures(others_stay(self, next, p@))]
    #[ensures(stores(self, next, p@))]
    pub fn frame(self, next: Self, p: usize) {}

    /// Whether no register changes, and no process except p.
    #[logic(open)]
    pub fn others_stay(self, next: Self, p: usize) -> bool {
        pearlite! {
            next.k == self.k && next.want == self.want && next.ticket == self.ticket && next.capture == self.capture
                && next.entered == self.entered
                && forall<q> 0 <= q && q < N@ && q != p@ ==> next.processes[q] == self.processes[q]
        }
    }

    /// Whether only p's announcements change.
    #[logic(open)]
    pub fn only_wants(self, next: Self, p: usize) -> bool {
        pearlite! {
            next == Self { want: next.want, ..self }
                && forall<q> 0 <= q && q < N@ && q != p@ ==> next.want[q] == self.want[q]
        }
    }

    /// Whether only p's captures change.
    #[logic(open)]
    pub fn only_captures(self, next: Self, p: usize) -> bool {
        pearlite! {
            next == Self { capture: next.capture, ..self }
                && forall<q> 0 <= q && q < N@ && q != p@ ==> next.capture[q] == self.capture[q]
        }
    }

    /// Whether p is at `line`, with these loop variables.
    #[logic(open)]
    pub fn is_there(self, p: usize, line: Line, i: Int, copy: Int) -> bool {
        pearlite! {
            let process = self.processes[p];
            process.line == line && process.i@ == i && process.copy@ == copy
        }
    }

    /// Whether p's private variables stay, except its line and loop variables.
    #[logic(open)]
    pub fn only_moves(self, next: Self, p: usize) -> bool {
        pearlite! {
            let old = self.processes[p];
            let new = next.processes[p];
            new.first == old.first && new.captured_with == old.captured_with && new.place == old.place
                && new.choice == old.choice && new.ticket == old.ticket
                && new.predecessor_set == old.predecessor_set && new.captured == old.captured
        }
    }
}
