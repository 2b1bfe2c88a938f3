//! Taubenfeld's adaptive and local-spinning Black-White Bakery.
//!
//! G. Taubenfeld, *The Black-White Bakery Algorithm and related bounded-space, adaptive, local-spinning and FIFO algorithms*, DISC 2004, Algorithm 4.
//!
//! * **Guarantees**: mutual exclusion, FCFS; starvation freedom, as long as nobody comes and gives up again and again.
//! * **Costs**: what those cost who are there, and three `getset` of the [active set](crate::active_set): with [`Grid`] as much as slots were ever used, whatever N is.
//!   Alone on a lock that nobody else has used: 14 loads, 7 stores and 3 fences, for every N. It waits on two bits of its own for every other process: no remote references while it
//!   waits, with or without caches.
//! * **Space**: [`Adaptive`](crate::Adaptive)'s, and 2N² bits.
//! * **Registers**: atomic; a bit to wait on is raised by who waits and lowered by whom it waits for.
//!
//! Line 21 comes before line 20, as in [`BlackWhite`](crate::BlackWhite). In line 25 whoever has been found is told at once, before line 24 goes on: there is no room to keep them, and who is found later
//! waits no longer for it.
//!
//! # Memory ordering
//!
//! The fences after 2 and 6 are [`Adaptive`](crate::Adaptive)'s. Those after 10 and 12 keep "I shall wait" before the look whether there is need to; those after 6 and 23 keep what is waited for before the look
//! at who waits. So of one who waits and one who is waited for the later to pass its fence sees the other: either the first goes on by itself, or it is told, and its bit is lowered after it was raised.
//! The fence at the end of line 8 is for the wake-ups.

use crate::active_set::{ActiveSet, Grid};
use crate::adaptive::{FALSE, TRUE};
use crate::exclusion::Algorithm;
use crate::layout::{Announced, Common, Matrix, Row, Spin};
use crate::memory::{AtomicMemory, ConstRegister, FenceId, Fenced, Register};
use crate::phases::{Exclusion, Local, Members};
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::color::{after, color_of, compare, goes_first, most, see, ticket, Compared};
use doorway_core::ticket::{Choice, Exhausted, Ticket};

/// Taubenfeld's adaptive and local-spinning Black-White Bakery: mutual exclusion, first come first served, waiting on registers of one's own. See the [module](self).
#[derive(Debug)]
pub struct LocalSpin<M = Fenced, A = Grid>(PhantomData<(M, A)>);

impl<M: AtomicMemory, A: ActiveSet> Algorithm for LocalSpin<M, A> {
    type Registers<S: Shape> = Registers<S, M, A>;
    type Memory = M;
    const NAME: &'static str = "local-spin";
    const MOST_SLOTS: u64 = most(M::Register::LIMIT);
}

/// The shared variables of Algorithm 4.
#[doc(hidden)]
pub struct Registers<S: Shape, M: AtomicMemory, A: ActiveSet> {
    set: A::Registers<S, M>,
    color: Common<M::Register>,
    /// `choosing` and (`mycolor`, `number`), by process.
    announced: Row<S, Announced<M::Register>>,
    /// `spin.ch` and `spin.nu`, by who waits and whom for.
    spin: Matrix<S, Spin<M::Register>>,
}

/// How far a process is with the one that it looks at in the loop of lines 9 to 19.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before line 10.
    Before10,
    /// In the `await` of line 11.
    Await11,
    /// Before line 12.
    Before12,
    /// In the `await` of line 16 or 18.
    Await18,
}

/// Where a process stands in the loop of lines 9 to 19.
#[doc(hidden)]
pub struct Private<S: Shape> {
    /// The ticket of this passage: color and number.
    pub ticket: Ticket,
    /// Who was there.
    pub local: Local<S>,
    /// The place in it of whom it looks at.
    pub at: usize,
    /// How far it is with that one.
    pub stage: Stage,
}

impl<S: Shape, M: AtomicMemory, A: ActiveSet> Registers<S, M, A> {
    /// Whether `me` has to wait until j leaves (lines 13 to 18).
    fn is_behind(&self, me: usize, j: usize, mine: Ticket) -> bool {
        match compare(self.announced.at(j).ticket.load(), j, mine, me) {
            Compared::Pass => false,
            Compared::Wait => true, // 14
            Compared::Ask => !goes_first(color_of(mine), self.color.at().load() != 0), // 17
        }
    }
}

// SAFETY: mutual exclusion is the paper's Theorem 5, explored for the machine; what the last holder stored with Release in line 22, 23 or 25 is loaded with Acquire in 13, 7 or 18.
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
            spin: Matrix::spins(&shape),
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
            stage: Stage::Before10,
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
        M::fence(FenceId::Announce); // 6 before 7 and 11
        private.local.clear();
        self.set.getset(me, |j| private.local.push(j)); // 7
        for &j in private.local.ids() {
            self.spin.at(j, me).ch.store(FALSE); // 8
        }
        taken.map(|_| ())
    }

    fn announce(&self, _: usize, private: &mut Private<S>) -> bool {
        (private.at, private.stage) = (0, Stage::Before10);
        let told = !private.local.ids().is_empty();
        if told {
            M::fence(FenceId::WakeAfterAnnounce); // 8 before the wake-ups
        }
        told
    }

    fn scan(&self, me: usize, _: usize, private: &mut Private<S>) -> bool {
        while let Some(&j) = private.local.ids().get(private.at) {
            // 9
            let spin = self.spin.at(me, j);
            if private.stage == Stage::Before10 {
                spin.ch.store(TRUE); // 10
                M::fence(FenceId::SpinCh); // 10 before 11
                let chooses = self.announced.at(j).choosing.load() != FALSE; // 11
                private.stage = if chooses {
                    Stage::Await11
                } else {
                    Stage::Before12
                };
            }
            if private.stage == Stage::Await11 {
                if spin.ch.load() != FALSE {
                    return false; // 11
                }
                private.stage = Stage::Before12;
            }
            if private.stage == Stage::Before12 {
                spin.nu.store(TRUE); // 12
                M::fence(FenceId::SpinNu); // 12 before 13
                if self.is_behind(me, j, private.ticket) {
                    private.stage = Stage::Await18;
                }
            }
            if private.stage == Stage::Await18 && spin.nu.load() != FALSE {
                return false; // 16, 18
            }
            (private.at, private.stage) = (private.at + 1, Stage::Before10);
        }
        true
    }

    fn enter(&self, _: usize, private: &mut Private<S>) -> bool {
        let color = after(color_of(private.ticket));
        self.color.at().store(Ticket::from(color)); // 21
        false // whoever could go on by that waits for me too
    }

    fn exit(&self, me: usize) {
        self.announced.at(me).ticket.store(0); // 22
        self.set.leave(me); // 23
        M::fence(FenceId::Leave); // 22 before 24
        self.set.getset(me, |j| self.spin.at(j, me).nu.store(FALSE)); // 24, 25
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
        spin: Matrix::ZERO,
    };
}

impl<S: Shape> fmt::Debug for Private<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Private")
            .field("ticket", &self.ticket)
            .field("local", &self.local)
            .field("at", &self.at)
            .field("stage", &self.stage)
            .finish()
    }
}

impl<S: Shape, M: AtomicMemory, A: ActiveSet> fmt::Debug for Registers<S, M, A>
where
    M::Register: fmt::Debug,
    A::Registers<S, M>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalSpin")
            .field("set", &self.set)
            .field("color", &self.color)
            .field("announced", &self.announced)
            .field("spin", &self.spin)
            .finish()
    }
}
