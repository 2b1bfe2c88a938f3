//! Taubenfeld's adaptive and local-spinning Black-White Bakery.
//!
//! G. Taubenfeld, *The Black-White Bakery Algorithm and related bounded-space, adaptive,
//! local-spinning and FIFO algorithms*, DISC 2004, Algorithm 4.
//!
//! * **Guarantees**: mutual exclusion and FCFS. Starvation freedom, if no process crashes. The
//!   model was explored for N = 3 on an ideal active set, and for N = 2 on both sets of this crate.
//!   There is no proof for every N.
//! * **Costs**: a few loads and stores for each member of the [active set](crate::active_set), and
//!   three `getset`. With [`Grid`], the default, a `getset` grows with the number of slots *ever
//!   used*, whatever N is. On a lock of which only one slot was ever used: 14 loads, 7 stores and 3
//!   fences to enter and leave, for every N ≥ 2, after the first passage of the slot.
//! * **Remote references**: a waiter polls only its own spin bits, two for each other process. They
//!   lie together on cache lines of the waiter, and the process that it waits for resets them.
//! * **Space**: the registers of [`Adaptive`](crate::Adaptive), and 2N² spin bits.
//! * **Registers**: atomic. A spin bit has two writers: the waiter sets it, the process that it
//!   waits for resets it. `color`, and X, Y and `owner` of the grid's splitters, have several
//!   writers, too. The others have one.
//!
//! # Differences from the paper
//!
//! * Line 21 comes before line 20, as in [`BlackWhite`](crate::BlackWhite). The paper allows that
//!   of Algorithm 2 only; for this lock the exploration covers it.
//! * Lines 24 and 25 are one loop: each process is notified as soon as `getset` finds it. The exit
//!   has no room to store the set. The model does the same.
//! * `mycolor` is stored with the number, in line 5, and one load returns both.
//! * The paper's active set adapts to the processes that are active now. [`Grid`] adapts to the
//!   slots ever used, and [`Flags`](crate::active_set::Flags) does not adapt.
//!
//! # Cancellation
//!
//! Unlike in [`BlackWhite`](crate::BlackWhite) and [`Adaptive`](crate::Adaptive), repeated
//! cancellation does not starve a waiter: a spin bit that was reset stays so until its waiter sets
//! it again. A test runs the schedule that starves those locks, for N = 2
//! (`LOCAL-SPIN-CANCELLATION`); there is no proof. Numbers stay at most N only while no process
//! cancels, as in [`BlackWhite`](crate::black_white#cancellation).
//!
//! # Memory ordering
//!
//! * The fences after 2 and 6 are those of [`Adaptive`](crate::adaptive#memory-ordering).
//! * The fences after 10 and 12 order the spin bit before the test whether to wait. The fences
//!   after 6 and 23 order the end of what is waited for before the loads of `getset`, which finds
//!   the waiters. These are Dekker patterns: either the waiter sees that it need not wait, or the
//!   other process finds the waiter, and resets its bit after it was set.
//! * The fence after 8 is for wake-ups only.
//!
//! One pair of a store and a later load has no fence: 25, the store to a spin bit of a process that
//! was found, and the next loads of 24. Such a load may be performed before the store. It is still
//! performed after the fence that follows 23, which is the order that `getset` needs; the result is
//! an execution in which 24 has loaded further before 25 stores, as in the paper, where all of 24
//! comes before 25. The stores of 25 come before those of the next passage, which are Releases.
//! This is argued; loom explores it within its bounds.

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

/// Taubenfeld's adaptive and local-spinning Black-White Bakery: mutual exclusion, first come, first
/// served; a waiter polls only its own spin bits. See the [module](self).
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
    /// `choosing` and (`mycolor`, `number`) of each process.
    announced: Row<S, Announced<M::Register>>,
    /// `spin.ch` and `spin.nu`, indexed `[waiter][other]`.
    spin: Matrix<S, Spin<M::Register>>,
}

/// The position of a process within one turn of the loop of lines 9 to 19.
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

/// The private variables of a process: its position in the loop of lines 9 to 19.
#[doc(hidden)]
pub struct Private<S: Shape> {
    /// The ticket of this passage: color and number.
    pub ticket: Ticket,
    /// `localS`: the members that `getset` found.
    pub local: Local<S>,
    /// The index in `localS` of the process that it compares with.
    pub at: usize,
    /// The position within the turn of the loop for that process.
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

// SAFETY: mutual exclusion is stated for the paper's algorithm as Theorem 5, and explored for the
// model with N = 3; it is not proved for every N. Line 13, 7 or 18 loads with Acquire what line 22,
// 23 or 25 of the last holder stored with Release.
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
        M::fence(FenceId::Announce); // 5 and 6 before 7 and 11
        private.local.clear();
        self.set.getset(me, |j| private.local.push(j)); // 7
        for &j in private.local.ids() {
            self.spin.at(j, me).ch.store(FALSE); // 8
        }
        taken.map(|_| ())
    }

    fn announce(&self, _: usize, private: &mut Private<S>) -> bool {
        (private.at, private.stage) = (0, Stage::Before10);
        let notified = !private.local.ids().is_empty();
        if notified {
            M::fence(FenceId::WakeAfterAnnounce); // 8 before the wake-ups
        }
        notified
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
                M::fence(FenceId::SpinNu); // 12 before 13 to 17
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
        false // a process that could go on by the new color also waits for this process
    }

    fn exit(&self, me: usize) {
        self.announced.at(me).ticket.store(0); // 22
        self.set.leave(me); // 23
        M::fence(FenceId::Leave); // 22 and 23 before 24
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
