//! Locks whose tickets are used up, and tickets that cross a carry.

use doorway::exclusion::{Algorithm, KExclusion};
use doorway::memory::{Fenced, Halves};
use doorway::phases::Exclusion;
use doorway::shape::{Heap, Inline};
use doorway::{
    AcquireError, AnyMutex, AnySemaphore, Bakery, Fife, KFcfs, ParameterError, Park, SafeFife, Spin,
};
use doorway_memories::{Late, Short};
use doorway_proofs::catalogue::Tickets;
use doorway_proofs::each_algorithm;
use doorway_stress::{hammer, Plan};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicU8};
use std::sync::Arc;

/// The last 3 tickets up to `LIMIT` are taken; then every attempt is refused, and delays no other process.
fn the_last_tickets<A: KExclusion>() {
    let mut lock = AnySemaphore::<_, A, Spin>::with_shape(Inline::<3>, 1).unwrap();
    {
        let mut a = lock.slot(0).unwrap();
        let mut b = lock.slot(1).unwrap();
        drop(a.acquire());
        drop(b.acquire());
        let last = b.acquire();
        for _ in 0..3 {
            assert_eq!(a.checked_acquire().unwrap_err(), AcquireError::Exhausted);
            assert_eq!(a.try_acquire().unwrap_err(), AcquireError::Exhausted);
        }
        drop(last);
        assert_eq!(b.checked_acquire().unwrap_err(), AcquireError::Exhausted);
        let message = AcquireError::Exhausted.to_string();
        assert_eq!(
            message,
            "the lock's tickets are used up: reset the lock while it is not in use, or choose a lock with wider tickets"
        );
    }
    lock.reset(); // starts late again
    assert!(lock.slot(0).unwrap().checked_acquire().is_ok());
}

const U64_END: u64 = u64::MAX - 4;
const U32_END: u64 = u32::MAX as u64 - 4;

#[test]
fn of_64_bits() {
    type M = Late<U64_END, Fenced<AtomicU64>>;
    the_last_tickets::<KFcfs<M>>();
    the_last_tickets::<Fife<M>>();
    the_last_tickets::<SafeFife<M>>();
    the_last_tickets::<SafeFife<Late<U64_END, Halves>>>();
}

/// The mutant: a register with one ticket fewer.
#[test]
#[should_panic(expected = "the lock's tickets are used up")]
fn one_ticket_fewer_is_noticed() {
    the_last_tickets::<Fife<Late<{ U64_END + 1 }, Fenced<AtomicU64>>>>();
}

#[test]
fn of_32_bits() {
    type M = Late<U32_END, Fenced<AtomicU32>>;
    the_last_tickets::<KFcfs<M>>();
    the_last_tickets::<Fife<M>>();
}

#[test]
#[should_panic(expected = "the lock's tickets are used up")]
fn acquire_says_so() {
    let lock = AnySemaphore::<_, Fife<Short<0, Fenced>>, Spin>::with_shape(Inline::<2>, 1).unwrap();
    let _ = lock.slot(0).unwrap().acquire();
}

/// The Bakery's tickets grow while some process is always waiting, and restart when none is.
#[test]
fn of_the_bakery() {
    let mut lock =
        AnyMutex::<_, Bakery<Short<5, Fenced>>, Spin, ()>::with_shape(Inline::<2>, ()).unwrap();
    let [mut a, _b] = lock.split();
    for _ in 0..100 {
        drop(a.lock());
    }

    let registers = <Bakery<Short<5, Fenced>> as Algorithm>::Registers::<Inline<2>>::new(Inline);
    let mut private = [registers.private(), registers.private()];
    for ticket in 0..5 {
        let p = ticket % 2;
        registers.doorway(p, &mut private[p]).unwrap();
        registers.announce(p, &mut private[p]);
        if ticket > 0 {
            registers.exit(1 - p); // one process is always in
        }
    }
    assert!(registers.doorway(1, &mut private[1]).is_err());
    registers.exit(1);
    assert!(registers.scan(0, 1, &mut private[0]), "1 has exited");
    registers.exit(0);
    assert!(
        registers.doorway(1, &mut private[1]).is_ok(),
        "tickets restart"
    );
}

