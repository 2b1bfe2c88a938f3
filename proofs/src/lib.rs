//! Predicates and lemmas: what the contracts in `verified/core` are about, for Creusot only.
//!
//! One file per file of `verified/core/src`, under the same name; `count.rs` is about cardinalities.

// A lemma that no proof calls is still a statement.
#![allow(dead_code)]
// A ghost is not printed.
#![allow(missing_debug_implementations)]

pub mod bakery;
pub mod black_white;
pub mod colour;
pub mod count;
pub mod fife;
pub mod kfcfs;
pub mod queue;
pub mod safe_fife;
pub mod safely;
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
