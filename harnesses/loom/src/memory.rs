//! The default memory on loom's atomics.

use crate::model::{is_lost, lacks};
use doorway::memory::{Array, AtomicMemory, FenceId, Flag, Memory, Place, Register};
use doorway_proofs::catalogue::CodeChange;
use loom::sync::atomic::{fence, AtomicBool, AtomicU64, Ordering};

/// The default memory on loom's atomics, with the [change](crate::outcome) that is explored.
///
/// Without a change: Release stores, Acquire loads, SeqCst fences.
#[derive(Debug)]
pub struct Modelled;

// SAFETY: without a change it is the same as `Fenced`. With a change it is a mutant, and guards
// only loom's cells.
unsafe impl Memory for Modelled {
    type Register = ModelledRegister;
    type Flag = ModelledFlag;

    fn fence(id: FenceId) {
        if !is_lost() && !lacks(CodeChange::NoFence(id)) {
            fence(Ordering::SeqCst);
        }
    }
}

// SAFETY: loom's atomics are atomic.
unsafe impl AtomicMemory for Modelled {}

/// Whether this is a store of an exit: no other line stores that value to that register.
fn is_of_exit(place: Place, value: u64) -> bool {
    match place.array {
        Array::Want => value == u64::MAX,
        Array::Ticket | Array::Active | Array::SpinNu => value == 0,
        Array::Reveal | Array::Compete => value == 0,
        Array::Gone => value == 1,
        _ => false,
    }
}

/// A register of [`Modelled`].
#[derive(Debug)]
pub struct ModelledRegister {
    place: Place,
    word: AtomicU64,
}

impl Register for ModelledRegister {
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
        let relaxed = lacks(CodeChange::RelaxedLoads)
            || lacks(CodeChange::RelaxedLoadsFrom(self.place.array));
        self.word.load(unless(relaxed, Ordering::Acquire))
    }

    fn store(&self, value: u64) {
        if is_lost() {
            return;
        }
        if lacks(CodeChange::NoExit) && is_of_exit(self.place, value) {
            return;
        }
        let relaxed = lacks(CodeChange::RelaxedStores)
            || lacks(CodeChange::RelaxedStoresTo(self.place.array));
        self.word.store(value, unless(relaxed, Ordering::Release));
    }
}

/// A flag of [`Modelled`]: Release and Acquire, not SeqCst.
///
/// What holds with it also holds with stronger orderings. With `RELAXED` it orders nothing.
#[derive(Debug)]
pub struct ModelledFlag<const RELAXED: bool = false>(AtomicBool);

impl<const RELAXED: bool> ModelledFlag<RELAXED> {
    fn is_relaxed() -> bool {
        RELAXED || lacks(CodeChange::RelaxedFlags)
    }
}

/// `order`, or Relaxed.
const fn unless(relaxed: bool, order: Ordering) -> Ordering {
    if relaxed {
        Ordering::Relaxed
    } else {
        order
    }
}

impl<const RELAXED: bool> Flag for ModelledFlag<RELAXED> {
    fn new() -> Self {
        ModelledFlag(AtomicBool::new(false))
    }
    fn is_up(&self) -> bool {
        if is_lost() {
            return false;
        }
        self.0.load(unless(Self::is_relaxed(), Ordering::Acquire))
    }
    fn set(&self, up: bool) {
        if is_lost() {
            return;
        }
        let relaxed = Self::is_relaxed() || (lacks(CodeChange::RelaxedClear) && !up);
        // A swap instead of a store: loom does not know that nothing comes between the load and the
        // store of a swap, and so would order a store before a swap that has failed because of the
        // value that the store replaced.
        self.0.swap(up, unless(relaxed, Ordering::Release));
    }
    fn raise(&self) -> bool {
        if self.is_up() {
            return false;
        }
        if lacks(CodeChange::ClaimInTwo) {
            self.set(true);
            return true;
        }
        let relaxed = Self::is_relaxed() || lacks(CodeChange::RelaxedClaim);
        !self.0.swap(true, unless(relaxed, Ordering::AcqRel))
    }
}
