//! How to wait: spin, yield, park.
//!
//! | strategy | while waiting | for |
//! |---|---|---|
//! | [`Spin`] | burns a core | bare metal, a core per process |
//! | `Yield` (`std`) | spins briefly, then lets others run | shared memory between processes |
//! | `Doze` (`std`, the default there) | spins briefly, then sleeps until rung, and looks up now and then | threads, above all more threads than cores |
//! | [`Park`] | spins briefly, then sleeps until rung | the same, without any timer; one fence more in every exit |
//!
//! In the Bakery family it is whoever goes ahead that lets others go on, so every strategy keeps the
//! lock's order: waiting only decides what a process does between two looks.

#[cfg(feature = "std")]
mod doze;
mod gong;
mod park;

pub use gong::{Gong, ThreadGong, Threads};
pub use park::{Park, ParkBell, ParkPace};
#[cfg(feature = "std")]
pub use {
    doze::{Doze, DozePace},
    gong::{StdGong, StdThreads},
};

use crate::memory::Memory;

/// When to stop waiting. Without `std` there is no clock, and no value of this type.
#[cfg(feature = "std")]
pub type Deadline = std::time::Instant;
/// When to stop waiting. Without `std` there is no clock, and no value of this type.
#[cfg(not(feature = "std"))]
pub type Deadline = core::convert::Infallible;

/// A way of waiting.
pub trait Wait {
    /// What a slot needs so that its process can be woken.
    type Bell<M: Memory>;
    /// What a process remembers from one [`pause`](Wait::pause) of a wait to the next.
    type Pace: Default;
    /// Whether [`ring`](Wait::ring) ever does anything.
    const RINGS: bool;
    /// Whether the question who is asleep needs a fence before it.
    const FENCES: bool = Self::RINGS;

    /// A new bell.
    fn bell<M: Memory>() -> Self::Bell<M>;

    /// Called after every look that found nothing: returns when it is time for the next, or at `deadline`.
    /// `next` is whether the process is next in the order, so that it may not take long.
    fn pause<M: Memory>(
        bell: &Self::Bell<M>,
        pace: &mut Self::Pace,
        next: bool,
        deadline: Option<Deadline>,
    );

    /// Called once at the end of a wait in which [`pause`](Wait::pause) was called.
    fn rise<M: Memory>(bell: &Self::Bell<M>, pace: Self::Pace);

    /// Whether [`ring`](Wait::ring) would do anything now. Asked after registers that the bell's process may be waiting for were written,
    /// and a fence if one is [needed](Wait::FENCES).
    fn is_asleep<M: Memory>(bell: &Self::Bell<M>) -> bool;

    /// Wakes the bell's process, if it is asleep.
    fn ring<M: Memory>(bell: &Self::Bell<M>);
}

/// Ways of waiting whose bells can be made in `const`.
pub trait ConstWait<M: Memory>: Wait {
    /// A new bell.
    const BELL: Self::Bell<M>;
}

/// Spins, with [`spin_loop`](core::hint::spin_loop) between two looks.
///
/// With more processes than cores this is a disaster: the process waited for may not be running.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spin;

impl Wait for Spin {
    type Bell<M: Memory> = ();
    type Pace = ();
    const RINGS: bool = false;

    fn bell<M: Memory>() {}
    fn pause<M: Memory>((): &(), (): &mut (), _: bool, _: Option<Deadline>) {
        core::hint::spin_loop();
    }
    fn rise<M: Memory>((): &(), (): ()) {}
    fn is_asleep<M: Memory>((): &()) -> bool {
        false
    }
    fn ring<M: Memory>((): &()) {}
}

impl<M: Memory> ConstWait<M> for Spin {
    const BELL: () = ();
}

/// How often [`Yield`] and [`Park`] look again, when they are next, before they give the core away. A look is N loads or more, so
/// this is a few microseconds: about what a switch of threads costs, so at worst the wait costs double. Who is not next gives it away at once:
/// the process that is may be waiting for a core.
const LOOKS: u32 = 64;

/// How often [`Park`] and [`Doze`] then yield before they sleep.
#[cfg(feature = "std")]
const YIELDS: u32 = 64;

/// The first nap of [`Doze`].
#[cfg(feature = "std")]
const NAP: core::time::Duration = core::time::Duration::from_micros(100);

/// Spins briefly, then yields to the scheduler between two looks.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Yield;

#[cfg(feature = "std")]
impl Wait for Yield {
    type Bell<M: Memory> = ();
    type Pace = u32;
    const RINGS: bool = false;

    fn bell<M: Memory>() {}
    fn pause<M: Memory>((): &(), looks: &mut u32, next: bool, _: Option<Deadline>) {
        if next && *looks < LOOKS {
            *looks += 1;
            core::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
    fn rise<M: Memory>((): &(), _: u32) {}
    fn is_asleep<M: Memory>((): &()) -> bool {
        false
    }
    fn ring<M: Memory>((): &()) {}
}

#[cfg(feature = "std")]
impl<M: Memory> ConstWait<M> for Yield {
    const BELL: () = ();
}

/// The way of waiting that locks use unless told otherwise: [`Doze`] with `std`, [`Spin`] without.
#[cfg(feature = "std")]
pub type DefaultWait = Doze;
/// The way of waiting that locks use unless told otherwise: `Doze` with `std`, [`Spin`] without.
#[cfg(not(feature = "std"))]
pub type DefaultWait = Spin;
