//! Counts remote memory references, the cost measure of the papers.
//!
//! A [`Meter`](meter::Meter) decides for each access whether it crosses the interconnect, in three
//! models of memory. A [`Run`](run::Run) drives the model of a lock and adds up the references by
//! passage. An [`adversary`] chooses the process that makes the next step, to cause many
//! references. The result is the worst passage found, not the worst possible one. [`locks`] has a
//! bound for each lock, counted line by line for every schedule, which the result must not exceed.

pub mod adversary;
pub mod exact;
pub mod getset;
pub mod locks;
pub mod meter;
pub mod run;
pub mod series;
pub mod survey;

pub use series::fit;
