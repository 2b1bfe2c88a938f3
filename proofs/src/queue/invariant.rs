//! What `KFcfs` and `Fife` share: Figure 2's doorway and waiting room, as executable Rust.

use crate::invariant::{all, count};
use crate::machine::Region;
use doorway_core::ticket::{precedes, Ticket, INFINITY};

/// A ticket and its holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Pair {
    /// The ticket.
    pub ticket: Ticket,
    /// The process that has the ticket.
    pub id: usize,
}

impl Pair {
    /// A pair that is below every pair that a process has.
    pub const NONE: Pair = Pair { ticket: 0, id: 0 };

    /// Whether this pair goes before `other`.
    #[must_use]
    pub const fn is_before(self, other: Pair) -> bool {
        precedes(self.ticket, self.id, other.ticket, other.id)
    }

    /// The larger of the two.
    #[must_use]
    pub const fn or_larger(self, other: Pair) -> Pair {
        if self.is_before(other) {
            other
        } else {
            self
        }
    }

    /// Whether a process `q` that takes one more than `seen` has a pair before this one.
    pub(crate) const fn is_after_choice(self, seen: Ticket, q: usize) -> bool {
        seen < self.ticket && precedes(seen + 1, q, self.ticket, self.id)
    }
}

/// The position of a process, as far as the invariant needs it, with the loop variable where it
/// matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// In the remainder, at the start of the doorway, or in the exit protocol.
    Away,
    /// In line 14: announces to i next that it wants to enter.
    Telling(usize),
    /// In line 15: reads i's ticket next.
    Choosing(usize),
    /// At the end of line 15: has chosen, and is about to store its ticket.
    Chosen,
    /// In line 16: announces its ticket to i next.
    Announcing(usize),
    /// In lines 19 to 22.
    Waiting,
    /// Past the waiting loop, and not yet in the exit protocol.
    Inside,
}

/// The variables of Figure 2 without its shaded part.
pub(crate) struct Queue<'a, const N: usize> {
    pub(crate) k: usize,
    pub(crate) want: &'a [[Ticket; N]; N],
    pub(crate) ticket: &'a [Ticket; N],
    pub(crate) stage: [Stage; N],
    /// The largest ticket that the choice of each process has seen.
    pub(crate) seen: [Ticket; N],
    /// The private copy of each process's ticket.
    pub(crate) private: [Ticket; N],
    pub(crate) predecessor_set: [[bool; N]; N],
}

