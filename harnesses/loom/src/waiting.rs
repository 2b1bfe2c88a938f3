//! Ways of waiting that loom can see.

use crate::memory::{ModelledFlag, RELAXED_FLAGS};
use doorway::memory::Memory;
use doorway::waiting::{Deadline, Gong, Threads, Wait};
use std::sync::RwLock;

/// [`Yield`](doorway::Yield), to loom's scheduler and at once: loom goes on with somebody else.
#[derive(Debug)]
pub struct Yields;

impl Wait for Yields {
    type Bell<M: Memory> = ();
    type Pace = ();
    const RINGS: bool = false;

    fn bell<M: Memory>() {}
    fn pause<M: Memory>((): &(), (): &mut (), _: bool, _: Option<Deadline>) {
        loom::thread::yield_now();
    }
    fn rise<M: Memory>((): &(), (): ()) {}
    fn is_asleep<M: Memory>((): &()) -> bool {
        false
    }

    fn ring<M: Memory>((): &()) {}
}

/// A gong of loom's. Whoever waits for it goes to sleep at once, so that loom need not look through many looks, and past any deadline: only a strike
/// ends the wait, so a lost one is a deadlock.
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

/// loom's threads, for the gong that ships ([`ThreadGong`](doorway::waiting::ThreadGong)). Sleep ends with a strike only, as above. They do not wake anybody if `MUTE`.
#[derive(Debug)]
pub struct ModelledThreads<const MUTE: bool = false>;

impl<const MUTE: bool> Threads for ModelledThreads<MUTE> {
    const LOOKS: u32 = 0;
    const YIELDS: u32 = 0;
    /// Not loom's: it is only ever tried, and what is in it was there before the sleeper was seen asleep.
    type Sleeper = RwLock<Option<loom::thread::Thread>>;
    type Struck = ModelledFlag<RELAXED_FLAGS>;

    fn give_way() {
        loom::thread::yield_now();
    }
    fn nobody() -> Self::Sleeper {
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
