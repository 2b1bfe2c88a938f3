//! Flags, and an index of those that were ever raised.
//!
//! M. Moir, J. Anderson, *Wait-free algorithms for fast, long-lived renaming*, 1995, for the grid; H. Attiya, A. Fouren, E. Gafni, *An adaptive collect algorithm with
//! applications*, 2002, for the way to look through it.
//!
//! * **Adapts to total contention**: to the number K of slots that have ever been used. A `getset` is at most (K + 1)(K + 2)/2 loads of X, as many of who stopped as there are splitters that
//!   somebody came to, and K - 1 of flags. The first `join` of a slot walks over at most K splitters, with two fences each; a later one is a load and a store.
//! * **In caches**: once everybody has come, nothing of the grid is ever written again. What changes are the flags.
//!
//! # Memory ordering
//!
//! In a splitter a process writes X and then reads Y, and writes Y and then reads X: a fence each. Without the first of them two can find the door open, each with its own name behind it; without the second
//! each can miss the other's name, and both stop.

use super::members::Members;
use super::ActiveSet;
use crate::layout::{Attendance, Matrix, Row, Splitting};
use crate::memory::{AtomicMemory, ConstRegister, FenceId, Memory, Register};
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::splitter::{down, is_last, name, next, other, right, stops, Splitter};

/// Splitters that lead to the flags: `getset` reads those of whoever has ever joined.
#[derive(Debug)]
pub struct Grid(());

impl ActiveSet for Grid {
    type Registers<S: Shape, M: AtomicMemory> = Registers<S, M>;
    const NAME: &'static str = "grid";
}

/// The grid, by diagonals, and the flags.
pub struct Registers<S: Shape, M: Memory> {
    grid: Matrix<S, Splitting<M::Register>>,
    attendance: Row<S, Attendance<M::Register>>,
    memory: PhantomData<fn() -> M>,
}

impl<S: Shape, M: AtomicMemory> Registers<S, M> {
    #[inline]
    fn splitter(&self, at: Splitter) -> &Splitting<M::Register> {
        self.grid.at(at.diagonal, at.row)
    }

    /// The first time: finds a splitter to stop at.
    #[cold]
    #[inline(never)]
    fn walk(&self, me: usize) {
        let slots = self.attendance.len();
        let mut at = Splitter::CORNER;
        loop {
            let Splitting { x, y, .. } = self.splitter(at);
            x.store(name(me));
            if is_last(at, slots) {
                break;
            }
            M::fence(FenceId::SplitterX); // X before Y
            if y.load() != 0 {
                at = right(at);
                continue;
            }
            y.store(1);
            M::fence(FenceId::SplitterY); // Y before X
            if stops(x.load(), me) {
                break;
            }
            at = down(at);
        }
        self.splitter(at).owner.store(name(me));
        self.attendance.at(me).placed.store(1);
    }
}

impl<S: Shape, M: AtomicMemory> Members<S> for Registers<S, M> {
    fn new(shape: &S) -> Self {
        Registers {
            grid: Matrix::splitters(shape),
            attendance: Row::attendance(shape),
            memory: PhantomData,
        }
    }

    #[inline]
    fn join(&self, me: usize) {
        let mine = self.attendance.at(me);
        if mine.placed.load() == 0 {
            self.walk(me);
        }
        mine.active.store(1);
    }

    #[inline]
    fn leave(&self, me: usize) {
        self.attendance.at(me).active.store(0);
    }

    #[inline]
    fn getset(&self, me: usize, mut found: impl FnMut(usize)) {
        let slots = self.attendance.len();
        let (mut at, mut visited) = (Some(Splitter::CORNER), false);
        while let Some(here) = at {
            let splitter = self.splitter(here);
            if splitter.x.load() != 0 {
                visited = true;
                if let Some(j) = other(splitter.owner.load(), me, slots) {
                    if self.attendance.at(j).active.load() != 0 {
                        found(j);
                    }
                }
            }
            at = next(here, visited, slots);
            visited &= at.is_some_and(|at| at.diagonal == here.diagonal);
        }
    }
}

impl<const N: usize, M: Memory> ConstNew for Registers<Inline<N>, M>
where
    M::Register: ConstRegister,
{
    const NEW: Self = Registers {
        grid: Matrix::ZERO,
        attendance: Row::ZERO,
        memory: PhantomData,
    };
}

impl<S: Shape, M: Memory> fmt::Debug for Registers<S, M>
where
    M::Register: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grid")
            .field("grid", &self.grid)
            .field("attendance", &self.attendance)
            .finish()
    }
}
