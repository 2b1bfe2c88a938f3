//! Locks on an active set of flags.
//!
//! On the grid, `harnesses/check/tests/correspondence.rs` runs every script of few values.

use super::{phases, InStep, Script};
use doorway_proofs::machine::phases::{Phases, Variables};

/// Loads return the scripted values, and anything where none is scripted.
///
/// A flag decides how many loads follow, so each case is a separate run with concrete control flow.
/// A flag is 0 or 1.
pub(super) struct Scripted {
    values: [Option<u64>; 4],
    made: usize,
}

impl Scripted {
    fn new(values: [Option<u64>; 4]) -> Self {
        Scripted { values, made: 0 }
    }
}

impl Script for Scripted {
    fn value(&mut self) -> u64 {
        let scripted = match self.made {
            made @ 0..4 => self.values[made],
            _ => None,
        };
        self.made += 1;
        scripted.unwrap_or_else(kani::any)
    }
}

const UP: Option<u64> = Some(1);
const DOWN: Option<u64> = Some(0);
const ANY: Option<u64> = None;

/// The values that the loads of a doorway return.
///
/// In line 3 the flag, `color`, and the ticket of a present process; in line 7 the flag again.
const DOORWAYS: [[Option<u64>; 4]; 4] = [
    [DOWN, ANY, DOWN, ANY],
    [DOWN, ANY, UP, ANY],
    [UP, ANY, ANY, DOWN],
    [UP, ANY, ANY, UP],
];

pub(super) fn doorway<L, M, const N: usize>()
where
    L: InStep<M, Scripted, N>,
    M: Phases<N>,
    M::Variables: Variables<L::Private>,
{
    for p in 0..N {
        for values in DOORWAYS {
            let code = |lock: &L, p: usize, private: &mut _| lock.doorway(p, private).is_ok();
            let script = Scripted::new(values);
            let taken = phases::doorway::<L, M, _, N>(M::any_start(p), script, code);
            kani::cover!(taken, "a number is taken");
        }
    }
}

/// The exit, from the critical section or by cancelling from the waiting room.
pub(super) fn exit<L, M, const N: usize>()
where
    L: InStep<M, Scripted, N>,
    M: Phases<N>,
{
    for p in 0..N {
        for flag in [UP, DOWN] {
            for cancels in [false, true] {
                let script = Scripted::new([flag, ANY, ANY, ANY]);
                let Some(start) = M::at_place(M::any_start(p), 0, 1) else {
                    continue;
                };
                let cancelled = phases::exit::<L, M, _, N>(start, cancels, script, L::exit);
                assert!(cancelled == cancels);
                kani::cover!(cancelled, "the process cancelled");
                kani::cover!(!cancelled, "the process was inside");
            }
        }
    }
}

/// Code that does not follow the model.
mod mutants {
    use crate::correspondence::every::Anything;
    use doorway::active_set::Flags;
    use doorway::phases::Exclusion;
    use doorway::shape::Inline;
    use doorway::{adaptive, local_spin};
    use doorway_memories::Lockstep;
    use doorway_proofs::adaptive::phases::Looking;
    use doorway_proofs::machine::phases::{Phases, Start};

    type Machine = doorway_proofs::local_spin::OnFlags<2>;
    type Lock = local_spin::Registers<Inline<2>, Lockstep<Machine, Anything>, Flags>;

    /// The first process awaits line 11 of the second.
    fn at_11() -> Start<Looking<2>> {
        let mut start = Machine::any_start(0);
        start.variables.stage = 1;
        start
    }

    mod scan {
        use super::*;

        /// Line 12 left out after the other process was seen choosing.
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
            crate::correspondence::scan::<Lock, Machine, _, 2>(at_11(), Anything, code);
        }
    }

    mod exit {
        use super::*;

        /// Lines 22 to 25 without 24 and 25.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn notifies_no_process() {
            type Plain = adaptive::Registers<Inline<2>, Lockstep<Machine, Anything>, Flags>;
            let code = |_: &Lock, p: usize| Plain::new(Inline).exit(p);
            crate::correspondence::exit::<Lock, Machine, _, 2>(at_11(), false, Anything, code);
        }
    }
}
