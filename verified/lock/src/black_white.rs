//! Taubenfeld's Black-White Bakery, with a fast path.
//!
//! G. Taubenfeld, *The Black-White Bakery Algorithm and related bounded-space, adaptive,
//! local-spinning and FIFO algorithms*, DISC 2004, Algorithm 2. The fast path is ours, so the
//! paper's Theorem 1 is not about this lock. What is proved here is proved for the model with the
//! fast path.
//!
//! * **Guarantees**: mutual exclusion and FCFS. Starvation freedom, if no process crashes; repeated
//!   cancellation can starve a waiter. Mutual exclusion is proved for the model for every N. Order
//!   and progress are explored for N ≤ 4.
//! * **Costs**: uncontended, 2N - 2 loads, 3 stores and 1 fence to enter and leave. Otherwise at
//!   most 6N - 5 loads, 6 stores and 2 fences, and the polls while it waits. The exit is 2 stores.
//!   A waiter polls registers of other processes, so without caches the number of remote references
//!   while waiting is unbounded.
//! * **Space**: 2N + 1 registers. They hold at most 2N + 1 while no process cancels, so 8 bits are
//!   enough for N ≤ 126, as in `BlackWhite<Fenced<AtomicU8>>`. (The value 255 is reserved for ∞.)
//! * **Registers**: atomic. `choosing` and the ticket have one writer. `color` has N writers, but
//!   at most one at a time: only the process that enters writes it.
//!
//! # The colors
//!
//! A ticket is a color and a number, in one register. A process takes the color of the bit `color`,
//! and a number that is one larger than the largest number of that color. The first process of a
//! color that enters flips the bit. From then on processes take the other color, and wait until all
//! processes of the older color are through. By then the numbers of the older color are free, and
//! start again from 1.
//!
//! # Fast path
//!
//! After line 1 the process loads `choosing` and the ticket of every other process. If no other
//! process is choosing or has a ticket, it enters at once, without a ticket, and stays choosing
//! until it leaves. A process that arrives in the meantime waits for it in line 6, as for any
//! process that is choosing. The fast path saves one of the two fences.
//!
//! # Differences from the paper
//!
//! * The fast path, between lines 1 and 2.
//! * Line 12 comes before line 11, which the paper allows. Then a cancelled attempt leaves by line
//!   13, as a holder does, and does not write `color`.
//! * `mycolor` is stored with the number, in line 3, and one load returns both.
//!
//! # Cancellation
//!
//! Line 6 waits while another process is choosing. A process that cancels and tries again, over and
//! over, can be choosing at every poll of the waiter (`BLACK-WHITE-CANCELLATION-REFUTED`).
//! [`KFcfs`](crate::KFcfs) does not have this weakness.
//!
//! A cancelled attempt frees its number, but not the larger numbers taken after it. So processes
//! that cancel and try again can take numbers above N, until the color changes. If no number is
//! left, an attempt is refused ([`AcquireError::Exhausted`](crate::AcquireError::Exhausted)); a
//! number never wraps around. The default registers have room for about 2⁶³ numbers (2³¹ with
//! 32-bit atomics), 8-bit registers for 126.
//!
//! # Memory ordering
//!
//! * The fence after 1 orders `choosing` before the loads of the fast path and of lines 2 and 3.
//!   Without it two processes can both take the fast path, or miss each other's choice and take
//!   tickets in the wrong order.
//! * The fence after 4 orders the own ticket before the loads of line 6. Without it two processes
//!   can each miss the other's ticket.
//! * Line 13 is a Release store after 12: a process that sees that the ticket is gone also sees the
//!   new color. The store of `choosing` that follows releases the waiters of a process that took
//!   the fast path.
//!
//! Between every store and the next load of another register there is one of the two fences.

use crate::exclusion::Algorithm;
use crate::layout::{Announced, Common, Row};
use crate::memory::{AtomicMemory, ConstRegister, FenceId, Fenced, Memory, Register};
use crate::others;
use crate::phases::Exclusion;
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::color::{
    after, color_of, compare, goes_first, most, number, see, ticket, Compared,
};
use doorway_core::predecessors::next_other;
use doorway_core::ticket::{Choice, Exhausted, Ticket};

/// Taubenfeld's Black-White Bakery: mutual exclusion, first come, first served, in small registers.
/// See the [module](self).
///
/// The default of [`Mutex`](crate::Mutex). Repeated cancellation can starve a waiter.
#[derive(Debug)]
pub struct BlackWhite<M = Fenced>(PhantomData<M>);

impl<M: AtomicMemory> Algorithm for BlackWhite<M> {
    type Registers<S: Shape> = Registers<S, M>;
    type Memory = M;
    const NAME: &'static str = "black-white";
    const MOST_SLOTS: u64 = most(M::Register::LIMIT);
}

const FALSE: Ticket = 0;
const TRUE: Ticket = 1;

/// The shared variables of Algorithm 2.
#[doc(hidden)]
pub struct Registers<S: Shape, M: Memory> {
    color: Common<M::Register>,
    /// `choosing` and (`mycolor`, `number`) of each process.
    announced: Row<S, Announced<M::Register>>,
}

