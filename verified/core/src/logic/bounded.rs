//! The registers of bounded timestamps and of Zehavi's lock, as a contract on the port: which ones a
//! process loads, which ones it stores to, and what it stores.
//!
//! `doorway-proofs` has a port that satisfies it, whose loads return any value.

use super::label::are_packed;
use super::port::{between, place};
use super::prelude::*;
use super::snapshot::is_word;
use crate::port::Port;
use crate::register::{Array, Place};
use crate::ticket::{Id, Ticket};

/// The port of a process that may load every register that is shared with it, and store to its own
/// registers what they have room for.
pub trait Owner: Port {
    /// What the process may access.
    #[logic]
    #[ensures(forall<port: Self, at: Place> loads(at, port.me(), port.n()) ==> port.may_load(at))]
    #[ensures(forall<port: Self, at: Place, value: Ticket> stores(at, value, port.me(), port.n())
        ==> port.may_store(at, value))]
    fn owns();
}

/// Whether `at` is a register that process `me` of `n` loads.
#[logic(open)]
pub fn loads(at: Place, me: Id, n: Int) -> bool {
    pearlite! {
        me@ < n && at.writer@ < n && match at.array {
            Array::Main | Array::Announced | Array::Colors => at == place(at.array, at.writer),
            Array::Reveal => at == place(at.array, at.writer),
            Array::Saved | Array::Compete | Array::Ignore | Array::Order | Array::Allow | Array::Gone =>
                at.writer != me && at == between(at.array, at.writer, me),
            Array::Discover => at.home@ < n && is_cell(at) && (at.writer == me || at.home == me),
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
            Array::Reveal => at == place(at.array, me) && value <= 1u64,
            Array::Compete | Array::Ignore | Array::Order | Array::Allow => at.home != me && at.home@ < n
                && at == between(at.array, me, at.home) && value <= 1u64,
            Array::Gone => at.writer != at.home && at.writer@ < n && at.home@ < n
                && at == between(at.array, at.writer, at.home)
                && ((at.writer == me && value == 1u64) || (at.home == me && value == 0u64)),
            Array::Discover => at.writer@ < n && at.home@ < n && is_cell(at)
                && ((at.writer == me && value <= 1u64) || (at.home == me && value == 0u64)),
            _ => false,
        }
    }
}

/// Whether this is one of the two cells of `Discover` for two different processes.
#[logic(open)]
pub fn is_cell(at: Place) -> bool {
    pearlite! {
        at.writer != at.home && at.copy <= 1usize
            && at == Place { copy: at.copy, ..between(Array::Discover, at.writer, at.home) }
    }
}

/// Whether `value` is a label with tags, as process `me` of `n` stores them: less than 25ⁿ⁻¹.
#[logic(open)]
pub fn is_label(value: Ticket, me: Int, n: Int) -> bool {
    pearlite! { exists<label: Seq<u8>, tags: Seq<u8>> are_packed(value@, label, tags, me, n) }
}
