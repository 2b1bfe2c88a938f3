//! The k-Bakery with capturing: k-exclusion, first in, first enabled.
//!
//! R. Danek, *The k-Bakery*, PODC 2010, Figure 2 with its shaded part (lines 17, 22, 23), with the
//! [optimistic ticket](crate::kfcfs#optimistic-ticket) of [`kfcfs`]. The optimistic ticket is ours,
//! so the paper's Theorem 9, which is stated there without its proof, is not about this lock. What
//! is proved here is proved for the model with the optimistic ticket.
//!
//! * **Guarantees**: k-exclusion. FIFE: if a process q enters before a process p that had finished
//!   its doorway before q started its doorway, then p can enter in a bounded number of its own
//!   steps. Starvation freedom, while at most k - 1 processes crash. k-exclusion and FIFE are
//!   proved for the model for every N and k, starvation freedom is explored for N ≤ 3.
//! * **Costs**: uncontended, 3N - 2 loads, 3N stores and 1 fence to enter and leave. One more fence
//!   and N more stores if another process takes a ticket at the same time. A poll is at most 2N - 1
//!   loads. The exit is N stores.
//! * **Remote references**: as in [`kfcfs`]; `Capture[i][p]`, too, lies with its writer i here, and
//!   at p in the paper.
//! * **Space**: 2N² + N registers. Tickets only grow: 64-bit tickets last for centuries, 32-bit
//!   tickets for 2³² attempts.
//! * **Registers**: atomic, with one writer each.
//!
//! # Difference from the paper
//!
//! Besides the optimistic ticket: a poll loads the captures (22) only if it finds k or more
//! predecessors (19 to 21). In the figure each turn of the loop loads them.
//!
//! # Cancellation
//!
//! As in [`kfcfs`](crate::kfcfs#cancellation). A cancelled attempt captures no process.
//!
//! # Memory ordering
//!
//! As in [`kfcfs`](crate::kfcfs#memory-ordering). Capturing adds no fence: a capture that is seen
//! late lets its process in late, never wrongly.

use crate::exclusion::{Algorithm, KExclusion};
use crate::kfcfs;
use crate::layout::Matrix;
use crate::memory::{Array, AtomicMemory, ConstRegister, Fenced, Memory, Register};
use crate::phases::{Exclusion, Private};
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::capture::overtaken;
use doorway_core::ticket::Exhausted;

/// The k-Bakery with capturing: k-exclusion, first in, first enabled. See the [module](self).
///
/// The default of [`Semaphore`](crate::Semaphore).
#[derive(Debug)]
pub struct Fife<M = Fenced>(PhantomData<M>);

impl<M: AtomicMemory> Algorithm for Fife<M> {
    type Registers<S: Shape> = Registers<S, M>;
    type Memory = M;
    const NAME: &'static str = "fife";
}

impl<M: AtomicMemory> KExclusion for Fife<M> {}

/// The shared variables of Figure 2.
#[doc(hidden)]
pub struct Registers<S: Shape, M: Memory> {
    unshaded: kfcfs::Registers<S, M>,
    capture: Matrix<S, M::Register>,
}

// SAFETY: k-exclusion is proved for the model, with the optimistic ticket, for every N and k
// (FIFE-KEX-ALLN). With k = 1 the last holder has left every predecessor set: line 21 loaded with
// Acquire what line 25, or a later line, of it stored with Release. (With k = 1 no process is
// overtaken.)
#[allow(unsafe_code)]
unsafe impl<S: Shape, M: AtomicMemory> Exclusion for Registers<S, M> {
    type Shape = S;
    type Memory = M;
    type Private = Private<S>;

    fn new(shape: S) -> Self {
        Registers {
            capture: Matrix::new(&shape, Array::Capture, 0),
            unshaded: kfcfs::Registers::new(shape),
        }
    }

    #[inline]
    fn slots(&self) -> usize {
        self.unshaded.slots()
    }

    fn private(&self) -> Private<S> {
        self.unshaded.private()
    }

    #[inline]
    fn doorway(&self, me: usize, private: &mut Private<S>) -> Result<(), Exhausted> {
        self.unshaded.doorway(me, private) // 14, 15
    }

    #[inline]
    fn announce(&self, me: usize, private: &mut Private<S>) -> bool {
        private.captured = false; // 17
        self.unshaded.announce(me, private) // 16, 18
    }

    #[inline]
    fn scan(&self, me: usize, k: usize, private: &mut Private<S>) -> bool {
        if self.unshaded.scan(me, k, private) {
            return true; // 19 to 21
        }
        for i in 0..self.slots() {
            private.captured |= overtaken(private.ticket, self.capture.at(i, me).load());
            // 22
        }
        private.captured // 19
    }

    fn is_next(&self, k: usize, private: &Private<S>) -> bool {
        self.unshaded.is_next(k, private)
    }

    #[inline]
    fn enter(&self, me: usize, private: &mut Private<S>) -> bool {
        for i in 0..self.slots() {
            self.capture.at(me, i).store(private.ticket); // 23
        }
        private.left > 0
    }

    #[inline]
    fn exit(&self, me: usize) {
        self.unshaded.exit(me); // 25
    }
}

impl<const N: usize, M: Memory> ConstNew for Registers<Inline<N>, M>
where
    M::Register: ConstRegister,
{
    const NEW: Self = Registers {
        unshaded: kfcfs::Registers::NEW,
        capture: Matrix::ZERO,
    };
}

impl<S: Shape, M: Memory> fmt::Debug for Registers<S, M>
where
    M::Register: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fife")
            .field("unshaded", &self.unshaded)
            .field("capture", &self.capture)
            .finish()
    }
}
