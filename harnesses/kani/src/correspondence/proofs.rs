//! Every script: N = 2 and 3, any process, any k, any variables, any 64-bit values loaded.

use super::{
    announce, doorway, enter, exit, scan, Colouring, Lockstep, Looping, Script, Start, Waiting,
};
use doorway::phases::{bakery, black_white, fife, kfcfs, safe_fife, Exclusion};
use doorway::shape::Inline;
use doorway_core::colour::MOST;

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

/// Any of Algorithm 2's: a process that waits has a number, and does not look at itself.
fn coloured<const N: usize>(p: usize) -> Start<Colouring> {
    let mut variables = kani::any_where(|variables: &Colouring| {
        variables.j < N && variables.ticket > 1 && variables.ticket <= 2 * MOST + 1
    });
    kani::assume(variables.j != p);
    variables.alone = false;
    Start { p, k: 1, variables }
}

/// Any of one that found everybody away.
fn alone<const N: usize>(p: usize) -> Start<Colouring> {
    let variables = Colouring {
        ticket: 0,
        j: kani::any_where(|&j| j < N),
        past_6: false,
        alone: true,
    };
    Start { p, k: 1, variables }
}

/// One harness: a phase of a lock at one size, as every process.
macro_rules! phase {
    ($harness:ident, $lock:ident, $machine:ident, $n:literal, $any:ident, $phase:ident) => {
        #[kani::proof]
        #[kani::unwind(5)]
        fn $harness() {
            type Machine = doorway_proofs::$lock::$machine<$n>;
            type Lock = $lock::Registers<Inline<$n>, Lockstep<Machine, Anything>>;
            for p in 0..$n {
                phase!($phase, Lock, Machine, $n, $any::<$n>(p));
            }
        }
    };
    (doorway, $lock:ty, $machine:ty, $n:literal, $start:expr) => {
        let code = |lock: &$lock, p: usize, private: &mut _| lock.doorway(p, private).is_ok();
        let taken = doorway::<$lock, $machine, _, $n>($start, Anything, code);
        kani::cover!(taken, "a ticket is taken");
        kani::cover!(!taken, "there is none left, and it goes out again");
    };
    (announce, $lock:ty, $machine:ty, $n:literal, $start:expr) => {
        announce::<$lock, $machine, _, $n>($start, Anything, <$lock>::announce);
        kani::cover!(true, "the end");
    };
    (scan, $lock:ty, $machine:ty, $n:literal, $start:expr) => {
        let let_in = scan::<$lock, $machine, _, $n>($start, Anything, <$lock>::scan);
        kani::cover!(let_in, "it may enter");
        kani::cover!(!let_in, "it waits");
    };
    (enter, $lock:ty, $machine:ty, $n:literal, $start:expr) => {
        enter::<$lock, $machine, _, $n>($start, Anything, <$lock>::enter);
        kani::cover!(true, "inside");
    };
    (exit, $lock:ty, $machine:ty, $n:literal, $start:expr) => {
        let gives_up = kani::any();
        let gave_up = exit::<$lock, $machine, _, $n>($start, gives_up, Anything, <$lock>::exit);
        kani::cover!(gave_up, "it gave up");
        kani::cover!(!gave_up, "it was inside");
    };
}

mod on_a_set;

phase!(doorway_bakery_2, bakery, Bakery, 2, looping, doorway);
phase!(doorway_bakery_3, bakery, Bakery, 3, looping, doorway);
phase!(
    doorway_black_white_2,
    black_white,
    BlackWhite,
    2,
    coloured,
    doorway
);
phase!(
    doorway_black_white_3,
    black_white,
    BlackWhite,
    3,
    coloured,
    doorway
);
phase!(doorway_kfcfs_2, kfcfs, KFcfs, 2, unshaded, doorway);
#[cfg(feature = "full")]
phase!(doorway_kfcfs_3, kfcfs, KFcfs, 3, unshaded, doorway);
phase!(doorway_fife_2, fife, Fife, 2, waiting, doorway);
#[cfg(feature = "full")]
phase!(doorway_fife_3, fife, Fife, 3, waiting, doorway);
phase!(
    doorway_safe_fife_2,
    safe_fife,
    SafeFife,
    2,
    waiting,
    doorway
);
#[cfg(feature = "full")]
phase!(
    doorway_safe_fife_3,
    safe_fife,
    SafeFife,
    3,
    waiting,
    doorway
);

