//! Parking without a fence in the waker.

use super::park::{ParkPace, ParkWaiter};
use super::{ConstWait, Deadline, Park, Parker, StdParker, Wait, NAP};
use crate::memory::Memory;
use core::fmt;
use core::marker::PhantomData;

/// [`Park`] without a fence in the waker: sleepers re-check with exponential back-off. The default
/// with `std`.
///
/// # No wake-up is lost for long
///
/// Without the waker's fence, the waker's stores may still be in its store buffer when it finds no
/// process parked. The sleeper's last poll may then miss them: a wake-up is lost. That window is as
/// long as a store takes to become visible. So a sleeper sleeps for limited times and polls after
/// each. The first time is 100 µs, and each is twice as long as the one before, up to a tenth of a
/// second. Progress of the lock then requires only that [a store becomes visible in finite
/// time](https://en.cppreference.com/w/cpp/atomic/memory_order). (Morrison and Afek, *Temporally
/// Bounding TSO for Fence-Free Asymmetric Synchronization*, ASPLOS 2015, is about such windows.)
///
/// Exclusion and order do not depend on this fence. It is left out because a fence is a large part
/// of the cost of an uncontended passage.
pub struct TimedPark<P = StdParker>(PhantomData<fn() -> P>);

impl<P> fmt::Debug for TimedPark<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TimedPark")
    }
}

/// How often the time of a sleep doubles.
const DOUBLED: u32 = 10;

/// The progress of one wait with [`TimedPark`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TimedPace {
    park: ParkPace,
    naps: u32,
}

impl<P: Parker> Wait for TimedPark<P> {
    type Waiter<M: Memory> = ParkWaiter<M, P>;
    type Pace = TimedPace;
    const WAKES: bool = true;
    const FENCES: bool = false;

    fn waiter<M: Memory>() -> ParkWaiter<M, P> {
        Park::<P>::waiter()
    }

    fn pause<M: Memory>(
        waiter: &ParkWaiter<M, P>,
        pace: &mut TimedPace,
        next: bool,
        deadline: Option<Deadline>,
    ) {
        if !pace.park.is_armed() {
            return Park::<P>::pause(waiter, &mut pace.park, next, deadline);
        }
        let up = Deadline::now() + NAP * (1 << pace.naps);
        pace.naps = DOUBLED.min(pace.naps + 1);
        let up = deadline.map_or(up, |deadline| deadline.min(up));
        Park::<P>::pause(waiter, &mut pace.park, next, Some(up));
    }

    fn finish<M: Memory>(waiter: &ParkWaiter<M, P>, pace: TimedPace) {
        Park::<P>::finish(waiter, pace.park);
    }

    #[inline]
    fn is_parked<M: Memory>(waiter: &ParkWaiter<M, P>) -> bool {
        Park::<P>::is_parked(waiter)
    }

    fn wake<M: Memory>(waiter: &ParkWaiter<M, P>) {
        Park::<P>::wake(waiter);
    }
}

impl<M: Memory, P: Parker> ConstWait<M> for TimedPark<P>
where
    Park<P>: ConstWait<M, Waiter<M> = ParkWaiter<M, P>>,
{
    const WAITER: ParkWaiter<M, P> = <Park<P> as ConstWait<M>>::WAITER;
}
