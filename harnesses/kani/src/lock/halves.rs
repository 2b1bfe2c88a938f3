//! Torn reads: the shipped `HalvesRegister`, with a reader's loads anywhere between a writer's stores.
//!
//! The writer runs first, and [`Timed`] keeps the value of every register after each of its stores.
//! Then the reader runs, and each of its loads happens after any number of stores, but not before
//! its previous load: this covers every interleaving.

use super::ANYWHERE;
use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use doorway::memory::{AtomicFlag, AtomicMemory, FenceId, Halves, Memory, Place, Register};
use doorway_core::pair;
use doorway_core::ticket::{Ticket, INFINITY};

/// The number of passages that a reader of two places can overlap; the first is over when the reader begins.
const PASSAGES: usize = if cfg!(feature = "full") { 4 } else { 3 };

/// The most stores of halves.
const STORES: usize = 2 * PASSAGES;

/// The number of stores the writer has made.
static WRITTEN: AtomicUsize = AtomicUsize::new(0);
/// The number of them before the reader's last load.
static SEEN: AtomicUsize = AtomicUsize::new(0);

/// An atomic register, with the value it held after each of the writer's stores to any register.
struct Timed {
    after: [Cell<Ticket>; STORES + 1],
}

impl Register for Timed {
    const LIMIT: Ticket = INFINITY - 1;

    fn new(_: Place, value: Ticket) -> Self {
        Timed {
            after: [const { Cell::new(0) }; STORES + 1].map(|cell| {
                cell.set(value);
                cell
            }),
        }
    }
    fn load(&self) -> Ticket {
        let last = SEEN.load(Relaxed);
        let now = kani::any_where(|&now| last <= now && now <= WRITTEN.load(Relaxed));
        SEEN.store(now, Relaxed);
        self.after[now].get()
    }
    fn store(&self, value: Ticket) {
        let now = WRITTEN.load(Relaxed) + 1;
        WRITTEN.store(now, Relaxed);
        let mut later = now;
        while later <= STORES {
            self.after[later].set(value);
            later += 1;
        }
    }
}

/// The memory of such registers.
struct InTime;

// SAFETY: loads and stores are atomic and in order; there is one thread.
unsafe impl Memory for InTime {
    type Register = Timed;
    type Flag = AtomicFlag;
    fn fence(_: FenceId) {}
}

// SAFETY: as above.
unsafe impl AtomicMemory for InTime {}

type InHalves = <Halves<InTime> as Memory>::Register;

/// Tickets of successive passages, which never decrease: `cores::ticket::taken`.
fn growing<const N: usize>() -> [Ticket; N] {
    kani::any_where(|tickets: &[Ticket; N]| {
        let mut i = 1;
        while i < N && tickets[i - 1] <= tickets[i] {
            i += 1;
        }
        i >= N && tickets[N - 1] < INFINITY
    })
}

/// A read is never above the newest ticket whose store has begun, and exact if it overlaps no store.
///
/// For one place that is written with growing tickets.
fn is_not_above_the_newest<R: Register>() {
    let tickets: [Ticket; 3] = growing();
    let place = R::new(ANYWHERE, tickets[0]);
    place.store(tickets[1]);
    place.store(tickets[2]);

    let begun = kani::any_where(|&begun| begun <= 4);
    SEEN.store(begun, Relaxed);
    let read = place.load();
    let ended = SEEN.load(Relaxed);

    assert!(read <= tickets[(ended + 1) / 2]);
    if begun == ended && ended % 2 == 0 {
        assert!(read == tickets[ended / 2]);
        kani::cover!(ended == 2);
    }
    kani::cover!(read < tickets[0]);
    kani::cover!(begun == 0 && ended == 4);
    kani::cover!(begun == 1 && ended == 3 && read != tickets[1] && read != tickets[2]);
}

#[kani::proof]
#[kani::unwind(11)]
fn torn() {
    is_not_above_the_newest::<InHalves>();
}

