//! The invariants of the models: what is true of every reachable state, stated so that every step
//! preserves it.
//!
//! An invariant here is *inductive*: from any state that satisfies it, reachable or not, a step of
//! any process leads to a state that satisfies it. It implies k-exclusion. The explorer
//! (`harnesses/check`) evaluates it in every state. Kani (`harnesses/kani`) proves the induction
//! for small N on fully symbolic states. Creusot proves it for every N and every k.
//!
//! # The idea
//!
//! A ghost pair g = (ticket, id) records the largest pair of any process that entered because few
//! predecessors were left in its set. A process is *ahead of g* if it wants to enter with a smaller
//! pair, or if it is still choosing, has read the register of g's process, and has seen nothing
//! that would make its pair larger than g. Then
//!
//! * fewer than k processes are ahead of g: when g's process entered, those ahead of it were among
//!   its predecessors;
//! * no process is ever added to them: a process that reads the register of g's process from now on
//!   takes a larger ticket (Lemma 1);
//! * every process inside has a pair of at most g: it entered with few predecessors, or it was
//!   captured, and every capture is at most g's ticket.
//!
//! So at most k processes are inside: the process of g, and those ahead of it.

pub use crate::queue::{Order, Pair};

use crate::machine::Machine;

/// A model whose invariant every step preserves.
pub trait Inductive: Machine {
    /// What the invariant records of the past.
    type Ghost: Copy + core::fmt::Debug + PartialEq;

    /// The record in the initial state.
    fn ghost() -> Self::Ghost;

    /// The record after a step of p from `self` to `next`.
    fn remember(&self, p: usize, next: &Self, ghost: Self::Ghost) -> Self::Ghost;

    /// The invariant.
    fn invariant_with(&self, ghost: Self::Ghost) -> bool;

    /// Any state, reachable or not, for any k.
    #[cfg(kani)]
    fn any() -> (Self, usize);
}

/// A model that defines first come, first served. With a record of which process finished its
/// doorway before which process started it, the induction proves the order of entries.
pub trait Orderly<const N: usize>: Inductive {
    /// The record after a step of p from `self` to `next`.
    fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N>;

    /// What the record implies for tickets; every step preserves it.
    fn is_orderly(&self, order: &Order<N>) -> bool;

    /// The order that a user is promised.
    fn is_fair(&self, order: &Order<N>) -> bool;
}

/// Any number of permits.
#[cfg(kani)]
pub(crate) fn any_k<const N: usize>() -> usize {
    kani::any_where(|&k| 1 <= k && k <= N)
}

/// Whether `of` is true of all processes.
pub(crate) fn all(n: usize, of: impl Fn(usize) -> bool) -> bool {
    let mut p = 0;
    while p < n {
        if !of(p) {
            return false;
        }
        p += 1;
    }
    true
}

/// The number of processes that `of` is true of.
pub(crate) fn count(n: usize, of: impl Fn(usize) -> bool) -> usize {
    let (mut p, mut count) = (0, 0);
    while p < n {
        if of(p) {
            count += 1;
        }
        p += 1;
    }
    count
}
