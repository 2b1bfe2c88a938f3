//! The `lock_api` interface. Runs with `--features lock_api`, which `cargo test --workspace` turns
//! on.
#![cfg(feature = "lock_api")]

use doorway::{Bakery, Fife, Park, RawMutex, Spin, Yield};
use lock_api::RawMutex as _;
use std::time::Duration;

fn hammered<R: lock_api::RawMutex + Send + Sync + 'static>()
where
    R::Guard: Send,
{
    let lock = lock_api::Mutex::<R, u64>::new(0);
    std::thread::scope(|threads| {
        for _ in 0..6 {
            threads.spawn(|| {
                for _ in 0..200 {
                    *lock.lock() += 1;
                }
            });
        }
    });
    assert_eq!(lock.into_inner(), 1200);
}

/// With enough slots for the threads, and with too few.
#[test]
fn counted() {
    hammered::<RawMutex<8>>();
    hammered::<RawMutex<2>>();
    hammered::<RawMutex<1, Bakery, Yield>>();
    hammered::<RawMutex<6, Fife, Park>>();
}

#[test]
fn refused() {
    let lock: lock_api::Mutex<RawMutex<2>, u8> = lock_api::Mutex::new(0);
    assert!(!lock.is_locked());
    let guard = lock.lock();
    assert!(lock.is_locked());
    assert!(lock.try_lock().is_none());
    assert!(lock.try_lock_for(Duration::from_millis(5)).is_none());
    assert!(lock.try_lock_until(std::time::Instant::now()).is_none());
    lock_api::MutexGuard::unlock_fair(guard);
    assert!(lock.try_lock_for(Duration::from_secs(60)).is_some());
    assert!(lock.try_lock().is_some());
    assert!(!lock.is_locked());
}

/// Without a free slot `try_lock` fails.
#[test]
fn full() {
    let raw = <RawMutex<1, Bakery, Spin>>::INIT;
    let guard = raw.lock();
    assert!(raw.try_lock().is_none());
    assert_eq!(
        format!("{raw:?}"),
        "RawMutex { algorithm: bakery, permits: 1, slots: 1, taken: 1, .. }"
    );
    // SAFETY: locked above.
    unsafe { raw.unlock(guard) };
    let guard = raw.try_lock().expect("the slot is free again");
    // SAFETY: locked by the line above.
    unsafe { raw.unlock(guard) };
}
