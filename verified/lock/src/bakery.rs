//! Lamport's Bakery.
//!
//! R. Danek, *The k-Bakery*, PODC 2010, Figure 1; L. Lamport, *A new solution of Dijkstra's
//! concurrent programming problem*, CACM 1974.
//!
//! * **Guarantees**: mutual exclusion and FCFS. Starvation freedom, if no process crashes; repeated
//!   cancellation can starve a waiter. Mutual exclusion is proved for the model for every N. Order
//!   and progress are Lamport's theorems, and explored for N ≤ 3.
//! * **Costs**: 3N loads, 3 stores and 2 fences to enter without contention; the exit is 1 store. A
//!   waiter polls registers of other processes, so without caches the number of remote references
//!   while waiting is unbounded.
//! * **Space**: 2N registers. Tickets start again from 1 when no process holds one. Under
//!   contention without a pause they grow without a bound.
//! * **Registers**: atomic, with one writer each. The paper's proof needs only safe registers; this
//!   lock requires atomic ones.
//!
//! The lines of the figure are in [`doorway_core::bakery`], generic over a port. This module has
//! the registers, and the port to them.
//!
//! # Cancellation
//!
//! Line 7 waits while another process is in its doorway. A process that cancels and tries again,
//! over and over, can be in its doorway at every poll of the waiter
//! (`BAKERY-CANCELLATION-REFUTED`). A cancelled attempt sets the ticket to 0, as the exit does.
//!
//! # Memory ordering
//!
//! Two fences: 3 before 4, and 4 and 5 before 7. [`doorway_core::bakery`] says what fails without
//! them. Between every store and the next load of another register there is one of them.

use crate::exclusion::Algorithm;
use crate::layout::Row;
use crate::memory::{Array, AtomicMemory, ConstRegister, FenceId, Fenced, Memory, Place, Register};
use crate::phases::Exclusion;
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::bakery;
use doorway_core::port::Port;
use doorway_core::ticket::{Exhausted, Ticket};

#[doc(hidden)]
pub use doorway_core::bakery::Private;

/// Lamport's Bakery: mutual exclusion, first come, first served. See the [module](self).
#[derive(Debug)]
pub struct Bakery<M = Fenced>(PhantomData<M>);

impl<M: AtomicMemory> Algorithm for Bakery<M> {
    type Registers<S: Shape> = Registers<S, M>;
    type Memory = M;
    const NAME: &'static str = "bakery";
}

/// The shared variables of Figure 1.
#[doc(hidden)]
pub struct Registers<S: Shape, M: Memory> {
    doorway: Row<S, M::Register>,
    ticket: Row<S, M::Register>,
}

/// The port of one process to the registers.
struct Reached<'a, S: Shape, M: Memory>(&'a Registers<S, M>);

impl<S: Shape, M: Memory> Reached<'_, S, M> {
    #[inline]
    fn at(&self, place: Place) -> &M::Register {
        match place.array {
            Array::Doorway => self.0.doorway.at(place.writer),
            _ => self.0.ticket.at(place.writer),
        }
    }
}

impl<S: Shape, M: Memory> Port for Reached<'_, S, M> {
    #[inline]
    fn slots(&self) -> usize {
        self.0.ticket.len()
    }

    #[inline]
    fn limit(&self) -> Ticket {
        M::Register::LIMIT
    }

    #[inline]
    fn load(&mut self, place: Place) -> Ticket {
        self.at(place).load()
    }

    #[inline]
    fn store(&mut self, place: Place, value: Ticket) {
        self.at(place).store(value);
    }

    #[inline]
    fn fence(&mut self, id: FenceId) {
        M::fence(id);
    }
}

// SAFETY: mutual exclusion is Lamport's theorem, and proved for the model for every N
// (BAKERY-KEX-ALLN). Line 8 loads with Acquire what line 10 of the last holder, or a later line of
// it, stored with Release.
#[allow(unsafe_code)]
unsafe impl<S: Shape, M: AtomicMemory> Exclusion for Registers<S, M> {
    type Shape = S;
    type Memory = M;
    type Private = Private;

    fn new(shape: S) -> Self {
        Registers {
            doorway: Row::new(&shape, Array::Doorway, 0),
            ticket: Row::new(&shape, Array::Ticket, 0),
        }
    }

    fn slots(&self) -> usize {
        self.ticket.len()
    }

    fn private(&self) -> Private {
        Private::new()
    }

    fn doorway(&self, me: usize, private: &mut Private) -> Result<(), Exhausted> {
        bakery::doorway(&mut Reached(self), me, private)
    }

    fn announce(&self, _: usize, private: &mut Private) -> bool {
        bakery::announce(&mut Reached(self), private);
        true
    }

    fn scan(&self, me: usize, _: usize, private: &mut Private) -> bool {
        bakery::scan(&mut Reached(self), me, private)
    }

    fn enter(&self, _: usize, _: &mut Private) -> bool {
        bakery::enter(&mut Reached(self));
        false
    }

    fn exit(&self, me: usize) {
        bakery::exit(&mut Reached(self), me);
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
