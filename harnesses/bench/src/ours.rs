//! The locks of `doorway`, through their public interface only.

use crate::contestant::{Contestant, Participant};
use doorway::exclusion::{Algorithm, KExclusion};
use doorway::shape::{Inline, Shape};
use doorway::waiting::Wait;
use doorway::{Mutex, MutexSlot, Semaphore, Slot};

/// `doorway::Semaphore`.
#[derive(Debug)]
pub struct OurSemaphore<const N: usize, A: KExclusion, W: Wait>(Semaphore<N, A, W>);

impl<const N: usize, A: KExclusion, W: Wait> Contestant for OurSemaphore<N, A, W>
where
    Semaphore<N, A, W>: Send + Sync,
{
    type Participant<'a>
        = Slot<'a, Inline<N>, A, W>
    where
        Self: 'a;

    fn new(permits: usize) -> Self {
        OurSemaphore(Semaphore::with_shape(Inline, permits).expect("1 ≤ k ≤ N"))
    }

    fn participant(&self) -> Self::Participant<'_> {
        self.0.join().expect("a slot for every thread")
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
        // Asked after every look that found nothing, so after the doorway.
        let told = self.acquire_unless(|| {
            waits();
            false
        });
        let _permit = told.expect("it never gives up");
        inside()
    }
}

/// `doorway::Semaphore`, by `try_acquire`.
#[derive(Debug)]
pub struct OurTry<const N: usize, A: KExclusion, W: Wait>(OurSemaphore<N, A, W>);

impl<const N: usize, A: KExclusion, W: Wait> Contestant for OurTry<N, A, W>
where
    Semaphore<N, A, W>: Send + Sync,
{
    type Participant<'a>
        = TrySlot<'a, N, A, W>
    where
        Self: 'a;

    fn new(permits: usize) -> Self {
        OurTry(OurSemaphore::new(permits))
    }

    fn participant(&self) -> Self::Participant<'_> {
        TrySlot(self.0.participant())
    }
}

/// A slot of [`OurTry`].
#[derive(Debug)]
pub struct TrySlot<'a, const N: usize, A: KExclusion, W: Wait>(Slot<'a, Inline<N>, A, W>);

impl<const N: usize, A: KExclusion, W: Wait> Participant for TrySlot<'_, N, A, W> {
    #[inline]
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
        let _permit = self.0.try_acquire().expect("nobody else is there");
        inside()
    }
}

/// `doorway::Mutex`.
#[derive(Debug)]
pub struct OurMutex<const N: usize, A: Algorithm, W: Wait>(Mutex<(), N, A, W>);

impl<const N: usize, A: Algorithm, W: Wait> Contestant for OurMutex<N, A, W>
where
    Mutex<(), N, A, W>: Send + Sync,
{
    type Participant<'a>
        = MutexSlot<'a, Inline<N>, A, W, ()>
    where
        Self: 'a;

    fn new(_: usize) -> Self {
        OurMutex(Mutex::with_shape(Inline, ()).expect("1 ≤ N"))
    }

    fn participant(&self) -> Self::Participant<'_> {
        self.0.join().expect("a slot for every thread")
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
        let _guard = told.expect("it never gives up");
        inside()
    }
}
