//! The invariant of `SafeFife`: Figure 3, repaired, on safe registers, as executable Rust.
//!
//! A load of a register in flux returns any value, so the invariant says nothing about such a load.
//! It is about registers as they are between stores. Three things differ from Figure 2.
//!
//! * A ticket has two places. The place of the ticket that g's process entered with is not stored
//!   to until that process enters again. So a process that *begins* to read the ticket after that
//!   entry sees it, or, if the place is the first, has already seen it. A process that is between
//!   the two loads at that entry may be ahead of g, and is counted.
//! * Between the two loads of lines 38 and 39, a process that seemed behind and is ahead has stored
//!   the first copy of its announcement (`has_told`).
//! * Between the two loads of lines 41 and 42, a process that seemed to have captured p, and had
//!   not, can store that capture again only in a passage for which it has seen p's ticket
//!   (`has_let_go`).

mod order;

#[cfg(kani)]
use crate::invariant::any_k;
use crate::invariant::{all, count, Inductive};
use crate::machine::{Kind, Machine, Safely};
use crate::queue::Pair;
use crate::safe_fife::{Line, Process, SafeFife};
use doorway_core::capture::may_enter;
use doorway_core::pair::{latest, other};
use doorway_core::predecessors::size;
use doorway_core::ticket::{Ticket, INFINITY};

/// Whether the loop is past register (j, copy).
fn is_past<const N: usize>(process: &Process<N>, j: usize, copy: usize) -> bool {
    process.i > j || (process.i == j && process.copy > copy)
}

impl<const N: usize> SafeFife<N> {
    /// The last ticket that q took.
    fn own(&self, q: usize) -> Ticket {
        latest(self.ticket[q][0], self.ticket[q][1])
    }

    fn is_inside(&self, q: usize) -> bool {
        matches!(
            self.processes[q].line,
            Line::L44 | Line::L44Ticket | Line::L45 | Line::L46
        )
    }

    fn is_waiting(&self, q: usize) -> bool {
        matches!(
            self.processes[q].line,
            Line::L38 | Line::L41 | Line::L43Load | Line::L43
        )
    }

    /// The place of the ticket of q's passage.
    fn place(&self, q: usize) -> usize {
        if self.is_inside(q) {
            self.entered[q]
        } else {
            other(self.entered[q])
        }
    }

    /// The pair of q, from line 33 on.
    fn held(&self, q: usize) -> Pair {
        Pair {
            ticket: self.ticket[q][self.place(q)],
            id: q,
        }
    }

    /// The largest ticket that q's choice has seen or will see, q's own ticket included.
    fn seen(&self, q: usize) -> Ticket {
        let process = &self.processes[q];
        let seen = latest(process.choice.largest(), self.own(q));
        if process.copy == 1 {
            latest(seen, process.first)
        } else {
            seen
        }
    }

    /// Whether q, in line 31, has read so much of p's ticket that it can have missed the ticket at
    /// `place`.
    fn has_read(&self, q: usize, p: usize, place: usize) -> bool {
        let process = &self.processes[q];
        process.i > p || (process.i == p && process.copy == 1 && place == 0)
    }

    /// Whether q wants to enter with a pair before g, or has read the ticket of g's process and may
    /// still take such a pair.
    fn is_ahead(&self, q: usize, g: Pair, place: usize) -> bool {
        let process = &self.processes[q];
        let chosen = Pair {
            ticket: process.ticket,
            id: q,
        };
        match process.line {
            Line::L28 | Line::L30Load | Line::L30 | Line::L48 => false,
            Line::L31 => self.has_read(q, g.id, place) && g.is_after_choice(self.seen(q), q),
            Line::L31Place | Line::L31Store => chosen.is_before(g),
            _ => self.held(q).is_before(g),
        }
    }

    /// Whether q has announced what its line requires.
    fn is_told(&self, q: usize) -> bool {
        let process = &self.processes[q];
        let own = self.own(q);
        let held = self.held(q).ticket;
        let told = |to: Ticket, whole: bool| {
            all(N, |j| {
                j == q
                    || all(2, |copy| {
                        self.want[q][j][copy] == to || !(whole || is_past(process, j, copy))
                    })
            })
        };
        let others_below = all(N, |j| {
            j == q || all(2, |copy| self.want[q][j][copy] <= held)
        });
        let new = held == process.ticket && self.ticket[q][self.entered[q]] < held;
        let first = process.copy == 0 || process.first == self.ticket[q][0];
        let chosen = own < process.ticket && process.ticket < INFINITY && told(own, true);
        let in_range = process.i < N && process.copy < 2 && process.place < 2;
        in_range
            && own < INFINITY
            && match process.line {
                Line::L28 | Line::L48 => true,
                Line::L30Load => first,
                Line::L30 => process.i != q && process.ticket == own && told(own, false),
                Line::L31 => {
                    (process.i <= q || process.choice.largest() >= own)
                        && (process.i != q || first)
                        && told(own, true)
                }
                Line::L31Place => chosen,
                Line::L31Store => chosen && process.place == other(self.entered[q]),
                Line::L33 => process.i != q && new && told(held, false) && others_below,
                Line::L38 | Line::L41 => new && told(held, true),
                Line::L43Load => new && told(held, true),
                Line::L43 => new && told(held, true) && process.place == other(self.entered[q]),
                Line::L44 | Line::L44Ticket | Line::L45 => {
                    held == process.ticket && told(held, true)
                }
                Line::L46 => told(held, true),
            }
    }

