//! How a passage can begin and end: try, timeout, cancellation, panic, leak.

use doorway::exclusion::KExclusion;
use doorway::memory::Memory;
use doorway::shape::{ConstNew, Inline};
use doorway::waiting::{ConstWait, Deadline, Parker, Wait};
use doorway::{
    AcquireError, AnySemaphore, Fife, KFcfs, Mutex, Park, SafeFife, Semaphore, Spin, TimedPark,
    Yield,
};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const SHORT: Duration = Duration::from_millis(20);

/// Every way in which an attempt can fail; after each the lock is as before.
fn refusals<A: KExclusion, W: Wait>() {
    let mut lock = AnySemaphore::<_, A, W>::with_shape(Inline::<4>, 2).unwrap();
    let [mut a, mut b, mut c, mut d] = lock.split();
    let one = a.acquire();
    let two = b.try_acquire().unwrap();

    assert_eq!(c.try_acquire().unwrap_err(), AcquireError::Busy);

    let start = Instant::now();
    assert_eq!(
        c.acquire_timeout(SHORT).unwrap_err(),
        AcquireError::TimedOut
    );
    assert!(start.elapsed() >= SHORT);
    assert_eq!(
        c.acquire_timeout(Duration::ZERO).unwrap_err(),
        AcquireError::TimedOut
    );

    let mut asked = 0;
    let cancelled = c.acquire_unless(|| {
        asked += 1;
        asked == 100
    });
    assert_eq!(cancelled.unwrap_err(), AcquireError::Cancelled);

    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let _ = c.acquire_unless(|| panic!("while waiting"));
    }));
    assert!(panicked.is_err());

    drop(one);
    // The failed attempts of c have no effect: d gets the free permit, and then none is left.
    let three = d.try_acquire().unwrap();
    assert_eq!(a.try_acquire().unwrap_err(), AcquireError::Busy);
    drop((two, three));
    assert!(c.acquire_timeout(Duration::MAX).is_ok());
    assert!(
        c.acquire_unless(|| true).is_ok(),
        "the closure is not called if the first poll succeeds"
    );
    assert!(c.checked_acquire().is_ok());
}

#[test]
fn refused() {
    refusals::<KFcfs, Spin>();
    refusals::<Fife, Spin>();
    refusals::<Fife, Yield>();
    refusals::<Fife, Park>();
    refusals::<SafeFife, Park>();
    refusals::<Fife, TimedPark>();
    refusals::<SafeFife, TimedPark>();
}

#[test]
fn refused_by_a_mutex() {
    let mut lock: Mutex<u8, 3> = Mutex::new(0);
    let [mut a, mut b, mut c] = lock.split();
    let guard = a.lock();
    assert_eq!(b.try_lock().unwrap_err(), AcquireError::Busy);
    assert_eq!(b.lock_timeout(SHORT).unwrap_err(), AcquireError::TimedOut);
    assert_eq!(b.lock_unless(|| true).unwrap_err(), AcquireError::Cancelled);
    drop(guard);
    *c.try_lock().unwrap() = 3;
    assert_eq!(*b.checked_lock().unwrap(), 3);
}

/// A sleeper gets a permit when one is released, not when its time is over.
#[test]
fn a_sleeper_is_woken() {
    fn woken<A, W>()
    where
        A: KExclusion + 'static,
        A::Registers<Inline<2>>: ConstNew + Sync,
        <A::Memory as Memory>::Flag: ConstNew + Sync,
        W: ConstWait<A::Memory> + 'static,
        AnySemaphore<Inline<2>, A, W>: Sync,
    {
        let lock = AnySemaphore::<Inline<2>, A, W>::new(1);
        for round in 0..200 {
            let mut me = lock.slot(0).unwrap();
            let permit = me.acquire();
            std::thread::scope(|threads| {
                threads.spawn(|| {
                    let mut other = lock.slot(1).unwrap();
                    let waited = other.acquire_timeout(Duration::from_secs(60));
                    assert!(waited.is_ok());
                });
                if round % 10 == 0 {
                    std::thread::sleep(Duration::from_millis(1)); // time enough to park
                }
                drop(permit);
            });
        }
    }
    woken::<Fife, Park>();
    woken::<KFcfs, Park>();
    woken::<SafeFife, Park>();
    woken::<Fife, Yield>();
    woken::<KFcfs, TimedPark>();
    woken::<Fife, TimedPark>();
}

/// A parker that loses every wake-up, and counts the calls of `park` without a deadline.
#[derive(Debug)]
struct Mute;
static WITHOUT_END: AtomicUsize = AtomicUsize::new(0);

