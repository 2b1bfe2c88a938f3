//! `KFcfs` and `Fife`: the variables of the invariant in terms of the model, and the contracts of
//! the model's functions.

use crate::k_bakery::{KBakery, Line};
use crate::machine::{Access, Array, Kind, Region};
use crate::queue::{
    counts_down, inside, is_possible, is_run, is_sound, is_stage_of, k_exclusion, others_stay,
    Queue, Stage,
};
use doorway_core::logic::count::{count, members, own_moves, subset};
use doorway_core::logic::prelude::*;
use doorway_core::ticket::{Ticket, INFINITY};

impl<const N: usize, const CAPTURES: bool> Queue for KBakery<N, CAPTURES> {
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
                Line::L13 | Line::L14Load | Line::Optimistic | Line::OptimisticStore | Line::L25 => Stage::Away,
                Line::L14 => Stage::Telling(process.i@),
                Line::L15 => Stage::Choosing(process.i@),
                Line::L15Store => Stage::Chosen,
                Line::L16 => Stage::Announcing(process.i@),
                Line::L21 | Line::L22 => Stage::Waiting,
                Line::L23 | Line::L24 => Stage::Inside,
            }
        }
    }

    #[logic(open)]
    #[ensures(is_stage_of(self.stage(q), result))]
    fn region_of(self, q: Int) -> Region {
        pearlite! {
            match self.processes[q].line {
                Line::L13 => Region::Remainder,
                Line::L14Load | Line::Optimistic | Line::OptimisticStore | Line::L14 | Line::L15 | Line::L15Store => Region::Doorway,
                Line::L16 | Line::L21 | Line::L22 | Line::L23 => Region::WaitingRoom,
                Line::L24 => Region::Critical,
                Line::L25 => Region::Exit,
            }
        }
    }

    #[logic(open)]
    fn steps_to_finish(self, q: Int) -> Int {
        pearlite! {
            let process = self.processes[q];
            match process.line {
                Line::L14Load => 3 * N@ + 3,
                Line::Optimistic => 3 * N@ + 2 - process.i@,
                Line::OptimisticStore => 2 * N@ + 2,
                Line::L14 => 2 * N@ + 1 - process.i@,
                Line::L15 => N@ + 1 - process.i@,
                Line::L15Store => 1,
                Line::L25 => N@ - process.i@,
                _ => 0,
            }
        }
    }

    #[logic(open)]
    fn seen(self, q: Int) -> Int {
        pearlite! { self.processes[q].choice@ }
    }

    #[logic(open)]
    fn own(self, q: Int) -> Int {
        pearlite! { self.ticket[q]@ }
    }

    #[logic(open)]
    fn private(self, q: Int) -> Int {
        pearlite! { self.processes[q].ticket@ }
    }

    #[logic(open)]
    fn wants(self, q: Int, i: Int) -> Int {
        pearlite! { self.want[q][i]@ }
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
    fn captures(self, q: Int, i: Int) -> Int {
        pearlite! { self.capture[q][i]@ }
    }

    #[logic(open)]
    fn is_in_range(self, q: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            process.i@ < N@ && (self.stage(q) == Stage::Waiting ==> !process.predecessor_set[q]) && self.optimistic_is_larger(q)
                && (process.line == Line::L23 ==> process.ticket == self.ticket[q]) && self.has_captured(q)
                && (CAPTURES || self.captures_nothing(q))
        }
    }
}

impl<const N: usize, const CAPTURES: bool> KBakery<N, CAPTURES> {
    /// Whether q is in its critical section.
    #[logic(open)]
    pub fn is_critical(self, q: Int) -> bool {
        pearlite! { self.processes[q].line == Line::L24 }
    }

    /// The processes in their critical sections.
    #[logic(open)]
    pub fn critical(self) -> Mapping<Int, bool> {
        |q| self.is_critical(q)
    }

