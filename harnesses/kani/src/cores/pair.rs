//! A ticket in two places: `doorway_core::pair`. `lock::halves` checks torn reads of them.

use doorway_core::pair::{latest, other};
use doorway_core::ticket::Ticket;

/// `other` is always one of the two places, and never the place entered with.
fn is_the_other_place(other: impl Fn(usize) -> usize) {
    let entered: usize = kani::any();
    let place = other(entered);
    assert!(place < 2);
    if entered < 2 {
        assert!(place != entered);
        assert!(other(place) == entered);
    }
    kani::cover!(entered == 0);
    kani::cover!(entered == 1);
    kani::cover!(entered > 1);
}

#[kani::proof]
fn places() {
    is_the_other_place(other);
}

/// `latest` is one of the two values, and below neither: a torn read is never below the quiet place.
fn is_never_below_the_quiet_one(latest: impl Fn(Ticket, Ticket) -> Ticket) {
    let (quiet, torn): (Ticket, Ticket) = kani::any();
    for read in [latest(quiet, torn), latest(torn, quiet)] {
        assert!(read >= quiet);
        assert!(read == quiet || read == torn);
        assert!(read >= torn);
    }
    kani::cover!(torn < quiet);
    kani::cover!(torn > quiet);
}

#[kani::proof]
#[kani::unwind(3)]
fn worth() {
    is_never_below_the_quiet_one(latest);
}

mod mutants {
    use super::*;

    mod places {
        use super::*;

        /// Returns the place entered with, so that its ticket is overwritten.
        #[kani::proof]
        #[kani::should_panic]
        fn the_same_place() {
            is_the_other_place(|entered| usize::from(entered != 0));
        }

        /// Right for the two places, out of bounds elsewhere.
        #[kani::proof]
        #[kani::should_panic]
        fn by_xor() {
            is_the_other_place(|entered| entered ^ 1);
        }
    }

    mod worth {
        use super::*;

        /// Always takes the first place.
        #[kani::proof]
        #[kani::unwind(3)]
        #[kani::should_panic]
        fn the_first() {
            is_never_below_the_quiet_one(|first, _| first);
        }

        /// Takes the smaller.
        #[kani::proof]
        #[kani::unwind(3)]
        #[kani::should_panic]
        fn the_smaller() {
            is_never_below_the_quiet_one(Ord::min);
        }
    }
}
