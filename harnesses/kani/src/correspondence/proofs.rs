//! Every script: N = 2 and 3, any process, any k, any variables, any 64-bit values loaded.

use super::{
    announce, doorway, enter, exit, scan, Local, Lockstep, Looping, Script, Start, Waiting,
};
use doorway::exclusion::Exclusion;
use doorway::shape::Inline;
use doorway::{bakery, fife, kfcfs, safe_fife};
use doorway_core::machine;

/// Loads return anything.
struct Anything;

impl Script for Anything {
    fn value(&mut self) -> u64 {
        kani::any()
    }
}

/// Any variables of Figures 2 and 3. A process does not wait for itself.
fn waiting<const N: usize>(p: usize) -> Start<Waiting<N>> {
    let mut variables: Waiting<N> = kani::any();
    variables.predecessor_set[p] = false;
    let k = kani::any_where(|&k| 1 <= k && k <= N);
    Start { p, k, variables }
}

/// Any of Figure 2's without its shaded part: nobody is captured.
fn unshaded<const N: usize>(p: usize) -> Start<Waiting<N>> {
    let mut start = waiting::<N>(p);
    start.variables.captured = false;
    start
}

/// Any of Figure 1's: between two looks the loop is not over, and a process that waits has a ticket.
fn looping<const N: usize>(p: usize) -> Start<Looping> {
    let variables = kani::any_where(|variables: &Looping| variables.i < N && variables.ticket != 0);
    Start { p, k: 1, variables }
}

/// The harnesses of one lock at one size, and for each a mutant: code that does something else.
macro_rules! phases {
    ($name:ident, $lock:ident, $machine:ty, $n:literal, $any:expr, $unwind:literal) => {
        mod $name {
            use super::*;

            type Machine = $machine;
            type Lock = $lock::Registers<Inline<$n>, Lockstep<Machine, Anything>>;

            #[kani::proof]
            #[kani::unwind($unwind)]
            fn doorways() {
                for p in 0..$n {
                    let code =
                        |lock: &Lock, p: usize, private: &mut _| lock.doorway(p, private).is_ok();
                    let taken = doorway::<Lock, Machine, _, $n>($any(p), Anything, code);
                    kani::cover!(taken, "a ticket is taken");
                    kani::cover!(!taken, "there is none left, and it goes out again");
                }
            }

            #[kani::proof]
            #[kani::unwind($unwind)]
            fn announces() {
                for p in 0..$n {
                    announce::<Lock, Machine, _, $n>($any(p), Anything, Lock::announce);
                    kani::cover!(true, "the end");
                }
            }

            #[kani::proof]
            #[kani::unwind($unwind)]
            fn scans() {
                for p in 0..$n {
                    let let_in = scan::<Lock, Machine, _, $n>($any(p), Anything, Lock::scan);
                    kani::cover!(let_in, "it may enter");
                    kani::cover!(!let_in, "it waits");
                }
            }

            #[kani::proof]
            #[kani::unwind($unwind)]
            fn enters() {
                for p in 0..$n {
                    enter::<Lock, Machine, _, $n>($any(p), Anything, Lock::enter);
                    kani::cover!(true, "inside");
                }
            }

            #[kani::proof]
            #[kani::unwind($unwind)]
            fn exits() {
                for p in 0..$n {
                    let gives_up = kani::any();
                    let gave_up =
                        exit::<Lock, Machine, _, $n>($any(p), gives_up, Anything, Lock::exit);
                    kani::cover!(gave_up, "it gave up");
                    kani::cover!(!gave_up, "it was inside");
                }
            }
        }
    };
}

phases!(
    bakery_2,
    bakery,
    machine::bakery::Bakery<2>,
    2,
    looping::<2>,
    4
);
phases!(
    bakery_3,
    bakery,
    machine::bakery::Bakery<3>,
    3,
    looping::<3>,
    5
);
phases!(
    kfcfs_2,
    kfcfs,
    machine::kfcfs::KFcfs<2>,
    2,
    unshaded::<2>,
    4
);
phases!(
    kfcfs_3,
    kfcfs,
    machine::kfcfs::KFcfs<3>,
    3,
    unshaded::<3>,
    5
);
phases!(fife_2, fife, machine::fife::Fife<2>, 2, waiting::<2>, 4);
phases!(fife_3, fife, machine::fife::Fife<3>, 3, waiting::<3>, 5);
phases!(
    safe_fife_2,
    safe_fife,
    machine::safe_fife::SafeFife<2>,
    2,
    waiting::<2>,
    4
);
phases!(
    safe_fife_3,
    safe_fife,
    machine::safe_fife::SafeFife<3>,
    3,
    waiting::<3>,
    5
);
