//! How many slots a lock has, and where they are stored: in place, or on the heap.

#[cfg(feature = "alloc")]
use crate::layout::HeapRow;

/// Storage for one value per slot: [`Inline`] or `Heap`.
pub trait Shape: sealed::Sealed {
    /// One `T` per slot.
    type Array<T>: AsRef<[T]> + AsMut<[T]>;

    /// One `T` per slot, made by `make` from the slot's number.
    fn array<T>(&self, make: impl FnMut(usize) -> T) -> Self::Array<T>;

    /// One `T` per slot, for a row of registers that shares no cache line with other data.
    #[doc(hidden)]
    type Row<T>: AsRef<[T]>;

    /// One `T` per slot, made by `make` from the slot's number.
    #[doc(hidden)]
    fn row<T>(&self, make: impl FnMut(usize) -> T) -> Self::Row<T>;

    /// The shape that `array` has.
    fn of<T>(array: &Self::Array<T>) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for super::Inline<N> {}
    #[cfg(feature = "alloc")]
    impl Sealed for super::Heap {}
}

/// `N` slots, in place: no allocation, usable in a `static`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Inline<const N: usize>;

impl<const N: usize> Shape for Inline<N> {
    type Array<T> = [T; N];

    fn array<T>(&self, make: impl FnMut(usize) -> T) -> [T; N] {
        core::array::from_fn(make)
    }

    type Row<T> = [T; N];

    fn row<T>(&self, make: impl FnMut(usize) -> T) -> [T; N] {
        self.array(make)
    }

    fn of<T>(_: &[T; N]) -> Self {
        Inline
    }
}

/// The given number of slots, on the heap.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heap(pub usize);

#[cfg(feature = "alloc")]
impl Shape for Heap {
    type Array<T> = alloc::boxed::Box<[T]>;

    fn array<T>(&self, make: impl FnMut(usize) -> T) -> Self::Array<T> {
        (0..self.0).map(make).collect()
    }

    type Row<T> = HeapRow<T>;

    fn row<T>(&self, make: impl FnMut(usize) -> T) -> HeapRow<T> {
        HeapRow::new(self.0, make)
    }

    fn of<T>(array: &Self::Array<T>) -> Self {
        Heap(array.len())
    }
}

/// A value that can be created in `const`.
///
/// A lock in a `static` requires it of its memory's [`Flag`](crate::memory::Flag) and of its
/// [`Parker`](crate::waiting::Parker).
pub trait ConstNew {
    /// The new value.
    const NEW: Self;
}
