//! The facts of Lamport's Bakery.

use super::mutants::{NotChoosing, TiesPass, TiesWait};
use super::{Bakery, Line};
use crate::catalogue::code::{
    excludes_by, needs_acquire, needs_release, races_without, sleeps_without, Stores,
};
use crate::catalogue::{
    line, models, number, process, Bound, Cost, Facts, Figure, Holders, Private, Property, Rmr,
    Row, Scene, Scripts, Shown, Size, Tickets,
};
use crate::machine::mutant::Mutant;
use crate::machine::Array;
use doorway_core::register::FenceId;
use doorway_core::ticket::INFINITY;

/// Its facts.
pub const FACTS: Facts = Facts {
    name: "bakery",
    type_name: "Bakery",
    module: "bakery",
    from: "Lamport; Danek, Figure 1",
    theorem: "Lamport 1974",
    holders: Holders::One,
    default_of: None,
    order: "FCFS",
    registers: "2N",
    register_kind: "atomic",
    tickets: "until 2⁶⁴ in one busy period",
    cancelling_starves: true,
    uncontended: Cost {
        loads: Bound(0, 3, 0),
        stores: Bound(0, 0, 4),
        fences: 2,
    },
    rmr: Rmr {
        paper: "Figure 1: not local-spin",
        local: false,
        adapts: false,
        // 3, 4 and its store, 5: N + 3; in 7 and 8 three and two for each other; 10. Once i has a larger ticket it cannot pass p.
        cached: Bound(0, 6, -1),
        distributed: None,
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
            Scene::new(2, 2).within(5).full(),
        ]
    },
    code_mutants: const {
        &[
            races_without(FenceId::Doorway),
            races_without(FenceId::Announce),
            sleeps_without(FenceId::Park),
            sleeps_without(FenceId::WakeAfterExit),
            needs_release(Array::Doorway),
            needs_acquire(Array::Doorway),
            needs_release(Array::Ticket),
            needs_acquire(Array::Ticket),
            excludes_by(Array::Doorway, Stores::NotOfZero),
        ]
    },
    patches: super::mutants::PATCHES,
    models: MODELS,
};

/// A mutant.
const fn mutant(name: &'static str, about: &'static str, property: Property) -> Row {
    let row = Row::new(name, about).one_holder(Tickets::Restart);
    row.dies_of(property, 2, 1, &[1, 1])
}

models! {
    Row::new("bakery", "Lamport's Bakery, Figure 1")
        .one_holder(Tickets::Restart)
        .claims(&[Property::KFcfs])
        .lacks(&[Property::LocalSpinning])
        .daily(const { &[Size::new(1, 1).passages(&[2]).cancellations(), Size::new(2, 1).passages(&[3]).cancellations(), Size::new(3, 1).passages(&[1]).cancellations()] })
        .explored(const { &[
            Size::new(2, 1).passages(&[4]).cancellations(),
            Size::new(3, 1).passages(&[2]).cancellations().takes(2),
            Size::new(3, 1).passages(&[3]).takes(5).full(),
        ] }),
        |N| Bakery<N>, [1: 2, 2: 4, 3: 4, 4: 6];
    mutant("simplified-bakery", "Shankar's simplified bakery, flaw 2: an unstable number is passed", Property::KExclusion),
        |N| Mutant<Bakery<N>, NotChoosing>, [2: 4, 3: 4];
    mutant("simplified-bakery-ties-pass", "Shankar's simplified bakery, flaw 1: equal numbers pass each other", Property::KExclusion),
        |N| Mutant<Bakery<N>, TiesPass>, [2: 4, 3: 4];
    mutant("simplified-bakery-ties-wait", "Shankar's simplified bakery, flaw 1: equal numbers wait for each other", Property::DeadlockFreedom),
        |N| Mutant<Bakery<N>, TiesWait>, [2: 4, 3: 4];
}

impl<const N: usize> Shown for Bakery<N> {
    const ARRAYS: &'static [(Array, usize)] = &[(Array::Doorway, 1), (Array::Ticket, 1)];
    const FIGURE: &'static Figure = &FIGURE_1;

    fn private(&self, p: usize) -> Vec<Private> {
        use Line::{L4Store, L10, L4, L5, L7, L8, L9};
        let it = &self.processes[p];
        let chooses = matches!(it.line, L4 | L4Store);
        let has_one = matches!(it.line, L5 | L7 | L8 | L9 | L10);
        vec![
            process("i", matches!(it.line, L4 | L7 | L8), it.i),
            ("max", chooses.then(|| number(it.choice.largest()))),
            ("ticket", has_one.then(|| number(it.ticket))),
        ]
    }
}

/// Lamport's Bakery.
const FIGURE_1: Figure = Figure {
    title: "Danek, Figure 1",
    lines: &[
        line("1", 0, "loop"),
        line("2", 1, "NCS"),
        line("3", 1, "Doorway[p] := true"),
        line("4", 1, "Ticket[p] := 1 + max(Ticket[1], …, Ticket[N])"),
        line("5", 1, "Doorway[p] := false"),
        line("6", 1, "for i := 1 to N do"),
        line("7", 2, "await Doorway[i] = false"),
        line(
            "8",
            2,
            "await Ticket[i] = 0 ∨ (Ticket[i], i) ≥ (Ticket[p], p)",
        ),
        line("9", 1, "CS"),
        line("10", 1, "Ticket[p] := 0"),
        line("11", 0, "end loop"),
    ],
};
