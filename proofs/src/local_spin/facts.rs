//! The facts of the adaptive and local-spinning Black-White Bakery.

use super::{
    AsPrinted, AsWritten, LeavesLast, Line, LocalSpin, LocalSpinOf, OnFlags, OnGrid, OneGetset,
    RaisesChLate, RaisesNuLate, TellsFirst, Variant,
};
use crate::active_set::{ActiveSet, Ideal, IdealOf};
use crate::adaptive::facts::adaptive;
use crate::black_white::facts::{color_name, L12};
use crate::catalogue::code::{
    excludes_by, needs_acquire, needs_release, no_need_of_acquire, no_need_of_release,
    races_without, sleeps_without, stuck_without, CodeChange, CodeMutant, Ending, Stores, Trial,
};
use crate::catalogue::{
    changed, line, models, number, process, processes, Bound, Cost, Facts, Figure, FigureLine,
    Holders, Private, Property, Rmr, Row, Scene, Scripts, Shown, Size, Tickets,
};
use crate::machine::Array;
use doorway_core::register::FenceId;

/// Its facts.
pub const FACTS: Facts = Facts {
    name: "local-spin",
    type_name: "LocalSpin",
    module: "local_spin",
    from: "Taubenfeld, Algorithm 4",
    theorem: "Taubenfeld, Theorem 5",
    holders: Holders::One,
    default_of: None,
    order: "FCFS",
    registers: "4N + 5N² + 1",
    register_kind: "atomic",
    tickets: "unbounded in 8 bits, while no process cancels",
    cancelling_starves: false,
    uncontended: Cost {
        loads: Bound(0, 0, 14),
        stores: Bound(0, 0, 7),
        fences: 3,
    },
    rmr: Rmr {
        paper: "Algorithm 4: adaptive in CC and DSM",
        local: true,
        adapts: true,
        // 1: 4K + 4; 2; 3, 7 and 24: 3(K² + 3K); 4, 5 and its store, 6: K + 2; 8, 10, 11 and its loop, 12, 13, 17, 18, 25: nine for each other; 21, 22, 23.
        cached: Bound(3, 23, 1),
        // 1: 4K + 1; 3, 7 and 24; 4; 5, 8, 11, 13, 17, 25: six for each other; 21.
        distributed: Some(Bound(3, 19, -3)),
    },
    // In the doorway also after 6, since 7 and 8 are of it; then one for the wake-ups; after 10 and 12, in the loop; after 23.
    fences: [2, 1, 2, 0, 1],
    scripts: Scripts {
        values: &[0, 1, 2, 3, 4],
        loads: 8,
        polls: 2,
    },
    scenes: const {
        &[
            Scene::new(2, 1).on("Flags").within(3),
            Scene::new(2, 1).on("Grid").within(3),
            Scene::new(2, 2).on("Flags").within(2),
            Scene::new(2, 2).on("Grid").within(2),
            Scene::new(3, 1).on("Flags").within(2),
            Scene::new(3, 1).on("Grid").within(1),
            Scene::new(2, 1).on("Grid").within(5).full(),
            Scene::new(2, 2).on("Flags").within(3).full(),
        ]
    },
    code_mutants: const {
        &[
            races_without(FenceId::Doorway),
            races_without(FenceId::SplitterX),
            races_without(FenceId::SplitterY),
            // Of a waiter and the process that it waits for at least one must see the other's store: else no process clears the waiter's bit.
            stuck_without(FenceId::Announce),
            stuck_without(FenceId::SpinCh),
            stuck_without(FenceId::SpinNu),
            stuck_without(FenceId::Leave),
            sleeps_without(FenceId::Park),
            sleeps_without(FenceId::WakeAfterExit),
            sleeps_without(FenceId::WakeAfterAnnounce),
            needs_release(Array::Ticket),
            needs_acquire(Array::Ticket),
            needs_release(Array::Active),
            needs_acquire(Array::Active),
            needs_acquire(Array::SpinNu),
            // `choosing` and `spin.ch` have a fence on either side, and in 25 a fence is before the store.
            no_need_of_release(Array::SpinNu).within(2),
            no_need_of_release(Array::SpinCh).within(2),
            no_need_of_acquire(Array::SpinCh).within(2),
            no_need_of_release(Array::Choosing).within(2),
            no_need_of_acquire(Array::Choosing).within(2),
            no_need_of_release(Array::Color).within(2),
            no_need_of_acquire(Array::Color).within(2),
            no_need_of_release(Array::Placed).within(2),
            no_need_of_acquire(Array::Placed).within(2),
            no_need_of_release(Array::X).within(2),
            no_need_of_acquire(Array::X).within(2),
            no_need_of_release(Array::Y).within(2),
            no_need_of_acquire(Array::Y).within(2),
            no_need_of_release(Array::Owner).within(2),
            no_need_of_acquire(Array::Owner).within(2),
            // Without an owner no process is found. That `choosing` is missing takes a schedule that is too rare here: `colors.rs` of the stress harness has it.
            excludes_by(Array::Owner, Stores::All),
            // Line 25 lost: a waiter is not notified, and sleeps on.
            CodeMutant::new(
                CodeChange::Lost(Array::SpinNu, Stores::OfZero),
                Ending::Stuck,
            )
            .by(Trial::SampledParked),
        ]
    },
    patches: &[],
    models: MODELS,
};

