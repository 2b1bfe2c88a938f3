//! doorway's locks under loom: the same source, under the C11 memory model.
//!
//! * [`Modelled`]: the default memory on loom's atomics, or with one change, for mutants that loom
//!   must reject.
//! * [`Yields`], [`ModelledParker`]: ways of waiting on loom's primitives.
//! * [`explore`] and [`outcome`] run a scene; [`contend`] is the scene of N threads that contend,
//!   [`parked`] of N threads that park while they wait, [`overtaken`] of a parked thread that is
//!   overtaken.
//!
//! # Limits of loom
//!
//! loom keeps the last 7 stores to an atomic, so a load never returns an older one. It treats
//! SeqCst accesses as Release and Acquire ones, so the all-SeqCst memory has no counterpart here. A
//! preemption bound of b leaves out executions with more than b preemptions.

mod contend;
mod memory;
mod model;
mod overtaken;
mod waiting;

pub use contend::{again, contend, contend_within, discovered, parked, Plan};
pub use memory::*;
pub use model::{caught, each_ends, explore, outcome, Outcome};
pub use overtaken::{allowed, overtaken, overtaken_by_optimists, Stopping, StoppingRegister};
pub use waiting::{ModelledParker, ModelledThreads, Yields};
