//! Schedules with four processes and k = 2, in which `Allow` and the guard of line 4 matter. Each is
//! played on the four timestamp systems.
//!
//! a and b are inside, then q waits, then p. p deletes a and b from its `precede`, and enters; q does
//! not poll meanwhile. p began its doorway after q had ended its own, so q is enabled: it must enter
//! even if no other process makes a step (FIFE).
//!
//! # The latch
//!
//! In the paper's schedule a and b come back, so that q finds them competing again. There Algorithm 1
//! as printed needs `Allow`. **With the latch `Gone` it does not**: q finds that a and b have left.
//! It does need `Allow` if a and b stop in their exit when p has been told that they leave, and q has
//! not. That takes a p with a smaller number than q.
//!
//! The guard of line 4 lets a permission outlast the next doorway of the process that gave it. So it
//! matters only if p comes back before q polls.

use super::go;
use doorway_proofs::bounded::{
    AllowsAll, AsPrinted, AsWritten, BoundedOf, Line, No4c, No4f, NoAllow, NoAllowNoGuard, NoGuard,
    PrintedNoAllow, PrintedNoAllowNoGuard, PrintedNoGuard, Variant,
};
use doorway_proofs::machine::{Machine, Region};
use doorway_proofs::timestamps::atomic::Atomic;
use doorway_proofs::timestamps::bounded::Packed;
use doorway_proofs::timestamps::growing::Growing;
use doorway_proofs::timestamps::lazy::Lazy;
use doorway_proofs::timestamps::stamps::Stamps;

/// The processes: a and b are inside, then q waits, then p.
#[derive(Clone, Copy, Debug)]
struct Cast {
    a: usize,
    b: usize,
    q: usize,
    p: usize,
}

impl Cast {
    /// All ways to number them.
    fn all() -> impl Iterator<Item = Cast> {
        let numbers = (0..256).map(|x| [x & 3, x >> 2 & 3, x >> 4 & 3, x >> 6]);
        let cast = |[a, b, q, p]: [usize; 4]| Cast { a, b, q, p };
        let differ = |cast: &Cast| 1 << cast.a | 1 << cast.b | 1 << cast.q | 1 << cast.p == 15;
        numbers.map(cast).filter(differ)
    }
}

/// Makes steps of p until it is at `line` for `i`.
fn until<T: Stamps<4>, V: Variant>(
    model: &mut BoundedOf<T, V, 4>,
    p: usize,
    line: Line,
    i: Option<usize>,
) {
    for _ in 0..200 {
        let it = &model.processes[p];
        if it.line == line && i.is_none_or(|i| it.i == i) {
            return;
        }
        go(model, p);
    }
    panic!("process {p} does not reach line {line:?}");
}

/// a and b are inside; q waits, then p.
fn two_wait<T: Stamps<4>, V: Variant>(cast: Cast) -> BoundedOf<T, V, 4> {
    let mut model = BoundedOf::<T, V, 4>::new(2);
    for i in [cast.a, cast.b] {
        until(&mut model, i, Line::Critical, None);
    }
    for i in [cast.q, cast.p] {
        until(&mut model, i, Line::L11Compete, None);
    }
    model
}

/// The number of steps in which q, alone, enters; none if it does not in many.
fn alone<T: Stamps<4>, V: Variant>(mut model: BoundedOf<T, V, 4>, q: usize) -> Option<usize> {
    (0..=1_000).find(|_| {
        let is_inside = model.region(q) == Region::Critical;
        go(&mut model, q);
        is_inside
    })
}

/// What a and b do so that p deletes them from its `precede`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum They {
    /// The paper's schedule: each leaves, p polls, and it comes back and stops after its label.
    ComeBack,
    /// Each stops in its exit, at the latch for q or, as printed, at line 15 for q.
    StopLeaving,
}

/// What a and b do, and whether p leaves, comes back and stops after line 4 for q.
const SCHEDULES: [(They, bool); 4] = [
    (They::ComeBack, false),
    (They::StopLeaving, false),
    (They::ComeBack, true),
    (They::StopLeaving, true),
];

