//! First come, first served: with a record of who finished the doorway before whom started it, the same induction gives k-FCFS of `KFcfs`, and of `Fife` that
//! whoever is overtaken is captured.

use super::loaded;
use super::proofs::Any;
use doorway_core::ticket::INFINITY;
use doorway_proofs::fife::Fife;
use doorway_proofs::invariant::{Inductive, Order, Pair};
use doorway_proofs::kfcfs::KFcfs;
use doorway_proofs::machine::{Machine, Region};

/// A machine that says what came first means.
trait Orderly<const N: usize>: Inductive<Ghost = Pair> + Any {
    fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N>;
    fn is_orderly(&self, order: &Order<N>) -> bool;
    /// What a user is promised of it.
    fn is_fair(&self, order: &Order<N>) -> bool;
}

impl<const N: usize> Orderly<N> for KFcfs<N> {
    fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N> {
        KFcfs::record(self, p, next, order)
    }

    fn is_orderly(&self, order: &Order<N>) -> bool {
        KFcfs::is_orderly(self, order)
    }

    fn is_fair(&self, order: &Order<N>) -> bool {
        self.is_k_fcfs(order)
    }
}

impl<const N: usize> Orderly<N> for Fife<N> {
    fn record(&self, p: usize, next: &Self, order: Order<N>) -> Order<N> {
        Fife::record(self, p, next, order)
    }

    fn is_orderly(&self, order: &Order<N>) -> bool {
        Fife::is_orderly(self, order)
    }

    fn is_fair(&self, order: &Order<N>) -> bool {
        self.is_fife(order) && self.is_k_fcfs(order)
    }
}

/// `step`, a step of p, keeps the order and breaks no rule of it.
fn in_order<M: Orderly<N>, const N: usize>(p: usize, step: impl FnOnce(&mut M, usize, u64)) {
    let (machine, _) = M::any();
    let order: Order<N> = kani::any();
    kani::assume(machine.invariant_with(kani::any()) && machine.is_orderly(&order));
    let mut next = machine.clone();
    step(&mut next, p, loaded(&machine, p));
    let after = machine.record(p, &next, order);
    assert!(next.is_orderly(&after), "a step keeps the order");
    assert!(next.is_fair(&after), "first come");
    let q = (p + 1) % N;
    kani::cover!(after.before[q][p] && !order.before[q][p], "comes after q");
    kani::cover!(
        order.before[q][p]
            && machine.region(p) != Region::Critical
            && next.region(p) == Region::Critical,
        "enters while q, who came before, waits"
    );
}

/// Nothing came before anything, in the beginning.
fn unordered<M: Orderly<N>, const N: usize>(order: Order<N>) {
    let machine = M::new(M::any().1);
    assert!(machine.is_orderly(&order), "in the beginning");
    kani::cover!(machine.region(0) == Region::Remainder, "out of the lock");
}

macro_rules! in_order {
    ($($harness:ident: $machine:ty, $n:literal, $p:literal;)*) => {$(
        #[kani::proof]
        #[kani::unwind(5)]
        fn $harness() {
            in_order::<$machine, $n>($p, Machine::step);
        }
    )*};
}

in_order! {
    in_order_kfcfs_2_p1: KFcfs<2>, 2, 0;
    in_order_kfcfs_2_p2: KFcfs<2>, 2, 1;
    in_order_fife_2_p1: Fife<2>, 2, 0;
    in_order_fife_2_p2: Fife<2>, 2, 1;
}

#[cfg(feature = "full")]
in_order! {
    in_order_kfcfs_3_p1: KFcfs<3>, 3, 0;
    in_order_kfcfs_3_p2: KFcfs<3>, 3, 1;
    in_order_kfcfs_3_p3: KFcfs<3>, 3, 2;
    in_order_fife_3_p1: Fife<3>, 3, 0;
    in_order_fife_3_p2: Fife<3>, 3, 1;
    in_order_fife_3_p3: Fife<3>, 3, 2;
}

#[kani::proof]
#[kani::unwind(5)]
fn unordered_kfcfs_3() {
    unordered::<KFcfs<3>, 3>(Order::NONE);
}

#[kani::proof]
#[kani::unwind(5)]
fn unordered_fife_3() {
    unordered::<Fife<3>, 3>(Order::NONE);
}

/// What does not hold.
mod mutants {
    use super::*;

    mod unordered {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn from_the_start() {
            let before = [[false, true, false], [false; 3], [false; 3]];
            crate::induction::order::unordered::<KFcfs<3>, 3>(Order { before });
        }
    }

    mod in_order {
        use super::*;

        /// Takes a ticket without regard to the others'.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn blindly() {
            let bent = |machine: &mut Fife<2>, p: usize, _| machine.step(p, 0);
            crate::induction::order::in_order::<Fife<2>, 2>(0, bent);
        }

        /// Enters without capturing anybody: line 23 removed.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn uncaptured() {
            let bent = |machine: &mut Fife<2>, p: usize, loaded| {
                let captured = machine.capture;
                machine.step(p, loaded);
                machine.capture = captured;
            };
            crate::induction::order::in_order::<Fife<2>, 2>(0, bent);
        }

        /// Sees nobody that wants to enter.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn past_all() {
            let bent = |machine: &mut KFcfs<2>, p: usize, _| machine.step(p, INFINITY);
            crate::induction::order::in_order::<KFcfs<2>, 2>(0, bent);
        }
    }
}
