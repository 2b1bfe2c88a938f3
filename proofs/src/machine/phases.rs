//! The phases of a lock, and the states they start in: a model with one process at any place in its
//! passage.
//!
//! `harnesses/kani` compares the shipped code with the model, phase by phase. The parts that differ
//! between locks are in the lock's folder, in `phases.rs`.

use super::Machine;
use doorway_core::ticket::Ticket;

/// Private variables, which the lock stores as a `P`.
pub trait Variables<P>: Copy + PartialEq {
    /// The variables in the lock's form.
    fn of(private: &P) -> Self;
    /// Copies the variables into the lock's form.
    fn give(self, private: &mut P);
    /// The ticket among them.
    fn ticket(&self) -> Ticket;
}

/// The state in which a phase starts.
#[derive(Clone, Copy, Debug)]
pub struct Start<V> {
    /// The process.
    pub p: usize,
    /// The number of permits.
    pub k: usize,
    /// Its private variables.
    pub variables: V,
}

/// Random numbers from which a [start](Phases::thrown) is made. For up to four processes.
#[derive(Clone, Copy, Debug)]
pub struct Throw {
    /// For the process.
    pub p: u8,
    /// For the number of permits, or for the loop variable.
    pub k: u8,
    /// For the ticket.
    pub ticket: u64,
    /// For a set of processes.
    pub set: [bool; 4],
    /// For a truth value.
    pub truth: bool,
}

impl Throw {
    /// One of N processes.
    pub(crate) fn process<const N: usize>(&self) -> usize {
        usize::from(self.p) % N
    }
}

/// A model that can be put at the beginning of any phase, for one process.
pub trait Phases<const N: usize>: Machine {
    /// The private variables of a process.
    type Variables: Copy + PartialEq;

    /// The model with p at the end of its doorway.
    fn at_announce(p: usize, k: usize, variables: Self::Variables) -> Self;
    /// The model with p between two polls, or past the waiting loop if these variables let it in.
    fn at_scan(p: usize, k: usize, variables: Self::Variables) -> Self;
    /// The model with p past the waiting loop.
    fn at_enter(p: usize, k: usize, variables: Self::Variables) -> Self;
    /// The model with p in its critical section.
    fn inside(p: usize, k: usize, variables: Self::Variables) -> Self;
    /// The variables of p.
    fn variables(&self, p: usize) -> Self::Variables;
    /// Whether p is past the waiting loop.
    fn is_let_in(&self, p: usize) -> bool;

    /// A start made of random numbers.
    fn thrown(throw: &Throw) -> Start<Self::Variables>;

    /// Any start of p.
    #[cfg(kani)]
    fn any_start(p: usize) -> Start<Self::Variables>;

    /// The places of the waiting loop that Kani checks one by one: turns of the loop, and stages of
    /// a turn. With a fixed place, checking a poll takes seconds; without one it takes minutes.
    #[cfg(kani)]
    const PLACES: (usize, usize) = (1, 1);

    /// The start at that turn and stage, or none if the process never polls there.
    #[cfg(kani)]
    fn at_place(
        start: Start<Self::Variables>,
        turn: usize,
        stage: usize,
    ) -> Option<Start<Self::Variables>> {
        let _ = (turn, stage);
        Some(start)
    }
}

/// A model with a fast path: uncontended, it takes no ticket.
#[cfg(kani)]
pub trait FastPath<const N: usize>: Phases<N> {
    /// Any start of p on its fast path.
    fn any_fast_start(p: usize) -> Start<Self::Variables>;
}
