//! The registers of bounded timestamps and of Zehavi's lock, as a contract on the port: which ones a
//! process loads, which ones it stores to, and what it stores.
//!
//! `doorway-proofs` has a port that satisfies it, whose loads return any value.

use super::label::are_packed;
use super::port::{between, place};
use super::prelude::*;
use super::snapshot::{is_listed, is_word};
use crate::port::Port;
use crate::register::{Array, Place};
use crate::ticket::{Id, Ticket};

/// The port of a process that may load every register that is shared with it, and store to its own
/// registers what they have room for.
pub trait Owner: Port {
    /// What the process may access.
    #[logic]
    #[ensures(forall<at: Place> loads(at, self.me(), self.n()) ==> self.may_load(at))]
    #[ensures(forall<at: Place, value: Ticket> stores(at, value, self.me(), self.n()) ==> self.may_store(at, value))]
    fn owns(self);
}

/// Whether `at` is a register that process `me` of `n` loads.
#[logic(open)]
pub fn loads(at: Place, me: Id, n: Int) -> bool {
    pearlite! {
        me@ < n && at.writer@ < n && match at.array {
            Array::Main | Array::Announced | Array::Colors => at == place(at.array, at.writer),
            Array::Saved => at.writer != me && at == between(at.array, at.writer, me),
            _ => false,
        }
    }
}

/// Whether `at` is a register to which process `me` of `n` stores, and has room for `value`.
#[logic(open)]
pub fn stores(at: Place, value: Ticket, me: Id, n: Int) -> bool {
    pearlite! {
        me@ < n && match at.array {
            Array::Main => at == place(at.array, me) && is_label(value, me@, n),
            Array::Announced | Array::Colors => at == place(at.array, me)
                && forall<slots: usize> slots@ == n ==> is_word(value, slots),
            Array::Saved => at.home != me && at.home@ < n
                && at == between(at.array, me, at.home) && is_label(value, 0, n),
            _ => false,
        }
    }
}

/// Whether `value` is a label with tags, as process `me` of `n` stores them: less than 25ⁿ⁻¹.
#[logic(open)]
pub fn is_label(value: Ticket, me: Int, n: Int) -> bool {
    pearlite! { exists<label: Seq<u8>, tags: Seq<u8>> are_packed(value@, label, tags, me, n) }
}

/// Whether a set of processes has none but processes other than `me` of `n`.
#[logic(open)]
pub fn lists(set: u64, me: Id, n: Int) -> bool {
    pearlite! { forall<i: Id> i@ < 64 && is_listed(set, i) ==> i != me && i@ < n }
}
