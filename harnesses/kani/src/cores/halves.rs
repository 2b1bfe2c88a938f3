//! A ticket as two halves: `doorway_core::halves`. What a torn read of them is worth is in `lock::halves`.

use doorway_core::halves::{join, split};
use doorway_core::ticket::Ticket;

/// Every ticket survives split and join, every two halves join and split, and the high half decides.
fn make_a_whole(split: impl Fn(Ticket) -> (u32, u32), join: impl Fn(u32, u32) -> Ticket) {
    let (t, u): (Ticket, Ticket) = kani::any();
    let (low, high) = split(t);
    let (other_low, other_high) = split(u);
    assert!(join(low, high) == t);
    assert!((t < u) == ((high, low) < (other_high, other_low)));
    kani::cover!(high == 1 && low == u32::MAX && t < u && other_low == 0);
    kani::cover!(t == Ticket::MAX);

    let (low, high): (u32, u32) = kani::any();
    assert!(split(join(low, high)) == (low, high));
    kani::cover!(low > high && high > 0);
}

#[kani::proof]
fn whole() {
    make_a_whole(split, join);
}

mod mutants {
    use super::*;

    mod whole {
        use super::*;

        /// The halves change places, on both ways: every ticket survives, and their order does not.
        #[kani::proof]
        #[kani::should_panic]
        fn swapped() {
            make_a_whole(|t| (split(t).1, split(t).0), |low, high| join(high, low));
        }

        /// A shift too short.
        #[kani::proof]
        #[kani::should_panic]
        fn overlapping() {
            make_a_whole(split, |low, high| {
                (Ticket::from(high) << 31) | Ticket::from(low)
            });
        }
    }
}
