//! Choosing a ticket, and the order of tickets: `doorway_core::ticket`.

use super::{any_size, FEW, N};
use doorway_core::ticket::{precedes, Choice, Exhausted, Id, Ticket, INFINITY};

/// A choice takes the first ticket above all it has seen, and is exhausted only if the register has none.
///
/// Tickets start at 1: a register holds 0 before its first ticket.
fn is_above_all_seen<const N: usize>(
    see: impl Fn(Choice, Ticket) -> Choice,
    take: impl Fn(Choice, Ticket) -> Result<Ticket, Exhausted>,
) {
    let seen: [Ticket; N] = kani::any();
    let (n, limit): (usize, Ticket) = (any_size(N), kani::any());
    let mut choice = Choice::new();
    let mut largest = 0;
    let mut i = 0;
    while i < n {
        choice = see(choice, seen[i]);
        largest = if seen[i] > largest { seen[i] } else { largest };
        i += 1;
    }
    let other: Ticket = kani::any();
    let would_do = other > largest && other <= limit && other < INFINITY;
    match take(choice, limit) {
        Ok(ticket) => {
            assert!(ticket > largest);
            assert!(ticket <= limit && ticket < INFINITY);
            assert!(!would_do || ticket <= other);
            kani::cover!(n == N && ticket > 1);
            kani::cover!(n == 0);
            kani::cover!(ticket == INFINITY - 1);
        }
        Err(Exhausted) => {
            assert!(!would_do);
            kani::cover!(limit < INFINITY - 1);
            kani::cover!(limit == INFINITY);
        }
    }
}

#[kani::proof]
#[kani::unwind(10)]
fn taken() {
    is_above_all_seen::<N>(Choice::see, Choice::take);
}

type Precedes = fn(Ticket, Id, Ticket, Id) -> bool;

/// A strict total order on (ticket, id): the lexicographic one.
fn is_a_strict_total_order(precedes: Precedes) {
    let (a, b, c): ((Ticket, Id), (Ticket, Id), (Ticket, Id)) = kani::any();
    let before = |(t, i): (Ticket, Id), (u, j): (Ticket, Id)| precedes(t, i, u, j);
    assert!(!before(a, a));
    assert!(!(before(a, b) && before(b, a)));
    assert!(a == b || before(a, b) || before(b, a));
    assert!(!(before(a, b) && before(b, c)) || before(a, c));
    assert!(before(a, b) == (a < b));
    kani::cover!(before(a, b) && before(b, c) && a.0 == b.0 && b.0 < c.0);
    kani::cover!(a.0 == b.0 && before(b, a));
}

#[kani::proof]
fn order() {
    is_a_strict_total_order(precedes);
}

mod mutants {
    use super::*;

    mod taken {
        use super::*;

        /// Takes the largest ticket itself.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn the_same_again() {
            is_above_all_seen::<FEW>(Choice::see, |choice, limit| {
                choice.take(limit).map(|ticket| (ticket - 1).max(1))
            });
        }

        /// Sees only the last ticket.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn the_last_seen() {
            is_above_all_seen::<FEW>(|_, ticket| Choice::new().see(ticket), Choice::take);
        }

        /// Wraps around instead of being exhausted.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn wraps() {
            is_above_all_seen::<FEW>(Choice::see, |choice, _| {
                Ok(choice.largest().wrapping_add(1))
            });
        }

        /// Refuses the last ticket.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn exhausted_too_soon() {
            is_above_all_seen::<FEW>(Choice::see, |choice, limit| {
                choice.take(limit.saturating_sub(1))
            });
        }
    }

    mod order {
        use super::*;

        /// Compares tickets alone: of two processes with the same ticket neither is first.
        #[kani::proof]
        #[kani::should_panic]
        fn no_ids() {
            is_a_strict_total_order(|t, _, u, _| t < u);
        }

        /// Of two processes with the same ticket both are first.
        #[kani::proof]
        #[kani::should_panic]
        fn not_strict() {
            is_a_strict_total_order(|t, _, u, _| t <= u);
        }

        /// A smaller ticket or a smaller id precedes.
        #[kani::proof]
        #[kani::should_panic]
        fn or_a_smaller_id() {
            is_a_strict_total_order(|t, i, u, j| t < u || i < j);
        }
    }
}
