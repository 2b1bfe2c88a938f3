//! Taubenfeld's adaptive Black-White Bakery.
//!
//! G. Taubenfeld, *The Black-White Bakery Algorithm and related bounded-space, adaptive, local-spinning and FIFO algorithms*, DISC 2004, Algorithm 3.
//!
//! * **Guarantees**: mutual exclusion, FCFS; starvation freedom, as long as nobody comes and gives up again and again.
//! * **Costs**: what those cost who are there, and two `getset` of the [active set](crate::active_set): with [`Grid`] as much as slots were ever used, whatever N is.
//!   Alone on a lock that nobody else has used: 10 loads, 7 stores and 2 fences, for every N. It spins on other processes' registers.
//! * **Space**: [`BlackWhite`](crate::BlackWhite)'s, and the set's.
//! * **Registers**: atomic; `color` and the grid are written by everybody.
//!
//! It is [`BlackWhite`](crate::BlackWhite) that looks only at who is there. Line 15 comes before line 14, as there.
//!
//! # Memory ordering
//!
//! The fence after 2 keeps "I am here" and "I am choosing" before whatever is read in 3 to 5, and the fence after 6 keeps the own ticket before whatever is read in 7 and 9: of two processes the
//! later one to pass its fence finds the other. Lines 16 and 17 are Release stores after 15: who sees that the ticket is gone, or that its owner is, sees the bit turned.

use crate::active_set::{ActiveSet, Grid};
use crate::exclusion::Algorithm;
use crate::layout::{Announced, Common, Row};
use crate::memory::{AtomicMemory, ConstRegister, FenceId, Fenced, Register};
use crate::phases::{Exclusion, Local, Members};
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::color::{after, color_of, compare, goes_first, most, see, ticket, Compared};
use doorway_core::ticket::{Choice, Exhausted, Ticket};

/// Taubenfeld's adaptive Black-White Bakery: mutual exclusion, first come first served, at the cost of those who are there. See the [module](self).
#[derive(Debug)]
pub struct Adaptive<M = Fenced, A = Grid>(PhantomData<(M, A)>);

impl<M: AtomicMemory, A: ActiveSet> Algorithm for Adaptive<M, A> {
    type Registers<S: Shape> = Registers<S, M, A>;
    type Memory = M;
    const NAME: &'static str = "adaptive";
    const MOST_SLOTS: u64 = most(M::Register::LIMIT);
}

pub(crate) const FALSE: Ticket = 0;
pub(crate) const TRUE: Ticket = 1;

/// The shared variables of Algorithm 3.
#[doc(hidden)]
pub struct Registers<S: Shape, M: AtomicMemory, A: ActiveSet> {
    set: A::Registers<S, M>,
    color: Common<M::Register>,
    /// `choosing` and (`mycolor`, `number`), by process.
    announced: Row<S, Announced<M::Register>>,
}

/// Where a process stands in the loop of lines 8 to 13.
#[doc(hidden)]
pub struct Private<S: Shape> {
    /// The ticket of this passage: color and number.
    pub ticket: Ticket,
    /// Who was there.
    pub local: Local<S>,
    /// The place in it of whom it looks at.
    pub at: usize,
    /// Whether it has seen that that one is not choosing.
    pub past_9: bool,
}

// SAFETY: mutual exclusion is the paper's Theorem 2, explored for the machine; what the last holder stored with Release in line 16 or 17 is loaded with Acquire in 10, or in 7.
#[allow(unsafe_code)]
unsafe impl<S: Shape, M: AtomicMemory, A: ActiveSet> Exclusion for Registers<S, M, A> {
    type Shape = S;
    type Memory = M;
    type Private = Private<S>;

    fn new(shape: S) -> Self {
        Registers {
            set: Members::new(&shape),
            color: Common::new(),
            announced: Row::announced(&shape),
        }
    }

    fn slots(&self) -> usize {
        self.announced.len()
    }

    fn private(&self) -> Private<S> {
        Private {
            ticket: 0,
            local: Local::new(&self.announced.shape()),
            at: 0,
            past_9: false,
        }
    }

    fn doorway(&self, me: usize, private: &mut Private<S>) -> Result<(), Exhausted> {
        let mine = self.announced.at(me);
        self.set.join(me); // 1
        mine.choosing.store(TRUE); // 2
        M::fence(FenceId::Doorway); // 1 and 2 before 3 to 5
        private.local.clear();
        self.set.getset(me, |j| private.local.push(j)); // 3
        let mycolor = self.color.at().load() != 0; // 4
        let mut choice = Choice::new();
        for &j in private.local.ids() {
            choice = see(choice, mycolor, self.announced.at(j).ticket.load()); // 5
        }
        let taken = choice.take(most(M::Register::LIMIT));
        if let Ok(number) = taken {
            private.ticket = ticket(mycolor, number);
            mine.ticket.store(private.ticket); // 5
        }
        mine.choosing.store(FALSE); // 6
        taken?;
        M::fence(FenceId::Announce); // 5 and 6 before 7 and 9
        private.local.clear();
        self.set.getset(me, |j| private.local.push(j)); // 7
        Ok(())
    }

    fn announce(&self, _: usize, private: &mut Private<S>) -> bool {
        (private.at, private.past_9) = (0, false);
        !private.local.ids().is_empty()
    }

    fn scan(&self, me: usize, _: usize, private: &mut Private<S>) -> bool {
        while let Some(&j) = private.local.ids().get(private.at) {
            // 8
            let theirs = self.announced.at(j);
            if !private.past_9 {
                if theirs.choosing.load() != FALSE {
                    return false; // 9
                }
                private.past_9 = true;
            }
            match compare(theirs.ticket.load(), j, private.ticket, me) {
                Compared::Pass => {}
                Compared::Wait => return false, // 11
                Compared::Ask => {
                    let color = self.color.at().load() != 0;
                    if !goes_first(color_of(private.ticket), color) {
                        return false; // 12
                    }
                }
            }
            (private.at, private.past_9) = (private.at + 1, false);
        }
        true
    }

    fn enter(&self, _: usize, private: &mut Private<S>) -> bool {
        let color = after(color_of(private.ticket));
        self.color.at().store(Ticket::from(color)); // 15
        false // whoever could go on by that waits for me too
    }

    fn exit(&self, me: usize) {
        self.announced.at(me).ticket.store(0); // 16
        self.set.leave(me); // 17
    }
}

impl<const N: usize, M: AtomicMemory, A: ActiveSet> ConstNew for Registers<Inline<N>, M, A>
where
    M::Register: ConstRegister,
    A::Registers<Inline<N>, M>: ConstNew,
{
    const NEW: Self = Registers {
        set: ConstNew::NEW,
        color: Common::ZERO,
        announced: Row::ZERO,
    };
}

impl<S: Shape> fmt::Debug for Private<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Private")
            .field("ticket", &self.ticket)
            .field("local", &self.local)
            .field("at", &self.at)
            .field("past_9", &self.past_9)
            .finish()
    }
}

impl<S: Shape, M: AtomicMemory, A: ActiveSet> fmt::Debug for Registers<S, M, A>
where
    M::Register: fmt::Debug,
    A::Registers<S, M>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adaptive")
            .field("set", &self.set)
            .field("color", &self.color)
            .field("announced", &self.announced)
            .finish()
    }
}
