//! `KFcfs`: Figure 2 without its shaded part.

use crate::invariant::{all, Inductive};
use crate::kfcfs::{KFcfs, Line};
use crate::machine::{Machine, Region};
use crate::queue::{Order, Pair, Queue, Stage};
use doorway_core::predecessors::size;
use doorway_core::ticket::{precedes, INFINITY};

impl<const N: usize> KFcfs<N> {
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
                Line::L13 | Line::L14Load | Line::Guess | Line::GuessStore | Line::L25 => {
                    Stage::Away
                }
                Line::L14 => Stage::Telling(process.i),
                Line::L15 => Stage::Choosing(process.i),
                Line::L15Store => Stage::Chosen,
                Line::L16 => Stage::Announcing(process.i),
                Line::L21 => Stage::Waiting,
                Line::L24 => Stage::Inside,
            };
            queue.seen[q] = process.choice.largest();
            queue.private[q] = process.ticket;
            queue.predecessor_set[q] = process.predecessor_set;
        }
        queue
    }

    /// A guess is larger than the ticket before.
    fn guesses(&self, q: usize) -> bool {
        let process = &self.processes[q];
        let seen = process.choice.largest();
        match process.line {
            Line::Guess => self.ticket[q] <= seen && seen < INFINITY,
            Line::GuessStore => {
                self.ticket[q] < process.ticket && process.ticket < INFINITY && seen == 0
            }
            _ => true,
        }
    }

    /// Whether the invariant holds for some ghost pair.
    pub(crate) fn is_possible(&self) -> bool {
        let queue = self.queue();
        (0..N).any(|id| self.invariant_with(queue.least(id)))
    }

    /// Who came before whom, after a step of p from `self` to `next`.
    #[must_use]
    pub fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N> {
        order.after(p, self.region(p), next.region(p), |q| {
            self.region(q) == Region::WaitingRoom
        })
    }

    /// What `order` means: whoever came later has, or will have, a larger ticket.
    #[must_use]
    pub fn is_orderly(&self, order: &Order<N>) -> bool {
        let waits = |p| self.region(p) == Region::WaitingRoom;
        self.queue().is_orderly(order, waits)
    }

    /// Whether q has a larger pair than p, and p has been told nothing smaller: whatever q does, p will see it behind.
    #[must_use]
    pub fn is_settled(&self, q: usize, p: usize) -> bool {
        let is_behind = |ticket| precedes(self.ticket[p], p, ticket, q);
        is_behind(self.ticket[q]) && is_behind(self.want[q][p])
    }

    /// Whether p waits, and all but those in z, fewer than k, are settled behind it.
    #[must_use]
    pub fn is_enabled(&self, p: usize, z: &[bool; N]) -> bool {
        self.region(p) == Region::WaitingRoom
            && size(z) < self.k
            && all(N, |q| q == p || z[q] || self.is_settled(q, p))
    }

    /// How many steps p makes at most until it enters, if it is enabled: the rest of line 16; a look that may have begun too early, and one that has not.
    #[must_use]
    pub fn steps_left(&self, p: usize, z: &[bool; N]) -> usize {
        let process = &self.processes[p];
        let has_let_go_but = all(process.i, |q| !process.predecessor_set[q] || z[q]);
        match process.line {
            Line::L21 if has_let_go_but => N - process.i,
            _ => 2 * N - process.i,
        }
    }

    /// k-FCFS: fewer than k are still waiting that finished the doorway before p, who is inside, started it.
    #[must_use]
    pub fn is_k_fcfs(&self, order: &Order<N>) -> bool {
        self.queue().is_k_fcfs(order)
    }
}

impl<const N: usize> Inductive for KFcfs<N> {
    type Ghost = Pair;

    fn ghost() -> Pair {
        Pair::NONE
    }

    fn remember(&self, p: usize, next: &Self, g: Pair) -> Pair {
        let enters = self.processes[p].line != Line::L24 && next.processes[p].line == Line::L24;
        let few = size(&next.processes[p].predecessor_set) < self.k;
        if enters && few {
            g.or_larger(next.queue().pair(p))
        } else {
            g
        }
    }

    fn invariant_with(&self, g: Pair) -> bool {
        let queue = self.queue();
        let in_range = |q: usize| {
            let process = &self.processes[q];
            let waits = process.line == Line::L21;
            process.i < N && (!waits || !process.predecessor_set[q]) && self.guesses(q)
        };
        all(N, in_range) && queue.holds(g)
    }
}
