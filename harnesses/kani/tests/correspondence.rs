//! The phases that Kani takes over every script, on random ones: a unit test, and a fuzz target for `cargo bolero test`.

use bolero::check;
use doorway::active_set::{Flags, Grid};
use doorway::phases::{
    adaptive, bakery, black_white, fife, kfcfs, local_spin, safe_fife, Exclusion,
};
use doorway::shape::Inline;
use doorway_core::ticket::INFINITY;
use doorway_kani::correspondence::{
    announce, doorway, enter, exit, scan, Colouring, Lockstep, Looking, Looping, Script, Start,
    Waiting,
};
use doorway_proofs::active_set::Local;

/// Loads return what was thrown: mostly small numbers, which meet, and ∞; and then zeros.
struct Thrown(std::vec::IntoIter<u64>);

impl Script for Thrown {
    fn value(&mut self) -> u64 {
        match self.0.next().unwrap_or(0) {
            byte @ 0..=0x3fff_ffff_ffff_ffff => byte % 6,
            byte @ 0x4000_0000_0000_0000..=0x5fff_ffff_ffff_ffff => INFINITY - byte % 3,
            any => any,
        }
    }
}

/// Who, k, a ticket, a set, captured or past line 7, and a script.
type Throw = (u8, u8, u64, [bool; 4], bool, Vec<u64>);

fn script(throw: &Throw) -> Thrown {
    Thrown(throw.5.clone().into_iter())
}

fn waiting<const N: usize>(throw: &Throw, shaded: bool) -> Start<Waiting<N>> {
    let (p, k) = (usize::from(throw.0) % N, usize::from(throw.1) % N + 1);
    let mut predecessor_set: [bool; N] = core::array::from_fn(|i| throw.3[i]);
    predecessor_set[p] = false;
    let variables = Waiting {
        ticket: throw.2 % 8,
        predecessor_set,
        captured: shaded && throw.4,
        settled: throw.2 % 3 == 0,
    };
    Start { p, k, variables }
}

fn looping<const N: usize>(throw: &Throw, _: bool) -> Start<Looping> {
    let variables = Looping {
        ticket: throw.2 % 8 + 1,
        i: usize::from(throw.1) % N,
        past_7: throw.4,
    };
    let p = usize::from(throw.0) % N;
    Start { p, k: 1, variables }
}

/// A coloured ticket, with a number, and no process looks at itself; or everybody was away.
fn coloured<const N: usize>(throw: &Throw, _: bool) -> Start<Colouring> {
    let p = usize::from(throw.0) % N;
    let alone = throw.3[0] && throw.3[1];
    let variables = Colouring {
        ticket: if alone { 0 } else { throw.2 % 8 + 2 },
        j: (p + 1 + usize::from(throw.1) % (N - 1)) % N,
        past_6: throw.4 && !alone,
        alone,
    };
    Start { p, k: 1, variables }
}

/// Whom an active set has returned, less `p`, from the end or from the beginning; one of them to look at; any stage.
fn looking<const N: usize>(throw: &Throw, any_stage: bool) -> Start<Looking<N>> {
    let p = usize::from(throw.0) % N;
    let mut others: Vec<usize> = (0..N).filter(|&i| i != p && throw.3[i]).collect();
    if others.is_empty() {
        others.push((p + 1) % N);
    }
    if throw.4 {
        others.reverse();
    }
    let mut local = Local::EMPTY;
    others.iter().for_each(|&i| local.push(i));
    let variables = Looking {
        ticket: throw.2 % 8 + 2,
        local,
        at: usize::from(throw.1) % others.len(),
        stage: throw.1 / 4 % if any_stage { 4 } else { 2 },
    };
    Start { p, k: 1, variables }
}

/// All phases of a lock, at one size.
macro_rules! phases {
    ($test:ident, $lock:ident, $machine:ident, $n:literal, $start:ident, $shaded:literal $(, $set:ident)?) => {
        #[test]
        fn $test() {
            type Machine = doorway_proofs::$lock::$machine<$n>;
            type Lock = $lock::Registers<Inline<$n>, Lockstep<Machine, Thrown> $(, $set)?>;
            check!().with_type::<Throw>().for_each(|throw| {
                let start = $start::<$n>(throw, $shaded);
                let code = |lock: &Lock, p, private: &mut _| lock.doorway(p, private).is_ok();
                doorway::<Lock, Machine, _, $n>(start, script(throw), code);
                announce::<Lock, Machine, _, $n>(start, script(throw), Lock::announce);
                scan::<Lock, Machine, _, $n>(start, script(throw), Lock::scan);
                enter::<Lock, Machine, _, $n>(start, script(throw), Lock::enter);
                exit::<Lock, Machine, _, $n>(start, throw.4, script(throw), Lock::exit);
            });
        }
    };
}

phases!(bakery_is_the_machine, bakery, Bakery, 4, looping, false);
phases!(
    black_white_is_the_machine,
    black_white,
    BlackWhite,
    4,
    coloured,
    false
);
phases!(
    adaptive_on_flags_is_the_machine,
    adaptive,
    OnFlags,
    4,
    looking,
    false,
    Flags
);
phases!(
    adaptive_on_the_grid_is_the_machine,
    adaptive,
    OnGrid,
    4,
    looking,
    false,
    Grid
);
phases!(
    local_spin_on_flags_is_the_machine,
    local_spin,
    OnFlags,
    4,
    looking,
    true,
    Flags
);
phases!(
    local_spin_on_the_grid_is_the_machine,
    local_spin,
    OnGrid,
    4,
    looking,
    true,
    Grid
);
phases!(kfcfs_is_the_machine, kfcfs, KFcfs, 4, waiting, false);
phases!(fife_is_the_machine, fife, Fife, 4, waiting, true);
phases!(
    safe_fife_is_the_machine,
    safe_fife,
    SafeFife,
    4,
    waiting,
    true
);

/// The comparison can fail: a look with one more let in is not the machine's.
#[test]
#[should_panic(expected = "the machine")]
fn one_more_is_not_the_machine() {
    type Machine = doorway_proofs::fife::Fife<3>;
    type Lock = fife::Registers<Inline<3>, Lockstep<Machine, Thrown>>;
    for throw in 0..64_u8 {
        let set = core::array::from_fn(|i| throw >> i & 1 == 1);
        let throw = (throw % 3, throw / 3, 3, set, false, vec![]);
        let code = |lock: &Lock, p, k, private: &mut _| lock.scan(p, k + 1, private);
        scan::<Lock, Machine, _, 3>(waiting(&throw, true), script(&throw), code);
    }
}
