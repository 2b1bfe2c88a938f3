//! loom's end of the seam: doorway's locks, from the same source, under the C11 memory model.
//!
//! [`Modelled`] is [`Fenced`](doorway::memory::Fenced) on loom's atomics. loom models `fence(SeqCst)` but takes SeqCst accesses for
//! Release and Acquire ones, so the all-SeqCst memory has no counterpart here.
//!
//! Its parameters take a part of it away, for mutants that loom must reject.

use doorway::memory::{AtomicMemory, Flag, Memory, Place, Register};
use doorway::waiting::{Deadline, Gong};
use loom::sync::atomic::{fence, AtomicBool, AtomicU64, Ordering};
use std::cell::Cell;

/// Every part of the default memory.
pub const WHOLE: u8 = 0;
/// Without the first fence of each thread: the one in the doorway.
pub const NO_FIRST_FENCE: u8 = 1;
/// Without the second: the one after the announcement.
pub const NO_SECOND_FENCE: u8 = 2;
/// Stores Relaxed instead of Release.
pub const RELAXED_STORES: u8 = 3;
/// Loads Relaxed instead of Acquire.
pub const RELAXED_LOADS: u8 = 4;

/// The default memory on loom's atomics: Release stores, Acquire loads, SeqCst fences, but for the part that is `MISSING`.
#[derive(Debug)]
pub struct Modelled<const MISSING: u8 = WHOLE>;

loom::thread_local! {
    static FENCES: Cell<u8> = Cell::new(0);
}

// SAFETY: whole, it is what `Fenced` is. Otherwise it is a mutant, and guards nothing but loom's own cells.
unsafe impl<const MISSING: u8> Memory for Modelled<MISSING> {
    type Register = ModelledRegister<MISSING>;
    type Flag = ModelledFlag;

    fn fence() {
        let number = FENCES.with(|fences| {
            fences.set(fences.get() + 1);
            fences.get()
        });
        if number != MISSING {
            fence(Ordering::SeqCst);
        }
    }
}

// SAFETY: loom's atomics are atomic.
unsafe impl<const MISSING: u8> AtomicMemory for Modelled<MISSING> {}

/// A register of [`Modelled`].
#[derive(Debug)]
pub struct ModelledRegister<const MISSING: u8>(AtomicU64);

impl<const MISSING: u8> Register for ModelledRegister<MISSING> {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(_: Place, value: u64) -> Self {
        ModelledRegister(AtomicU64::new(value))
    }

    fn load(&self) -> u64 {
        self.0.load(match MISSING {
            RELAXED_LOADS => Ordering::Relaxed,
            _ => Ordering::Acquire,
        })
    }

    fn store(&self, value: u64) {
        let order = match MISSING {
            RELAXED_STORES => Ordering::Relaxed,
            _ => Ordering::Release,
        };
        self.0.store(value, order);
    }
}

/// A flag of [`Modelled`].
#[derive(Debug)]
pub struct ModelledFlag(AtomicBool);

impl Flag for ModelledFlag {
    fn new() -> Self {
        ModelledFlag(AtomicBool::new(false))
    }
    fn is_up(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
    fn set(&self, up: bool) {
        self.0.store(up, Ordering::SeqCst);
    }
    fn raise(&self) -> bool {
        !self.0.swap(true, Ordering::SeqCst)
    }
}

/// A gong of loom's. Whoever waits for it goes to sleep at once, so that loom need not look through many looks.
#[derive(Debug)]
pub struct ModelledGong {
    struck: loom::sync::Mutex<bool>,
    strike: loom::sync::Condvar,
}

impl Gong for ModelledGong {
    const LOOKS: u32 = 0;

    fn new() -> Self {
        ModelledGong {
            struck: loom::sync::Mutex::new(false),
            strike: loom::sync::Condvar::new(),
        }
    }
    fn still(&self) {
        *self.struck.lock().unwrap() = false;
    }
    fn strike(&self) {
        *self.struck.lock().unwrap() = true;
        self.strike.notify_one();
    }
    fn wait(&self, _: Option<Deadline>) {
        let mut struck = self.struck.lock().unwrap();
        while !*struck {
            struck = self.strike.wait(struck).unwrap();
        }
    }
}
