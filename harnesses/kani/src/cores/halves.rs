//! A ticket as two halves: `doorway_core::halves`. `lock::halves` checks torn reads of them.

use doorway_core::halves::{join, split};
use doorway_core::ticket::Ticket;

/// `split` and `join` are inverses of each other, and the high half decides the order.
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

        /// `split` and `join` both swap the halves: they are still inverses, but the order is wrong.
        #[kani::proof]
        #[kani::should_panic]
        fn swapped() {
            make_a_whole(|t| (split(t).1, split(t).0), |low, high| join(high, low));
        }

        /// A shift by one bit too few.
        #[kani::proof]
        #[kani::should_panic]
        fn overlapping() {
            make_a_whole(split, |low, high| {
                (Ticket::from(high) << 31) | Ticket::from(low)
            });
        }
    }
}
