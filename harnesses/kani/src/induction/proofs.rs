//! The machines, one harness for each process that makes the step.

use super::{begins, excludes, gives_up, keeps};
use doorway_proofs::bakery::Bakery;
use doorway_proofs::black_white::BlackWhite;
use doorway_proofs::fife::Fife;
use doorway_proofs::kfcfs::KFcfs;
use doorway_proofs::machine::{Machine, Safely};
use doorway_proofs::safe_fife::SafeFife;

/// Machines of which there can be any state.
pub(super) trait Any: Sized {
    /// Any state, for any k.
    fn any() -> (Self, usize);
}

fn any_k<const N: usize>() -> usize {
    kani::any_where(|&k| 1 <= k && k <= N)
}

impl<const N: usize> Any for Bakery<N> {
    fn any() -> (Self, usize) {
        let k = 1;
        (Self { k, ..kani::any() }, k)
    }
}

impl<const N: usize> Any for BlackWhite<N> {
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
    ($machine:ty, $n:literal, $begins:ident, $excludes:ident, $(#[$slow:meta])? $gives_up:ident) => {
        #[kani::proof]
        #[kani::unwind(5)]
        fn $begins() {
            begins::<$machine, $n>(<$machine>::any().1);
        }

        #[kani::proof]
        #[kani::unwind(5)]
        fn $excludes() {
            let (machine, k) = <$machine>::any();
            excludes::<_, $n>(&machine, k, kani::any());
        }

        $(#[$slow])?
        #[kani::proof]
        #[kani::unwind(5)]
        fn $gives_up() {
            let (machine, _) = <$machine>::any();
            let p = kani::any_where(|&p| p < $n);
            gives_up(&machine, p, kani::any(), Machine::withdraw);
        }
    };
}

/// A step of one process; together all.
macro_rules! keeps {
    ($machine:ty, $n:literal, $($harness:ident = $p:literal),*) => {$(
        #[kani::proof]
        #[kani::unwind(5)]
        fn $harness() {
            keeps::<_, $n>(&<$machine>::any().0, $p, kani::any(), Machine::step);
        }
    )*};
}

type SafeFife2 = Safely<SafeFife<2>, 2>;

inductive!(
    Bakery<2>,
    2,
    begins_bakery_2,
    excludes_bakery_2,
    gives_up_bakery_2
);
inductive!(
    BlackWhite<2>,
    2,
    begins_black_white_2,
    excludes_black_white_2,
    gives_up_black_white_2
);
inductive!(
    BlackWhite<3>,
    3,
    begins_black_white_3,
    excludes_black_white_3,
    gives_up_black_white_3
);
inductive!(
    KFcfs<2>,
    2,
    begins_kfcfs_2,
    excludes_kfcfs_2,
    gives_up_kfcfs_2
);
inductive!(Fife<2>, 2, begins_fife_2, excludes_fife_2, gives_up_fife_2);
inductive!(
    SafeFife2,
    2,
    begins_safe_fife_2,
    excludes_safe_fife_2,
    gives_up_safe_fife_2
);
inductive!(
    Bakery<3>,
    3,
    begins_bakery_3,
    excludes_bakery_3,
    gives_up_bakery_3
);
inductive!(
    KFcfs<3>,
    3,
    begins_kfcfs_3,
    excludes_kfcfs_3,
    gives_up_kfcfs_3
);
inductive!(
    Fife<3>,
    3,
    begins_fife_3,
    excludes_fife_3,
    #[cfg(feature = "full")]
    gives_up_fife_3
);

keeps!(Bakery<2>, 2, keeps_bakery_2_p1 = 0, keeps_bakery_2_p2 = 1);
keeps!(
    BlackWhite<2>,
    2,
    keeps_black_white_2_p1 = 0,
    keeps_black_white_2_p2 = 1
);
keeps!(KFcfs<2>, 2, keeps_kfcfs_2_p1 = 0, keeps_kfcfs_2_p2 = 1);
keeps!(Fife<2>, 2, keeps_fife_2_p1 = 0, keeps_fife_2_p2 = 1);

#[cfg(feature = "full")]
type SafeFife3 = Safely<SafeFife<3>, 3>;

#[cfg(feature = "full")]
keeps!(
    SafeFife2,
    2,
    keeps_safe_fife_2_p1 = 0,
    keeps_safe_fife_2_p2 = 1
);
#[cfg(feature = "full")]
keeps!(
    Bakery<3>,
    3,
    keeps_bakery_3_p1 = 0,
    keeps_bakery_3_p2 = 1,
    keeps_bakery_3_p3 = 2
);
#[cfg(feature = "full")]
keeps!(
    BlackWhite<3>,
    3,
    keeps_black_white_3_p1 = 0,
    keeps_black_white_3_p2 = 1,
    keeps_black_white_3_p3 = 2
);
#[cfg(feature = "full")]
keeps!(
    KFcfs<3>,
    3,
    keeps_kfcfs_3_p1 = 0,
    keeps_kfcfs_3_p2 = 1,
    keeps_kfcfs_3_p3 = 2
);
#[cfg(feature = "full")]
keeps!(
    Fife<3>,
    3,
    keeps_fife_3_p1 = 0,
    keeps_fife_3_p2 = 1,
    keeps_fife_3_p3 = 2
);
#[cfg(feature = "full")]
keeps!(
    SafeFife3,
    3,
    keeps_safe_fife_3_p1 = 0,
    keeps_safe_fife_3_p2 = 1,
    keeps_safe_fife_3_p3 = 2
);

/// What does not hold.
mod mutants {
    use super::*;

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

    mod gives_up {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn waiting_instead() {
            let (machine, _) = KFcfs::<2>::any();
            let bent = |machine: &mut KFcfs<2>, p: usize| {
                machine.processes[p].predecessor_set = [false; 2];
            };
            crate::induction::gives_up(&machine, 0, kani::any(), bent);
        }
    }

    mod keeps {
        use super::*;
        use doorway_core::ticket::INFINITY;

        /// Sees nobody.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn blindly() {
            let bent = |machine: &mut KFcfs<2>, p: usize, _| machine.step(p, INFINITY);
            crate::induction::keeps::<_, 2>(&KFcfs::<2>::any().0, 0, kani::any(), bent);
        }

        /// Does not tell that it wants to enter: line 14 removed.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn untold() {
            let bent = |machine: &mut KFcfs<2>, p: usize, loaded| {
                let told = machine.want;
                machine.step(p, loaded);
                machine.want = told;
            };
            crate::induction::keeps::<_, 2>(&KFcfs::<2>::any().0, 0, kani::any(), bent);
        }
    }
}