/// Runs a check for each lock whose numbers are bounded.
macro_rules! each_small {
    ($memory:ty, $check:ident) => {
        each_algorithm!(one, $memory, |A, lock| {
            if lock.facts.model().tickets == Tickets::Bounded {
                $check::<A>();
            }
        })
    };
}

/// The Black-White Bakeries' numbers do not grow while some process is always waiting.
///
/// The registers have room for as many numbers as there are processes.
fn numbers_do_not_grow<A: Algorithm>() {
    let registers = <A as Algorithm>::Registers::<Inline<2>>::new(Inline);
    let mut private = [registers.private(), registers.private()];
    for passage in 0..1000 {
        let p = passage % 2;
        registers.doorway(p, &mut private[p]).unwrap();
        registers.announce(p, &mut private[p]);
        if passage > 0 {
            assert!(!registers.scan(p, 1, &mut private[p]), "1 - p is inside");
            registers.exit(1 - p); // one process is always in
        }
        assert!(registers.scan(p, 1, &mut private[p]));
        registers.enter(p, &mut private[p]);
    }
}

#[test]
fn not_of_the_black_white() {
    type Two = Short<5, Fenced<AtomicU8>>; // numbers 1 and 2, in two colors
    each_small!(Two, numbers_do_not_grow);
}

/// The mutant: no colors. The Bakery's tickets do grow.
#[test]
#[should_panic(expected = "Exhausted")]
fn numbers_that_grow_are_noticed() {
    numbers_do_not_grow::<Bakery<Short<5, Fenced<AtomicU8>>>>();
}

/// With cancellation the numbers grow, and a number without room is refused.
///
/// The numbers restart when no process is in.
fn numbers_of_cancelled_attempts<A: Algorithm>() {
    let registers = <A as Algorithm>::Registers::<Inline<2>>::new(Inline);
    let mut private = [registers.private(), registers.private()];
    let is_black_white = A::NAME == "black-white";
    if is_black_white {
        registers.doorway(1, &mut private[1]).unwrap(); // on the fast path, without a number
    }
    for number in 0..126 {
        let p = number % 2;
        registers.doorway(p, &mut private[p]).unwrap();
        registers.announce(p, &mut private[p]);
        if number > 0 || is_black_white {
            registers.exit(1 - p); // cancels, after p took a number
        }
    }
    assert!(registers.doorway(0, &mut private[0]).is_err());
    registers.exit(0);
    assert!(registers.scan(1, 1, &mut private[1]), "0 has exited");
    registers.enter(1, &mut private[1]);
    registers.exit(1);
    assert!(registers.doorway(0, &mut private[0]).is_ok());
}

#[test]
fn of_the_black_white_that_cancels() {
    type Bytes = Fenced<AtomicU8>;
    each_small!(Bytes, numbers_of_cancelled_attempts);
}

fn slots_up_to_126<A: Algorithm>() {
    assert!(AnyMutex::<_, A, Spin, ()>::with_shape(Heap(126), ()).is_ok());
    let refused = AnyMutex::<_, A, Spin, ()>::with_shape(Heap(127), ());
    assert_eq!(
        refused.err(),
        Some(ParameterError::TooManySlots {
            slots: 127,
            most: 126
        })
    );
}

#[test]
fn slots_that_8_bits_have_no_room_for() {
    each_small!(Fenced<AtomicU8>, slots_up_to_126);
}

const START: u64 = 0x7_ffff_ff80;
const ATTEMPTS: u64 = 400;

/// Threads cross the carry from (h, 2³²-1) to (h+1, 0) in halves, and the tickets do not jump.
///
/// Each attempt increases the largest ticket by at most 1. So the tickets never exceed a limit that
/// is `ATTEMPTS` above the start.
#[test]
fn a_carry_does_not_jump() {
    type A = SafeFife<Short<{ START + ATTEMPTS }, Late<START, Halves>>>;
    for k in [1, 2, 4] {
        for _ in 0..10 {
            let lock = AnySemaphore::<_, A, Park>::with_shape(Heap(4), k).unwrap();
            let plan = Plan {
                impatience: 3,
                ..Plan::passages(4, k, ATTEMPTS / 4)
            };
            let report = hammer(&Arc::new(lock), plan);
            assert!(report.holds(k), "{report:?}");
            assert_eq!(report.passages + report.cancellations, ATTEMPTS);
        }
    }
}
