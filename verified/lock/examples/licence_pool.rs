//! A semaphore: ten workers share three licences, in order of arrival. A worker that does not get a
//! licence in time postpones its job.
//!
//! `cargo run -p doorway --example licence_pool`

use doorway::{AcquireError, Semaphore};
use std::time::Duration;

static LICENCES: Semaphore<10> = Semaphore::new(3);

fn work(worker: usize) {
    let mut me = LICENCES.join().expect("ten slots for ten workers");
    for job in 0..3 {
        match me.acquire_timeout(Duration::from_millis(40)) {
            Ok(_licence) => {
                std::thread::sleep(Duration::from_millis(10));
                println!("worker {worker} did job {job}");
            } // the licence is released here
            Err(AcquireError::TimedOut) => println!("worker {worker} postpones job {job}"),
            Err(other) => println!("worker {worker}: {other}"),
        }
    }
}

fn main() {
    std::thread::scope(|threads| {
        for worker in 0..10 {
            threads.spawn(move || work(worker));
        }
    });
}
