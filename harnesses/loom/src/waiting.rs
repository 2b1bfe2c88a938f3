//! Ways of waiting that loom can see.

use doorway::memory::Memory;
use doorway::waiting::{Deadline, Gong, Wait};

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
