//! The k-Bakery on safe registers: k-exclusion, first in, first enabled, where a read may be torn.
//!
//! R. Danek, *The k-Bakery*, PODC 2010, Figure 3, **repaired**. As printed, the figure admits two
//! holders with k = 1 and N = 3, so the paper's Theorem 10 is not about this lock. What is proved
//! here is proved for the model of the repaired lock.
//!
//! * **Guarantees**: k-exclusion and FIFE, on *safe* registers: a read that overlaps a write may
//!   return any value. Starvation freedom, while at most k - 1 processes crash and no process
//!   cancels without a bound. k-exclusion and FIFE are proved for the model for every N and k,
//!   starvation freedom is argued, and explored for N ≤ 3.
//! * **Costs**: uncontended, at most 8N + 2 loads and 8N - 2 stores of registers, and 2 fences, to
//!   enter and leave. On the default registers each is two atomic accesses. The exit is 2N stores.
//! * **Remote references**: Θ(N) per passage with coherent caches. Without caches the same holds
//!   for the paper's placement, `Want[i][p]` and `Capture[i][p]` at p. This crate places them at
//!   their writer i, so there the polls of a waiter are remote.
//! * **Space**: 4N² + 3N registers. Tickets only grow.
//! * **Registers**: safe, with one writer each. By default a register is 64 bits in two 32-bit
//!   halves ([`Halves`]), so that tickets last for centuries on processors whose widest atomic has
//!   32 bits.
//!
//! # The repair
//!
//! Figure 3 keeps `Want` and `Capture` twice, but `Ticket` once. A read of `Ticket[p]` that
//! overlaps its writing may return less than a ticket that p has already entered with. Other
//! processes then take tickets below captures that p left behind, conclude that they were
//! overtaken, and enter.
//!
//! Here a ticket has two places. A passage writes only the place that does not hold the ticket that
//! p last *entered* with. Readers take the larger of the two (see `doorway_core::pair`). That costs
//! one more register and one more load per process, and no store. Two copies written one after the
//! other, as the figure has it for `Want`, would be enough if every passage entered. But when a
//! process cancels twice in a row, one reader can overlap the writing of both copies. The [book's
//! chapter](https://github.com/doorway-locks/doorway/blob/main/docs/src/safe_fife.md) has the
//! execution and the idea of the proof.
//!
//! # Cancellation
//!
//! A cancelled attempt loses its place and uses up a ticket. On registers that return *any* value
//! while they are written, repeated cancellation can starve a waiter: each of its reads of `Want`
//! can overlap a write, and return a small value. On [`Halves`] a mix of two announcements is
//! smaller than the waiter's ticket only at a carry, once in 2³² tickets. This is argued, not
//! proved.
//!
//! # Memory ordering
//!
//! * The fence between 30 and 31 is W1 → C of Danek's Lemma 3, as in
//!   [`kfcfs`](crate::kfcfs#memory-ordering).
//! * The fence after 33 orders the ticket of line 31, and its announcement, before the loads of
//!   line 38: C → R of Lemma 3.
//! * The two copies are written 1, 2 and read 2, 1: Release and Acquire keep both orders.
//!
//! Two pairs of a store and a later load have no fence:
//!
//! * 48, and the load of the own `Ticket[p]` before line 29 of the next passage. Only p writes
//!   `Ticket[p]`, so p loads its own last store in any case.
//! * The stores of `entered` and of 45, and the loads of 44 for the next process. A load of
//!   `Ticket[i]` in line 44 may be performed before stores of 45 to other processes. It is still
//!   performed after the last poll, because an Acquire load is not reordered with a later load. If
//!   i finished its doorway before p started, `Ticket[i]` does not change until i leaves, so the
//!   earlier load returns the same value. Otherwise FIFE does not require p to capture i.
//!   k-exclusion does not depend on which captures are written: each is a ticket that p entered
//!   with. This is argued; loom explores it within its bounds.

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

/// The k-Bakery on safe registers, repaired: k-exclusion, first in, first enabled. See the
/// [module](self).
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
    /// Which place of `ticket[p]` holds the ticket that p last entered with. Only p reads it.
    entered: Row<S, M::Register>,
}

impl<S: Shape, M: Memory> Registers<S, M> {
    /// Reads `Ticket[p]`.
    fn ticket(&self, p: usize) -> Ticket {
        let Twice([first, second]) = self.ticket.at(p);
        pair::latest(first.load(), second.load())
    }

    /// The place of `Ticket[me]` that this passage writes.
    fn place(&self, me: usize) -> usize {
        pair::other(usize::from(self.entered.at(me).load() != 0))
    }
}

/// Writes both copies: 1, then 2.
fn write<R: Register>(Twice([one, two]): &Twice<R>, value: Ticket) {
    one.store(value);
    two.store(value);
}

/// Whether `test` is true of copy 2 and then of copy 1: the reverse of the order of writing.
fn both<R: Register>(Twice([one, two]): &Twice<R>, test: impl Fn(Ticket) -> bool) -> bool {
    test(two.load()) && test(one.load())
}

// SAFETY: k-exclusion is proved for the model, on safe registers, for every N and k
// (SAFE-FIFE-KEX-ALLN). With k = 1 the last holder has left every predecessor set: line 39 loaded
// with Acquire what line 48, or a later line, of it stored with Release. (With k = 1 no process is
// overtaken.)
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
        self.entered.at(me).store(self.place(me) as Ticket); // before 43: enters with it
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