/// A read of two places is between the last ticket entered with and the newest one.
///
/// Passages have growing tickets, and some of them enter. Each writes the place that the last entry
/// did not use. The first passage is over when a reader begins to read both places. It reads
/// nothing above the newest ticket, and nothing below the last ticket entered with before it began,
/// unless a later passage also entered and was followed by another one meanwhile.
fn is_between_entered_and_newest<R: Register>(
    other: impl Fn(usize) -> usize,
    latest: impl Fn(Ticket, Ticket) -> Ticket,
) {
    let tickets: [Ticket; PASSAGES] = growing();
    let enters: [bool; PASSAGES] = kani::any();
    let places = [R::new(ANYWHERE, 0), R::new(ANYWHERE, 0)];
    let mut entered = 0;
    for passage in 0..PASSAGES {
        let place = other(entered);
        places[place].store(tickets[passage]);
        if enters[passage] {
            entered = place;
        }
    }

    let begun: usize = kani::any_where(|&begun| 2 <= begun && begun <= 2 * PASSAGES);
    SEEN.store(begun, Relaxed);
    let first = places[0].load();
    let read = latest(first, places[1].load());
    let newest = (SEEN.load(Relaxed) + 1) / 2 - 1;
    assert!(read <= tickets[newest]);

    let over = begun / 2;
    let mut entered_before = 0;
    let mut overrun = false;
    for passage in 0..PASSAGES {
        if enters[passage] && passage < over {
            entered_before = tickets[passage];
        }
        overrun |= enters[passage] && over <= passage && passage < newest;
    }
    assert!(overrun || read >= entered_before);
    kani::cover!(overrun && read < entered_before);
    kani::cover!(!overrun && enters[0] && newest == 2 && read == tickets[0] && read < tickets[1]);
    kani::cover!(read == tickets[2] && read > tickets[1]);
}

#[kani::proof]
#[kani::unwind(11)]
fn two_places() {
    is_between_entered_and_newest::<InHalves>(pair::other, pair::latest);
}

mod mutants {
    use super::*;
    use doorway_core::halves::{join, split};

    /// Halves written and read in a given order.
    struct Swapped<const WRITE_LOW_FIRST: bool, const READ_LOW_FIRST: bool>([Timed; 2]);

    impl<const W: bool, const R: bool> Register for Swapped<W, R> {
        const LIMIT: Ticket = INFINITY - 1;

        fn new(place: Place, value: Ticket) -> Self {
            let (low, high) = split(value);
            Swapped([low, high].map(|half| Timed::new(place, half.into())))
        }
        fn load(&self) -> Ticket {
            let [low, high] = &self.0;
            if R {
                let low = low.load() as u32;
                join(low, high.load() as u32)
            } else {
                let high = high.load() as u32;
                join(low.load() as u32, high)
            }
        }
        fn store(&self, value: Ticket) {
            let ([low, high], (lower, upper)) = (&self.0, split(value));
            if W {
                low.store(lower.into());
                high.store(upper.into());
            } else {
                high.store(upper.into());
                low.store(lower.into());
            }
        }
    }

    mod torn {
        use super::*;

        /// Lamport's other direction: a read is never below, but at a carry above.
        #[kani::proof]
        #[kani::unwind(11)]
        #[kani::should_panic]
        fn high_first() {
            is_not_above_the_newest::<Swapped<false, true>>();
        }

        /// Read in the order of writing.
        #[kani::proof]
        #[kani::unwind(11)]
        #[kani::should_panic]
        fn in_the_order_of_writing() {
            is_not_above_the_newest::<Swapped<true, true>>();
        }
    }

    mod two_places {
        use super::*;

        /// Every passage writes the same place, as in Figure 3.
        #[kani::proof]
        #[kani::unwind(11)]
        #[kani::should_panic]
        fn one_place() {
            is_between_entered_and_newest::<InHalves>(|_| 0, pair::latest);
        }

        /// The places alternate, whether a passage enters or not: two passages that cancel overwrite both.
        #[kani::proof]
        #[kani::unwind(11)]
        #[kani::should_panic]
        fn by_turns() {
            let turn = Cell::new(1);
            is_between_entered_and_newest::<InHalves>(
                |_| turn.replace(1 - turn.get()),
                pair::latest,
            );
        }
    }
}
