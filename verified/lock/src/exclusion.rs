//! What every lock is: a passage, cut where a process waits.

use crate::memory::Memory;
use crate::shape::Shape;
use core::fmt;
use doorway_core::ticket::Exhausted;

/// The shared registers of a lock, and one process's passage through them.
///
/// A passage is cut into phases, each a bounded number of loads and stores:
///
/// ```text
/// remainder → doorway → announce → scan … scan → enter → (critical section) → exit → remainder
///                                    └──── withdraw: exit ─────────────────────┘
/// ```
///
/// A process may leave the waiting room between two scans by going straight to `exit`. The phases are
/// what the fronts ([`Semaphore`](crate::Semaphore), [`Mutex`](crate::Mutex)) are made of, and what a test
/// calls to lay down a schedule by hand. Waiting and waking are the fronts': after `announce`, `enter` and `exit` other
/// processes may be able to go on.
///
/// To call these directly is safe, and it is up to the caller to keep to the order above with one passage per process at a
/// time; else the registers hold nonsense and nobody is excluded from anything.
///
/// # Safety
///
/// [`Mutex`](crate::Mutex) lends its value on the strength of it. Whoever implements it promises, for callers that keep to the order:
/// of those for whom `scan` has returned true and that have not called `exit` since there are never more than k, and with k = 1 what one
/// did before its `exit` is seen by the next one after its `scan`.
#[allow(unsafe_code)] // a promise, not an act
pub unsafe trait Exclusion {
    /// How many slots, and where.
    type Shape: Shape;
    /// The memory its registers are of.
    type Memory: Memory;
    /// The private variables of a process.
    type Private: fmt::Debug;

    /// New registers: nobody wants to enter.
    fn new(shape: Self::Shape) -> Self;

    /// How many processes there can be: the papers' N.
    fn slots(&self) -> usize;

    /// Private variables of a process in its remainder.
    fn private(&self) -> Self::Private;

    /// Takes a ticket.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if there is none left; all the process can do then is to `exit`.
    fn doorway(&self, me: usize, private: &mut Self::Private) -> Result<(), Exhausted>;

    /// Tells everybody which, and says whether somebody may have waited for that. There is a fence after the last store, so they can be looked for at once.
    fn announce(&self, me: usize, private: &mut Self::Private) -> bool;

    /// Looks once at what there is to wait for, and says whether the process may enter when there can be `k` inside.
    /// Reads only what is local to `me`, in the locks that spin locally.
    fn scan(&self, me: usize, k: usize, private: &mut Self::Private) -> bool;

    /// Whether, as far as the last look told, one that leaves is enough for the process to enter: whether to look again soon.
    fn is_next(&self, _k: usize, _private: &Self::Private) -> bool {
        true
    }

    /// The last steps before the critical section. Says whether somebody may be able to go on by them.
    fn enter(&self, me: usize, private: &mut Self::Private) -> bool;

    /// The exit protocol, from the critical section or from the waiting room.
    fn exit(&self, me: usize);
}

/// A lock's algorithm: the type parameter by which one is chosen.
///
/// The types that implement it ([`Bakery`](crate::Bakery), [`BlackWhite`](crate::BlackWhite), [`KFcfs`](crate::KFcfs), [`Fife`](crate::Fife),
/// [`SafeFife`](crate::SafeFife)) have no values; each takes the [`Memory`] its registers are of as its own parameter.
pub trait Algorithm {
    /// Its registers.
    type Registers<S: Shape>: Exclusion<Shape = S, Memory = Self::Memory>;
    /// The memory they are of.
    type Memory: Memory;
    /// The name it goes by.
    const NAME: &'static str;
    /// The most slots there can be, where the width of its registers says so.
    const MOST_SLOTS: u64 = u64::MAX;
}

/// Algorithms for any k, which a [`Semaphore`](crate::Semaphore) needs. The others are for k = 1.
pub trait KExclusion: Algorithm {}
