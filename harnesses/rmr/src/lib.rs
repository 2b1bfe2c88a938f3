//! Remote memory references: what the papers count.
//!
//! A [`Meter`](meter::Meter) says of each access whether it crosses the interconnect, in three models; a [`Run`](run::Run) drives a lock's step machine and adds
//! up by passage; an [`adversary`] chooses who makes the next step, and is out to make many. What is found is the worst found, not the worst there
//! is; [`locks`] has a bound for each lock that holds for every schedule, counted line by line, and found must not exceed it.

pub mod adversary;
pub mod exact;
pub mod getset;
pub mod locks;
pub mod meter;
pub mod run;
pub mod series;
pub mod survey;

pub use series::fit;
