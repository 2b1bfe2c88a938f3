//! Memories for checking doorway's locks: other ends of the seam `doorway::memory`.
//!
//! * [`Torn`]: between threads, a load that overlaps a store returns anything.
//! * [`Staged`]: in one thread, a script runs inside any access it chooses. Schedules to the single access, laid down by hand.
//! * [`Lockstep`]: in one thread, every access is compared with a step machine's next, and both are told the same value.
//! * [`Late`]: tickets start near their end, or near a carry.
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
