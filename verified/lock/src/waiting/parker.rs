//! Parkers: how a process sleeps and is woken.

use super::{Deadline, POLLS};
use crate::memory::Flag;
#[cfg(feature = "std")]
use crate::shape::ConstNew;
use core::fmt;

#[cfg(feature = "std")]
pub(super) type DefaultParker = StdParker;
#[cfg(not(feature = "std"))]
pub(super) type DefaultParker = core::convert::Infallible;

/// Puts one process to sleep and wakes it: set by wakers, reset by [`prepare`](Parker::prepare).
///
/// The operating system's part of parking. `StdParker` is the parker of the standard library; on an
/// RTOS an event flag can be one. For a lock in a `static`, implement
/// [`ConstNew`](crate::shape::ConstNew), too.
pub trait Parker {
    /// How often to poll before the first [`give_way`](Parker::give_way), if the process is next.
    const POLLS: u32 = POLLS;
    /// How often to [`give_way`](Parker::give_way) and poll before the process parks.
    const YIELDS: u32 = 0;
    /// Lets other threads run.
    fn give_way() {
        core::hint::spin_loop();
    }
    /// Creates a parker that is not set.
    fn new() -> Self;
    /// Resets the parker, before the process parks.
    fn prepare(&self);
    /// Sets the parker: ends the current [`park`](Parker::park), or the next one.
    fn unpark(&self);
    /// Sleeps until the parker is set, or until the deadline. May return early.
    fn park(&self, deadline: Option<Deadline>);
}

/// The threads of an operating system, for a [`ThreadParker`]. `StdThreads` are the threads of the
/// standard library.
///
/// Only `sleep` and `nap` may block.
pub trait Threads {
    /// See [`Parker::POLLS`].
    const POLLS: u32 = POLLS;
    /// See [`Parker::YIELDS`].
    const YIELDS: u32;
    /// The thread to wake.
    type Sleeper;
    /// The flag that keeps an `unpark`.
    type Unparked: Flag;

    /// Lets other threads run.
    fn give_way();
    /// Creates a sleeper without a thread to wake.
    fn no_thread() -> Self::Sleeper;
    /// Whether the sleeper is the calling thread.
    fn is_me(sleeper: &Self::Sleeper) -> bool;
    /// Makes the calling thread the sleeper. Does nothing while another thread is in `wake`.
    fn set_me(sleeper: &Self::Sleeper);
    /// Ends the sleeper's current `sleep`, or its next one.
    fn wake(sleeper: &Self::Sleeper);
    /// Sleeps until woken, or until the deadline. May return early.
    fn sleep(deadline: Option<Deadline>);
    /// Sleeps for a short time.
    fn nap();
}

/// A [`Parker`] of [`Threads`] that never blocks, except in the sleep itself.
///
/// A thread may crash anywhere, also in `unpark`. A lock that tolerates crashes must not be blocked
/// by its waiters, so this is not a `Mutex` and a `Condvar`. Wakers read the sleeper concurrently.
/// A waker that crashes while it reads keeps the sleeper from being *replaced*: another thread that
/// later parks in this slot sleeps only for short times.
///
/// An `unpark` that comes before `prepare` is lost. [`Park`](super::Park) allows for that. An
/// `unpark` that comes after `prepare` is kept until it is seen, as the fences of `Park` order the
/// two.
pub struct ThreadParker<T: Threads> {
    unparked: T::Unparked,
    sleeper: T::Sleeper,
}

impl<T: Threads> Parker for ThreadParker<T> {
    const POLLS: u32 = T::POLLS;
    const YIELDS: u32 = T::YIELDS;

    fn give_way() {
        T::give_way();
    }

    fn new() -> Self {
        ThreadParker {
            unparked: T::Unparked::new(),
            sleeper: T::no_thread(),
        }
    }

    fn prepare(&self) {
        self.unparked.set(false);
        if !T::is_me(&self.sleeper) {
            T::set_me(&self.sleeper);
        }
    }

    fn unpark(&self) {
        self.unparked.set(true);
        T::wake(&self.sleeper);
    }

    fn park(&self, deadline: Option<Deadline>) {
        if !T::is_me(&self.sleeper) {
            return T::nap();
        }
        while !self.unparked.is_up() {
            if is_over(deadline) {
                return;
            }
            T::sleep(deadline);
        }
    }
}

#[cfg(feature = "std")]
fn is_over(deadline: Option<Deadline>) -> bool {
    deadline.is_some_and(|deadline| Deadline::now() >= deadline)
}
#[cfg(not(feature = "std"))]
fn is_over(_: Option<Deadline>) -> bool {
    false
}

