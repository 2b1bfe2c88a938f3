//! Parking, and why no wake-up is lost.

use super::parker::DefaultParker;
use super::{ConstWait, Deadline, Parker, Wait};
use crate::memory::{FenceId, Flag, Memory};
use crate::shape::ConstNew;
use core::fmt;
use core::marker::PhantomData;

/// Spins briefly, yields, then parks until another process has written what it waits for.
///
/// # No lost wake-up
///
/// Sleeper and waker follow the Dekker pattern: at least one side sees the other's store.
///
/// ```text
/// sleeper                          waker
///   prepare                          write the registers that the sleeper polls
///   parked := true                   fence
///   fence                            if parked then unpark
///   poll the registers
///   if that fails: park
/// ```
///
/// One of the two fences comes first. If it is the sleeper's, the waker sees `parked` and calls
/// `unpark`. If it is the waker's, the sleeper's poll sees what the waker wrote. An `unpark` is
/// kept until the next `prepare`, so it may come before the `park`. A late `unpark`, meant for an
/// earlier sleep, causes one poll too many. An `unpark` that comes before the `prepare` is lost,
/// but the stores of its waker come before it, and the poll sees them.
pub struct Park<P = DefaultParker>(PhantomData<fn() -> P>);

impl<P> fmt::Debug for Park<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Park")
    }
}

/// The waiter of [`Park`].
pub struct ParkWaiter<M: Memory, P> {
    /// Up while the process sleeps or is about to sleep. Written only by the process itself.
    parked: M::Flag,
    parker: P,
}

impl<M: Memory, P: fmt::Debug> fmt::Debug for ParkWaiter<M, P>
where
    M::Flag: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParkWaiter")
            .field("parked", &self.parked)
            .field("parker", &self.parker)
            .finish()
    }
}

/// The progress of one wait with [`Park`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ParkPace {
    polls: u32,
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

impl<P: Parker> Wait for Park<P> {
    type Waiter<M: Memory> = ParkWaiter<M, P>;
    type Pace = ParkPace;
    const WAKES: bool = true;

    fn waiter<M: Memory>() -> ParkWaiter<M, P> {
        ParkWaiter {
            parked: Flag::new(),
            parker: P::new(),
        }
    }

    fn pause<M: Memory>(
        waiter: &ParkWaiter<M, P>,
        pace: &mut ParkPace,
        next: bool,
        deadline: Option<Deadline>,
    ) {
        if pace.armed {
            waiter.parker.park(deadline);
            waiter.parked.set(false);
            pace.armed = false;
        } else if next && pace.polls < P::POLLS {
            pace.polls += 1;
            core::hint::spin_loop();
        } else if pace.yields < P::YIELDS {
            pace.yields += 1;
            P::give_way();
        } else {
            waiter.parker.prepare();
            waiter.parked.set(true);
            M::fence(FenceId::Park); // parked before the poll that follows
            pace.armed = true;
        }
    }

    fn finish<M: Memory>(waiter: &ParkWaiter<M, P>, pace: ParkPace) {
        if pace.armed {
            waiter.parked.set(false);
        }
    }

    #[inline]
    fn is_parked<M: Memory>(waiter: &ParkWaiter<M, P>) -> bool {
        waiter.parked.is_up()
    }

    fn wake<M: Memory>(waiter: &ParkWaiter<M, P>) {
        if waiter.parked.is_up() {
            waiter.parker.unpark();
        }
    }
}

impl<M: Memory, P: Parker + ConstNew> ConstWait<M> for Park<P>
where
    M::Flag: ConstNew,
{
    const WAITER: ParkWaiter<M, P> = ParkWaiter {
        parked: M::Flag::NEW,
        parker: P::NEW,
    };
}
