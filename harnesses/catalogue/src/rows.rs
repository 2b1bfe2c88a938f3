//! All of them.

use crate::{Kill, Property, Row, Tickets};
use std::ops::RangeInclusive;

const fn kill(property: Property, n: usize, k: usize, passages: &'static [u8]) -> Option<Kill> {
    Some(Kill {
        property,
        n,
        k,
        passages,
        withdrawals: false,
        steps: &[],
    })
}

use Property::{
    DeadlockFreedom, Fife as IsFife, Invariant, KExclusion, KFcfs as IsKFcfs, LocalSpinning,
    RegisterBound, StarvationFreedom,
};

const fn lock(name: &'static str, about: &'static str, claims: &'static [Property]) -> Row {
    Row {
        name,
        about,
        safe: false,
        tickets: Tickets::Grow,
        any_k: true,
        claims,
        kill: None,
        slow: false,
        is_set: false,
        has_invariant: true,
        sizes: 1..=4,
    }
}

/// One of Taubenfeld's locks for k = 1, with numbers that stay small.
const fn small(name: &'static str, about: &'static str, claims: &'static [Property]) -> Row {
    Row {
        has_invariant: false,
        tickets: Tickets::Bounded,
        any_k: false,
        ..lock(name, about, claims)
    }
}

/// One that is wrong.
const fn wrong(
    name: &'static str,
    about: &'static str,
    claims: &'static [Property],
    property: Property,
    n: usize,
    passages: &'static [u8],
) -> Row {
    Row {
        kill: kill(property, n, 1, passages),
        ..small(name, about, claims)
    }
}

/// One that is wrong for two processes.
const fn wrong_for_two(
    name: &'static str,
    about: &'static str,
    property: Property,
    passages: &'static [u8],
) -> Row {
    Row {
        sizes: 2..=2,
        ..wrong(name, about, &[], property, 2, passages)
    }
}

/// An active set.
const fn set(name: &'static str, about: &'static str, sizes: RangeInclusive<usize>) -> Row {
    Row {
        is_set: true,
        has_invariant: true,
        sizes,
        ..small(name, about, &[])
    }
}

