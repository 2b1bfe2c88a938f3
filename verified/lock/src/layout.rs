//! Where registers lie: what one process spins on is together, and on nobody else's cache line.

use crate::memory::{Array, ConstRegister, Place, Register};
use crate::shape::{Inline, Shape};
use core::fmt;
use doorway_core::ticket::Ticket;

/// A value on cache lines of its own. Two lines on the machines that fetch them in pairs; nothing on
/// machines without a data cache, where it would only waste memory.
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

/// What a cell of a [`Row`] or [`Matrix`] can be: a register, or two copies of one.
pub(crate) trait Cell {
    fn new(place: Place, value: Ticket) -> Self;
}

impl<R: Register> Cell for R {
    fn new(place: Place, value: Ticket) -> Self {
        Register::new(place, value)
    }
}

/// Two registers for one variable, where the algorithm keeps two.
#[derive(Debug)]
pub(crate) struct Twice<R>(pub(crate) [R; 2]);

impl<R: Register> Cell for Twice<R> {
    fn new(place: Place, value: Ticket) -> Self {
        Twice([
            R::new(place, value),
            R::new(Place { copy: 1, ..place }, value),
        ])
    }
}

/// A cell that can be made in `const`.
pub(crate) trait ConstCell: Sized {
    const ZERO: Self;
    const INFINITY: Self;
}

impl<R: ConstRegister> ConstCell for R {
    const ZERO: Self = <R as ConstRegister>::ZERO;
    const INFINITY: Self = <R as ConstRegister>::INFINITY;
}

impl<R: ConstRegister> ConstCell for Twice<R> {
    const ZERO: Self = Twice([R::ZERO, R::ZERO]);
    const INFINITY: Self = Twice([R::INFINITY, R::INFINITY]);
}

/// `array[1..N]`: written by its process, read by all.
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

/// `array[1..N][1..N]`, indexed `[writer][reader]` and kept by reader: local to the process that reads it.
pub(crate) struct Matrix<S: Shape, C>(S::Array<Padded<S::Array<C>>>);

impl<S: Shape, C: Cell> Matrix<S, C> {
    pub(crate) fn new(shape: &S, array: Array, value: Ticket) -> Self {
        Matrix(shape.array(|reader| {
            Padded(shape.array(|writer| {
                C::new(
                    Place {
                        array,
                        writer,
                        home: reader,
                        copy: 0,
                    },
                    value,
                )
            }))
        }))
    }
}

impl<S: Shape, C> Matrix<S, C> {
    #[inline]
    pub(crate) fn at(&self, writer: usize, reader: usize) -> &C {
        &self.0.as_ref()[reader].0.as_ref()[writer]
    }
}

impl<const N: usize, C: ConstCell> Matrix<Inline<N>, C> {
    const ZEROES: Padded<[C; N]> = Padded([C::ZERO; N]);
    const INFINITIES: Padded<[C; N]> = Padded([C::INFINITY; N]);
    pub(crate) const ZERO: Self = Matrix([Self::ZEROES; N]);
    pub(crate) const INFINITY: Self = Matrix([Self::INFINITIES; N]);
}

impl<S: Shape, C: fmt::Debug> fmt::Debug for Row<S, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.as_ref().iter().map(|cell| &cell.0))
            .finish()
    }
}

/// Row by row as the papers index it: `[writer][reader]`.
impl<S: Shape, C: fmt::Debug> fmt::Debug for Matrix<S, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Written<'a, S: Shape, C>(&'a Matrix<S, C>, usize);
        impl<S: Shape, C: fmt::Debug> fmt::Debug for Written<'_, S, C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let readers = 0..self.0 .0.as_ref().len();
                f.debug_list()
                    .entries(readers.map(|reader| self.0.at(self.1, reader)))
                    .finish()
            }
        }
        let writers = 0..self.0.as_ref().len();
        f.debug_list()
            .entries(writers.map(|writer| Written(self, writer)))
            .finish()
    }
}
