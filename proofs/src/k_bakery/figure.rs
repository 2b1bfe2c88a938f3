//! Figure 2 as it is displayed, with and without its shaded lines.

use super::{KBakery, Line};
use crate::catalogue::{line, number, predecessors, process, Figure, FigureLine, Private, Shown};
use crate::machine::Array;

impl<const N: usize, const CAPTURES: bool> Shown for KBakery<N, CAPTURES> {
    const ARRAYS: &'static [(Array, usize)] = if CAPTURES {
        &[(Array::Ticket, 1), (Array::Want, 1), (Array::Capture, 1)]
    } else {
        &[(Array::Ticket, 1), (Array::Want, 1)]
    };
    const FIGURE: &'static Figure = if CAPTURES {
        &FIGURE_2
    } else {
        &FIGURE_2_UNSHADED
    };

    fn private(&self, p: usize) -> Vec<Private> {
        use Line::{
            L14Load, L15Store, Optimistic, OptimisticStore, L13, L14, L15, L16, L21, L22, L23, L24,
        };
        let it = &self.processes[p];
        let chooses = matches!(it.line, Optimistic | L15 | L15Store);
        let has_one = matches!(
            it.line,
            OptimisticStore | L14 | L15 | L16 | L21 | L22 | L23 | L24
        );
        let waits = matches!(it.line, L21 | L22);
        let mut shown = vec![
            process(
                "i",
                !matches!(it.line, L13 | L14Load | OptimisticStore | L15Store | L24),
                it.i,
            ),
            ("max", chooses.then(|| number(it.choice.largest()))),
            ("ticket", has_one.then(|| number(it.ticket))),
            predecessors(waits, &it.predecessor_set),
        ];
        if CAPTURES {
            shown.push(("captured", waits.then(|| it.captured.to_string())));
        }
        shown
    }
}

const L14: FigureLine = line(
    "14",
    1,
    "Ticket[p] := 1 + max(Ticket[1], …, Ticket[N]), optimistic; foreach i ∈ {1..N} \\ {p} do Want[p][i] := Ticket[p]",
);
const L15: FigureLine = line(
    "15",
    1,
    "if some Ticket[i] ≥ Ticket[p], i ≠ p, then Ticket[p] := 1 + max(Ticket[1], …, Ticket[N])",
);
const L16: FigureLine = line(
    "16",
    1,
    "and foreach i ∈ {1..N} \\ {p} do Want[p][i] := Ticket[p]",
);
const L18: FigureLine = line("18", 1, "predecessor_set := {1..N} \\ {p}");
const L20_FOREACH: FigureLine = line("20", 2, "foreach i ∈ predecessor_set do");
const L21: FigureLine = line(
    "21",
    3,
    "if (Ticket[p], p) < (Want[i][p], i) then predecessor_set := predecessor_set \\ {i}",
);
const L25: FigureLine = line("25", 1, "foreach i ∈ {1..N} do Want[p][i] := ∞");

/// k-FCFS k-exclusion.
const FIGURE_2_UNSHADED: Figure = Figure {
    title: "Danek, Figure 2 without its shaded part; 14 with an optimistic ticket, 15 and 16 only if it is too small",
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

/// FIFE k-exclusion.
const FIGURE_2: Figure = Figure {
    title: "Danek, Figure 2; 14 with an optimistic ticket, 15 and 16 only if it is too small, 22 only if 21 left too many",
    lines: &[
        line("12", 0, "loop"),
        line("13", 1, "NCS"),
        L14,
        L15,
        L16,
        line("17", 1, "captured := false"),
        L18,
        line("19", 1, "while |predecessor_set| ≥ k ∧ ¬captured do"),
        L20_FOREACH,
        L21,
        line(
            "22",
            2,
            "foreach i ∈ {1..N} do if Ticket[p] < Capture[i][p] then captured := true",
        ),
        line("23", 1, "foreach i ∈ {1..N} do Capture[p][i] := Ticket[p]"),
        line("24", 1, "CS"),
        L25,
        line("26", 0, "end loop"),
    ],
};