const CLAIMS: &[Property] = &[
    Property::LocalSpinning,
    Property::KFcfs,
    Property::RegisterBound,
];

/// A model for k = 1 on an active set, whose numbers stay small.
const fn on_a_set(name: &'static str, about: &'static str) -> Row {
    let row = Row::new(name, about).one_holder(Tickets::Bounded);
    row.no_invariant().on_a_set()
}

/// A model that is right, explored with unbounded passages.
const fn right(name: &'static str, about: &'static str, explored: &'static [Size]) -> Row {
    let row = on_a_set(name, about).claims(CLAIMS);
    row.explored(explored).daily(TWO)
}

const TWO: &[Size] = &[Size::new(2, 1)];

models! {
    right("local-spin", "Taubenfeld's adaptive and local-spinning Black-White Bakery, Algorithm 4, on any active set", const { &[Size::new(3, 1).takes(20)] })
        .on_an_ideal_set()
        .daily(const { &[Size::new(1, 1), Size::new(2, 1), Size::new(2, 1).passages(&[4]).cancellations()] }),
        |N| LocalSpin<N>, [1: 2, 2: 2, 3: 3];
    right("local-spin-as-printed", "Algorithm 4 as printed, each term of lines 13 to 17 a load of its own", const { &[Size::new(3, 1).takes(50).full()] })
        .on_an_ideal_set(),
        |N| LocalSpinOf<Ideal<N>, AsPrinted, N>, [2: 3, 3: 3];
    right("local-spin-adds", "Algorithm 4 on a set that may also return non-members: the second condition is not needed", const { &[Size::new(3, 1).takes(25).full()] }),
        |N| LocalSpinOf<IdealOf<false, true, N>, AsWritten, N>, [2: 3, 3: 3];
    right("local-spin-25-before-23", "Algorithm 4 with notification before leave, which does no harm", const { &[Size::new(3, 1).takes(20).full()] })
        .on_an_ideal_set(),
        |N| LocalSpinOf<Ideal<N>, LeavesLast, N>, [2: 3, 3: 3];
    right("local-spin-on-flags", "Algorithm 4 on flags", TWO),
        |N| OnFlags<N>, [2: 3];
    right("local-spin-on-grid", "Algorithm 4 on the grid", TWO),
        |N| OnGrid<N>, [2: 3];
    on_a_set("local-spin-misses", "Algorithm 4 on a set without the first condition")
        .dies_of(Property::KExclusion, 2, 1, &[]),
        |N| LocalSpinOf<IdealOf<true, false, N>, AsWritten, N>, [2: 3];
    on_a_set("local-spin-one-getset", "Algorithm 4 without its second getset")
        .dies_of(Property::KExclusion, 2, 1, &[]),
        |N| LocalSpinOf<Ideal<N>, OneGetset, N>, [2: 3];
    on_a_set("local-spin-11-before-10", "Algorithm 4 with line 10 after its test")
        .dies_of(Property::DeadlockFreedom, 2, 1, &[]),
        |N| LocalSpinOf<Ideal<N>, RaisesChLate, N>, [2: 3];
    on_a_set("local-spin-13-before-12", "Algorithm 4 with line 12 after its test")
        .dies_of(Property::DeadlockFreedom, 2, 1, &[]),
        |N| LocalSpinOf<Ideal<N>, RaisesNuLate, N>, [2: 3];
    on_a_set("local-spin-25-before-22", "Algorithm 4 with notification before its number is gone")
        .dies_of(Property::DeadlockFreedom, 2, 1, &[2, 2]),
        |N| LocalSpinOf<Ideal<N>, TellsFirst, N>, [2: 3];
}

