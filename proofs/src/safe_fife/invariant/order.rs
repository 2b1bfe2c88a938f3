//! The order of arrival, and overtaken processes: k-FCFS and FIFE of `SafeFife`, on safe registers.

use super::is_past;
use crate::invariant::{all, count, Order};
use crate::machine::{Kind, Machine, Region, Safely};
use crate::safe_fife::{Line, SafeFife};
use doorway_core::capture::overtaken;

impl<const N: usize> SafeFife<N> {
    fn waits(&self, p: usize) -> bool {
        self.region(p) == Region::WaitingRoom
    }

    /// Whether q has a larger ticket than p, or will have one if it chooses: it has seen p's
    /// ticket, or has yet to begin to read it.
    fn has_larger(&self, p: usize, q: usize) -> bool {
        let process = &self.processes[q];
        let mine = self.held(p).ticket;
        match process.line {
            Line::L28 | Line::L30Load | Line::L30 | Line::L48 => true,
            Line::L31 => !is_past(process, p, self.place(p)) || self.seen(q) >= mine,
            Line::L31Place | Line::L31Store => process.ticket > mine,
            _ => self.held(q).ticket > mine,
        }
    }

    /// Whether c has captured p in both copies.
    fn is_captured_by(&self, p: usize, c: usize) -> bool {
        all(2, |copy| {
            overtaken(self.processes[p].ticket, self.capture[c][p][copy])
        })
    }

    /// Whether c, if it is in line 44 and has loaded the first place of p's ticket, has loaded the
    /// value that is there.
    fn has_read_rightly(&self, c: usize, p: usize) -> bool {
        let process = &self.processes[c];
        let between = process.line == Line::L44Ticket && process.i == p && process.copy == 1;
        !between || process.first == self.ticket[p][0]
    }

    /// Whether q has read p's ticket correctly, and has captured p if it is past p.
    fn captures_in_passing(&self, q: usize, p: usize) -> bool {
        let process = &self.processes[q];
        let is_past = match process.line {
            Line::L44 | Line::L44Ticket | Line::L45 => process.i > p,
            line => line == Line::L46,
        };
        self.has_read_rightly(q, p) && (!is_past || self.is_captured_by(p, q))
    }

    /// Whether the two copies of each of q's captures are the same, except for a capture that q is
    /// storing; and what q has loaded of its capture in line 44 is what is there.
    fn has_captured(&self, q: usize) -> bool {
        let process = &self.processes[q];
        let [first, second] = self.capture[q][process.i];
        let storing = process.line == Line::L45 && process.copy == 1;
        all(N, |i| {
            (storing && i == process.i) || self.capture[q][i][0] == self.capture[q][i][1]
        }) && match process.line {
            Line::L44Ticket => process.captured_with == first,
            Line::L45 if process.copy == 1 => process.ticket == first,
            _ => first == second,
        }
    }

    /// What `order` implies: a process that came after p has a larger ticket, or will have one, and
    /// captures p if it enters before p.
    #[must_use]
    pub fn is_orderly(&self, order: &Order<N>) -> bool {
        let is_right = |p: usize, q: usize| {
            p != q && self.waits(p) && self.has_larger(p, q) && self.captures_in_passing(q, p)
        };
        all(N, |q| self.has_captured(q))
            && all(N, |p| all(N, |q| !order.before[p][q] || is_right(p, q)))
    }

    /// k-FCFS: if p is inside, fewer than k processes that finished the doorway before p started
    /// its own are still waiting.
    #[must_use]
    pub fn is_k_fcfs(&self, order: &Order<N>) -> bool {
        all(N, |p| {
            !self.is_inside(p) || count(N, |q| order.before[q][p]) < self.k
        })
    }

    /// Whether c has captured p and will not store to this capture: in line 44 it finds there a
    /// value that is larger than p's ticket.
    fn is_caught_by(&self, p: usize, c: usize) -> bool {
        let process = &self.processes[c];
        let storing = process.line == Line::L45 && process.i == p;
        self.is_captured_by(p, c) && self.has_read_rightly(c, p) && !storing
    }

    /// Whether a process from `from` on has captured p and will not store to this capture.
    fn is_caught_from(&self, p: usize, from: usize) -> bool {
        !all(N, |c| c < from || !self.is_caught_by(p, c))
    }

    /// Whether p is in the waiting room and can enter whatever the others do: it has left the loop,
    /// knows that it is captured, or will see that in its next scan.
    #[must_use]
    pub fn is_enabled(&self, p: usize) -> bool {
        let process = &self.processes[p];
        match process.line {
            Line::L33 => self.is_caught_from(p, 0),
            Line::L38 | Line::L41 => process.captured || self.is_caught_from(p, 0),
            Line::L43Load | Line::L43 | Line::L44 | Line::L44Ticket | Line::L45 => true,
            _ => false,
        }
    }

    /// The safety half of FIFE: if q is inside, and p still waits although it finished its doorway
    /// before q started its own, then q has captured p, and p is enabled.
    #[must_use]
    pub fn is_fife(&self, order: &Order<N>) -> bool {
        all(N, |p| {
            all(N, |q| {
                let overtakes = order.before[p][q] && self.region(q) == Region::Critical;
                !overtakes || (self.is_captured_by(p, q) && self.is_enabled(p))
            })
        })
    }

    /// An upper bound on p's steps until it enters, if p is enabled and a store counts as two: the
    /// rest of line 33; a scan of line 41 that may be too late to see the capture, and a scan that
    /// is not; lines 43 to 45.
    fn steps_left(&self, p: usize) -> usize {
        let process = &self.processes[p];
        let (i, copy) = (process.i, process.copy);
        let looks_in_time = || process.captured || self.is_caught_from(p, i);
        match process.line {
            Line::L33 => 11 * N + 3 + 4 * (N - i - usize::from(i < p)) - 2 * copy,
            Line::L38 => 11 * N + 2 - 2 * i + copy,
            Line::L41 if looks_in_time() => 9 * N + 2 - 2 * i + copy,
            Line::L41 => 13 * N + 2 - 2 * i + copy,
            Line::L43Load => 7 * N + 3,
            Line::L43 => 7 * N + 2,
            Line::L44 => 7 * (N - i),
            Line::L44Ticket => 7 * (N - i) - 1 - copy,
            Line::L45 => 7 * (N - i) - 3 - 2 * copy,
            _ => 0,
        }
    }
}

impl<const N: usize> Safely<SafeFife<N>, N> {
    /// The record of the order after a step of p from `self` to `next`.
    #[must_use]
    pub fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N> {
        order.after(p, self.region(p), next.region(p), |q| self.machine.waits(q))
    }

    /// An upper bound on p's steps until it enters, if p is enabled.
    #[must_use]
    pub fn steps_left(&self, p: usize) -> usize {
        let store = self.machine.next(p).map(|access| access.kind);
        let begun = self.storing[p] && matches!(store, Some(Kind::Store(_)));
        self.machine
            .steps_left(p)
            .saturating_sub(usize::from(begun))
    }
}
