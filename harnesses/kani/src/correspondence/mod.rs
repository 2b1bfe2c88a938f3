//! The shipped code makes the model's accesses, in the same order and with the same values.
//!
//! This holds whatever its loads return.
//!
//! A passage is split into its phases. From *any* private variables that a process can have at the
//! beginning of a phase, code and model agree up to its end, and end with the same private
//! variables. So they agree through a whole passage, with any number of polls, and through a
//! cancellation.
//!
//! The phases are ordinary functions over a [`Script`], the values that the loads return: Kani
//! takes every script, `cargo test` random ones (`tests/correspondence.rs`).
//! `doorway_proofs::<lock>::phases` has the state that a phase starts from; the lock's entry of
//! `for_each_lock!` has the N for which it is proved. The harness of a phase at N is
//! `<lock>::<phase>_<N>`.

#[cfg(kani)]
mod on_flags;
mod phases;

pub use doorway_memories::{Lockstep, Script};
pub use phases::{announce, doorway, enter, exit, scan, InStep};

/// The harness of a phase at a size.
///
/// Names are written out, because `macro_rules!` cannot concatenate identifiers.
#[cfg(kani)]
macro_rules! harness {
    (doorway 2 $lock:tt) => { harness! { @doorway_2 doorway 2 $lock } };
    (doorway 3 $lock:tt) => { harness! { @doorway_3 doorway 3 $lock } };
    (announce 2 $lock:tt) => { harness! { @announce_2 announce 2 $lock } };
    (announce 3 $lock:tt) => { harness! { @announce_3 announce 3 $lock } };
    (scan 2 $lock:tt) => { harness! { @scan_2 scan 2 $lock } };
    (scan 3 $lock:tt) => { harness! { @scan_3 scan 3 $lock } };
    (enter 2 $lock:tt) => { harness! { @enter_2 enter 2 $lock } };
    (enter 3 $lock:tt) => { harness! { @enter_3 enter 3 $lock } };
    (exit 2 $lock:tt) => { harness! { @exit_2 exit 2 $lock } };
    (exit 3 $lock:tt) => { harness! { @exit_3 exit 3 $lock } };
    (fast_path 3 $lock:tt) => {
        harness! { @announce_fast_path_3 announce_fast_path 3 $lock }
        harness! { @enter_fast_path_3 enter_fast_path 3 $lock }
        harness! { @scan_and_exit_fast_path_3 scan_and_exit_fast_path 3 $lock }
    };
    (@$name:ident $phase:ident $n:literal [$module:ident $model:ident []]) => {
        harness! { @@$name every $phase $n $module $model Anything }
    };
    (@$name:ident doorway $n:literal [$module:ident $model:ident [Flags => $flags:ident, Grid => $grid:ident]]) => {
        harness! { @@$name on_flags doorway $n $module $flags Scripted Flags }
    };
    (@$name:ident exit $n:literal [$module:ident $model:ident [Flags => $flags:ident, Grid => $grid:ident]]) => {
        harness! { @@$name on_flags exit $n $module $flags Scripted Flags }
    };
    (@$name:ident $phase:ident $n:literal [$module:ident $model:ident [Flags => $flags:ident, Grid => $grid:ident]]) => {
        harness! { @@$name every $phase $n $module $flags Anything Flags }
    };
    (@@$name:ident $scripts:ident $phase:ident $n:literal $module:ident $model:ident $script:ident $($set:ident)?) => {
        #[kani::proof]
        #[kani::unwind(5)]
        fn $name() {
            type Model = doorway_proofs::$module::$model<$n>;
            type Lock = doorway::$module::Registers<
                doorway::shape::Inline<$n>,
                doorway_memories::Lockstep<Model, crate::correspondence::$scripts::$script>
                $(, doorway::active_set::$set)?
            >;
            crate::correspondence::$scripts::$phase::<Lock, Model, $n>();
        }
    };
}

