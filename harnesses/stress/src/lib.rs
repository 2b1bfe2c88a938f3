//! Threads that hammer doorway's locks, and scripted schedules.
//!
//! [`hammer`] runs threads through a lock and checks from outside: the most holders at once,
//! whether every thread finished, and the guarded value. [`locks`] lists the shipped locks with
//! every way of waiting. [`told`] runs a scripted schedule, access by access, in one thread.

mod hammer;
mod locks;
mod mutants;
mod play;

pub use hammer::{hammer, Participants, Plan, Report};
pub use locks::{find, locks, run, Lock};
pub use mutants::{AnyPermits, NoExit, OnePermitLess, OnePermitMore};
pub use play::{told, Of, Play};

/// The README's examples, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
