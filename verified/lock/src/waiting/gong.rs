//! What a sleeper waits for.

use super::{Deadline, LOOKS};
use crate::memory::Flag;
#[cfg(feature = "std")]
use crate::shape::ConstNew;
use core::fmt;

#[cfg(feature = "std")]
pub(super) type DefaultGong = StdGong;
#[cfg(not(feature = "std"))]
pub(super) type DefaultGong = core::convert::Infallible;

/// What a sleeper waits for: struck by others, and struck until it is stilled.
///
/// The operating system's part of parking. `StdGong` is the standard library's; an RTOS has an event flag for it.
pub trait Gong {
    /// How often to look again at once, when it is next, before letting others run.
    const LOOKS: u32 = LOOKS;
    /// How often to let others run and look again, before going to sleep.
    const YIELDS: u32 = 0;
    /// Lets others run.
    fn give_way() {
        core::hint::spin_loop();
    }
    /// A still one.
    fn new() -> Self;
    /// Stills it.
    fn still(&self);
    /// Strikes it: ends the wait of now, or the next.
    fn strike(&self);
    /// Waits until it is struck, or for the deadline. May return early.
    fn wait(&self, deadline: Option<Deadline>);
}

/// Threads that sleep and are woken: what a [`ThreadGong`] is made of. `StdThreads` are the standard library's.
///
/// But for `sleep` and `nap`, nothing here may wait for another thread.
pub trait Threads {
    /// See [`Gong::LOOKS`].
    const LOOKS: u32 = LOOKS;
    /// See [`Gong::YIELDS`].
    const YIELDS: u32;
    /// Whom to wake.
    type Sleeper;
    /// Where a strike is kept.
    type Struck: Flag;

    /// Lets others run.
    fn give_way();
    /// Nobody to wake.
    fn nobody() -> Self::Sleeper;
    /// Whether it is the calling thread that is woken.
    fn is_me(sleeper: &Self::Sleeper) -> bool;
    /// From now on it is; unless somebody is just waking the last one.
    fn set_me(sleeper: &Self::Sleeper);
    /// Ends the thread's sleep of now, or its next.
    fn wake(sleeper: &Self::Sleeper);
    /// Sleeps until woken, or for the deadline. May return early.
    fn sleep(deadline: Option<Deadline>);
    /// Sleeps a little.
    fn nap();
}

/// A [`Gong`] in which nobody ever waits for another thread, but for the sleep itself.
///
/// A thread may stop for ever anywhere, also while it strikes, and a lock that survives that must not be stopped by its bells: so not a `Mutex` and a
/// `Condvar`. Strikers read whom to wake side by side; one that stops there keeps the sleeper from being *exchanged*, and
/// another thread that then sleeps in this slot only naps.
///
/// A strike that comes before the gong is stilled is lost, and may be: [`Park`](super::Park) looks after that. One that comes after stays until it is seen, as the
/// fences of `Park` order the two.
pub struct ThreadGong<T: Threads> {
    struck: T::Struck,
    sleeper: T::Sleeper,
}

impl<T: Threads> Gong for ThreadGong<T> {
    const LOOKS: u32 = T::LOOKS;
    const YIELDS: u32 = T::YIELDS;

    fn give_way() {
        T::give_way();
    }

    fn new() -> Self {
        ThreadGong {
            struck: T::Struck::new(),
            sleeper: T::nobody(),
        }
    }

    fn still(&self) {
        self.struck.set(false);
        if !T::is_me(&self.sleeper) {
            T::set_me(&self.sleeper);
        }
    }

    fn strike(&self) {
        self.struck.set(true);
        T::wake(&self.sleeper);
    }

    fn wait(&self, deadline: Option<Deadline>) {
        if !T::is_me(&self.sleeper) {
            return T::nap();
        }
        while !self.struck.is_up() {
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

impl<T: Threads> fmt::Debug for ThreadGong<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadGong")
            .field("struck", &self.struck.is_up())
            .finish_non_exhaustive()
    }
}

/// The gong of `thread::park`.
#[cfg(feature = "std")]
pub type StdGong = ThreadGong<StdThreads>;

/// The standard library's threads.
///
/// A thread has one token for `unpark`, for all that it does: a wait may use up one that was meant for the program around it, and a late strike leave
/// one for it, as the standard library's own channels and scopes do. Who calls `park` looks at what it waits for before and after.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct StdThreads;

#[cfg(feature = "std")]
impl Threads for StdThreads {
    /// Longer than it takes to wake a thread: else two that want the lock in turn would put each other to sleep for ever.
    const YIELDS: u32 = super::YIELDS;
    /// Only ever tried.
    type Sleeper = std::sync::RwLock<Option<std::thread::Thread>>;
    type Struck = crate::memory::AtomicFlag;

    fn give_way() {
        std::thread::yield_now();
    }

    fn nobody() -> Self::Sleeper {
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
impl ConstNew for StdGong {
    const NEW: Self = ThreadGong {
        struck: crate::memory::AtomicFlag::NEW,
        sleeper: std::sync::RwLock::new(None),
    };
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use std::boxed::Box;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    /// Whether a strike is made, and heard by who sleeps, after somebody else has stopped for ever in the middle of one.
    fn survives<G: Gong + Send + Sync + 'static>(stop: impl FnOnce(&'static G)) -> bool {
        let gong: &'static G = Box::leak(Box::new(G::new()));
        let (heard, hears) = channel();
        let (ready, is_ready) = channel();
        std::thread::spawn(move || {
            gong.still();
            ready.send(()).unwrap();
            gong.wait(None);
            heard.send(()).unwrap();
        });
        is_ready.recv().unwrap();
        stop(gong);
        std::thread::spawn(move || gong.strike());
        hears.recv_timeout(Duration::from_millis(500)).is_ok()
    }

    #[test]
    fn a_striker_that_stops_stops_nobody() {
        assert!(survives::<StdGong>(|gong| std::mem::forget(
            gong.sleeper.try_read().expect("nobody writes")
        )));
    }

    /// Nor whoever has the slot next: it naps.
    #[test]
    fn nor_another_sleeper() {
        let gong: &'static StdGong = Box::leak(Box::new(StdGong::NEW));
        gong.still();
        std::mem::forget(gong.sleeper.try_read().expect("nobody writes"));
        let other = std::thread::spawn(move || {
            gong.still();
            assert!(!StdThreads::is_me(&gong.sleeper));
            gong.wait(None);
        });
        other.join().unwrap();
    }

    /// The mutant: a gong with a lock in it.
    #[derive(Default)]
    struct Locked(std::sync::Mutex<bool>, std::sync::Condvar);

    impl Gong for Locked {
        fn new() -> Self {
            Self::default()
        }
        fn still(&self) {
            *self.0.lock().unwrap() = false;
        }
        fn strike(&self) {
            *self.0.lock().unwrap() = true;
            self.1.notify_one();
        }
        fn wait(&self, _: Option<Deadline>) {
            drop(self.1.wait_while(self.0.lock().unwrap(), |struck| !*struck));
        }
    }

    #[test]
    fn with_a_lock_in_it_it_does() {
        assert!(survives::<Locked>(|_| ()));
        assert!(!survives::<Locked>(|gong| std::mem::forget(gong.0.lock())));
    }
}
