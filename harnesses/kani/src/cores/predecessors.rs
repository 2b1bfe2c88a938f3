//! The predecessor set: `doorway_core::predecessors`.

use super::{any_size, FEW, N};
use doorway_core::predecessors::{everyone_but, is_behind, remove, size};
use doorway_core::ticket::{Id, Ticket, INFINITY};

/// `everyone_but` makes the set all processes but `me`, whatever it was before; `me` may be outside the set.
fn starts_like_the_others<const N: usize>(everyone_but: impl Fn(&mut [bool], Id)) {
    let mut array: [bool; N] = kani::any();
    let before = array;
    let (n, me) = (any_size(N), kani::any());
    everyone_but(&mut array[..n], me);
    let i: Id = kani::any_where(|&i| i < N);
    assert!(array[i] == if i < n { i != me } else { before[i] });
    kani::cover!(n == N && me < n && !before[i] && array[i]);
    kani::cover!(me < n && i == me);
    kani::cover!(me >= n);
}

#[kani::proof]
#[kani::unwind(10)]
fn everyone() {
    starts_like_the_others::<N>(everyone_but);
}

/// `remove` takes one process out and changes no other; a process outside the set changes nothing.
fn takes_out_one<const N: usize>(remove: impl Fn(&mut [bool], Id)) {
    let mut array: [bool; N] = kani::any();
    let before = array;
    let (n, gone) = (any_size(N), kani::any());
    remove(&mut array[..n], gone);
    let i: Id = kani::any_where(|&i| i < N);
    assert!(array[i] == (before[i] && (i != gone || gone >= n)));
    kani::cover!(before[i] && !array[i]);
    kani::cover!(before[i] && array[i] && gone < n);
    kani::cover!(gone >= N);
    kani::cover!(i == gone && gone >= n);
}

#[kani::proof]
#[kani::unwind(10)]
fn removed() {
    takes_out_one::<N>(remove);
}

/// `size` is 0 for the empty set, and one more with each member.
fn counts_members<const N: usize>(size: impl Fn(&[bool]) -> usize) {
    let set: [bool; N] = kani::any();
    let n: usize = kani::any_where(|&n| n < N);
    assert!(size(&set[..0]) == 0);
    assert!(size(&set[..=n]) == size(&set[..n]) + usize::from(set[n]));
    kani::cover!(n == N - 1 && size(&set[..=n]) == N);
    kani::cover!(n == N - 1 && size(&set[..=n]) == 0);
}

#[kani::proof]
#[kani::unwind(10)]
fn counted() {
    counts_members::<N>(size);
}

type IsBehind = fn(Ticket, Id, Ticket, Id) -> bool;

/// Of two processes that want to enter exactly one is behind the other.
///
/// A process that does not want to enter is behind every process that does.
fn has_no_priority(is_behind: IsBehind) {
    let (me, i): (Id, Id) = kani::any();
    let (ticket, want): (Ticket, Ticket) = kani::any();
    if me != i {
        assert!(is_behind(ticket, me, want, i) != is_behind(want, i, ticket, me));
        kani::cover!(ticket == want && ticket < INFINITY);
        kani::cover!(is_behind(ticket, me, want, i) && want < INFINITY);
        kani::cover!(!is_behind(ticket, me, want, i));
    }
    if ticket < INFINITY {
        assert!(is_behind(ticket, me, INFINITY, i));
        assert!(!is_behind(INFINITY, i, ticket, me));
        kani::cover!(ticket == INFINITY - 1 && i < me);
    }
    assert!(is_behind(ticket, me, want, i) || want <= ticket);
}

#[kani::proof]
fn behind() {
    has_no_priority(is_behind);
}

mod mutants {
    use super::*;

    mod everyone {
        use super::*;

        /// Adds all processes, including `me`.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn me_too() {
            starts_like_the_others::<FEW>(|set, _| set.fill(true));
        }

        /// Leaves out the last process.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn but_the_last() {
            starts_like_the_others::<FEW>(|set, me| {
                let last = set.len().saturating_sub(1);
                everyone_but(&mut set[..last], me);
            });
        }
    }

    mod removed {
        use super::*;

        /// Takes out no process.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn no_process() {
            takes_out_one::<FEW>(|_, _| ());
        }

        /// Panics for a process outside the set.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn out_of_bounds() {
            takes_out_one::<FEW>(|set, i| set[i] = false);
        }
    }

    mod counted {
        use super::*;

        /// Does not count the last process.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn all_but_the_last() {
            counts_members::<FEW>(|set| size(&set[..set.len().saturating_sub(1)]));
        }

        /// Counts the slots and not the members.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn the_room() {
            counts_members::<FEW>(<[bool]>::len);
        }
    }

    mod behind {
        use super::*;

        /// Of two processes with the same ticket both are behind.
        #[kani::proof]
        #[kani::should_panic]
        fn no_ids() {
            has_no_priority(|ticket, _, want, _| ticket <= want);
        }

        /// A process that does not want to enter counts as ticket 0, and goes first.
        #[kani::proof]
        #[kani::should_panic]
        fn infinity_is_nothing() {
            has_no_priority(|ticket, me, want, i| {
                is_behind(ticket.wrapping_add(1), me, want.wrapping_add(1), i)
            });
        }
    }
}
