//! Who is there: the active set of Afek, Stupp and Touitou, in which [`Adaptive`](crate::Adaptive) and [`LocalSpin`](crate::LocalSpin) look before they look at
//! anybody.
//!
//! Y. Afek, G. Stupp, D. Touitou, *Long-lived adaptive collect with applications*, FOCS 1999; as G. Taubenfeld states it in *The Black-White Bakery Algorithm…*, DISC 2004, section 4.
//!
//! * [`Grid`], the default, costs as much as there are slots that were ever used, however many there are.
//! * [`Flags`] costs as much as there are slots, and has less to read where most of them are in use.

mod flags;
mod grid;
mod local;

pub use flags::Flags;
pub use grid::Grid;
pub use local::Local;

use crate::memory::AtomicMemory;
use crate::shape::Shape;

/// A kind of set: [`Flags`] or [`Grid`].
pub trait ActiveSet: sealed::Sealed {
    /// Its registers.
    type Registers<S: Shape, M: AtomicMemory>: Members<S>;
    /// The name it goes by.
    const NAME: &'static str;
}

/// The registers of a set. Every operation is a bounded number of loads and stores.
///
/// `getset` finds whoever has been a member from its beginning to its end, and nobody who has been none from its beginning to its end.
pub trait Members<S: Shape> {
    /// Nobody is there.
    fn new(shape: &S) -> Self;

    /// S := S ∪ {me}. Who looks for others after it puts a fence between.
    fn join(&self, me: usize);

    /// S := S \ {me}.
    fn leave(&self, me: usize);

    /// Tells `found` of every member but `me`.
    fn getset(&self, me: usize, found: impl FnMut(usize));
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Flags {}
    impl Sealed for super::Grid {}
}
