//! Parking, and why no wake-up is lost.

use super::gong::DefaultGong;
use super::{ConstWait, Deadline, Gong, Wait};
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
