//! The facts of FIFE k-exclusion.

use super::mutants::{
    Announce16First, CaptureLarger, IfForWhile, MaxWithoutOne, No14, NoExit, NoTieBreak, Unclaimed,
};
use super::Fife;
use crate::catalogue::code::{
    excludes_by, needs_acquire, needs_release, no_need_of_acquire, no_need_of_release,
    races_without, sleeps_without, stuck_without, CodeChange, CodeMutant, Ending, Stores, Trial,
};
use crate::catalogue::{
    models, Bound, Cost, Facts, Holders, Property, Rmr, Row, Scene, Scripts, Size,
};
use crate::machine::mutant::Mutant;
use crate::machine::{Array, Safely};
use doorway_core::register::FenceId;
use doorway_core::ticket::INFINITY;

/// Its facts.
pub const FACTS: Facts = Facts {
    name: "fife",
    type_name: "Fife",
    module: "fife",
    from: "Danek, Figure 2, with an optimistic ticket",
    theorem: "Danek, Theorem 9, of the figure without the optimistic ticket",
    holders: Holders::Any,
    default_of: Some("Semaphore"),
    order: "FIFE",
    registers: "2N² + N",
    register_kind: "atomic",
    tickets: "2⁶⁴ passages (2³² with 32-bit atomics)",
    cancelling_starves: false,
    uncontended: Cost {
        loads: Bound(0, 3, -2),
        stores: Bound(0, 3, 0),
        fences: 1,
    },
    rmr: Rmr {
        paper: "Figure 2: Θ(N) in CC and DSM",
        local: true,
        adapts: false,
        // As `KFcfs`; in 22 three for each other and one, 23. `Capture[i][p]` is seen with what it was, one that is not larger than p's ticket, and
        // one that is larger and lets p in.
        cached: Bound(0, 12, -6),
        // As `KFcfs`, and 23.
        distributed: Some(Bound(0, 6, -6)),
    },
    fences: [1, 1, 0, 0, 0],
    scripts: Scripts {
        values: &[0, 1, 2, INFINITY],
        loads: 8,
        polls: 2,
    },
    scenes: const {
        &[
            Scene::new(2, 1),
            Scene::new(2, 2).within(3),
            Scene::new(3, 1).within(2),
            Scene::new(3, 1).k(2).within(1),
            Scene::new(2, 2).within(4).full(),
            Scene::new(3, 1).k(2).within(2).full(),
        ]
    },
    code_mutants: const {
        &[
            races_without(FenceId::Doorway),
            races_without(FenceId::Announce),
            sleeps_without(FenceId::Park),
            sleeps_without(FenceId::WakeAfterExit),
            stuck_without(FenceId::WakeAfterEnter).by(Trial::OvertakenByOptimists),
            needs_release(Array::Want),
            needs_acquire(Array::Want),
            no_need_of_release(Array::Ticket),
            no_need_of_acquire(Array::Ticket),
            no_need_of_release(Array::Capture),
            no_need_of_acquire(Array::Capture),
            excludes_by(Array::Want, Stores::FirstOfPassage),
            CodeMutant::new(CodeChange::NoUnpark, Ending::Stuck).by(Trial::SampledParked),
        ]
    },
    patches: super::mutants::PATCHES,
    models: MODELS,
};

models! {
    Row::new("fife", "Figure 2")
        .claims(&[Property::LocalSpinning, Property::KFcfs, Property::Fife])
        .daily(const { &[Size::new(1, 1).cancellations(), Size::new(2, 1).cancellations(), Size::new(2, 2).crashes(1).cancellations(), Size::new(3, 1)] })
        .explored(const { &[
            Size::new(2, 1).cancellations(),
            Size::new(2, 2).crashes(1).cancellations(),
            Size::new(3, 1),
            Size::new(3, 2).crashes(1).takes(30).full(),
            Size::new(3, 3).crashes(2).takes(120).full(),
            Size::new(3, 2).passages(&[2]).cancellations().takes(83).full(),
        ] }),
        |N| Fife<N>, [1: 2, 2: 4, 3: 4, 4: 6];
    Row::new("fife-no-14", "line 14 removed").dies_of(Property::KExclusion, 2, 1, &[]),
        |N| Mutant<Fife<N>, No14>, [2: 4, 3: 4];
    Row::new("fife-no-tie-break", "< turned to <=, the tie-break dropped").dies_of(Property::KExclusion, 2, 1, &[]),
        |N| Mutant<Fife<N>, NoTieBreak>, [2: 4, 3: 4];
    Row::new("fife-16-before-15", "line 16 before line 15").dies_of(Property::StarvationFreedom, 2, 1, &[1, 1]),
        |N| Mutant<Fife<N>, Announce16First>, [2: 4, 3: 4];
    Row::new("fife-max-without-one", "the maximum computed without one process").dies_of(Property::KExclusion, 2, 1, &[2, 1]),
        |N| Mutant<Fife<N>, MaxWithoutOne>, [2: 4, 3: 4];
    Row::new("fife-no-exit", "the exit protocol skipped by one process").dies_of(Property::StarvationFreedom, 2, 1, &[1, 1]),
        |N| Mutant<Fife<N>, NoExit>, [2: 4, 3: 4];
    Row::new("fife-capture-larger", "larger tickets captured").dies_of(Property::KExclusion, 2, 1, &[2, 2]),
        |N| Mutant<Fife<N>, CaptureLarger>, [2: 4, 3: 4];
    Row::new("fife-if-for-while", "while turned to if").dies_of(Property::KExclusion, 2, 1, &[1, 1]),
        |N| Mutant<Fife<N>, IfForWhile>, [2: 4, 3: 4];
    Row::new("fife-unclaimed", "nothing is announced to slots that were never claimed").dies_of(Property::KExclusion, 2, 1, &[1, 1]),
        |N| Mutant<Fife<N>, Unclaimed>, [2: 4, 3: 4];
    Row::new("fife-on-safe", "Figure 2 on safe registers")
        .on_safe_registers()
        .dies_of(Property::KExclusion, 2, 1, &[1, 1]),
        |N| Safely<Fife<N>, N>, [2: 4, 3: 6];
}
