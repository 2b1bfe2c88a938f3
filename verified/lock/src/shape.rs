//! How many slots a lock has, and where they live: in place, or on the heap.

/// Storage for one value per slot: [`Inline`] or `Heap`.
pub trait Shape: sealed::Sealed {
    /// One `T` per slot.
    type Array<T>: AsRef<[T]> + AsMut<[T]>;

    /// One `T` per slot, made by `make` from the slot's number.
    fn array<T>(&self, make: impl FnMut(usize) -> T) -> Self::Array<T>;

    /// One `T` per slot, on no cache line with anything else if it lies so itself.
    type Row<T>: AsRef<[T]>;

    /// One `T` per slot, made by `make` from the slot's number.
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

/// N slots, in place: no allocation, usable in a `static`.
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

/// As many slots as it says, on the heap.
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

    fn row<T>(&self, mut make: impl FnMut(usize) -> T) -> HeapRow<T> {
        let margin = HeapRow::<T>::MARGIN;
        let slot = |i: usize| i.clamp(margin, margin + self.0 - 1) - margin;
        HeapRow((0..self.0 + 2 * margin).map(|i| make(slot(i))).collect())
    }

    fn of<T>(array: &Self::Array<T>) -> Self {
        Heap(array.len())
    }
}

/// A row on the heap, with a margin as wide as a cache line before and after: where the allocator puts it is not known.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct HeapRow<T>(alloc::boxed::Box<[T]>);

#[cfg(feature = "alloc")]
impl<T> HeapRow<T> {
    const MARGIN: usize = {
        let size = core::mem::size_of::<T>();
        if size == 0 {
            0
        } else {
            crate::layout::LINE.div_ceil(size)
        }
    };
}

#[cfg(feature = "alloc")]
impl<T> AsRef<[T]> for HeapRow<T> {
    #[inline]
    fn as_ref(&self) -> &[T] {
        &self.0[Self::MARGIN..self.0.len() - Self::MARGIN]
    }
}

/// A value that can be made in `const`: what a lock in a `static` is made of.
pub trait ConstNew {
    /// The new value.
    const NEW: Self;
}