phase!(announce_bakery_3, bakery, Bakery, 3, looping, announce);
phase!(
    announce_black_white_3,
    black_white,
    BlackWhite,
    3,
    coloured,
    announce
);
phase!(announce_kfcfs_2, kfcfs, KFcfs, 2, unshaded, announce);
phase!(announce_kfcfs_3, kfcfs, KFcfs, 3, unshaded, announce);
phase!(announce_fife_2, fife, Fife, 2, waiting, announce);
phase!(announce_fife_3, fife, Fife, 3, waiting, announce);
phase!(
    announce_safe_fife_2,
    safe_fife,
    SafeFife,
    2,
    waiting,
    announce
);
phase!(
    announce_safe_fife_3,
    safe_fife,
    SafeFife,
    3,
    waiting,
    announce
);

/// From every place in the loop: with the loop variable laid down it takes seconds, and minutes without.
fn scan_bakery<const N: usize>() {
    for p in 0..N {
        for at in 0..2 * N {
            let mut start = looping::<N>(p);
            (start.variables.i, start.variables.past_7) = (at / 2, at % 2 == 1);
            let let_in = scan::<
                bakery::Registers<Inline<N>, Lockstep<doorway_proofs::bakery::Bakery<N>, Anything>>,
                doorway_proofs::bakery::Bakery<N>,
                _,
                N,
            >(start, Anything, Exclusion::scan);
            kani::cover!(let_in, "it may enter");
            kani::cover!(!let_in, "it waits");
        }
    }
}

#[kani::proof]
#[kani::unwind(5)]
fn scan_bakery_2() {
    scan_bakery::<2>();
}

#[cfg(feature = "full")]
#[kani::proof]
#[kani::unwind(7)]
fn scan_bakery_3() {
    scan_bakery::<3>();
}

/// The same for Algorithm 2, which does not look at itself.
fn scan_black_white<const N: usize>() {
    for p in 0..N {
        for at in (0..2 * N).filter(|at| at / 2 != p) {
            let mut start = coloured::<N>(p);
            (start.variables.j, start.variables.past_6) = (at / 2, at % 2 == 1);
            let let_in = scan::<
                black_white::Registers<
                    Inline<N>,
                    Lockstep<doorway_proofs::black_white::BlackWhite<N>, Anything>,
                >,
                doorway_proofs::black_white::BlackWhite<N>,
                _,
                N,
            >(start, Anything, Exclusion::scan);
            kani::cover!(let_in, "it may enter");
            kani::cover!(!let_in, "it waits");
        }
    }
}

#[kani::proof]
#[kani::unwind(5)]
fn scan_black_white_2() {
    scan_black_white::<2>();
}

#[cfg(feature = "full")]
#[kani::proof]
#[kani::unwind(7)]
fn scan_black_white_3() {
    scan_black_white::<3>();
}

phase!(scan_kfcfs_2, kfcfs, KFcfs, 2, unshaded, scan);
phase!(scan_kfcfs_3, kfcfs, KFcfs, 3, unshaded, scan);
phase!(scan_fife_2, fife, Fife, 2, waiting, scan);
phase!(scan_fife_3, fife, Fife, 3, waiting, scan);
#[cfg(feature = "full")]
phase!(scan_safe_fife_2, safe_fife, SafeFife, 2, waiting, scan);
#[cfg(feature = "full")]
phase!(scan_safe_fife_3, safe_fife, SafeFife, 3, waiting, scan);

