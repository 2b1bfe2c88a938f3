//! The facts of bounded-space FIFE k-exclusion.

use super::{
    AllowsAll, AsPrinted, Bounded, BoundedOf, CompeteStays, Late13, Late5, Line, No4c, No4f,
    NoIgnore, OnIdeal, OnLaziest, OnUnbounded, OneCell, OneLoad, Variant,
};
use crate::catalogue::code::{
    races_without, sleeps_without, stuck_without, CodeChange, CodeMutant, Ending, Trial,
};
use crate::catalogue::{
    changed, line, models, process, processes, Bound, Cost, Facts, Figure, Holders, Private,
    Property, Rmr, Row, Scene, Scripts, Shown, Size, Tickets,
};
use crate::machine::Array;
use crate::timestamps::atomic::Atomic;
use crate::timestamps::stamps::Stamps;
use doorway_core::register::FenceId;

/// Its facts.
pub const FACTS: Facts = Facts {
    name: "bounded",
    type_name: "Bounded",
    module: "bounded",
    from: "Zehavi, Algorithm 1, with a latch for cancellation",
    theorem: "Zehavi, Theorem 1, of the algorithm without the latch",
    holders: Holders::Any,
    default_of: None,
    order: "FIFE",
    registers: "8N² + 4N",
    register_kind: "atomic",
    tickets: "for ever: labels, N ≤ 14 (7 with 32-bit atomics)",
    cancelling_starves: false,
    uncontended: Cost {
        loads: Bound(0, 12, -10),
        stores: Bound(0, 11, -5),
        fences: 6,
    },
    rmr: Rmr {
        paper: "Algorithm 1: O(N) in CC and DSM",
        local: true,
        adapts: false,
        // For each other process: 2 in lines 1 and 2; 7 in 3, of which 4 in its scan; 1 for the latch; 12 in 4;
        // 4 in 6; 2 in 7 and 8; 17 in 11: 2 of `Compete`, 1 of the latch, 3 and 4 of the two cells, 3 of `Ignore`,
        // 2 of `Order<` and 2 of `Allow`; 1 in 12; 2 in 14; 2 for the latch and 15. Once: 5 in 3, and 1 each in 5,
        // 6 and 13.
        cached: Bound(0, 50, -42),
        // For each other process: 2; 6, of which 3 in the scan; 13 in 4; 3; 2; 1; and 2 in the exit. The latch is
        // reset at home, and so are the cells.
        distributed: Some(Bound(0, 29, -29)),
    },
    fences: [4, 1, 0, 0, 1],
    scripts: Scripts {
        values: &[0, 1],
        loads: 14,
        polls: 1,
    },
    scenes: const {
        &[
            Scene::new(2, 1).within(3),
            Scene::new(2, 2).within(1),
            Scene::new(2, 2).within(2).full(),
            Scene::new(3, 1).within(1).full(),
            Scene::new(3, 1).k(2).within(1).full(),
        ]
    },
    code_mutants: const {
        &[
            races_without(FenceId::Colors),
            stuck_without(FenceId::Label),
            races_without(FenceId::Discover).by(Trial::Discovered),
            races_without(FenceId::Disguise).by(Trial::Again),
            CodeMutant::new(CodeChange::NoFence(FenceId::Tags), Ending::Fine).within(1),
            sleeps_without(FenceId::Park),
            sleeps_without(FenceId::WakeAfterAnnounce),
            stuck_without(FenceId::WakeAfterEnter).by(Trial::Allowed),
            sleeps_without(FenceId::WakeAfterExit),
        ]
    },
    patches: super::mutants::PATCHES,
    models: MODELS,
};

const CLAIMS: &[Property] = &[
    Property::RegisterBound,
    Property::LocalSpinning,
    Property::KFcfs,
    Property::Fife,
];

/// A model without tickets.
const fn model(name: &'static str, about: &'static str) -> Row {
    Row::new(name, about).tickets(Tickets::None)
}

