//! A timestamp system as a part of a lock's model: the program of one process, and its registers.

use super::Operation;
use crate::machine::{Access, Array, Fields, Slot};
use core::fmt::Debug;
use core::hash::Hash;
use doorway_core::ticket::Ticket;

/// How an operation goes on after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The operation goes on.
    Running,
    /// The label has ended.
    Labelled,
    /// The scan has ended: the processes that it listed before the scanner, as bits.
    Scanned(u64),
}

/// The local state of a process in a timestamp system for N processes, as a part of its program: one
/// shared access per step.
pub trait Stamps<const N: usize>: Copy + Eq + Hash + Debug {
    /// The registers.
    type Registers: Copy + Eq + Hash + Debug;

    /// The arrays of its registers.
    const ARRAYS: &'static [Array];

    /// Outside an operation, before the first label.
    fn start() -> Self;

    /// The state in which an operation begins.
    fn begins(self, slot: Slot, operation: Operation) -> Self;

    /// The access of the next step of the operation.
    fn access(&self, slot: Slot) -> Access;

    /// The state after the next step, whose load has returned `loaded`.
    fn advance(self, slot: Slot, loaded: Ticket) -> (Self, Progress);

    /// Whether the process has loaded a number from which it will choose its own.
    fn is_choosing(&self) -> bool {
        false
    }

    /// The initial registers.
    fn registers() -> Self::Registers;

    /// The value in the register of `access`.
    fn read(registers: &Self::Registers, access: &Access) -> Ticket;

    /// Stores `value` in the register of `access`.
    fn write(registers: &mut Self::Registers, access: &Access, value: Ticket);

    /// Whether a load of the register of `access` may return several answers, up to `access.copy`.
    fn in_flux(_: &Self::Registers, _: &Access) -> bool {
        false
    }

    /// Whether such a load may return `value`.
    fn may_return(_: &Self::Registers, _: &Access, _: Ticket) -> bool {
        true
    }

    /// Whether no register holds more than its bound.
    fn is_within_bounds(_: &Self::Registers) -> bool {
        true
    }

    /// Sets what no process will load again to a fixed value. What can be observed later is
    /// unchanged. The processes in `scanning`, as bits, have begun a label, and will scan before the
    /// next; the others will take a label before they scan.
    fn forget(_: &mut Self::Registers, _: [&Self; N], _scanning: u64) {}

    /// Passes the local state to `fields`.
    fn fields(&mut self, slot: Slot, fields: &mut impl Fields);

    /// Passes the registers to `fields`.
    fn register_fields(registers: &mut Self::Registers, fields: &mut impl Fields);
}

/// Sorts processes that are listed one after the other and are not in `scanning`: no scan will tell
/// the order between two of them.
pub(crate) fn sort_others(listed: &mut [usize], scanning: u64) {
    let others = |q: &usize, next: &usize| (scanning >> q | scanning >> next) & 1 == 0;
    for run in listed.chunk_by_mut(others) {
        run.sort_unstable();
    }
}

/// Passes a number of at most 64 bits to `fields`.
pub(crate) fn word(fields: &mut impl Fields, value: &mut u64, bound: usize) {
    let mut number = *value as usize;
    fields.number(&mut number, bound);
    *value = number as u64;
}
