//! loom's end of the seam: doorway's locks, from the same source, under the C11 memory model.
//!
//! * [`Modelled`]: the default memory on loom's atomics, or with one change, for mutants that loom must reject.
//! * [`Yields`], [`ModelledParker`]: ways of waiting that loom can see.
//! * [`explore`] and [`outcome`] run a model; [`contend`] is the model of N processes that want to enter, [`parked`] of N that sleep
//!   while they wait, [`overtaken`] of one that sleeps and is overtaken.
//!
//! # What loom does not see
//!
//! loom remembers the last 7 stores to an atomic, so a load never returns an older one. It takes SeqCst accesses for Release and Acquire ones, so the
//! all-SeqCst memory has no counterpart here. A preemption bound of b leaves out executions in which a thread that could go on is stopped more than b times.

mod contend;
mod memory;
mod model;
mod overtaken;
mod waiting;

pub use contend::{contend, contend_within, parked, Plan};
pub use memory::*;
pub use model::{caught, each_ends, explore, outcome, Outcome};
pub use overtaken::{overtaken, overtaken_by_optimists, Stopping, StoppingRegister};
pub use waiting::{ModelledParker, ModelledThreads, Yields};
