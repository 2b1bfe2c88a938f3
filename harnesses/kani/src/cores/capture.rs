//! Capturing: `doorway_core::capture`.

use super::{any_size, FEW, N};
use doorway_core::capture::{is_stale, may_enter, overtaken};
use doorway_core::predecessors::{remove, size};
use doorway_core::ticket::{Id, Ticket};

/// A process may enter exactly if fewer than k processes are ahead or it is captured.
///
/// A process that may enter still may when fewer are ahead.
fn lets_in_at_most_k<const N: usize>(may_enter: impl Fn(&[bool], usize, bool) -> bool) {
    let mut array: [bool; N] = kani::any();
    let n = any_size(N);
    let (k, captured): (usize, bool) = kani::any();
    let set = &mut array[..n];
    let ahead = size(set);
    let entered = may_enter(set, k, captured);
    assert!(entered == (captured || ahead < k));
    kani::cover!(entered && !captured && ahead == 2 && k == 3);
    kani::cover!(!entered && ahead == 2 && k == 2);
    kani::cover!(entered && captured && ahead > k);
    kani::cover!(k == 0 && !entered && n == 0);

    let gone: Id = kani::any();
    remove(set, gone);
    assert!(!entered || may_enter(set, k, captured));
    kani::cover!(!entered && may_enter(set, k, captured));
}

#[kani::proof]
#[kani::unwind(10)]
fn enters() {
    lets_in_at_most_k::<N>(may_enter);
}

/// A process is overtaken exactly by those that have entered with a larger ticket.
///
/// A capture is stale exactly when it no longer overtakes.
fn by_larger_tickets_only(
    overtaken: impl Fn(Ticket, Ticket) -> bool,
    is_stale: impl Fn(Ticket, Ticket) -> bool,
) {
    let (mine, entered, next): (Ticket, Ticket, Ticket) = kani::any();
    assert!(overtaken(mine, entered) == (entered > mine));
    assert!(is_stale(entered, mine) != overtaken(mine, entered));
    kani::cover!(overtaken(mine, entered));
    kani::cover!(mine == entered && is_stale(entered, mine));

    // Tickets grow: a stale capture never counts again, so it can be overwritten.
    if next >= mine && is_stale(entered, mine) {
        assert!(!overtaken(next, entered));
        kani::cover!(next > mine);
    }
}

#[kani::proof]
fn captures() {
    by_larger_tickets_only(overtaken, is_stale);
}

mod mutants {
    use super::*;

    mod enters {
        use super::*;

        /// Admits one process too many.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn k_plus_one() {
            lets_in_at_most_k::<FEW>(|set, k, captured| captured || size(set) <= k);
        }

        /// The unshaded algorithm, which ignores captures.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn never_captured() {
            lets_in_at_most_k::<FEW>(|set, k, _| may_enter(set, k, false));
        }
    }

    mod captures {
        use super::*;

        /// Captures its own ticket: Theorem 9 would break.
        #[kani::proof]
        #[kani::should_panic]
        fn equals_too() {
            by_larger_tickets_only(|mine, entered| mine <= entered, is_stale);
        }

        /// Overwrites a capture that still counts: FIFE would be lost.
        #[kani::proof]
        #[kani::should_panic]
        fn rewritten() {
            by_larger_tickets_only(overtaken, |_, _| true);
        }

        /// Keeps a capture that no longer counts.
        #[kani::proof]
        #[kani::should_panic]
        fn kept() {
            by_larger_tickets_only(overtaken, |captured, ticket| captured < ticket);
        }
    }
}
