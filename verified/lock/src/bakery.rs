//! Lamport's Bakery.
//!
//! Danek, *The k-Bakery*, Figure 1; L. Lamport, *A new solution of Dijkstra's concurrent programming problem*, CACM 1974.
//!
//! * **Guarantees**: mutual exclusion, FCFS; starvation freedom, as long as nobody comes and gives up again and again.
//! * **Costs**: 3N loads, 3 stores and 2 fences to enter without contention, 1 store to leave. It spins on other
//!   processes' registers: unboundedly many remote references while waiting.
//! * **Space**: 2N registers. Tickets start again from 0 when nobody wants to enter; under contention that
//!   never ceases they grow for ever.
//! * **Registers**: safe ones are enough for the paper's proof; here they are atomic.
//!
//! # Memory ordering
//!
//! The fence after 3 keeps "I am in the doorway" before the tickets read in 4: without it two processes
//! can each miss the other's doorway and take tickets in the wrong order. The fence after 5 keeps the own ticket before
//! the look at the others in 7: without it two processes can each miss the other's ticket.

use crate::exclusion::Algorithm;
use crate::layout::Row;
use crate::memory::{Array, AtomicMemory, ConstRegister, FenceId, Fenced, Memory, Register};
use crate::phases::Exclusion;
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::ticket::{precedes, Choice, Exhausted, Ticket};

/// Lamport's Bakery: mutual exclusion, first come first served. See the [module](self).
#[derive(Debug)]
pub struct Bakery<M = Fenced>(PhantomData<M>);

impl<M: AtomicMemory> Algorithm for Bakery<M> {
    type Registers<S: Shape> = Registers<S, M>;
    type Memory = M;
    const NAME: &'static str = "bakery";
}

const FALSE: Ticket = 0;
const TRUE: Ticket = 1;

/// The shared variables of Figure 1.
#[doc(hidden)]
pub struct Registers<S: Shape, M: Memory> {
    doorway: Row<S, M::Register>,
    ticket: Row<S, M::Register>,
}

/// Where a process stands in the loop of lines 6 to 8.
#[doc(hidden)]
#[derive(Debug)]
pub struct Private {
    /// The ticket of this passage.
    pub ticket: Ticket,
    /// The loop variable.
    pub i: usize,
    /// Whether it has seen i outside its doorway.
    pub past_7: bool,
}

// SAFETY: mutual exclusion is Lamport's theorem; line 8 loads with Acquire what line 10 of the last holder stored with Release.
#[allow(unsafe_code)]
unsafe impl<S: Shape, M: AtomicMemory> Exclusion for Registers<S, M> {
    type Shape = S;
    type Memory = M;
    type Private = Private;

    fn new(shape: S) -> Self {
        Registers {
            doorway: Row::new(&shape, Array::Doorway, FALSE),
            ticket: Row::new(&shape, Array::Ticket, 0),
        }
    }

    fn slots(&self) -> usize {
        self.ticket.len()
    }

    fn private(&self) -> Private {
        Private {
            ticket: 0,
            i: 0,
            past_7: false,
        }
    }

    fn doorway(&self, me: usize, private: &mut Private) -> Result<(), Exhausted> {
        self.doorway.at(me).store(TRUE); // 3
        M::fence(FenceId::Doorway); //         3 before 4
        let mut choice = Choice::new();
        for i in 0..self.slots() {
            choice = choice.see(self.ticket.at(i).load()); // 4
        }
        let taken = choice.take(M::Register::LIMIT);
        if let Ok(ticket) = taken {
            self.ticket.at(me).store(ticket); // 4
            private.ticket = ticket;
        }
        self.doorway.at(me).store(FALSE); // 5
        taken.map(|_| ())
    }

    fn announce(&self, _: usize, private: &mut Private) -> bool {
        M::fence(FenceId::Announce); // 5 before 7
        (private.i, private.past_7) = (0, false); // 6
        true
    }

    fn scan(&self, me: usize, _: usize, private: &mut Private) -> bool {
        while private.i < self.slots() {
            let i = private.i;
            if !private.past_7 {
                if self.doorway.at(i).load() != FALSE {
                    return false; // 7
                }
                private.past_7 = true;
            }
            let ticket = self.ticket.at(i).load();
            if ticket != 0 && precedes(ticket, i, private.ticket, me) {
                return false; // 8
            }
            (private.i, private.past_7) = (i + 1, false); // 6
        }
        true
    }

    fn enter(&self, _: usize, _: &mut Private) -> bool {
        false
    }

    fn exit(&self, me: usize) {
        self.ticket.at(me).store(0); // 10
    }
}

impl<const N: usize, M: Memory> ConstNew for Registers<Inline<N>, M>
where
    M::Register: ConstRegister,
{
    const NEW: Self = Registers {
        doorway: Row::ZERO,
        ticket: Row::ZERO,
    };
}

impl<S: Shape, M: Memory> fmt::Debug for Registers<S, M>
where
    M::Register: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bakery")
            .field("doorway", &self.doorway)
            .field("ticket", &self.ticket)
            .finish()
    }
}
