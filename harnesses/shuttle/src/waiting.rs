//! Ways of waiting that shuttle can see.

use doorway::memory::Memory;
use doorway::waiting::{Deadline, Gong, Wait};
use shuttle::sync::{Condvar, Mutex};

/// [`Yield`](doorway::Yield), to shuttle's scheduler and at once.
#[derive(Debug)]
pub struct Yields;

impl Wait for Yields {
    type Bell<M: Memory> = ();
    type Pace = ();
    const RINGS: bool = false;

    fn bell<M: Memory>() {}
    fn pause<M: Memory>((): &(), (): &mut (), _: bool, _: Option<Deadline>) {
        shuttle::thread::yield_now();
    }
    fn rise<M: Memory>((): &(), (): ()) {}
    fn is_asleep<M: Memory>((): &()) -> bool {
        false
    }

    fn ring<M: Memory>((): &()) {}
}

/// A gong of shuttle's, and past any deadline: only a strike ends a wait, so a lost one is a deadlock. One that is `MUTE` loses them all.
#[derive(Debug)]
pub struct SampledGong<const MUTE: bool = false> {
    struck: Mutex<bool>,
    strike: Condvar,
}

impl<const MUTE: bool> Gong for SampledGong<MUTE> {
    const LOOKS: u32 = 1;

    fn new() -> Self {
        SampledGong {
            struck: Mutex::new(false),
            strike: Condvar::new(),
        }
    }
    fn still(&self) {
        *self.struck.lock().unwrap() = false;
    }
    fn strike(&self) {
        // A guard that is dropped because shuttle has found something must not ask it for more.
        if !MUTE && !std::thread::panicking() {
            *self.struck.lock().unwrap() = true;
            self.strike.notify_one();
        }
    }
    fn wait(&self, _: Option<Deadline>) {
        let mut struck = self.struck.lock().unwrap();
        while !*struck {
            struck = self.strike.wait(struck).unwrap();
        }
    }
}
