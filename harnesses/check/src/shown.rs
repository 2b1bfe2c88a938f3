//! What of a machine is shown to a person: its registers, its processes' private variables, its figure.

use crate::figures::{
    Figure, ACTIVE_SET, ALGORITHM_2, ALGORITHM_2_AS_PRINTED, ALGORITHM_3, ALGORITHM_4,
    ALGORITHM_4_AS_PRINTED, FIGURE_1, FIGURE_2, FIGURE_2_UNSHADED, FIGURE_3,
};
use crate::trace::number;
use doorway_core::colour::{Colour, BLACK};
use doorway_core::ticket::Choice;
use doorway_proofs::active_set::{ActiveSet, Local, Members};
use doorway_proofs::adaptive::{self, AdaptiveOf};
use doorway_proofs::bakery::{self, Bakery};
use doorway_proofs::black_white::{self, BlackWhite};
use doorway_proofs::fife::{self, Fife};
use doorway_proofs::kfcfs::{self, KFcfs};
use doorway_proofs::local_spin::{self, LocalSpinOf};
use doorway_proofs::machine::{Array, Machine, Region, Safely};
use doorway_proofs::mutants::printed::{BlackWhiteOf, Variant};
use doorway_proofs::mutants::{Mutant, Twist};
use doorway_proofs::safe_fife::{self, SafeFife};

/// A private variable: its name, and its value while it has one that matters.
pub type Private = (&'static str, Option<String>);

/// A machine that can be shown.
pub trait Shown: Machine {
    /// Its registers: the arrays, and in how many copies.
    const ARRAYS: &'static [(Array, usize)];
    /// Those of the active set that is a part of it, each once.
    const MORE: &'static [Array] = &[];
    /// Its figure.
    const FIGURE: &'static Figure;

    /// The private variables of p.
    fn private(&self, p: usize) -> Vec<Private>;
}

fn process(so: bool, i: usize) -> Private {
    ("i", so.then(|| (i + 1).to_string()))
}

fn set(so: bool, set: &[bool]) -> Private {
    let members = || {
        let members = (0..set.len()).filter(|&i| set[i]);
        let names: Vec<_> = members.map(|i| (i + 1).to_string()).collect();
        format!("{{{}}}", names.join(", "))
    };
    ("predecessor_set", so.then(members))
}

impl<const N: usize> Shown for Bakery<N> {
    const ARRAYS: &'static [(Array, usize)] = &[(Array::Doorway, 1), (Array::Ticket, 1)];
    const FIGURE: &'static Figure = &FIGURE_1;

    fn private(&self, p: usize) -> Vec<Private> {
        use bakery::Line::{L4Store, L10, L4, L5, L7, L8, L9};
        let it = &self.processes[p];
        let chooses = matches!(it.line, L4 | L4Store);
        let has_one = matches!(it.line, L5 | L7 | L8 | L9 | L10);
        vec![
            process(matches!(it.line, L4 | L7 | L8), it.i),
            ("max", chooses.then(|| number(it.choice.largest()))),
            ("ticket", has_one.then(|| number(it.ticket))),
        ]
    }
}

impl<const N: usize> Shown for BlackWhite<N> {
    const ARRAYS: &'static [(Array, usize)] =
        &[(Array::Color, 1), (Array::Choosing, 1), (Array::Ticket, 1)];
    const FIGURE: &'static Figure = &ALGORITHM_2;

    fn private(&self, p: usize) -> Vec<Private> {
        use black_white::Line::{
            Alone11, Alone6, Alone7, L13Choosing, L3Store, Remainder, L1, L2, L3, L6, L7, L9,
        };
        let it = &self.processes[p];
        let is_away = matches!(it.line, Remainder | L1 | L2 | L13Choosing);
        let is_coloured = !is_away && !matches!(it.line, Alone6 | Alone7 | Alone11);
        let chooses = matches!(it.line, L3 | L3Store);
        let has_one = is_coloured && !chooses;
        vec![
            (
                "j",
                matches!(it.line, Alone6 | Alone7 | L3 | L6 | L7 | L9)
                    .then(|| (it.i + 1).to_string()),
            ),
            (
                "mycolor",
                is_coloured.then(|| colour_name(it.colour).into()),
            ),
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
            ("j", tries.then(|| (it.i + 1).to_string())),
            ("mycolor", tries.then(|| colour_name(it.colour).into())),
            ("max", tries.then(|| largest(&it.seen))),
            ("number", tries.then(|| number(it.number))),
        ]
    }
}

/// Whoever was there.
fn local<const N: usize>(so: bool, local: &Local<N>) -> Private {
    let names = || {
        let names: Vec<_> = local.ids().iter().map(|q| (q + 1).to_string()).collect();
        format!("{{{}}}", names.join(", "))
    };
    ("localS", so.then(names))
}

impl<S: ActiveSet<N>, V: adaptive::Variant, const N: usize> Shown for AdaptiveOf<S, V, N> {
    const ARRAYS: &'static [(Array, usize)] = BlackWhite::<N>::ARRAYS;
    const MORE: &'static [Array] = S::ARRAYS;
    const FIGURE: &'static Figure = &ALGORITHM_3;

    fn private(&self, p: usize) -> Vec<Private> {
        use adaptive::Line::{L5Store, Remainder, L1, L10, L12, L2, L3, L4, L5, L9};
        let it = &self.processes[p];
        let is_coloured = !matches!(it.line, Remainder | L1 | L2 | L3 | L4);
        let chooses = matches!(it.line, L5 | L5Store);
        let looks = matches!(it.line, L5 | L9 | L10 | L12);
        vec![
            local(it.line != Remainder, &it.local),
            ("j", looks.then(|| (it.i + 1).to_string())),
            (
                "mycolor",
                is_coloured.then(|| colour_name(it.colour).into()),
            ),
            ("max", chooses.then(|| number(it.choice.largest()))),
            (
                "number",
                (is_coloured && !chooses).then(|| number(it.number)),
            ),
        ]
    }
}

impl<S: ActiveSet<N>, V: local_spin::Variant, const N: usize> Shown for LocalSpinOf<S, V, N> {
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
        use local_spin::Line::{L4Store, L5Store, Remainder, L10, L18, L25, L5, L8};
        let it = &self.processes[p];
        let is_coloured = it.line >= L4Store;
        let chooses = matches!(it.line, L5 | L5Store);
        let looks = matches!(it.line, L5 | L8 | L25) || (L10..=L18).contains(&it.line);
        vec![
            local(it.line != Remainder, &it.local),
            ("j", looks.then(|| (it.i + 1).to_string())),
            (
                "mycolor",
                is_coloured.then(|| colour_name(it.colour).into()),
            ),
            ("max", chooses.then(|| number(it.choice.largest()))),
            (
                "number",
                (is_coloured && !chooses).then(|| number(it.number)),
            ),
        ]
    }
}

