//! The invariants of `doorway_proofs::invariant` are inductive.
//!
//! From **any** state that satisfies an invariant, reachable or not, a step of any process leads to
//! a state that satisfies it; so does a cancellation; and the invariant implies k-exclusion. The
//! number of steps is unbounded, tickets have 64 bits, N is 2 and 3, k is any number from 1 to N.
//!
//! With a record of which process finished its doorway before which other started its own, the same
//! induction proves the order of entries: k-FCFS of `KFcfs`, and of `Fife` that an overtaken
//! process is captured.
//!
//! A crash needs no step: a crashed process makes no further step.
//!
//! The lock's entry of `for_each_lock!` has the N of each step of the induction. Its harness is
//! `<lock>::<step>_<N>`, for `keeps` and `in_order` one for each process.

mod numbers;

use doorway_proofs::invariant::{Inductive, Order, Orderly};
use doorway_proofs::machine::{Kind, Region};

/// The harnesses of a step of the induction at a size.
///
/// Names are written out, because `macro_rules!` cannot concatenate identifiers.
macro_rules! harness {
    (begins 2 $model:ty) => { harness! { @begins_2: begins::<$model, 2>() } };
    (begins 3 $model:ty) => { harness! { @begins_3: begins::<$model, 3>() } };
    (excludes 2 $model:ty) => { harness! { @excludes_2: excludes::<$model, 2>() } };
    (excludes 3 $model:ty) => { harness! { @excludes_3: excludes::<$model, 3>() } };
    (cancels 2 $model:ty) => { harness! { @cancels_2: cancels::<$model, 2>() } };
    (cancels 3 $model:ty) => { harness! { @cancels_3: cancels::<$model, 3>() } };
    (keeps 2 $model:ty) => {
        harness! { @keeps_2_p1: keeps::<$model, 2>(0) }
        harness! { @keeps_2_p2: keeps::<$model, 2>(1) }
    };
    (keeps 3 $model:ty) => {
        harness! { @keeps_3_p1: keeps::<$model, 3>(0) }
        harness! { @keeps_3_p2: keeps::<$model, 3>(1) }
        harness! { @keeps_3_p3: keeps::<$model, 3>(2) }
    };
    (unordered 3 $model:ty) => { harness! { @unordered_3: unordered::<$model, 3>() } };
    (in_order 2 $model:ty) => {
        harness! { @in_order_2_p1: in_order::<$model, 2>(0) }
        harness! { @in_order_2_p2: in_order::<$model, 2>(1) }
    };
    (in_order 3 $model:ty) => {
        harness! { @in_order_3_p1: in_order::<$model, 3>(0) }
        harness! { @in_order_3_p2: in_order::<$model, 3>(1) }
        harness! { @in_order_3_p3: in_order::<$model, 3>(2) }
    };
    (@$name:ident: $step:ident::<$model:ty, $n:literal>($($p:literal)?)) => {
        #[kani::proof]
        #[kani::unwind(5)]
        fn $name() {
            crate::induction::every::$step::<$model, $n>($($p)?);
        }
    };
}

