//! The machines, one harness for each process that makes the step.

use super::{begins, excludes, keeps, keeps_when_given_up};
use doorway_core::machine::bakery::Bakery;
use doorway_core::machine::fife::Fife;
use doorway_core::machine::kfcfs::KFcfs;
use doorway_core::machine::safe_fife::SafeFife;
use doorway_core::machine::{Machine, Safely};

/// Machines of which there can be any state.
trait Any: Sized {
    /// Any state, for any k.
    fn any() -> (Self, usize);
}

fn any_k<const N: usize>() -> usize {
    kani::any_where(|&k| 1 <= k && k <= N)
}

impl<const N: usize> Any for Bakery<N> {
    fn any() -> (Self, usize) {
        (kani::any(), 1)
    }
}

macro_rules! any {
    ($machine:ident) => {
        impl<const N: usize> Any for $machine<N> {
            fn any() -> (Self, usize) {
                let mut machine: Self = kani::any();
                machine.k = any_k::<N>();
                (machine, machine.k)
            }
        }
    };
}
any!(KFcfs);
any!(Fife);

impl<const N: usize> Any for Safely<SafeFife<N>, N> {
    fn any() -> (Self, usize) {
        let mut machine: Self = kani::any();
        machine.machine.k = any_k::<N>();
        (machine, machine.machine.k)
    }
}

macro_rules! inductive {
    ($name:ident, $machine:ty, $n:literal, $unwind:literal, [$($step:ident = $p:literal),*]) => {
        mod $name {
            use super::*;

            #[kani::proof]
            #[kani::unwind($unwind)]
            fn begins() {
                super::begins::<$machine, $n>(<$machine as Any>::any().1);
            }

            #[kani::proof]
            #[kani::unwind($unwind)]
            fn excludes() {
                let (machine, k) = <$machine as Any>::any();
                super::excludes::<_, $n>(&machine, k, kani::any());
            }

            #[kani::proof]
            #[kani::unwind($unwind)]
            fn gives_up() {
                let (machine, _) = <$machine as Any>::any();
                let p = kani::any_where(|&p| p < $n);
                keeps_when_given_up(&machine, p, kani::any());
            }

            $(
                #[kani::proof]
                #[kani::unwind($unwind)]
                fn $step() {
                    let (machine, _) = <$machine as Any>::any();
                    keeps::<_, $n>(&machine, $p, kani::any(), Machine::step);
                }
            )*
        }
    };
}

inductive!(bakery_2, Bakery<2>, 2, 4, [step_1 = 0, step_2 = 1]);
inductive!(
    bakery_3,
    Bakery<3>,
    3,
    5,
    [step_1 = 0, step_2 = 1, step_3 = 2]
);
inductive!(kfcfs_2, KFcfs<2>, 2, 4, [step_1 = 0, step_2 = 1]);
inductive!(
    kfcfs_3,
    KFcfs<3>,
    3,
    5,
    [step_1 = 0, step_2 = 1, step_3 = 2]
);
inductive!(fife_2, Fife<2>, 2, 4, [step_1 = 0, step_2 = 1]);
inductive!(fife_3, Fife<3>, 3, 5, [step_1 = 0, step_2 = 1, step_3 = 2]);
inductive!(
    safe_fife_2,
    Safely<SafeFife<2>, 2>,
    2,
    4,
    [step_1 = 0, step_2 = 1]
);
inductive!(
    safe_fife_3,
    Safely<SafeFife<3>, 3>,
    3,
    5,
    [step_1 = 0, step_2 = 1, step_3 = 2]
);
