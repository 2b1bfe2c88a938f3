//! Slots: claimed by number or any free one, freed on drop, refused with an error.

use doorway::shape::Inline;
use doorway::{
    AnyMutex, AnySemaphore, Bakery, Fife, HeapMutex, HeapSemaphore, KFcfs, Mutex, ParameterError,
    Park, SafeFife, Semaphore, SlotError, Spin,
};

#[test]
fn impossible_parameters() {
    let none = HeapSemaphore::<Fife, Park>::with_slots(4, 0).unwrap_err();
    assert_eq!(none, ParameterError::NoPermits);
    assert_eq!(
        none.to_string(),
        "a semaphore needs at least one permit (k = 0 given)"
    );

    let many = HeapSemaphore::<Fife, Park>::with_slots(4, 5).unwrap_err();
    assert_eq!(
        many,
        ParameterError::TooManyPermits {
            permits: 5,
            slots: 4
        }
    );
    assert_eq!(
        many.to_string(),
        "5 permits for 4 slots: a slot holds at most one permit"
    );

    let empty = HeapMutex::<(), Bakery, Park>::with_slots(0, ()).unwrap_err();
    assert_eq!(empty, ParameterError::NoSlots);
    assert_eq!(
        empty.to_string(),
        "a lock needs at least one slot (N = 0 given)"
    );
    assert_eq!(
        AnySemaphore::<_, Fife, Spin>::with_shape(Inline::<0>, 0).unwrap_err(),
        ParameterError::NoSlots
    );
    assert_eq!(
        AnyMutex::<_, Bakery, Spin, ()>::with_shape(Inline::<0>, ()).unwrap_err(),
        ParameterError::NoSlots
    );
}

#[test]
#[should_panic(expected = "a semaphore needs at least one permit (k = 0 given)")]
fn no_permits_at_run_time() {
    let _: Semaphore<4> = Semaphore::new(std::hint::black_box(0));
}

#[test]
#[should_panic(expected = "more permits than slots")]
fn too_many_permits_at_run_time() {
    let _: Semaphore<4> = Semaphore::new(std::hint::black_box(5));
}

#[test]
fn slots_are_claimed_once() {
    static LOCK: Semaphore<3> = Semaphore::new(1);
    let one = LOCK.slot(1).unwrap();
    let taken = LOCK.slot(1).unwrap_err();
    assert_eq!(taken, SlotError::Taken { slot: 1 });
    assert_eq!(
        taken.to_string(),
        "slot 1 is taken: its handle has not been dropped"
    );

    let beyond = LOCK.slot(3).unwrap_err();
    assert_eq!(beyond, SlotError::OutOfRange { slot: 3, slots: 3 });
    assert_eq!(
        beyond.to_string(),
        "there is no slot 3: the lock has 3 slots, numbered from 0"
    );

    let others = [LOCK.join().unwrap(), LOCK.join().unwrap()];
    let mut numbers = [others[0].index(), one.index(), others[1].index()];
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2]);

    let full = LOCK.join().unwrap_err();
    assert_eq!(full, SlotError::Full { slots: 3 });
    assert_eq!(
        full.to_string(),
        "all 3 slots are taken: drop a handle, or create the lock with more slots"
    );

    drop(one);
    assert_eq!(LOCK.join().unwrap().index(), 1);
}

#[test]
fn mutex_slots_are_claimed_once() {
    let lock: Mutex<(), 2> = Mutex::new(());
    let zero = lock.slot(0).unwrap();
    assert_eq!(lock.slot(0).unwrap_err(), SlotError::Taken { slot: 0 });
    assert_eq!(
        lock.slot(2).unwrap_err(),
        SlotError::OutOfRange { slot: 2, slots: 2 }
    );
    let one = lock.join().unwrap();
    assert_eq!(lock.join().unwrap_err(), SlotError::Full { slots: 2 });
    drop((zero, one));
    assert!(lock.slot(0).is_ok() && lock.slot(1).is_ok());
}