#[cfg(kani)]
macro_rules! locks {
    ($({ $module:ident, $lock:ident, $holders:ident, $model:ident, $sets:tt, correspondence { $($phase:ident: [$($daily:tt)*] [$($full:tt)*]),* }, $($rest:tt)* })*) => {$(
        mod $module {$(
            $(harness! { $phase $daily [$module $model $sets] })*
            $(#[cfg(feature = "full")] harness! { $phase $full [$module $model $sets] })*
        )*}
    )*};
}
#[cfg(kani)]
doorway_proofs::for_each_lock!(locks);

/// Every script: any process, any k, any variables, any 64-bit values loaded.
#[cfg(kani)]
mod every {
    use super::{phases, InStep, Script};
    use doorway_proofs::machine::phases::{FastPath, Phases, Variables};

    /// Loads return anything.
    pub(super) struct Anything;

    impl Script for Anything {
        fn value(&mut self) -> u64 {
            kani::any()
        }
    }

    pub(super) fn doorway<L, M, const N: usize>()
    where
        L: InStep<M, Anything, N>,
        M: Phases<N>,
        M::Variables: Variables<L::Private>,
    {
        for p in 0..N {
            let code = |lock: &L, p: usize, private: &mut _| lock.doorway(p, private).is_ok();
            let taken = phases::doorway::<L, M, _, N>(M::any_start(p), Anything, code);
            kani::cover!(taken, "a ticket is taken");
            kani::cover!(
                !taken,
                "no ticket is left, and the process goes back to its remainder"
            );
        }
    }

    pub(super) fn announce<L, M, const N: usize>()
    where
        L: InStep<M, Anything, N>,
        M: Phases<N>,
        M::Variables: Variables<L::Private>,
    {
        for p in 0..N {
            phases::announce::<L, M, _, N>(M::any_start(p), Anything, L::announce);
            kani::cover!(true, "the end is reached");
        }
    }

    /// From every place in the waiting loop.
    pub(super) fn scan<L, M, const N: usize>()
    where
        L: InStep<M, Anything, N>,
        M: Phases<N>,
        M::Variables: Variables<L::Private>,
    {
        let (turns, stages) = M::PLACES;
        for p in 0..N {
            for turn in 0..turns {
                for stage in 0..stages {
                    let Some(start) = M::at_place(M::any_start(p), turn, stage) else {
                        continue;
                    };
                    let let_in = phases::scan::<L, M, _, N>(start, Anything, L::scan);
                    kani::cover!(let_in, "the process may enter");
                    kani::cover!(!let_in, "the process waits");
                }
            }
        }
    }

    pub(super) fn enter<L, M, const N: usize>()
    where
        L: InStep<M, Anything, N>,
        M: Phases<N>,
        M::Variables: Variables<L::Private>,
    {
        for p in 0..N {
            phases::enter::<L, M, _, N>(M::any_start(p), Anything, L::enter);
            kani::cover!(true, "the process is inside");
        }
    }

    pub(super) fn exit<L, M, const N: usize>()
    where
        L: InStep<M, Anything, N>,
        M: Phases<N>,
    {
        for p in 0..N {
            let cancels = kani::any();
            let cancelled = phases::exit::<L, M, _, N>(M::any_start(p), cancels, Anything, L::exit);
            kani::cover!(cancelled, "the process cancelled");
            kani::cover!(!cancelled, "the process was inside");
        }
    }

    pub(super) fn announce_fast_path<L, M, const N: usize>()
    where
        L: InStep<M, Anything, N>,
        M: FastPath<N>,
        M::Variables: Variables<L::Private>,
    {
        for p in 0..N {
            phases::announce::<L, M, _, N>(M::any_fast_start(p), Anything, L::announce);
            kani::cover!(true, "the end is reached");
        }
    }

    pub(super) fn enter_fast_path<L, M, const N: usize>()
    where
        L: InStep<M, Anything, N>,
        M: FastPath<N>,
        M::Variables: Variables<L::Private>,
    {
        for p in 0..N {
            phases::enter::<L, M, _, N>(M::any_fast_start(p), Anything, L::enter);
            kani::cover!(true, "the process is inside");
        }
    }

    /// A process on its fast path may enter at its first poll, and does not cancel.
    pub(super) fn scan_and_exit_fast_path<L, M, const N: usize>()
    where
        L: InStep<M, Anything, N>,
        M: FastPath<N>,
        M::Variables: Variables<L::Private>,
    {
        for p in 0..N {
            let let_in = phases::scan::<L, M, _, N>(M::any_fast_start(p), Anything, L::scan);
            assert!(let_in);
            let cancelled =
                phases::exit::<L, M, _, N>(M::any_fast_start(p), true, Anything, L::exit);
            assert!(!cancelled);
            kani::cover!(true, "the process enters and exits");
        }
    }
}

/// Code that does not follow the model.
#[cfg(kani)]
mod mutants {
    use super::every::Anything;
    use ::doorway::fife;
    use ::doorway::phases::Exclusion;
    use ::doorway::shape::Inline;
    use doorway_memories::Lockstep;
    use doorway_proofs::machine::phases::Phases;

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
            let start = Machine::any_start(0);
            crate::correspondence::doorway::<Lock, Machine, _, 2>(start, Anything, code);
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
            let start = Machine::any_start(0);
            crate::correspondence::announce::<Lock, Machine, _, 2>(start, Anything, code);
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
            let start = Machine::any_start(0);
            crate::correspondence::scan::<Lock, Machine, _, 2>(start, Anything, code);
        }
    }

    mod enter {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn captures_no_process() {
            let code = |_: &Lock, _: usize, _: &mut _| false;
            let start = Machine::any_start(0);
            crate::correspondence::enter::<Lock, Machine, _, 2>(start, Anything, code);
        }
    }

    mod exit {
        use super::*;

        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn does_not_exit() {
            let code = |_: &Lock, _: usize| {};
            let start = Machine::any_start(0);
            crate::correspondence::exit::<Lock, Machine, _, 2>(start, true, Anything, code);
        }
    }
}
