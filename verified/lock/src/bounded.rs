//! Zehavi's k-exclusion: first in, first enabled, in bounded space.
//!
//! Algorithm 1 of M. Zehavi's paper on bounded-space k-exclusion, on the bounded timestamps of
//! [`doorway_core::timestamps`], with a latch for cancellation that is ours.
//!
//! * **Guarantees**: k-exclusion. FIFE: if a process q enters before a process p that had finished
//!   its doorway before q started its doorway, then p can enter in a bounded number of its own steps.
//!   Starvation freedom, while at most k - 1 processes crash. These are explored up to a bound, not
//!   proved.
//! * **Costs**: an uncontended passage is 12N - 10 loads, 11N - 5 stores and 6 fences, about five
//!   times the cost of [`Fife`](crate::Fife).
//! * **Remote references**: as in the paper, a waiter polls only registers that are local to it in
//!   the model of distributed memory. As in [`kfcfs`](crate::kfcfs), they lie with their writers here.
//! * **Space**: 8N² + 4N registers that never grow. A register holds N - 1 digits of a label with
//!   their tags, so a 64-bit register has room for N ≤ 14, 32 bits for N ≤ 7, 16 bits for N ≤ 4 and
//!   8 bits for N = 2. A lock for more is refused when it is made.
//! * **Registers**: atomic. The cells of `Discover` and the latch `Gone` have two writers: the process
//!   that sets one, and the process that it is about, which resets it. The others have one.
//!
//! The lines of the algorithm are in [`doorway_core::bounded`], generic over a port. This module has
//! the registers, and the port to them.
//!
//! # Differences from the paper
//!
//! * The latch: see [Cancellation](#cancellation).
//! * Line 4 leaves out stores that change nothing: 4a and 4b if both cells are reset, and 4e and 4f
//!   if 4d finds the other process disguised. Only the process itself sets its cells.
//! * Line 11 loads `Allow` only if k or more processes are left in `precede`. In the paper each turn
//!   of the loop loads it.
//!
//! # Cancellation
//!
//! In the paper no process cancels. With Algorithm 1 as printed, a process that cancels and returns
//! over and over can keep a waiter waiting: it competes again at each of the waiter's polls. The latch
//! `Gone[i][p]` tells p that i has left since p took its label; then the next label of i comes after
//! p's, and p need not wait for i. A process sets its latches before line 15, and resets those of
//! the others for it between lines 3 and 4.
//!
//! # Memory ordering
//!
//! [`doorway_core::bounded`] names the fences and the steps that need them. These pairs of a store
//! and a later load have no fence: 1, 2 and 5 before the first loads of the following scan, which
//! only pick colors (a fence comes before the loads of the labels); 4a to 4c before the first load of
//! `Reveal`, after which 4e loads it again; and 7 and 8 before 11, which polls until it sees what it
//! waits for.

use crate::exclusion::{Algorithm, KExclusion};
use crate::layout::{Matrix, Row, Stamped, Told};
use crate::memory::{Array, AtomicMemory, ConstRegister, FenceId, Fenced, Memory, Place, Register};
use crate::phases::Exclusion;
use crate::shape::{ConstNew, Inline, Shape};
use core::fmt;
use core::marker::PhantomData;
use doorway_core::bounded;
use doorway_core::label::most;
use doorway_core::port::Port;
use doorway_core::ticket::{Exhausted, Ticket};

#[doc(hidden)]
pub use doorway_core::bounded::Private;

/// Zehavi's k-exclusion: first in, first enabled, in space that never grows. See the
/// [module](self).
///
/// ```
/// use doorway::{bounded::Bounded, Semaphore};
///
/// static PERMITS: Semaphore<8, Bounded> = Semaphore::new(2);
/// let mut me = PERMITS.join()?;
/// let _permit = me.acquire();
/// # Ok::<(), doorway::SlotError>(())
/// ```
#[derive(Debug)]
pub struct Bounded<M = Fenced>(PhantomData<M>);

