//! Safe registers between threads: a load that overlaps a store returns anything.

use doorway::memory::{Array, AtomicFlag, FenceId, Memory, Place, Register};
use std::cell::Cell;
use std::sync::atomic::{fence, AtomicU64, Ordering::SeqCst};

/// The torn memory: safe registers, whose overlapped loads return random values.
///
/// The random value is a possible value of the register in its lock: a small ticket, a ticket near
/// the present ones, or, in `Want`, ∞. (If it were any 64-bit number, tickets would be used up
/// after two torn loads.)
#[derive(Debug)]
pub struct Torn;

// SAFETY: `Memory` requires no more than safe registers.
unsafe impl Memory for Torn {
    type Register = TornRegister;
    type Flag = AtomicFlag;

    fn fence(_: FenceId) {
        fence(SeqCst);
    }
}

/// A register of [`Torn`].
#[derive(Debug)]
pub struct TornRegister {
    place: Place,
    value: AtomicU64,
    /// Odd while a store is under way.
    version: AtomicU64,
}

thread_local! {
    static DICE: Cell<u64> = const { Cell::new(0) };
}

/// A number below `sides`. xorshift64*, seeded by the thread.
fn roll(sides: u64) -> u64 {
    DICE.with(|dice| {
        let mut x = dice.get();
        if x == 0 {
            x = dice.as_ptr() as u64 | 1;
        }
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        dice.set(x);
        (x.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % sides
    })
}

impl TornRegister {
    fn anything(&self) -> u64 {
        let value = self.value.load(SeqCst);
        match roll(8) {
            0 | 1 => 0,
            2 => roll(8),
            3 if self.place.array == Array::Want => u64::MAX,
            4 if value != u64::MAX => value + roll(4),
            5 if value != u64::MAX => value.saturating_sub(roll(4)),
            6 if self.place.array != Array::Want => value / 2,
            _ => value,
        }
    }
}

impl Register for TornRegister {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(place: Place, value: u64) -> Self {
        TornRegister {
            place,
            value: AtomicU64::new(value),
            version: AtomicU64::new(0),
        }
    }

    fn load(&self) -> u64 {
        let before = self.version.load(SeqCst);
        let value = self.value.load(SeqCst);
        let after = self.version.load(SeqCst);
        if before % 2 == 0 && before == after {
            value
        } else {
            self.anything()
        }
    }

    fn store(&self, value: u64) {
        let version = self.version.load(SeqCst);
        self.version.store(version + 1, SeqCst);
        if roll(16) == 0 {
            std::thread::yield_now(); // lets other threads load it torn
        }
        self.value.store(value, SeqCst);
        self.version.store(version + 2, SeqCst);
    }
}

pub(super) mod late {
    //! Memories whose tickets are near a limit.

    use doorway::memory::{Array, AtomicMemory, FenceId, Memory, Place, Register};
    use std::marker::PhantomData;

    /// The memory `M`, but every `Ticket` register starts at `START`.
    #[derive(Debug)]
    pub struct Late<const START: u64, M>(PhantomData<M>);

    // SAFETY: it differs from `M` only in the first values.
    unsafe impl<const START: u64, M: Memory> Memory for Late<START, M> {
        type Register = LateRegister<START, M::Register>;
        type Flag = M::Flag;

        fn fence(id: FenceId) {
            M::fence(id);
        }
    }

    // SAFETY: it differs from `M` only in the first values.
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

    // SAFETY: it differs from `M` only in a smaller limit.
    unsafe impl<const LIMIT: u64, M: Memory> Memory for Short<LIMIT, M> {
        type Register = ShortRegister<LIMIT, M::Register>;
        type Flag = M::Flag;

        fn fence(id: FenceId) {
            M::fence(id);
        }
    }

    // SAFETY: it differs from `M` only in a smaller limit.
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
}
