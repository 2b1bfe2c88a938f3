//! The peers as contestants, each called in its cheapest way.

use crate::contestant::{Contestant, Participant};
#[cfg(target_os = "linux")]
pub use crate::posix::Posix;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Mutexes with a `lock()` whose guard is dropped at the end.
macro_rules! mutexes {
    ($($(#[$about:meta])* $name:ident($mutex:ty) |$it:ident| $lock:expr;)*) => {$(
        $(#[$about])*
        #[derive(Debug, Default)]
        pub struct $name($mutex);

        impl Contestant for $name {
            type Participant<'a> = &'a $name;

            fn new(_: usize) -> Self {
                Self::default()
            }

            fn participant(&self) -> &Self {
                self
            }
        }

        impl Participant for &$name {
            #[inline]
            fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
                let $it = &self.0;
                let _guard = $lock;
                inside()
            }
        }
    )*};
}

mutexes! {
    /// `std::sync::Mutex`.
    Std(std::sync::Mutex<()>) |it| it.lock().expect("no thread panics inside");
    /// `parking_lot::Mutex`.
    ParkingLot(parking_lot::Mutex<()>) |it| it.lock();
    /// `parking_lot::FairMutex`.
    ParkingLotFair(parking_lot::FairMutex<()>) |it| it.lock();
    /// `spin::mutex::TicketMutex`.
    SpinTicket(spin::mutex::TicketMutex<()>) |it| it.lock();
    /// `spin::mutex::TicketMutex` that yields.
    SpinTicketYield(spin::mutex::TicketMutex<(), spin::Yield>) |it| it.lock();
    /// `spin::mutex::FairMutex`.
    SpinFair(spin::mutex::FairMutex<()>) |it| it.lock();
    /// `spin::mutex::FairMutex` that yields.
    SpinFairYield(spin::mutex::FairMutex<(), spin::Yield>) |it| it.lock();
}

/// Mutexes of `mcslock`, with a queue node that the thread keeps.
macro_rules! mcs {
    ($($(#[$about:meta])* $name:ident($mutex:ty);)*) => {$(
        $(#[$about])*
        #[derive(Debug)]
        pub struct $name($mutex);

        impl Contestant for $name {
            type Participant<'a> = McsParticipant<'a, $mutex>;

            fn new(_: usize) -> Self {
                Self(<$mutex>::new(()))
            }

            fn participant(&self) -> Self::Participant<'_> {
                McsParticipant {
                    lock: &self.0,
                    node: mcslock::raw::MutexNode::new(),
                }
            }
        }

        impl Participant for McsParticipant<'_, $mutex> {
            #[inline]
            fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
                self.lock.lock_with_then(&mut self.node, |()| inside())
            }
        }
    )*};
}

mcs! {
    /// `mcslock::raw::spins::Mutex`.
    Mcs(mcslock::raw::spins::Mutex<()>);
    /// `mcslock::raw::yields::Mutex`.
    McsYield(mcslock::raw::yields::Mutex<()>);
}

/// A thread's handle: its queue node, and the lock.
#[derive(Debug)]
pub struct McsParticipant<'a, M> {
    lock: &'a M,
    node: mcslock::raw::MutexNode,
}

/// Polls the future once, and blocks only if it is not ready: only a waiting thread pays for a waker.
///
/// `waits` is called after the thread is in the queue.
#[inline]
fn block_on<F: Future>(future: F, mut waits: impl FnMut()) -> F::Output {
    let mut future = pin!(future);
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(ready) => ready,
        Poll::Pending => {
            waits();
            pollster::block_on(future)
        }
    }
}

/// `tokio::sync::Semaphore`, by `acquire`.
#[derive(Debug)]
pub struct Tokio(tokio::sync::Semaphore);

impl Contestant for Tokio {
    type Participant<'a> = &'a Tokio;

    fn new(permits: usize) -> Self {
        Tokio(tokio::sync::Semaphore::new(permits))
    }

    fn participant(&self) -> &Self {
        self
    }
}

impl Participant for &Tokio {
    const TELLS: bool = true;

    #[inline]
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
        self.watched(|| (), inside)
    }

    #[inline]
    fn watched<R>(&mut self, waits: impl FnMut(), inside: impl FnOnce() -> R) -> R {
        let _permit = block_on(self.0.acquire(), waits).expect("it is never closed");
        inside()
    }
}

/// `tokio::sync::Semaphore`, by `try_acquire`.
#[derive(Debug)]
pub struct TokioTry(tokio::sync::Semaphore);

impl Contestant for TokioTry {
    type Participant<'a> = &'a TokioTry;

    fn new(permits: usize) -> Self {
        TokioTry(tokio::sync::Semaphore::new(permits))
    }

    fn participant(&self) -> &Self {
        self
    }
}

impl Participant for &TokioTry {
    #[inline]
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
        let _permit = self.0.try_acquire().expect("no other thread is there");
        inside()
    }
}

/// `async_lock::Semaphore`, by `acquire_blocking`.
#[derive(Debug)]
pub struct AsyncLock(async_lock::Semaphore);

impl Contestant for AsyncLock {
    type Participant<'a> = &'a AsyncLock;

    fn new(permits: usize) -> Self {
        AsyncLock(async_lock::Semaphore::new(permits))
    }

    fn participant(&self) -> &Self {
        self
    }
}

impl Participant for &AsyncLock {
    const TELLS: bool = true;

    #[inline]
    fn passage<R>(&mut self, inside: impl FnOnce() -> R) -> R {
        let _permit = self.0.acquire_blocking();
        inside()
    }

    fn watched<R>(&mut self, waits: impl FnMut(), inside: impl FnOnce() -> R) -> R {
        let _permit = block_on(self.0.acquire(), waits);
        inside()
    }
}

#[cfg(target_os = "linux")]
pub mod posix {
    //! A peer from the C library. Not all systems have such a semaphore between threads.

    use crate::contestant::{Contestant, Participant};
    use std::cell::UnsafeCell;

    /// A POSIX semaphore, shared by the threads of a process.
    #[derive(Debug)]
    pub struct Posix(Box<UnsafeCell<libc::sem_t>>);

    // SAFETY: sem_wait and sem_post may be called from any thread.
    unsafe impl Send for Posix {}
    // SAFETY: as above, also at the same time.
    unsafe impl Sync for Posix {}

    impl Contestant for Posix {
        type Participant<'a> = &'a Posix;

        fn new(permits: usize) -> Self {
            // SAFETY: a sem_t is plain data; it is initialized below, before another thread sees
            // it.
            let semaphore = Box::new(UnsafeCell::new(unsafe { std::mem::zeroed() }));
            let permits = u32::try_from(permits).expect("a few permits");
            // SAFETY: the pointer is to a sem_t that never moves: it is boxed.
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
            // SAFETY: initialized in `new`, destroyed in `drop`.
            while unsafe { libc::sem_wait(self.0.get()) } != 0 {} // interrupted by a signal
            let done = inside();
            // SAFETY: as above.
            unsafe { libc::sem_post(self.0.get()) };
            done
        }
    }

    impl Drop for Posix {
        fn drop(&mut self) {
            // SAFETY: initialized in `new`; no thread waits, because no thread has a reference.
            unsafe { libc::sem_destroy(self.0.get()) };
        }
    }
}