    /// Whether q's announcement of this passage is in the first copy of `Want[q][p]`.
    fn has_told(&self, q: usize, p: usize) -> bool {
        let process = &self.processes[q];
        match process.line {
            Line::L33 => is_past(process, p, 0),
            _ => self.is_waiting(q) || self.is_inside(q),
        }
    }

    /// Whether no process that has left p's predecessor set is ahead of p, and the process that p
    /// is about to remove is not ahead of p or has announced its ticket to p (Lemma 3).
    fn is_pruned_rightly(&self, p: usize) -> bool {
        let process = &self.processes[p];
        let is_ahead = |q: usize| self.is_ahead(q, self.held(p), self.place(p));
        let between = process.line == Line::L38 && process.copy == 0;
        !self.is_waiting(p)
            || all(N, |q| {
                let tells = between && q == process.i;
                q == p
                    || ((process.predecessor_set[q] || !is_ahead(q))
                        && (!tells || !is_ahead(q) || self.has_told(q, p)))
            })
    }

    /// Whether c can store its capture of p again only in a passage for which it has seen p's
    /// ticket.
    fn has_let_go(&self, c: usize, p: usize) -> bool {
        let process = &self.processes[c];
        let mine = self.held(p).ticket;
        let larger = self.held(c).ticket > mine;
        match process.line {
            Line::L28 | Line::L30Load | Line::L30 | Line::L46 | Line::L48 => true,
            Line::L31 => !self.has_read(c, p, self.place(p)) || self.seen(c) >= mine,
            Line::L31Place | Line::L31Store => process.ticket > mine,
            Line::L33 | Line::L38 | Line::L41 | Line::L43Load | Line::L43 => larger,
            Line::L44 | Line::L44Ticket => process.i > p || larger,
            Line::L45 => is_past(process, p, 0) || larger,
        }
    }

    /// Whether q's captures are at most g's ticket, because they are tickets of processes that
    /// entered; and, if q knows that it is captured, q's ticket is smaller than g's (Theorem 9).
    fn captures_below(&self, q: usize, g: Pair) -> bool {
        let process = &self.processes[q];
        let below = self.held(q).ticket < g.ticket;
        let between = process.line == Line::L41 && process.copy == 0;
        let enters = matches!(process.line, Line::L43Load | Line::L43);
        all(N, |i| all(2, |copy| self.capture[q][i][copy] <= g.ticket))
            && (!self.is_waiting(q) || !process.captured || below)
            && (!between || below || (process.i != q && self.has_let_go(process.i, q)))
            && (!enters || may_enter(&process.predecessor_set, self.k, process.captured))
    }

    /// The invariant, for the ghost pair g.
    pub(crate) fn holds(&self, g: Pair) -> bool {
        let is_ahead = |q: usize| self.is_ahead(q, g, self.entered[g.id]);
        g.id < N
            && all(N, |q| self.entered[q] < 2)
            && all(N, |q| self.is_told(q))
            && all(N, |p| self.is_pruned_rightly(p))
            && all(N, |q| self.captures_below(q, g))
            && count(N, is_ahead) < self.k
            && g.ticket <= self.ticket[g.id][self.entered[g.id]]
            && all(N, |q| !self.is_inside(q) || !g.is_before(self.held(q)))
    }

    /// The smallest ghost pair of the process `id` that the processes inside, the captures and the
    /// captured processes allow.
    fn least(&self, id: usize) -> Pair {
        let mut g = Pair { ticket: 0, id };
        for q in 0..N {
            let process = &self.processes[q];
            let held = self.held(q);
            if self.is_inside(q) && g.is_before(held) {
                g.ticket = held.ticket + Ticket::from(id < q);
            }
            let seems = process.line == Line::L41
                && process.copy == 0
                && (process.i == q || !self.has_let_go(process.i, q));
            if self.is_waiting(q) && (process.captured || seems) {
                g.ticket = g.ticket.max(held.ticket + 1);
            }
            for i in 0..N {
                for copy in 0..2 {
                    g.ticket = g.ticket.max(self.capture[q][i][copy]);
                }
            }
        }
        g
    }

    /// Whether the invariant is true for some ghost pair.
    pub(crate) fn is_possible(&self) -> bool {
        (0..N).any(|id| self.holds(self.least(id)))
    }
}

/// The model on safe registers, which the invariant is about.
pub type OnSafe<const N: usize> = Safely<SafeFife<N>, N>;

impl<const N: usize> Inductive for OnSafe<N> {
    type Ghost = Pair;

    fn ghost() -> Pair {
        Pair::NONE
    }

    fn remember(&self, p: usize, next: &Self, g: Pair) -> Pair {
        let (from, to) = (&self.machine.processes[p], &next.machine.processes[p]);
        let enters = from.line == Line::L43 && to.line == Line::L44;
        if enters && size(&from.predecessor_set) < self.machine.k {
            g.or_larger(next.machine.held(p))
        } else {
            g
        }
    }

    fn invariant_with(&self, g: Pair) -> bool {
        let stores = |p: usize| {
            let next = self.machine.next(p);
            next.is_some_and(|access| matches!(access.kind, Kind::Store(_)))
        };
        all(N, |p| !self.storing[p] || stores(p)) && self.machine.holds(g)
    }

    #[cfg(kani)]
    fn any() -> (Self, usize) {
        let mut machine: Self = kani::any();
        machine.machine.k = any_k::<N>();
        (machine, machine.machine.k)
    }
}
