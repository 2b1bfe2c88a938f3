//! A ticket in two halves, in two places: every interleaving of a read with the writes.
//!
//! The owner of the ticket goes through passages with growing tickets and enters with some of them.
//! Each passage writes one place, one half after the other. A reader reads both places, one half
//! after the other. All interleavings, around carries.

use doorway_core::{halves, pair};

/// The order of the halves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    LowFirst,
    HighFirst,
}

/// A store of one half of one place, by a passage with this ticket.
#[derive(Clone, Copy)]
struct HalfStore {
    passage: usize,
    place: usize,
    high: bool,
    value: u32,
}

/// The two stores of a passage that writes `ticket` to `place`.
fn stores(passage: usize, place: usize, ticket: u64, order: Order) -> [HalfStore; 2] {
    let (low, high) = halves::split(ticket);
    let half = |high_half, value| HalfStore {
        passage,
        place,
        high: high_half,
        value,
    };
    match order {
        Order::LowFirst => [half(false, low), half(true, high)],
        Order::HighFirst => [half(true, high), half(false, low)],
    }
}

/// The result of one read, and the values that it is checked against.
struct Seen {
    value: u64,
    /// The last ticket entered with by a passage whose stores were all made when the read began.
    entered_before: u64,
    /// The last ticket of which a half was stored when the read ended.
    newest: u64,
    /// Whether the process entered with another ticket and began a further passage during the read.
    overrun: bool,
}

/// All reads during `passages`: (ticket, whether it entered). The first passage is over before the
/// read begins.
fn reads(passages: &[(u64, bool)], write: Order, read: Order, mut check: impl FnMut(Seen)) {
    let mut script = Vec::new();
    let mut entered = 0;
    for (number, &(ticket, enters)) in passages.iter().enumerate() {
        let place = pair::other(entered);
        script.extend(stores(number, place, ticket, write));
        if enters {
            entered = place;
        }
    }
    // Each of the reader's four loads comes after so many of the stores; the first passage is over.
    let times = 2..=script.len();
    for a in times.clone() {
        for b in a..=script.len() {
            for c in b..=script.len() {
                for d in c..=script.len() {
                    let load = |time: usize, place: usize, high: bool| {
                        let earlier = script[..time].iter().rev();
                        let last = earlier.clone().find(|s| s.place == place && s.high == high);
                        last.map_or(0, |s| s.value)
                    };
                    let place = |place, first, second| match read {
                        Order::HighFirst => {
                            halves::join(load(second, place, false), load(first, place, true))
                        }
                        Order::LowFirst => {
                            halves::join(load(first, place, false), load(second, place, true))
                        }
                    };
                    let over = a / 2; // passages whose stores were all made when the read began
                    let last_entered = (0..over).rev().find(|&p| passages[p].1);
                    let begun = script[..d].last().map_or(0, |s| s.passage);
                    let after = last_entered.map_or(0, |p| p + 1);
                    check(Seen {
                        value: pair::latest(place(0, a, b), place(1, c, d)),
                        entered_before: last_entered.map_or(0, |p| passages[p].0),
                        newest: passages[begun].0,
                        overrun: (after..begun).any(|p| passages[p].1),
                    });
                }
            }
        }
    }
}

/// Runs of four passages around a carry, entering with any of them.
fn runs() -> impl Iterator<Item = [(u64, bool); 4]> {
    const C: u64 = 1 << 32;
    let tickets = [
        [C - 2, C - 1, C, C + 1],
        [C - 1, C, C + 1, 2 * C],
        [5, C - 1, 2 * C - 1, 2 * C],
        [1, 2, 3, 4],
        [C - 1, 3 * C, 3 * C + 7, 4 * C - 1],
    ];
    tickets.into_iter().flat_map(|t| {
        (0..16u32).map(move |entered| core::array::from_fn(|p| (t[p], entered >> p & 1 == 1)))
    })
}

/// Written low first, read high first: never above the newest ticket, and never below the last
/// ticket entered with, unless the process has entered again during the read.
#[test]
fn neither_below_the_old_nor_above_the_new() {
    let mut count = 0;
    for run in runs() {
        reads(&run, Order::LowFirst, Order::HighFirst, |seen| {
            count += 1;
            assert!(seen.value <= seen.newest, "{run:x?}: {:x}", seen.value);
            assert!(
                seen.overrun || seen.value >= seen.entered_before,
                "{run:x?}: {:x}",
                seen.value
            );
        });
    }
    assert!(count > 10_000, "{count} reads");
}

/// The other direction (Lamport's for "never below") jumps by 2³² at a carry.
#[test]
fn high_first_jumps() {
    let mut worst = 0;
    for run in runs() {
        reads(&run, Order::HighFirst, Order::LowFirst, |seen| {
            worst = worst.max(seen.value.saturating_sub(seen.newest));
        });
    }
    assert!(worst >= 0xffff_fff0, "worst jump {worst:#x}");
}

/// Read in the order of writing: above the newest ticket.
#[test]
fn the_order_of_writing_is_wrong() {
    let mut above = false;
    for run in runs() {
        reads(&run, Order::LowFirst, Order::LowFirst, |seen| {
            above |= seen.value > seen.newest;
        });
    }
    assert!(above);
}
