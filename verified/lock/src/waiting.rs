//! How to wait: spin, yield, park.
//!
//! | strategy | while waiting | for |
//! |---|---|---|
//! | [`Spin`] | uses a whole core | bare metal, with a core for each participant |
//! | `Yield` (`std`) | spins briefly, then yields to the scheduler | shared memory between processes |
//! | `TimedPark` (`std`, the default there) | spins briefly, yields, then sleeps until woken, and re-checks with exponential back-off | threads, above all more threads than cores |
//! | [`Park`] | spins briefly, yields, then sleeps until woken | the same, without a timer; one more fence in every exit |
//!
//! A strategy decides only what a process does between two polls of the lock's registers. The
//! algorithm decides which process enters next, so every strategy keeps the lock's order.

mod park;
mod parker;
#[cfg(feature = "std")]
mod timed_park;

pub use park::Park;
pub use parker::{Parker, ThreadParker, Threads};
#[cfg(feature = "std")]
pub use {
    parker::{StdParker, StdThreads},
    timed_park::TimedPark,
};

use crate::memory::Memory;

/// The time at which a wait ends. Without `std` there is no clock, and no value of this type.
#[cfg(feature = "std")]
pub type Deadline = std::time::Instant;
/// The time at which a wait ends. Without `std` there is no clock, and no value of this type.
#[cfg(not(feature = "std"))]
pub type Deadline = core::convert::Infallible;

/// A waiting strategy.
pub trait Wait {
    /// The state of one slot by which its process is woken.
    type Waiter<M: Memory>;
    /// The state of a process from one [`pause`](Wait::pause) of a wait to the next.
    type Pace: Default;
    /// Whether [`wake`](Wait::wake) ever does anything.
    const WAKES: bool;
    /// Whether a waker needs a fence before it calls [`is_parked`](Wait::is_parked).
    const FENCES: bool = Self::WAKES;

    /// Creates a waiter. Its process is not parked.
    fn waiter<M: Memory>() -> Self::Waiter<M>;

    /// Called after every poll that failed. Returns when it is time for the next poll, at
    /// `deadline` at the latest. `next` says whether the process is next in the order, so that the
    /// wait may be short.
    fn pause<M: Memory>(
        waiter: &Self::Waiter<M>,
        pace: &mut Self::Pace,
        next: bool,
        deadline: Option<Deadline>,
    );

    /// Called once at the end of a wait in which [`pause`](Wait::pause) was called.
    fn finish<M: Memory>(waiter: &Self::Waiter<M>, pace: Self::Pace);

    /// Whether [`wake`](Wait::wake) would do anything now. Called after the stores that the
    /// waiter's process may be waiting for, and after a fence if one is [needed](Wait::FENCES).
    fn is_parked<M: Memory>(waiter: &Self::Waiter<M>) -> bool;

    /// Wakes the waiter's process, if it is parked.
    fn wake<M: Memory>(waiter: &Self::Waiter<M>);
}

/// Waiting strategies whose waiters can be created in `const`: for locks in a `static`.
pub trait ConstWait<M: Memory>: Wait {
    /// A new waiter. Its process is not parked.
    const WAITER: Self::Waiter<M>;
}

/// Spins, with [`spin_loop`](core::hint::spin_loop) between two polls.
///
/// Do not use it with more threads than cores: a spinning thread can use up the time slice of the
/// thread that it waits for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spin;

impl Wait for Spin {
    type Waiter<M: Memory> = ();
    type Pace = ();
    const WAKES: bool = false;

    fn waiter<M: Memory>() {}
    fn pause<M: Memory>((): &(), (): &mut (), _: bool, _: Option<Deadline>) {
        core::hint::spin_loop();
    }
    fn finish<M: Memory>((): &(), (): ()) {}
    fn is_parked<M: Memory>((): &()) -> bool {
        false
    }
    fn wake<M: Memory>((): &()) {}
}

impl<M: Memory> ConstWait<M> for Spin {
    const WAITER: () = ();
}

/// How often [`Yield`] and [`Park`] poll before they yield the core, if the process is next. A poll
/// is about N loads, so this is a few microseconds: about the cost of a context switch, so at worst
/// the wait costs double. A process that is not next yields at once: the process that is next may
/// be waiting for a core.
const POLLS: u32 = 64;

/// How often [`Park`] and [`TimedPark`] then yield before they sleep.
#[cfg(feature = "std")]
const YIELDS: u32 = 64;

/// The first timed sleep of [`TimedPark`].
#[cfg(feature = "std")]
const NAP: core::time::Duration = core::time::Duration::from_micros(100);

/// Spins briefly, then yields to the scheduler between two polls.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Yield;

#[cfg(feature = "std")]
impl Wait for Yield {
    type Waiter<M: Memory> = ();
    type Pace = u32;
    const WAKES: bool = false;

    fn waiter<M: Memory>() {}
    fn pause<M: Memory>((): &(), polls: &mut u32, next: bool, _: Option<Deadline>) {
        if next && *polls < POLLS {
            *polls += 1;
            core::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
    fn finish<M: Memory>((): &(), _: u32) {}
    fn is_parked<M: Memory>((): &()) -> bool {
        false
    }
    fn wake<M: Memory>((): &()) {}
}

#[cfg(feature = "std")]
impl<M: Memory> ConstWait<M> for Yield {
    const WAITER: () = ();
}

/// The default waiting strategy: [`TimedPark`] with `std`, [`Spin`] without.
#[cfg(feature = "std")]
pub type DefaultWait = TimedPark;
/// The default waiting strategy: `TimedPark` with `std`, [`Spin`] without.
#[cfg(not(feature = "std"))]
pub type DefaultWait = Spin;