impl<S: ActiveSet<N>, V: Variant, const N: usize> Shown for LocalSpinOf<S, V, N> {
    const ARRAYS: &'static [(Array, usize)] = &[
        (Array::Color, 1),
        (Array::Choosing, 1),
        (Array::Ticket, 1),
        (Array::SpinCh, 1),
        (Array::SpinNu, 1),
    ];
    const MORE: &'static [Array] = S::ARRAYS;
    const FIGURE: &'static Figure = if V::AS_PRINTED {
        &ALGORITHM_4_AS_PRINTED
    } else {
        &ALGORITHM_4
    };

    fn private(&self, p: usize) -> Vec<Private> {
        use Line::{L4Store, L5Store, Remainder, L10, L18, L25, L5, L8};
        let it = &self.processes[p];
        let is_colored = it.line >= L4Store;
        let chooses = matches!(it.line, L5 | L5Store);
        let looks = matches!(it.line, L5 | L8 | L25) || (L10..=L18).contains(&it.line);
        vec![
            processes(
                "localS",
                it.line != Remainder,
                it.local.ids().iter().copied(),
            ),
            process("j", looks, it.i),
            ("mycolor", is_colored.then(|| color_name(it.color).into())),
            ("max", chooses.then(|| number(it.choice.largest()))),
            (
                "number",
                (is_colored && !chooses).then(|| number(it.number)),
            ),
        ]
    }
}

/// The lines of Algorithm 4.
macro_rules! algorithm_4 {
    ($title:literal, $($end:expr),* $(,)?) => {
        adaptive!(
            $title,
    line("8", 0, "for every j ∈ localS do spin.ch[j, i] := false od"),
    line("9", 0, "for every j ∈ localS do"),
    line("10", 1, "spin.ch[i, j] := true"),
    line("11", 1, "if choosing[j] = true then await spin.ch[i, j] = false fi"),
    line("12", 1, "spin.nu[i, j] := true"),
    line("13", 1, "if mycolor[j] = mycolor[i]"),
    line("14", 1, "then if (number[j] = 0) ∨ ([number[j], j] ≥ [number[i], i]) ∨"),
    line("15", 2, "(mycolor[j] ≠ mycolor[i])"),
    line("16", 2, "then skip else await spin.nu[i, j] = false fi"),
    line(
        "17",
        1,
        "else if (number[j] = 0) ∨ (mycolor[i] ≠ color) ∨ (mycolor[j] = mycolor[i])",
    ),
    line("18", 2, "then skip else await spin.nu[i, j] = false fi fi"),
    line("19", 0, "od"),
            $($end,)*
    line("22", 0, "number[i] := 0"),
    line("23", 0, "leave(S)"),
    line("24", 0, "localS := getset(S)"),
    line("25", 0, "for every j ∈ localS do spin.nu[j, i] := false od"),
        )
    };
}

const L20: FigureLine = line("20", 0, "critical section");

/// The adaptive and local-spinning Black-White Bakery.
const ALGORITHM_4: Figure = algorithm_4!(
    "Taubenfeld, Algorithm 4; 21 before 20",
    changed("21", 0, L12),
    L20,
);

/// The adaptive and local-spinning Black-White Bakery, unchanged.
const ALGORITHM_4_AS_PRINTED: Figure =
    algorithm_4!("Taubenfeld, Algorithm 4", L20, line("21", 0, L12));
