//! What is asked of the operating system: cores, and processor time.

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
        // SAFETY: it points to a set of the size it says.
        let done = unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) };
        let all = 0..usize::try_from(libc::CPU_SETSIZE).unwrap_or(0);
        // SAFETY: the numbers are below the size of a set.
        let is_in = |&core: &usize| done == 0 && unsafe { libc::CPU_ISSET(core, &set) };
        all.filter(is_in).collect()
    }

    /// Keeps the calling thread on these cores. Where that is refused it goes where it goes.
    pub fn stay_on(cores: &[usize]) {
        let mut set = none();
        for &core in cores {
            // SAFETY: the numbers come from `cores`, so they are below the size of a set.
            unsafe { libc::CPU_SET(core, &mut set) };
        }
        // SAFETY: it points to a set of the size it says.
        unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set) };
    }
}

/// Elsewhere threads go where they go.
#[cfg(not(target_os = "linux"))]
mod affinity {
    /// The cores there are.
    pub fn cores() -> Vec<usize> {
        (0..std::thread::available_parallelism().map_or(1, usize::from)).collect()
    }

    /// Does nothing here.
    pub fn stay_on(_: &[usize]) {}
}

pub use affinity::{cores, stay_on};

fn clock(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: it points to a timespec of our own.
    let done = unsafe { libc::clock_gettime(clock, &mut time) };
    assert_eq!(done, 0, "clock_gettime");
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Processor time of the whole process.
pub fn process_time() -> Duration {
    clock(libc::CLOCK_PROCESS_CPUTIME_ID)
}
