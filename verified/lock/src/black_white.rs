//! Taubenfeld's Black-White Bakery.
//!
//! G. Taubenfeld, *The Black-White Bakery Algorithm and related bounded-space, adaptive, local-spinning and FIFO algorithms*, DISC 2004, Algorithm 2.
//!
//! * **Guarantees**: mutual exclusion, FCFS; starvation freedom, as long as nobody comes and gives up again and again.
//! * **Costs**: 2N - 2 loads, 3 stores and 1 fence to enter and leave alone; else 5N - 4 loads, 6 stores and 2 fences. It spins on other processes' registers: unboundedly many remote
//!   references while waiting.
//! * **Space**: 2N + 1 registers that never hold more than 2N + 1, as long as nobody gives up: 8 bits are enough for N ≤ 126, as in `BlackWhite<Fenced<AtomicU8>>`.
//! * **Registers**: atomic.
//!
//! # The colors
//!
//! A ticket is a color and a number, in one register. Whoever comes takes the color that the bit `color` has, and one more than the largest number
//! of that color. The first of a color to enter turns the bit, so those who come later take the other color, and wait until all of the
//! older one are through. By then the numbers of the older one are free, and start again from 1.
//!
//! Line 12 comes before line 11, which the paper allows: then who gives up leaves by the same line 13 as who was inside, and does not touch the bit.
//!
//! # Alone
//!
//! Ours is what comes between lines 1 and 2. Who has said that it is choosing and then finds everybody else away (not choosing, and without a ticket) goes in at once, without one, and stays choosing until it
//! leaves: whoever comes meanwhile waits for it in line 6, as for anybody who is choosing. That takes one fence of the two, and neither color nor number.
//!
//! # Giving up
//!
//! Who gives up takes its number with it, but not those that were taken after it. So processes that give up and come again while somebody holds the
//! lock can take more numbers than there are processes, and if there is no number left, a passage is refused ([`AcquireError::Exhausted`](crate::AcquireError::Exhausted)): never does
//! one wrap around. With the native registers of the default that would take 2⁶³ of them during one critical section; with 8 bits it takes about a hundred.
//!
//! # Memory ordering
//!
//! The fence after 1 keeps "I am choosing" before the look whether the others are away, and the color and the tickets read in 2 and 3: without it two processes can each find the other away, or miss the other's choice and take
//! tickets in the wrong order. The fence after 4 keeps the own ticket before the look at the others in 6: without it two processes can each miss the other's ticket.
//! Line 13 is a Release store after 12: who sees that the ticket is gone sees the bit turned. So is the store of `choosing` after it, for whom who was alone waited.

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

/// Taubenfeld's Black-White Bakery: mutual exclusion, first come first served, in small registers. See the [module](self).
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
    /// `choosing` and (`mycolor`, `number`), by process.
    announced: Row<S, Announced<M::Register>>,
}

/// Where a process stands in the loop of lines 5 to 10.
#[doc(hidden)]
#[derive(Debug)]
pub struct Private {
    /// The ticket of this passage: color and number.
    pub ticket: Ticket,
    /// The loop variable.
    pub j: usize,
    /// Whether it has seen that j is not choosing.
    pub past_6: bool,
    /// Whether it found everybody away.
    pub alone: bool,
    /// Whether the one it waits for may be the last before it, as far as their numbers tell.
    pub(crate) near: bool,
}

impl<S: Shape, M: Memory> Registers<S, M> {
    /// Whether everybody but `me` is away.
    #[inline]
    fn is_alone(&self, me: usize) -> bool {
        others(me, self.announced.len()).all(|j| {
            let theirs = self.announced.at(j);
            theirs.choosing.load() == FALSE && theirs.ticket.load() == 0
        })
    }

    /// Lines 2 to 4. Out of line: alone, a passage should not pay for it.
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

    /// Looks at the others in turn, from where it was.
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

// SAFETY: mutual exclusion is the paper's Theorem 1, proved for the machine; line 7, or 6, loads with Acquire what line 13 of the last holder stored with Release.
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
        M::fence(FenceId::Doorway); // 1 before 2 and 3
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
        M::fence(FenceId::Announce); // 4 before 6
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
        false // whoever could go on by that waits for me too
    }

    #[inline]
    fn exit(&self, me: usize) {
        let mine = self.announced.at(me);
        mine.ticket.store(0); // 13
        mine.choosing.store(FALSE); // who was alone
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
