//! A memory that is somebody else's mind: every load and store is told to it, and it says what a load returns.

use crate::staged::StagedFlag;
use doorway::memory::{AtomicMemory, Memory, Place, Register};
use std::cell::RefCell;

/// An access made by the code under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// A load, whose value is to be said.
    Load(Place),
    /// A store of this value.
    Store(Place, u64),
    /// A fence.
    Fence,
}

type Mind = Box<dyn FnMut(Told) -> u64>;

thread_local! {
    static MIND: RefCell<Option<Mind>> = const { RefCell::new(None) };
}

/// Runs `play` with `mind` told of every access to [`Scripted`] registers made in it.
pub fn script(mind: impl FnMut(Told) -> u64 + 'static, play: impl FnOnce()) {
    MIND.set(Some(Box::new(mind)));
    play();
    MIND.set(None);
}

fn tell(told: Told) -> u64 {
    MIND.with_borrow_mut(|mind| mind.as_mut().map_or(0, |mind| mind(told)))
}

/// The scripted memory.
#[derive(Debug)]
pub struct Scripted;

// SAFETY: it promises nothing; no value is guarded by a lock on it.
unsafe impl Memory for Scripted {
    type Register = ScriptedRegister;
    type Flag = StagedFlag;

    fn fence() {
        tell(Told::Fence);
    }
}

// SAFETY: as above.
unsafe impl AtomicMemory for Scripted {}

/// A register of [`Scripted`].
#[derive(Debug)]
pub struct ScriptedRegister(Place);

impl Register for ScriptedRegister {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(place: Place, _: u64) -> Self {
        ScriptedRegister(place)
    }
    fn load(&self) -> u64 {
        tell(Told::Load(self.0))
    }
    fn store(&self, value: u64) {
        tell(Told::Store(self.0, value));
    }
}
