//! doorway's locks under shuttle: the same source, under random schedules from a fixed seed.
//!
//! shuttle runs sizes that loom cannot: N = 4 to 8, several passages, cancelled attempts, parking.
//! It is sequentially consistent, so it does not check fences and orderings. It samples some
//! schedules and not all, so it can miss a violation.
//!
//! # When it fails
//!
//! It prints a line with the name and the seed of the test, and shuttle prints the seed of the
//! failing schedule. To run that schedule alone:
//! `SHUTTLE_RANDOM_SEED=<that seed> cargo test -p doorway-shuttle <test>`.

mod hammer;
mod memory;

use doorway_proofs::catalogue::{CodeChange, Ending};
use hammer::TOO_MANY;
use memory::{set_change, waiting};

pub use hammer::{hammer, semaphore, Gate, Plan};
pub use memory::*;
pub use waiting::{SampledParker, Yields};

use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::time::Instant;

/// Samples schedules of `scene`, with a random thread for each access.
///
/// # Panics
///
/// If a schedule fails.
pub fn sample(what: &str, seed: u64, schedules: usize, scene: impl Fn() + Send + Sync + 'static) {
    run(
        what,
        seed,
        RandomScheduler::new_from_seed(seed, schedules),
        scene,
    );
}

/// Samples schedules with thread priorities that change at `changes` accesses.
///
/// This finds violations that need few preemptions in particular places.
///
/// # Panics
///
/// If a schedule fails.
pub fn sample_priorities(
    what: &str,
    seed: u64,
    schedules: usize,
    changes: usize,
    scene: impl Fn() + Send + Sync + 'static,
) {
    let scheduler = PctScheduler::new_from_seed(seed, changes, schedules);
    run(what, seed, scheduler, scene);
}

/// Samples schedules of a mutant with this change until one fails, and returns the outcome.
pub fn outcome(
    what: &str,
    change: CodeChange,
    seed: u64,
    schedules: usize,
    scene: impl Fn() + Send + Sync + 'static,
) -> Ending {
    set_change(Some(change));
    let what = format!("{what}, mutant: {change}");
    let scheduler = RandomScheduler::new_from_seed(seed, schedules);
    let drawn = catch_unwind(AssertUnwindSafe(|| run(&what, seed, scheduler, scene)));
    set_change(None);
    match drawn {
        Ok(()) => Ending::Fine,
        Err(panic) => {
            let message = (panic.downcast_ref::<String>().map(String::as_str))
                .or_else(|| panic.downcast_ref::<&str>().copied());
            match message.unwrap_or_default() {
                message if message.contains(TOO_MANY) => Ending::Race,
                message if message.contains("deadlock") => Ending::Stuck,
                message => panic!("{what} fails for another reason: {message}"),
            }
        }
    }
}

fn run(
    what: &str,
    seed: u64,
    scheduler: impl Scheduler + 'static,
    scene: impl Fn() + Send + Sync + 'static,
) {
    let start = Instant::now();
    let mut config = shuttle::Config::new();
    config.stack_size = 0x10_0000;
    let runner = shuttle::Runner::new(scheduler, config);
    let done = catch_unwind(AssertUnwindSafe(|| runner.run(scene)));
    let seconds = start.elapsed().as_secs_f64();
    match done {
        Ok(schedules) => println!("shuttle: {what}: {schedules} schedules, {seconds:.1} s"),
        Err(panic) => {
            eprintln!("shuttle: {what}: FAILED after {seconds:.1} s, with seed {seed:#x}");
            resume_unwind(panic);
        }
    }
}
