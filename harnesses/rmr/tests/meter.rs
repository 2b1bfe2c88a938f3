//! Compares the meter with counts made by hand.

use doorway_proofs::bakery::Bakery;
use doorway_proofs::black_white::BlackWhite;
use doorway_proofs::catalogue::model::AnyModel;
use doorway_proofs::catalogue::Shown;
use doorway_proofs::fife::Fife;
use doorway_proofs::machine::{Access, Array, Kind};
use doorway_proofs::{adaptive, local_spin};
use doorway_rmr::meter::{Each, Homes, Meter};
use doorway_rmr::run::Run;
use std::hash::Hash;

const THROUGH: usize = 0;
const BACK: usize = 1;
const DSM: usize = 2;

/// `Want[0][1]`: written by process 0, local to process 1.
fn want(kind: Kind) -> Access {
    Access {
        kind,
        array: Array::Want,
        writer: 0,
        home: 1,
        copy: 0,
    }
}

#[test]
fn a_little_trace() {
    let (load, store) = (want(Kind::Load), want(Kind::Store(7)));
    // The process, its access, and whether that is remote: write-through, write-back, DSM.
    let trace: [(usize, Access, Each); 10] = [
        (1, load, [1, 1, 0]),  // the cache is empty
        (1, load, [0, 0, 0]),  // a copy
        (0, store, [1, 1, 1]), // invalidates 1's copy
        (0, store, [1, 0, 1]), // has the only copy: write-back writes to it
        (1, load, [1, 1, 0]),  // 0's store invalidated the copy
        (1, load, [0, 0, 0]),
        (0, store, [1, 1, 1]), // shared since 1's load
        (2, load, [1, 1, 1]),
        (2, load, [0, 0, 1]), // DSM has no caches: each load of another's memory is remote
        (0, load, [0, 0, 1]), // its own store left it a copy
    ];
    let mut meter = Meter::new(3, Homes::AsStated);
    for (at, (p, access, expected)) in trace.into_iter().enumerate() {
        assert_eq!(meter.make(p, &access), expected, "access {at}");
    }
}

#[test]
fn copies_are_other_variables() {
    let mut meter = Meter::new(2, Homes::AsStated);
    let load = want(Kind::Load);
    assert_eq!(meter.make(1, &load)[THROUGH], 1);
    assert_eq!(meter.make(1, &Access { copy: 1, ..load })[THROUGH], 1);
    let row = Access {
        array: Array::Capture,
        ..load
    };
    assert_eq!(meter.make(1, &row)[THROUGH], 1);
    assert_eq!(meter.make(1, &load)[THROUGH], 0);
}

fn two_passages<M: Shown + Hash + Send + Sync + 'static>() -> [Each; 2] {
    let mut run = Run::new(AnyModel::new(M::new(1)), Homes::AsStated);
    [1, 2].map(|passages| {
        while run.passages(0) < passages {
            run.step(0);
        }
        run.last(0).all
    })
}

/// N = 2, one process runs alone; counted line by line on paper.
#[test]
fn fife_alone() {
    let [cold, warm] = two_passages::<Fife<2>>();
    //               optimistic  14  21  23  25
    assert_eq!(cold[THROUGH], 3 + 1 + 1 + 2 + 2); // 15 loads what the optimistic ticket has loaded
    assert_eq!(cold[BACK], 3 + 1 + 1 + 2 + 1); // one of 25 writes what 14 wrote
    assert_eq!(cold[DSM], 1 + 1 + 1 + 1 + 1); // 15 as well, and not 21
    assert_eq!(warm, [1 + 1 + 2 + 2, 0, 5]); // every store; none; those that are not local
}

#[test]
fn bakery_alone() {
    let [cold, warm] = two_passages::<Bakery<2>>();
    //                        3   4   5   7  10
    assert_eq!(cold[THROUGH], 1 + 3 + 1 + 1 + 1);
    assert_eq!(cold[DSM], 1 + 1 + 1);
    assert_eq!(warm, [4, 0, 3]);
}

#[test]
fn black_white_alone() {
    let [cold, warm] = two_passages::<BlackWhite<2>>();
    // On the fast path:      1  6, 7  13 and `choosing`
    assert_eq!(cold[THROUGH], 1 + 2 + 2);
    assert_eq!(cold[BACK], 1 + 2 + 1); // it wrote `choosing` before
    assert_eq!(cold[DSM], 2);
    assert_eq!(warm, [3, 0, 2]);
}

/// Three splitters: its own, and the two unvisited ones of the next diagonal.
#[test]
fn adaptive_alone() {
    let [cold, warm] = two_passages::<adaptive::OnGrid<2>>();
    //                        1   2   3   4   5   6  15  16  17
    assert_eq!(cold[THROUGH], 7 + 1 + 2 + 1 + 1 + 1 + 1 + 1 + 1); // 3 has its own X and name; 7 has all
    assert_eq!(cold[DSM], 5 + 4 + 1 + 4 + 1); // 1, 3, 4, 7, 15
    assert_eq!(warm, [7, 0, 4 + 1 + 4 + 1]);
}

#[test]
fn local_spin_alone() {
    let [cold, warm] = two_passages::<local_spin::OnGrid<2>>();
    assert_eq!(cold[THROUGH], 7 + 1 + 2 + 1 + 1 + 1 + 1 + 1 + 1); // the same: 24 has all copies, and there is no waiter
    assert_eq!(cold[DSM], 5 + 4 + 1 + 4 + 1 + 4); // 24 as well
    assert_eq!(warm, [7, 0, 4 + 1 + 4 + 1 + 4]);
}

#[test]
#[should_panic(expected = "a bit for each process")]
fn not_more_than_64() {
    let _ = Meter::new(65, Homes::AsStated);
}
