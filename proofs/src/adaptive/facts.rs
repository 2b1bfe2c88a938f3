//! The facts of the adaptive Black-White Bakery.

use super::{
    Adaptive, AdaptiveOf, AsWritten, JoinsLate, Line, OnFlags, OnGrid, OneGetset, Variant,
};
use crate::active_set::{ActiveSet, Ideal, IdealOf};
use crate::black_white::facts::{color_name, L12};
use crate::black_white::BlackWhite;
use crate::catalogue::code::{
    excludes_by, needs_acquire, needs_release, no_need_of_acquire, no_need_of_release,
    races_without, sleeps_without, Stores,
};
use crate::catalogue::{
    changed, line, models, number, process, processes, Bound, Cost, Facts, Figure, Holders,
    Private, Property, Rmr, Row, Scene, Scripts, Shown, Size, Tickets,
};
use crate::machine::Array;
use doorway_core::register::FenceId;

/// Its facts.
pub const FACTS: Facts = Facts {
    name: "adaptive",
    type_name: "Adaptive",
    module: "adaptive",
    from: "Taubenfeld, Algorithm 3",
    theorem: "Taubenfeld, Theorem 2",
    holders: Holders::One,
    default_of: None,
    order: "FCFS",
    registers: "4N + 3N² + 1",
    register_kind: "atomic",
    tickets: "unbounded in 8 bits, while no process cancels",
    cancelling_starves: true,
    uncontended: Cost {
        loads: Bound(0, 0, 10),
        stores: Bound(0, 0, 7),
        fences: 2,
    },
    rmr: Rmr {
        paper: "Algorithm 3: adaptive in CC, not local-spin",
        local: false,
        adapts: true,
        // 1: 4K + 4; 2; 3 and 7: 2(K² + 3K); 4, 5 and its store, 6: K + 2; in 9 and 10 three and two for each other, in 12 K; 15, 16, 17.
        // With the K that ever contend what `BlackWhite` does with all N. A `getset` of the grid is (K + 1)(K + 2)/2 loads of X, at most K(K + 1)/2
        // of the owner, and K - 1 of flags: K² + 3K. The walk of a first `join` has at most 4 accesses at each of K splitters.
        cached: Bound(2, 17, 5),
        distributed: None,
    },
    // Line 7 is of the doorway, and nothing is stored after it.
    fences: [2, 0, 0, 0, 0],
    scripts: Scripts {
        values: &[0, 1, 2, 3, 4],
        loads: 8,
        polls: 2,
    },
    scenes: const {
        &[
            Scene::new(2, 1).on("Flags"),
            Scene::new(2, 1).on("Grid").within(3),
            Scene::new(2, 2).on("Flags").within(2),
            Scene::new(2, 2).on("Grid").within(1),
            Scene::new(3, 1).on("Flags").within(1),
            Scene::new(2, 1).on("Grid").within(5).full(),
            Scene::new(2, 2).on("Flags").within(3).full(),
            Scene::new(2, 2).on("Grid").within(2).full(),
            Scene::new(3, 1).on("Flags").within(2).full(),
            Scene::new(3, 1).on("Grid").within(1).full(),
        ]
    },
    code_mutants: const {
        &[
            races_without(FenceId::Doorway),
            races_without(FenceId::Announce),
            // Without a fence of a splitter both processes stop at one, and one of them is never found.
            races_without(FenceId::SplitterX),
            races_without(FenceId::SplitterY),
            sleeps_without(FenceId::Park),
            sleeps_without(FenceId::WakeAfterExit),
            needs_release(Array::Choosing),
            needs_acquire(Array::Choosing),
            needs_release(Array::Ticket),
            needs_acquire(Array::Ticket),
            needs_release(Array::Active),
            needs_acquire(Array::Active),
            // In the grid the fences order what matters.
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
        ]
    },
    patches: &[],
    models: MODELS,
};

const CLAIMS: &[Property] = &[Property::KFcfs, Property::RegisterBound];

/// A model for k = 1 on an active set, whose numbers stay small.
const fn on_a_set(name: &'static str, about: &'static str) -> Row {
    let row = Row::new(name, about).one_holder(Tickets::Bounded);
    row.no_invariant().on_a_set()
}

/// A model that is right, explored with unbounded passages.
const fn right(name: &'static str, about: &'static str, explored: &'static [Size]) -> Row {
    let row = on_a_set(name, about)
        .claims(CLAIMS)
        .lacks(&[Property::LocalSpinning]);
    row.explored(explored).daily(TWO)
}