impl<T: Threads> fmt::Debug for ThreadParker<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadParker")
            .field("unparked", &self.unparked.is_up())
            .finish_non_exhaustive()
    }
}

/// The parker of `thread::park`.
#[cfg(feature = "std")]
pub type StdParker = ThreadParker<StdThreads>;

/// The standard library's threads.
///
/// A thread has one token for `unpark`, shared by all its uses. A wait may consume a token that was
/// meant for other code of the program, and a late `unpark` may leave one behind, as the standard
/// library's own channels and scopes do. A caller of `thread::park` has to check its condition
/// before and after.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct StdThreads;

#[cfg(feature = "std")]
impl Threads for StdThreads {
    /// Longer than it takes to wake a thread: otherwise two threads that alternate would park on
    /// every passage.
    const YIELDS: u32 = super::YIELDS;
    /// Locked only by `try_read` and `try_write`.
    type Sleeper = std::sync::RwLock<Option<std::thread::Thread>>;
    type Unparked = crate::memory::AtomicFlag;

    fn give_way() {
        std::thread::yield_now();
    }

    fn no_thread() -> Self::Sleeper {
        std::sync::RwLock::new(None)
    }

    fn is_me(sleeper: &Self::Sleeper) -> bool {
        let me = std::thread::current().id();
        match sleeper.try_read() {
            Ok(sleeper) => sleeper.as_ref().is_some_and(|thread| thread.id() == me),
            Err(_) => false,
        }
    }

    fn set_me(sleeper: &Self::Sleeper) {
        if let Ok(mut sleeper) = sleeper.try_write() {
            *sleeper = Some(std::thread::current());
        }
    }

    fn wake(sleeper: &Self::Sleeper) {
        if let Ok(sleeper) = sleeper.try_read() {
            if let Some(thread) = &*sleeper {
                thread.unpark();
            }
        }
    }

    fn sleep(deadline: Option<Deadline>) {
        match deadline {
            None => std::thread::park(),
            Some(deadline) => {
                std::thread::park_timeout(deadline.saturating_duration_since(Deadline::now()));
            }
        }
    }

    fn nap() {
        std::thread::sleep(super::NAP);
    }
}

#[cfg(feature = "std")]
impl ConstNew for StdParker {
    const NEW: Self = ThreadParker {
        unparked: crate::memory::AtomicFlag::NEW,
        sleeper: std::sync::RwLock::new(None),
    };
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use std::boxed::Box;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    /// Whether an `unpark` returns and wakes the sleeper after another thread has crashed in
    /// `unpark`.
    fn survives<P: Parker + Send + Sync + 'static>(stop: impl FnOnce(&'static P)) -> bool {
        let parker: &'static P = Box::leak(Box::new(P::new()));
        let (heard, hears) = channel();
        let (ready, is_ready) = channel();
        std::thread::spawn(move || {
            parker.prepare();
            ready.send(()).unwrap();
            parker.park(None);
            heard.send(()).unwrap();
        });
        is_ready.recv().unwrap();
        stop(parker);
        std::thread::spawn(move || parker.unpark());
        hears.recv_timeout(Duration::from_millis(500)).is_ok()
    }

    #[test]
    fn a_crashed_waker_blocks_no_waker() {
        assert!(survives::<StdParker>(|parker| std::mem::forget(
            parker.sleeper.try_read().expect("no writer")
        )));
    }

    /// The next thread that parks in the slot sleeps for a short time.
    #[test]
    fn a_crashed_waker_blocks_no_sleeper() {
        let parker: &'static StdParker = Box::leak(Box::new(StdParker::NEW));
        parker.prepare();
        std::mem::forget(parker.sleeper.try_read().expect("no writer"));
        let other = std::thread::spawn(move || {
            parker.prepare();
            assert!(!StdThreads::is_me(&parker.sleeper));
            parker.park(None);
        });
        other.join().unwrap();
    }

    /// The mutant: a parker with a lock in it.
    #[derive(Default)]
    struct Locked(std::sync::Mutex<bool>, std::sync::Condvar);

    impl Parker for Locked {
        fn new() -> Self {
            Self::default()
        }
        fn prepare(&self) {
            *self.0.lock().unwrap() = false;
        }
        fn unpark(&self) {
            *self.0.lock().unwrap() = true;
            self.1.notify_one();
        }
        fn park(&self, _: Option<Deadline>) {
            drop(
                self.1
                    .wait_while(self.0.lock().unwrap(), |unparked| !*unparked),
            );
        }
    }

    #[test]
    fn a_parker_with_a_lock_is_blocked() {
        assert!(survives::<Locked>(|_| ()));
        assert!(!survives::<Locked>(|parker| std::mem::forget(
            parker.0.lock()
        )));
    }
}
