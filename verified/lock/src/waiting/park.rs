//! Parking, and why no wake-up is lost.

#[cfg(feature = "std")]
use super::YIELDS;
use super::{ConstWait, Deadline, Wait, LOOKS};
use crate::memory::{Flag, Memory};
use crate::shape::ConstNew;
use core::fmt;
use core::marker::PhantomData;

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
    /// How often to look again at once, before letting others run.
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

/// A [`Gong`] made of a `Mutex` and a `Condvar`.
///
/// Not of `thread::park`: that has one token per thread, and a lock that used it up would be
/// taking a wake-up that the program around it may be waiting for.
#[cfg(feature = "std")]
#[derive(Debug, Default)]
pub struct StdGong {
    struck: std::sync::Mutex<bool>,
    strike: std::sync::Condvar,
}

#[cfg(feature = "std")]
impl StdGong {
    fn struck(&self) -> std::sync::MutexGuard<'_, bool> {
        self.struck
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
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
        *self.struck() = false;
    }

    fn strike(&self) {
        *self.struck() = true;
        self.strike.notify_one();
    }

    fn wait(&self, deadline: Option<Deadline>) {
        use std::sync::PoisonError;
        let mut struck = self.struck();
        while !*struck {
            struck = match deadline {
                None => self
                    .strike
                    .wait(struck)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let Some(left) = deadline.checked_duration_since(Deadline::now()) else {
                        return;
                    };
                    self.strike
                        .wait_timeout(struck, left)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
            };
        }
    }
}

#[cfg(feature = "std")]
impl ConstNew for StdGong {
    const NEW: Self = StdGong {
        struck: std::sync::Mutex::new(false),
        strike: std::sync::Condvar::new(),
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

    fn pause<M: Memory>(bell: &ParkBell<M, G>, pace: &mut ParkPace, deadline: Option<Deadline>) {
        if pace.looks < G::LOOKS {
            pace.looks += 1;
            core::hint::spin_loop();
        } else if pace.looks < G::LOOKS + G::YIELDS {
            pace.looks += 1;
            G::give_way();
        } else if !pace.armed {
            bell.gong.still();
            bell.asleep.set(true);
            M::fence(); // asleep before the look that follows
            pace.armed = true;
        } else {
            bell.gong.wait(deadline);
            bell.asleep.set(false);
            pace.armed = false;
        }
    }

    fn rise<M: Memory>(bell: &ParkBell<M, G>, pace: ParkPace) {
        if pace.armed {
            bell.asleep.set(false);
        }
    }

    #[inline]
    fn ring<M: Memory>(bell: &ParkBell<M, G>) {
        if bell.asleep.is_up() {
            strike(&bell.gong);
        }
    }
}

/// Out of line: in an uncontended passage nobody is asleep.
#[cold]
fn strike(gong: &impl Gong) {
    gong.strike();
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
