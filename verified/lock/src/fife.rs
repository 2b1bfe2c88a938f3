//! k-exclusion, first in first enabled: the k-Bakery with capturing.
//!
//! Danek, *The k-Bakery*, Figure 2 with its shaded part (lines 17, 22, 23); stated there as Theorem 9.
//!
//! * **Guarantees**: k-exclusion; starvation freedom while at most k-1 processes crash; FIFE: if a process q enters before a process p
//!   that had finished its doorway before q started, then p can enter in a bounded number of its own steps.
//! * **Costs**: Θ(N) remote references a passage in the CC and the DSM model, none while waiting. 2 fences.
//! * **Space**: 2N² + N registers. Tickets only grow: on 64 bits they last for centuries, on 32 bits for 4 billion passages.
//! * **Registers**: atomic.
//!
//! # Memory ordering
//!
//! As in [`kfcfs`](crate::kfcfs). Capturing needs no fence of its own: a capture that is seen late lets its
//! process in late, never wrongly.

use crate::exclusion::{Algorithm, Exclusion, KExclusion};
use crate::layout::{Matrix, Row};
use crate::memory::{Array, AtomicMemory, ConstRegister, Fenced, Memory, Register};
use crate::others;
use crate::private::Private;
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::capture::{may_enter, overtaken};
use doorway_core::predecessors::{everyone_but, is_behind, remove};
use doorway_core::ticket::{Choice, Exhausted, INFINITY};

/// The k-Bakery with capturing: k-exclusion, first in first enabled. See the [module](self).
#[derive(Debug)]
pub struct Fife<M = Fenced>(PhantomData<M>);

impl<M: AtomicMemory> Algorithm for Fife<M> {
    type Registers<S: Shape> = Registers<S, M>;
    type Memory = M;
    const NAME: &'static str = "fife";
}

impl<M: AtomicMemory> KExclusion for Fife<M> {}

/// The shared variables of Figure 2.
pub struct Registers<S: Shape, M: Memory> {
    want: Matrix<S, M::Register>,
    ticket: Row<S, M::Register>,
    capture: Matrix<S, M::Register>,
}

// SAFETY: k-exclusion is Theorem 9. With k = 1 the last holder has left every predecessor set: line 21 loaded with
// Acquire what line 25, or a later line, of it stored with Release. (Nobody is overtaken with k = 1.)
#[allow(unsafe_code)]
unsafe impl<S: Shape, M: AtomicMemory> Exclusion for Registers<S, M> {
    type Shape = S;
    type Memory = M;
    type Private = Private<S>;

    fn new(shape: S) -> Self {
        Registers {
            want: Matrix::new(&shape, Array::Want, INFINITY),
            ticket: Row::new(&shape, Array::Ticket, 0),
            capture: Matrix::new(&shape, Array::Capture, 0),
        }
    }

    fn slots(&self) -> usize {
        self.ticket.len()
    }

    fn private(&self) -> Private<S> {
        Private::new(&self.ticket.shape())
    }

    fn doorway(&self, me: usize, private: &mut Private<S>) -> Result<(), Exhausted> {
        let ticket = self.ticket.at(me).load();
        for i in others(me, self.slots()) {
            self.want.at(me, i).store(ticket); // 14
        }
        M::fence(); //                            14 before 15: Lemma 3, W1 → C
        let mut choice = Choice::new();
        for i in 0..self.slots() {
            choice = choice.see(self.ticket.at(i).load()); // 15
        }
        private.ticket = choice.take(M::Register::LIMIT)?;
        self.ticket.at(me).store(private.ticket); // 15
        Ok(())
    }

    fn announce(&self, me: usize, private: &mut Private<S>) {
        for i in others(me, self.slots()) {
            self.want.at(me, i).store(private.ticket); // 16
        }
        M::fence(); //                                    15 and 16 before 21: Lemma 3, C → R
        private.captured = false; // 17
        everyone_but(private.predecessor_set.as_mut(), me); // 18
    }

    fn scan(&self, me: usize, k: usize, private: &mut Private<S>) -> bool {
        let predecessor_set = private.predecessor_set.as_mut();
        if may_enter(predecessor_set, k, private.captured) {
            return true; // 19
        }
        for i in 0..self.slots() {
            // 20, 21
            if predecessor_set[i] && is_behind(private.ticket, me, self.want.at(i, me).load(), i) {
                remove(predecessor_set, i);
            }
        }
        for i in 0..self.slots() {
            if overtaken(private.ticket, self.capture.at(i, me).load()) {
                private.captured = true; // 22
            }
        }
        may_enter(predecessor_set, k, private.captured) // 19
    }

    fn enter(&self, me: usize, private: &mut Private<S>) {
        for i in 0..self.slots() {
            self.capture.at(me, i).store(private.ticket); // 23
        }
    }

    fn exit(&self, me: usize) {
        for i in 0..self.slots() {
            self.want.at(me, i).store(INFINITY); // 25
        }
    }
}

impl<const N: usize, M: Memory> ConstNew for Registers<Inline<N>, M>
where
    M::Register: ConstRegister,
{
    const NEW: Self = Registers {
        want: Matrix::INFINITY,
        ticket: Row::ZERO,
        capture: Matrix::ZERO,
    };
}

impl<S: Shape, M: Memory> fmt::Debug for Registers<S, M>
where
    M::Register: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fife")
            .field("want", &self.want)
            .field("ticket", &self.ticket)
            .field("capture", &self.capture)
            .finish()
    }
}