    /// Whether q's captures are its own tickets: in line 23 its present ticket up to the loop
    /// variable, and inside its present ticket everywhere.
    #[logic(open)]
    pub fn has_captured(self, q: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            forall<i> 0 <= i && i < N@ ==> self.capture[q][i]@ <= self.ticket[q]@
                && (CAPTURES && ((process.line == Line::L23 && i < process.i@) || process.line == Line::L24) ==>
                    self.capture[q][i] == self.ticket[q])
        }
    }

    /// Whether q is at none of the shaded lines, is not captured, and captures nothing.
    #[logic(open)]
    pub fn captures_nothing(self, q: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            process.line != Line::L22 && process.line != Line::L23 && !process.captured
                && forall<i> 0 <= i && i < N@ ==> self.capture[q][i]@ == 0
        }
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

    /// **Bounded exit**: in a run throughout which p is in its exit protocol, p makes fewer than N
    /// steps.
    #[logic]
    #[requires(is_run(states, movers) && 0 <= p && p < N@)]
    #[requires(forall<j> 0 <= j && j < states.len() ==> states[j].region_of(p) == Region::Exit)]
    #[ensures(count(own_moves(movers, p), movers.len()) < N@)]
    pub fn exit_is_bounded(states: Seq<Self>, movers: Seq<Int>, p: Int) {
        pearlite! {
            counts_down(states, movers, p, movers.len());
            proof_assert!(states[0].is_in_range(p) && states[movers.len()].is_in_range(p))
        }
    }

    /// **Bounded doorway**: in a run throughout which p is in its doorway, p makes fewer than
    /// 3N + 3 steps.
    #[logic]
    #[requires(is_run(states, movers) && 0 <= p && p < N@)]
    #[requires(forall<j> 0 <= j && j < states.len() ==> states[j].region_of(p) == Region::Doorway)]
    #[ensures(count(own_moves(movers, p), movers.len()) < 3 * N@ + 3)]
    pub fn doorway_is_bounded(states: Seq<Self>, movers: Seq<Int>, p: Int) {
        pearlite! {
            counts_down(states, movers, p, movers.len());
            proof_assert!(states[0].is_in_range(p) && states[movers.len()].is_in_range(p))
        }
    }

    /// Whether p's next step begins at `line`.
    #[logic(open)]
    pub fn is_at(self, p: usize, line: Line) -> bool {
        pearlite! { p@ < N@ && is_sound(self) && self.processes[p].line == line }
    }

    /// Whether `loaded` is what p's next step loads, if it loads. The load of an optimistic ticket
    /// may return any ticket: no fence orders it after the stores of p's last exit.
    #[logic(open)]
    pub fn is_loaded(self, p: usize, loaded: Ticket) -> bool {
        pearlite! {
            let i = self.processes[p].i;
            match self.processes[p].line {
                Line::L14Load => loaded == self.ticket[p],
                Line::Optimistic => loaded@ < INFINITY@ || loaded == self.ticket[i],
                Line::L15 => loaded == self.ticket[i],
                Line::L21 => loaded == self.want[i][p],
                Line::L22 => loaded == self.capture[i][p],
                _ => true,
            }
        }
    }

    /// The value in the register of `access`.
    #[logic(open)]
    pub fn held_by(self, access: Access) -> Ticket {
        pearlite! {
            match access.array {
                Array::Want => self.want[access.writer][access.home],
                Array::Capture => self.capture[access.writer][access.home],
                _ => self.ticket[access.writer],
            }
        }
    }

    /// Whether `access`, if it is a load, can return `loaded`.
    #[logic(open)]
    pub fn returns(self, access: Option<Access>, loaded: Ticket) -> bool {
        pearlite! {
            match access {
                Some(access) => match access.kind {
                    Kind::Load => loaded == self.held_by(access),
                    _ => true,
                },
                None => true,
            }
        }
    }

    /// The first process from `from` on that is not p.
    #[logic(open)]
    pub fn other(self, p: usize, from: usize) -> Int {
        pearlite! { if from@ == p@ { from@ + 1 } else { from@ } }
    }

    /// Whether only p's registers and variables change.
    #[logic(open)]
    pub fn differs_at(self, next: Self, p: usize) -> bool {
        pearlite! {
            next.k == self.k
                && forall<q> 0 <= q && q < N@ && q != p@ ==> next.processes[q] == self.processes[q]
                    && next.want[q] == self.want[q] && next.ticket[q] == self.ticket[q] && next.capture[q] == self.capture[q]
        }
    }

    /// If only p's registers and variables change, the queue's variables of the others stay.
    #[logic]
    #[requires(self.differs_at(next, p))]
    #[ensures(others_stay(self, next, p@))]
    pub fn frame(self, next: Self, p: usize) {}

    /// Whether no register changes, and no process except p.
    #[logic(open)]
    pub fn others_stay(self, next: Self, p: usize) -> bool {
        pearlite! {
            next.k == self.k && next.want == self.want && next.ticket == self.ticket && next.capture == self.capture
                && forall<q> 0 <= q && q < N@ && q != p@ ==> next.processes[q] == self.processes[q]
        }
    }

    /// Whether no register changes, and no variable of another process; p keeps its choice and its
    /// ticket, and does not become captured.
    #[logic(open)]
    pub fn only_moves(self, next: Self, p: usize) -> bool {
        pearlite! {
            self.others_stay(next, p)
                && next.processes[p].choice == self.processes[p].choice
                && next.processes[p].ticket == self.processes[p].ticket
                && (next.processes[p].captured ==> self.processes[p].captured)
        }
    }

    /// Whether p keeps its predecessor set and `captured`.
    #[logic(open)]
    pub fn keeps_set(self, next: Self, p: usize) -> bool {
        pearlite! {
            next.processes[p].predecessor_set == self.processes[p].predecessor_set
                && next.processes[p].captured == self.processes[p].captured
        }
    }

    /// Whether p has no predecessor below `from`, and every set that contains all its predecessors
    /// has at least k members.
    #[logic(open)]
    pub fn waits_from(self, p: usize, from: Int) -> bool {
        pearlite! {
            let set = self.processes[p].predecessor_set;
            (forall<q> 0 <= q && q < from ==> !set[q])
                && forall<z: Mapping<Int, bool>> (forall<q> 0 <= q && q < N@ && set[q] ==> z[q]) ==> self.k@ <= count(z, N@)
        }
    }

    /// Whether p has left the waiting loop: it is at line 23 with the shaded lines, and inside
    /// without them.
    #[logic(open)]
    pub fn has_left_the_loop(self, p: usize) -> bool {
        pearlite! {
            let process = self.processes[p];
            process.line == if CAPTURES { Line::L23 } else { Line::L24 } && process.i@ == 0 && 0 < N@
        }
    }

    /// Whether p is where line 19 leads.
    #[logic(open)]
    pub fn has_looked(self, p: usize) -> bool {
        pearlite! {
            let process = self.processes[p];
            if process.captured || count(members(process.predecessor_set@), N@) < self.k@ {
                self.has_left_the_loop(p)
            } else {
                process.line == Line::L21 && process.i@ < N@ && self.waits_from(p, process.i@)
            }
        }
    }

    /// Whether p is as lines 17 and 18 leave it: not captured, and waiting for all others.
    #[logic(open)]
    pub fn waits_for_all(self, p: usize) -> bool {
        pearlite! {
            let process = self.processes[p];
            !process.captured && process.predecessor_set@.len() == N@
                && forall<q> 0 <= q && q < N@ ==> process.predecessor_set[q] == (q != p@)
        }
    }

    /// Whether q's optimistic ticket, if q is taking one, is larger than its last ticket.
    #[logic(open)]
    pub fn optimistic_is_larger(self, q: Int) -> bool {
        pearlite! {
            let process = self.processes[q];
            match process.line {
                Line::Optimistic => self.ticket[q]@ <= process.choice@ && process.choice@ < INFINITY@,
                Line::OptimisticStore =>
                    self.ticket[q]@ < process.ticket@ && process.ticket@ < INFINITY@ && process.choice@ == 0,
                _ => true,
            }
        }
    }

    /// Whether p is where an optimistic ticket leads after p has seen `seen` as the largest ticket
    /// below `from`.
    #[logic(open)]
    pub fn has_optimistic(self, p: usize, from: usize, seen: Int) -> bool {
        pearlite! {
            let process = self.processes[p];
            if self.other(p, from) < N@ {
                process.line == Line::Optimistic && process.i@ == self.other(p, from) && process.choice@ == seen
            } else {
                process.i@ == 0 && if seen + 1 < INFINITY@ {
                    process.line == Line::OptimisticStore && process.ticket@ == seen + 1 && process.choice@ == 0
                } else {
                    process.line == Line::L25
                }
            }
        }
    }

    /// Whether p is at line 21 with no predecessor below its loop variable, or has left the waiting
    /// loop with fewer than k predecessors.
    #[logic(open)]
    pub fn begins_to_look(self, p: usize) -> bool {
        pearlite! {
            let process = self.processes[p];
            (process.line == Line::L21 && process.i@ < N@ && forall<q> 0 <= q && q < process.i@ ==> !process.predecessor_set[q])
                || (self.has_left_the_loop(p) && count(members(process.predecessor_set@), N@) < self.k@)
        }
    }

    /// Whether p is where line 15 leads after p has read the tickets of the processes below `from`.
    #[logic(open)]
    pub fn has_chosen(self, p: usize, from: usize) -> bool {
        pearlite! {
            let process = self.processes[p];
            process.predecessor_set@.len() == N@ && if self.other(p, from) < N@ {
                process.line == Line::L15 && process.i@ == self.other(p, from)
            } else if process.choice@ < process.ticket@ {
                self.waits_for_all(p) && self.begins_to_look(p)
            } else {
                0 < N@ && process.i@ == 0
                    && process.line == if process.choice@ + 1 < INFINITY@ { Line::L15Store } else { Line::L25 }
            }
        }
    }
}
