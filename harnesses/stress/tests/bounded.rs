//! `Bounded` in registers that have room for nothing but what it needs.
//!
//! The memory here gives each register the bound of its array, and panics if more is stored.

use doorway::memory::{Array, AtomicMemory, FenceId, Fenced, Memory, Place, Register};
use doorway::shape::Heap;
use doorway::{AnySemaphore, Bounded, Fife, ParameterError, Yield};
use doorway_stress::{hammer, Plan};
use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, AtomicU8};
use std::sync::Arc;

/// The largest value that a register of the array holds, with n processes.
///
/// A label has n - 1 digits, and so many tags, of 5 values each. `Saved` is a label in the places
/// of `Main`, without tags.
const fn most(array: Array, n: u32) -> u64 {
    let labels = 25_u64.pow(n - 1);
    match array {
        Array::Main => labels - 1,
        Array::Saved => (labels - 1) / 24 * 4,
        Array::Colors | Array::Announced => 4_u64.pow(n - 1) - 1,
        _ => 1,
    }
}

thread_local! {
    /// The registers that this thread has made.
    static MADE: RefCell<Vec<Place>> = const { RefCell::new(vec![]) };
}

/// The memory `M`, for N processes.
#[derive(Debug)]
struct Exact<const N: u32, M>(PhantomData<M>);

// SAFETY: it differs from `M` only in that it panics at some stores.
unsafe impl<const N: u32, M: Memory> Memory for Exact<N, M> {
    type Register = ExactRegister<N, M::Register>;
    type Flag = M::Flag;

    fn fence(id: FenceId) {
        M::fence(id);
    }
}

// SAFETY: as above.
unsafe impl<const N: u32, M: AtomicMemory> AtomicMemory for Exact<N, M> {}

#[derive(Debug)]
struct ExactRegister<const N: u32, R>(R, Array);

impl<const N: u32, R: Register> Register for ExactRegister<N, R> {
    /// `doorway_core::label::most` asks for one value more than is stored.
    const LIMIT: u64 = most(Array::Main, N) + 1;

    fn new(place: Place, value: u64) -> Self {
        MADE.with_borrow_mut(|made| made.push(place));
        ExactRegister(R::new(place, value), place.array)
    }
    fn load(&self) -> u64 {
        self.0.load()
    }
    fn store(&self, value: u64) {
        let (array, most) = (self.1, most(self.1, N));
        assert!(value <= most, "{value} in {}: at most {most}", array.name());
        self.0.store(value);
    }
}

type Lock<const N: u32, A> = AnySemaphore<Heap, Bounded<Exact<N, Fenced<A>>>, Yield>;

/// Every thread makes its passages, and no store is out of bounds.
macro_rules! passages {
    ($n:literal, $k:literal, $atomic:ty, $each:expr) => {
        let lock = Lock::<$n, $atomic>::with_shape(Heap($n), $k).expect("there is room");
        let report = hammer(&Arc::new(lock), Plan::passages($n, $k, $each));
        println!(
            "N = {}, k = {}, {}: {report:?}",
            $n,
            $k,
            stringify!($atomic)
        );
        assert!(report.holds($k), "{report:?}");
        assert_eq!((report.passages, report.cancellations), ($n * $each, 0));
    };
}

#[test]
fn no_value_is_out_of_bounds() {
    passages!(2, 1, AtomicU8, 10_000);
    passages!(4, 1, AtomicU16, 1000);
    passages!(4, 2, AtomicU16, 1000);
    passages!(7, 3, AtomicU32, 500);
    passages!(14, 4, AtomicU64, 100);
}

/// In the smallest registers of each width, on as many threads as they have room for.
#[test]
#[ignore = "minutes: cargo test --release -p doorway-stress --test bounded -- --ignored"]
fn ten_million_passages() {
    passages!(2, 1, AtomicU8, 5_000_000);
    passages!(4, 2, AtomicU16, 2_500_000);
}

/// The check can fail: a lock with tickets stores more.
#[test]
#[should_panic(expected = "in Want: at most 1")]
fn a_ticket_is_out_of_bounds() {
    type Lock = AnySemaphore<Heap, Fife<Exact<2, Fenced<AtomicU8>>>, Yield>;
    let lock = Lock::with_shape(Heap(2), 1).expect("it has tickets");
    let mut me = lock.slot(0).expect("it is free");
    for _ in 0..2 {
        drop(me.acquire());
    }
}

/// A register with too few values is refused, and so is one process more.
#[test]
fn a_register_that_is_too_small_is_refused() {
    type Less = doorway_memories::Short<24, Fenced<AtomicU8>>;
    let made = AnySemaphore::<_, Bounded<Less>, Yield>::with_shape(Heap(2), 1);
    assert_eq!(
        made.err(),
        Some(ParameterError::TooManySlots { slots: 2, most: 1 })
    );
    let made = Lock::<4, AtomicU16>::with_shape(Heap(5), 1);
    assert_eq!(
        made.err(),
        Some(ParameterError::TooManySlots { slots: 5, most: 4 })
    );
}

/// The bits of a lock in use are those of the chapter.
#[test]
fn space() {
    fn bits<const N: u32>() -> u64 {
        MADE.take();
        let lock = Lock::<N, AtomicU64>::with_shape(Heap(N as usize), 1);
        drop(lock.expect("there is room"));
        let key = |place: &Place| (place.array as usize, place.writer, place.home, place.copy);
        // Those of a process for itself are not used, nor is the padding of a row.
        let is_used = |place: &Place| {
            let is_of_pair = place.array.is_matrix() && place.writer != place.home;
            (is_of_pair || !place.array.is_matrix()) && place.home < N as usize
        };
        let mut used = MADE.take();
        used.retain(is_used);
        used.sort_by_key(key);
        used.dedup_by_key(|place| key(place));
        let width = |place: Place| match place.array {
            Array::Saved => most(Array::Main, N),
            array => most(array, N),
        };
        let bits = |place| u64::from(u64::BITS - width(place).leading_zeros());
        used.into_iter().map(bits).sum()
    }
    let stated = |n: u64| {
        let label = |values: f64| ((n - 1) as f64 * values.log2()).ceil() as u64;
        7 * n * (n - 1) + n + n * label(25.0) + 2 * n * 2 * (n - 1) + n * (n - 1) * label(25.0)
    };
    assert_eq!(
        [bits::<2>(), bits::<4>(), bits::<7>(), bits::<14>()],
        [2, 4, 7, 14].map(stated)
    );
}
