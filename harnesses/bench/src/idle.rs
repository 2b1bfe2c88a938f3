//! The cost of waiting: processor time of waiters while the holder sleeps.

use crate::contended::{Plan, Work};
use crate::rows::{chosen, rows};
use crate::table::median;
use serde::Serialize;
use std::time::Duration;

/// The number of threads; one of them is inside, asleep.
pub const THREADS: usize = 4;
/// The time the holder sleeps, in nanoseconds.
pub const ASLEEP: u64 = 5_000_000;

/// The processor time of one lock's waiters.
#[derive(Clone, Debug, Serialize)]
pub struct Idle {
    /// The name of the lock.
    pub name: &'static str,
    /// Whether it is one of doorway's.
    pub ours: bool,
    /// Processor time divided by elapsed time, by round.
    ///
    /// No thread works, so all of it is waiting. 2 is both cores.
    pub cores: Vec<f64>,
}

impl Idle {
    /// The median of the rounds.
    pub fn median(&self) -> f64 {
        median(&self.cores)
    }
}

/// Measures all wanted locks, in rounds.
///
/// # Errors
///
/// If doorway's locks are not measured with so many slots.
pub fn measure(wanted: &[String], rounds: usize, window: Duration) -> Result<Vec<Idle>, String> {
    let rows: Vec<_> = chosen(rows(THREADS)?, wanted)
        .into_iter()
        .filter(|row| row.takes(1))
        .collect();
    let plan = Plan {
        threads: THREADS,
        permits: 1,
        inside: Work::asleep(ASLEEP),
        window,
    };
    let mut all: Vec<Idle> = rows
        .iter()
        .map(|row| Idle {
            name: row.name,
            ours: row.ours,
            cores: vec![],
        })
        .collect();
    for _ in 0..rounds {
        for (row, idle) in rows.iter().zip(&mut all) {
            let race = (row.bare)(&plan);
            idle.cores
                .push(race.cpu.as_secs_f64() / race.wall.as_secs_f64());
        }
    }
    Ok(all)
}

pub mod os {
    //! Queries to the operating system: cores and processor time.

    use std::time::Duration;

    #[cfg(target_os = "linux")]
    mod affinity {
        fn none() -> libc::cpu_set_t {
            // SAFETY: a cpu_set_t is plain data.
            unsafe { std::mem::zeroed() }
        }

        /// The cores this process may run on.
        pub fn cores() -> Vec<usize> {
            let mut set = none();
            // SAFETY: the pointer is to a set of the size given.
            let done =
                unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) };
            let all = 0..usize::try_from(libc::CPU_SETSIZE).unwrap_or(0);
            // SAFETY: the core numbers are below the size of a set.
            let is_in = |&core: &usize| done == 0 && unsafe { libc::CPU_ISSET(core, &set) };
            all.filter(is_in).collect()
        }

        /// Pins the calling thread to these cores, if the system allows it.
        pub fn stay_on(cores: &[usize]) {
            let mut set = none();
            for &core in cores {
                // SAFETY: the core numbers come from `cores`, so they are below the size of a set.
                unsafe { libc::CPU_SET(core, &mut set) };
            }
            // SAFETY: the pointer is to a set of the size given.
            unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set) };
        }
    }

    /// On other systems threads are not pinned.
    #[cfg(not(target_os = "linux"))]
    mod affinity {
        /// The numbers of all cores.
        pub fn cores() -> Vec<usize> {
            (0..std::thread::available_parallelism().map_or(1, usize::from)).collect()
        }

        /// Does nothing on this system.
        pub fn stay_on(_: &[usize]) {}
    }

    pub use affinity::{cores, stay_on};

    fn clock(clock: libc::clockid_t) -> Duration {
        let mut time = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        // SAFETY: the pointer is to a local timespec.
        let done = unsafe { libc::clock_gettime(clock, &mut time) };
        assert_eq!(done, 0, "clock_gettime");
        let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
        Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
    }

    /// The processor time of the whole process.
    pub fn process_time() -> Duration {
        clock(libc::CLOCK_PROCESS_CPUTIME_ID)
    }
}
