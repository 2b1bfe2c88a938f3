//! The figures of Danek's *The k-Bakery* and the algorithms of Taubenfeld's *The Black-White Bakery*, with their line numbers.

use serde::Serialize;

/// A figure.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Figure {
    /// Which.
    pub title: &'static str,
    /// Its lines.
    pub lines: &'static [Line],
}

/// A line of a figure.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Line {
    /// Its number.
    pub number: &'static str,
    /// How far it is indented.
    pub indent: usize,
    /// What it says.
    pub text: &'static str,
    /// Whether it is not as printed.
    pub changed: bool,
}

const fn line(number: &'static str, indent: usize, text: &'static str) -> Line {
    Line {
        number,
        indent,
        text,
        changed: false,
    }
}

const fn changed(number: &'static str, indent: usize, text: &'static str) -> Line {
    Line {
        changed: true,
        ..line(number, indent, text)
    }
}

/// Lamport's Bakery.
pub const FIGURE_1: Figure = Figure {
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

/// The lines of Algorithm 2 up to the critical section.
macro_rules! algorithm_2 {
    ($title:literal, [$($alone:expr),*], $($end:expr),*) => {
        Figure {
            title: $title,
            lines: &[
        line("0", 0, "remainder"),
        line("1", 0, "choosing[i] := true"),
                $($alone,)*
        line("2", 0, "mycolor[i] := color"),
        line(
            "3",
            0,
            "number[i] := 1 + max({number[j] | (1 ≤ j ≤ n) ∧ (mycolor[j] = mycolor[i])})",
        ),
        line("4", 0, "choosing[i] := false"),
        line("5", 0, "for j := 1 to n do"),
        line("6", 1, "await choosing[j] = false"),
        line("7", 1, "if mycolor[j] = mycolor[i]"),
        line(
            "8",
            2,
            "then await (number[j] = 0) ∨ ([number[j], j] ≥ [number[i], i]) ∨ (mycolor[j] ≠ mycolor[i])",
        ),
        line(
            "9",
            2,
            "else await (number[j] = 0) ∨ (mycolor[i] ≠ color) ∨ (mycolor[j] = mycolor[i]) fi",
        ),
        line("10", 0, "od"),
                $($end),*
            ],
        }
    };
}

const L11: Line = line("11", 0, "critical section");
const L12: &str = "if mycolor[i] = black then color := white else color := black fi";
const L13: Line = line("13", 0, "number[i] := 0");

/// The Black-White Bakery.
pub const ALGORITHM_2: Figure = algorithm_2!(
    "Taubenfeld, Algorithm 2; alone without a ticket, 12 before 11, and who has to wait looks again from 7 on",
    [changed(
        "1a",
        0,
        "if choosing[j] = false ∧ number[j] = 0 for every j ≠ i then go to 11 (tests shown as 6 and 7)"
    )],
    changed("12", 0, L12),
    L11,
    changed("13", 0, "number[i] := 0; choosing[i] := false")
);

/// The Black-White Bakery, unchanged.
pub const ALGORITHM_2_AS_PRINTED: Figure =
    algorithm_2!("Taubenfeld, Algorithm 2", [], L11, line("12", 0, L12), L13);

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

/// The adaptive Black-White Bakery.
pub const ALGORITHM_3: Figure = adaptive!(
    "Taubenfeld, Algorithm 3; 15 before 14, and who has to wait looks again from 10 on",
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

const L20: Line = line("20", 0, "critical section");

/// The adaptive and local-spinning Black-White Bakery.
pub const ALGORITHM_4: Figure = algorithm_4!(
    "Taubenfeld, Algorithm 4; 21 before 20",
    changed("21", 0, L12),
    L20,
);

/// The adaptive and local-spinning Black-White Bakery, unchanged.
pub const ALGORITHM_4_AS_PRINTED: Figure =
    algorithm_4!("Taubenfeld, Algorithm 4", L20, line("21", 0, L12));

/// An active set, and what processes do with it.
pub const ACTIVE_SET: Figure = Figure {
    title: "An active set",
    lines: &[
        line("0", 0, "remainder"),
        line("1", 0, "getset(S)"),
        line("2", 0, "join(S)"),
        line("3", 0, "getset(S)"),
        line("4", 0, "there"),
        line("5", 0, "leave(S)"),
    ],
};

const L14: Line = line(
    "14",
    1,
    "Ticket[p] := 1 + max(Ticket[1], …, Ticket[N]), a guess; foreach i ∈ {1..N} \\ {p} do Want[p][i] := Ticket[p]",
);
const L15: Line = line(
    "15",
    1,
    "if some Ticket[i] ≥ Ticket[p], i ≠ p, then Ticket[p] := 1 + max(Ticket[1], …, Ticket[N])",
);
const L16: Line = line(
    "16",
    1,
    "and foreach i ∈ {1..N} \\ {p} do Want[p][i] := Ticket[p]",
);
const L18: Line = line("18", 1, "predecessor_set := {1..N} \\ {p}");
const L20_FOREACH: Line = line("20", 2, "foreach i ∈ predecessor_set do");
const L21: Line = line(
    "21",
    3,
    "if (Ticket[p], p) < (Want[i][p], i) then predecessor_set := predecessor_set \\ {i}",
);
const L25: Line = line("25", 1, "foreach i ∈ {1..N} do Want[p][i] := ∞");

/// k-FCFS k-exclusion.
pub const FIGURE_2_UNSHADED: Figure = Figure {
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

/// FIFE k-exclusion.
pub const FIGURE_2: Figure = Figure {
    title: "Danek, Figure 2; 14 with a guess, 15 and 16 only if it was too small, 22 only if 21 left too many",
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

/// FIFE k-exclusion on safe registers, repaired: a ticket has two places, and reads as the larger.
pub const FIGURE_3: Figure = Figure {
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
