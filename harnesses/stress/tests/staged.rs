//! Races laid down access by access: a script runs other processes inside one process's access.
//!
//! Each story is told twice: as the lock is, where it must end well, and with the mutant it is about, where it must not.

use doorway::exclusion::Algorithm;
use doorway::memory::{Array, Halves, Memory, Place, Register};
use doorway::phases::Exclusion;
use doorway::{Bakery, Fife, KFcfs, SafeFife};
use doorway_memories::{stage, Act, Stage, Staged, ENTERED_BY_ALL, ONE_TICKET};
use doorway_stress::{told, Of};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The race that line 14 is there for (Danek, section 4): q has read everybody's ticket and nobody knows of the one it takes; p comes, takes one, and looks
/// for q. Then q goes on. Where a guess is told, that is when q is about to look; else when it is about to write its ticket.
fn race_at_line_14<A: Algorithm>(without_line_14: bool) -> usize
where
    Of<A, 2>: 'static,
{
    let (q, p) = (0, 1);
    let in_doorway = Rc::new(Cell::new(false));
    let entered = in_doorway.clone();
    let guesses = A::NAME != SafeFife::<Staged>::NAME;
    told::<A, 2>(
        move |play, act, stage| match act {
            Act::Store(place, _)
                if place.array == Array::Want && entered.get() && without_line_14 =>
            {
                stage.swallow()
            }
            Act::Store(Place { array, writer, .. }, _) | Act::Load(Place { array, writer, .. })
                if entered.get()
                    && if guesses {
                        array == Array::Want && writer == p && matches!(act, Act::Load(_))
                    } else {
                        array == Array::Ticket && writer == q && matches!(act, Act::Store(..))
                    } =>
            {
                play.doorway(p);
                entered.set(false);
                play.announce(p);
                play.enters(p);
            }
            _ => {}
        },
        |play| {
            in_doorway.set(true);
            play.doorway(q);
            play.announce(q);
            play.enters(q);
        },
    )
}

#[test]
fn line_14() {
    assert_eq!(race_at_line_14::<KFcfs<Staged>>(false), 1);
    assert_eq!(race_at_line_14::<Fife<Staged>>(false), 1);
    assert_eq!(race_at_line_14::<SafeFife<Staged>>(false), 1);
}

#[test]
fn line_14_removed() {
    assert_eq!(race_at_line_14::<KFcfs<Staged>>(true), 2);
    assert_eq!(race_at_line_14::<Fife<Staged>>(true), 2);
    assert_eq!(race_at_line_14::<SafeFife<Staged>>(true), 2);
}

/// Danek's own scenario (section 5), k = 2, in a lock that tells its guess: p3 and p4 have told theirs; p2 waits behind them; p1 comes later; p3 and p4 take larger tickets, tell
/// p1, and stop before they tell p2. So p1 enters, and p2 is overtaken. How many get in?
fn overtaken<A: Algorithm>() -> usize
where
    Of<A, 4>: 'static,
{
    let [p1, p2, p3, p4] = [0, 1, 2, 3];
    let (asked, told_p2) = (Cell::new([false; 4]), Cell::new([0; 4]));
    let once = |seen: &Cell<[bool; 4]>, p: usize| {
        let mut now = seen.get();
        let first = !std::mem::replace(&mut now[p], true);
        seen.set(now);
        first
    };
    told::<A, 4>(
        move |play, act, _| match act {
            Act::Store(place, _) if place.array == Array::Want && place.home == p2 => {
                let mut told = told_p2.get();
                told[place.writer] += 1;
                told_p2.set(told);
                match place.writer {
                    writer if told[writer] != 2 => {} // the guess
                    writer if writer == p3 => play.announce(p4),
                    _ => {
                        assert!(
                            play.enters_among(p1, 2),
                            "{}: only p2 is before it",
                            A::NAME
                        );
                        play.enters_among(p2, 2);
                    }
                }
            }
            // Line 15 of p3 and p4 begins with p1's ticket, and so does their guess, before they have told anybody.
            Act::Load(place) if place.array == Array::Ticket && place.writer == p1 => {
                if told_p2.get()[p3] == 1 && once(&asked, p3) {
                    play.doorway(p4);
                } else if told_p2.get()[p4] == 1 && once(&asked, p4) {
                    play.doorway(p2);
                    play.announce(p2);
                    play.doorway(p1);
                    play.announce(p1);
                }
            }
            _ => {}
        },
        |play| {
            play.doorway(p3);
            play.announce(p3);
        },
    )
}

#[test]
fn fife_enables_the_overtaken() {
    assert_eq!(overtaken::<Fife<Staged>>(), 2);
}

/// The mutant of the test above: without the shaded part of Figure 2 the overtaken process is stuck behind two that have stopped.
#[test]
fn kfcfs_does_not() {
    assert_eq!(overtaken::<KFcfs<Staged>>(), 1);
}

