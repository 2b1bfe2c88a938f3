//! The k-Bakery: k-exclusion, k-FCFS.
//!
//! R. Danek, *The k-Bakery*, PODC 2010, Figure 2 without its shaded part, with an optimistic
//! ticket. The optimistic ticket is ours, so the paper's Theorem 8 is not about this lock. What is
//! proved here is proved for the model with the optimistic ticket.
//!
//! * **Guarantees**: k-exclusion. k-FCFS: if k processes finish their doorways before a process
//!   starts its own, it does not enter before at least one of them. Starvation freedom, while at
//!   most k - 1 processes crash. k-exclusion and k-FCFS are proved for the model for every N and k,
//!   starvation freedom is explored for N ≤ 3.
//! * **Costs**: uncontended, 3N - 2 loads, 2N stores and 1 fence to enter and leave. One more fence
//!   and N more stores if another process takes a ticket at the same time. A poll is at most N - 1
//!   loads. The exit is N stores.
//! * **Remote references**: Θ(N) per passage with coherent caches. Without caches the same holds
//!   for the paper's placement, `Want[i][p]` at p. This crate places it at its writer i, so there
//!   the polls of a waiter are remote.
//! * **Space**: N² + N registers. Tickets only grow: 64-bit tickets last for centuries, 32-bit
//!   tickets for 2³² attempts.
//! * **Registers**: atomic, with one writer each.
//!
//! # Optimistic ticket
//!
//! In the figure a process announces its old ticket (14), chooses a new one (15), and announces
//! that (16). Here it first takes an optimistic ticket: one larger than all tickets that it has
//! just loaded. It stores this ticket, and announces it in line 14. If all other tickets that it
//! loads in line 15 are smaller, the optimistic ticket is still valid: line 15 could have chosen
//! it. The second announcement is skipped. Otherwise the process goes on as in the figure. The
//! [book's chapter](https://github.com/doorway-locks/doorway/blob/main/docs/src/kfcfs.md) says why
//! this is right.
//!
//! # Cancellation
//!
//! A cancelled attempt sets `Want` to ∞, as the exit does, and leaves `Ticket` as it is. Once a
//! process has taken a ticket after a waiter has, everything that it announces is larger than the
//! waiter's ticket, and the waiter's next poll does not wait for it. So repeated cancellation does
//! not starve a waiter (explored for N = 2, argued for every N). Each attempt uses up a ticket.
//!
//! # Memory ordering
//!
//! * The fence between 14 and 15 is W1 → C of Danek's Lemma 3: a process that is seen to choose has
//!   been seen to want. If the optimistic ticket is valid, this fence also orders the ticket before
//!   the loads of line 21.
//! * Otherwise the fence after 16 orders the ticket of line 15, and its announcement, before the
//!   loads of line 21: C → R of Lemma 3.
//!
//! One pair of a store and a later load has no fence: the stores of line 25 and, in the next
//! passage, the loads for the optimistic ticket. They may return old tickets. That is harmless: the
//! order comes from line 15, and the proofs let these loads return any ticket.

use crate::exclusion::{Algorithm, KExclusion};
use crate::layout::Wishes;
use crate::memory::{AtomicMemory, ConstRegister, FenceId, Fenced, Memory, Register};
use crate::others;
use crate::phases::{Exclusion, Private};
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::predecessors::{everyone_but, is_behind};
use doorway_core::ticket::{Choice, Exhausted, INFINITY};

/// The k-Bakery: k-exclusion, k-FCFS; first come, first served with k = 1. See the [module](self).
///
/// The algorithm of choice for a [`Mutex`](crate::Mutex) with timeouts.
#[derive(Debug)]
pub struct KFcfs<M = Fenced>(PhantomData<M>);

impl<M: AtomicMemory> Algorithm for KFcfs<M> {
    type Registers<S: Shape> = Registers<S, M>;
    type Memory = M;
    const NAME: &'static str = "kfcfs";
}

impl<M: AtomicMemory> KExclusion for KFcfs<M> {}

/// The shared variables of Figure 2 without its shaded part.
#[doc(hidden)]
pub struct Registers<S: Shape, M: Memory> {
    wishes: Wishes<S, M::Register>,
}

// SAFETY: k-exclusion is proved for the model, with the optimistic ticket, for every N and k
// (KFCFS-KEX-ALLN). With k = 1 the last holder has left every predecessor set: line 21 loaded with
// Acquire what line 25, or a later line, of it stored with Release.
#[allow(unsafe_code)]
unsafe impl<S: Shape, M: AtomicMemory> Exclusion for Registers<S, M> {
    type Shape = S;
    type Memory = M;
    type Private = Private<S>;

    fn new(shape: S) -> Self {
        Registers {
            wishes: Wishes::new(&shape),
        }
    }

    fn slots(&self) -> usize {
        self.wishes.len()
    }

    fn private(&self) -> Private<S> {
        Private::new(&self.wishes.shape())
    }

    #[inline]
    fn doorway(&self, me: usize, private: &mut Private<S>) -> Result<(), Exhausted> {
        let slots = self.slots();
        assert!(me < slots, "there is no such process");
        let see = |seen: Choice, i| seen.see(self.wishes.ticket(i).load());
        let optimistic = others(me, slots).fold(see(Choice::new(), me), see); // before 14
        private.ticket = optimistic.take(M::Register::LIMIT)?;
        self.wishes.ticket(me).store(private.ticket);
        for i in others(me, slots) {
            self.wishes.want(me, i).store(private.ticket); // 14
        }
        M::fence(FenceId::Doorway); //                    14 before 15 (Lemma 3, W1 → C) and 21
        let choice = others(me, slots).fold(Choice::new(), see); // 15
        private.settled = choice.largest() < private.ticket;
        if !private.settled {
            private.ticket = choice.take(M::Register::LIMIT)?;
            self.wishes.ticket(me).store(private.ticket); // 15
        }
        Ok(())
    }

    #[inline]
    fn announce(&self, me: usize, private: &mut Private<S>) -> bool {
        if !private.settled {
            for i in others(me, self.slots()) {
                self.wishes.want(me, i).store(private.ticket); // 16
            }
            M::fence(FenceId::Announce); //                   15 and 16 before 21: Lemma 3, C → R
        }
        everyone_but(private.predecessor_set.as_mut(), me); // 18
        !private.settled
    }

    #[inline]
    fn scan(&self, me: usize, k: usize, private: &mut Private<S>) -> bool {
        let mut left = 0;
        for (i, waits_for) in private.predecessor_set.as_mut().iter_mut().enumerate() {
            // 20, 21
            if *waits_for {
                let want = self.wishes.want(i, me).load();
                *waits_for = !is_behind(private.ticket, me, want, i);
                left += usize::from(*waits_for);
            }
        }
        private.left = left;
        left < k // 19
    }

    fn is_next(&self, k: usize, private: &Private<S>) -> bool {
        private.left <= k
    }

    #[inline]
    fn enter(&self, _: usize, _: &mut Private<S>) -> bool {
        false
    }

    #[inline]
    fn exit(&self, me: usize) {
        for i in 0..self.slots() {
            self.wishes.want(me, i).store(INFINITY); // 25
        }
    }
}

impl<const N: usize, M: Memory> ConstNew for Registers<Inline<N>, M>
where
    M::Register: ConstRegister,
{
    const NEW: Self = Registers {
        wishes: Wishes::NEW,
    };
}

impl<S: Shape, M: Memory> fmt::Debug for Registers<S, M>
where
    M::Register: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KFcfs")
            .field("ticket_and_want", &self.wishes)
            .finish()
    }
}
