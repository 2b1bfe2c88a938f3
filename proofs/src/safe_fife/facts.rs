//! The facts of FIFE k-exclusion on safe registers.

use super::mutants::{InWritingOrder, No44, OneCopy, Printed};
use super::{Line, SafeFife};
use crate::catalogue::code::{
    excludes_by, needs_acquire, needs_release, no_need_of_acquire, no_need_of_release,
    races_without, sleeps_without, stuck_without, Stores, Trial,
};
use crate::catalogue::{
    changed, line, models, number, predecessors, process, Bound, Cost, Facts, Figure, Holders,
    Private, Property, Rmr, Row, Scene, Scripts, Shown, Size,
};
use crate::machine::mutant::Mutant;
use crate::machine::{Array, Safely};
use doorway_core::register::FenceId;

/// Its facts.
pub const FACTS: Facts = Facts {
    name: "safe-fife",
    type_name: "SafeFife",
    module: "safe_fife",
    from: "Danek, Figure 3, repaired",
    theorem: "Danek, Theorem 10, of the figure before its repair",
    holders: Holders::Any,
    default_of: None,
    order: "FIFE",
    registers: "4N² + 3N",
    register_kind: "safe: may be torn",
    tickets: "2⁶⁴ passages everywhere",
    cancelling_starves: true,
    uncontended: Cost {
        loads: Bound(0, 8, 2),
        stores: Bound(0, 6, 0),
        fences: 2,
    },
    rmr: Rmr {
        paper: "Figure 3: Θ(N) in CC and DSM",
        local: true,
        adapts: false,
        // 30, 31, 33, 44, 45, 48 touch two copies or places; in 38 seven and in 41 four for each other. `Want[i][p]` is seen with the values of two passages.
        cached: Bound(0, 24, -13),
        // 30, 31, 33, 45, 48 twice; 44 three times.
        distributed: Some(Bound(0, 13, -13)),
    },
    fences: [1, 1, 0, 0, 0],
    scripts: Scripts {
        values: &[0, 2],
        loads: 12,
        polls: 1,
    },
    scenes: const {
        &[
            Scene::new(2, 1),
            Scene::new(2, 2).within(2),
            Scene::new(3, 1).within(1),
            Scene::new(3, 1).k(2).within(1),
            Scene::new(2, 2).within(3).full(),
            Scene::new(3, 1).within(2).full(),
            Scene::new(3, 1).k(2).within(2).full(),
        ]
    },
    code_mutants: const {
        &[
            races_without(FenceId::Doorway),
            races_without(FenceId::Announce),
            sleeps_without(FenceId::Park),
            sleeps_without(FenceId::WakeAfterExit),
            stuck_without(FenceId::WakeAfterEnter).by(Trial::Overtaken),
            needs_release(Array::Want),
            needs_acquire(Array::Want),
            no_need_of_release(Array::Ticket),
            no_need_of_acquire(Array::Ticket),
            no_need_of_release(Array::Capture),
            no_need_of_acquire(Array::Capture),
            no_need_of_release(Array::Entered),
            no_need_of_acquire(Array::Entered),
            excludes_by(Array::Want, Stores::FirstOfPassage),
        ]
    },
    patches: super::mutants::PATCHES,
    models: MODELS,
};

/// A mutant.
const fn mutant(name: &'static str, about: &'static str) -> Row {
    Row::new(name, about).on_safe_registers()
}

models! {
    Row::new("safe-fife", "Figure 3, repaired, on safe registers")
        .on_safe_registers()
        .claims(&[Property::LocalSpinning, Property::KFcfs, Property::Fife])
        .daily(const { &[Size::new(1, 1).passages(&[2]).cancellations(), Size::new(2, 1).passages(&[2]).cancellations(), Size::new(2, 2).crashes(1).passages(&[2]).cancellations()] })
        .explored(const { &[
            Size::new(2, 1).passages(&[3]).cancellations().takes(4),
            Size::new(2, 2).crashes(1).passages(&[2]).cancellations(),
            Size::new(3, 1).passages(&[1, 2, 2]).takes(200).full(),
            Size::new(3, 2).crashes(1).passages(&[1]).cancellations().takes(120).full(),
        ] }),
        |N| Safely<SafeFife<N>, N>, [1: 2, 2: 4, 3: 6, 4: 9];
    mutant("figure-3-as-printed", "Figure 3 as printed, on safe registers")
        .slow()
        .dies_of(Property::KExclusion, 3, 1, &[1, 2, 2]),
        |N| Safely<Mutant<SafeFife<N>, Printed>, N>, [2: 4, 3: 6];
    mutant("safe-fife-in-writing-order", "reads in the order of the writes")
        .dies_of(Property::KExclusion, 2, 1, &[1, 1]),
        |N| Safely<Mutant<SafeFife<N>, InWritingOrder>, N>, [2: 4, 3: 6];
    mutant("safe-fife-one-copy", "one copy read instead of two")
        .dies_of(Property::KExclusion, 2, 1, &[1, 1]),
        |N| Safely<Mutant<SafeFife<N>, OneCopy>, N>, [2: 4, 3: 6];
    // p3 and p4 come as far as beginning to announce to p1 that they want to enter.
    mutant("safe-fife-no-44", "captures written again without line 44's test")
        .claims(&[Property::Fife])
        .dies_of(Property::Fife, 4, 2, &[1, 2, 1, 1])
        .within(&[u8::MAX, u8::MAX, 2, 2]),
        |N| Safely<Mutant<SafeFife<N>, No44>, N>, [2: 4, 3: 6, 4: 9];
}

