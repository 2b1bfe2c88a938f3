//! Taubenfeld's Algorithms 3 and 4 on flags and on the grid: two threads, and every ordering taken away in turn, the fences being in `fences.rs`; then three.
//!
//! On flags every execution of `Adaptive` is gone through. The grid, and the bits that `LocalSpin` waits on, make more than that: 3 preemptions at most, and 5 with `cargo doorway loom
//! --full`. Executions, and seconds in a test build where they are many: beside each.

use doorway::active_set::Flags;
use doorway::exclusion::Algorithm;
use doorway::memory::Array;
use doorway::shape::Inline;
use doorway::{Adaptive, LocalSpin};
use doorway_loom::*;

const fn plan(passages: usize, looks: Option<usize>) -> Plan {
    Plan {
        k: 1,
        passages,
        looks,
    }
}

fn contended<A: Algorithm + 'static, const N: usize>(what: &str, plan: Plan, bound: Option<usize>)
where
    A::Registers<Inline<N>>: Send + Sync + 'static,
{
    let what = format!("{} {what}, {N} threads, {plan:?}", A::NAME);
    explore(&what, bound, move || contend::<A, N>(plan));
}

/// How the mutants end: on the grid as said, at 3 preemptions; what goes through on it is tried with 2.
macro_rules! ends {
    ($ending:ident, $bound:literal: $lock:ident without $($missing:expr),*) => {$(
        let what = concat!(stringify!($lock), ", mutant ", stringify!($missing));
        let ended = outcome(what, Some($bound), || {
            contend::<$lock<Modelled<{ $missing }>>, 2>(plan(1, None));
        });
        assert_eq!(ended, Outcome::$ending, "{what}");
    )*};
}

/// 152 519 executions, 20 s.
#[test]
fn adaptive_on_flags() {
    contended::<Adaptive<Modelled, Flags>, 2>("on flags", plan(1, None), None);
}

/// 39 537 executions.
#[test]
fn adaptive_on_the_grid() {
    contended::<Adaptive<Modelled>, 2>("on the grid", plan(1, None), Some(3));
}

/// 2798 and 26 662 executions.
#[test]
fn local_spin() {
    contended::<LocalSpin<Modelled, Flags>, 2>("on flags", plan(1, None), Some(3));
    contended::<LocalSpin<Modelled>, 2>("on the grid", plan(1, None), Some(3));
}

#[test]
fn orderings_of_adaptive() {
    ends!(Race, 3: Adaptive without RELAXED_STORES, RELAXED_LOADS);
    ends!(Race, 3: Adaptive without relaxed_stores(Array::Choosing), relaxed_loads(Array::Choosing));
    ends!(Race, 3: Adaptive without relaxed_stores(Array::Ticket), relaxed_loads(Array::Ticket));
    ends!(Race, 3: Adaptive without relaxed_stores(Array::Active), relaxed_loads(Array::Active));
}

/// What no test here fails without: `color` as in the Black-White Bakery, and the grid, where the fences order what matters. It is Relaxed that goes through, so one that is needed
/// after all ends this test. 7732 executions each.
#[test]
fn orderings_that_adaptive_has_no_need_of() {
    ends!(Fine, 2: Adaptive without relaxed_stores(Array::Color), relaxed_loads(Array::Color));
    ends!(Fine, 2: Adaptive without relaxed_stores(Array::Placed), relaxed_loads(Array::Placed));
    ends!(Fine, 2: Adaptive without relaxed_stores(Array::X), relaxed_loads(Array::X));
    ends!(Fine, 2: Adaptive without relaxed_stores(Array::Y), relaxed_loads(Array::Y));
    ends!(Fine, 2: Adaptive without relaxed_stores(Array::Owner), relaxed_loads(Array::Owner));
}

#[test]
fn orderings_of_local_spin() {
    ends!(Race, 3: LocalSpin without RELAXED_STORES, RELAXED_LOADS);
    ends!(Race, 3: LocalSpin without relaxed_stores(Array::Ticket), relaxed_loads(Array::Ticket));
    ends!(Race, 3: LocalSpin without relaxed_stores(Array::Active), relaxed_loads(Array::Active));
    ends!(Race, 3: LocalSpin without relaxed_loads(Array::SpinNu));
}

/// `choosing` and `spin.ch` have a fence on either side, and in 25 a fence is before the store. 2844 executions each.
#[test]
fn orderings_that_local_spin_has_no_need_of() {
    ends!(Fine, 2: LocalSpin without relaxed_stores(Array::SpinNu));
    ends!(Fine, 2: LocalSpin without relaxed_stores(Array::SpinCh), relaxed_loads(Array::SpinCh));
    ends!(Fine, 2: LocalSpin without relaxed_stores(Array::Choosing), relaxed_loads(Array::Choosing));
    ends!(Fine, 2: LocalSpin without relaxed_stores(Array::Color), relaxed_loads(Array::Color));
    ends!(Fine, 2: LocalSpin without relaxed_stores(Array::Placed), relaxed_loads(Array::Placed));
    ends!(Fine, 2: LocalSpin without relaxed_stores(Array::X), relaxed_loads(Array::X));
    ends!(Fine, 2: LocalSpin without relaxed_stores(Array::Y), relaxed_loads(Array::Y));
    ends!(Fine, 2: LocalSpin without relaxed_stores(Array::Owner), relaxed_loads(Array::Owner));
}

/// A second passage finds the traces of a first, and its splitter. 17 868 executions of `LocalSpin` on the grid.
#[test]
fn two_passages() {
    contended::<Adaptive<Modelled, Flags>, 2>("on flags", plan(2, None), Some(2));
    contended::<Adaptive<Modelled>, 2>("on the grid", plan(2, None), Some(1));
    contended::<LocalSpin<Modelled, Flags>, 2>("on flags", plan(2, None), Some(2));
    contended::<LocalSpin<Modelled>, 2>("on the grid", plan(2, None), Some(2));
}

/// One passage each. Who has looked twice in vain withdraws. 19 608 and 1432 executions of `LocalSpin`.
#[test]
fn three_threads() {
    contended::<Adaptive<Modelled, Flags>, 3>("on flags", plan(1, Some(2)), Some(1));
    contended::<LocalSpin<Modelled, Flags>, 3>("on flags", plan(1, Some(2)), Some(2));
    contended::<LocalSpin<Modelled>, 3>("on the grid", plan(1, Some(2)), Some(1));
}

/// 818 266 and 1 040 041 executions; two passages 351 905, 118 521 and 71 058; three threads 375 477 and 163 664. 10 min in release.
#[test]
#[ignore = "10 min in release: cargo doorway loom --full"]
fn with_more_preemptions() {
    contended::<Adaptive<Modelled>, 2>("on the grid", plan(1, None), Some(5));
    contended::<LocalSpin<Modelled>, 2>("on the grid", plan(1, None), Some(5));
    contended::<Adaptive<Modelled, Flags>, 2>("on flags", plan(2, None), Some(3));
    contended::<Adaptive<Modelled>, 2>("on the grid", plan(2, None), Some(2));
    contended::<LocalSpin<Modelled, Flags>, 2>("on flags", plan(2, None), Some(3));
    contended::<Adaptive<Modelled, Flags>, 3>("on flags", plan(1, Some(2)), Some(2));
    contended::<Adaptive<Modelled>, 3>("on the grid", plan(1, Some(2)), Some(1));
}