/// All of them.
pub const ROWS: &[Row] = &[
    Row {
        tickets: Tickets::Restart,
        any_k: false,
        ..lock("bakery", "Lamport's Bakery, Figure 1", &[IsKFcfs])
    },
    lock(
        "kfcfs",
        "Figure 2 without its shaded part",
        &[LocalSpinning, IsKFcfs],
    ),
    lock("fife", "Figure 2", &[LocalSpinning, IsKFcfs, IsFife]),
    Row {
        safe: true,
        ..lock(
            "safe-fife",
            "Figure 3, repaired, on safe registers",
            &[LocalSpinning, IsKFcfs, IsFife],
        )
    },
    Row {
        has_invariant: true,
        ..small(
            "black-white",
            "Taubenfeld's Black-White Bakery, Algorithm 2",
            &[IsKFcfs, RegisterBound],
        )
    },
    Row {
        sizes: 2..=3,
        ..small(
            "black-white-as-printed",
            "Algorithm 2 as printed, each term of lines 7 to 9 a load of its own",
            &[IsKFcfs, RegisterBound],
        )
    },
    set("active-set-flags", "the active set as an array of flags", 2..=3),
    set("active-set-grid", "the active set as flags and a grid of splitters", 2..=3),
    Row {
        sizes: 1..=3,
        ..small(
            "adaptive",
            "Taubenfeld's adaptive Black-White Bakery, Algorithm 3, on any active set",
            &[IsKFcfs, RegisterBound],
        )
    },
    Row {
        sizes: 2..=2,
        ..small("adaptive-on-flags", "Algorithm 3 on flags", &[IsKFcfs, RegisterBound])
    },
    Row {
        sizes: 2..=2,
        ..small("adaptive-on-grid", "Algorithm 3 on the grid", &[IsKFcfs, RegisterBound])
    },
    Row {
        sizes: 2..=3,
        ..small(
            "adaptive-adds",
            "Algorithm 3 on a set that may return who is not there: the second condition is not needed",
            &[IsKFcfs, RegisterBound],
        )
    },
    Row {
        sizes: 1..=3,
        ..small(
            "local-spin",
            "Taubenfeld's adaptive and local-spinning Black-White Bakery, Algorithm 4, on any active set",
            &[LocalSpinning, IsKFcfs, RegisterBound],
        )
    },
    Row {
        sizes: 2..=3,
        ..small(
            "local-spin-as-printed",
            "Algorithm 4 as printed, each term of lines 13 to 17 a load of its own",
            &[LocalSpinning, IsKFcfs, RegisterBound],
        )
    },
    Row {
        sizes: 2..=2,
        ..small("local-spin-on-flags", "Algorithm 4 on flags", &[LocalSpinning, IsKFcfs, RegisterBound])
    },
    Row {
        sizes: 2..=2,
        ..small("local-spin-on-grid", "Algorithm 4 on the grid", &[LocalSpinning, IsKFcfs, RegisterBound])
    },
    Row {
        sizes: 2..=3,
        ..small(
            "local-spin-adds",
            "Algorithm 4 on a set that may return who is not there: the second condition is not needed",
            &[LocalSpinning, IsKFcfs, RegisterBound],
        )
    },
    Row {
        sizes: 2..=3,
        ..small(
            "local-spin-25-before-23",
            "Algorithm 4 with notification before leave, which does no harm",
            &[LocalSpinning, IsKFcfs, RegisterBound],
        )
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[]),
        ..lock("fife-no-14", "line 14 removed", &[])
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[]),
        ..lock(
            "fife-no-tie-break",
            "< turned to <=, the tie-break dropped",
            &[],
        )
    },
    Row {
        kill: kill(StarvationFreedom, 2, 1, &[1, 1]),
        ..lock("fife-16-before-15", "line 16 before line 15", &[])
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[2, 1]),
        ..lock(
            "fife-max-without-one",
            "the maximum computed without one process",
            &[],
        )
    },
    Row {
        kill: kill(StarvationFreedom, 2, 1, &[1, 1]),
        ..lock(
            "fife-no-exit",
            "the exit protocol skipped by one process",
            &[],
        )
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[2, 2]),
        ..lock("fife-capture-larger", "larger tickets captured", &[])
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock("fife-if-for-while", "while turned to if", &[])
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock(
            "fife-unclaimed",
            "slots that were never claimed are told nothing",
            &[],
        )
    },
    Row {
        kill: kill(IsFife, 4, 2, &[1, 1, 1, 1]),
        ..lock(
            "kfcfs-as-fife",
            "unshaded Figure 2 asked for FIFE",
            &[IsFife],
        )
    },
    Row {
        safe: true,
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock("fife-on-safe", "Figure 2 on safe registers", &[])
    },
    Row {
        safe: true,
        kill: kill(KExclusion, 3, 1, &[1, 2, 2]),
        slow: true,
        ..lock(
            "figure-3-as-printed",
            "Figure 3 as printed, on safe registers",
            &[],
        )
    },
    Row {
        safe: true,
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock(
            "safe-fife-in-writing-order",
            "reads in the order of the writes",
            &[],
        )
    },
    Row {
        safe: true,
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock("safe-fife-one-copy", "one copy read instead of two", &[])
    },
    Row {
        safe: true,
        kill: Some(Kill {
            property: IsFife,
            n: 4,
            k: 2,
            passages: &[1, 2, 1, 1],
            withdrawals: false,
            // p3 and p4 come as far as beginning to tell p1 that they want to enter.
            steps: &[u8::MAX, u8::MAX, 2, 2],
        }),
        ..lock(
            "safe-fife-no-44",
            "captures written again without line 44's test",
            &[IsFife],
        )
    },
    Row {
        tickets: Tickets::Restart,
        any_k: false,
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock(
            "simplified-bakery",
            "Shankar's simplified bakery, flaw 2: an unstable number is passed",
            &[],
        )
    },
    Row {
        tickets: Tickets::Restart,
        any_k: false,
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock(
            "simplified-bakery-ties-pass",
            "Shankar's simplified bakery, flaw 1: equal numbers pass each other",
            &[],
        )
    },
    Row {
        tickets: Tickets::Restart,
        any_k: false,
        kill: kill(DeadlockFreedom, 2, 1, &[1, 1]),
        ..lock(
            "simplified-bakery-ties-wait",
            "Shankar's simplified bakery, flaw 1: equal numbers wait for each other",
            &[],
        )
    },
    wrong("black-white-13-before-12", "Taubenfeld's lines 12 and 13 swapped", &[], KExclusion, 3, &[]),
    wrong("black-white-colour-after-number", "the colour read after the numbers", &[RegisterBound], RegisterBound, 3, &[2, 2, 2]),
    wrong("black-white-split-ticket", "colour and number of another's ticket read in two accesses", &[RegisterBound], RegisterBound, 2, &[]),
    wrong("black-white-no-third-clause-8", "the third clause of line 8 dropped", &[], DeadlockFreedom, 2, &[]),
    wrong("black-white-no-third-clause-9", "the third clause of line 9 dropped", &[], DeadlockFreedom, 2, &[]),
    wrong("black-white-colour-unwritten", "the bit written by nobody", &[RegisterBound], RegisterBound, 2, &[]),
    wrong("black-white-all-colours", "numbers taken over both colours", &[RegisterBound], RegisterBound, 2, &[]),
    wrong("black-white-not-choosing", "nobody says that it is choosing", &[], KExclusion, 2, &[]),
    wrong_for_two(
        "black-white-alone-beside-a-choice",
        "in without a ticket though somebody is choosing",
        KExclusion,
        &[],
    ),
    wrong_for_two(
        "black-white-alone-beside-a-ticket",
        "in without a ticket though somebody has one",
        KExclusion,
        &[],
    ),
    Row {
        kill: kill(Invariant, 2, 1, &[]),
        ..set(
            "active-set-grid-stops-all",
            "splitters that stop whoever finds the door open",
            2..=2,
        )
    },
    Row {
        kill: kill(Invariant, 2, 1, &[]),
        ..set(
            "active-set-grid-unowned",
            "a getset that ends at a diagonal on which nobody has stopped",
            2..=2,
        )
    },
    wrong_for_two("adaptive-misses", "Algorithm 3 on a set without the first condition", KExclusion, &[]),
    wrong_for_two("adaptive-one-getset", "Algorithm 3 without its second getset", KExclusion, &[]),
    wrong_for_two("adaptive-joins-late", "Algorithm 3 with line 1 after line 6", KExclusion, &[1, 1]),
    wrong_for_two("local-spin-misses", "Algorithm 4 on a set without the first condition", KExclusion, &[]),
    wrong_for_two("local-spin-one-getset", "Algorithm 4 without its second getset", KExclusion, &[]),
    wrong_for_two("local-spin-11-before-10", "Algorithm 4 with line 10 after its test", DeadlockFreedom, &[]),
    wrong_for_two("local-spin-13-before-12", "Algorithm 4 with line 12 after its test", DeadlockFreedom, &[]),
    wrong_for_two("local-spin-25-before-22", "Algorithm 4 with notification before its number is gone", DeadlockFreedom, &[2, 2]),
];