macro_rules! locks {
    ($({ $module:ident, $lock:ident, $holders:ident, $of:ident, $sets:tt, $correspondence:ident $phases:tt,
        induction $model:ident { $($step:ident: [$($daily:tt)*] [$($full:tt)*]),* } })*) => {$(
        mod $module {$(
            $(harness! { $step $daily doorway_proofs::$module::$model<$daily> })*
            $(#[cfg(feature = "full")] harness! { $step $full doorway_proofs::$module::$model<$full> })*
        )*}
    )*};
}
doorway_proofs::for_each_lock!(locks);

/// The number of processes in their critical section.
fn inside<M: Inductive, const N: usize>(machine: &M) -> usize {
    let (mut p, mut count) = (0, 0);
    while p < N {
        count += usize::from(machine.region(p) == Region::Critical);
        p += 1;
    }
    count
}

/// The value p's next load returns: what the register holds, or anything if it is in flux.
fn loaded<M: Inductive>(machine: &M, p: usize) -> u64 {
    match machine.next(p) {
        Some(access) if access.kind == Kind::Load && machine.in_flux(&access) => kani::any(),
        Some(access) if access.kind == Kind::Load => machine.read(&access),
        _ => 0,
    }
}

/// The invariant holds in the first state.
fn begins<M: Inductive, const N: usize>(k: usize) {
    let machine = M::new(k);
    assert!(machine.invariant_with(M::ghost()), "in the first state");
    kani::cover!(inside::<M, N>(&machine) == 0, "no process is inside");
}

/// The invariant implies k-exclusion.
fn excludes<M: Inductive, const N: usize>(machine: &M, k: usize, ghost: M::Ghost) {
    kani::assume(machine.invariant_with(ghost));
    assert!(inside::<M, N>(machine) <= k, "k-exclusion");
    kani::cover!(inside::<M, N>(machine) == k, "k are inside");
}

/// `step`, a step of p, keeps the invariant.
fn keeps<M: Inductive, const N: usize>(
    machine: &M,
    p: usize,
    ghost: M::Ghost,
    step: impl FnOnce(&mut M, usize, u64),
) {
    kani::assume(machine.invariant_with(ghost));
    let mut next = machine.clone();
    step(&mut next, p, loaded(machine, p));
    let remembered = machine.remember(p, &next, ghost);
    assert!(
        next.invariant_with(remembered),
        "a step keeps the invariant"
    );
    let (from, to) = (machine.region(p), next.region(p));
    kani::cover!(
        from == Region::Doorway && to == Region::WaitingRoom,
        "p finishes its doorway"
    );
    kani::cover!(
        from == Region::WaitingRoom && to == Region::Critical,
        "p enters"
    );
}

/// `cancel`, a cancellation of p, keeps the invariant.
fn cancels<M: Inductive>(
    machine: &M,
    p: usize,
    ghost: M::Ghost,
    cancel: impl FnOnce(&mut M, usize),
) {
    kani::assume(machine.invariant_with(ghost) && machine.may_cancel(p));
    let mut next = machine.clone();
    cancel(&mut next, p);
    assert!(
        next.invariant_with(ghost),
        "a cancellation keeps the invariant"
    );
    kani::cover!(next.region(p) == Region::Exit, "p goes to its exit");
}

/// `step`, a step of p, keeps the record of the order, and the order is fair after it.
fn in_order<M: Orderly<N>, const N: usize>(
    machine: &M,
    p: usize,
    ghost: M::Ghost,
    step: impl FnOnce(&mut M, usize, u64),
) {
    let order: Order<N> = kani::any();
    kani::assume(machine.invariant_with(ghost) && machine.is_orderly(&order));
    let mut next = machine.clone();
    step(&mut next, p, loaded(machine, p));
    let after = machine.record(p, &next, order);
    assert!(next.is_orderly(&after), "a step keeps the order");
    assert!(next.is_fair(&after), "the order of entries is fair");
    let q = (p + 1) % N;
    kani::cover!(after.before[q][p] && !order.before[q][p], "p comes after q");
    kani::cover!(
        order.before[q][p]
            && machine.region(p) != Region::Critical
            && next.region(p) == Region::Critical,
        "p enters while q, which came before it, waits"
    );
}

/// The first state satisfies the record of the order `order`.
fn unordered<M: Orderly<N>, const N: usize>(k: usize, order: Order<N>) {
    let machine = M::new(k);
    assert!(machine.is_orderly(&order), "in the first state");
    kani::cover!(machine.region(0) == Region::Remainder, "in the remainder");
}

/// The properties from any state, for any k.
mod every {
    use doorway_proofs::invariant::{Inductive, Order, Orderly};
    use doorway_proofs::machine::Machine;

    pub(super) fn begins<M: Inductive, const N: usize>() {
        super::begins::<M, N>(M::any().1);
    }

    pub(super) fn excludes<M: Inductive, const N: usize>()
    where
        M::Ghost: kani::Arbitrary,
    {
        let (machine, k) = M::any();
        super::excludes::<M, N>(&machine, k, kani::any());
    }

    pub(super) fn cancels<M: Inductive, const N: usize>()
    where
        M::Ghost: kani::Arbitrary,
    {
        let (machine, _) = M::any();
        let p = kani::any_where(|&p| p < N);
        super::cancels(&machine, p, kani::any(), Machine::cancel);
    }

    /// A step of one process; the harnesses together take every process.
    pub(super) fn keeps<M: Inductive, const N: usize>(p: usize)
    where
        M::Ghost: kani::Arbitrary,
    {
        super::keeps::<M, N>(&M::any().0, p, kani::any(), Machine::step);
    }

    /// A step of one process, with the record of the order.
    pub(super) fn in_order<M: Orderly<N>, const N: usize>(p: usize)
    where
        M::Ghost: kani::Arbitrary,
    {
        super::in_order::<M, N>(&M::any().0, p, kani::any(), Machine::step);
    }

    pub(super) fn unordered<M: Orderly<N>, const N: usize>() {
        super::unordered::<M, N>(M::any().1, Order::NONE);
    }
}

/// Changes after which a property does not hold.
mod mutants {
    use doorway_core::ticket::INFINITY;
    use doorway_proofs::fife::Fife;
    use doorway_proofs::invariant::{Inductive, Order, Orderly};
    use doorway_proofs::kfcfs::KFcfs;
    use doorway_proofs::machine::Machine;

    mod begins {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn with_no_place() {
            crate::induction::begins::<KFcfs<2>, 2>(0);
        }
    }

    mod excludes {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn one_less() {
            let (machine, k) = KFcfs::<2>::any();
            crate::induction::excludes::<_, 2>(&machine, k - 1, kani::any());
        }
    }

    mod cancels {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn waiting_instead() {
            let (machine, _) = KFcfs::<2>::any();
            let wrong = |machine: &mut KFcfs<2>, p: usize| {
                machine.processes[p].predecessor_set = [false; 2];
            };
            crate::induction::cancels(&machine, 0, kani::any(), wrong);
        }
    }

    mod keeps {
        use super::*;

        /// Every load returns ∞: no other process is seen.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn blindly() {
            let wrong = |machine: &mut KFcfs<2>, p: usize, _| machine.step(p, INFINITY);
            crate::induction::keeps::<_, 2>(&KFcfs::<2>::any().0, 0, kani::any(), wrong);
        }

        /// Does not announce that it wants to enter: line 14 removed.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn untold() {
            let wrong = |machine: &mut KFcfs<2>, p: usize, loaded| {
                let told = machine.want;
                machine.step(p, loaded);
                machine.want = told;
            };
            crate::induction::keeps::<_, 2>(&KFcfs::<2>::any().0, 0, kani::any(), wrong);
        }
    }

    mod unordered {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn from_the_start() {
            let before = [[false, true, false], [false; 3], [false; 3]];
            let (_, k) = KFcfs::<3>::any();
            crate::induction::unordered::<KFcfs<3>, 3>(k, Order { before });
        }
    }

    mod in_order {
        use super::*;

        fn in_order<M: Orderly<2>>(wrong: impl FnOnce(&mut M, usize, u64))
        where
            M::Ghost: kani::Arbitrary,
        {
            crate::induction::in_order::<M, 2>(&M::any().0, 0, kani::any(), wrong);
        }

        /// Takes a ticket without regard to the tickets of the others.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn blindly() {
            in_order(|machine: &mut Fife<2>, p, _| machine.step(p, 0));
        }

        /// Enters without capturing: line 23 removed.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn uncaptured() {
            in_order(|machine: &mut Fife<2>, p, loaded| {
                let captured = machine.capture;
                machine.step(p, loaded);
                machine.capture = captured;
            });
        }

        /// Sees no process that wants to enter.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn past_all() {
            in_order(|machine: &mut KFcfs<2>, p, _| machine.step(p, INFINITY));
        }
    }
}
