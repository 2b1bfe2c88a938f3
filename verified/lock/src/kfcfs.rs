//! k-exclusion, k-FCFS: the k-Bakery.
//!
//! Danek, *The k-Bakery*, Figure 2, unshaded part; proved there as Theorem 8.
//!
//! * **Guarantees**: k-exclusion; starvation freedom while at most k-1 processes crash; k-FCFS: a process does not enter
//!   before all of k others that finished the doorway before it started.
//! * **Costs**: Θ(N) remote references a passage in the CC and the DSM model, none while waiting. 1 fence, and 1 more if somebody else takes a ticket
//!   at the same time.
//! * **Space**: N² + N registers. Tickets only grow: on 64 bits they last for centuries, on 32 bits for 4 billion passages.
//! * **Registers**: atomic.
//!
//! # The guess
//!
//! The figure tells everybody the old ticket (14), chooses (15), and tells the new one (16). Here it is a guess that is told in 14, and stored as
//! the ticket: one more than all tickets seen on the way in. If 15 then finds all others smaller, it is what 15 could have chosen, and it has been told. The book's
//! chapter on this lock says why that is right.
//!
//! # Memory ordering
//!
//! The fence between 14 and 15 is Lemma 3's W1 → C: a process that is seen to choose has been seen to want. If the guess was right it is
//! also what keeps the ticket before the look at the others in 21. If not, the fence
//! after 16 keeps the ticket of 15, and the announcement, before the look at the others in 21 (C → R in Lemma 3).

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

/// The k-Bakery: k-exclusion, k-FCFS. See the [module](self).
#[derive(Debug)]
pub struct KFcfs<M = Fenced>(PhantomData<M>);

impl<M: AtomicMemory> Algorithm for KFcfs<M> {
    type Registers<S: Shape> = Registers<S, M>;
    type Memory = M;
    const NAME: &'static str = "kfcfs";
}

impl<M: AtomicMemory> KExclusion for KFcfs<M> {}

/// The shared variables of Figure 2, unshaded.
#[doc(hidden)]
pub struct Registers<S: Shape, M: Memory> {
    wishes: Wishes<S, M::Register>,
}

// SAFETY: k-exclusion is Theorem 8. With k = 1 the last holder has left every predecessor set: line 21 loaded with
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
        let optimistic = others(me, slots).fold(see(Choice::new(), me), see); // 14, the guess
        private.ticket = optimistic.take(M::Register::LIMIT)?;
        self.wishes.ticket(me).store(private.ticket);
        for i in others(me, slots) {
            self.wishes.want(me, i).store(private.ticket); // 14
        }
        M::fence(FenceId::Doorway); //                    14 before 15: Lemma 3, W1 → C; and before 21, if that was it
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
