//! The facts of the Black-White Bakery.

use super::mutants::{
    AllColors, AloneBesideAChoice, AloneBesideATicket, ChoosingUnsaid, ColorUnwritten,
};
use super::printed::{
    AsPrinted, BlackWhiteOf, ColorAfterNumber, NoThirdClauseOf8, NoThirdClauseOf9, SplitTicket,
    Swapped12And13, Variant,
};
use super::{BlackWhite, Line};
use crate::catalogue::code::{
    excludes_by, needs_acquire, needs_release, no_need_of_acquire, no_need_of_release,
    races_without, sleeps_without, Stores, Trial,
};
use crate::catalogue::{
    changed, line, models, number, process, Bound, Cost, Facts, Figure, FigureLine, Holders,
    Private, Property, Rmr, Row, Scene, Scripts, Shown, Size, Tickets,
};
use crate::machine::mutant::Mutant;
use crate::machine::{Array, Machine, Region};
use doorway_core::color::{Color, BLACK};
use doorway_core::register::FenceId;
use doorway_core::ticket::Choice;

/// Its facts.
pub const FACTS: Facts = Facts {
    name: "black-white",
    type_name: "BlackWhite",
    module: "black_white",
    from: "Taubenfeld, Algorithm 2, with a fast path",
    theorem: "Taubenfeld, Theorem 1, of the algorithm without the fast path",
    holders: Holders::One,
    default_of: Some("Mutex"),
    order: "FCFS",
    registers: "2N + 1, 8 bits suffice",
    register_kind: "atomic",
    tickets: "unbounded in 8 bits, while no process cancels",
    cancelling_starves: true,
    uncontended: Cost {
        loads: Bound(0, 2, -2),
        stores: Bound(0, 0, 3),
        fences: 1,
    },
    rmr: Rmr {
        paper: "Algorithm 2: not local-spin",
        local: false,
        adapts: false,
        // 1, the fast path's test, 2, 3 and its store, 4: 3N + 1; in 6 and 7 three and two for each other, in 9 N; 12, 13 and `choosing`: 9N - 1.
        // i enters at most once more after p has its ticket, so p sees `choosing[i]` at most as set, as set again, and as clear; the ticket of i
        // as the older one and as the one after it; and `color` written by each of the others once, after a first load.
        cached: Bound(0, 9, 0),
        distributed: None,
    },
    fences: [1, 1, 0, 0, 0],
    scripts: Scripts {
        values: &[0, 1, 2, 3, 4],
        loads: 7,
        polls: 2,
    },
    scenes: const {
        &[
            Scene::new(2, 1),
            Scene::new(2, 2).within(3),
            Scene::new(3, 1).within(2),
            Scene::new(2, 2).within(4).full(),
        ]
    },
    code_mutants: const {
        &[
            races_without(FenceId::Doorway),
            // With one passage each, one process is on the fast path or both have seen the other choosing.
            races_without(FenceId::Announce).by(Trial::Twice),
            sleeps_without(FenceId::Park),
            sleeps_without(FenceId::WakeAfterExit),
            needs_release(Array::Choosing),
            needs_acquire(Array::Choosing),
            needs_release(Array::Ticket),
            needs_acquire(Array::Ticket),
            no_need_of_release(Array::Color),
            no_need_of_acquire(Array::Color),
            excludes_by(Array::Choosing, Stores::NotOfZero),
        ]
    },
    patches: super::mutants::PATCHES,
    models: MODELS,
};

const CLAIMS: &[Property] = &[Property::KFcfs, Property::RegisterBound];

/// A model for k = 1 whose numbers stay small.
const fn small(name: &'static str, about: &'static str) -> Row {
    Row::new(name, about)
        .one_holder(Tickets::Bounded)
        .no_invariant()
}

