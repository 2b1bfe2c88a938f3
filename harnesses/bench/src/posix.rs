//! A peer from the C library. Not everywhere is there such a semaphore between threads.

use crate::contestant::{Contestant, Participant};
use std::cell::UnsafeCell;

/// A POSIX semaphore, shared by the threads of a process.
#[derive(Debug)]
pub struct Posix(Box<UnsafeCell<libc::sem_t>>);

// SAFETY: sem_wait and sem_post may be called from any thread.
unsafe impl Send for Posix {}
// SAFETY: as above; that is what they are for.
unsafe impl Sync for Posix {}

impl Contestant for Posix {
    type Participant<'a> = &'a Posix;

    fn new(permits: usize) -> Self {
        // SAFETY: a sem_t is plain data; it is initialised below, before anybody else sees it.
        let semaphore = Box::new(UnsafeCell::new(unsafe { std::mem::zeroed() }));
        let permits = u32::try_from(permits).expect("a few permits");
        // SAFETY: it points to a sem_t of our own, which stays where it is, in its box.
        let done = unsafe { libc::sem_init(semaphore.get(), 0, permits) };
        assert_eq!(done, 0, "sem_init");
        Posix(semaphore)
    }

    fn participant(&self) -> &Self {
        self
    }
}

impl Participant for &Posix {
    #[inline]
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
        // SAFETY: initialised in `new`, destroyed in `drop`.
        while unsafe { libc::sem_wait(self.0.get()) } != 0 {} // a signal
        let done = inside();
        // SAFETY: as above.
        unsafe { libc::sem_post(self.0.get()) };
        done
    }
}

impl Drop for Posix {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`; nobody waits, as nobody has a reference.
        unsafe { libc::sem_destroy(self.0.get()) };
    }
}
