//! Parking, and why no wake-up is lost.

use super::{ConstWait, Deadline, Wait, LOOKS};
#[cfg(feature = "std")]
use super::{NAP, YIELDS};
use crate::memory::{Flag, Memory};
use crate::shape::ConstNew;
use core::fmt;
use core::marker::PhantomData;
#[cfg(feature = "std")]
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// Spins briefly, then sleeps on the process's own bell until somebody writes what it waits for.
///
/// # No lost wake-up
///
/// The sleeper and whoever lets it go on meet in the pattern of Dekker's algorithm:
///
/// ```text
/// sleeper                          ringer
///   still the gong                   write the sleeper's registers
///   asleep := true                   fence
///   fence                            if asleep then strike the gong
///   look at the registers
///   if nothing: wait for the gong
/// ```
///
/// Of the two fences one comes first. If the sleeper's: the ringer sees `asleep` and strikes. If the
/// ringer's: the sleeper's look sees what the ringer wrote, and whatever it lets the sleeper do. A gong, once struck, stays struck until it is
/// stilled, so it does not matter whether the strike comes before the wait. A strike meant for an
/// earlier sleep and made only now causes one look too many, and one made before the gong is stilled was made after
/// registers were written that the look will then see.
pub struct Park<G = DefaultGong>(PhantomData<fn() -> G>);

impl<G> fmt::Debug for Park<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Park")
    }
}

#[cfg(feature = "std")]
type DefaultGong = StdGong;
#[cfg(not(feature = "std"))]
type DefaultGong = core::convert::Infallible;

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

/// A [`Gong`] made of `thread::park`, and nothing in it ever waits for another thread but the sleep itself.
///
/// A thread may stop for ever anywhere, also while it strikes, and a lock that survives that must not be stopped by its bells: so not a `Mutex` and a
/// `Condvar`. Strikers read whom to wake side by side; one that stops there keeps the sleeper from being *exchanged*, and
/// another thread that then sleeps in this slot only naps.
///
/// A thread has one token for `unpark`, for all that it does: a wait may use up one that was meant for the program around it, and a late strike leave
/// one for it, as the standard library's own channels and scopes do. Who calls `park` looks at what it waits for before and after.
#[cfg(feature = "std")]
#[derive(Debug, Default)]
pub struct StdGong {
    struck: core::sync::atomic::AtomicBool,
    sleeper: std::sync::RwLock<Option<std::thread::Thread>>,
}

#[cfg(feature = "std")]
impl StdGong {
    /// Whether a strike wakes this thread.
    fn is_mine(&self) -> bool {
        let me = std::thread::current().id();
        match self.sleeper.try_read() {
            Ok(sleeper) => sleeper.as_ref().is_some_and(|thread| thread.id() == me),
            Err(_) => false,
        }
    }
}

#[cfg(feature = "std")]
impl Gong for StdGong {
    /// Longer than it takes to wake a thread: else two that want the lock in turn would put each other to sleep for ever.
    const YIELDS: u32 = YIELDS;

    fn give_way() {
        std::thread::yield_now();
    }

    fn new() -> Self {
        Self::NEW
    }

    fn still(&self) {
        self.struck.store(false, Relaxed); // before `asleep`, which is stored with Release
        if !self.is_mine() {
            if let Ok(mut sleeper) = self.sleeper.try_write() {
                *sleeper = Some(std::thread::current());
            }
        }
    }

    fn strike(&self) {
        self.struck.store(true, Release);
        if let Ok(sleeper) = self.sleeper.try_read() {
            if let Some(thread) = &*sleeper {
                thread.unpark();
            }
        }
    }

    fn wait(&self, deadline: Option<Deadline>) {
        if !self.is_mine() {
            std::thread::sleep(NAP);
            return;
        }
        while !self.struck.load(Acquire) {
            match deadline.map(|deadline| deadline.checked_duration_since(Deadline::now())) {
                None => std::thread::park(),
                Some(Some(left)) => std::thread::park_timeout(left),
                Some(None) => return,
            }
        }
    }
}

#[cfg(feature = "std")]
impl ConstNew for StdGong {
    const NEW: Self = StdGong {
        struck: core::sync::atomic::AtomicBool::new(false),
        sleeper: std::sync::RwLock::new(None),
    };
}

/// The bell of [`Park`].
pub struct ParkBell<M: Memory, G> {
    /// Up while the process sleeps or is about to. Only the process itself sets it.
    asleep: M::Flag,
    gong: G,
}

impl<M: Memory, G: fmt::Debug> fmt::Debug for ParkBell<M, G>
where
    M::Flag: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParkBell")
            .field("asleep", &self.asleep)
            .field("gong", &self.gong)
            .finish()
    }
}

/// How far a wait by [`Park`] has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParkPace {
    looks: u32,
    yields: u32,
    armed: bool,
}

impl ParkPace {
    /// Whether the next pause is a sleep.
    #[cfg(feature = "std")]
    pub(super) fn is_armed(&self) -> bool {
        self.armed
    }
}

impl<G: Gong> Wait for Park<G> {
    type Bell<M: Memory> = ParkBell<M, G>;
    type Pace = ParkPace;
    const RINGS: bool = true;

    fn bell<M: Memory>() -> ParkBell<M, G> {
        ParkBell {
            asleep: Flag::new(),
            gong: G::new(),
        }
    }

    fn pause<M: Memory>(
        bell: &ParkBell<M, G>,
        pace: &mut ParkPace,
        next: bool,
        deadline: Option<Deadline>,
    ) {
        if pace.armed {
            bell.gong.wait(deadline);
            bell.asleep.set(false);
            pace.armed = false;
        } else if next && pace.looks < G::LOOKS {
            pace.looks += 1;
            core::hint::spin_loop();
        } else if pace.yields < G::YIELDS {
            pace.yields += 1;
            G::give_way();
        } else {
            bell.gong.still();
            bell.asleep.set(true);
            M::fence(); // asleep before the look that follows
            pace.armed = true;
        }
    }

    fn rise<M: Memory>(bell: &ParkBell<M, G>, pace: ParkPace) {
        if pace.armed {
            bell.asleep.set(false);
        }
    }

    #[inline]
    fn is_asleep<M: Memory>(bell: &ParkBell<M, G>) -> bool {
        bell.asleep.is_up()
    }

    fn ring<M: Memory>(bell: &ParkBell<M, G>) {
        if bell.asleep.is_up() {
            bell.gong.strike();
        }
    }
}

impl<M: Memory, G: Gong + ConstNew> ConstWait<M> for Park<G>
where
    M::Flag: ConstNew,
{
    const BELL: ParkBell<M, G> = ParkBell {
        asleep: M::Flag::NEW,
        gong: G::NEW,
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
            assert!(!gong.is_mine());
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
