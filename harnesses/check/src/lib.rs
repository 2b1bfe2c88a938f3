//! Explores doorway's step machines exhaustively, for small N and k.
//!
//! * [`system`]: a machine with crashes, cancellations, and a record of who came before whom.
//! * [`pack`]: a state in a few words, with tickets renamed so that processes that loop for ever have finitely many.
//! * [`explore`]: breadth-first search over all states, on all cores.
//! * [`fair`]: fair cycles, for what must happen eventually.
//! * [`verdict`]: what was found of the properties; [`judge`]: those of single states; [`judged`]: asked of every state.
//! * [`mod@walk`]: a way through a machine that a person chooses, access by access, and what is to be seen on it.

mod dispatch;
pub mod explore;
pub mod fair;
pub mod judge;
pub mod judged;
pub mod moves;
pub mod pack;
mod starvation;
pub mod system;
pub mod trace;
pub mod verdict;
pub mod view;
pub mod walk;

pub use dispatch::{check, model_type, walk};
