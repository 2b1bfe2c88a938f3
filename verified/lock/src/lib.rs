//! Fair locks made only of loads and stores.
//!
//! * [`Mutex`]: one holder at a time, first come first served.
//! * [`Semaphore`]: up to k holders, in order of arrival, and alive when k-1 of them have died.
//!
//! No compare-and-swap and no other read-modify-write in any lock; no allocation; `no_std`; no dependencies.
//!
//! ```
//! use doorway::{Mutex, Semaphore};
//!
//! static LICENCES: Semaphore<8> = Semaphore::new(2); // 8 participants, 2 at a time
//! static LEDGER: Mutex<Vec<u32>, 8> = Mutex::new(Vec::new());
//!
//! let mut worker = LICENCES.join()?; // claim one of the 8 slots
//! let mut clerk = LEDGER.join()?;
//!
//! let licence = worker.acquire(); // waits its turn
//! clerk.lock().push(42);
//! drop(licence);
//! # Ok::<(), doorway::SlotError>(())
//! ```
//!
//! # Slots
//!
//! These algorithms know their participants by number. A lock for `N` has `N` *slots*, and a participant takes
//! one before it can ask to enter: any free one with `join`, a certain one with `slot`, all at once with `split`. Its handle is the slot, and gives it
//! back when dropped. To take one by `join` or `slot` costs an atomic swap, so targets without one have `split` and the unsafe `slot_unchecked`; to enter and leave
//! costs none.
//!
//! # Which algorithm
//!
//! <!-- made by `cargo doorway ledger --write` from proofs/src/catalogue and proofs/obligations.toml: change those, not this -->
//!
//! | | holders | order | registers | its registers | tickets last |
//! |---|---|---|---|---|---|
//! | [`Bakery`] | 1 | FCFS | 2N | atomic | until 2⁶⁴ in one busy period |
//! | [`BlackWhite`], default of [`Mutex`] | 1 | FCFS | 2N + 1, of 8 bits if need be | atomic | for ever, in 8 bits, as long as nobody gives up |
//! | [`Adaptive`] | 1 | FCFS | 4N + 3N² + 1 | atomic | for ever, in 8 bits, as long as nobody gives up |
//! | [`LocalSpin`] | 1 | FCFS | 4N + 5N² + 1 | atomic | for ever, in 8 bits, as long as nobody gives up |
//! | [`KFcfs`] | k | k-FCFS | N² + N | atomic | 2⁶⁴ passages (2³² with 32-bit atomics) |
//! | [`Fife`], default of [`Semaphore`] | k | FIFE | 2N² + N | atomic | 2⁶⁴ passages (2³² with 32-bit atomics) |
//! | [`SafeFife`] | k | FIFE | 4N² + 3N | may be torn | 2⁶⁴ passages everywhere |
//!
//! <!-- made up to here -->
//!
//! *FCFS*: who finished the doorway before another started it enters first. *k-FCFS*: nobody enters before all of k others that
//! finished the doorway before it started. *FIFE*: if somebody enters before another who finished the doorway before it started, that other
//! needs nobody any more to enter. The doorway is the short, wait-free first part of entering, in which a ticket is taken.
//!
//! Tickets that grow are 64 bits wide where the target's atomics are, which lasts for centuries. Where atomics have 32 bits, `Fife` and
//! `KFcfs` refuse to go on after 4 billion passages ([`AcquireError::Exhausted`]), and `SafeFife` still has 64.
//!
//! # Which way of waiting
//!
//! See [`waiting`]. With `std`, locks [park](Park).
//!
//! # Features
//!
//! * `std` (default): [`Park`], `Yield`, timeouts. Without it the crate is `no_std`.
//! * `alloc` (in `std`): `HeapSemaphore` and `HeapMutex`, whose number of slots is chosen at run time.
//! * `lock_api`: a `RawMutex` for the crate [`lock_api`](https://docs.rs/lock_api).
//!
//! # How this is known
//!
//! The README has the table of guarantees with how each is known.
#![no_std]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod active_set;
pub mod adaptive;
pub mod bakery;
pub mod black_white;
pub mod exclusion;
pub mod fife;
pub mod kfcfs;
pub mod local_spin;
pub mod memory;
#[doc(hidden)]
pub mod phases;
pub mod safe_fife;
pub mod shape;
pub mod waiting;

mod error;
mod layout;
#[cfg(all(feature = "lock_api", target_has_atomic = "8"))]
mod lock_api;
mod mutex;
mod participant;
mod raw;
mod semaphore;

pub use adaptive::Adaptive;
pub use bakery::Bakery;
pub use black_white::BlackWhite;
pub use error::{AcquireError, ParameterError, SlotError};
pub use fife::Fife;
pub use kfcfs::KFcfs;
pub use local_spin::LocalSpin;
#[cfg(all(feature = "lock_api", target_has_atomic = "8"))]
pub use lock_api::{RawGuard, RawMutex};
#[cfg(feature = "alloc")]
pub use mutex::HeapMutex;
pub use mutex::{AnyMutex, Mutex, MutexGuard, MutexSlot};
pub use safe_fife::SafeFife;
#[cfg(feature = "alloc")]
pub use semaphore::HeapSemaphore;
pub use semaphore::{AnySemaphore, Permit, Semaphore, Slot};
pub use waiting::{Park, Spin};
#[cfg(feature = "std")]
pub use waiting::{TimedPark, Yield};

/// `{1..N} \ {me}`.
fn others(me: usize, slots: usize) -> impl Iterator<Item = usize> {
    (0..slots).filter(move |&i| i != me)
}
