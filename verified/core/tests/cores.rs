//! The cores compared with their specifications, on random input.

use doorway_core::ticket::{precedes, Choice, Exhausted, INFINITY};
use doorway_core::{capture, halves, pair, predecessors};
use proptest::prelude::*;

/// Tickets of all sizes, with the ends of the range likely.
fn ticket() -> impl Strategy<Value = u64> {
    prop_oneof![
        0..8u64,
        any::<u64>(),
        INFINITY - 4..=INFINITY,
        0xffff_fffcu64..0x1_0000_0004
    ]
}

fn id() -> impl Strategy<Value = usize> {
    0..6usize
}

proptest! {
    #[test]
    fn a_taken_ticket_is_above_all_seen(seen in prop::collection::vec(ticket(), 0..6), limit in ticket()) {
        let choice = seen.iter().fold(Choice::new(), |choice, &ticket| choice.see(ticket));
        let largest = seen.iter().copied().max().unwrap_or(0);
        prop_assert_eq!(choice.largest(), largest);
        match choice.take(limit) {
            Ok(ticket) => {
                prop_assert!(seen.iter().all(|&other| other < ticket));
                prop_assert_eq!(ticket - largest, 1);
                prop_assert!(ticket <= limit && ticket != INFINITY);
            }
            Err(Exhausted) => prop_assert!(largest >= limit || largest >= INFINITY - 1),
        }
    }

    #[test]
    fn precedes_is_a_strict_total_order(t in prop::array::uniform3(0..3u64), i in prop::array::uniform3(id())) {
        let before = |a: usize, b: usize| precedes(t[a], i[a], t[b], i[b]);
        let same = |a: usize, b: usize| (t[a], i[a]) == (t[b], i[b]);
        prop_assert!(!before(0, 0));
        prop_assert_eq!(u8::from(before(0, 1)) + u8::from(before(1, 0)) + u8::from(same(0, 1)), 1);
        prop_assert!(!(before(0, 1) && before(1, 2)) || before(0, 2));
        prop_assert_eq!(before(0, 1), (t[0], i[0]) < (t[1], i[1]));
    }

    #[test]
    fn a_process_that_does_not_want_to_enter_has_no_priority(t in 0..INFINITY, me in id(), i in id()) {
        prop_assert!(predecessors::is_behind(t, me, INFINITY, i));
        prop_assert_eq!(predecessors::is_behind(t, me, t, i), me < i);
    }

    #[test]
    fn the_predecessor_set_is_a_set(n in 0..9usize, me in 0..9usize, gone in prop::collection::vec(0..12usize, 0..12)) {
        let mut set = vec![true; n];
        predecessors::everyone_but(&mut set, me);
        let mut model: std::collections::BTreeSet<_> = (0..n).filter(|&i| i != me).collect();
        for i in gone {
            predecessors::remove(&mut set, i);
            model.remove(&i);
            prop_assert_eq!(predecessors::size(&set), model.len());
            prop_assert!((0..n).all(|i| set[i] == model.contains(&i)));
            for k in 0..=n + 1 {
                prop_assert_eq!(capture::may_enter(&set, k, false), model.len() < k);
                prop_assert!(capture::may_enter(&set, k, true));
            }
        }
    }

    #[test]
    fn only_smaller_tickets_are_captured(mine in ticket(), entered in ticket()) {
        prop_assert_eq!(capture::overtaken(mine, entered), mine < entered);
        // A capture is stale exactly when it no longer captures.
        prop_assert_eq!(capture::is_stale(entered, mine), !capture::overtaken(mine, entered));
    }

    #[test]
    fn halves_make_a_whole(t in ticket(), u in ticket()) {
        let ((low, high), (other_low, other_high)) = (halves::split(t), halves::split(u));
        prop_assert_eq!(halves::join(low, high), t);
        // The high half decides.
        prop_assert!(high >= other_high || t < u);
        prop_assert!(high != other_high || (low < other_low) == (t < u));
    }

    #[test]
    fn the_latest_of_a_pair(first in ticket(), second in ticket()) {
        prop_assert_eq!(pair::latest(first, second), first.max(second));
    }
}