impl<const N: usize> Queue<'_, N> {
    /// The pair of q, once it has one.
    pub(crate) fn pair(&self, q: usize) -> Pair {
        Pair {
            ticket: self.ticket[q],
            id: q,
        }
    }

    /// Whether the least ticket that q can finally have, its optimistic ticket or one more than it
    /// has seen, makes its pair smaller than g.
    fn may_get_before(&self, q: usize, g: Pair) -> bool {
        if self.seen[q] < self.ticket[q] {
            self.pair(q).is_before(g)
        } else {
            g.is_after_choice(self.seen[q], q)
        }
    }

    /// Whether q wants to enter with a pair before g, or has read the register of g's process and
    /// may still take such a pair.
    pub(crate) fn is_ahead(&self, q: usize, g: Pair) -> bool {
        match self.stage[q] {
            Stage::Away | Stage::Telling(_) => false,
            Stage::Choosing(i) => i > g.id && self.may_get_before(q, g),
            Stage::Chosen => self.may_get_before(q, g),
            Stage::Announcing(_) | Stage::Waiting | Stage::Inside => self.pair(q).is_before(g),
        }
    }

    /// Whether q has announced what its line requires.
    fn is_told(&self, q: usize) -> bool {
        let own = self.ticket[q];
        let told = |until: usize| all(N, |i| i == q || i >= until || self.want[q][i] == own);
        let others_below = all(N, |i| i == q || self.want[q][i] <= own);
        own < INFINITY
            && match self.stage[q] {
                Stage::Away => true,
                Stage::Telling(i) => {
                    let optimistic = self.private[q] == own && own > 0 && self.seen[q] == 0;
                    i < N && i != q && optimistic && told(i)
                }
                Stage::Choosing(i) => {
                    let optimistic = self.private[q] == own;
                    i < N && i != q && self.seen[q] < INFINITY && optimistic && told(N)
                }
                Stage::Chosen => own <= self.seen[q] && self.seen[q] < INFINITY - 1 && told(N),
                Stage::Announcing(i) => {
                    i < N && i != q && self.private[q] == own && told(i) && others_below
                }
                Stage::Waiting => self.private[q] == own && told(N),
                Stage::Inside => told(N),
            }
    }

    /// Whether no process that has left p's predecessor set is ahead of p (Lemma 3).
    fn is_pruned_rightly(&self, p: usize) -> bool {
        self.stage[p] != Stage::Waiting
            || all(N, |q| {
                q == p || self.predecessor_set[p][q] || !self.is_ahead(q, self.pair(p))
            })
    }

    /// The invariant, for the ghost pair g.
    pub(crate) fn holds(&self, g: Pair) -> bool {
        g.id < N
            && all(N, |q| self.is_told(q))
            && all(N, |p| self.is_pruned_rightly(p))
            && count(N, |q| self.is_ahead(q, g)) < self.k
            && g.ticket <= self.ticket[g.id]
            && all(N, |q| {
                self.stage[q] != Stage::Inside || !g.is_before(self.pair(q))
            })
    }

    /// The smallest ghost pair of the process `id` that all processes inside allow.
    pub(crate) fn least(&self, id: usize) -> Pair {
        let mut g = Pair { ticket: 0, id };
        for q in 0..N {
            if self.stage[q] == Stage::Inside && g.is_before(self.pair(q)) {
                g.ticket = self.ticket[q] + Ticket::from(id < q);
            }
        }
        g
    }
}

/// Which process finished its doorway before which started its own: `before[p][q]`, while p waits
/// and q is in the passage that it then started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Order<const N: usize> {
    /// By p, then q.
    pub before: [[bool; N]; N],
}

impl<const N: usize> Order<N> {
    /// No process came before another.
    pub const NONE: Self = Order {
        before: [[false; N]; N],
    };

    /// The order after p has moved from one region to another. If p started its doorway, all
    /// waiting processes came before it.
    pub(crate) fn after(
        mut self,
        p: usize,
        from: Region,
        to: Region,
        waits: impl Fn(usize) -> bool,
    ) -> Self {
        if from == Region::Remainder && to != from {
            for q in 0..N {
                self.before[q][p] = q != p && waits(q);
            }
        }
        if from == Region::WaitingRoom && to != from {
            self.before[p] = [false; N];
        }
        if to == Region::Remainder {
            for q in 0..N {
                self.before[q][p] = false;
            }
        }
        self
    }
}

impl<const N: usize> Queue<'_, N> {
    /// Whether q has a larger ticket than p, or will have one if it chooses.
    pub(crate) fn has_larger(&self, p: usize, q: usize) -> bool {
        match self.stage[q] {
            Stage::Away | Stage::Telling(_) => true,
            Stage::Choosing(i) => {
                i <= p || self.seen[q] >= self.ticket[p] || self.ticket[q] > self.ticket[p]
            }
            Stage::Chosen => self.seen[q] >= self.ticket[p],
            _ => self.ticket[q] > self.ticket[p],
        }
    }

    /// What `order` implies: a process that came after p, and has read p's ticket, has or will have
    /// a larger one (Lemma 1).
    pub(crate) fn is_orderly(&self, order: &Order<N>, waits: impl Fn(usize) -> bool) -> bool {
        all(N, |p| {
            all(N, |q| {
                !order.before[p][q] || (p != q && waits(p) && self.has_larger(p, q))
            })
        })
    }

    /// Whether every process inside has passed fewer than k processes: those that finished the
    /// doorway before it started its own, and are still waiting.
    pub(crate) fn is_k_fcfs(&self, order: &Order<N>) -> bool {
        all(N, |p| {
            self.stage[p] != Stage::Inside || count(N, |q| order.before[q][p]) < self.k
        })
    }
}
