//! The cores of doorway's locks.
//!
//! You want the crate `doorway`. This crate is separate so that verifiers can read it alone.
//!
//! A lock of the Bakery family is a few loops of loads and stores around a few small decisions. The
//! decisions are here, as pure total functions on plain data. The shipped lock and its model, which
//! is checked, call the same functions:
//!
//! | module | decision | where the papers have it |
//! |---|---|---|
//! | [`ticket`] | which ticket to take, and which of two tickets goes first | Danek, Figures 1-3, lines 4, 15, 31; the order `<` on (ticket, id) |
//! | [`predecessors`] | which processes to wait for | Figures 2 and 3, lines 18-21 and 34-39 |
//! | [`capture`] | which processes were overtaken and may enter | lines 19, 22 and 36, 41-45 |
//! | [`pair`] | the value of a ticket stored in two places | the repair of Figure 3 |
//! | [`color`] | colored tickets: which number to take, and which of two tickets goes first | Taubenfeld, Algorithms 2-4 |
//! | [`label`] | bounded timestamps: which label to take, and which of two labels goes first | Zehavi, section III |
//! | [`snapshot`] | bounded timestamps: which color to pick, and what registers hold | Zehavi, section III |
//! | [`allow`] | whether a waiter may rely on what another process told it | Zehavi, Algorithm 1, line 11 |
//! | [`splitter`] | where a process goes in a grid, and where it stops | Lamport; Moir and Anderson |
//! | [`halves`] | a ticket as two machine words | ours |
//! | [`set`] | none: sets of processes, as bits | |
//! | [`register`] | none: the names of the registers | all figures |
//!
//! The loops around the decisions are the phases of a passage. The phases of [`bakery`] and of
//! [`bounded`], with the operations of its [`timestamps`], are here. They are generic over a [`port`] to
//! the lock's registers, so that a proof can follow them access by access.
//!
//! "Taubenfeld" is G. Taubenfeld, *The Black-White Bakery Algorithm and related bounded-space,
//! adaptive, local-spinning and FIFO algorithms*, DISC 2004. "Danek" is R. Danek, *The k-Bakery:
//! Local-spin k-Exclusion Using Non-atomic Reads and Writes*, PODC 2010.
//!
//! Processes are numbered from 0 here, and from 1 in the papers.
#![no_std]
#![forbid(unsafe_code)]

pub mod allow;
pub mod bakery;
pub mod bounded;
pub mod capture;
pub mod color;
pub mod halves;
pub mod label;
#[cfg(creusot)]
#[doc(hidden)]
pub mod logic;
pub mod pair;
pub mod port;
pub mod predecessors;
pub mod register;
pub mod set;
pub mod snapshot;
pub mod splitter;
pub mod ticket;
pub mod timestamps;