models! {
    Row::new("black-white", "Taubenfeld's Black-White Bakery, Algorithm 2")
        .one_holder(Tickets::Bounded)
        .claims(CLAIMS)
        .lacks(&[Property::LocalSpinning, Property::RegisterBound])
        .daily(const { &[Size::new(1, 1), Size::new(2, 1), Size::new(3, 1), Size::new(2, 1).passages(&[4]).cancellations()] })
        .explored(const { &[
            Size::new(2, 1).passages(&[4]),
            Size::new(2, 1).passages(&[4]).cancellations(),
            Size::new(3, 1).passages(&[2]).cancellations().takes(5),
            Size::new(3, 1).takes(5),
            Size::new(4, 1).takes(180).full(),
        ] }),
        |N| BlackWhite<N>, [1: 2, 2: 2, 3: 2, 4: 3];
    small("black-white-as-printed", "Algorithm 2 as printed, each term of lines 7 to 9 a load of its own")
        .claims(CLAIMS)
        .lacks(&[Property::LocalSpinning])
        .daily(const { &[Size::new(2, 1)] })
        .explored(const { &[Size::new(3, 1).takes(10).full()] }),
        |N| AsPrinted<N>, [2: 4, 3: 4];
    small("black-white-13-before-12", "Taubenfeld's lines 12 and 13 swapped")
        .dies_of(Property::KExclusion, 3, 1, &[]),
        |N| Swapped12And13<N>, [2: 4, 3: 4];
    small("black-white-color-after-number", "the color read after the numbers")
        .claims(&[Property::RegisterBound])
        .dies_of(Property::RegisterBound, 3, 1, &[2, 2, 2]),
        |N| ColorAfterNumber<N>, [2: 4, 3: 4];
    small("black-white-split-ticket", "color and number of another's ticket read in two accesses")
        .claims(&[Property::RegisterBound])
        .dies_of(Property::RegisterBound, 2, 1, &[]),
        |N| SplitTicket<N>, [2: 4, 3: 4];
    small("black-white-no-third-clause-8", "the third clause of line 8 dropped")
        .dies_of(Property::DeadlockFreedom, 2, 1, &[]),
        |N| NoThirdClauseOf8<N>, [2: 4, 3: 4];
    small("black-white-no-third-clause-9", "the third clause of line 9 dropped")
        .dies_of(Property::DeadlockFreedom, 2, 1, &[]),
        |N| NoThirdClauseOf9<N>, [2: 4, 3: 4];
    small("black-white-color-unwritten", "the bit is never written")
        .claims(&[Property::RegisterBound])
        .dies_of(Property::RegisterBound, 2, 1, &[]),
        |N| Mutant<BlackWhite<N>, ColorUnwritten>, [2: 4, 3: 4];
    small("black-white-all-colors", "numbers taken over both colors")
        .claims(&[Property::RegisterBound])
        .dies_of(Property::RegisterBound, 2, 1, &[]),
        |N| Mutant<BlackWhite<N>, AllColors>, [2: 4, 3: 4];
    small("black-white-not-choosing", "no process says that it is choosing")
        .dies_of(Property::KExclusion, 2, 1, &[]),
        |N| Mutant<BlackWhite<N>, ChoosingUnsaid>, [2: 4, 3: 4];
    small("black-white-alone-beside-a-choice", "fast path taken though another process is choosing")
        .dies_of(Property::KExclusion, 2, 1, &[]),
        |N| Mutant<BlackWhite<N>, AloneBesideAChoice>, [2: 4];
    small("black-white-alone-beside-a-ticket", "fast path taken though another process has a ticket")
        .dies_of(Property::KExclusion, 2, 1, &[]),
        |N| Mutant<BlackWhite<N>, AloneBesideATicket>, [2: 4];
}

impl<const N: usize> Shown for BlackWhite<N> {
    const ARRAYS: &'static [(Array, usize)] =
        &[(Array::Color, 1), (Array::Choosing, 1), (Array::Ticket, 1)];
    const FIGURE: &'static Figure = &ALGORITHM_2;

    fn private(&self, p: usize) -> Vec<Private> {
        use Line::{
            Alone11, Alone6, Alone7, L13Choosing, L3Store, Remainder, L1, L2, L3, L6, L7, L9,
        };
        let it = &self.processes[p];
        let is_away = matches!(it.line, Remainder | L1 | L2 | L13Choosing);
        let is_colored = !is_away && !matches!(it.line, Alone6 | Alone7 | Alone11);
        let chooses = matches!(it.line, L3 | L3Store);
        let has_one = is_colored && !chooses;
        vec![
            process(
                "j",
                matches!(it.line, Alone6 | Alone7 | L3 | L6 | L7 | L9),
                it.i,
            ),
            ("mycolor", is_colored.then(|| color_name(it.color).into())),
            ("max", chooses.then(|| number(it.choice.largest()))),
            ("number", has_one.then(|| number(it.number))),
        ]
    }
}

impl<const N: usize, V: Variant> Shown for BlackWhiteOf<N, V> {
    const ARRAYS: &'static [(Array, usize)] = BlackWhite::<N>::ARRAYS;
    const FIGURE: &'static Figure = &ALGORITHM_2_AS_PRINTED;

    fn private(&self, p: usize) -> Vec<Private> {
        let it = &self.processes[p];
        let tries = self.region(p) != Region::Remainder;
        let largest = |seen: &[Choice; 2]| format!("{}, {}", seen[0].largest(), seen[1].largest());
        vec![
            process("j", tries, it.i),
            ("mycolor", tries.then(|| color_name(it.color).into())),
            ("max", tries.then(|| largest(&it.seen))),
            ("number", tries.then(|| number(it.number))),
        ]
    }
}

/// The name of a color.
pub(crate) fn color_name(color: Color) -> &'static str {
    if color == BLACK {
        "black"
    } else {
        "white"
    }
}

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

const L11: FigureLine = line("11", 0, "critical section");
/// Taubenfeld's line that turns the bit.
pub(crate) const L12: &str = "if mycolor[i] = black then color := white else color := black fi";
const L13: FigureLine = line("13", 0, "number[i] := 0");

/// The Black-White Bakery.
const ALGORITHM_2: Figure = algorithm_2!(
    "Taubenfeld, Algorithm 2; with a fast path, 12 before 11; a waiter polls again from line 7",
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
const ALGORITHM_2_AS_PRINTED: Figure =
    algorithm_2!("Taubenfeld, Algorithm 2", [], L11, line("12", 0, L12), L13);
