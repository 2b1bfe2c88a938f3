//! Taubenfeld's adaptive Black-White Bakery.
//!
//! G. Taubenfeld, *The Black-White Bakery Algorithm and related bounded-space, adaptive,
//! local-spinning and FIFO algorithms*, DISC 2004, Algorithm 3.
//!
//! * **Guarantees**: mutual exclusion and FCFS. Starvation freedom, if no process crashes; repeated
//!   cancellation can starve a waiter. The model was explored for N = 3 on an ideal active set, and
//!   for N = 2 on both sets of this crate. There is no proof for every N.
//! * **Costs**: a few loads for each member of the [active set](crate::active_set), and two
//!   `getset`. With [`Grid`], the default, a `getset` grows with the number of slots *ever used*,
//!   whatever N is. On a lock of which only one slot was ever used: 10 loads, 7 stores and 2 fences
//!   to enter and leave, for every N ≥ 2, after the first passage of the slot. A waiter polls
//!   registers of other processes, so without caches the number of remote references while waiting
//!   is unbounded.
//! * **Space**: the registers of [`BlackWhite`](crate::BlackWhite) and of the active set.
//! * **Registers**: atomic. `color`, and X, Y and `owner` of the grid's splitters, have several
//!   writers; the others have one.
//!
//! It is [`BlackWhite`](crate::BlackWhite) without its fast path, restricted to the members of the
//! active set.
//!
//! # Differences from the paper
//!
//! * Line 15 comes before line 14, as in [`BlackWhite`](crate::BlackWhite). The paper allows that
//!   of Algorithm 2 only; for this lock the exploration covers it.
//! * `mycolor` is stored with the number, in line 5, and one load returns both.
//! * The paper's active set adapts to the processes that are active now. [`Grid`] adapts to the
//!   slots ever used, and [`Flags`](crate::active_set::Flags) does not adapt.
//!
//! # Cancellation
//!
//! Line 9 waits while another process is choosing. A process that cancels and tries again, over and
//! over, can be choosing at every poll of the waiter (`ADAPTIVE-CANCELLATION-REFUTED`). Numbers
//! stay at most N only while no process cancels, as in
//! [`BlackWhite`](crate::black_white#cancellation).
//!
//! # Memory ordering
//!
//! * The fence after 2 orders membership and `choosing` before the loads of lines 3 to 5.
//! * The fence after 6 orders the own ticket and `choosing` before the loads of lines 7 and 9.
//! * Both are Dekker patterns: of two processes, the process with the later fence sees the
//!   stores of the other.
//! * Lines 16 and 17 are Release stores after 15: a process that sees that the ticket is gone, or
//!   that its owner is no longer a member, also sees the new color.
//! * The fences of the splitters are described in [`active_set`](crate::active_set).
//!
//! Between every store and the next load of a register with another writer there is a fence.

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

/// Taubenfeld's adaptive Black-White Bakery: mutual exclusion, first come, first served; its cost
/// grows with the slots ever used. See the [module](self).
///
/// Repeated cancellation can starve a waiter.
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
    /// `choosing` and (`mycolor`, `number`) of each process.
    announced: Row<S, Announced<M::Register>>,
}

/// The private variables of a process: its position in the loop of lines 8 to 13.
#[doc(hidden)]
pub struct Private<S: Shape> {
    /// The ticket of this passage: color and number.
    pub ticket: Ticket,
    /// `localS`: the members that `getset` found.
    pub local: Local<S>,
    /// The index in `localS` of the process that it compares with.
    pub at: usize,
    /// Whether it has seen that this process is not choosing.
    pub past_9: bool,
}

// SAFETY: mutual exclusion is stated for the paper's algorithm as Theorem 2, and explored for the
// model with N = 3; it is not proved for every N. Line 10, or 7, loads with Acquire what line 16 or
// 17 of the last holder stored with Release.
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
        false // a process that could go on by the new color also waits for this process
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
