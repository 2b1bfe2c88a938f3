//! The models of the active sets.

use super::{ActiveSet, Flags, Grid, GridOf, Members, NeverTurnsBack, StopsAtTheUnowned};
use crate::catalogue::{
    line, models, processes, Figure, Private, Property, Row, Scripts, Shown, Size, Tickets,
};
use crate::machine::Array;

/// As [`Facts::scripts`](crate::catalogue::Facts::scripts), for a lock on the grid with two processes: as many values as there are names.
pub const GRID_SCRIPTS: Scripts = Scripts {
    values: &[0, 1, 2],
    loads: 14,
    polls: 2,
};

/// A set.
const fn set(name: &'static str, about: &'static str) -> Row {
    Row::new(name, about)
        .one_holder(Tickets::Bounded)
        .set()
        .on_a_set()
        .lacks(&[Property::KExclusion])
}

models! {
    set("active-set-flags", "the active set as an array of flags")
        .explored(const { &[Size::new(3, 1)] })
        .daily(const { &[Size::new(2, 1), Size::new(3, 1)] }),
        |N| Members<Flags<N>, N>, [2: 2, 3: 3];
    set("active-set-grid", "the active set as flags and a grid of splitters")
        .explored(const { &[Size::new(2, 1), Size::new(3, 1).passages(&[1]).takes(20).full()] })
        .daily(const { &[Size::new(2, 1)] }),
        |N| Members<Grid<N>, N>, [2: 2, 3: 3];
    set("active-set-grid-stops-all", "splitters that stop every process that finds the door open")
        .dies_of(Property::Invariant, 2, 1, &[]),
        |N| Members<GridOf<NeverTurnsBack, N>, N>, [2: 2];
    set("active-set-grid-unowned", "a getset that ends at a diagonal on which no process has stopped")
        .dies_of(Property::Invariant, 2, 1, &[]),
        |N| Members<GridOf<StopsAtTheUnowned, N>, N>, [2: 2];
}

impl<S: ActiveSet<N>, const N: usize> Shown for Members<S, N> {
    const ARRAYS: &'static [(Array, usize)] = &[];
    const MORE: &'static [Array] = S::ARRAYS;
    const FIGURE: &'static Figure = &ACTIVE_SET;

    fn private(&self, p: usize) -> Vec<Private> {
        let found = (0..N).filter(|q| self.found[p] >> q & 1 == 1);
        vec![processes("found", true, found)]
    }
}

/// An active set, and what processes do with it.
const ACTIVE_SET: Figure = Figure {
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