const TWO: &[Size] = &[Size::new(2, 1)];

models! {
    right("adaptive", "Taubenfeld's adaptive Black-White Bakery, Algorithm 3, on any active set", const { &[Size::new(3, 1).takes(4)] })
        .on_an_ideal_set()
        .daily(const { &[Size::new(1, 1), Size::new(2, 1), Size::new(3, 1), Size::new(2, 1).passages(&[4]).cancellations()] }),
        |N| Adaptive<N>, [1: 2, 2: 2, 3: 3];
    right("adaptive-adds", "Algorithm 3 on a set that may also return non-members: the second condition is not needed", const { &[Size::new(3, 1).takes(9).full()] }),
        |N| AdaptiveOf<IdealOf<false, true, N>, AsWritten, N>, [2: 3, 3: 3];
    right("adaptive-on-flags", "Algorithm 3 on flags", TWO),
        |N| OnFlags<N>, [2: 3];
    right("adaptive-on-grid", "Algorithm 3 on the grid", TWO),
        |N| OnGrid<N>, [2: 3];
    on_a_set("adaptive-misses", "Algorithm 3 on a set without the first condition")
        .dies_of(Property::KExclusion, 2, 1, &[]),
        |N| AdaptiveOf<IdealOf<true, false, N>, AsWritten, N>, [2: 3];
    on_a_set("adaptive-one-getset", "Algorithm 3 without its second getset")
        .dies_of(Property::KExclusion, 2, 1, &[]),
        |N| AdaptiveOf<Ideal<N>, OneGetset, N>, [2: 3];
    on_a_set("adaptive-joins-late", "Algorithm 3 with line 1 after line 6")
        .dies_of(Property::KExclusion, 2, 1, &[1, 1]),
        |N| AdaptiveOf<Ideal<N>, JoinsLate, N>, [2: 3];
}

impl<S: ActiveSet<N>, V: Variant, const N: usize> Shown for AdaptiveOf<S, V, N> {
    const ARRAYS: &'static [(Array, usize)] = BlackWhite::<N>::ARRAYS;
    const MORE: &'static [Array] = S::ARRAYS;
    const FIGURE: &'static Figure = &ALGORITHM_3;

    fn private(&self, p: usize) -> Vec<Private> {
        use Line::{L5Store, Remainder, L1, L10, L12, L2, L3, L4, L5, L9};
        let it = &self.processes[p];
        let is_colored = !matches!(it.line, Remainder | L1 | L2 | L3 | L4);
        let chooses = matches!(it.line, L5 | L5Store);
        let looks = matches!(it.line, L5 | L9 | L10 | L12);
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

/// The lines of Algorithms 3 and 4 up to the end of the doorway.
macro_rules! adaptive {
    ($title:expr, $($rest:expr),* $(,)?) => {
        Figure {
            title: $title,
            lines: &[
        line("0", 0, "remainder"),
        line("1", 0, "join(S)"),
        line("2", 0, "choosing[i] := true"),
        line("3", 0, "localS := getset(S) - {i}"),
        line("4", 0, "mycolor[i] := color"),
        line(
            "5",
            0,
            "number[i] := 1 + max({number[j] | (j ∈ localS) ∧ (mycolor[j] = mycolor[i])})",
        ),
        line("6", 0, "choosing[i] := false"),
        line("7", 0, "localS := getset(S) - {i}"),
                $($rest),*
            ],
        }
    };
}
pub(crate) use adaptive;

/// The adaptive Black-White Bakery.
const ALGORITHM_3: Figure = adaptive!(
    "Taubenfeld, Algorithm 3; 15 before 14; a waiter polls again from line 10",
    line("8", 0, "for every j ∈ localS do"),
    line("9", 1, "await choosing[j] = false"),
    line("10", 1, "if mycolor[j] = mycolor[i]"),
    line(
        "11",
        2,
        "then await (number[j] = 0) ∨ ([number[j], j] ≥ [number[i], i]) ∨ (mycolor[j] ≠ mycolor[i])",
    ),
    line(
        "12",
        2,
        "else await (number[j] = 0) ∨ (mycolor[i] ≠ color) ∨ (mycolor[j] = mycolor[i]) fi",
    ),
    line("13", 0, "od"),
    changed("15", 0, L12),
    line("14", 0, "critical section"),
    line("16", 0, "number[i] := 0"),
    line("17", 0, "leave(S)"),
);
