//! What is measured: anything that lets up to k threads in.

/// A lock. One for all threads.
pub trait Contestant: Send + Sync + Sized {
    /// A thread's handle on the lock.
    type Participant<'a>: Participant
    where
        Self: 'a;

    /// With `permits` permits: 1 for a mutex.
    fn new(permits: usize) -> Self;

    /// A handle for the calling thread.
    fn participant(&self) -> Self::Participant<'_>;
}

/// One thread's handle on a lock.
pub trait Participant {
    /// Whether [`watched`](Self::watched) calls back once the process has finished its doorway.
    const TELLS: bool = false;

    /// Enters, does what is to be done inside, leaves.
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R;

    /// The same, and calls `waits` at least once if it has to wait: after it has its place in the queue, before it is inside.
    fn watched<R>(&mut self, waits: impl FnMut(), inside: impl FnOnce() -> R) -> R {
        let _ = waits;
        self.passage(inside)
    }
}
