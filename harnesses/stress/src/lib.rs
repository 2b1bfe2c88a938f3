//! Threads that hammer doorway's locks.
//!
//! [`hammer`] lets threads go through a lock and watches from outside: how many were inside at once, whether everybody came through, what
//! became of the guarded value. [`locks`] lists the shipped locks with every way of waiting.
//! [`told`] plays schedules access by access, in one thread.

mod hammer;
mod locks;
mod mutants;
mod play;

pub use hammer::{hammer, Participants, Plan, Report};
pub use locks::{find, locks, run, Lock};
pub use mutants::{Generous, Mean, Open, Stays};
pub use play::{told, Of, Play};

/// The README's examples, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
