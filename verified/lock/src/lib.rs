//! Fair locks made only of loads and stores.
//!
//! * [`Mutex`]: one holder at a time, first come, first served.
//! * [`Semaphore`]: up to k holders at a time, in order of arrival. It tolerates k - 1 crashed
//!   holders.
//!
//! No lock of this crate uses compare-and-swap or any other read-modify-write instruction. The
//! crate works without `std` and without an allocator, and depends only on its own `doorway-core`.
//!
//! ```
//! use doorway::{Mutex, Semaphore};
//!
//! static POOL: Semaphore<8> = Semaphore::new(2); // 8 slots, 2 permits
//! static LOG: Mutex<Vec<u32>, 8> = Mutex::new(Vec::new()); // 8 slots
//!
//! let mut worker = POOL.join()?; // claim a slot, once per thread
//! let mut log = LOG.join()?;
//!
//! let permit = worker.acquire(); // wait in order of arrival
//! log.lock().push(42); // lock, use the value, unlock
//! drop(permit); // release the permit
//! # Ok::<(), doorway::SlotError>(())
//! ```
//!
//! # Join, slot, acquire, permit
//!
//! The algorithms know their participants by number. A lock for `N` participants has `N` *slots*,
//! and a thread needs a slot before it can use the lock.
//!
//! | step | [`Mutex`] | [`Semaphore`] |
//! |---|---|---|
//! | claim a slot | [`join`](AnyMutex::join), [`slot`](AnyMutex::slot), [`split`](AnyMutex::split) | [`join`](AnySemaphore::join), [`slot`](AnySemaphore::slot), [`split`](AnySemaphore::split) |
//! | the slot | [`MutexSlot`] | [`Slot`] |
//! | wait | [`lock`](MutexSlot::lock), [`checked_lock`](MutexSlot::checked_lock) | [`acquire`](Slot::acquire), [`checked_acquire`](Slot::checked_acquire) |
//! | do not wait | [`try_lock`](MutexSlot::try_lock) | [`try_acquire`](Slot::try_acquire) |
//! | wait for a limited time (`std`) | `lock_timeout` | `acquire_timeout` |
//! | wait until a closure cancels | [`lock_unless`](MutexSlot::lock_unless) | [`acquire_unless`](Slot::acquire_unless) |
//! | hold | [`MutexGuard`] | [`Permit`] |
//! | release | drop the guard | drop the permit |
//!
//! Dropping the slot frees it. Claiming a slot with `join` or `slot` costs an atomic swap. Targets
//! without one have `split` and the unsafe `slot_unchecked`.
//!
//! **When the slots run out**, `join` returns [`SlotError::Full`]. There is no `join` that waits
//! for a slot: choose `N` as the largest number of participants that there can be at a time.
//!
//! **One thread, two slots.** A thread that holds a mutex through one slot and locks the same mutex
//! through another slot waits for itself: a deadlock. The same holds for the last permit of a
//! semaphore. Within one slot this does not compile, because the guard borrows the slot.
//!
//! # Which algorithm
//!
//! The algorithm is a type parameter, as in `Mutex<T, 8, KFcfs>`.
//!
//! <!-- made by `cargo doorway ledger --write` from proofs/src/catalogue and proofs/obligations.toml: change those, not this -->
//!
//! | | holders | order | registers | its registers | tickets last |
//! |---|---|---|---|---|---|
//! | [`Bakery`] | 1 | FCFS | 2N | atomic | until 2⁶⁴ in one busy period |
//! | [`BlackWhite`], default of [`Mutex`] | 1 | FCFS | 2N + 1, 8 bits suffice | atomic | unbounded in 8 bits, while no process cancels |
//! | [`Adaptive`] | 1 | FCFS | 4N + 3N² + 1 | atomic | unbounded in 8 bits, while no process cancels |
//! | [`LocalSpin`] | 1 | FCFS | 4N + 5N² + 1 | atomic | unbounded in 8 bits, while no process cancels |
//! | [`KFcfs`] | k | k-FCFS | N² + N | atomic | 2⁶⁴ passages (2³² with 32-bit atomics) |
//! | [`Fife`], default of [`Semaphore`] | k | FIFE | 2N² + N | atomic | 2⁶⁴ passages (2³² with 32-bit atomics) |
//! | [`SafeFife`] | k | FIFE | 4N² + 3N | safe: may be torn | 2⁶⁴ passages everywhere |
//! | [`Bounded`] | k | FIFE | 8N² + 4N | atomic | for ever: labels, N ≤ 14 (7 with 32-bit atomics) |
//!
//! <!-- made up to here -->
//!
//! **Order.** A call that acquires has two parts. The *doorway* is the first part: it takes a
//! ticket, in a bounded number of steps, and never waits. The *waiting room* is the second part.
//!
//! * *FCFS* (first come, first served): if p finishes its doorway before q starts its doorway, then
//!   q does not enter before p.
//! * *k-FCFS*: if k participants finish their doorways before q starts its doorway, then q does not
//!   enter before at least one of them has entered. For k = 1 this is FCFS.
//! * *FIFE* (first in, first enabled): if p finishes its doorway before q starts its doorway, and q
//!   enters first, then p is enabled: it can enter in a bounded number of its own steps, whatever
//!   the others do. FIFE implies k-FCFS.
//!
//! **Tickets.** `KFcfs`, `Fife` and `SafeFife` have tickets that only grow. 64-bit tickets last for
//! centuries. Where atomics have 32 bits, `KFcfs` and `Fife` refuse further passages after 2³²
//! tickets ([`AcquireError::Exhausted`]); `SafeFife` has 64-bit tickets everywhere. No ticket ever
//! wraps around. [`Bounded`] has labels instead, which never run out; their registers have room for
//! N ≤ 14 (7 with 32-bit atomics), and a lock with more slots is refused.
//!
//! # Cancellation
//!
//! `try_lock`, `lock_timeout`, `lock_unless`, `try_acquire`, `acquire_timeout` and `acquire_unless`
//! can leave the waiting room without having entered. Such an attempt is *cancelled*:
//!
//! * It loses its place. The next attempt is a new arrival.
//! * It uses up a ticket, as a passage does.
//! * It leaves no permit behind, and k-exclusion holds as before.
//! * With [`Bakery`], [`BlackWhite`] (the default of [`Mutex`]) and [`Adaptive`], **repeated
//!   cancellation can starve a waiter**. A waiter of these locks waits while another participant is
//!   in its doorway. A participant that cancels and tries again, over and over, can be in its
//!   doorway at every poll of the waiter. This takes an unlucky schedule, and a test runs one for
//!   N = 2 (`proofs/tests/cancellation.rs`).
//! * [`KFcfs`], [`Fife`], [`Bounded`] and [`LocalSpin`] do not have this weakness. The models of
//!   `KFcfs`, `Fife` and `Bounded` were explored with cancellation (N = 2, any number of passages).
//!   For `KFcfs` and `Fife` there is an argument for every N. For `LocalSpin` it is tested.
//! * [`SafeFife`] has this weakness on registers that return *any* value while they are written. On
//!   its default registers only a torn read at a carry can mislead a waiter, and there is one carry
//!   in 2³² tickets. This is argued, not proved.
//! * In [`BlackWhite`], [`Adaptive`] and [`LocalSpin`] ticket numbers stay at most N only while no
//!   participant cancels. Each cancelled attempt can raise the next number by 1, until the color
//!   changes. The default registers have room for about 2⁶³ numbers (2³¹ with 32-bit atomics),
//!   8-bit registers for 126. An attempt for which there is no number left is refused
//!   ([`AcquireError::Exhausted`]).
//!
//! **For a mutex with timeouts or `try_lock`, choose `Mutex<T, N, KFcfs>`.**
//!
//! # Crashes and leaks
//!
//! A participant that stops for good while it holds a permit or waits for one takes that permit
//! with it, and its slot stays taken. A semaphore with k permits stays alive, and in order, while
//! at most k - 1 participants have stopped. A mutex has k = 1 and tolerates none.
//! [`mem::forget`](core::mem::forget) of a permit or a guard counts as a crash. `reset` reclaims
//! leaked permits. A panic does not count as a crash: it releases the lock.
//!
//! # Cost
//!
//! An uncontended passage (enter and leave) of a lock with N slots costs:
//!
//! * [`Mutex`] with [`BlackWhite`]: 2N - 2 loads, 3 stores and 1 fence.
//! * [`Semaphore`] with [`Fife`]: 3N - 2 loads, 3N stores and 1 fence.
//!
//! Ways of waiting that park add N loads, to find parked waiters. The other algorithms state their
//! costs in their modules. The cost grows with the number of slots, used or not; with [`Adaptive`]
//! and [`LocalSpin`] it grows with the number of slots ever used. Under contention expect fewer
//! passages per second than from an unfair lock such as `std::sync::Mutex`:
//! [measurements](https://github.com/doorway-locks/doorway/blob/main/docs/src/measuring.md).
//!
//! # Loads and stores only
//!
//! This holds where a register is no wider than the target's native atomic loads and stores. The
//! default register ([`memory::Native`]) has 64 bits where the target has 64-bit atomics, and 32
//! bits elsewhere. On ARMv7 a 64-bit atomic store is a loop of `ldrexd` and `strexd`. There, use
//! 32-bit registers, or [`SafeFife`], whose default registers are pairs of 32-bit atomics:
//!
//! ```
//! use core::sync::atomic::AtomicU32;
//! use doorway::{memory::Fenced, KFcfs, Mutex, SafeFife};
//!
//! static NARROW: Mutex<u8, 4, KFcfs<Fenced<AtomicU32>>> = Mutex::new(0);
//! static HALVES: Mutex<u8, 4, SafeFife> = Mutex::new(0);
//! # *NARROW.join()?.lock() += 1;
//! # *HALVES.join()?.lock() += 1;
//! # Ok::<(), doorway::SlotError>(())
//! ```
//!
//! Claiming a slot with `join` or `slot` is not part of a lock, and uses an atomic swap.
//!
//! # Which way of waiting
//!
//! The way of [`waiting`] is a type parameter, too, and does not change the order. With `std` the
//! [default](waiting::DefaultWait) is `TimedPark`: a waiter spins briefly, yields, then sleeps
//! until it is woken, and re-checks with exponential back-off. Without `std` the default is
//! [`Spin`].
//!
//! # Features
//!
//! * `std` (default): the ways of waiting `TimedPark` and `Yield`, the parker of [`Park`], and
//!   timeouts. Without it the crate is `no_std`.
//! * `alloc` (part of `std`): `HeapSemaphore` and `HeapMutex`, with a number of slots chosen at run
//!   time.
//! * `lock_api`: `RawMutex`, for the crate [`lock_api`](https://docs.rs/lock_api).
//!
//! # How this is known
//!
//! The book's chapter [What is
//! guaranteed](https://github.com/doorway-locks/doorway/blob/main/docs/src/guarantees.md) has a
//! table per guarantee. It says for each lock how the guarantee is known: proved for every N,
//! checked up to a bound, tested, or argued on paper. It also says where a guarantee does not hold.
#![cfg_attr(docsrs, feature(doc_cfg))]
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
pub mod bounded;
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
pub use bounded::Bounded;
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

/// All slots but `me`: `{1..N} \ {me}`.
fn others(me: usize, slots: usize) -> impl Iterator<Item = usize> {
    (0..slots).filter(move |&i| i != me)
}
