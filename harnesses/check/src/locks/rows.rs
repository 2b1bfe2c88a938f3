//! All of them.

use super::{Kill, Row, Tickets};
use crate::verdict::Property;

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
    DeadlockFreedom, Fife as IsFife, KExclusion, KFcfs as IsKFcfs, LocalSpinning, RegisterBound,
    StarvationFreedom,
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
        tickets: Tickets::Bounded,
        any_k: false,
        ..lock(
            "black-white",
            "Taubenfeld's Black-White Bakery, Algorithm 2",
            &[IsKFcfs, RegisterBound],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        ..lock(
            "black-white-as-printed",
            "Algorithm 2 as printed, each term of lines 7 to 9 a load of its own",
            &[IsKFcfs, RegisterBound],
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
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(KExclusion, 3, 1, &[]),
        ..lock(
            "black-white-13-before-12",
            "Taubenfeld's lines 12 and 13 swapped",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(RegisterBound, 3, 1, &[2, 2, 2]),
        ..lock(
            "black-white-colour-after-number",
            "the colour read after the numbers",
            &[RegisterBound],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(RegisterBound, 2, 1, &[]),
        ..lock(
            "black-white-split-ticket",
            "colour and number of another's ticket read in two accesses",
            &[RegisterBound],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(DeadlockFreedom, 2, 1, &[]),
        ..lock(
            "black-white-no-third-clause-8",
            "the third clause of line 8 dropped",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(DeadlockFreedom, 2, 1, &[]),
        ..lock(
            "black-white-no-third-clause-9",
            "the third clause of line 9 dropped",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(RegisterBound, 2, 1, &[]),
        ..lock(
            "black-white-colour-unwritten",
            "the bit written by nobody",
            &[RegisterBound],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(RegisterBound, 2, 1, &[]),
        ..lock(
            "black-white-all-colours",
            "numbers taken over both colours",
            &[RegisterBound],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(KExclusion, 2, 1, &[]),
        ..lock(
            "black-white-not-choosing",
            "nobody says that it is choosing",
            &[],
        )
    },
];
