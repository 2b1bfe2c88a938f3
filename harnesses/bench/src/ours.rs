//! doorway's locks as contestants, through their public interface only.

use crate::contestant::{Contestant, Participant};
use doorway::exclusion::{Algorithm, KExclusion};
use doorway::shape::{Inline, Shape};
use doorway::waiting::Wait;
use doorway::{AnyMutex, AnySemaphore, MutexSlot, Semaphore, Slot};

/// The same lock with another way of waiting.
pub trait Waits {
    /// The lock that waits by `W`.
    type By<W: Wait>;
}

impl<S: Shape, A: Algorithm, W: Wait, T> Waits for AnyMutex<S, A, W, T> {
    type By<V: Wait> = AnyMutex<S, A, V, T>;
}

impl<S: Shape, A: KExclusion, W: Wait> Waits for AnySemaphore<S, A, W> {
    type By<V: Wait> = AnySemaphore<S, A, V>;
}

impl<const N: usize, A: KExclusion, W: Wait> Contestant for AnySemaphore<Inline<N>, A, W>
where
    Self: Send + Sync,
{
    type Participant<'a>
        = Slot<'a, Inline<N>, A, W>
    where
        Self: 'a;

    fn new(permits: usize) -> Self {
        AnySemaphore::with_shape(Inline, permits).expect("1 ≤ k ≤ N")
    }

    fn participant(&self) -> Self::Participant<'_> {
        self.join().expect("a slot for every thread")
    }
}

impl<S: Shape, A: KExclusion, W: Wait> Participant for Slot<'_, S, A, W> {
    const TELLS: bool = true;

    #[inline]
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
        let _permit = self.acquire();
        inside()
    }

    fn watched<R>(&mut self, mut waits: impl FnMut(), inside: impl FnOnce() -> R) -> R {
        // The closure is called after every unsuccessful poll, so after the doorway.
        let told = self.acquire_unless(|| {
            waits();
            false
        });
        let _permit = told.expect("it never cancels");
        inside()
    }
}

/// `doorway::Semaphore` with N slots, by `try_acquire`.
#[derive(Debug)]
pub struct OurTry<const N: usize>(Semaphore<N>);

impl<const N: usize> Contestant for OurTry<N> {
    type Participant<'a> = TrySlot<<Semaphore<N> as Contestant>::Participant<'a>>;

    fn new(permits: usize) -> Self {
        OurTry(Contestant::new(permits))
    }

    fn participant(&self) -> Self::Participant<'_> {
        TrySlot(self.0.participant())
    }
}

/// A slot of [`OurTry`].
#[derive(Debug)]
pub struct TrySlot<S>(S);

impl<S: Shape, A: KExclusion, W: Wait> Participant for TrySlot<Slot<'_, S, A, W>> {
    #[inline]
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
        let _permit = self.0.try_acquire().expect("no other thread is there");
        inside()
    }
}

impl<const N: usize, A: Algorithm, W: Wait> Contestant for AnyMutex<Inline<N>, A, W, ()>
where
    Self: Send + Sync,
{
    type Participant<'a>
        = MutexSlot<'a, Inline<N>, A, W, ()>
    where
        Self: 'a;

    fn new(_: usize) -> Self {
        AnyMutex::with_shape(Inline, ()).expect("1 ≤ N")
    }

    fn participant(&self) -> Self::Participant<'_> {
        self.join().expect("a slot for every thread")
    }
}

impl<S: Shape, A: Algorithm, W: Wait> Participant for MutexSlot<'_, S, A, W, ()> {
    const TELLS: bool = true;

    #[inline]
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
        let _guard = self.lock();
        inside()
    }

    fn watched<R>(&mut self, mut waits: impl FnMut(), inside: impl FnOnce() -> R) -> R {
        let told = self.lock_unless(|| {
            waits();
            false
        });
        let _guard = told.expect("it never cancels");
        inside()
    }
}

pub mod contestant {
    //! Contestants: the locks to measure, with up to k holders.

    /// A lock, shared by all threads.
    pub trait Contestant: Send + Sync + Sized {
        /// A thread's handle on the lock.
        type Participant<'a>: Participant
        where
            Self: 'a;

        /// A lock with `permits` permits: 1 for a mutex.
        fn new(permits: usize) -> Self;

        /// A handle for the calling thread.
        fn participant(&self) -> Self::Participant<'_>;
    }

    /// One thread's handle on a lock.
    pub trait Participant {
        /// Whether [`watched`](Self::watched) calls back after the process has finished its doorway.
        const TELLS: bool = false;

        /// Enters, calls `inside`, and exits.
        fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R;

        /// A passage that calls `waits` at least once if it has to wait.
        ///
        /// It calls `waits` after it has its place in the queue, and before it enters.
        fn watched<R>(&mut self, waits: impl FnMut(), inside: impl FnOnce() -> R) -> R {
            let _ = waits;
            self.passage(inside)
        }
    }
}