/// The private variables of a process: its position in the loop of lines 5 to 10.
#[doc(hidden)]
#[derive(Debug)]
pub struct Private {
    /// The ticket of this passage: color and number.
    pub ticket: Ticket,
    /// The loop variable.
    pub j: usize,
    /// Whether it has seen that j is not choosing.
    pub past_6: bool,
    /// Whether it took the fast path.
    pub alone: bool,
    /// Whether, by the numbers, the process that it waits for may be the last before it.
    pub(crate) near: bool,
}

impl<S: Shape, M: Memory> Registers<S, M> {
    /// The test of the fast path: no process but `me` is choosing or has a ticket.
    #[inline]
    fn is_alone(&self, me: usize) -> bool {
        others(me, self.announced.len()).all(|j| {
            let theirs = self.announced.at(j);
            theirs.choosing.load() == FALSE && theirs.ticket.load() == 0
        })
    }

    /// Lines 2 to 4. Out of line: the fast path should not pay for it.
    #[inline(never)]
    fn take_a_number(&self, me: usize, private: &mut Private) -> Result<(), Exhausted> {
        let mine = self.announced.at(me);
        let mycolor = self.color.at().load() != 0; // 2
        let mut choice = Choice::new();
        for j in others(me, self.announced.len()) {
            choice = see(choice, mycolor, self.announced.at(j).ticket.load()); // 3
        }
        let taken = choice.take(most(M::Register::LIMIT));
        if let Ok(number) = taken {
            private.ticket = ticket(mycolor, number);
            mine.ticket.store(private.ticket); // 3
        }
        mine.choosing.store(FALSE); // 4
        taken.map(|_| ())
    }

    /// Lines 5 to 10: compares with one process after the other, from where the last scan stopped.
    fn compare(&self, me: usize, private: &mut Private) -> bool {
        while private.j < self.announced.len() {
            let j = private.j;
            let theirs = self.announced.at(j);
            if !private.past_6 {
                if theirs.choosing.load() != FALSE {
                    private.near = true;
                    return false; // 6
                }
                private.past_6 = true;
            }
            let ticket = theirs.ticket.load();
            match compare(ticket, j, private.ticket, me) {
                Compared::Pass => {}
                Compared::Wait => {
                    private.near = number(private.ticket) <= number(ticket) + 1;
                    return false; // 8
                }
                Compared::Ask => {
                    let color = self.color.at().load() != 0;
                    if !goes_first(color_of(private.ticket), color) {
                        private.near = number(private.ticket) == 1;
                        return false; // 9
                    }
                }
            }
            (private.j, private.past_6) = (next_other(j + 1, me), false); // 5
        }
        true
    }
}

// SAFETY: mutual exclusion is proved for the model, with the fast path, for every N
// (BLACK-WHITE-KEX-ALLN). Line 7, or 6, loads with Acquire what line 13 of the last holder stored
// with Release.
#[allow(unsafe_code)]
unsafe impl<S: Shape, M: AtomicMemory> Exclusion for Registers<S, M> {
    type Shape = S;
    type Memory = M;
    type Private = Private;

    fn new(shape: S) -> Self {
        Registers {
            color: Common::new(),
            announced: Row::announced(&shape),
        }
    }

    fn slots(&self) -> usize {
        self.announced.len()
    }

    fn private(&self) -> Private {
        Private {
            ticket: 0,
            j: 0,
            past_6: false,
            alone: false,
            near: true,
        }
    }

    #[inline]
    fn doorway(&self, me: usize, private: &mut Private) -> Result<(), Exhausted> {
        let mine = self.announced.at(me);
        mine.choosing.store(TRUE); // 1
        M::fence(FenceId::Doorway); // 1 before the fast path's loads, 2 and 3
        private.alone = self.is_alone(me);
        if private.alone {
            private.ticket = 0;
            Ok(())
        } else {
            self.take_a_number(me, private)
        }
    }

    #[inline]
    fn announce(&self, me: usize, private: &mut Private) -> bool {
        if private.alone {
            return false;
        }
        M::fence(FenceId::Announce); // 3 and 4 before 6
        (private.j, private.past_6) = (next_other(0, me), false); // 5
        true
    }

    #[inline]
    fn scan(&self, me: usize, _: usize, private: &mut Private) -> bool {
        private.alone || self.compare(me, private)
    }

    fn is_next(&self, _: usize, private: &Private) -> bool {
        private.near
    }

    #[inline]
    fn enter(&self, _: usize, private: &mut Private) -> bool {
        if !private.alone {
            let color = after(color_of(private.ticket));
            self.color.at().store(Ticket::from(color)); // 12
        }
        false // a process that could go on by the new color also waits for this process
    }

    #[inline]
    fn exit(&self, me: usize) {
        let mine = self.announced.at(me);
        mine.ticket.store(0); // 13
        mine.choosing.store(FALSE); // ends the fast path
    }
}
impl<const N: usize, M: Memory> ConstNew for Registers<Inline<N>, M>
where
    M::Register: ConstRegister,
{
    const NEW: Self = Registers {
        color: Common::ZERO,
        announced: Row::ZERO,
    };
}

impl<S: Shape, M: Memory> fmt::Debug for Registers<S, M>
where
    M::Register: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlackWhite")
            .field("color", &self.color)
            .field("announced", &self.announced)
            .finish()
    }
}
