//! Algorithms 3 and 4, on flags. (On the grid: every script of few values, in `harnesses/check/tests/correspondence.rs`.)

use super::{Anything, Lockstep, Script, Start};
use crate::correspondence::{announce, doorway, enter, exit, scan, Looking};
use doorway::active_set::Flags;
use doorway::phases::{adaptive, local_spin, Exclusion};
use doorway::shape::Inline;
use doorway_core::colour::MOST;
use doorway_proofs::active_set::Local;

/// Loads return what is laid down, and anything where nothing is.
///
/// Whether a flag is up decides how many loads there are, so each case is a run of its own: then Kani knows where it is. A flag is 0 or 1.
struct LaidDown {
    values: [Option<u64>; 4],
    made: usize,
}

impl Script for LaidDown {
    fn value(&mut self) -> u64 {
        let laid_down = match self.made {
            made @ 0..4 => self.values[made],
            _ => None,
        };
        self.made += 1;
        laid_down.unwrap_or_else(kani::any)
    }
}

const UP: Option<u64> = Some(1);
const DOWN: Option<u64> = Some(0);
const ANY: Option<u64> = None;

/// What the loads of a doorway return: in line 3 the flag, `color`, the ticket of who is there, and the flag again in line 7.
const DOORWAYS: [[Option<u64>; 4]; 4] = [
    [DOWN, ANY, DOWN, ANY],
    [DOWN, ANY, UP, ANY],
    [UP, ANY, ANY, DOWN],
    [UP, ANY, ANY, UP],
];

/// Of two processes one between two looks at the other, at this stage, with any ticket that has a number.
fn looking(p: usize, stage: u8) -> Start<Looking<2>> {
    let mut local = Local::EMPTY;
    local.push(1 - p);
    let variables = Looking {
        ticket: kani::any_where(|&ticket| ticket > 1 && ticket <= 2 * MOST + 1),
        local,
        at: 0,
        stage,
    };
    Start { p, k: 1, variables }
}

/// The phases of a lock of two processes on flags.
macro_rules! on_flags {
    ($lock:ident, $stages:literal, $doorway:ident, $announce:ident, $scan:ident, $enter:ident, $exit:ident) => {
        #[kani::proof]
        #[kani::unwind(5)]
        fn $doorway() {
            type Machine = doorway_proofs::$lock::OnFlags<2>;
            type Lock = $lock::Registers<Inline<2>, Lockstep<Machine, LaidDown>, Flags>;
            for p in 0..2 {
                for values in DOORWAYS {
                    let code =
                        |lock: &Lock, p: usize, private: &mut _| lock.doorway(p, private).is_ok();
                    let script = LaidDown { values, made: 0 };
                    let taken = doorway::<Lock, Machine, _, 2>(looking(p, 0), script, code);
                    kani::cover!(taken, "a number is taken");
                }
            }
        }

        #[kani::proof]
        #[kani::unwind(5)]
        fn $announce() {
            type Machine = doorway_proofs::$lock::OnFlags<2>;
            type Lock = $lock::Registers<Inline<2>, Lockstep<Machine, Anything>, Flags>;
            for p in 0..2 {
                announce::<Lock, Machine, _, 2>(looking(p, 0), Anything, Lock::announce);
                kani::cover!(true, "the end");
            }
        }

        #[kani::proof]
        #[kani::unwind(5)]
        fn $scan() {
            type Machine = doorway_proofs::$lock::OnFlags<2>;
            type Lock = $lock::Registers<Inline<2>, Lockstep<Machine, Anything>, Flags>;
            for p in 0..2 {
                for stage in 0..$stages {
                    let start = looking(p, stage);
                    let let_in = scan::<Lock, Machine, _, 2>(start, Anything, Lock::scan);
                    kani::cover!(let_in, "it may enter");
                    kani::cover!(!let_in, "it waits");
                }
            }
        }

        #[kani::proof]
        #[kani::unwind(5)]
        fn $enter() {
            type Machine = doorway_proofs::$lock::OnFlags<2>;
            type Lock = $lock::Registers<Inline<2>, Lockstep<Machine, Anything>, Flags>;
            for p in 0..2 {
                enter::<Lock, Machine, _, 2>(looking(p, 0), Anything, Lock::enter);
                kani::cover!(true, "inside");
            }
        }

        #[kani::proof]
        #[kani::unwind(5)]
        fn $exit() {
            type Machine = doorway_proofs::$lock::OnFlags<2>;
            type Lock = $lock::Registers<Inline<2>, Lockstep<Machine, LaidDown>, Flags>;
            for p in 0..2 {
                for flag in [UP, DOWN] {
                    for withdraws in [false, true] {
                        let values = [flag, ANY, ANY, ANY];
                        let script = LaidDown { values, made: 0 };
                        // Where it waits, and may give up.
                        let start = looking(p, 1);
                        let gave_up =
                            exit::<Lock, Machine, _, 2>(start, withdraws, script, Lock::exit);
                        assert!(gave_up == withdraws);
                        kani::cover!(gave_up, "it gave up");
                        kani::cover!(!gave_up, "it was inside");
                    }
                }
            }
        }
    };
}

on_flags!(
    adaptive,
    2,
    doorway_adaptive_2,
    announce_adaptive_2,
    scan_adaptive_2,
    enter_adaptive_2,
    exit_adaptive_2
);
on_flags!(
    local_spin,
    4,
    doorway_local_spin_2,
    announce_local_spin_2,
    scan_local_spin_2,
    enter_local_spin_2,
    exit_local_spin_2
);

/// Code that is not the machine.
mod mutants {
    use super::*;

    type Machine = doorway_proofs::local_spin::OnFlags<2>;
    type Lock = local_spin::Registers<Inline<2>, Lockstep<Machine, Anything>, Flags>;

    /// Line 12 left out when somebody was seen to choose.
    #[kani::proof]
    #[kani::unwind(5)]
    #[kani::should_panic]
    fn looks_without_raising_its_bit() {
        let code = |lock: &Lock, p: usize, k: usize, private: &mut local_spin::Private<_>| {
            if private.stage == local_spin::Stage::Await11 {
                private.stage = local_spin::Stage::Await18;
            }
            lock.scan(p, k, private)
        };
        scan::<Lock, Machine, _, 2>(looking(0, 1), Anything, code);
    }

    /// Lines 22 to 25 without 24 and 25.
    #[kani::proof]
    #[kani::unwind(5)]
    #[kani::should_panic]
    fn tells_nobody() {
        type Plain = adaptive::Registers<Inline<2>, Lockstep<Machine, Anything>, Flags>;
        let code = |_: &Lock, p: usize| Plain::new(Inline).exit(p);
        exit::<Lock, Machine, _, 2>(looking(0, 1), false, Anything, code);
    }
}
