//! The Black-White Bakeries, access by access, in one thread.
//!
//! The tests show the need for `choosing`, the spin bits and the grid of splitters.
//!
//! Each scenario runs twice: on the lock, where it must succeed, and without some stores, where it
//! must fail.

use doorway::exclusion::Algorithm;
use doorway::memory::Array;
use doorway::phases::Exclusion;
use doorway::shape::Inline;
use doorway::{AnyMutex, Spin};
use doorway_memories::{stage, Act, Short, Staged};
use doorway_proofs::catalogue::Tickets;
use doorway_proofs::each_algorithm;
use doorway_stress::{told, Of};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;

/// The number of processes that enter when two take the same ticket.
///
/// q has read all tickets and is about to write its own; p arrives, takes the same ticket, and
/// polls. Then q continues.
fn race_of_two_tickets<A: Algorithm>(without_choosing: bool) -> usize
where
    Of<A, 2>: 'static,
{
    let (q, p) = (0, 1);
    told::<A, 2>(
        move |play, act, stage| match act {
            Act::Store(place, 1) if place.array == Array::Choosing && without_choosing => {
                stage.swallow();
            }
            Act::Store(place, 1..) if place.array == Array::Ticket && place.writer == q => {
                play.doorway(p);
                play.announce(p);
                play.enters(p);
            }
            _ => {}
        },
        |play| {
            play.doorway(q);
            play.announce(q);
            play.enters(q);
        },
    )
}

/// The number of processes that enter when two are about to take the fast path.
///
/// q has seen that p is not choosing, and is about to see that it has no ticket; p arrives, and
/// checks for its fast path. Then q continues.
fn race_of_two_alone<A: Algorithm>(without_choosing: bool) -> usize
where
    Of<A, 2>: 'static,
{
    let (q, p) = (0, 1);
    let away = Cell::new(true);
    told::<A, 2>(
        move |play, act, stage| match act {
            Act::Store(place, 1) if place.array == Array::Choosing && without_choosing => {
                stage.swallow();
            }
            Act::Load(place)
                if place.array == Array::Ticket && place.writer == p && away.take() =>
            {
                play.doorway(p);
                play.announce(p);
                play.enters(p);
            }
            _ => {}
        },
        |play| {
            play.doorway(q);
            play.announce(q);
            if !play.enters(q) {
                play.enters(p);
            }
        },
    )
}

/// The number of processes inside at the end, for each lock whose numbers are bounded.
fn races(without_choosing: bool) -> Vec<usize> {
    let mut inside = vec![];
    each_algorithm!(one, Staged, |A, lock| {
        match (lock.facts.model().tickets, lock.set) {
            (Tickets::Bounded, "") => inside.push(race_of_two_alone::<A>(without_choosing)),
            (Tickets::Bounded, _) => inside.push(race_of_two_tickets::<A>(without_choosing)),
            _ => {}
        }
    });
    inside
}

#[test]
fn choosing() {
    let races = races(false);
    assert!(
        races.len() > 4 && races.iter().all(|&inside| inside == 1),
        "{races:?}"
    );
}

#[test]
fn choosing_removed() {
    let races = races(true);
    assert!(
        races.len() > 4 && races.iter().all(|&inside| inside == 2),
        "{races:?}"
    );
}

/// Whether a waiter enters after the process it waits for was refused a number.
///
/// The lock has the numbers 1 and 2. Process 1 has number 1. Process 0 arrives, and while it
/// chooses, process 2 takes the last number, process 1 cancels, and process 2 waits until 0 has
/// chosen. So 0 is refused and returns to its remainder, and its exit must announce this to 2.
fn refused<A: Algorithm>(without: Option<Array>) -> bool
where
    Of<A, 3>: 'static,
{
    let chooses = Cell::new(false);
    let inside = told::<A, 3>(
        move |play, act, stage| match act {
            Act::Store(place, 1) if place.array == Array::Choosing && place.writer == 0 => {
                chooses.set(true);
            }
            Act::Load(_) if chooses.take() => {
                play.doorway(2);
                play.announce(2);
                play.lock.exit(1);
                assert!(!play.enters(2), "0 is choosing");
            }
            Act::Store(place, 0) if Some(place.array) == without && place.writer == 0 => {
                stage.swallow();
            }
            _ => {}
        },
        |play| {
            if A::NAME == "black-white" {
                play.doorway(2); // on the fast path, without a number
                play.doorway(1);
                play.lock.exit(2);
            } else {
                play.doorway(1);
            }
            play.announce(1);
            assert!(!play.is_served(0), "there are two numbers only");
            play.lock.exit(0);
            play.enters(2);
        },
    );
    inside == 1
}