impl<S: ActiveSet<N>, const N: usize> Shown for Members<S, N> {
    const ARRAYS: &'static [(Array, usize)] = &[];
    const MORE: &'static [Array] = S::ARRAYS;
    const FIGURE: &'static Figure = &ACTIVE_SET;

    fn private(&self, p: usize) -> Vec<Private> {
        let found = (0..N).filter(|q| self.found[p] >> q & 1 == 1);
        let names: Vec<_> = found.map(|q| (q + 1).to_string()).collect();
        vec![("found", Some(format!("{{{}}}", names.join(", "))))]
    }
}

fn colour_name(colour: Colour) -> &'static str {
    if colour == BLACK {
        "black"
    } else {
        "white"
    }
}

impl<const N: usize> Shown for KFcfs<N> {
    const ARRAYS: &'static [(Array, usize)] = &[(Array::Ticket, 1), (Array::Want, 1)];
    const FIGURE: &'static Figure = &FIGURE_2_UNSHADED;

    fn private(&self, p: usize) -> Vec<Private> {
        use kfcfs::Line::{Guess, GuessStore, L14Load, L15Store, L13, L14, L15, L16, L21, L24};
        let it = &self.processes[p];
        let chooses = matches!(it.line, Guess | L15 | L15Store);
        let has_one = matches!(it.line, GuessStore | L14 | L15 | L16 | L21 | L24);
        vec![
            process(
                !matches!(it.line, L13 | L14Load | GuessStore | L15Store | L24),
                it.i,
            ),
            ("max", chooses.then(|| number(it.choice.largest()))),
            ("ticket", has_one.then(|| number(it.ticket))),
            set(it.line == L21, &it.predecessor_set),
        ]
    }
}

impl<const N: usize> Shown for Fife<N> {
    const ARRAYS: &'static [(Array, usize)] =
        &[(Array::Ticket, 1), (Array::Want, 1), (Array::Capture, 1)];
    const FIGURE: &'static Figure = &FIGURE_2;

    fn private(&self, p: usize) -> Vec<Private> {
        use fife::Line::{
            Guess, GuessStore, L14Load, L15Store, L13, L14, L15, L16, L21, L22, L23, L24,
        };
        let it = &self.processes[p];
        let chooses = matches!(it.line, Guess | L15 | L15Store);
        let has_one = matches!(
            it.line,
            GuessStore | L14 | L15 | L16 | L21 | L22 | L23 | L24
        );
        let waits = matches!(it.line, L21 | L22);
        vec![
            process(
                !matches!(it.line, L13 | L14Load | GuessStore | L15Store | L24),
                it.i,
            ),
            ("max", chooses.then(|| number(it.choice.largest()))),
            ("ticket", has_one.then(|| number(it.ticket))),
            set(waits, &it.predecessor_set),
            ("captured", waits.then(|| it.captured.to_string())),
        ]
    }
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
        use safe_fife::Line::{
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
            process(!alone, it.i),
            ("max", chooses.then(|| number(it.choice.largest()))),
            ("ticket", has_one.then(|| number(it.ticket))),
            ("first place", between.then(|| number(it.first))),
            (
                "new place",
                placed.then(|| ["first", "second"][it.place % 2].into()),
            ),
            set(waits, &it.predecessor_set),
            ("captured", waits.then(|| it.captured.to_string())),
        ]
    }
}

impl<M: Shown, const N: usize> Shown for Safely<M, N> {
    const ARRAYS: &'static [(Array, usize)] = M::ARRAYS;
    const MORE: &'static [Array] = M::MORE;
    const FIGURE: &'static Figure = M::FIGURE;

    fn private(&self, p: usize) -> Vec<Private> {
        self.machine.private(p)
    }
}

impl<M: Shown, T: Twist<M>> Shown for Mutant<M, T> {
    const ARRAYS: &'static [(Array, usize)] = M::ARRAYS;
    const MORE: &'static [Array] = M::MORE;
    const FIGURE: &'static Figure = M::FIGURE;

    fn private(&self, p: usize) -> Vec<Private> {
        self.machine().private(p)
    }
}
