//! Scripted races, access by access: a script runs other processes inside an access of one process.
//!
//! Each race runs twice: on the lock, where it must succeed, and on a mutant, where it must fail.

use doorway::exclusion::Algorithm;
use doorway::memory::{Array, Halves, Memory, Place, Register};
use doorway::phases::Exclusion;
use doorway::{Bakery, Fife, KFcfs, SafeFife};
use doorway_memories::{stage, Act, Stage, Staged, ENTERED_BY_ALL, ONE_TICKET};
use doorway_stress::{told, Of};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The race that line 14 prevents (Danek, section 4).
///
/// Returns the number of processes inside at its end.
///
/// q has read all tickets, and no process knows the ticket it takes; p arrives, takes a ticket, and
/// polls. Then q continues. In a lock with an optimistic ticket, p arrives when q is about to poll;
/// else when q is about to write its ticket.
fn race_at_line_14<A: Algorithm>(without_line_14: bool) -> usize
where
    Of<A, 2>: 'static,
{
    let (q, p) = (0, 1);
    let in_doorway = Rc::new(Cell::new(false));
    let entered = in_doorway.clone();
    let is_optimistic = A::NAME != SafeFife::<Staged>::NAME;
    told::<A, 2>(
        move |play, act, stage| match act {
            Act::Store(place, _)
                if place.array == Array::Want && entered.get() && without_line_14 =>
            {
                stage.swallow()
            }
            Act::Store(Place { array, writer, .. }, _) | Act::Load(Place { array, writer, .. })
                if entered.get()
                    && if is_optimistic {
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

/// Danek's scenario (section 5), k = 2, adapted to a lock with optimistic tickets.
///
/// p3 and p4 have announced theirs; p2 waits behind them; p1 comes later; p3 and p4 take larger
/// tickets, announce them to p1, and stop before they announce them to p2. So p1 enters, and p2 is
/// overtaken. Returns the number of processes that enter.
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
                    writer if told[writer] != 2 => {} // the optimistic ticket
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
            // Line 15 of p3 and p4 begins with p1's ticket. So does the choice of their optimistic
            // ticket, before they announce anything.
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

/// The mutant of the test above: the overtaken process is stuck behind two crashed ones.
///
/// It lacks the shaded part of Figure 2.
#[test]
fn kfcfs_does_not() {
    assert_eq!(overtaken::<KFcfs<Staged>>(), 1);
}

/// The same race in the Bakery, where line 3 prevents it.
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

/// Danek's Figure 3 as printed admits two holders with k = 1, N = 3.
///
/// p3 enters with a ticket inflated to 10 by a torn read, and its captures of 10 remain. In its
/// next passage it stops while it writes its ticket; p2 and p1 read 0 there and take tickets below
/// 10; p2 enters; p1 reads that it is captured, and enters too.
fn figure_3<A: Algorithm>() -> usize
where
    Of<A, 3>: 'static,
{
    let [p1, p2, p3] = [0, 1, 2];
    let scene = Rc::new(Cell::new(1));
    let now = scene.clone();
    told::<A, 3>(
        move |play, act, stage| match (act, now.get()) {
            // Scene 1: while p2 writes its first ticket, p3 goes through its doorway, and reads
            // that ticket as 9.
            (Act::Store(place, _), 1) if place.array == Array::Ticket && place.writer == p2 => {
                now.set(2);
                play.doorway(p3);
                now.set(0);
            }
            (Act::Overlapped(place), 2) if place.array == Array::Ticket => stage.flicker(9),
            // Scene 3: while p3 writes its second ticket, p2 and p1 arrive, and read that ticket as
            // 0.
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

/// The reason why the repair keeps the ticket with which a process last *entered*.
///
/// p3 enters with ticket 10 as above, and then cancels in each of its passages. While p2 and p1
/// read its two places, it writes one or the other, again and again; every read that a write
/// overlaps returns 0.
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

/// A read that overlaps a carry is not above the new ticket.
///
/// The two halves of a ticket are written in one direction and read in the other.
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
        // The other operation happens inside the first or the second access.
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
