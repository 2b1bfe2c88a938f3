//! What is known of k-FCFS k-exclusion.

use super::{KFcfs, Line};
use crate::catalogue::code::{
    needs_acquire, needs_release, no_need_of_acquire, no_need_of_release, races_without,
    sleeps_without,
};
use crate::catalogue::{
    line, models, number, predecessors, process, Bound, Facts, Figure, FigureLine, Holders,
    Private, Property, Rmr, Row, Scene, Scripts, Shown, Size,
};
use crate::machine::Array;
use doorway_core::register::FenceId;
use doorway_core::ticket::INFINITY;

/// What is known of it.
pub const FACTS: Facts = Facts {
    name: "kfcfs",
    type_name: "KFcfs",
    module: "kfcfs",
    from: "Danek, Figure 2 unshaded",
    theorem: "Danek, Theorem 8",
    holders: Holders::Any,
    default_of: None,
    order: "k-FCFS",
    registers: "N² + N",
    register_kind: "atomic",
    tickets: "2⁶⁴ passages (2³² with 32-bit atomics)",
    cancelling_starves: false,
    rmr: Rmr {
        paper: "Figure 2, unshaded: Θ(N) in CC and DSM",
        local: true,
        adapts: false,
        // The optimistic ticket and its store, 14, 15 and its store, 16: 4(N-1) + 3; in 21 three for each other; 25. With p's ticket known to all,
        // i can take a ticket that is not larger at most once more, and with an optimistic ticket not even that: so `Want[i][p]` is seen at most
        // with the value of 14, the value of 16, and as larger, when i leaves the predecessor set.
        cached: Bound(0, 8, -4),
        // The optimistic ticket, 14, 15, 16, 25.
        distributed: Some(Bound(0, 5, -5)),
    },
    fences: [1, 1, 0, 0, 0],
    scripts: Scripts {
        values: &[0, 1, 2, INFINITY],
        loads: 7,
        polls: 2,
    },
    scenes: const {
        &[
            Scene::new(2, 1),
            Scene::new(2, 2).within(3),
            Scene::new(3, 1).within(2),
            Scene::new(3, 1).k(2).within(2),
            Scene::new(2, 2).within(5).full(),
            Scene::new(3, 1).within(3).full(),
        ]
    },
    code_mutants: const {
        &[
            races_without(FenceId::Doorway),
            races_without(FenceId::Announce),
            sleeps_without(FenceId::Park),
            sleeps_without(FenceId::WakeAfterExit),
            needs_release(Array::Want),
            needs_acquire(Array::Want),
            no_need_of_release(Array::Ticket),
            no_need_of_acquire(Array::Ticket),
        ]
    },
    models: MODELS,
};

models! {
    Row::new("kfcfs", "Figure 2 without its shaded part")
        .claims(&[Property::LocalSpinning, Property::KFcfs])
        .daily(const { &[Size::new(1, 1).withdrawals(), Size::new(2, 1).withdrawals(), Size::new(2, 2).crashes(1).withdrawals(), Size::new(3, 1)] })
        .explored(const { &[
            Size::new(2, 1).withdrawals(),
            Size::new(2, 2).crashes(1).withdrawals(),
            Size::new(3, 1),
            Size::new(3, 2).crashes(1).takes(21).full(),
            Size::new(3, 3).crashes(2).takes(58).full(),
        ] }),
        |N| KFcfs<N>, [1: 2, 2: 4, 3: 4, 4: 6];
    Row::new("kfcfs-as-fife", "unshaded Figure 2 asked for FIFE")
        .claims(&[Property::Fife])
        .dies_of(Property::Fife, 4, 2, &[1, 1, 1, 1]),
        |N| KFcfs<N>, [2: 4, 3: 4, 4: 6];
}

impl<const N: usize> Shown for KFcfs<N> {
    const ARRAYS: &'static [(Array, usize)] = &[(Array::Ticket, 1), (Array::Want, 1)];
    const FIGURE: &'static Figure = &FIGURE_2_UNSHADED;

    fn private(&self, p: usize) -> Vec<Private> {
        use Line::{Guess, GuessStore, L14Load, L15Store, L13, L14, L15, L16, L21, L24};
        let it = &self.processes[p];
        let chooses = matches!(it.line, Guess | L15 | L15Store);
        let has_one = matches!(it.line, GuessStore | L14 | L15 | L16 | L21 | L24);
        vec![
            process(
                "i",
                !matches!(it.line, L13 | L14Load | GuessStore | L15Store | L24),
                it.i,
            ),
            ("max", chooses.then(|| number(it.choice.largest()))),
            ("ticket", has_one.then(|| number(it.ticket))),
            predecessors(it.line == L21, &it.predecessor_set),
        ]
    }
}

/// Figure 2.
pub(crate) const L14: FigureLine = line(
    "14",
    1,
    "Ticket[p] := 1 + max(Ticket[1], …, Ticket[N]), a guess; foreach i ∈ {1..N} \\ {p} do Want[p][i] := Ticket[p]",
);
/// Figure 2.
pub(crate) const L15: FigureLine = line(
    "15",
    1,
    "if some Ticket[i] ≥ Ticket[p], i ≠ p, then Ticket[p] := 1 + max(Ticket[1], …, Ticket[N])",
);
/// Figure 2.
pub(crate) const L16: FigureLine = line(
    "16",
    1,
    "and foreach i ∈ {1..N} \\ {p} do Want[p][i] := Ticket[p]",
);
/// Figure 2.
pub(crate) const L18: FigureLine = line("18", 1, "predecessor_set := {1..N} \\ {p}");
/// Figure 2.
pub(crate) const L20_FOREACH: FigureLine = line("20", 2, "foreach i ∈ predecessor_set do");
/// Figure 2.
pub(crate) const L21: FigureLine = line(
    "21",
    3,
    "if (Ticket[p], p) < (Want[i][p], i) then predecessor_set := predecessor_set \\ {i}",
);
/// Figure 2.
pub(crate) const L25: FigureLine = line("25", 1, "foreach i ∈ {1..N} do Want[p][i] := ∞");

/// k-FCFS k-exclusion.
const FIGURE_2_UNSHADED: Figure = Figure {
    title: "Danek, Figure 2 without its shaded part; 14 with a guess, 15 and 16 only if it was too small",
    lines: &[
        line("12", 0, "loop"),
        line("13", 1, "NCS"),
        L14,
        L15,
        L16,
        L18,
        line("19", 1, "while |predecessor_set| ≥ k do"),
        L20_FOREACH,
        L21,
        line("24", 1, "CS"),
        L25,
        line("26", 0, "end loop"),
    ],
};
