//! Two threads, k = 1, one and two passages each, and a plain cell written inside; and every ordering of the default memory taken away in turn; its fences are in
//! `fences.rs`.
//!
//! Executions, and seconds in a test build where they are many: beside each. Larger bounds for two passages: `cargo doorway loom --full`.

use doorway::exclusion::Algorithm;
use doorway::memory::{Array, FenceId};
use doorway::shape::Inline;
use doorway::{Bakery, BlackWhite, Fife, KFcfs, SafeFife};
use doorway_loom::*;

const fn passages(passages: usize) -> Plan {
    Plan {
        k: 1,
        passages,
        looks: None,
    }
}

fn two<A: Algorithm + 'static>(passages_each: usize, preemptions: Option<usize>)
where
    A::Registers<Inline<2>>: Send + Sync + 'static,
{
    let what = format!("{}, 2 threads, {passages_each} passages", A::NAME);
    explore(&what, preemptions, move || {
        contend::<A, 2>(passages(passages_each));
    });
}

/// Three preemptions are enough for every mutant.
macro_rules! is_a_race {
    ($lock:ident without $($missing:expr),*) => {$(
        let what = concat!(stringify!($lock), ", mutant ", stringify!($missing));
        let ended = outcome(what, Some(3), || contend::<$lock<Modelled<{ $missing }>>, 2>(passages(1)));
        assert_eq!(ended, Outcome::Race, "{what}");
    )*};
}

/// What no test here fails without. It is Relaxed that goes through, so one that is needed after all ends this test.
macro_rules! goes_through {
    ($lock:ident without $($missing:expr),*) => {$(
        let what = concat!(stringify!($lock), ", mutant ", stringify!($missing));
        let ended = outcome(what, Some(3), || contend::<$lock<Modelled<{ $missing }>>, 2>(passages(1)));
        assert_eq!(ended, Outcome::Fine, "{what}");
    )*};
}

/// 1436 executions.
#[test]
fn bakery() {
    two::<Bakery<Modelled>>(1, None);
    is_a_race!(Bakery without RELAXED_STORES, RELAXED_LOADS);
    is_a_race!(Bakery without relaxed_stores(Array::Doorway), relaxed_loads(Array::Doorway));
    is_a_race!(Bakery without relaxed_stores(Array::Ticket), relaxed_loads(Array::Ticket));
}

/// 4783 executions.
#[test]
fn black_white() {
    two::<BlackWhite<Modelled>>(1, None);
    is_a_race!(BlackWhite without RELAXED_STORES, RELAXED_LOADS);
    // Of two that come once each, one is alone or both have seen the other choosing. It takes one that comes again while the other has a number: `fences.rs`.
    goes_through!(BlackWhite without no_fence(FenceId::Announce));
    is_a_race!(BlackWhite without relaxed_stores(Array::Choosing), relaxed_loads(Array::Choosing));
    is_a_race!(BlackWhite without relaxed_stores(Array::Ticket), relaxed_loads(Array::Ticket));
    goes_through!(BlackWhite without relaxed_stores(Array::Color), relaxed_loads(Array::Color));
}

/// 1170 executions.
#[test]
fn kfcfs() {
    two::<KFcfs<Modelled>>(1, None);
    is_a_race!(KFcfs without RELAXED_STORES, RELAXED_LOADS);
    is_a_race!(KFcfs without relaxed_stores(Array::Want), relaxed_loads(Array::Want));
    goes_through!(KFcfs without relaxed_stores(Array::Ticket), relaxed_loads(Array::Ticket));
}

/// 6094 executions.
#[test]
fn fife() {
    two::<Fife<Modelled>>(1, None);
    is_a_race!(Fife without RELAXED_STORES, RELAXED_LOADS);
    is_a_race!(Fife without relaxed_stores(Array::Want), relaxed_loads(Array::Want));
    goes_through!(Fife without relaxed_stores(Array::Ticket), relaxed_loads(Array::Ticket));
    goes_through!(Fife without relaxed_stores(Array::Capture), relaxed_loads(Array::Capture));
}

/// 112 651 executions, 15 s.
#[test]
fn safe_fife() {
    two::<SafeFife<Modelled>>(1, None);
    is_a_race!(SafeFife without RELAXED_STORES, RELAXED_LOADS);
    is_a_race!(SafeFife without relaxed_stores(Array::Want), relaxed_loads(Array::Want));
    goes_through!(SafeFife without relaxed_stores(Array::Ticket), relaxed_loads(Array::Ticket));
    goes_through!(SafeFife without relaxed_stores(Array::Capture), relaxed_loads(Array::Capture));
    goes_through!(SafeFife without relaxed_stores(Array::Entered), relaxed_loads(Array::Entered));
}

/// A second passage finds the traces of a first. With at most 3 preemptions 6915, 11 646 and 33 799 executions; `SafeFife` with 2, 29 521.
#[test]
fn two_passages() {
    two::<Bakery<Modelled>>(2, Some(3));
    two::<BlackWhite<Modelled>>(2, Some(3));
    two::<KFcfs<Modelled>>(2, Some(3));
    two::<Fife<Modelled>>(2, Some(3));
    two::<SafeFife<Modelled>>(2, Some(2));
}

/// A lock that does not leave lets nobody in a second time.
#[test]
fn two_passages_without_an_exit() {
    let stuck = outcome("fife without an exit", Some(2), || {
        contend::<Fife<Modelled<NO_EXIT>>, 2>(passages(2));
    });
    assert_eq!(stuck, Outcome::Stuck);
}

/// 126 134, 217 833, 234 571 and 410 978 executions, 3 min in release.
#[test]
#[ignore = "3 min in release: cargo doorway loom --full"]
fn two_passages_with_more_preemptions() {
    two::<Bakery<Modelled>>(2, Some(5));
    two::<BlackWhite<Modelled>>(2, Some(4));
    two::<KFcfs<Modelled>>(2, Some(5));
    two::<Fife<Modelled>>(2, Some(4));
    two::<SafeFife<Modelled>>(2, Some(3));
}
