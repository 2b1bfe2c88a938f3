//! The processor time of waiting.
//!
//! The only test of its binary, because it measures the whole process.

use doorway_bench::idle;
use std::time::Duration;

#[test]
fn spinning_burns_and_parking_does_not() {
    let wanted = ["spin TicketMutex", "doorway Semaphore", "tokio"].map(String::from);
    let idle = idle::measure(&wanted, 1, Duration::from_millis(60)).expect("4 slots");
    let cores = |name| {
        idle.iter()
            .find(|it| it.name == name)
            .map(idle::Idle::median)
    };
    let [spins, parks, tokio] = ["spin TicketMutex", "doorway Semaphore", "tokio Semaphore"]
        .map(|it| cores(it).expect("measured"));
    assert!(spins > 5.0 * parks, "{spins} and {parks}");
    assert!(spins > 5.0 * tokio, "{spins} and {tokio}");
}
