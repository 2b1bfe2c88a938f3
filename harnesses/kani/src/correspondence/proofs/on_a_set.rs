//! Algorithms 3 and 4, on flags and on the grid.

use super::{Anything, Lockstep, Start};
use crate::correspondence::{announce, doorway, enter, exit, scan, Looking};
use doorway::active_set::{Flags, Grid};
use doorway::exclusion::Exclusion;
use doorway::shape::Inline;
use doorway::{adaptive, local_spin};
use doorway_core::colour::MOST;
use doorway_core::machine;
use doorway_core::machine::active_set::Local;

/// Any variables between two looks: a ticket with a number, whom the set has returned in any order, one of them to look at, any stage.
fn looking<const N: usize>(p: usize) -> Start<Looking<N>> {
    let mut local = Local::EMPTY;
    let len = kani::any_where(|&len| 1 <= len && len < N);
    for _ in 0..len {
        local.push(kani::any_where(|&id| id < N && id != p));
    }
    let variables = Looking {
        ticket: kani::any_where(|&ticket| ticket > 1 && ticket <= 2 * MOST + 1),
        local,
        at: kani::any_where(|&at| at < len),
        stage: kani::any_where(|&stage| stage < 4),
    };
    Start { p, k: 1, variables }
}

/// The same for Algorithm 3, which has two stages.
fn looking_on<const N: usize>(p: usize) -> Start<Looking<N>> {
    let mut start = looking(p);
    start.variables.stage %= 2;
    start
}

/// The phases of a lock on a set.
macro_rules! on_a_set {
    ($lock:ident on $set:ident as $machine:ident, $n:literal, unwind $unwind:literal, $any:ident: $($harness:ident is $phase:ident;)*) => {$(
        #[kani::proof]
        #[kani::unwind($unwind)]
        fn $harness() {
            type Machine = machine::$lock::$machine<$n>;
            type Lock = $lock::Registers<Inline<$n>, Lockstep<Machine, Anything>, $set>;
            for p in 0..$n {
                phase!($phase, Lock, Machine, $n, $any::<$n>(p));
            }
        }
    )*};
}

on_a_set! {
    adaptive on Flags as OnFlags, 2, unwind 5, looking_on:
    doorway_adaptive_on_flags_2 is doorway;
    announce_adaptive_2 is announce;
    scan_adaptive_2 is scan;
    enter_adaptive_2 is enter;
    exit_adaptive_on_flags_2 is exit;
}
on_a_set! {
    adaptive on Grid as OnGrid, 2, unwind 6, looking_on:
    doorway_adaptive_on_grid_2 is doorway;
    exit_adaptive_on_grid_2 is exit;
}
on_a_set! {
    local_spin on Flags as OnFlags, 2, unwind 5, looking:
    doorway_local_spin_on_flags_2 is doorway;
    announce_local_spin_2 is announce;
    scan_local_spin_2 is scan;
    enter_local_spin_2 is enter;
    exit_local_spin_on_flags_2 is exit;
}
on_a_set! {
    local_spin on Grid as OnGrid, 2, unwind 6, looking:
    doorway_local_spin_on_grid_2 is doorway;
    exit_local_spin_on_grid_2 is exit;
}

/// Code that is not the machine.
mod mutants {
    use super::*;

    type Machine = machine::local_spin::OnFlags<2>;
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
        scan::<Lock, Machine, _, 2>(looking(0), Anything, code);
    }

    /// Lines 22 to 25 without 24 and 25.
    #[kani::proof]
    #[kani::unwind(5)]
    #[kani::should_panic]
    fn tells_nobody() {
        type Plain = adaptive::Registers<Inline<2>, Lockstep<Machine, Anything>, Flags>;
        let code = |_: &Lock, p: usize| Plain::new(Inline).exit(p);
        exit::<Lock, Machine, _, 2>(looking(0), false, Anything, code);
    }
}
