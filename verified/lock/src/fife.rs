//! k-exclusion, first in first enabled: the k-Bakery with capturing.
//!
//! Danek, *The k-Bakery*, Figure 2 with its shaded part (lines 17, 22, 23); stated there as Theorem 9.
//!
//! * **Guarantees**: k-exclusion; starvation freedom while at most k-1 processes crash; FIFE: if a process q enters before a process p
//!   that had finished its doorway before q started, then p can enter in a bounded number of its own steps.
//! * **Costs**: Θ(N) remote references a passage in the CC and the DSM model, none while waiting. 1 fence, and 1 more if somebody else takes a ticket
//!   at the same time.
//! * **Space**: 2N² + N registers. Tickets only grow: on 64 bits they last for centuries, on 32 bits for 4 billion passages.
//! * **Registers**: atomic.
//!
//! # Memory ordering
//!
//! As in [`kfcfs`]. Capturing needs no fence of its own: a capture that is seen late lets its
//! process in late, never wrongly.

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

/// The k-Bakery with capturing: k-exclusion, first in first enabled. See the [module](self).
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

// SAFETY: k-exclusion is Theorem 9. With k = 1 the last holder has left every predecessor set: line 21 loaded with
// Acquire what line 25, or a later line, of it stored with Release. (Nobody is overtaken with k = 1.)
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
