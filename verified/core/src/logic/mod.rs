//! The vocabulary of the cores' contracts: predicates and lemmas in Pearlite, for Creusot only.
//!
//! [`ticket`] and [`color`] are about the modules of the same names; [`count`] is about
//! cardinalities. `doorway-proofs` also uses them, so they are public and open.

pub mod bakery;
pub mod bounded;
pub mod color;
pub mod count;
pub mod label;
pub mod port;
pub mod set;
pub mod snapshot;
pub mod ticket;

/// Creusot's prelude without its derives: this crate uses the standard derives.
#[allow(unused_imports)]
pub mod prelude {
    pub use creusot_std::logic::{ops::IndexLogic, Mapping};
    pub use creusot_std::macros::{
        bitwise_proof, check, ensures, invariant, logic, pearlite, proof_assert, requires,
        snapshot, variant,
    };
    pub use creusot_std::prelude::{Int, Seq, Snapshot, View};
}
