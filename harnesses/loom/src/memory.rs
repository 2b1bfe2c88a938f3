//! The default memory on loom's atomics.
//!
//! [`Modelled`] is [`Fenced`](doorway::memory::Fenced), but for the part that its parameter takes away.

use crate::model::is_lost;
use doorway::memory::{Array, AtomicMemory, FenceId, Flag, Memory, Place, Register};
use loom::sync::atomic::{fence, AtomicBool, AtomicU64, Ordering};

/// Every part of the default memory.
pub const WHOLE: u8 = 0;
/// Stores Relaxed instead of Release.
pub const RELAXED_STORES: u8 = 1;
/// Loads Relaxed instead of Acquire.
pub const RELAXED_LOADS: u8 = 2;
/// The flag of a slot put down Relaxed.
pub const RELAXED_DOWN: u8 = 3;
/// The flag of a slot raised Relaxed.
pub const RELAXED_RAISE: u8 = 4;
/// The flag of a slot raised by a load and a store instead of a swap.
pub const RAISE_IN_TWO: u8 = 5;
/// Flags Relaxed altogether.
pub const RELAXED_FLAGS: u8 = 6;
/// The stores of the exit lost: a guard whose drop does nothing.
pub const NO_EXIT: u8 = 7;

/// Without one of the fences.
#[must_use]
pub const fn no_fence(id: FenceId) -> u8 {
    16 + id as u8
}

/// Stores to one of the arrays Relaxed.
#[must_use]
pub const fn relaxed_stores(array: Array) -> u8 {
    32 + array as u8
}

/// Loads from one of the arrays Relaxed.
#[must_use]
pub const fn relaxed_loads(array: Array) -> u8 {
    64 + array as u8
}

/// The default memory on loom's atomics: Release stores, Acquire loads, SeqCst fences, but for the part that is `MISSING`.
#[derive(Debug)]
pub struct Modelled<const MISSING: u8 = WHOLE>;

// SAFETY: whole, it is what `Fenced` is. Otherwise it is a mutant, and guards nothing but loom's own cells.
unsafe impl<const MISSING: u8> Memory for Modelled<MISSING> {
    type Register = ModelledRegister<MISSING>;
    type Flag = ModelledFlag<MISSING>;

    fn fence(id: FenceId) {
        if !is_lost() && MISSING != no_fence(id) {
            fence(Ordering::SeqCst);
        }
    }
}

// SAFETY: loom's atomics are atomic.
unsafe impl<const MISSING: u8> AtomicMemory for Modelled<MISSING> {}

/// Whether this is a store of an exit: by the register and the value, as no other line stores that value there.
fn is_of_exit(place: Place, value: u64) -> bool {
    match place.array {
        Array::Want => value == u64::MAX,
        Array::Ticket | Array::Active | Array::SpinNu => value == 0,
        _ => false,
    }
}

/// A register of [`Modelled`].
#[derive(Debug)]
pub struct ModelledRegister<const MISSING: u8> {
    place: Place,
    word: AtomicU64,
}

impl<const MISSING: u8> Register for ModelledRegister<MISSING> {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(place: Place, value: u64) -> Self {
        ModelledRegister {
            place,
            word: AtomicU64::new(value),
        }
    }

    fn load(&self) -> u64 {
        if is_lost() {
            return 0;
        }
        let relaxed = MISSING == RELAXED_LOADS || MISSING == relaxed_loads(self.place.array);
        self.word.load(unless(relaxed, Ordering::Acquire))
    }

    fn store(&self, value: u64) {
        if is_lost() {
            return;
        }
        if MISSING == NO_EXIT && is_of_exit(self.place, value) {
            return;
        }
        let relaxed = MISSING == RELAXED_STORES || MISSING == relaxed_stores(self.place.array);
        self.word.store(value, unless(relaxed, Ordering::Release));
    }
}

/// A flag of [`Modelled`]: Release and Acquire, not SeqCst. What holds of it holds of stronger ones.
#[derive(Debug)]
pub struct ModelledFlag<const MISSING: u8>(AtomicBool);

/// `order`, or Relaxed.
const fn unless(relaxed: bool, order: Ordering) -> Ordering {
    if relaxed {
        Ordering::Relaxed
    } else {
        order
    }
}

impl<const MISSING: u8> Flag for ModelledFlag<MISSING> {
    fn new() -> Self {
        ModelledFlag(AtomicBool::new(false))
    }
    fn is_up(&self) -> bool {
        if is_lost() {
            return false;
        }
        self.0
            .load(unless(MISSING == RELAXED_FLAGS, Ordering::Acquire))
    }
    fn set(&self, up: bool) {
        if is_lost() {
            return;
        }
        let relaxed = MISSING == RELAXED_FLAGS || (MISSING == RELAXED_DOWN && !up);
        // A swap for a store: loom does not know that nothing comes between what a swap reads and what it writes, and so would order a
        // store before a swap that has failed because of what the store replaced.
        self.0.swap(up, unless(relaxed, Ordering::Release));
    }
    fn raise(&self) -> bool {
        if self.is_up() {
            return false;
        }
        if MISSING == RAISE_IN_TWO {
            self.set(true);
            return true;
        }
        let relaxed = matches!(MISSING, RELAXED_FLAGS | RELAXED_RAISE);
        !self.0.swap(true, unless(relaxed, Ordering::AcqRel))
    }
}
