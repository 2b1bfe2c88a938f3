//! Memories for checking doorway's locks: implementations of the trait `doorway::memory::Memory`.
//!
//! * [`Torn`]: between threads, a load that overlaps a store returns anything.
//! * [`Staged`]: in one thread, a script runs inside any access it chooses. It scripts schedules
//!   down to the single access.
//! * [`Lockstep`]: in one thread, every access is compared with the next access of a model, and
//!   both get the same loaded value.
//! * [`Late`]: tickets start near their limit, or near a carry.
//! * [`Short`]: registers that hold small tickets only.

mod lockstep;
mod staged;
mod torn;

use torn::late;

pub use late::{Late, LateRegister, Short, ShortRegister};
pub use lockstep::{run, Driver, Lockstep, LockstepRegister, Script};
pub use staged::{
    stage, Act, Stage, Staged, StagedFlag, StagedRegister, ENTERED_BY_ALL, ONE_TICKET, WHOLE,
};
pub use torn::{Torn, TornRegister};
