//! The seam: how a lock's registers are read and written.
//!
//! A lock touches shared memory only through [`Memory`], so that one source of it runs on the machine's atomics
//! and on whatever else a check needs: a model checker's atomics, a memory that tears, one that counts.
//!
//! | memory | a load is | a store is | [`fence`](Memory::fence) is |
//! |---|---|---|---|
//! | [`Fenced`], the default | Acquire | Release | `fence(SeqCst)` |
//! | [`SeqCst`] | SeqCst | SeqCst | nothing |
//! | [`Halves`] of another memory | two, high half first | two, low half first | the other memory's |
//!
//! # Memory ordering
//!
//! The papers assume sequentially consistent registers. A lock on [`Fenced`] registers behaves so because
//! loads are not reordered with later accesses (Acquire), stores not with earlier ones (Release),
//! and wherever an algorithm needs a store to be seen before a later load it says [`fence`](Memory::fence).
//! The book's chapter on memory has the argument, fence by fence. [`SeqCst`] needs no argument and costs a
//! full barrier with every store.
//!
//! # Writing a memory
//!
//! Implement [`Register`], [`Flag`], [`Memory`] and, if it is, [`AtomicMemory`], and name it in the lock's type: `Fife<MyMemory>`.
//! For locks in a `static`, implement [`ConstRegister`] for the register and [`ConstNew`](crate::shape::ConstNew) for the flag.

mod atomic;
mod halves;

pub use atomic::{Atomic, AtomicFlag, Fenced, Native, SeqCst};
pub use halves::Halves;

pub use doorway_core::register::{Array, FenceId, Place};

use doorway_core::ticket::Ticket;

/// A kind of shared memory.
///
/// # Safety
///
/// [`Mutex`](crate::Mutex) lends its value on the strength of it. Whoever implements it promises:
///
/// * its registers are *safe* in Lamport's sense: a load that overlaps no store returns what was stored last (a load
///   that overlaps one may return anything);
/// * what is stored before a store is seen by whoever has loaded that store's value (Release and Acquire);
/// * [`fence`](Memory::fence) does what it says.
#[allow(unsafe_code)] // a promise, not an act
pub unsafe trait Memory {
    /// A register of this memory.
    type Register: Register;
    /// A flag that goes with it.
    type Flag: Flag;

    /// Everything this process stored before is seen by everybody before anything it loads after.
    /// The identity says which fence of the lock it is, and changes nothing: memories that check a lock want to know.
    fn fence(id: FenceId);
}

/// Memories whose registers are atomic: also a load that overlaps a store returns the value before or after it, and
/// loads one after the other see stores one after the other.
///
/// # Safety
///
/// Whoever implements it promises that.
#[allow(unsafe_code)] // a promise, not an act
pub unsafe trait AtomicMemory: Memory {}

/// A shared register: written by one process, read by any.
pub trait Register {
    /// The largest ticket it can hold; above it there is only
    /// [`INFINITY`](doorway_core::ticket::INFINITY), which it holds too.
    const LIMIT: Ticket;

    /// The register at `place`, holding `value`.
    fn new(place: Place, value: Ticket) -> Self;

    /// Reads it.
    fn load(&self) -> Ticket;

    /// Writes it. Only its writer may.
    fn store(&self, value: Ticket);
}

/// Registers that can be made in `const`, so that a lock of them can be a `static`.
pub trait ConstRegister: Register {
    /// Holding 0.
    const ZERO: Self;
    /// Holding [`INFINITY`](doorway_core::ticket::INFINITY).
    const INFINITY: Self;
}

/// An atomic bit, for what is no part of an algorithm: the mark of a taken slot, of a sleeping process.
///
/// Always sequentially consistent, together with the fences and registers of its memory.
pub trait Flag {
    /// A flag that is down.
    fn new() -> Self;

    /// Whether it is up.
    fn is_up(&self) -> bool;

    /// Puts it up or down.
    fn set(&self, up: bool);

    /// Puts it up, and says whether it was down. A read-modify-write: it decides who gets a slot, and no
    /// algorithm uses it.
    #[cfg(target_has_atomic = "8")]
    fn raise(&self) -> bool;
}