/// Plays a schedule. Returns the number of steps in which q, alone, enters at last; none if it does
/// not.
fn play<T: Stamps<4>, V: Variant>(cast: Cast, they: They, p_too: bool) -> Option<usize> {
    let Cast { a, b, q, p } = cast;
    let mut model = two_wait::<T, V>(cast);
    for i in [a, b] {
        if they == They::StopLeaving {
            let line = if V::LATCH { Line::Latch } else { Line::L15 };
            until(&mut model, i, line, Some(q));
            continue;
        }
        until(&mut model, i, Line::Remainder, None);
        while model.processes[p].precede >> i & 1 == 1 {
            go(&mut model, p);
        }
        until(&mut model, i, Line::L4, None);
    }
    until(&mut model, p, Line::Critical, None);
    if p_too {
        until(&mut model, p, Line::Remainder, None);
        if V::GUARD {
            until(&mut model, p, Line::L5, None);
        } else {
            until(&mut model, p, Line::L4d, Some(q));
        }
    }
    alone(model, q)
}

/// By schedule, the most steps that q needs, however the processes are numbered; none if q never
/// enters.
fn steps<T: Stamps<4>, V: Variant>() -> [Option<usize>; 4] {
    SCHEDULES.map(|(they, p_too)| {
        let is_possible = |cast: &Cast| they == They::ComeBack || cast.p < cast.q;
        let casts = Cast::all().filter(is_possible);
        let steps: Vec<_> = casts.map(|cast| play::<T, V>(cast, they, p_too)).collect();
        let enter = steps.iter().flatten().count();
        assert!(enter == 0 || enter == steps.len(), "{steps:?}");
        steps.into_iter().max().flatten()
    })
}

/// By schedule, whether q never enters.
fn is_stuck<T: Stamps<4>, V: Variant>() -> [bool; 4] {
    steps::<T, V>().map(|steps| steps.is_none())
}

fn lock_holds_on<T: Stamps<4>>() {
    assert_eq!(steps::<T, AsPrinted>(), [17, 17, 16, 16].map(Some));
    assert_eq!(steps::<T, AsWritten>(), [13, 20, 9, 16].map(Some));
}

#[test]
fn q_enters_alone() {
    lock_holds_on::<Atomic>();
    lock_holds_on::<Lazy>();
    lock_holds_on::<Growing>();
    lock_holds_on::<Packed<4>>();
}

fn mutants_die_on<T: Stamps<4>>() {
    assert_eq!(is_stuck::<T, PrintedNoAllow>(), [true; 4]);
    let guard = [false, false, true, true];
    assert_eq!(is_stuck::<T, PrintedNoGuard>(), guard);
    assert_eq!(is_stuck::<T, PrintedNoAllowNoGuard>(), [true; 4]);
    // With the latch the paper's schedule kills none of them.
    let allow = [false, true, false, true];
    assert_eq!(is_stuck::<T, NoAllow>(), allow);
    assert_eq!(is_stuck::<T, NoGuard>(), [false, false, false, true]);
    assert_eq!(is_stuck::<T, NoAllowNoGuard>(), allow);
}

#[test]
fn mutants_die() {
    mutants_die_on::<Atomic>();
    mutants_die_on::<Lazy>();
    mutants_die_on::<Growing>();
    mutants_die_on::<Packed<4>>();
}

/// The schedules say nothing about 4c, 4f and the processes that 12 allows: an exploration with two
/// processes kills the variants of 4c and 12, and 4f is equivalent as far as seen.
#[test]
fn others_survive() {
    assert_eq!(is_stuck::<Atomic, No4c>(), [false; 4]);
    assert_eq!(is_stuck::<Atomic, No4f>(), [false; 4]);
    assert_eq!(is_stuck::<Atomic, AllowsAll>(), [false; 4]);
}