impl<const N: usize> Shown for SafeFife<N> {
    const ARRAYS: &'static [(Array, usize)] = &[
        (Array::Ticket, 2),
        (Array::Want, 2),
        (Array::Capture, 2),
        (Array::Entered, 1),
    ];
    const FIGURE: &'static Figure = &FIGURE_3;

    fn private(&self, p: usize) -> Vec<Private> {
        use Line::{
            L30Load, L31Place, L31Store, L43Load, L44Ticket, L28, L30, L31, L33, L38, L41, L43,
            L44, L45, L46,
        };
        let it = &self.processes[p];
        let placed = matches!(it.line, L31Store | L43);
        let chooses = matches!(it.line, L31 | L31Place | L31Store);
        let alone =
            matches!(it.line, L28 | L30Load | L43Load | L46) || placed || it.line == L31Place;
        let has_one = matches!(
            it.line,
            L30 | L31Place | L31Store | L33 | L44 | L44Ticket | L45 | L46
        );
        let waits = matches!(it.line, L38 | L41);
        let has_one = has_one || waits || matches!(it.line, L43Load | L43);
        let between = it.copy == 1 && matches!(it.line, L30Load | L31 | L44Ticket);
        vec![
            process("i", !alone, it.i),
            ("max", chooses.then(|| number(it.choice.largest()))),
            ("ticket", has_one.then(|| number(it.ticket))),
            ("first place", between.then(|| number(it.first))),
            (
                "new place",
                placed.then(|| ["first", "second"][it.place % 2].into()),
            ),
            predecessors(waits, &it.predecessor_set),
            ("captured", waits.then(|| it.captured.to_string())),
        ]
    }
}

/// FIFE k-exclusion on safe registers, repaired: a ticket has two places, and reads as the larger.
const FIGURE_3: Figure = Figure {
    title: "Danek, Figure 3, repaired: Ticket[i] is the larger of two places",
    lines: &[
        line("27", 0, "loop"),
        line("28", 1, "NCS"),
        line("29", 1, "foreach i ∈ {1..N} \\ {p} do"),
        line(
            "30",
            2,
            "Want[p][i][1] := Ticket[p]; Want[p][i][2] := Ticket[p]",
        ),
        changed(
            "31",
            1,
            "Ticket[p][other than entered[p]] := 1 + max(Ticket[1], …, Ticket[N])",
        ),
        line("32", 1, "foreach i ∈ {1..N} \\ {p} do"),
        line(
            "33",
            2,
            "Want[p][i][1] := Ticket[p]; Want[p][i][2] := Ticket[p]",
        ),
        line("34", 1, "predecessor_set := {1..N} \\ {p}"),
        line("35", 1, "captured := false"),
        line("36", 1, "while |predecessor_set| ≥ k ∧ ¬captured do"),
        line("37", 2, "foreach i ∈ predecessor_set do"),
        line("38", 3, "if (Ticket[p], p) < (Want[i][p][2], i) then"),
        line(
            "39",
            4,
            "if (Ticket[p], p) < (Want[i][p][1], i) then predecessor_set := predecessor_set \\ {i}",
        ),
        line("40", 2, "foreach i ∈ {1..N} do"),
        line("41", 3, "if Ticket[p] < Capture[i][p][2] then"),
        line(
            "42",
            4,
            "if Ticket[p] < Capture[i][p][1] then captured := true",
        ),
        changed(
            "43",
            1,
            "entered[p] := the other place; foreach i ∈ {1..N} do",
        ),
        line("44", 2, "if Capture[p][i][1] ≤ Ticket[i] then"),
        line(
            "45",
            3,
            "Capture[p][i][1] := Ticket[p]; Capture[p][i][2] := Ticket[p]",
        ),
        line("46", 1, "CS"),
        line("47", 1, "foreach i ∈ {1..N} do"),
        line("48", 2, "Want[p][i][1] := ∞; Want[p][i][2] := ∞"),
        line("49", 0, "end loop"),
    ],
};
