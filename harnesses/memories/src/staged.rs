//! A memory for one thread, where a script runs inside any access it chooses.
//!
//! Whatever the script does inside an access happens while that access is under way: other processes' phases
//! run there as if the one whose access it is were stopped in the middle of it. A register whose store is under way is in flux,
//! and what a load of it returns is up to the script.

use doorway::memory::{AtomicMemory, Flag, Memory, Place, Register};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// An access about to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A load.
    Load(Place),
    /// A load of a register in flux: what it returns is for [`Stage::flicker`] to say.
    LoadInFlux(Place),
    /// A store of this value, begun and not yet ended.
    Store(Place, u64),
}

/// What the script can do with the access it runs in.
#[derive(Debug, Default)]
pub struct Stage {
    swallowed: Cell<bool>,
    flicker: Cell<Option<u64>>,
}

impl Stage {
    /// The store will not happen: how to take a line out of an algorithm.
    pub fn swallow(&self) {
        self.swallowed.set(true);
    }

    /// The load of a register in flux will return this. The old value, if nothing is said.
    pub fn flicker(&self, value: u64) {
        self.flicker.set(Some(value));
    }
}

type Script = Rc<dyn Fn(Act, &Stage)>;

thread_local! {
    static SCRIPT: RefCell<Option<Script>> = const { RefCell::new(None) };
    static CELLS: RefCell<HashMap<Place, Rc<Cellar>>> = RefCell::default();
}

/// Runs `play` with `script` called inside every access to [`Staged`] registers made in it.
pub fn stage(script: impl Fn(Act, &Stage) + 'static, play: impl FnOnce()) {
    CELLS.with_borrow_mut(HashMap::clear);
    SCRIPT.set(Some(Rc::new(script)));
    play();
    SCRIPT.set(None);
}

fn perform(act: Act) -> Stage {
    let stage = Stage::default();
    let script = SCRIPT.with_borrow(Clone::clone);
    if let Some(script) = script {
        script(act, &stage);
    }
    stage
}

/// The staged memory. With `ONE_TICKET` a lock that keeps `Ticket` in two places is given one for both: `SafeFife` on it is Danek's Figure 3 as printed.
#[derive(Debug)]
pub struct Staged<const ONE_TICKET: bool = false>;

// SAFETY: one thread, one access after another, except those the script puts inside another: they
// are what it is for, and no value is guarded by a lock on it.
unsafe impl<const ONE_TICKET: bool> Memory for Staged<ONE_TICKET> {
    type Register = StagedRegister<ONE_TICKET>;
    type Flag = StagedFlag;

    fn fence() {}
}

// SAFETY: as above; a script for locks that need atomic registers does not let loads flicker.
unsafe impl<const ONE_TICKET: bool> AtomicMemory for Staged<ONE_TICKET> {}

#[derive(Debug)]
struct Cellar {
    value: Cell<u64>,
    stores_under_way: Cell<u32>,
}

/// A register of [`Staged`].
#[derive(Debug)]
pub struct StagedRegister<const ONE_TICKET: bool> {
    place: Place,
    cell: Rc<Cellar>,
}

impl<const ONE_TICKET: bool> Register for StagedRegister<ONE_TICKET> {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(place: Place, value: u64) -> Self {
        let fresh = || {
            Rc::new(Cellar {
                value: Cell::new(value),
                stores_under_way: Cell::new(0),
            })
        };
        let cell = if ONE_TICKET && place.array == "Ticket" {
            let one = Place { copy: 0, ..place };
            CELLS.with_borrow_mut(|cells| cells.entry(one).or_insert_with(fresh).clone())
        } else {
            fresh()
        };
        StagedRegister { place, cell }
    }

    fn load(&self) -> u64 {
        if self.cell.stores_under_way.get() == 0 {
            perform(Act::Load(self.place));
            return self.cell.value.get();
        }
        let stage = perform(Act::LoadInFlux(self.place));
        stage.flicker.get().unwrap_or_else(|| self.cell.value.get())
    }

    fn store(&self, value: u64) {
        let under_way = &self.cell.stores_under_way;
        under_way.set(under_way.get() + 1);
        let stage = perform(Act::Store(self.place, value));
        under_way.set(under_way.get() - 1);
        if !stage.swallowed.get() {
            self.cell.value.set(value);
        }
    }
}

/// A flag of [`Staged`].
#[derive(Debug)]
pub struct StagedFlag(Cell<bool>);

impl Flag for StagedFlag {
    fn new() -> Self {
        StagedFlag(Cell::new(false))
    }
    fn is_up(&self) -> bool {
        self.0.get()
    }
    fn set(&self, up: bool) {
        self.0.set(up);
    }
    fn raise(&self) -> bool {
        !self.0.replace(true)
    }
}
