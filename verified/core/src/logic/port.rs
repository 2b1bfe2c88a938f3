//! Ports and places.

use super::prelude::*;
use crate::port::Port;
use crate::register::{Array, Place};
use crate::ticket::Id;

/// The register of process p in an array with one register per process.
#[logic(open)]
pub fn place(array: Array, p: Id) -> Place {
    Place {
        array,
        writer: p,
        home: p,
        copy: 0usize,
    }
}

/// The register of an array with one register per pair.
#[logic(open)]
pub fn between(array: Array, writer: Id, home: Id) -> Place {
    Place {
        array,
        writer,
        home,
        copy: 0usize,
    }
}

/// Whether `next` is a port of the same process, with the same number of processes and the same
/// limit.
#[logic(open)]
pub fn is_still<P: Port>(port: P, next: P) -> bool {
    pearlite! { next.me() == port.me() && next.n() == port.n() && next.most() == port.most() }
}
