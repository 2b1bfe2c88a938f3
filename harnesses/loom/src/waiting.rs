//! Ways of waiting on loom's primitives.

use crate::memory::ModelledFlag;
use doorway::memory::Memory;
use doorway::waiting::{Deadline, Parker, Threads, Wait};
use std::sync::RwLock;

/// [`Yield`](doorway::Yield) that yields to loom's scheduler immediately.
#[derive(Debug)]
pub struct Yields;

impl Wait for Yields {
    type Waiter<M: Memory> = ();
    type Pace = ();
    const WAKES: bool = false;

    fn waiter<M: Memory>() {}
    fn pause<M: Memory>((): &(), (): &mut (), _: bool, _: Option<Deadline>) {
        loom::thread::yield_now();
    }
    fn finish<M: Memory>((): &(), (): ()) {}
    fn is_parked<M: Memory>((): &()) -> bool {
        false
    }

    fn wake<M: Memory>((): &()) {}
}

/// A parker on loom's primitives.
///
/// It parks immediately, so that loom need not explore many polls, and ignores deadlines: only
/// `unpark` ends a `park`, so a lost wake-up is a deadlock.
#[derive(Debug)]
pub struct ModelledParker {
    unparked: loom::sync::Mutex<bool>,
    wake: loom::sync::Condvar,
}

impl Parker for ModelledParker {
    const POLLS: u32 = 0;

    fn new() -> Self {
        ModelledParker {
            unparked: loom::sync::Mutex::new(false),
            wake: loom::sync::Condvar::new(),
        }
    }
    fn prepare(&self) {
        *self.unparked.lock().unwrap() = false;
    }
    fn unpark(&self) {
        *self.unparked.lock().unwrap() = true;
        self.wake.notify_one();
    }
    fn park(&self, _: Option<Deadline>) {
        let mut unparked = self.unparked.lock().unwrap();
        while !*unparked {
            unparked = self.wake.wait(unparked).unwrap();
        }
    }
}

/// loom's threads, for the shipped parker ([`ThreadParker`](doorway::waiting::ThreadParker)).
///
/// Only `wake` ends a `sleep`. With `MUTE` it wakes no thread.
#[derive(Debug)]
pub struct ModelledThreads<const MUTE: bool = false>;

impl<const MUTE: bool> Threads for ModelledThreads<MUTE> {
    const POLLS: u32 = 0;
    const YIELDS: u32 = 0;
    /// Not loom's `RwLock`: it never blocks, and the thread is stored in it before the sleeper is seen parked.
    type Sleeper = RwLock<Option<loom::thread::Thread>>;
    type Unparked = ModelledFlag<true>;

    fn give_way() {
        loom::thread::yield_now();
    }
    fn no_thread() -> Self::Sleeper {
        RwLock::new(None)
    }
    fn is_me(sleeper: &Self::Sleeper) -> bool {
        let me = loom::thread::current().id();
        let sleeper = sleeper.try_read();
        sleeper.is_ok_and(|sleeper| sleeper.as_ref().is_some_and(|thread| thread.id() == me))
    }
    fn set_me(sleeper: &Self::Sleeper) {
        if let Ok(mut sleeper) = sleeper.try_write() {
            *sleeper = Some(loom::thread::current());
        }
    }
    fn wake(sleeper: &Self::Sleeper) {
        let thread = sleeper.try_read().ok().and_then(|sleeper| sleeper.clone());
        if let Some(thread) = thread.filter(|_| !MUTE) {
            thread.unpark();
        }
    }
    fn sleep(_: Option<Deadline>) {
        loom::thread::park();
    }
    fn nap() {
        loom::thread::yield_now();
    }
}
