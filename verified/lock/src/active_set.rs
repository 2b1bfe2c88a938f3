//! The active set: the processes outside their remainder, for [`Adaptive`](crate::Adaptive) and
//! [`LocalSpin`](crate::LocalSpin).
//!
//! Y. Afek, G. Stupp, D. Touitou, *Long-lived adaptive collect with applications*, FOCS 1999, as G.
//! Taubenfeld states it in *The Black-White Bakery Algorithm…*, DISC 2004, section 4.
//!
//! A process joins the set when it starts a passage and leaves it at the end. `getset` finds the
//! members, so that the lock reads the registers of members only.
//!
//! * [`Grid`], the default: the cost of `getset` grows with the number of slots ever used, whatever
//!   N is.
//! * [`Flags`]: the cost of `getset` grows with N. It has fewer registers to read where most slots
//!   are in use.

mod flags;
mod grid;
pub(crate) mod members;

pub use flags::Flags;
pub use grid::Grid;

use crate::memory::AtomicMemory;
use crate::phases::Members;
use crate::shape::Shape;

/// A kind of active set: [`Flags`] or [`Grid`].
pub trait ActiveSet: sealed::Sealed {
    /// The registers of the set.
    #[doc(hidden)]
    type Registers<S: Shape, M: AtomicMemory>: Members<S>;
    /// The name of the kind.
    const NAME: &'static str;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Flags {}
    impl Sealed for super::Grid {}
}
