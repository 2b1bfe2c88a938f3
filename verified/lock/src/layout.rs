//! Placement of the registers: grouped by writer, each group on its own cache lines.
//!
//! The papers place `array[writer][reader]` at its reader, so that a waiter polls only memory that
//! is local to it. That suits machines without caches. This crate groups by writer, for machines
//! with coherent caches: there a waiter has a cached copy of what it polls, and the cost is the
//! cache lines that move between cores. Grouped by reader, a passage would store to a line of every
//! other process, idle or not. Grouped by writer, it stores to its own lines, and the lines of idle
//! processes stay where they are.
//!
//! So in this layout a waiter of `KFcfs`, `Fife` or `SafeFife` polls registers that lie with their
//! writers. The spin bits of `LocalSpin` are the exception: they lie with their waiter.

mod cells;

pub(crate) use cells::{
    Announced, Attendance, Cell, ConstCell, Spin, Splitting, Stamped, Told, Twice,
};

use crate::memory::{Array, ConstRegister, Place, Register};
use crate::shape::{Inline, Shape};
use core::fmt;
use doorway_core::ticket::{Ticket, INFINITY};

/// A value that shares no cache line with other data. Two lines on processors that fetch lines in
/// pairs; no padding on processors without a data cache, where it would only waste memory.
#[derive(Debug, Default)]
#[cfg_attr(
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "powerpc64"
    ),
    repr(align(128))
)]
#[cfg_attr(
    not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "powerpc64",
        all(target_arch = "arm", target_os = "none"),
        all(target_arch = "riscv32", target_os = "none")
    )),
    repr(align(64))
)]
pub(crate) struct Padded<T>(pub(crate) T);

/// The alignment of [`Padded`]: values that are so far apart lie on different cache lines.
#[cfg(feature = "alloc")]
const LINE: usize = core::mem::align_of::<Padded<()>>();

/// One register that every process reads and writes, on its own cache line: the bit `color`.
#[derive(Debug)]
pub(crate) struct Common<R>(Padded<R>);

impl<R: Register> Common<R> {
    /// Creates the bit `color`, black.
    pub(crate) fn new() -> Self {
        let place = Place {
            array: Array::Color,
            writer: 0,
            home: 0,
            copy: 0,
        };
        Common(Padded(R::new(place, 0)))
    }

    #[inline]
    pub(crate) fn at(&self) -> &R {
        &self.0 .0
    }
}

impl<R: ConstRegister> Common<R> {
    pub(crate) const ZERO: Self = Common(Padded(R::ZERO));
}

/// `array[1..N]`: each register is written by its process and read by all.
pub(crate) struct Row<S: Shape, C>(S::Array<Padded<C>>);

impl<S: Shape, C: Cell> Row<S, C> {
    pub(crate) fn new(shape: &S, array: Array, value: Ticket) -> Self {
        Row(shape.array(|p| {
            Padded(C::new(
                Place {
                    array,
                    writer: p,
                    home: p,
                    copy: 0,
                },
                value,
            ))
        }))
    }
}

impl<S: Shape, R: Register> Row<S, Announced<R>> {
    /// No process is choosing, and no process has a ticket.
    pub(crate) fn announced(shape: &S) -> Self {
        Row(shape.array(|p| {
            let place = |array| Place {
                array,
                writer: p,
                home: p,
                copy: 0,
            };
            Padded(Announced {
                choosing: R::new(place(Array::Choosing), 0),
                ticket: R::new(place(Array::Ticket), 0),
            })
        }))
    }
}

impl<S: Shape, R: Register> Row<S, Attendance<R>> {
    /// No process is a member.
    pub(crate) fn attendance(shape: &S) -> Self {
        Row::new(shape, Array::Active, 0)
    }
}

impl<S: Shape, C> Row<S, C> {
    pub(crate) fn len(&self) -> usize {
        self.0.as_ref().len()
    }

    pub(crate) fn shape(&self) -> S {
        S::of(&self.0)
    }

    #[inline]
    pub(crate) fn at(&self, p: usize) -> &C {
        &self.0.as_ref()[p].0
    }
}

impl<const N: usize, C: ConstCell> Row<Inline<N>, C> {
    const CELL: Padded<C> = Padded(C::ZERO);
    pub(crate) const ZERO: Self = Row([Self::CELL; N]);
}

/// A row on the heap, with a margin as wide as a cache line before and after it: the allocator may
/// place other data next to it.
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
            LINE.div_ceil(size)
        }
    };

    /// One `T` per slot, made by `make` from the slot's number.
    pub(crate) fn new(slots: usize, mut make: impl FnMut(usize) -> T) -> Self {
        let margin = Self::MARGIN;
        let slot = |i: usize| i.clamp(margin, margin + slots - 1) - margin;
        HeapRow((0..slots + 2 * margin).map(|i| make(slot(i))).collect())
    }
}

