//! Parked waiters use almost no processor time.
//!
//! The only test of its binary, because it measures the whole process.
#![cfg(target_os = "linux")]

use doorway::waiting::Wait;
use doorway::{Fife, HeapSemaphore, Park, Spin};
use std::time::Duration;

/// Processor time of this process, all threads, in clock ticks of 10 ms.
fn ticks() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("procfs");
    let after_name = stat.rsplit(')').next().expect("a process name");
    let fields: Vec<_> = after_name.split_whitespace().collect();
    let number = |field: usize| fields[field].parse::<u64>().expect("a number");
    number(11) + number(12) // utime, stime
}

/// The ticks that seven waiting threads use while the only permit is held for a second.
fn ticks_of_waiting<W: Wait>() -> u64
where
    HeapSemaphore<Fife, W>: Sync,
{
    let lock = HeapSemaphore::<Fife, W>::with_slots(8, 1).expect("1 ≤ 1 ≤ 8");
    let mut me = lock.slot(7).expect("free");
    let permit = me.acquire();
    let mut used = 0;
    std::thread::scope(|threads| {
        for slot in 0..7 {
            let lock = &lock;
            threads.spawn(move || drop(lock.slot(slot).expect("free").acquire()));
        }
        std::thread::sleep(Duration::from_millis(200)); // until all threads wait
        let before = ticks();
        std::thread::sleep(Duration::from_secs(1));
        used = ticks() - before;
        drop(permit);
    });
    used
}

#[test]
fn parking_sleeps_and_spinning_does_not() {
    assert!(
        ticks_of_waiting::<Park>() <= 5,
        "parked threads use the processor"
    );
    assert!(
        ticks_of_waiting::<Spin>() > 20,
        "the test does not see spinning"
    );
}