/// The race of line 14 in the Bakery, where line 3 is what it is there for.
fn race_at_line_3(without_line_3: bool) -> usize {
    let (q, p) = (0, 1);
    told::<Bakery<Staged>, 2>(
        move |play, act, stage| match act {
            Act::Store(place, 1) if place.array == Array::Doorway && without_line_3 => {
                stage.swallow()
            }
            Act::Store(place, 1) if place.array == Array::Ticket && place.writer == q => {
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

#[test]
fn line_3() {
    assert_eq!(race_at_line_3(false), 1);
}

#[test]
fn line_3_removed() {
    assert_eq!(race_at_line_3(true), 2);
}

/// Danek's Figure 3 as printed lets two in with k = 1, N = 3. p3 enters with a ticket inflated to 10 by a torn read and leaves captures of 10
/// behind; in its next passage it stops while writing its ticket; p2 and p1 read 0 there and take tickets below 10; p2 enters; p1 finds itself captured.
fn figure_3<A: Algorithm>() -> usize
where
    Of<A, 3>: 'static,
{
    let [p1, p2, p3] = [0, 1, 2];
    let scene = Rc::new(Cell::new(1));
    let now = scene.clone();
    told::<A, 3>(
        move |play, act, stage| match (act, now.get()) {
            // Scene 1: while p2 writes its first ticket, p3 goes through its doorway, and reads 9 for it.
            (Act::Store(place, _), 1) if place.array == Array::Ticket && place.writer == p2 => {
                now.set(2);
                play.doorway(p3);
                now.set(0);
            }
            (Act::Overlapped(place), 2) if place.array == Array::Ticket => stage.flicker(9),
            // Scene 3: while p3 writes its second ticket, p2 and p1 come, and read 0 for it.
            (Act::Store(place, _), 3) if place.array == Array::Ticket && place.writer == p3 => {
                now.set(4);
                play.doorway(p2);
                play.doorway(p1);
                play.announce(p2);
                play.announce(p1);
                play.enters(p2);
                play.enters(p1);
            }
            (Act::Overlapped(place), 4) if place.array == Array::Ticket => stage.flicker(0),
            _ => {}
        },
        |play| {
            play.doorway(p2);
            play.announce(p2);
            play.announce(p3);
            assert!(play.enters(p2));
            play.exits(p2);
            assert!(play.enters(p3), "with ticket 10");
            play.exits(p3);
            scene.set(3);
            play.doorway(p3);
        },
    )
}

#[test]
fn figure_3_repaired() {
    assert!(figure_3::<SafeFife<Staged>>() <= 1);
}

#[test]
fn figure_3_as_printed() {
    assert_eq!(figure_3::<SafeFife<Staged<ONE_TICKET>>>(), 2);
}

/// Why the repair asks with which ticket a process last *entered*: p3 enters with ticket 10 as above, and then cancels from passage after passage. While p2 and p1
/// read its two places, it writes one or the other, over and over; every read that a write overlaps returns 0.
fn cancellations<A: Algorithm>() -> usize
where
    Of<A, 3>: 'static,
{
    let [p1, p2, p3] = [0, 1, 2];
    let scene = Rc::new(Cell::new(1));
    let now = scene.clone();
    told::<A, 3>(
        move |play, act, stage| match (act, now.get()) {
            (Act::Store(place, _), 1) if place.array == Array::Ticket && place.writer == p2 => {
                now.set(2);
                play.doorway(p3);
                now.set(0);
            }
            (Act::Overlapped(place), 2) if place.array == Array::Ticket => stage.flicker(9),
            (Act::Load(place), 3) if place.array == Array::Ticket && place.writer == p3 => {
                now.set(0);
                for _ in 0..2 {
                    play.doorway(p3);
                    play.announce(p3);
                    play.lock.exit(p3);
                }
                now.set(3);
            }
            (Act::Overlapped(place), 3) if place.array == Array::Ticket => stage.flicker(0),
            _ => {}
        },
        |play| {
            play.doorway(p2);
            play.announce(p2);
            play.announce(p3);
            assert!(play.enters(p2));
            play.exits(p2);
            assert!(play.enters(p3), "with ticket 10");
            play.exits(p3);
            scene.set(3);
            play.doorway(p2);
            play.doorway(p1);
            scene.set(0);
            play.announce(p2);
            play.announce(p1);
            play.enters(p2);
            play.enters(p1);
        },
    )
}

#[test]
fn cancellations_are_not_entries() {
    assert_eq!(cancellations::<SafeFife<Staged>>(), 1);
}

#[test]
fn cancellations_taken_for_entries() {
    assert_eq!(cancellations::<SafeFife<Staged<ENTERED_BY_ALL>>>(), 2);
}

/// The two halves of a ticket are written and read against each other's direction: wherever a read falls into a carry, or a carry into a read, it
/// is not above the new ticket.
#[test]
fn halves_at_a_carry() {
    type R = <Halves<Staged> as Memory>::Register;
    const OLD: u64 = 0x3_ffff_ffff;
    const NEW: u64 = 0x4_0000_0000;
    let place = Place {
        array: Array::Ticket,
        writer: 0,
        home: 0,
        copy: 0,
    };
    for store_outside in [true, false] {
        // The other one happens inside the first or the second access.
        for inside in [0, 1] {
            let seen = Rc::new(RefCell::new(vec![]));
            let register = Rc::new(R::new(place, OLD));
            let (inner, noted, acts) = (register.clone(), seen.clone(), Cell::new(0));
            let script = move |_: Act, _: &Stage| {
                if acts.replace(acts.get() + 1) == inside {
                    if store_outside {
                        noted.borrow_mut().push(inner.load());
                    } else {
                        inner.store(NEW);
                    }
                }
            };
            let noted = seen.clone();
            stage(script, move || {
                if store_outside {
                    register.store(NEW);
                } else {
                    noted.borrow_mut().push(register.load());
                }
            });
            let seen = seen.take();
            assert_eq!(seen.len(), 1);
            assert!(seen[0] <= NEW, "{seen:x?}, {store_outside}, {inside}");
        }
    }
}
