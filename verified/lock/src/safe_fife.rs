//! k-exclusion, first in first enabled, on registers that may be torn.
//!
//! Danek, *The k-Bakery*, Figure 3, **repaired**: as printed it lets two processes in with k = 1 and N = 3.
//!
//! * **Guarantees**: those of [`fife`](crate::fife), on *safe* registers: a read that overlaps a write may return anything.
//! * **Costs**: Θ(N) remote references a passage in the CC and the DSM model, none while waiting. 2 fences. About
//!   twice the accesses of `Fife`, and twice that again where a register is two halves.
//! * **Space**: 4N² + 3N registers. Tickets only grow.
//! * **Registers**: safe. By default 64-bit tickets in two 32-bit halves ([`Halves`]), so that tickets last for
//!   centuries on cores whose widest atomic has 32 bits.
//!
//! # The repair
//!
//! Figure 3 keeps `Want` and `Capture` twice but `Ticket` once. A read of `Ticket[p]` that overlaps its writing may return less
//! than a ticket p has already entered with; processes then take tickets below captures that p left behind, believe themselves
//! overtaken, and enter. Here a ticket has two places, and a passage writes only the one that does not hold the ticket p last
//! *entered* with; readers take the larger (see `doorway_core::pair`). That costs one register and one load more per process and no store. Two
//! copies written one after the other, as the figure has it for `Want`, would do as well if every passage entered; but a process that
//! cancels twice in a row can have both overlapped by one reader. The book's chapter has the story and the proof idea.
//!
//! # Memory ordering
//!
//! As in [`kfcfs`](crate::kfcfs). The copies are written 1, 2 and read 2, 1: Release and Acquire keep both orders.

use crate::exclusion::{Algorithm, KExclusion};
use crate::layout::{Matrix, Row, Twice};
use crate::memory::{Array, ConstRegister, FenceId, Halves, Memory, Register};
use crate::others;
use crate::phases::{Exclusion, Private};
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::capture::{is_stale, may_enter, overtaken};
use doorway_core::pair;
use doorway_core::predecessors::{everyone_but, is_behind, remove, size};
use doorway_core::ticket::{Choice, Exhausted, Ticket, INFINITY};

/// Danek's Figure 3, repaired: FIFE k-exclusion on safe registers. See the [module](self).
#[derive(Debug)]
pub struct SafeFife<M = Halves>(PhantomData<M>);

impl<M: Memory> Algorithm for SafeFife<M> {
    type Registers<S: Shape> = Registers<S, M>;
    type Memory = M;
    const NAME: &'static str = "safe-fife";
}

impl<M: Memory> KExclusion for SafeFife<M> {}

/// The shared variables of Figure 3, with `Ticket` in two places.
#[doc(hidden)]
pub struct Registers<S: Shape, M: Memory> {
    want: Matrix<S, Twice<M::Register>>,
    ticket: Row<S, Twice<M::Register>>,
    capture: Matrix<S, Twice<M::Register>>,
    /// The place of `ticket[p]` that p last entered with. Only p reads it.
    entered: Row<S, M::Register>,
}

impl<S: Shape, M: Memory> Registers<S, M> {
    /// Reads `Ticket[p]`.
    fn ticket(&self, p: usize) -> Ticket {
        let Twice([first, second]) = self.ticket.at(p);
        pair::latest(first.load(), second.load())
    }

    /// The place for a new ticket of `me`.
    fn place(&self, me: usize) -> usize {
        pair::other(usize::from(self.entered.at(me).load() != 0))
    }
}

/// Writes both copies: 1, then 2.
fn write<R: Register>(Twice([one, two]): &Twice<R>, value: Ticket) {
    one.store(value);
    two.store(value);
}

/// Whether `test` holds of copy 2 and then of copy 1: against the order of writing.
fn both<R: Register>(Twice([one, two]): &Twice<R>, test: impl Fn(Ticket) -> bool) -> bool {
    test(two.load()) && test(one.load())
}

// SAFETY: k-exclusion is argued in the book. With k = 1 the last holder has left every predecessor set: line 39 loaded
// with Acquire what line 48, or a later line, of it stored with Release. (Nobody is overtaken with k = 1.)
#[allow(unsafe_code)]
unsafe impl<S: Shape, M: Memory> Exclusion for Registers<S, M> {
    type Shape = S;
    type Memory = M;
    type Private = Private<S>;

    fn new(shape: S) -> Self {
        Registers {
            want: Matrix::new(&shape, Array::Want, INFINITY),
            ticket: Row::new(&shape, Array::Ticket, 0),
            capture: Matrix::new(&shape, Array::Capture, 0),
            entered: Row::new(&shape, Array::Entered, 0),
        }
    }

    fn slots(&self) -> usize {
        self.ticket.len()
    }

    fn private(&self) -> Private<S> {
        Private::new(&self.ticket.shape())
    }

    fn doorway(&self, me: usize, private: &mut Private<S>) -> Result<(), Exhausted> {
        let ticket = self.ticket(me);
        for i in others(me, self.slots()) {
            write(self.want.at(me, i), ticket); // 29, 30
        }
        M::fence(FenceId::Doorway); //             30 before 31: Lemma 3, W1 → C
        let mut choice = Choice::new();
        for i in 0..self.slots() {
            choice = choice.see(self.ticket(i)); // 31
        }
        private.ticket = choice.take(M::Register::LIMIT)?;
        self.ticket.at(me).0[self.place(me)].store(private.ticket); // 31
        Ok(())
    }

    fn announce(&self, me: usize, private: &mut Private<S>) -> bool {
        for i in others(me, self.slots()) {
            write(self.want.at(me, i), private.ticket); // 32, 33
        }
        M::fence(FenceId::Announce); //                    31 and 33 before 38: Lemma 3, C → R
        everyone_but(private.predecessor_set.as_mut(), me); // 34
        private.captured = false; // 35
        true
    }

    fn scan(&self, me: usize, k: usize, private: &mut Private<S>) -> bool {
        let ticket = private.ticket;
        let predecessor_set = private.predecessor_set.as_mut();
        if may_enter(predecessor_set, k, private.captured) {
            return true; // 36
        }
        for i in 0..self.slots() {
            // 37, 38, 39
            if predecessor_set[i]
                && both(self.want.at(i, me), |want| is_behind(ticket, me, want, i))
            {
                remove(predecessor_set, i);
            }
        }
        for i in 0..self.slots() {
            // 40, 41, 42
            if both(self.capture.at(i, me), |entered| overtaken(ticket, entered)) {
                private.captured = true;
            }
        }
        may_enter(predecessor_set, k, private.captured) // 36
    }

    fn is_next(&self, k: usize, private: &Private<S>) -> bool {
        size(private.predecessor_set.as_ref()) <= k
    }

    fn enter(&self, me: usize, private: &mut Private<S>) -> bool {
        self.entered.at(me).store(self.place(me) as Ticket); // the ticket of this passage is one entered with
        for i in 0..self.slots() {
            // 43, 44
            if is_stale(self.capture.at(me, i).0[0].load(), self.ticket(i)) {
                write(self.capture.at(me, i), private.ticket); // 45
            }
        }
        true
    }

    fn exit(&self, me: usize) {
        for i in 0..self.slots() {
            write(self.want.at(me, i), INFINITY); // 47, 48
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
        entered: Row::ZERO,
    };
}

impl<S: Shape, M: Memory> fmt::Debug for Registers<S, M>
where
    M::Register: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SafeFife")
            .field("want", &self.want)
            .field("ticket", &self.ticket)
            .field("capture", &self.capture)
            .field("entered", &self.entered)
            .finish()
    }
}
