//! The invariant of Figure 2, with and without its shaded lines, as executable Rust.

use crate::invariant::{all, Inductive};
use crate::k_bakery::{KBakery, Line};
use crate::machine::{Machine, Region};
use crate::queue::{Order, Pair, Queue, Stage};
use doorway_core::predecessors::size;
use doorway_core::ticket::INFINITY;

impl<const N: usize, const CAPTURES: bool> KBakery<N, CAPTURES> {
    fn queue(&self) -> Queue<'_, N> {
        let mut queue = Queue {
            k: self.k,
            want: &self.want,
            ticket: &self.ticket,
            stage: [Stage::Away; N],
            seen: [0; N],
            private: [0; N],
            predecessor_set: [[false; N]; N],
        };
        for q in 0..N {
            let process = &self.processes[q];
            queue.stage[q] = match process.line {
                Line::L13
                | Line::L14Load
                | Line::Optimistic
                | Line::OptimisticStore
                | Line::L25 => Stage::Away,
                Line::L14 => Stage::Telling(process.i),
                Line::L15 => Stage::Choosing(process.i),
                Line::L15Store => Stage::Chosen,
                Line::L16 => Stage::Announcing(process.i),
                Line::L21 | Line::L22 => Stage::Waiting,
                Line::L23 | Line::L24 => Stage::Inside,
            };
            queue.seen[q] = process.choice.largest();
            queue.private[q] = process.ticket;
            queue.predecessor_set[q] = process.predecessor_set;
        }
        queue
    }

    /// Whether q waits and has seen that it is captured.
    fn knows_it_is_captured(&self, q: usize) -> bool {
        let process = &self.processes[q];
        process.captured && matches!(process.line, Line::L21 | Line::L22)
    }

    /// Whether q's captures are at most g's ticket, because they are tickets of processes that
    /// entered; and, if q knows that it is captured, q's ticket is smaller than g's (Theorem 9).
    fn captures_below(&self, q: usize, g: Pair) -> bool {
        let process = &self.processes[q];
        all(N, |i| self.capture[q][i] <= g.ticket)
            && (!self.knows_it_is_captured(q) || self.ticket[q] < g.ticket)
            && (process.line != Line::L23 || process.ticket == self.ticket[q])
    }

    /// Whether q is at none of the shaded lines, is not captured, and captures nothing.
    fn captures_nothing(&self, q: usize) -> bool {
        let process = &self.processes[q];
        !matches!(process.line, Line::L22 | Line::L23)
            && !process.captured
            && all(N, |i| self.capture[q][i] == 0)
    }

    /// Whether q's optimistic ticket, if q is taking one, is larger than its last ticket.
    fn optimistic_is_larger(&self, q: usize) -> bool {
        let process = &self.processes[q];
        let seen = process.choice.largest();
        match process.line {
            Line::Optimistic => self.ticket[q] <= seen && seen < INFINITY,
            Line::OptimisticStore => {
                self.ticket[q] < process.ticket && process.ticket < INFINITY && seen == 0
            }
            _ => true,
        }
    }

    /// Whether the invariant is true for some ghost pair.
    pub(crate) fn is_possible(&self) -> bool {
        let queue = self.queue();
        (0..N).any(|id| {
            let mut g = queue.least(id);
            for q in 0..N {
                for i in 0..N {
                    g.ticket = g.ticket.max(self.capture[q][i]);
                }
                if self.knows_it_is_captured(q) {
                    g.ticket = g.ticket.max(self.ticket[q] + 1);
                }
            }
            self.invariant_with(g)
        })
    }

    /// The record of the order after a step of p from `self` to `next`.
    #[must_use]
    pub fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N> {
        order.after(p, self.region(p), next.region(p), |q| {
            self.region(q) == Region::WaitingRoom
        })
    }

    /// Whether q's captures are its own tickets: in line 23 its present ticket up to the loop
    /// variable, and inside its present ticket everywhere.
    fn has_captured(&self, q: usize) -> bool {
        let process = &self.processes[q];
        all(N, |i| {
            let done = match process.line {
                Line::L23 => i < process.i,
                Line::L24 => CAPTURES,
                _ => false,
            };
            self.capture[q][i] <= self.ticket[q] && (!done || self.capture[q][i] == self.ticket[q])
        })
    }

    /// What `order` implies: a process that came later has, or will have, a larger ticket, and
    /// captures with it when it enters.
    #[must_use]
    pub fn is_orderly(&self, order: &Order<N>) -> bool {
        let waits = |p| self.region(p) == Region::WaitingRoom;
        all(N, |q| self.has_captured(q)) && self.queue().is_orderly(order, waits)
    }

    /// k-FCFS: if p is inside, fewer than k processes that finished the doorway before p started
    /// its own are still waiting.
    #[must_use]
    pub fn is_k_fcfs(&self, order: &Order<N>) -> bool {
        self.queue().is_k_fcfs(order)
    }
}

impl<const N: usize, const CAPTURES: bool> Inductive for KBakery<N, CAPTURES> {
    type Ghost = Pair;

    fn ghost() -> Pair {
        Pair::NONE
    }

    fn remember(&self, p: usize, next: &Self, g: Pair) -> Pair {
        let is_inside = |m: &Self| matches!(m.processes[p].line, Line::L23 | Line::L24);
        let enters = !is_inside(self) && is_inside(next);
        let few = size(&next.processes[p].predecessor_set) < self.k;
        if enters && few {
            g.or_larger(next.queue().pair(p))
        } else {
            g
        }
    }

    fn invariant_with(&self, g: Pair) -> bool {
        let in_range = |q: usize| {
            let process = &self.processes[q];
            let waits = matches!(process.line, Line::L21 | Line::L22);
            process.i < N
                && (!waits || !process.predecessor_set[q])
                && self.optimistic_is_larger(q)
                && (CAPTURES || self.captures_nothing(q))
        };
        all(N, in_range) && self.queue().holds(g) && all(N, |q| self.captures_below(q, g))
    }

    #[cfg(kani)]
    fn any() -> (Self, usize) {
        let mut machine: Self = kani::any();
        machine.k = crate::invariant::any_k::<N>();
        (machine, machine.k)
    }
}