#[cfg(feature = "alloc")]
impl<T> AsRef<[T]> for HeapRow<T> {
    #[inline]
    fn as_ref(&self) -> &[T] {
        &self.0[Self::MARGIN..self.0.len() - Self::MARGIN]
    }
}

/// `array[1..N][1..N]`, indexed `[writer][reader]` and grouped by the first index.
pub(crate) struct Matrix<S: Shape, C>(S::Array<Padded<S::Row<C>>>);

impl<S: Shape, C: Cell> Matrix<S, C> {
    pub(crate) fn new(shape: &S, array: Array, value: Ticket) -> Self {
        Matrix(shape.array(|writer| Padded(row(shape, array, writer, value))))
    }
}

impl<S: Shape, R: Register> Matrix<S, Splitting<R>> {
    /// No process has come to any splitter.
    pub(crate) fn splitters(shape: &S) -> Self {
        Matrix::new(shape, Array::X, 0)
    }
}

impl<S: Shape, R: Register> Matrix<S, Spin<R>> {
    /// No process waits. Indexed `[waiter][other]`, so grouped by waiter.
    pub(crate) fn spins(shape: &S) -> Self {
        Matrix::new(shape, Array::SpinCh, 0)
    }
}

/// The registers of `writer`, one for each reader.
fn row<S: Shape, C: Cell>(shape: &S, array: Array, writer: usize, value: Ticket) -> S::Row<C> {
    shape.row(|home| {
        let place = Place {
            array,
            writer,
            home,
            copy: 0,
        };
        C::new(place, value)
    })
}

impl<S: Shape, C> Matrix<S, C> {
    #[inline]
    pub(crate) fn at(&self, writer: usize, reader: usize) -> &C {
        &self.0.as_ref()[writer].0.as_ref()[reader]
    }
}

impl<const N: usize, C: ConstCell> Matrix<Inline<N>, C> {
    const ZEROES: Padded<[C; N]> = Padded([C::ZERO; N]);
    const INFINITIES: Padded<[C; N]> = Padded([C::INFINITY; N]);
    pub(crate) const ZERO: Self = Matrix([Self::ZEROES; N]);
    pub(crate) const INFINITY: Self = Matrix([Self::INFINITIES; N]);
}

/// `Ticket[1..N]` and `Want[1..N][1..N]` together: both registers of a process are written
/// together, and a reader of one also reads the other.
pub(crate) struct Wishes<S: Shape, C>(S::Array<Padded<Wish<S, C>>>);

struct Wish<S: Shape, C> {
    ticket: C,
    want: S::Row<C>,
}

impl<S: Shape, C: Cell> Wishes<S, C> {
    /// No process wants to enter.
    pub(crate) fn new(shape: &S) -> Self {
        Wishes(shape.array(|p| {
            let place = Place {
                array: Array::Ticket,
                writer: p,
                home: p,
                copy: 0,
            };
            Padded(Wish {
                ticket: C::new(place, 0),
                want: row(shape, Array::Want, p, INFINITY),
            })
        }))
    }
}

impl<S: Shape, C> Wishes<S, C> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.as_ref().len()
    }

    pub(crate) fn shape(&self) -> S {
        S::of(&self.0)
    }

    #[inline]
    pub(crate) fn ticket(&self, p: usize) -> &C {
        &self.0.as_ref()[p].0.ticket
    }

    #[inline]
    pub(crate) fn want(&self, writer: usize, reader: usize) -> &C {
        &self.0.as_ref()[writer].0.want.as_ref()[reader]
    }
}

impl<const N: usize, C: ConstCell> Wishes<Inline<N>, C> {
    const WISH: Padded<Wish<Inline<N>, C>> = Padded(Wish {
        ticket: C::ZERO,
        want: [C::INFINITY; N],
    });
    pub(crate) const NEW: Self = Wishes([Self::WISH; N]);
}

impl<S: Shape, C: fmt::Debug> fmt::Debug for Wishes<S, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(
                self.0
                    .as_ref()
                    .iter()
                    .map(|wish| (&wish.0.ticket, wish.0.want.as_ref())),
            )
            .finish()
    }
}

impl<S: Shape, C: fmt::Debug> fmt::Debug for Row<S, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.as_ref().iter().map(|cell| &cell.0))
            .finish()
    }
}

/// Prints the matrix row by row, as the papers index it: `[writer][reader]`.
impl<S: Shape, C: fmt::Debug> fmt::Debug for Matrix<S, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.as_ref().iter().map(|row| row.0.as_ref()))
            .finish()
    }
}