phase!(enter_bakery_3, bakery, Bakery, 3, looping, enter);
phase!(
    enter_black_white_3,
    black_white,
    BlackWhite,
    3,
    coloured,
    enter
);
phase!(enter_kfcfs_3, kfcfs, KFcfs, 3, unshaded, enter);
phase!(enter_fife_2, fife, Fife, 2, waiting, enter);
phase!(enter_fife_3, fife, Fife, 3, waiting, enter);
#[cfg(feature = "full")]
phase!(enter_safe_fife_2, safe_fife, SafeFife, 2, waiting, enter);
#[cfg(feature = "full")]
phase!(enter_safe_fife_3, safe_fife, SafeFife, 3, waiting, enter);

phase!(exit_bakery_3, bakery, Bakery, 3, looping, exit);
phase!(
    exit_black_white_3,
    black_white,
    BlackWhite,
    3,
    coloured,
    exit
);
phase!(
    announce_black_white_alone,
    black_white,
    BlackWhite,
    3,
    alone,
    announce
);
phase!(
    enter_black_white_alone,
    black_white,
    BlackWhite,
    3,
    alone,
    enter
);

/// Who found everybody away is let in, and does not give up.
#[kani::proof]
#[kani::unwind(5)]
fn scan_and_exit_black_white_alone() {
    type Machine = doorway_proofs::black_white::BlackWhite<3>;
    type Lock = black_white::Registers<Inline<3>, Lockstep<Machine, Anything>>;
    for p in 0..3 {
        let let_in = scan::<Lock, Machine, _, 3>(alone::<3>(p), Anything, Lock::scan);
        assert!(let_in);
        let gave_up = exit::<Lock, Machine, _, 3>(alone::<3>(p), true, Anything, Lock::exit);
        assert!(!gave_up);
        kani::cover!(true, "in and out");
    }
}

phase!(exit_kfcfs_2, kfcfs, KFcfs, 2, unshaded, exit);
phase!(exit_kfcfs_3, kfcfs, KFcfs, 3, unshaded, exit);
phase!(exit_fife_2, fife, Fife, 2, waiting, exit);
phase!(exit_fife_3, fife, Fife, 3, waiting, exit);
phase!(exit_safe_fife_2, safe_fife, SafeFife, 2, waiting, exit);
phase!(exit_safe_fife_3, safe_fife, SafeFife, 3, waiting, exit);

/// Code that is not the machine.
mod mutants {
    use super::*;

    type Machine = doorway_proofs::fife::Fife<2>;
    type Lock = fife::Registers<Inline<2>, Lockstep<Machine, Anything>>;

    mod doorway {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn keeps_the_ticket_to_itself() {
            let code = |lock: &Lock, p: usize, private: &mut _| {
                let taken = lock.doorway(p, private).is_ok();
                private.ticket /= 2;
                taken
            };
            crate::correspondence::doorway::<Lock, Machine, _, 2>(waiting(0), Anything, code);
        }
    }

    mod announce {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn announces_twice() {
            let code = |lock: &Lock, p: usize, private: &mut _| {
                lock.announce(p, private);
                lock.announce(p, private)
            };
            crate::correspondence::announce::<Lock, Machine, _, 2>(waiting(0), Anything, code);
        }
    }

    mod scan {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn lets_one_more_in() {
            let code =
                |lock: &Lock, p: usize, k: usize, private: &mut _| lock.scan(p, k + 1, private);
            crate::correspondence::scan::<Lock, Machine, _, 2>(waiting(0), Anything, code);
        }
    }

    mod enter {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn captures_nobody() {
            let code = |_: &Lock, _: usize, _: &mut _| false;
            crate::correspondence::enter::<Lock, Machine, _, 2>(waiting(0), Anything, code);
        }
    }

    mod exit {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn does_not_exit() {
            let code = |_: &Lock, _: usize| {};
            crate::correspondence::exit::<Lock, Machine, _, 2>(waiting(0), true, Anything, code);
        }
    }
}
