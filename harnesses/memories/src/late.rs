//! Memories that are another, near one of its ends.

use doorway::memory::{Array, AtomicMemory, FenceId, Memory, Place, Register};
use std::marker::PhantomData;

/// The memory `M`, but every process has had ticket `START` already.
#[derive(Debug)]
pub struct Late<const START: u64, M>(PhantomData<M>);

// SAFETY: it only starts elsewhere.
unsafe impl<const START: u64, M: Memory> Memory for Late<START, M> {
    type Register = LateRegister<START, M::Register>;
    type Flag = M::Flag;

    fn fence(id: FenceId) {
        M::fence(id);
    }
}

// SAFETY: it only starts elsewhere.
unsafe impl<const START: u64, M: AtomicMemory> AtomicMemory for Late<START, M> {}

/// A register of [`Late`].
#[derive(Debug)]
pub struct LateRegister<const START: u64, R>(R);

impl<const START: u64, R: Register> Register for LateRegister<START, R> {
    const LIMIT: u64 = R::LIMIT;

    fn new(place: Place, value: u64) -> Self {
        let value = if place.array == Array::Ticket {
            START
        } else {
            value
        };
        LateRegister(R::new(place, value))
    }
    fn load(&self) -> u64 {
        self.0.load()
    }
    fn store(&self, value: u64) {
        self.0.store(value);
    }
}

/// The memory `M`, but its registers hold no ticket above `LIMIT`.
#[derive(Debug)]
pub struct Short<const LIMIT: u64, M>(PhantomData<M>);

// SAFETY: it only refuses more.
unsafe impl<const LIMIT: u64, M: Memory> Memory for Short<LIMIT, M> {
    type Register = ShortRegister<LIMIT, M::Register>;
    type Flag = M::Flag;

    fn fence(id: FenceId) {
        M::fence(id);
    }
}

// SAFETY: it only refuses more.
unsafe impl<const LIMIT: u64, M: AtomicMemory> AtomicMemory for Short<LIMIT, M> {}

/// A register of [`Short`].
#[derive(Debug)]
pub struct ShortRegister<const LIMIT: u64, R>(R);

impl<const LIMIT: u64, R: Register> Register for ShortRegister<LIMIT, R> {
    const LIMIT: u64 = LIMIT;

    fn new(place: Place, value: u64) -> Self {
        ShortRegister(R::new(place, value))
    }
    fn load(&self) -> u64 {
        self.0.load()
    }
    fn store(&self, value: u64) {
        assert!(
            value <= LIMIT || value == u64::MAX,
            "stored {value} above the limit {LIMIT}"
        );
        self.0.store(value);
    }
}