models! {
    model("bounded", "Algorithm 1 on bounded timestamps")
        .claims(CLAIMS)
        .daily(const { &[Size::new(1, 1).cancellations(), Size::new(2, 1).passages(&[2]).cancellations()] })
        .explored(const { &[
            Size::new(2, 2).passages(&[1]),
            Size::new(2, 1).takes(25).full(),
            Size::new(2, 1).cancellations().takes(60).full(),
            Size::new(2, 2).crashes(1).cancellations().takes(130).full(),
        ] }),
        |N| Bounded<N>, [1: 2, 2: 4, 3: 7, 4: 14];
    model("bounded-ideal", "Algorithm 1 on atomic timestamps")
        .claims(CLAIMS)
        .daily(const { &[Size::new(2, 1).cancellations(), Size::new(2, 2).crashes(1).cancellations()] })
        .explored(const { &[
            Size::new(2, 1).cancellations(),
            Size::new(2, 2).crashes(1).cancellations(),
            Size::new(3, 1).takes(60).full(),
            Size::new(3, 2).crashes(1).takes(360).full(),
            Size::new(3, 2).crashes(1).passages(&[1]).cancellations().takes(75).full(),
        ] }),
        |N| OnIdeal<N>, [1: 2, 2: 3, 3: 3, 4: 5];
    model("bounded-laziest", "Algorithm 1 on the specification of timestamps")
        .claims(CLAIMS)
        .daily(const { &[Size::new(2, 1).cancellations(), Size::new(2, 2).crashes(1).cancellations()] })
        .explored(const { &[
            Size::new(2, 1).cancellations(),
            Size::new(2, 2).crashes(1).cancellations(),
            Size::new(3, 1).takes(100).full(),
            Size::new(3, 2).crashes(1).takes(360).full(),
            Size::new(3, 2).passages(&[1]).cancellations().takes(31).full(),
        ] }),
        |N| OnLaziest<N>, [1: 2, 2: 3, 3: 3, 4: 5];
    Row::new("bounded-unbounded", "Algorithm 1 on numbers that grow")
        .claims(CLAIMS)
        .daily(const { &[Size::new(2, 1).cancellations()] })
        .explored(const { &[Size::new(2, 1).cancellations(), Size::new(2, 2).crashes(1).cancellations()] }),
        |N| OnUnbounded<N>, [1: 2, 2: 4, 3: 5, 4: 6];
    model("bounded-as-printed", "Algorithm 1 as printed, without the latch, on atomic timestamps")
        .claims(CLAIMS)
        .daily(const { &[Size::new(2, 1)] })
        .explored(const { &[Size::new(2, 1)] }),
        |N| BoundedOf<Atomic, AsPrinted, N>, [1: 2, 2: 3, 3: 3, 4: 5];
    model("bounded-no-ignore", "without Ignore").dies_of(Property::KExclusion, 2, 1, &[]),
        |N| BoundedOf<Atomic, NoIgnore, N>, [2: 3, 3: 3, 4: 5];
    model("bounded-one-cell", "one cell of Discover").dies_of(Property::KExclusion, 2, 1, &[]),
        |N| BoundedOf<Atomic, OneCell, N>, [2: 3, 3: 3, 4: 5];
    model("bounded-one-load", "Reveal is not loaded again in 4e").dies_of(Property::KExclusion, 2, 1, &[]),
        |N| BoundedOf<Atomic, OneLoad, N>, [2: 3, 3: 3, 4: 5];
    model("bounded-no-4c", "line 4c is missing").dies_of(Property::KExclusion, 2, 1, &[]),
        |N| BoundedOf<Atomic, No4c, N>, [2: 3, 3: 3, 4: 5];
    model("bounded-no-4f", "line 4f is missing: equivalent as far as seen")
        .claims(CLAIMS)
        .daily(const { &[Size::new(2, 1)] })
        .explored(const { &[Size::new(2, 1).cancellations(), Size::new(2, 2).crashes(1).cancellations()] }),
        |N| BoundedOf<Atomic, No4f, N>, [1: 2, 2: 3, 3: 3, 4: 5];
    model("bounded-5-after-6", "line 5 after line 6").dies_of(Property::DeadlockFreedom, 2, 1, &[]),
        |N| BoundedOf<Atomic, Late5, N>, [2: 3, 3: 3, 4: 5];
    model("bounded-allows-all", "line 12 allows all processes").dies_of(Property::KExclusion, 2, 1, &[]),
        |N| BoundedOf<Atomic, AllowsAll, N>, [2: 3, 3: 3, 4: 5];
    model("bounded-13-after-14", "line 13 after line 14").dies_of(Property::KExclusion, 2, 1, &[]),
        |N| BoundedOf<Atomic, Late13, N>, [2: 3, 3: 3, 4: 5];
    model("bounded-compete-stays", "Compete is not reset").dies_of(Property::DeadlockFreedom, 2, 1, &[]),
        |N| BoundedOf<Atomic, CompeteStays, N>, [2: 3, 3: 3, 4: 5];
}