/// Threads race for slots; no number is ever held twice.
#[test]
fn racing_for_slots() {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    let lock: Semaphore<3> = Semaphore::new(1);
    let held: [AtomicUsize; 3] = Default::default();
    let refused = AtomicUsize::new(0);
    std::thread::scope(|threads| {
        for _ in 0..8 {
            threads.spawn(|| {
                for round in 0..500 {
                    match lock.join() {
                        Ok(slot) => {
                            assert_eq!(held[slot.index()].fetch_add(1, SeqCst), 0);
                            if round % 4 == 0 {
                                std::thread::yield_now();
                            }
                            held[slot.index()].fetch_sub(1, SeqCst);
                        }
                        Err(full) => {
                            assert_eq!(full, SlotError::Full { slots: 3 });
                            refused.fetch_add(1, SeqCst);
                        }
                    }
                }
            });
        }
    });
    assert!((0..3).all(|slot| lock.slot(slot).is_ok()), "all are free");
}

#[test]
fn all_slots_at_once() {
    let mut lock: Semaphore<3> = Semaphore::new(2);
    let slots = lock.split();
    assert_eq!(slots.each_ref().map(doorway::Slot::index), [0, 1, 2]);
    drop(slots);
    assert!(lock.slot(2).is_ok());

    let mut lock: HeapMutex<u8> = HeapMutex::with_slots(2, 7).unwrap();
    let mut slots = lock.split();
    *slots[1].lock() += 1;
    assert_eq!(*slots[0].lock(), 8);
}

#[test]
#[should_panic(expected = "there is no such slot")]
fn no_such_slot_unchecked() {
    let lock: Semaphore<1> = Semaphore::new(1);
    // SAFETY: there are no handles.
    let _ = unsafe { lock.slot_unchecked(1) };
}

/// N = 1, and k = N.
#[test]
fn the_smallest_and_the_fullest() {
    let alone: Semaphore<1> = Semaphore::new(1);
    let mut me = alone.join().unwrap();
    for _ in 0..3 {
        assert_eq!(me.acquire().slot(), 0);
        assert!(me.try_acquire().is_ok());
    }
    let alone: Mutex<u8, 1> = Mutex::new(0);
    *alone.join().unwrap().lock() += 1;
    assert_eq!(alone.into_inner(), 1);

    fn all_inside<A: doorway::exclusion::KExclusion>() {
        let mut lock = AnySemaphore::<_, A, Spin>::with_shape(Inline::<4>, 4).unwrap();
        let mut slots = lock.split();
        let permits = slots.each_mut().map(|slot| slot.try_acquire().unwrap());
        assert_eq!(permits.len(), 4);
    }
    all_inside::<KFcfs>();
    all_inside::<Fife>();
    all_inside::<SafeFife>();
}

#[test]
fn debug_output() {
    let lock: Semaphore<2> = Semaphore::new(1);
    let mut me = lock.join().unwrap();
    assert_eq!(
        format!("{lock:?}"),
        "Semaphore { algorithm: fife, permits: 1, slots: 2, taken: 1, .. }"
    );
    assert_eq!(format!("{me:?}"), "Slot { slot: 0, inside: false, .. }");
    assert_eq!(
        format!("{:?}", me.acquire()),
        "Permit { slot: 0, inside: true, .. }"
    );

    let lock: Mutex<u8, 2> = Mutex::new(5);
    let mut me = lock.join().unwrap();
    assert_eq!(
        format!("{lock:?}"),
        "Mutex { algorithm: black-white, permits: 1, slots: 2, taken: 1, .. }"
    );
    assert_eq!(
        format!("{me:?}"),
        "MutexSlot { slot: 0, inside: false, .. }"
    );
    assert_eq!(format!("{:?} {0}", me.lock()), "5 5");
}
