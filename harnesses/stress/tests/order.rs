//! The order of entry: scripted schedules, phase by phase, in one thread.

use doorway::exclusion::Algorithm;
use doorway::phases::Exclusion;
use doorway::shape::Inline;
use doorway::SafeFife;
use doorway_proofs::each_algorithm;
use doorway_stress::{AnyPermits, NoExit, OnePermitLess};

/// Processes 0..N of a lock, driven phase by phase.
struct Play<L: Exclusion> {
    lock: L,
    k: usize,
    private: Vec<L::Private>,
}

fn play<A: Algorithm, const N: usize>(k: usize) -> Play<A::Registers<Inline<N>>> {
    let lock = <A::Registers<Inline<N>>>::new(Inline);
    let private = (0..N).map(|_| lock.private()).collect();
    Play { lock, k, private }
}

impl<L: Exclusion> Play<L> {
    /// p goes through its doorway.
    fn doorway(&mut self, p: usize) {
        self.lock
            .doorway(p, &mut self.private[p])
            .expect("tickets enough");
    }

    /// p announces its ticket and goes to the waiting room.
    fn announce(&mut self, p: usize) {
        self.lock.announce(p, &mut self.private[p]);
    }

    /// p, in the waiting room, polls once, and enters if it may.
    fn enters(&mut self, p: usize) -> bool {
        let may = self.lock.scan(p, self.k, &mut self.private[p]);
        if may {
            self.lock.enter(p, &mut self.private[p]);
        }
        may
    }

    /// p goes through its doorway to the waiting room.
    fn waits(&mut self, p: usize) {
        self.doorway(p);
        self.announce(p);
    }

    fn exits(&mut self, p: usize) {
        self.lock.exit(p);
    }
}

/// FCFS, k = 1: the first process to finish its doorway enters first, whatever its slot number.
///
/// No process enters while another is inside.
fn first_come_first_served<A: Algorithm>() {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    for order in orders {
        let mut play = play::<A, 3>(1);
        for p in order {
            play.waits(p);
        }
        for turn in 0..3 {
            for later in turn + 1..3 {
                assert!(!play.enters(order[later]), "{}: {order:?}", A::NAME);
            }
            assert!(play.enters(order[turn]), "{}: {order:?}", A::NAME);
            for later in turn + 1..3 {
                assert!(!play.enters(order[later]), "{}: {order:?}", A::NAME);
            }
            play.exits(order[turn]);
        }
    }
}

#[test]
fn fcfs() {
    each_algorithm!(default, |A, _lock| {
        first_come_first_served::<A>();
    });
}

/// k-FCFS, k = 2: a process that starts its doorway after two others wait does not enter before both of them.
fn k_first_come_first_served<A: Algorithm>() {
    let mut play = play::<A, 4>(2);
    for p in [3, 1, 2, 0] {
        play.waits(p);
    }
    assert!(!play.enters(2), "{}: neither 3 nor 1 has entered", A::NAME);
    assert!(!play.enters(0), "{}", A::NAME);
    assert!(play.enters(1), "{}: second of two permits", A::NAME);
    assert!(!play.enters(2), "{}: 3 may be about to enter", A::NAME);
    assert!(play.enters(3), "{}", A::NAME);
    assert!(
        !play.enters(2) && !play.enters(0),
        "{}: two are inside",
        A::NAME
    );
    play.exits(1);
    assert!(!play.enters(0), "{}: that permit is 2's", A::NAME);
    assert!(play.enters(2), "{}", A::NAME);
    play.exits(3);
    assert!(play.enters(0), "{}", A::NAME);
}

#[test]
fn k_fcfs() {
    each_algorithm!(any, default, |A, _lock| {
        k_first_come_first_served::<A>();
    });
}

/// Whether p1 can enter, running alone, in Danek's scenario (section 5), k = 2.
///
/// p1 finishes its doorway; p2 comes later and enters; p3 and p4 stop between their doorway and the
/// announcement of their tickets.
fn overtaken_is_enabled<A: Algorithm>() -> bool {
    let [p1, p2, p3, p4] = [0, 1, 2, 3];
    let mut play = play::<A, 4>(2);
    play.doorway(p1);
    play.announce(p1);
    play.doorway(p2);
    play.announce(p2);
    assert!(play.enters(p2), "{}: only p1 is before it", A::NAME);
    play.doorway(p3);
    play.doorway(p4);
    (0..100).any(|_| play.enters(p1))
}

/// `Fife` and `KFcfs`, which announce an optimistic ticket, need a schedule by single accesses: `staged.rs`.
#[test]
fn safe_fife_enables_the_overtaken() {
    assert!(overtaken_is_enabled::<SafeFife>());
}

/// k-1 processes crash in the doorway, the waiting room or inside; the others still make passages.
fn alive_after_crashes<A: Algorithm>() {
    for stopped_in in ["doorway", "waiting room", "critical section"] {
        let mut play = play::<A, 4>(3);
        for p in [1, 3] {
            play.doorway(p);
            if stopped_in != "doorway" {
                play.announce(p);
            }
            if stopped_in == "critical section" {
                assert!(play.enters(p));
            }
        }
        for _ in 0..3 {
            play.waits(0);
            play.waits(2);
            assert!(play.enters(0), "{}: stopped in the {stopped_in}", A::NAME);
            assert!(!play.enters(2), "{}: three of three", A::NAME);
            play.exits(0);
            assert!(play.enters(2), "{}: stopped in the {stopped_in}", A::NAME);
            play.exits(2);
        }
    }
}

#[test]
fn crashes() {
    each_algorithm!(any, default, |A, _lock| {
        alive_after_crashes::<A>();
    });
}

/// A process that cancels delays no other, and loses its place.
fn cancellation<A: Algorithm>() {
    let mut play = play::<A, 3>(1);
    play.waits(0);
    assert!(play.enters(0));
    play.waits(1);
    play.waits(2);
    assert!(!play.enters(1));
    play.exits(1); // cancels
    play.exits(0);
    assert!(play.enters(2), "{}: 1 is gone", A::NAME);
    play.waits(1);
    assert!(!play.enters(1), "{}", A::NAME);
    play.exits(2);
    assert!(play.enters(1), "{}", A::NAME);
}

#[test]
fn cancelling() {
    each_algorithm!(default, |A, _lock| {
        cancellation::<A>();
    });
}

/// A mutant of the tests above, as are those that follow.
#[test]
#[should_panic(expected = "AnyPermits: [")]
fn an_open_door_has_no_order() {
    first_come_first_served::<AnyPermits>();
}

#[test]
#[should_panic(expected = "neither 3 nor 1 has entered")]
fn an_open_door_has_no_k_order() {
    k_first_come_first_served::<AnyPermits>();
}

#[test]
#[should_panic(expected = "OnePermitLess: stopped in the doorway")]
fn a_permit_too_few_is_noticed() {
    alive_after_crashes::<OnePermitLess>();
}

#[test]
#[should_panic(expected = "NoExit: 1 is gone")]
fn a_holder_that_stays_is_noticed() {
    cancellation::<NoExit>();
}
