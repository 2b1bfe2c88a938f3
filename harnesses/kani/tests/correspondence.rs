//! The phases that Kani checks for every script, here with random scripts.
//!
//! Each is a unit test, and a fuzz target for `cargo bolero test`.

use bolero::check;
use doorway::phases::Exclusion;
use doorway::shape::Inline;
use doorway_core::ticket::INFINITY;
use doorway_kani::correspondence::{
    announce, doorway, enter, exit, scan, InStep, Lockstep, Script,
};
use doorway_proofs::machine::phases::{Phases, Throw, Variables};

/// Loads return random values: mostly small numbers, which collide, and ∞; at the end zeros.
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

/// The parts of a start, and a script.
type Input = (u8, u8, u64, [bool; 4], bool, Vec<u64>);

fn throw(&(p, k, ticket, set, truth, _): &Input) -> Throw {
    Throw {
        p,
        k,
        ticket,
        set,
        truth,
    }
}

fn script(input: &Input) -> Thrown {
    Thrown(input.5.clone().into_iter())
}

/// Compares all phases of a lock with the model, at one size.
fn is_the_machine<L, M, const N: usize>(input: &Input)
where
    L: InStep<M, Thrown, N>,
    M: Phases<N>,
    M::Variables: Variables<L::Private>,
{
    let start = M::thrown(&throw(input));
    let code = |lock: &L, p, private: &mut _| lock.doorway(p, private).is_ok();
    doorway::<L, M, _, N>(start, script(input), code);
    announce::<L, M, _, N>(start, script(input), L::announce);
    scan::<L, M, _, N>(start, script(input), L::scan);
    enter::<L, M, _, N>(start, script(input), L::enter);
    exit::<L, M, _, N>(start, input.4, script(input), L::exit);
}

/// A module for each lock, with a test; for a lock on an active set, a test for each set.
macro_rules! locks {
    ($({ $module:ident, $lock:ident, $holders:ident, $model:ident, $sets:tt, $($rest:tt)* })*) => {$(
        mod $module {
            use super::*;

            locks!(@sets $module, $model, $sets);
        }
    )*};
    (@sets $module:ident, $model:ident, []) => {
        locks!(@test is_the_machine, $module, $model);
    };
    (@sets $module:ident, $model:ident, [Flags => $flags:ident, Grid => $grid:ident]) => {
        locks!(@test is_the_machine_on_flags, $module, $flags, Flags);
        locks!(@test is_the_machine_on_the_grid, $module, $grid, Grid);
    };
    (@test $name:ident, $module:ident, $model:ident $(, $set:ident)?) => {
        #[test]
        fn $name() {
            type Model = doorway_proofs::$module::$model<4>;
            type Lock = ::doorway::$module::Registers<Inline<4>, Lockstep<Model, Thrown> $(, ::doorway::active_set::$set)?>;
            check!().with_type::<Input>().for_each(super::is_the_machine::<Lock, Model, 4>);
        }
    };
}
doorway_proofs::for_each_lock!(locks);

/// The comparison can fail: a poll that admits one process more is not the model's.
#[test]
#[should_panic(expected = "the model")]
fn one_more_is_not_the_machine() {
    type Machine = doorway_proofs::fife::Fife<3>;
    type Lock = ::doorway::fife::Registers<Inline<3>, Lockstep<Machine, Thrown>>;
    for number in 0..64_u8 {
        let set = core::array::from_fn(|i| number >> i & 1 == 1);
        let input = (number % 3, number / 3, 3, set, false, vec![]);
        let code = |lock: &Lock, p, k, private: &mut _| lock.scan(p, k + 1, private);
        let start = Machine::thrown(&throw(&input));
        scan::<Lock, Machine, _, 3>(start, script(&input), code);
    }
}