impl<T: Stamps<N> + Send + Sync + 'static, V: Variant, const N: usize> Shown for BoundedOf<T, V, N>
where
    T::Registers: Send + Sync,
{
    const ARRAYS: &'static [(Array, usize)] = &[
        (Array::Compete, 1),
        (Array::Ignore, 1),
        (Array::Order, 1),
        (Array::Reveal, 1),
        (Array::Discover, 2),
        (Array::Allow, 1),
        (Array::Gone, 1),
    ];
    const MORE: &'static [Array] = T::ARRAYS;
    const FIGURE: &'static Figure = &ALGORITHM_1;

    fn private(&self, p: usize) -> Vec<Private> {
        use Line::{Critical, Remainder, L13, L3, L5, L6, L7, L8};
        let it = &self.processes[p];
        let alone = matches!(it.line, Remainder | L3 | L5 | L6 | Critical | L13);
        let waits = it.line > L8 && it.line < Line::L12;
        let listed = it.line >= L7 && it.line <= Line::L12;
        let set = |bits: u64| (0..N).filter(move |i| bits >> i & 1 == 1);
        vec![
            process("i", !alone, it.i),
            processes("order before p", listed, set(it.order)),
            processes("precede", waits, set(it.precede)),
        ]
    }
}

/// Algorithm 1, with the latch `Gone`.
const ALGORITHM_1: Figure = Figure {
    title: "Zehavi, Algorithm 1, with the latch Gone",
    lines: &[
        line("0", 0, "remainder"),
        line("1", 0, "foreach i: Compete[p][i] := true"),
        line("2", 0, "foreach i: Ignore[p][i] := true"),
        line("3", 0, "Label(p)"),
        changed("3+", 0, "foreach i: Gone[i][p] := false"),
        line("4", 0, "foreach i with ¬Discover[p][i][0] ∨ ¬Discover[p][i][1]:"),
        line("4a", 1, "Discover[p][i][0] := false"),
        line("4b", 1, "Discover[p][i][1] := false"),
        line("4c", 1, "Allow[p][i] := false"),
        line("4d", 1, "if Reveal[i]: Discover[p][i][0] := true"),
        line("4e", 1, "if Reveal[i]: Discover[p][i][1] := true"),
        line("4f", 1, "if ¬Discover[p][i][0] ∨ ¬Discover[p][i][1]:"),
        line("4fi", 2, "Discover[p][i][0] := false"),
        line("4fii", 2, "Discover[p][i][1] := false"),
        line("5", 0, "Reveal[p] := true"),
        line("6", 0, "order := Scan(p)"),
        line("7", 0, "foreach i: Order<[p][i] := (order.p < order.i)"),
        line("8", 0, "foreach i: Ignore[p][i] := false"),
        line("9", 0, "precede := ∅"),
        line("10", 0, "foreach i with order.i < order.p: precede.add(i)"),
        line("11", 0, "while |precede| ≥ k:"),
        line("11a", 1, "foreach i ∈ precede:"),
        line("11ai", 2, "if ¬Compete[i][p]: precede.delete(i)"),
        changed("11a+", 2, "if Gone[i][p]: precede.delete(i)"),
        line("11aii", 2, "if Discover[i][p][0] ∧ Discover[i][p][1] ∧ ¬Ignore[i][p] ∧ ¬Order<[i][p]: precede.delete(i)"),
        line("11b", 1, "foreach i with Discover[i][p][0] ∧ Discover[i][p][1]:"),
        line("11bi", 2, "if Allow[i][p]: precede := ∅"),
        line("12", 0, "foreach i with order.i < order.p: Allow[p][i] := true"),
        line("CS", 0, "critical section"),
        line("13", 0, "Reveal[p] := false"),
        line("14", 0, "foreach i:"),
        line("14a", 1, "Discover[i][p][0] := false"),
        line("14b", 1, "Discover[i][p][1] := false"),
        changed("14+", 0, "foreach i: Gone[p][i] := true"),
        line("15", 0, "foreach i: Compete[p][i] := false"),
    ],
};
