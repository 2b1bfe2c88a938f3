//! A memory for one thread, in which a script runs inside any access it chooses.
//!
//! What the script does inside an access happens while that access is under way: phases of other
//! processes run there as if the accessing process were stopped in the middle of its access. A
//! register whose store is under way is in flux, and the script decides what a load of it returns.

use doorway::memory::{Array, AtomicMemory, FenceId, Flag, Memory, Place, Register};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// An access about to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A load.
    Load(Place),
    /// A load that a store overlaps: one under way now, or one made inside the load.
    ///
    /// [`Stage::flicker`] sets what it returns.
    Overlapped(Place),
    /// A store of this value, begun and not yet ended.
    Store(Place, u64),
}

/// What the script can do to the access it runs in.
#[derive(Debug, Default)]
pub struct Stage {
    swallowed: Cell<bool>,
    flicker: Cell<Option<u64>>,
}

impl Stage {
    /// Drops the store. This removes a line from an algorithm.
    pub fn swallow(&self) {
        self.swallowed.set(true);
    }

    /// Sets the value that the overlapped load returns.
    ///
    /// Without it, the load returns the stored value.
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

/// No mutation: correct registers.
pub const WHOLE: u8 = 0;
/// The two places of `Ticket` are one register: `SafeFife` is then Danek's Figure 3 as printed.
pub const ONE_TICKET: u8 = 1;
/// `entered` follows every ticket, also those of passages that cancelled: a wrong repair of Figure 3.
pub const ENTERED_BY_ALL: u8 = 2;

/// The staged memory, or a mutant of it.
#[derive(Debug)]
pub struct Staged<const MUTANT: u8 = WHOLE>;

// SAFETY: one thread, one access after another, except those that the script runs inside another
// access: those are intended, and no lock on it guards a value.
unsafe impl<const MUTANT: u8> Memory for Staged<MUTANT> {
    type Register = StagedRegister<MUTANT>;
    type Flag = StagedFlag;

    fn fence(_: FenceId) {}
}

// SAFETY: as above; a script for a lock that needs atomic registers never calls `flicker`.
unsafe impl<const MUTANT: u8> AtomicMemory for Staged<MUTANT> {}

#[derive(Debug)]
struct Cellar {
    value: Cell<u64>,
    under_way: Cell<u32>,
    made: Cell<u32>,
}

/// A register of [`Staged`].
#[derive(Debug)]
pub struct StagedRegister<const MUTANT: u8> {
    place: Place,
    cell: Rc<Cellar>,
}

fn fresh(value: u64) -> Rc<Cellar> {
    Rc::new(Cellar {
        value: Cell::new(value),
        under_way: Cell::new(0),
        made: Cell::new(0),
    })
}

/// The cell that all registers at `place` share, for mutants.
fn shared(place: Place, value: u64) -> Rc<Cellar> {
    CELLS.with_borrow_mut(|cells| cells.entry(place).or_insert_with(|| fresh(value)).clone())
}

impl<const MUTANT: u8> Register for StagedRegister<MUTANT> {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(place: Place, value: u64) -> Self {
        let cell = match (MUTANT, place.array) {
            (ONE_TICKET, Array::Ticket) => shared(Place { copy: 0, ..place }, value),
            (ENTERED_BY_ALL, Array::Entered) => shared(place, value),
            _ => fresh(value),
        };
        StagedRegister { place, cell }
    }

    fn load(&self) -> u64 {
        let made = self.cell.made.get();
        if self.cell.under_way.get() == 0 {
            perform(Act::Load(self.place));
        }
        if self.cell.under_way.get() == 0 && self.cell.made.get() == made {
            return self.cell.value.get();
        }
        let stage = perform(Act::Overlapped(self.place));
        stage.flicker.get().unwrap_or_else(|| self.cell.value.get())
    }

    fn store(&self, value: u64) {
        let Cellar {
            under_way, made, ..
        } = &*self.cell;
        under_way.set(under_way.get() + 1);
        let stage = perform(Act::Store(self.place, value));
        under_way.set(under_way.get() - 1);
        made.set(made.get() + 1);
        if !stage.swallowed.get() {
            self.cell.value.set(value);
        }
        if MUTANT == ENTERED_BY_ALL && self.place.array == Array::Ticket {
            let Place { writer, copy, .. } = self.place;
            let entered = Place {
                array: Array::Entered,
                writer,
                home: writer,
                copy: 0,
            };
            shared(entered, 0).value.set(copy as u64);
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
