//! The layout of registers: no two overlap, and registers written by different processes share no cache line.
//!
//! Every process makes a passage on [`Watched`] registers, each of which knows its name. The
//! harness checks any two of them: their addresses, their writers, and their distance.

use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering::Relaxed};
use doorway::memory::{Array, AtomicFlag, AtomicMemory, FenceId, Memory, Place, Register};
use doorway::phases::Exclusion;
#[cfg(feature = "full")]
use doorway::safe_fife;
use doorway::shape::{Heap, Inline, Shape};
use doorway::{bakery, fife, kfcfs};
use doorway_core::ticket::{Ticket, INFINITY};

/// The longest cache line of common processors, in bytes.
const LINE: usize = 128;

/// The process whose turn it is.
static ME: AtomicUsize = AtomicUsize::new(0);
/// The names of the two registers that are checked.
static LOOKED_AT: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];
/// Their addresses: null before their first access.
static FOUND: [AtomicPtr<Watched>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// A register, as wide as a real one, that holds its name: its array, writer, home and copy.
struct Watched(AtomicU64);

fn name(place: Place) -> u64 {
    let array = place.array as u64 + 1;
    (array << 24) | (place.writer << 16 | place.home << 8 | place.copy) as u64
}

fn writer(name: u64) -> u64 {
    name >> 16 & 0xff
}

impl Watched {
    /// Records its address, which must not change between two accesses.
    fn load_all(&self) {
        let name = self.0.load(Relaxed);
        for i in 0..2 {
            if LOOKED_AT[i].load(Relaxed) == name {
                let (here, before) = (ptr::from_ref(self), FOUND[i].load(Relaxed));
                assert!(before.is_null() || ptr::eq(before, here));
                FOUND[i].store(here.cast_mut(), Relaxed);
            }
        }
    }
}

impl Register for Watched {
    const LIMIT: Ticket = INFINITY - 1;
    fn new(place: Place, _: Ticket) -> Self {
        Watched(AtomicU64::new(name(place)))
    }
    fn load(&self) -> Ticket {
        self.load_all();
        0
    }
    fn store(&self, _: Ticket) {
        self.load_all();
        assert!(writer(self.0.load(Relaxed)) == ME.load(Relaxed) as u64);
    }
}

/// The memory of such registers.
struct Watching;

// SAFETY: none is needed: no lock on it guards a value.
unsafe impl Memory for Watching {
    type Register = Watched;
    type Flag = AtomicFlag;
    fn fence(_: FenceId) {}
}

// SAFETY: as above.
unsafe impl AtomicMemory for Watching {}

/// Runs a passage of every process. Loads return 0, which leads to every access.
fn passages<L: Exclusion>(lock: &L) {
    for me in 0..lock.slots() {
        ME.store(me, Relaxed);
        let mut private = lock.private();
        assert!(lock.doorway(me, &mut private).is_ok());
        lock.announce(me, &mut private);
        lock.scan(me, 1, &mut private);
        lock.enter(me, &mut private);
        lock.exit(me);
    }
}

/// Any two registers that `play` accesses do not overlap.
///
/// If `lined`, registers with different writers are on different cache lines.
fn lie_apart(lined: bool, play: impl FnOnce()) {
    let (a, b): (u64, u64) = kani::any_where(|(a, b)| a != b);
    LOOKED_AT[0].store(a, Relaxed);
    LOOKED_AT[1].store(b, Relaxed);
    play();
    let [at_a, at_b] = [FOUND[0].load(Relaxed), FOUND[1].load(Relaxed)];
    if !at_a.is_null() && !at_b.is_null() {
        let (at_a, at_b) = (at_a.addr(), at_b.addr());
        assert!(at_a.abs_diff(at_b) >= size_of::<Watched>());
        assert!(!lined || writer(a) == writer(b) || at_a / LINE != at_b / LINE);
        kani::cover!(writer(a) != writer(b) && a >> 24 == b >> 24);
        kani::cover!(writer(a) == writer(b) && a >> 24 != b >> 24);
    }
}

fn lies_apart<L: Exclusion>(shape: L::Shape, lined: bool) {
    let lock = L::new(shape);
    lie_apart(lined, || passages(&lock));
}

/// The number of processes of the inline locks.
const N: usize = 2;

/// Inline locks. The lock's alignment makes its address the beginning of a cache line.
fn in_place<const N: usize, L: Exclusion<Shape = Inline<N>>>() {
    assert!(align_of::<L>() % LINE == 0);
    lies_apart::<L>(Inline, true);
}

/// Locks on the heap.
///
/// Rows are separate allocations; the allocator decides which cache lines they use.
fn on_the_heap<L: Exclusion<Shape = Heap>>() {
    lies_apart::<L>(Heap(2), false);
}

#[kani::proof]
#[kani::unwind(5)]
fn apart_bakery() {
    in_place::<N, bakery::Registers<_, Watching>>();
}

#[kani::proof]
#[kani::unwind(5)]
fn apart_kfcfs() {
    in_place::<N, kfcfs::Registers<_, Watching>>();
}

#[kani::proof]
#[kani::unwind(5)]
fn apart_fife() {
    in_place::<N, fife::Registers<_, Watching>>();
}

#[cfg(feature = "full")]
#[kani::proof]
#[kani::unwind(5)]
fn apart_safe_fife() {
    in_place::<N, safe_fife::Registers<_, Watching>>();
}

#[kani::proof]
#[kani::unwind(5)]
fn apart_heap_bakery() {
    on_the_heap::<bakery::Registers<_, Watching>>();
}

#[cfg(feature = "full")]
#[kani::proof]
#[kani::unwind(5)]
fn apart_heap_fife() {
    on_the_heap::<fife::Registers<_, Watching>>();
}

mod mutants {
    use super::*;

    mod apart {
        use super::*;

        /// A matrix with a wrong layout: one array, with register `[writer][reader]` at `index`.
        fn matrix<const SIZE: usize>(lined: bool, index: impl Fn(usize, usize) -> usize) {
            let registers: [Watched; SIZE] = Inline.array(|_| Watched(AtomicU64::new(0)));
            lie_apart(lined, || {
                for writer in 0..2 {
                    ME.store(writer, Relaxed);
                    for home in 0..2 {
                        let array = if home == writer {
                            Array::Ticket
                        } else {
                            Array::Want
                        };
                        let register = &registers[index(writer, home)];
                        let place = Place {
                            array,
                            writer,
                            home,
                            copy: 0,
                        };
                        register.0.store(name(place), Relaxed);
                        register.store(0);
                    }
                }
            });
        }

        /// No padding: writers share a line.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn unpadded() {
            matrix::<4>(true, |writer, reader| 2 * writer + reader);
        }

        /// Two registers in one place.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn overlapping() {
            matrix::<3>(false, |writer, reader| reader + writer);
        }

        /// A line per reader: a process writes to the lines of all others.
        #[kani::proof]
        #[kani::unwind(34)]
        #[kani::should_panic]
        fn by_reader() {
            matrix::<32>(true, |writer, reader| 16 * reader + writer);
        }
    }
}
