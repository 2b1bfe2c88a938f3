//! Two threads, one passage each, k = 1, and a plain cell written inside: under every execution the C11 model allows, unless a bound is named.

use doorway::exclusion::{Algorithm, Exclusion};
use doorway::shape::Inline;
use doorway::{Bakery, Fife, KFcfs, SafeFife};
use doorway_loom::{Modelled, NO_FIRST_FENCE, NO_SECOND_FENCE, RELAXED_LOADS, RELAXED_STORES};
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// loom panics where two are inside at once, or where what the first wrote is not seen by the second.
fn exclude<A: Algorithm + 'static>(preemptions: Option<usize>)
where
    A::Registers<Inline<2>>: Send + Sync + 'static,
{
    let mut model = loom::model::Builder::new();
    model.preemption_bound = preemptions;
    model.check(|| {
        let lock = <A::Registers<Inline<2>>>::new(Inline);
        let shared = Arc::new((lock, UnsafeCell::new(0)));
        let threads = [0, 1].map(|me| {
            let shared = shared.clone();
            loom::thread::spawn(move || {
                let (lock, cell) = &*shared;
                let mut private = lock.private();
                lock.doorway(me, &mut private).expect("tickets enough");
                lock.announce(me, &mut private);
                while !lock.scan(me, 1, &mut private) {
                    loom::thread::yield_now();
                }
                lock.enter(me, &mut private);
                // SAFETY: that nobody else is in here is what loom checks.
                cell.with_mut(|value| unsafe { *value += 1 });
                lock.exit(me);
            })
        });
        for thread in threads {
            thread.join().unwrap();
        }
        // SAFETY: the threads are gone.
        shared.1.with(|value| assert_eq!(unsafe { *value }, 2));
    });
}

/// Three preemptions are enough for every mutant.
fn is_rejected<A: Algorithm + 'static>() -> bool
where
    A::Registers<Inline<2>>: Send + Sync + 'static,
{
    catch_unwind(AssertUnwindSafe(|| exclude::<A>(Some(3)))).is_err()
}

#[test]
fn bakery() {
    exclude::<Bakery<Modelled>>(None);
    assert!(is_rejected::<Bakery<Modelled<NO_FIRST_FENCE>>>());
    assert!(is_rejected::<Bakery<Modelled<NO_SECOND_FENCE>>>());
    assert!(is_rejected::<Bakery<Modelled<RELAXED_STORES>>>());
    assert!(is_rejected::<Bakery<Modelled<RELAXED_LOADS>>>());
}

#[test]
fn kfcfs() {
    exclude::<KFcfs<Modelled>>(None);
    assert!(is_rejected::<KFcfs<Modelled<NO_FIRST_FENCE>>>());
    assert!(is_rejected::<KFcfs<Modelled<NO_SECOND_FENCE>>>());
    assert!(is_rejected::<KFcfs<Modelled<RELAXED_STORES>>>());
    assert!(is_rejected::<KFcfs<Modelled<RELAXED_LOADS>>>());
}

#[test]
fn fife() {
    exclude::<Fife<Modelled>>(None);
    assert!(is_rejected::<Fife<Modelled<NO_FIRST_FENCE>>>());
    assert!(is_rejected::<Fife<Modelled<NO_SECOND_FENCE>>>());
    assert!(is_rejected::<Fife<Modelled<RELAXED_STORES>>>());
    assert!(is_rejected::<Fife<Modelled<RELAXED_LOADS>>>());
}

/// With at most 2 preemptions. Without a bound: `safe_fife_in_full`.
#[test]
fn safe_fife() {
    exclude::<SafeFife<Modelled>>(Some(2));
    assert!(is_rejected::<SafeFife<Modelled<NO_FIRST_FENCE>>>());
    assert!(is_rejected::<SafeFife<Modelled<NO_SECOND_FENCE>>>());
    assert!(is_rejected::<SafeFife<Modelled<RELAXED_STORES>>>());
    assert!(is_rejected::<SafeFife<Modelled<RELAXED_LOADS>>>());
}

/// About 70 s in release: `cargo test --release -p doorway-loom -- --ignored`.
#[test]
#[ignore = "takes a minute in release"]
fn safe_fife_in_full() {
    exclude::<SafeFife<Modelled>>(None);
}
