//! Parking without a fence for whoever rings.

use super::{ConstWait, Deadline, Gong, Park, ParkBell, ParkPace, StdGong, Wait, NAP};
use crate::memory::Memory;
use core::fmt;
use core::marker::PhantomData;

/// [`Park`], but whoever rings makes no fence, and whoever sleeps looks up now and then.
///
/// # No wake-up is lost for long
///
/// Without the ringer's fence its stores may still be on their way when it finds nobody asleep, while the sleeper's last look does not
/// see them yet: a wake-up is lost. That window is as long as a store takes to be seen, some tens of nanoseconds on the machines there are; so
/// the sleeper sleeps in naps, the first of 100 µs, each twice as long as the one before up to a tenth of a second, and looks after each.
/// All that the lock's progress then needs is that [a store is seen in finite
/// time](https://en.cppreference.com/w/cpp/atomic/memory_order). (Morrison and Afek, *Temporally Bounding TSO for Fence-Free Asymmetric
/// Synchronization*, ASPLOS 2015, is about such windows.)
///
/// A fence costs as much as the rest of an uncontended passage. The exclusion does not depend on it.
pub struct Doze<G = StdGong>(PhantomData<fn() -> G>);

impl<G> fmt::Debug for Doze<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Doze")
    }
}

/// How often a nap doubles.
const DOUBLED: u32 = 10;

/// How far a wait by [`Doze`] has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct DozePace {
    park: ParkPace,
    naps: u32,
}

impl<G: Gong> Wait for Doze<G> {
    type Bell<M: Memory> = ParkBell<M, G>;
    type Pace = DozePace;
    const RINGS: bool = true;
    const FENCES: bool = false;

    fn bell<M: Memory>() -> ParkBell<M, G> {
        Park::<G>::bell()
    }

    fn pause<M: Memory>(
        bell: &ParkBell<M, G>,
        pace: &mut DozePace,
        next: bool,
        deadline: Option<Deadline>,
    ) {
        if !pace.park.is_armed() {
            return Park::<G>::pause(bell, &mut pace.park, next, deadline);
        }
        let up = Deadline::now() + NAP * (1 << pace.naps);
        pace.naps = DOUBLED.min(pace.naps + 1);
        let up = deadline.map_or(up, |deadline| deadline.min(up));
        Park::<G>::pause(bell, &mut pace.park, next, Some(up));
    }

    fn rise<M: Memory>(bell: &ParkBell<M, G>, pace: DozePace) {
        Park::<G>::rise(bell, pace.park);
    }

    #[inline]
    fn is_asleep<M: Memory>(bell: &ParkBell<M, G>) -> bool {
        Park::<G>::is_asleep(bell)
    }

    fn ring<M: Memory>(bell: &ParkBell<M, G>) {
        Park::<G>::ring(bell);
    }
}

impl<M: Memory, G: Gong> ConstWait<M> for Doze<G>
where
    Park<G>: ConstWait<M, Bell<M> = ParkBell<M, G>>,
{
    const BELL: ParkBell<M, G> = <Park<G> as ConstWait<M>>::BELL;
}
