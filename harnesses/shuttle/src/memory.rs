//! A memory on shuttle's atomics.

use doorway::memory::{Array, AtomicMemory, FenceId, Flag, Memory, Place, Register};
use shuttle::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Every part of it.
pub const WHOLE: u8 = 0;
/// The stores of `choosing := true` are lost: nobody is seen to choose in Taubenfeld's algorithms.
pub const NO_CHOOSING: u8 = 2;
/// The stores of line 3 are lost: nobody is seen in the Bakery's doorway.
pub const NO_LINE_3: u8 = 3;
/// The stores of line 14 (29 and 30) are lost.
pub const NO_LINE_14: u8 = 14;

/// The stores of line 25 of Algorithm 4 are lost: who waits for another to leave is not told.
pub const NO_LINE_25: u8 = 25;
/// The stores at the end of a walk through the grid are lost: nobody has a splitter, and nobody is found.
pub const NO_OWNER: u8 = 26;

/// Sequentially consistent registers on shuttle's atomics, or a `MUTANT` of them.
#[derive(Debug)]
pub struct Sampled<const MUTANT: u8 = WHOLE>;

// SAFETY: shuttle's atomics are sequentially consistent, and no fence is needed among them. A mutant guards nothing.
unsafe impl<const MUTANT: u8> Memory for Sampled<MUTANT> {
    type Register = SampledRegister<MUTANT>;
    type Flag = SampledFlag;

    fn fence(_: FenceId) {}
}

// SAFETY: shuttle's atomics are atomic.
unsafe impl<const MUTANT: u8> AtomicMemory for Sampled<MUTANT> {}

/// A register of [`Sampled`].
#[derive(Debug)]
pub struct SampledRegister<const MUTANT: u8> {
    place: Place,
    word: AtomicU64,
    // How many stores there were. Not shuttle's: to count is no access of the lock's.
    stores: AtomicU32,
}

impl<const MUTANT: u8> SampledRegister<MUTANT> {
    /// Whether the mutant loses the store of this value.
    fn loses(&self, value: u64) -> bool {
        let stores = self.stores.fetch_add(1, Relaxed);
        match (MUTANT, self.place.array) {
            (NO_LINE_3, Array::Doorway) | (NO_CHOOSING, Array::Choosing) => value != 0,
            (NO_LINE_25, Array::SpinNu) => value == 0,
            (NO_OWNER, Array::Owner) => true,
            // A passage stores three times to Want[p][i]: lines 14, 16 and 25.
            (NO_LINE_14, Array::Want) => {
                self.place.writer != self.place.home && stores.is_multiple_of(3)
            }
            _ => false,
        }
    }
}

impl<const MUTANT: u8> Register for SampledRegister<MUTANT> {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(place: Place, value: u64) -> Self {
        SampledRegister {
            place,
            word: AtomicU64::new(value),
            stores: AtomicU32::new(0),
        }
    }
    fn load(&self) -> u64 {
        self.word.load(SeqCst)
    }
    fn store(&self, value: u64) {
        if !self.loses(value) {
            self.word.store(value, SeqCst);
        }
    }
}

/// A flag of [`Sampled`].
#[derive(Debug)]
pub struct SampledFlag(AtomicBool);

impl Flag for SampledFlag {
    fn new() -> Self {
        SampledFlag(AtomicBool::new(false))
    }
    fn is_up(&self) -> bool {
        self.0.load(SeqCst)
    }
    fn set(&self, up: bool) {
        self.0.store(up, SeqCst);
    }
    fn raise(&self) -> bool {
        !self.is_up() && !self.0.swap(true, SeqCst)
    }
}

pub(super) mod waiting {
    //! Ways of waiting that shuttle can see.

    use doorway::memory::Memory;
    use doorway::waiting::{Deadline, Parker, Wait};
    use shuttle::sync::{Condvar, Mutex};

    /// [`Yield`](doorway::Yield), to shuttle's scheduler and at once.
    #[derive(Debug)]
    pub struct Yields;

    impl Wait for Yields {
        type Waiter<M: Memory> = ();
        type Pace = ();
        const WAKES: bool = false;

        fn waiter<M: Memory>() {}
        fn pause<M: Memory>((): &(), (): &mut (), _: bool, _: Option<Deadline>) {
            shuttle::thread::yield_now();
        }
        fn finish<M: Memory>((): &(), (): ()) {}
        fn is_parked<M: Memory>((): &()) -> bool {
            false
        }

        fn wake<M: Memory>((): &()) {}
    }

    /// A parker on shuttle's primitives. It ignores deadlines: only `unpark` ends a `park`, so a lost wake-up is a deadlock. With `MUTE` every wake-up is lost.
    #[derive(Debug)]
    pub struct SampledParker<const MUTE: bool = false> {
        unparked: Mutex<bool>,
        wake: Condvar,
    }

    impl<const MUTE: bool> Parker for SampledParker<MUTE> {
        const POLLS: u32 = 1;

        fn new() -> Self {
            SampledParker {
                unparked: Mutex::new(false),
                wake: Condvar::new(),
            }
        }
        fn prepare(&self) {
            *self.unparked.lock().unwrap() = false;
        }
        fn unpark(&self) {
            // A guard that is dropped because shuttle has found something must not ask it for more.
            if !MUTE && !std::thread::panicking() {
                *self.unparked.lock().unwrap() = true;
                self.wake.notify_one();
            }
        }
        fn park(&self, _: Option<Deadline>) {
            let mut unparked = self.unparked.lock().unwrap();
            while !*unparked {
                unparked = self.wake.wait(unparked).unwrap();
            }
        }
    }
}
