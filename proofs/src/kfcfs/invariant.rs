//! When a process of `KFcfs` enters by its own steps, as executable Rust.

use crate::invariant::{all, Orderly};
use crate::kfcfs::{KFcfs, Line};
use crate::machine::{Machine, Region};
use crate::queue::Order;
use doorway_core::predecessors::size;
use doorway_core::ticket::precedes;

impl<const N: usize> KFcfs<N> {
    /// Whether q has a larger pair than p and has announced nothing smaller to p: whatever q does,
    /// p will see q behind.
    #[must_use]
    pub fn is_settled(&self, q: usize, p: usize) -> bool {
        let is_behind = |ticket| precedes(self.ticket[p], p, ticket, q);
        is_behind(self.ticket[q]) && is_behind(self.want[q][p])
    }

    /// Whether p waits, fewer than k processes are in z, and all others are settled behind p.
    #[must_use]
    pub fn is_enabled(&self, p: usize, z: &[bool; N]) -> bool {
        self.region(p) == Region::WaitingRoom
            && size(z) < self.k
            && all(N, |q| q == p || z[q] || self.is_settled(q, p))
    }

    /// An upper bound on p's steps until it enters, if p is enabled: the rest of line 16, a scan
    /// that may have begun too early, and a scan that has not.
    #[must_use]
    pub fn steps_left(&self, p: usize, z: &[bool; N]) -> usize {
        let process = &self.processes[p];
        let has_let_go_but = all(process.i, |q| !process.predecessor_set[q] || z[q]);
        match process.line {
            Line::L21 if has_let_go_but => N - process.i,
            _ => 2 * N - process.i,
        }
    }
}

impl<const N: usize> Orderly<N> for KFcfs<N> {
    fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N> {
        KFcfs::record(self, p, next, order)
    }

    fn is_orderly(&self, order: &Order<N>) -> bool {
        KFcfs::is_orderly(self, order)
    }

    fn is_fair(&self, order: &Order<N>) -> bool {
        self.is_k_fcfs(order)
    }
}
