//! Three threads, one passage each, k = 1 and 2, within a bound on preemptions. Who has looked twice in vain withdraws.

use doorway::exclusion::Algorithm;
use doorway::shape::Inline;
use doorway::{Bakery, BlackWhite, Fife, KFcfs, SafeFife};
use doorway_loom::*;

const fn plan(k: usize) -> Plan {
    Plan {
        k,
        passages: 1,
        looks: Some(2),
    }
}

fn three<A: Algorithm + 'static>(k: usize, preemptions: usize)
where
    A::Registers<Inline<3>>: Send + Sync + 'static,
{
    let what = format!("{}, 3 threads, k = {k}", A::NAME);
    explore(&what, Some(preemptions), move || {
        contend::<A, 3>(plan(k));
    });
}

/// With at most 2 preemptions 13 704, 11 680 and 22 870 executions, `SafeFife` with 1, 1008. About 8 s.
#[test]
fn one_permit() {
    three::<Bakery<Modelled>>(1, 2);
    three::<BlackWhite<Modelled>>(1, 2);
    three::<KFcfs<Modelled>>(1, 2);
    three::<Fife<Modelled>>(1, 2);
    three::<SafeFife<Modelled>>(1, 1);
}

/// With at most 2 preemptions 12 521 executions; with 1, 1535 and 2208. About 3 s.
#[test]
fn two_permits() {
    three::<KFcfs<Modelled>>(2, 2);
    three::<Fife<Modelled>>(2, 1);
    three::<SafeFife<Modelled>>(2, 1);
}

/// What counts those inside notices one too many, and what watches the cell a lock that orders nothing.
#[test]
fn one_permit_too_many() {
    let crowded = outcome("fife, three permits for two", Some(1), || {
        contend_within::<Fife<Modelled>, 3>(plan(3), 2);
    });
    assert_eq!(crowded, Outcome::Wrong);
    let race = outcome("fife without Acquire", Some(1), || {
        contend::<Fife<Modelled<RELAXED_LOADS>>, 3>(plan(1));
    });
    assert_eq!(race, Outcome::Race);
}

/// 71 356, 99 281, 246 868 and 325 748 executions, 2 min in release.
#[test]
#[ignore = "2 min in release: cargo doorway loom --full"]
fn with_more_preemptions() {
    three::<Fife<Modelled>>(2, 2);
    three::<SafeFife<Modelled>>(1, 2);
    three::<SafeFife<Modelled>>(2, 2);
    three::<KFcfs<Modelled>>(1, 3);
}
