//! The default memory on loom's atomics.
//!
//! [`Modelled`] is [`Fenced`](doorway::memory::Fenced), but for the part that its parameter takes away. Which fence is which a memory is not told:
//! see `since.rs`.

use crate::model::is_lost;
use crate::since::{is_of_exit, lies_down, next_fence, stored};
use doorway::memory::{Array, AtomicMemory, Flag, Memory, Place, Register};
use loom::sync::atomic::{fence, AtomicBool, AtomicU64, Ordering};

/// Every part of the default memory.
pub const WHOLE: u8 = 0;
/// Without the fence in the doorway: after line 14, in the Bakery line 3, in Taubenfeld's algorithms `choosing := true`.
pub const NO_DOORWAY_FENCE: u8 = 1;
/// Without the fence after the announcement: line 16, in the Bakery line 5, in Taubenfeld's algorithms `choosing := false`.
pub const NO_ANNOUNCE_FENCE: u8 = 2;
/// Without the fence between a process's mark that it sleeps and its last look.
pub const NO_SLEEPER_FENCE: u8 = 3;
/// Without the fence between line 23 and the wake-ups.
pub const NO_ENTER_FENCE: u8 = 4;
/// Without the first fence after a process has left: between line 25 and the wake-ups, in the Bakery line 10; in `LocalSpin` after line 23.
pub const NO_EXIT_FENCE: u8 = 5;
/// Stores Relaxed instead of Release.
pub const RELAXED_STORES: u8 = 6;
/// Loads Relaxed instead of Acquire.
pub const RELAXED_LOADS: u8 = 7;
/// The flag of a slot put down Relaxed.
pub const RELAXED_DOWN: u8 = 8;
/// The flag of a slot raised Relaxed.
pub const RELAXED_RAISE: u8 = 9;
/// The flag of a slot raised by a load and a store instead of a swap.
pub const RAISE_IN_TWO: u8 = 10;
/// Flags Relaxed altogether.
pub const RELAXED_FLAGS: u8 = 11;
/// The stores of the exit lost: a guard whose drop does nothing.
pub const NO_EXIT: u8 = 12;

/// Without the fence of a splitter between X and Y.
pub const NO_X_FENCE: u8 = 13;
/// Without the fence of a splitter between Y and X.
pub const NO_Y_FENCE: u8 = 14;
/// Without the fence between line 8 of `LocalSpin` and the wake-ups.
pub const NO_TOLD_FENCE: u8 = 15;
/// Without the fence after line 10 of `LocalSpin`.
pub const NO_CH_FENCE: u8 = 16;
/// Without the fence after line 12 of `LocalSpin`.
pub const NO_NU_FENCE: u8 = 17;
/// Without the fence between line 25 of `LocalSpin` and the wake-ups: the second after a process has left.
pub const NO_LAST_FENCE: u8 = 18;

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

const fn lacks_a_fence(missing: u8) -> bool {
    matches!(missing, NO_DOORWAY_FENCE..=NO_EXIT_FENCE | NO_X_FENCE..=NO_LAST_FENCE)
}

// SAFETY: whole, it is what `Fenced` is. Otherwise it is a mutant, and guards nothing but loom's own cells.
unsafe impl<const MISSING: u8> Memory for Modelled<MISSING> {
    type Register = ModelledRegister<MISSING>;
    type Flag = ModelledFlag<MISSING>;

    fn fence() {
        if is_lost() {
            return;
        }
        if !lacks_a_fence(MISSING) || next_fence() != MISSING {
            fence(Ordering::SeqCst);
        }
    }
}

// SAFETY: loom's atomics are atomic.
unsafe impl<const MISSING: u8> AtomicMemory for Modelled<MISSING> {}

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
        if lacks_a_fence(MISSING) {
            stored(self.place, value);
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
        if up && lacks_a_fence(MISSING) {
            lies_down();
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
