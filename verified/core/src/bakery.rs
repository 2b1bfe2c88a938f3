//! Lamport's Bakery: the phases of a passage, Danek's Figure 1.
//!
//! The lock is `doorway::Bakery`. Its module has the registers, the guarantees and the costs. The
//! exit is one store.
//!
//! # Memory ordering
//!
//! * The fence after 3 orders `Doorway[p]` before the loads of line 4. Without it two processes can
//!   each miss the other's doorway and take tickets in the wrong order.
//! * The fence after 5 orders the own ticket before the loads of line 7. Without it two processes
//!   can each miss the other's ticket.

#[cfg(creusot)]
use crate::logic::bakery::{after_4, waits, At, Lines as Port};
#[cfg(creusot)]
use crate::logic::{port::is_still, prelude::*};
#[cfg(not(creusot))]
use crate::port::Port;
use crate::register::{Array, FenceId, Place};
use crate::ticket::{precedes, Choice, Exhausted, Id, Ticket};

const FALSE: Ticket = 0;
const TRUE: Ticket = 1;

/// The private variables of a process: its position in the loop of lines 6 to 8.
#[derive(Debug)]
pub struct Private {
    /// The ticket of this passage.
    pub ticket: Ticket,
    /// The loop variable.
    pub i: usize,
    /// Whether the process has seen i outside its doorway.
    pub past_7: bool,
}

impl Private {
    /// The private variables of a process in its remainder.
    #[must_use]
    #[inline]
    #[cfg_attr(creusot, check(terminates))]
    pub const fn new() -> Self {
        Private {
            ticket: 0,
            i: 0,
            past_7: false,
        }
    }
}

#[cfg(not(creusot))]
impl Default for Private {
    fn default() -> Self {
        Private::new()
    }
}

/// Lines 3 to 5: takes a ticket.
///
/// # Errors
///
/// [`Exhausted`] if no ticket is left. The process then has to [`exit`].
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.is_at(At::L3) && port.me() == me && port.n() > 0))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
#[cfg_attr(creusot, ensures(match result {
    Ok(()) => (^private).ticket@ != 0 && (^port).is_at(At::L7 { i: 0, ticket: (^private).ticket@ }),
    Err(_) => (^port).is_at(At::L10),
}))]
pub fn doorway<P: Port>(port: &mut P, me: Id, private: &mut Private) -> Result<(), Exhausted> {
    #[cfg(creusot)]
    let _ = snapshot!(port.line_3());
    port.store(Place::of(Array::Doorway, me), TRUE); // 3
    port.fence(FenceId::Doorway); //                    3 before 4
    let mut choice = Choice::new();
    let mut i = 0;
    #[cfg(creusot)]
    let old = snapshot!(*port);
    #[cfg_attr(creusot, variant(port.n() - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= port.n()))]
    #[cfg_attr(creusot, invariant(port.is_at(after_4(port.n(), port.most(), i@, choice@))))]
    while i < port.slots() {
        #[cfg(creusot)]
        let _ = snapshot!(port.line_4(i, choice@));
        choice = choice.see(port.load(Place::of(Array::Ticket, i))); // 4
        i += 1;
    }
    let taken = choice.take(port.limit());
    if let Ok(ticket) = taken {
        #[cfg(creusot)]
        let _ = snapshot!(port.line_4_store(ticket));
        port.store(Place::of(Array::Ticket, me), ticket); // 4
        private.ticket = ticket;
    }
    #[cfg(creusot)]
    let _ = snapshot!(port.line_5(match taken { Ok(ticket) => ticket@, Err(_) => 0 }));
    port.store(Place::of(Array::Doorway, me), FALSE); // 5
    match taken {
        Ok(_) => Ok(()),
        Err(exhausted) => Err(exhausted),
    }
}

/// Before line 6: orders the stores of the process before its loads in the waiting room.
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.is_at(At::L7 { i: 0, ticket: private.ticket@ })))]
#[cfg_attr(creusot, ensures(^port == *port && (^port).is_at(waits(^private))))]
pub fn announce<P: Port>(port: &mut P, private: &mut Private) {
    port.fence(FenceId::Announce); // 5 before 7
    private.i = 0; // 6
    private.past_7 = false;
}

/// Lines 6 to 8: polls the others up to the first process to wait for. Returns whether the process
/// may enter.
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.is_at(waits(*private)) && port.me() == me && private.i@ < port.n()))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
#[cfg_attr(creusot, ensures(if result {
    (^port).is_at(At::L9)
} else {
    (^port).is_at(waits(^private)) && (^private).i@ < port.n()
}))]
pub fn scan<P: Port>(port: &mut P, me: Id, private: &mut Private) -> bool {
    #[cfg(creusot)]
    let old = snapshot!(*port);
    #[cfg_attr(creusot, variant(port.n() - private.i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && private.i@ <= port.n()))]
    #[cfg_attr(creusot, invariant(if private.i@ < port.n() { port.is_at(waits(*private)) } else { port.is_at(At::L9) }))]
    while private.i < port.slots() {
        let i = private.i;
        if !private.past_7 {
            #[cfg(creusot)]
            let _ = snapshot!(port.line_7(i, private.ticket@));
            if port.load(Place::of(Array::Doorway, i)) != FALSE {
                return false; // 7
            }
            private.past_7 = true;
        }
        #[cfg(creusot)]
        let _ = snapshot!(port.line_8(i, private.ticket@));
        let ticket = port.load(Place::of(Array::Ticket, i));
        if ticket != 0 && precedes(ticket, i, private.ticket, me) {
            return false; // 8
        }
        private.i = i + 1; // 6
        private.past_7 = false;
    }
    true
}

/// Line 9, the beginning of the critical section: no access.
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.is_at(At::L9)))]
#[cfg_attr(creusot, ensures(^port == *port))]
pub fn enter<P: Port>(port: &mut P) {
    let _ = port;
}

/// Line 10: the exit protocol, from the critical section or from the waiting room.
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.is_at(At::L10) && port.me() == me))]
#[cfg_attr(creusot, ensures((^port).is_at(At::L2) && is_still(*port, ^port)))]
pub fn exit<P: Port>(port: &mut P, me: Id) {
    #[cfg(creusot)]
    let _ = snapshot!(port.line_10());
    port.store(Place::of(Array::Ticket, me), 0); // 10
}
