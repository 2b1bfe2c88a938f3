//! An active set with one flag per slot, and an index of the flags that were ever raised.
//!
//! The grid of splitters is from M. Moir, J. Anderson, *Wait-free algorithms for fast, long-lived
//! renaming*, 1995. The scan by diagonals is from H. Attiya, A. Fouren, E. Gafni, *An adaptive
//! collect algorithm with applications*, 2002.
//!
//! * **Guarantees**: `getset` finds every process that is a member from its beginning to its end,
//!   and no process that is outside the set from its beginning to its end.
//! * **Costs**: they grow with the *total* contention K, the number of slots that have ever been
//!   used. A `getset` is at most (K + 1)(K + 2)/2 loads of X, one load of `owner` for each splitter
//!   that a process has come to, and K - 1 loads of flags. The first `join` of a slot walks over at
//!   most K splitters, with at most two fences each. A later `join` is a load and a store.
//! * **In caches**: when all participants have joined once, the grid is never written again. Only
//!   the flags change.
//! * **Registers**: atomic. X and Y of a splitter have several writers. `owner` is written by the
//!   process that stops there, at most one, which is not known in advance.
//!
//! # Memory ordering
//!
//! In a splitter a process stores X and then loads Y, and stores Y and then loads X. A fence stands
//! between each store and load. Without the first fence two processes can both find Y open, each
//! with its own name in X. Without the second fence each process can miss the name of the other. In
//! both cases both stop.

use super::members::Members;
use super::ActiveSet;
use crate::layout::{Attendance, Matrix, Row, Splitting};
use crate::memory::{AtomicMemory, ConstRegister, FenceId, Memory, Register};
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::splitter::{down, is_last, name, next, other, right, stops, Splitter};

/// An active set with an index made of splitters: `getset` reads the flags of the slots ever used.
#[derive(Debug)]
pub struct Grid(());

impl ActiveSet for Grid {
    type Registers<S: Shape, M: AtomicMemory> = Registers<S, M>;
    const NAME: &'static str = "grid";
}

/// The splitters, indexed by diagonal and row, and the flags.
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

    /// Walks to a splitter and stops there: once per slot.
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
            M::fence(FenceId::SplitterX); // store of X before load of Y
            if y.load() != 0 {
                at = right(at);
                continue;
            }
            y.store(1);
            M::fence(FenceId::SplitterY); // store of Y before load of X
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