type Two = Short<5, Staged>;

/// For each lock whose numbers are bounded: whether it spins locally, and whether the waiter enters.
fn refusals(without: Option<Array>) -> Vec<(bool, bool)> {
    let mut enters = vec![];
    each_algorithm!(one, Two, |A, lock| {
        if lock.facts.model().tickets == Tickets::Bounded {
            enters.push((lock.facts.rmr.local, refused::<A>(without)));
        }
    });
    assert!(enters.len() > 4);
    enters
}

#[test]
fn a_refused_process_notifies_waiters() {
    assert!(refusals(None).iter().all(|&(_, enters)| enters));
}

/// A waiter that spins locally waits for the bit of line 8, any other for `choosing`.
#[test]
fn a_refused_process_that_does_not_notify() {
    for (local, enters) in refusals(Some(Array::Choosing)) {
        assert_eq!(enters, local);
    }
    for (local, enters) in refusals(Some(Array::SpinCh)) {
        assert_eq!(enters, !local);
    }
}

/// The accesses of a lock with 8 slots while 2 of them are taken and released, passage after passage.
#[derive(Default)]
struct Seen {
    /// Splitters that a process has stopped at.
    owned: HashSet<(usize, usize)>,
    /// Stores to the grid, by passage.
    stores: Vec<usize>,
    /// Loads of the grid, by passage.
    loads: Vec<usize>,
}

fn slots_taken_again<A: Algorithm<Memory = Staged> + 'static>(without_placed: bool) -> Seen {
    let seen = Rc::new(RefCell::new(Seen::default()));
    let watching = seen.clone();
    stage(
        move |act, stage| {
            let seen = &mut *watching.borrow_mut();
            match act {
                Act::Store(place, _) if place.array.is_grid() => {
                    *seen.stores.last_mut().expect("a passage") += 1;
                    if place.array == Array::Owner {
                        seen.owned.insert((place.writer, place.home));
                    }
                }
                Act::Load(place) if place.array.is_grid() => {
                    *seen.loads.last_mut().expect("a passage") += 1;
                }
                Act::Store(place, _) if place.array == Array::Placed && without_placed => {
                    stage.swallow();
                }
                _ => {}
            }
        },
        || {
            let lock = AnyMutex::<_, A, Spin, ()>::with_shape(Inline::<8>, ()).unwrap();
            for passage in 0..10 {
                seen.borrow_mut().stores.push(0);
                seen.borrow_mut().loads.push(0);
                let mut slot = lock.slot([5, 2][passage % 2]).expect("released");
                drop(slot.lock());
            }
        },
    );
    seen.take()
}

fn each_slot_walks_once<A: Algorithm<Memory = Staged> + 'static>() {
    let seen = slots_taken_again::<A>(false);
    assert_eq!(seen.owned, HashSet::from([(0, 0), (1, 0)]), "{}", A::NAME);
    assert_eq!(seen.stores, [3, 4, 0, 0, 0, 0, 0, 0, 0, 0], "{}", A::NAME);
    let mut loads = seen.loads[2..].to_vec();
    loads.dedup();
    assert_eq!(loads.len(), 1, "{}: a getset costs the same", A::NAME);

    // The mutant: a process does not remember its splitter.
    let seen = slots_taken_again::<A>(true);
    assert!(seen.owned.len() > 2, "{}", A::NAME);
    assert!(seen.loads[9] > seen.loads[2], "{}", A::NAME);
}

/// A process that takes a used slot has the splitter of that slot, and does not store to the grid.
#[test]
fn a_slot_has_one_splitter() {
    each_algorithm!(one, Staged, |A, lock| {
        if lock.set == "Grid" {
            each_slot_walks_once::<A>();
        }
    });
}
