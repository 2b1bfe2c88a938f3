//! The algorithms as type parameters: [`Algorithm`] for a mutex, [`KExclusion`] for a semaphore.

use crate::memory::Memory;
use crate::phases::Exclusion;
use crate::shape::Shape;

/// A lock's algorithm, chosen by a type parameter.
///
/// The types that implement it have no values. Each takes the [`Memory`] of its registers as a
/// parameter. It is not meant to be implemented outside this crate.
pub trait Algorithm {
    /// Its registers and [phases](crate::phases).
    #[doc(hidden)]
    type Registers<S: Shape>: Exclusion<Shape = S, Memory = Self::Memory>;
    /// The memory of its registers.
    type Memory: Memory;
    /// The name of the algorithm.
    const NAME: &'static str;
    /// The largest number of slots, where the width of the registers limits it.
    const MOST_SLOTS: u64 = u64::MAX;
}

/// Algorithms for every k, as a [`Semaphore`](crate::Semaphore) requires. The others are for k = 1.
pub trait KExclusion: Algorithm {}