impl<M: AtomicMemory> Algorithm for Bounded<M> {
    type Registers<S: Shape> = Registers<S, M>;
    type Memory = M;
    const NAME: &'static str = "bounded";
    const MOST_SLOTS: u64 = most(M::Register::LIMIT) as u64;
}

impl<M: AtomicMemory> KExclusion for Bounded<M> {}

/// The shared variables of Algorithm 1 and of its timestamps.
#[doc(hidden)]
pub struct Registers<S: Shape, M: Memory> {
    stamped: Row<S, Stamped<M::Register>>,
    told: Matrix<S, Told<M::Register>>,
}

/// The port of one process to the registers.
struct Reached<'a, S: Shape, M: Memory>(&'a Registers<S, M>);

impl<S: Shape, M: Memory> Reached<'_, S, M> {
    #[inline]
    fn at(&self, place: Place) -> &M::Register {
        let (writer, home) = (place.writer, place.home);
        match place.array {
            Array::Reveal => &self.0.stamped.at(writer).reveal,
            Array::Main => &self.0.stamped.at(writer).main,
            Array::Announced => &self.0.stamped.at(writer).announced,
            Array::Colors => &self.0.stamped.at(writer).colors,
            Array::Compete => &self.0.told.at(writer, home).compete,
            Array::Ignore => &self.0.told.at(writer, home).ignore,
            Array::Order => &self.0.told.at(writer, home).order,
            Array::Allow => &self.0.told.at(writer, home).allow,
            Array::Discover => &self.0.told.at(writer, home).discover[place.copy],
            Array::Gone => &self.0.told.at(writer, home).gone,
            _ => &self.0.told.at(writer, home).saved,
        }
    }
}

impl<S: Shape, M: Memory> Port for Reached<'_, S, M> {
    #[inline]
    fn slots(&self) -> usize {
        self.0.stamped.len()
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

// SAFETY: Lemma 4 is about the paper's algorithm; ours is explored up to a bound (docs/src/bounded.md),
// not proved for every N. With k = 1 the last holder has left `precede`: line 11 loaded with Acquire
// what its exit, or a later passage of it, stored with Release.
#[allow(unsafe_code)]
unsafe impl<S: Shape, M: AtomicMemory> Exclusion for Registers<S, M> {
    type Shape = S;
    type Memory = M;
    type Private = Private;

    fn new(shape: S) -> Self {
        Registers {
            stamped: Row::new(&shape, Array::Main, 0),
            told: Matrix::new(&shape, Array::Saved, 0),
        }
    }

    fn slots(&self) -> usize {
        self.stamped.len()
    }

    fn private(&self) -> Private {
        Private::default()
    }

    fn doorway(&self, me: usize, private: &mut Private) -> Result<(), Exhausted> {
        bounded::doorway(&mut Reached(self), me, private);
        Ok(())
    }

    fn announce(&self, _: usize, _: &mut Private) -> bool {
        bounded::announce(&mut Reached(self));
        true
    }

    fn scan(&self, me: usize, k: usize, private: &mut Private) -> bool {
        bounded::scan(&mut Reached(self), me, k, private)
    }

    fn is_next(&self, k: usize, private: &Private) -> bool {
        private.precede.count_ones() as usize <= k
    }

    fn enter(&self, me: usize, private: &mut Private) -> bool {
        bounded::enter(&mut Reached(self), me, private)
    }

    fn exit(&self, me: usize) {
        bounded::exit(&mut Reached(self), me);
    }
}

impl<const N: usize, M: Memory> ConstNew for Registers<Inline<N>, M>
where
    M::Register: ConstRegister,
{
    const NEW: Self = Registers {
        stamped: Row::ZERO,
        told: Matrix::ZERO,
    };
}

impl<S: Shape, M: Memory> fmt::Debug for Registers<S, M>
where
    M::Register: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bounded")
            .field("stamped", &self.stamped)
            .field("told", &self.told)
            .finish()
    }
}
