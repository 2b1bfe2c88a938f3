//! Zehavi's Algorithm 1 with the latch, on atomic registers and atomic timestamps: N processes that
//! run the program of `proof/program.rs`, for every N and every k.

use crate::bounded::program::Line;
use doorway_core::logic::prelude::*;
use program::{
    after_label, after_load, after_scan, after_store, may_load, may_store, turns, Cell, Local, Slot,
};

mod ahead;
mod discover;
mod enabled;
pub mod executed;
mod invariant;
mod lines;
mod observations;
mod order;
pub mod program;
mod relevant;
mod theorem;

/// The processes, the registers by writer and home, the timestamps, and the ghost `fresh`.
pub struct State {
    /// The number of processes.
    pub n: Int,
    /// The number of processes that may be inside.
    pub k: Int,
    /// The local states.
    pub local: Mapping<Int, Local>,
    /// `Compete`.
    pub compete: Mapping<Int, Mapping<Int, bool>>,
    /// `Ignore`.
    pub ignore: Mapping<Int, Mapping<Int, bool>>,
    /// `Order<`.
    pub order: Mapping<Int, Mapping<Int, bool>>,
    /// `Reveal`.
    pub reveal: Mapping<Int, bool>,
    /// `Allow`.
    pub allow: Mapping<Int, Mapping<Int, bool>>,
    /// The first cells of `Discover`.
    pub first: Mapping<Int, Mapping<Int, bool>>,
    /// The second cells.
    pub second: Mapping<Int, Mapping<Int, bool>>,
    /// The latch.
    pub gone: Mapping<Int, Mapping<Int, bool>>,
    /// The timestamps: whether the last label of the one came before the last label of the other.
    pub older: Mapping<Int, Mapping<Int, bool>>,
    /// A ghost, by i, then p: whether a load of `Reveal[p]` by i in line 4e has returned true since
    /// the last line 5 of p.
    pub fresh: Mapping<Int, Mapping<Int, bool>>,
}

/// `f` with `value` at w, h.
#[logic(open)]
pub fn put(
    f: Mapping<Int, Mapping<Int, bool>>,
    w: Int,
    h: Int,
    value: bool,
) -> Mapping<Int, Mapping<Int, bool>> {
    f.set(w, f[w].set(h, value))
}

impl State {
    /// p's slot.
    #[logic(open)]
    pub fn slot(self, p: Int) -> Slot {
        Slot {
            p,
            n: self.n,
            k: self.k,
        }
    }

    /// Whether p is a process.
    #[logic(open)]
    pub fn has(self, p: Int) -> bool {
        0 <= p && p < self.n
    }

    /// The value in a register.
    #[logic(open)]
    pub fn held(self, cell: Cell) -> bool {
        match cell {
            Cell::Compete(w, h) => self.compete[w][h],
            Cell::Ignore(w, h) => self.ignore[w][h],
            Cell::Order(w, h) => self.order[w][h],
            Cell::Reveal(w) => self.reveal[w],
            Cell::Allow(w, h) => self.allow[w][h],
            Cell::First(w, h) => self.first[w][h],
            Cell::Second(w, h) => self.second[w][h],
            Cell::Gone(w, h) => self.gone[w][h],
        }
    }

    /// The state after a store.
    #[logic(open)]
    pub fn stored(self, cell: Cell, value: bool) -> Self {
        match cell {
            Cell::Compete(w, h) => State {
                compete: put(self.compete, w, h, value),
                ..self
            },
            Cell::Ignore(w, h) => State {
                ignore: put(self.ignore, w, h, value),
                ..self
            },
            Cell::Order(w, h) => State {
                order: put(self.order, w, h, value),
                ..self
            },
            Cell::Reveal(w) => State {
                reveal: self.reveal.set(w, value),
                fresh: |i| |p| self.fresh[i][p] && !(p == w && value),
                ..self
            },
            Cell::Allow(w, h) => State {
                allow: put(self.allow, w, h, value),
                ..self
            },
            Cell::First(w, h) => State {
                first: put(self.first, w, h, value),
                ..self
            },
            Cell::Second(w, h) => State {
                second: put(self.second, w, h, value),
                ..self
            },
            Cell::Gone(w, h) => State {
                gone: put(self.gone, w, h, value),
                ..self
            },
        }
    }

    /// The state after p has become `it`.
    #[logic(open)]
    pub fn with(self, p: Int, it: Local) -> Self {
        State {
            local: self.local.set(p, it),
            ..self
        }
    }

    /// Whether p loads `cell`, and the ghost records line 4e.
    #[logic(open)]
    pub fn loads(self, next: Self, p: Int, cell: Cell) -> bool {
        pearlite! {
            let it = self.local[p];
            let loaded = self.held(cell);
            let fresh = if it.line == Line::L4e && loaded { put(self.fresh, p, it.i, true) } else { self.fresh };
            may_load(self.slot(p), it, cell)
                && next == State { fresh, ..self.with(p, after_load(self.slot(p), it, loaded)) }
        }
    }

    /// Whether p stores `value` to `cell`.
    #[logic(open)]
    pub fn stores(self, next: Self, p: Int, cell: Cell, value: bool) -> bool {
        pearlite! {
            let it = self.local[p];
            may_store(self.slot(p), it, cell, value)
                && next == self.stored(cell, value).with(p, after_store(self.slot(p), it))
        }
    }

    /// Whether p labels: every other label is then older.
    #[logic(open)]
    pub fn labels(self, next: Self, p: Int) -> bool {
        pearlite! {
            let it = self.local[p];
            let older = |a| |b| if a == p { false } else { b == p || self.older[a][b] };
            it.line == Line::L3
                && next == State { older, ..self.with(p, after_label(self.slot(p), it)) }
        }
    }

    /// Whether p scans: it lists before it the processes with older labels.
    #[logic(open)]
    pub fn scans(self, next: Self, p: Int) -> bool {
        pearlite! {
            let it = self.local[p];
            let order = |i| self.older[i][p];
            it.line == Line::L6 && next == self.with(p, after_scan(self.slot(p), it, order))
        }
    }

    /// Whether a step of p leads to `next`: an access, a label, a scan, or none of them.
    #[logic(open)]
    pub fn steps(self, next: Self, p: Int) -> bool {
        pearlite! {
            self.has(p) && (
                (exists<cell> self.loads(next, p, cell))
                || (exists<cell, value> self.stores(next, p, cell, value))
                || self.labels(next, p)
                || self.scans(next, p)
                || (exists<it> turns(self.slot(p), self.local[p], it) && next == self.with(p, it))
            )
        }
    }

    /// Whether this is the initial state. `Order<`, `Allow` and the latch may have any values.
    #[logic(open)]
    pub fn is_initial(self) -> bool {
        pearlite! {
            0 < self.k
                && (forall<p> self.local[p].line == Line::Remainder && !self.reveal[p])
                && (forall<a, b> !self.compete[a][b] && !self.ignore[a][b] && !self.first[a][b] && !self.second[a][b])
                && (forall<a, b> !self.fresh[a][b] && self.older[a][b] == (a < b))
        }
    }
}
