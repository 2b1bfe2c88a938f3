//! Explores the models of doorway's locks exhaustively, for small N and k.
//!
//! * [`system`]: a model with crashes, cancellations, and a record of the order of arrival.
//! * [`pack`]: a state in a few words, with tickets renamed so that processes that loop for ever
//!   have finitely many states.
//! * [`explore`]: breadth-first search over all states, on all cores.
//! * [`fair`]: fair cycles, for what must happen eventually.
//! * [`verdict`]: the verdict on each property; [`judge`]: the properties of single states and
//!   entries; [`judged`]: these evaluated during the search.
//! * [`mod@walk`]: a trace through a model that a user chooses, access by access, and the view of
//!   each state.

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
