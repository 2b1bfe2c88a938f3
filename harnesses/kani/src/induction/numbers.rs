//! The Black-White Bakery's numbers are at most N, as long as no process cancels.
//!
//! `is_bounded` is inductive too.

use super::loaded;
use doorway_proofs::black_white::{BlackWhite, Line};
use doorway_proofs::invariant::Inductive;
use doorway_proofs::machine::Machine;

/// `step`, a step of p, keeps the numbers within their bound.
fn stays_bounded<const N: usize>(p: usize, step: impl FnOnce(&mut BlackWhite<N>, usize, u64)) {
    let machine: BlackWhite<N> = kani::any();
    kani::assume(machine.invariant_with(()) && machine.is_bounded());
    let mut next = machine;
    step(&mut next, p, loaded(&machine, p));
    assert!(next.is_bounded(), "a step keeps the bound");
    assert!(next.is_within_bounds(), "numbers are at most N");
    kani::cover!(
        machine.processes[p].line == Line::L3Store,
        "p takes a number"
    );
    kani::cover!(machine.color != next.color, "p changes the color");
}

macro_rules! stays_bounded {
    ($($harness:ident: $n:literal, $p:literal;)*) => {$(
        #[kani::proof]
        #[kani::unwind(5)]
        fn $harness() {
            super::stays_bounded::<$n>($p, Machine::step);
        }
    )*};
}

mod black_white {
    use super::*;

    stays_bounded! {
        stays_bounded_2_p1: 2, 0;
        stays_bounded_2_p2: 2, 1;
    }

    #[cfg(feature = "full")]
    stays_bounded! {
        stays_bounded_3_p1: 3, 0;
        stays_bounded_3_p2: 3, 1;
        stays_bounded_3_p3: 3, 2;
    }
}

/// Steps that do not keep the bound.
mod mutants {
    use super::*;

    mod stays_bounded {
        use super::*;

        /// A process that cancels leaves a gap.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn cancelling() {
            let wrong = |machine: &mut BlackWhite<2>, p: usize, loaded| {
                machine.step(p, loaded);
                if machine.may_cancel(p) {
                    machine.cancel(p);
                }
            };
            crate::induction::numbers::stays_bounded::<2>(0, wrong);
        }
    }
}
