//! Who is there: the active set of Afek, Stupp and Touitou, in which [`Adaptive`](crate::Adaptive) and [`LocalSpin`](crate::LocalSpin) look before they look at
//! anybody.
//!
//! Y. Afek, G. Stupp, D. Touitou, *Long-lived adaptive collect with applications*, FOCS 1999; as G. Taubenfeld states it in *The Black-White Bakery Algorithm…*, DISC 2004, section 4.
//!
//! * [`Grid`], the default, costs as much as there are slots that were ever used, however many there are.
//! * [`Flags`] costs as much as there are slots, and has less to read where most of them are in use.

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
    /// Its registers.
    #[doc(hidden)]
    type Registers<S: Shape, M: AtomicMemory>: Members<S>;
    /// Its name.
    const NAME: &'static str;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Flags {}
    impl Sealed for super::Grid {}
}
