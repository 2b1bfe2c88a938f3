//! Ports and places.

use super::prelude::*;
use crate::port::Port;
use crate::register::{Array, Place};
use crate::ticket::Id;

/// p's register of an array that has one for each process.
#[logic(open)]
pub fn place(array: Array, p: Id) -> Place {
    Place {
        array,
        writer: p,
        home: p,
        copy: 0usize,
    }
}

/// Whether `next` is the port of the same process, and of as many.
#[logic(open)]
pub fn is_still<P: Port>(port: P, next: P) -> bool {
    pearlite! { next.me() == port.me() && next.n() == port.n() && next.most() == port.most() }
}