impl Parker for Mute {
    fn new() -> Self {
        Mute
    }
    fn prepare(&self) {}
    fn unpark(&self) {}
    fn park(&self, deadline: Option<Deadline>) {
        match deadline {
            Some(deadline) => {
                std::thread::sleep(deadline.saturating_duration_since(Instant::now()))
            }
            None => {
                WITHOUT_END.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// If every wake-up is lost, a waiter with `TimedPark` still enters soon. With `Park` it would not.
#[test]
fn lost_wake_ups() {
    fn sleeps_without_end<W: Wait>() -> bool
    where
        AnySemaphore<Inline<2>, KFcfs, W>: Sync,
    {
        WITHOUT_END.store(0, Ordering::Relaxed);
        let lock = AnySemaphore::<_, KFcfs, W>::with_shape(Inline::<2>, 1).unwrap();
        let mut me = lock.slot(0).unwrap();
        let permit = me.acquire();
        std::thread::scope(|threads| {
            let other = threads.spawn(|| {
                let mut other = lock.slot(1).unwrap();
                drop(other.acquire());
            });
            std::thread::sleep(SHORT);
            drop(permit);
            let released = Instant::now();
            other.join().unwrap();
            assert!(released.elapsed() < Duration::from_secs(10));
        });
        WITHOUT_END.load(Ordering::Relaxed) > 0
    }
    assert!(!sleeps_without_end::<TimedPark<Mute>>());
    assert!(sleeps_without_end::<Park<Mute>>(), "the mutant");
}

#[test]
fn a_panic_inside_releases_the_permit() {
    static LOCK: Semaphore<2> = Semaphore::new(1);
    let panicked = catch_unwind(|| {
        let mut me = LOCK.slot(0).unwrap();
        let _permit = me.acquire();
        panic!("inside");
    });
    assert!(panicked.is_err());
    assert!(LOCK.slot(0).is_ok(), "the slot is free again");
    assert!(LOCK.slot(1).unwrap().try_acquire().is_ok());

    let lock: Mutex<Vec<u8>, 2> = Mutex::new(vec![]);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let mut me = lock.join().unwrap();
        let mut guard = me.lock();
        guard.push(1);
        panic!("inside");
    }));
    assert!(panicked.is_err());
    assert_eq!(*lock.join().unwrap().try_lock().unwrap(), [1]);
}

/// A leaked permit is never released: the lock tolerates k - 1 of them, but not k.
#[test]
fn forgotten_permits_are_crashes() {
    fn forget<A: KExclusion>() {
        let mut lock = AnySemaphore::<_, A, Spin>::with_shape(Inline::<4>, 2).unwrap();
        {
            let mut a = lock.slot(0).unwrap();
            std::mem::forget(a.acquire());
            assert_eq!(a.try_acquire().unwrap_err(), AcquireError::Forgotten);
            assert_eq!(a.checked_acquire().unwrap_err(), AcquireError::Forgotten);
        }
        assert!(lock.slot(0).is_err(), "the slot stays taken");
        let mut b = lock.slot(1).unwrap();
        let mut c = lock.slot(2).unwrap();
        for _ in 0..3 {
            let permit = b.acquire();
            assert_eq!(c.try_acquire().unwrap_err(), AcquireError::Busy);
            drop(permit);
            assert!(c.try_acquire().is_ok());
        }
        std::mem::forget(b.acquire());
        assert_eq!(
            c.acquire_timeout(SHORT).unwrap_err(),
            AcquireError::TimedOut
        );
        drop((b, c));
        lock.reset();
        assert!(lock.slot(0).unwrap().try_acquire().is_ok(), "reclaimed");
    }
    forget::<KFcfs>();
    forget::<Fife>();
    forget::<SafeFife>();
}

#[test]
#[should_panic(expected = "this slot's last permit was leaked")]
fn acquiring_after_forgetting() {
    let lock: Mutex<(), 2> = Mutex::new(());
    let mut me = lock.join().unwrap();
    std::mem::forget(me.lock());
    let _ = me.lock();
}

#[test]
fn the_value_is_intact() {
    // Two words that must be equal, written without any other synchronization.
    static LOCK: Mutex<[u64; 2], 8> = Mutex::new([0; 2]);
    std::thread::scope(|threads| {
        for _ in 0..8 {
            threads.spawn(|| {
                let mut me = LOCK.join().unwrap();
                for _ in 0..500 {
                    let mut value = me.lock();
                    assert_eq!(value[0], value[1]);
                    value[0] += 1;
                    std::hint::black_box(&mut *value);
                    value[1] += 1;
                }
            });
        }
    });
    assert_eq!(*LOCK.join().unwrap().lock(), [4000; 2]);
}

#[test]
fn a_value_of_any_size() {
    let mut lock: Mutex<[u8; 3], 2> = Mutex::new([1, 2, 3]);
    lock.get_mut()[0] = 9;
    let unsized_value: &doorway::AnyMutex<
        Inline<2>,
        doorway::BlackWhite,
        doorway::TimedPark,
        [u8],
    > = &lock;
    assert_eq!(unsized_value.join().unwrap().lock().len(), 3);
    assert_eq!(lock.into_inner(), [9, 2, 3]);
}

#[test]
fn what_can_be_sent_and_shared() {
    fn sent<T: Send>(_: &T) {}
    fn shared<T: Sync>(_: &T) {}
    let semaphore: Semaphore<2> = Semaphore::new(1);
    let mut slot = semaphore.join().unwrap();
    let permit = slot.acquire();
    sent(&semaphore);
    shared(&semaphore);
    sent(&permit);
    shared(&permit);
    let mutex: Mutex<std::cell::Cell<u8>, 2> = Mutex::new(std::cell::Cell::new(0));
    let mut slot = mutex.join().unwrap();
    sent(&slot);
    shared(&slot);
    let guard = slot.lock();
    sent(&mutex);
    shared(&mutex);
    sent(&guard);
}
