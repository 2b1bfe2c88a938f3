//! `Fife`: Figure 2.

use crate::fife::{Fife, Line};
use crate::invariant::{all, Inductive};
use crate::machine::{Machine, Region};
use crate::queue::{Order, Pair, Queue, Stage};
use doorway_core::capture::overtaken;
use doorway_core::predecessors::size;
use doorway_core::ticket::INFINITY;

impl<const N: usize> Fife<N> {
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
                Line::L21 | Line::L22 => Stage::Waiting,
                Line::L23 | Line::L24 => Stage::Inside,
            };
            queue.seen[q] = process.choice.largest();
            queue.private[q] = process.ticket;
            queue.predecessor_set[q] = process.predecessor_set;
        }
        queue
    }

    /// Captures are of tickets that entered; whoever is captured has a smaller one (Theorem 9).
    fn captures_below(&self, q: usize, g: Pair) -> bool {
        let process = &self.processes[q];
        let waits = matches!(process.line, Line::L21 | Line::L22);
        all(N, |i| self.capture[q][i] <= g.ticket)
            && (!waits || !process.captured || self.ticket[q] < g.ticket)
            && (process.line != Line::L23 || process.ticket == self.ticket[q])
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
        (0..N).any(|id| {
            let mut g = queue.least(id);
            for q in 0..N {
                for i in 0..N {
                    g.ticket = g.ticket.max(self.capture[q][i]);
                }
                let waits = matches!(self.processes[q].line, Line::L21 | Line::L22);
                if waits && self.processes[q].captured {
                    g.ticket = g.ticket.max(self.ticket[q] + 1);
                }
            }
            self.invariant_with(g)
        })
    }

    /// Who came before whom, after a step of p from `self` to `next`.
    #[must_use]
    pub fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N> {
        order.after(p, self.region(p), next.region(p), |q| {
            self.region(q) == Region::WaitingRoom
        })
    }

    /// Whether q's captures are of its tickets: in line 23 of this one, as far as it has come, and inside all.
    fn has_captured(&self, q: usize) -> bool {
        let process = &self.processes[q];
        all(N, |i| {
            let done = match process.line {
                Line::L23 => i < process.i,
                Line::L24 => true,
                _ => false,
            };
            self.capture[q][i] <= self.ticket[q] && (!done || self.capture[q][i] == self.ticket[q])
        })
    }

    /// What `order` means: whoever came later has, or will have, a larger ticket, and says so in its captures as it enters.
    #[must_use]
    pub fn is_orderly(&self, order: &Order<N>) -> bool {
        let waits = |p| self.region(p) == Region::WaitingRoom;
        all(N, |q| self.has_captured(q)) && self.queue().is_orderly(order, waits)
    }

    /// k-FCFS: fewer than k are still waiting that finished the doorway before p, who is inside, started it.
    #[must_use]
    pub fn is_k_fcfs(&self, order: &Order<N>) -> bool {
        self.queue().is_k_fcfs(order)
    }

    /// Whether somebody from `from` on has written that it has overtaken p.
    fn is_overtaken_from(&self, p: usize, from: usize) -> bool {
        !all(N, |c| {
            c < from || !overtaken(self.ticket[p], self.capture[c][p])
        })
    }

    /// Whether p is in the waiting room and can enter whatever the others do: it has left the loop, knows that it is captured, or will see it when it looks.
    #[must_use]
    pub fn is_enabled(&self, p: usize) -> bool {
        match self.processes[p].line {
            Line::L16 => self.is_overtaken_from(p, 0),
            Line::L21 | Line::L22 => self.processes[p].captured || self.is_overtaken_from(p, 0),
            Line::L23 => true,
            _ => false,
        }
    }

    /// How many steps p makes at most until it enters, if it is enabled: the rest of line 16; a look that may come too late in line 22, and one that does not; line 23.
    #[must_use]
    pub fn steps_left(&self, p: usize) -> usize {
        let process = &self.processes[p];
        let looks_in_time = || process.captured || self.is_overtaken_from(p, process.i);
        match process.line {
            Line::L16 => 4 * N - process.i,
            Line::L21 => 3 * N - process.i,
            Line::L22 if looks_in_time() => 2 * N - process.i,
            Line::L22 => 4 * N - process.i,
            Line::L23 => N - process.i,
            _ => 0,
        }
    }

    /// The safety half of FIFE: if q is inside, and p still waits although it finished its doorway before q started it, then q has captured p, and p is enabled.
    #[must_use]
    pub fn is_fife(&self, order: &Order<N>) -> bool {
        all(N, |p| {
            all(N, |q| {
                let overtakes = order.before[p][q] && self.region(q) == Region::Critical;
                !overtakes || (self.capture[q][p] > self.ticket[p] && self.is_enabled(p))
            })
        })
    }
}

impl<const N: usize> Inductive for Fife<N> {
    type Ghost = Pair;

    fn ghost() -> Pair {
        Pair::NONE
    }

    fn remember(&self, p: usize, next: &Self, g: Pair) -> Pair {
        let enters = self.processes[p].line != Line::L23 && next.processes[p].line == Line::L23;
        let few = size(&next.processes[p].predecessor_set) < self.k;
        if enters && few {
            g.or_larger(next.queue().pair(p))
        } else {
            g
        }
    }

    fn invariant_with(&self, g: Pair) -> bool {
        let queue = self.queue();
        let in_range = |q: usize| self.processes[q].i < N && self.guesses(q);
        all(N, in_range) && queue.holds(g) && all(N, |q| self.captures_below(q, g))
    }
}
