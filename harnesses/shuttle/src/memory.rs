//! A memory on shuttle's atomics.

use doorway::memory::{AtomicMemory, FenceId, Flag, Memory, Place, Register};
use doorway_proofs::catalogue::{CodeChange, Stores};
use shuttle::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool as Mark, Ordering::Relaxed};

thread_local! {
    /// The change that is sampled. shuttle runs all threads of a schedule on this one.
    static CHANGE: Cell<Option<CodeChange>> = const { Cell::new(None) };
}

/// Samples the mutant with this change from now on, or the code as it is.
pub(crate) fn set_change(change: Option<CodeChange>) {
    CHANGE.set(change);
}

/// What `Want` holds while its process does not want to enter.
const INFINITY: u64 = u64::MAX;

/// Sequentially consistent registers on shuttle's atomics, but for the [change](crate::outcome) that is sampled.
#[derive(Debug)]
pub struct Sampled;

// SAFETY: shuttle's atomics are sequentially consistent, and no fence is needed among them. A mutant guards nothing.
unsafe impl Memory for Sampled {
    type Register = SampledRegister;
    type Flag = SampledFlag;

    fn fence(_: FenceId) {}
}

// SAFETY: shuttle's atomics are atomic.
unsafe impl AtomicMemory for Sampled {}

/// A register of [`Sampled`].
#[derive(Debug)]
pub struct SampledRegister {
    place: Place,
    word: AtomicU64,
    // Whether the first store of this passage has been made or lost. Not one of shuttle's atomics: it is no access of the lock.
    has_begun: Mark,
}

impl SampledRegister {
    /// Whether the mutant loses the store of this value.
    fn loses(&self, value: u64) -> bool {
        let is_first = value != INFINITY && !self.has_begun.load(Relaxed);
        self.has_begun.store(value != INFINITY, Relaxed);
        match CHANGE.get() {
            Some(CodeChange::Lost(array, stores)) if array == self.place.array => match stores {
                Stores::All => true,
                Stores::OfZero => value == 0,
                Stores::NotOfZero => value != 0,
                Stores::FirstOfPassage => is_first && self.place.writer != self.place.home,
            },
            _ => false,
        }
    }
}

impl Register for SampledRegister {
    const LIMIT: u64 = INFINITY - 1;

    fn new(place: Place, value: u64) -> Self {
        SampledRegister {
            place,
            word: AtomicU64::new(value),
            has_begun: Mark::new(value != INFINITY),
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
    use doorway_proofs::catalogue::CodeChange;
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

    /// A parker on shuttle's primitives. It ignores deadlines: only `unpark` ends a `park`, so a lost wake-up is a deadlock.
    #[derive(Debug)]
    pub struct SampledParker {
        unparked: Mutex<bool>,
        wake: Condvar,
    }

    impl Parker for SampledParker {
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
            let is_lost = super::CHANGE.get() == Some(CodeChange::NoUnpark);
            if !is_lost && !std::thread::panicking() {
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
