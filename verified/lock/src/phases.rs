//! The phases of the locks, and the registers and private variables they work on.
//!
//! For doorway's own tests and harnesses: hidden from the documentation, with no stability promise.
//! The registers of a lock and its private variables are in the module of the lock, hidden
//! likewise.

use crate::memory::Memory;
use crate::shape::Shape;
use core::fmt;
use doorway_core::ticket::{Exhausted, Ticket};

pub use crate::active_set::members::{Local, Members};

/// The shared registers of a lock, and the phases of a passage.
///
/// Each phase is a bounded number of loads and stores:
///
/// ```text
/// remainder → doorway → announce → scan … scan → enter → (critical section) → exit → remainder
///                                    └──── cancel: exit ───────────────────────┘
/// ```
///
/// A process cancels between two scans: it goes straight to `exit`. [`Semaphore`](crate::Semaphore)
/// and [`Mutex`](crate::Mutex) are made of the phases, and a test calls them one by one to fix a
/// schedule. Waiting and waking are not part of them: after `announce`, `enter` and `exit` other
/// processes may be able to go on, and the caller wakes them.
///
/// It is safe to call the phases directly. The caller must keep the order above, with one passage
/// per process at a time; otherwise the lock excludes no process.
///
/// # Safety
///
/// [`Mutex`](crate::Mutex) relies on it. An implementation promises, for callers that keep the
/// order:
///
/// * At most k processes are inside at a time. A process is inside from a `scan` that returned true
///   to its next `exit`.
/// * With k = 1, what a process did before its `exit` is visible to the next process inside after
///   its `scan`.
#[allow(unsafe_code)] // a promise, not an act
pub unsafe trait Exclusion {
    /// The number of slots, and where they live.
    type Shape: Shape;
    /// The memory of its registers.
    type Memory: Memory;
    /// The private variables of a process.
    type Private: fmt::Debug;

    /// New registers: every process is in its remainder.
    fn new(shape: Self::Shape) -> Self;

    /// The number of slots: the papers' N.
    fn slots(&self) -> usize;

    /// Private variables of a process in its remainder.
    fn private(&self) -> Self::Private;

    /// Takes a ticket.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if no ticket is left. The process then has to `exit`.
    fn doorway(&self, me: usize, private: &mut Self::Private) -> Result<(), Exhausted>;

    /// Announces the ticket. Returns whether another process may have waited for that. A fence
    /// follows the last store, so that the caller can scan the waiters at once.
    fn announce(&self, me: usize, private: &mut Self::Private) -> bool;

    /// Polls once what the process waits for. Returns whether it may enter a lock for `k` holders.
    fn scan(&self, me: usize, k: usize, private: &mut Self::Private) -> bool;

    /// Whether, by the last scan, the process can enter as soon as one other process leaves, so
    /// that it should poll again soon.
    fn is_next(&self, _k: usize, _private: &Self::Private) -> bool {
        true
    }

    /// Makes the last steps before the critical section. Returns whether another process may be
    /// able to go on after them.
    fn enter(&self, me: usize, private: &mut Self::Private) -> bool;

    /// Runs the exit protocol, from the critical section or from the waiting room.
    fn exit(&self, me: usize);
}

/// The private variables of a process in Figures 2 and 3 of Danek's paper: [`KFcfs`](crate::KFcfs),
/// [`Fife`](crate::Fife), [`SafeFife`](crate::SafeFife).
pub struct Private<S: Shape> {
    /// `Ticket[p]`, so that its owner does not read it back.
    pub ticket: Ticket,
    /// The processes that it waits for.
    pub predecessor_set: S::Array<bool>,
    /// Whether it was overtaken. Always false in Figure 2 without the shaded part.
    pub captured: bool,
    /// Whether the optimistic ticket is still valid, so that the second announcement is skipped.
    pub settled: bool,
    /// The number of processes it still waits for, by the last scan.
    pub(crate) left: usize,
}

impl<S: Shape> Private<S> {
    pub(crate) fn new(shape: &S) -> Self {
        Private {
            ticket: 0,
            predecessor_set: shape.array(|_| false),
            captured: false,
            settled: false,
            left: 0,
        }
    }
}

impl<S: Shape> fmt::Debug for Private<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Private")
            .field("ticket", &self.ticket)
            .field("predecessor_set", &self.predecessor_set.as_ref())
            .field("captured", &self.captured)
            .field("settled", &self.settled)
            .finish()
    }
}
