//! The machines' invariants: what is true of every reachable state, said so that every step keeps it.
//!
//! An invariant here is *inductive*: from any state at all that satisfies it, reachable or not, a step of any process leads to one that
//! satisfies it. It implies k-exclusion. The exploration (`harnesses/check`) evaluates it in every state, and Kani (`harnesses/kani`) shows the induction for small N on
//! fully symbolic states. Creusot (`proofs/`) proves it for every N and every k.
//!
//! # The idea
//!
//! Remember a ghost pair g = (ticket, id): the largest among the processes that ever entered because few predecessors were left to them. Call *ahead of g* whoever
//! wants to enter with a smaller pair, or is still choosing, has read g's register, and has seen nothing that would make its pair larger than g. Then
//!
//! * fewer than k are ahead of g: when g entered, those ahead of it were among its predecessors;
//! * nobody is ever added to them: who reads g's register from now on takes a larger ticket (Lemma 1);
//! * everyone inside has a pair of at most g: it entered with few predecessors, or it was captured, and every capture is at most g's ticket.
//!
//! So at most k are inside: g itself, and those ahead of it.

pub use crate::queue::{Order, Pair};

use crate::machine::Machine;

/// A machine whose invariant every step keeps.
pub trait Inductive: Machine {
    /// What the invariant remembers of the past.
    type Ghost: Copy + core::fmt::Debug + PartialEq;

    /// What it remembers in the beginning.
    fn ghost() -> Self::Ghost;

    /// What it remembers after a step of p from `self` to `next`.
    fn remember(&self, p: usize, next: &Self, ghost: Self::Ghost) -> Self::Ghost;

    /// The invariant.
    fn invariant_with(&self, ghost: Self::Ghost) -> bool;

    /// Any state, reachable or not, for any k.
    #[cfg(kani)]
    fn any() -> (Self, usize);
}

/// A machine that says what came first means: with a record of which process finished its doorway before which started it, the induction gives the order of entries.
pub trait Orderly<const N: usize>: Inductive {
    /// The record after a step of p from `self` to `next`.
    fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N>;

    /// What the record means for tickets; every step keeps it.
    fn is_orderly(&self, order: &Order<N>) -> bool;

    /// What a user is promised of the order.
    fn is_fair(&self, order: &Order<N>) -> bool;
}

/// Any number of permits.
#[cfg(kani)]
pub(crate) fn any_k<const N: usize>() -> usize {
    kani::any_where(|&k| 1 <= k && k <= N)
}

/// Whether `of` holds of all processes.
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

/// How many processes `of` holds of.
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
