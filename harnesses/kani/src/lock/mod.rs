//! What the `unsafe` code of `doorway` rests on, file by file as there.
//!
//! Kani runs one thread: what happens between two accesses of one process is laid down by the harness, where it
//! matters ([`halves`], [`exclusion`]).

mod exclusion;
mod halves;
mod idle;
mod layout;
#[cfg(feature = "lock_api")]
mod lock_api;
mod memory;
mod mutex;
mod participant;

use doorway::memory::{Array, Place};

/// A place for a register that does not ask for one.
const ANYWHERE: Place = Place {
    array: Array::Ticket,
    writer: 0,
    home: 0,
    copy: 0,
};
