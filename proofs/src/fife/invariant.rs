//! FIFE, and when a process of `Fife` enters by its own steps, as executable Rust.

use crate::fife::{Fife, Line};
use crate::invariant::{all, Orderly};
use crate::machine::{Machine, Region};
use crate::queue::Order;
use doorway_core::capture::overtaken;

impl<const N: usize> Fife<N> {
    /// Whether a process from `from` on has stored a capture above p's ticket.
    fn is_overtaken_from(&self, p: usize, from: usize) -> bool {
        !all(N, |c| {
            c < from || !overtaken(self.ticket[p], self.capture[c][p])
        })
    }

    /// Whether p is in the waiting room and can enter whatever the others do: it has left the loop,
    /// knows that it is captured, or will see that in its next scan.
    #[must_use]
    pub fn is_enabled(&self, p: usize) -> bool {
        match self.processes[p].line {
            Line::L16 => self.is_overtaken_from(p, 0),
            Line::L21 | Line::L22 => self.processes[p].captured || self.is_overtaken_from(p, 0),
            Line::L23 => true,
            _ => false,
        }
    }

    /// An upper bound on p's steps until it enters, if p is enabled: the rest of line 16; a scan of
    /// line 22 that may be too late to see the capture, and a scan that is not; line 23.
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

    /// The safety half of FIFE: if q is inside, and p still waits although it finished its doorway
    /// before q started its own, then q has captured p, and p is enabled.
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

impl<const N: usize> Orderly<N> for Fife<N> {
    fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N> {
        Fife::record(self, p, next, order)
    }

    fn is_orderly(&self, order: &Order<N>) -> bool {
        Fife::is_orderly(self, order)
    }

    fn is_fair(&self, order: &Order<N>) -> bool {
        self.is_fife(order) && self.is_k_fcfs(order)
    }
}
