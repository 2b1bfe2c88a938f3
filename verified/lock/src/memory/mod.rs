//! Shared memory: how a lock's registers are read and written.
//!
//! A lock accesses shared memory only through [`Memory`]. So one source of a lock runs on the
//! processor's atomics, on a model checker's atomics, on a memory whose reads can be torn, and on a
//! memory that counts accesses.
//!
//! | memory | a load is | a store is | [`fence`](Memory::fence) is |
//! |---|---|---|---|
//! | [`Fenced`], the default | Acquire | Release | `fence(SeqCst)` |
//! | [`SeqCst`] | SeqCst | SeqCst | nothing |
//! | [`Halves`] of another memory | two, high half first | two, low half first | the other memory's |
//!
//! # Memory ordering
//!
//! The papers assume sequentially consistent registers. [`Fenced`] registers are weaker:
//!
//! * A load is not reordered with a later access: it is an Acquire.
//! * A store is not reordered with an earlier access: it is a Release.
//! * A store can be reordered with a later load of another register. Where a proof needs the order
//!   of such a pair, the lock calls [`fence`](Memory::fence) between the two.
//!
//! A few pairs have no fence, because no proof step needs their order. The section "Memory
//! ordering" of each lock names its fences and these pairs. The [book's chapter on
//! memory](https://github.com/doorway-locks/doorway/blob/main/docs/src/memory.md) has the argument,
//! and what loom checks. [`SeqCst`] registers need no such argument; every store is then a full
//! barrier on most processors.
//!
//! # Registers with several writers
//!
//! Most registers have one writer. These have several: the bit `color`
//! ([`BlackWhite`](crate::BlackWhite), [`Adaptive`](crate::Adaptive),
//! [`LocalSpin`](crate::LocalSpin)), written by the process inside; X, Y and `owner` of a splitter
//! ([`Grid`](crate::active_set::Grid)); and the spin bits of [`LocalSpin`](crate::LocalSpin), which
//! the waiter sets and the other process resets.
//!
//! # Writing a memory
//!
//! Implement [`Register`], [`Flag`], [`Memory`] and, if its registers are atomic, [`AtomicMemory`].
//! Name the memory in the lock's type: `Fife<MyMemory>`. For locks in a `static`, implement
//! [`ConstRegister`] for the register and [`ConstNew`](crate::shape::ConstNew) for the flag.

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
/// [`Mutex`](crate::Mutex) relies on it for the exclusive access to its value. An implementation
/// promises:
///
/// * Its registers are *safe* in Lamport's sense: a load that overlaps no store returns the value
///   stored last. (A load that overlaps a store may return any value.)
/// * A process that has loaded the value of a store sees everything that was stored before it
///   (Release and Acquire).
/// * [`fence`](Memory::fence) orders accesses as its documentation says.
#[allow(unsafe_code)] // an unsafe trait is a promise: there is no unsafe block here
pub unsafe trait Memory {
    /// A register of this memory.
    type Register: Register;
    /// A flag of this memory.
    type Flag: Flag;

    /// Orders the stores of this process before its later loads, for all processes.
    ///
    /// `id` says which fence of the lock it is. It changes nothing; memories that check a lock use
    /// it.
    fn fence(id: FenceId);
}

/// Memories whose registers are atomic.
///
/// A load that overlaps a store returns the value before or after the store, and of two loads one
/// after the other the second does not return an older value.
///
/// # Safety
///
/// An implementation promises that.
#[allow(unsafe_code)] // an unsafe trait is a promise: there is no unsafe block here
pub unsafe trait AtomicMemory: Memory {}

/// A shared register: read by every process, and written by one, unless its [`Array`] says
/// otherwise.
pub trait Register {
    /// The largest ticket that the register can hold. It can also hold
    /// [`INFINITY`](doorway_core::ticket::INFINITY).
    const LIMIT: Ticket;

    /// Creates the register at `place` with the value `value`.
    fn new(place: Place, value: Ticket) -> Self;

    /// Reads the register.
    fn load(&self) -> Ticket;

    /// Writes the register. Only a writer of the register may call it.
    fn store(&self, value: Ticket);
}

/// Registers that can be created in `const`: for locks in a `static`.
pub trait ConstRegister: Register {
    /// A register that holds 0.
    const ZERO: Self;
    /// A register that holds [`INFINITY`](doorway_core::ticket::INFINITY).
    const INFINITY: Self;
}

/// An atomic bit that is not part of an algorithm: the mark of a taken slot, or of a parked
/// process.
///
/// Always sequentially consistent, together with the fences and registers of its memory.
pub trait Flag {
    /// Creates a flag that is down.
    fn new() -> Self;

    /// Whether the flag is up.
    fn is_up(&self) -> bool;

    /// Puts the flag up or down.
    fn set(&self, up: bool);

    /// Puts the flag up, and returns whether it was down.
    ///
    /// A read-modify-write: it claims a slot. No algorithm uses it.
    #[cfg(target_has_atomic = "8")]
    fn raise(&self) -> bool;
}
