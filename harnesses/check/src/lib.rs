//! Explores doorway's step machines exhaustively, for small N and k.
//!
//! * [`system`]: a machine with crashes, withdrawals, and a record of who came before whom.
//! * [`pack`]: a state in a few words, with tickets renamed so that processes that loop for ever have finitely many.
//! * [`explore`]: breadth-first search over all states, on all cores.
//! * [`fair`]: fair cycles, for what must happen eventually.
//! * [`verdict`]: the properties, and what was found of them.

pub mod explore;
pub mod fair;
pub mod locks;
pub mod pack;
mod starvation;
pub mod system;
pub mod trace;
pub mod verdict;
