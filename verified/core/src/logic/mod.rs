//! What the contracts of the cores speak of: predicates and lemmas in Pearlite, for Creusot only.
//!
//! [`ticket`] and [`color`] are about the module of the same name; [`count`] is about cardinalities. `doorway-proofs` uses them too, so they are
//! public and open.

pub mod bakery;
pub mod color;
pub mod count;
pub mod port;
pub mod ticket;

/// Creusot's words, without its derives: ours are the standard ones.
#[allow(unused_imports)]
pub mod prelude {
    pub use creusot_std::logic::{ops::IndexLogic, Mapping};
    pub use creusot_std::macros::{
        bitwise_proof, check, ensures, invariant, logic, pearlite, proof_assert, requires,
        snapshot, variant,
    };
    pub use creusot_std::prelude::{Int, Seq, Snapshot, View};
}
