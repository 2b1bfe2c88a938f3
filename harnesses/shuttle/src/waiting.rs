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
