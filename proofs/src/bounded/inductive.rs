//! The inductive invariant of Lemma 4 (k-exclusion) as executable Rust, on atomic timestamps: the
//! same conjuncts, under the same names, as in `proof/invariant.rs`.

use super::{BoundedOf, Line, Process, Variant};
use crate::machine::{Access, Array, Kind, Machine};
use crate::timestamps::atomic::Atomic;
use crate::timestamps::stamps::Stamps;

/// The ghost: whether the last load of `Reveal[p]` in line 4e by i that returned true came after the
/// last line 5 of p, by i, then p.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fresh<const N: usize>(pub [[bool; N]; N]);

impl<const N: usize> Fresh<N> {
    /// At first.
    pub fn start() -> Self {
        Fresh([[false; N]; N])
    }

    /// Records the next step of p, whose load returns `loaded`.
    pub fn record<V: Variant>(&mut self, model: &BoundedOf<Atomic, V, N>, p: usize, loaded: u64) {
        let it = &model.processes[p];
        match it.line {
            Line::L4e if loaded != 0 => self.0[p][it.i] = true,
            Line::L5 => (0..N).for_each(|i| self.0[i][p] = false),
            _ => {}
        }
    }
}

/// A state with its ghost.
#[derive(Debug)]
pub struct State<'a, V: Variant, const N: usize> {
    /// The state of the model.
    pub model: &'a BoundedOf<Atomic, V, N>,
    /// The ghost.
    pub fresh: &'a Fresh<N>,
}

impl<V: Variant, const N: usize> State<'_, V, N> {
    fn it(&self, p: usize) -> &Process<Atomic, V, N> {
        &self.model.processes[p]
    }

    /// Whether p is at `line` for i.
    fn at(&self, p: usize, line: Line, i: usize) -> bool {
        self.it(p).line == line && self.it(p).i == i
    }

    fn is_older(&self, i: usize, p: usize) -> bool {
        let access = Access::of(Kind::Load, Array::Stamps, p, p);
        Atomic::read(&self.model.registers.stamps, &access) >> i & 1 == 1
    }

    /// Whether p has its label, and has not begun its exit.
    fn is_engaged(&self, p: usize) -> bool {
        (Line::Reset..=Line::Critical).contains(&self.it(p).line)
    }

    /// Whether p has made line 5, and not yet line 13.
    fn is_revealed(&self, p: usize) -> bool {
        (Line::L6..=Line::L13).contains(&self.it(p).line)
    }

    /// Whether p has left the waiting loop for the critical section.
    fn is_past(&self, p: usize) -> bool {
        matches!(self.it(p).line, Line::L12 | Line::Critical)
    }

    fn waits(&self, p: usize) -> bool {
        (Line::L11Compete..=Line::L11Allow).contains(&self.it(p).line)
    }

    /// Whether i is ahead of p.
    fn is_ahead(&self, i: usize, p: usize) -> bool {
        i != p && self.is_engaged(i) && self.is_older(i, p)
    }

    /// Whether fewer than k processes are ahead of p.
    fn has_few(&self, p: usize) -> bool {
        (0..N).filter(|&i| self.is_ahead(i, p)).count() < self.model.k
    }

    fn has_made(&self, p: usize, line: Line, i: usize) -> bool {
        let it = self.it(p);
        it.line > line || (it.line == line && i < it.i)
    }

    fn observation_1(&self, p: usize, i: usize) -> bool {
        let competes = self.has_made(p, Line::L1, i) && !self.has_made(p, Line::L15, i);
        self.model.registers.compete[p][i] == competes
    }

    fn observation_2(&self, p: usize, i: usize) -> bool {
        let ignored = self.has_made(p, Line::L2, i) && !self.has_made(p, Line::L8, i);
        self.model.registers.ignore[p][i] == ignored
    }

    fn observation_3(&self, p: usize) -> bool {
        self.model.registers.reveal[p] == self.is_revealed(p)
    }

    /// The latch: i has left, and is not ahead of p.
    fn latch(&self, i: usize, p: usize) -> bool {
        let has_reset = self.is_engaged(p) && self.has_made(p, Line::Reset, i);
        !(self.model.registers.gone[i][p] && has_reset && self.is_ahead(i, p))
    }

    /// From 4c to 4e, the second cell is false; from 4d to 4e, so is `Allow`.
    fn rewrites(&self, i: usize, p: usize) -> bool {
        let it = self.it(i);
        let second = (Line::L4c..=Line::L4eStore).contains(&it.line) && it.i == p;
        let allow = (Line::L4d..=Line::L4e).contains(&it.line) && it.i == p;
        let registers = &self.model.registers;
        !(second && registers.discover[1][i][p] || allow && registers.allow[i][p])
    }

    /// What i has told p since p's line 5 comes from a scan after p's label.
    fn tells_right(&self, i: usize, p: usize) -> bool {
        !(self.fresh.0[i][p] && self.is_revealed(p) && self.is_ahead(i, p))
            || ((self.it(i).line <= Line::L6 || self.it(i).order >> p & 1 == 0)
                && (!self.has_made(i, Line::L7, p) || self.model.registers.order[i][p]))
    }

    /// The discovery of p by i is not from an earlier passage of p, or is being taken back.
    fn is_stale(&self, i: usize, p: usize) -> bool {
        !self.model.registers.discover[0][i][p]
            || (!self.model.registers.discover[1][i][p] && !self.at(i, Line::L4eStore, p))
    }

    /// p has reset both cells of i in an exit, and i has not discovered it since.
    fn is_undiscovered(&self, i: usize, p: usize) -> bool {
        let it = self.it(p);
        let line = it.line;
        line <= Line::L5
            || (line <= Line::L13 && !self.fresh.0[i][p])
            || (line == Line::L14a && i < it.i)
            || (line == Line::L14b && i <= it.i)
            || line > Line::L14b
    }

    fn lemma_3(&self, i: usize, p: usize) -> bool {
        let second = !self.model.registers.discover[1][i][p] && !self.at(i, Line::L4eStore, p);
        let (line, of_i) = (self.it(p).line, self.it(p).i == i);
        let fresh = self.fresh.0[i][p];
        (!self.is_undiscovered(i, p) || self.is_stale(i, p))
            && match line {
                Line::L11aSecond | Line::L11bSecond if of_i => fresh || second,
                Line::L11Ignore | Line::L11Allow | Line::L11Order if of_i => fresh,
                _ => true,
            }
    }

    /// At the load of `Order<[i][p]`, i has told p.
    fn has_told(&self, i: usize, p: usize) -> bool {
        !self.at(p, Line::L11Order, i) || !self.is_ahead(i, p) || self.has_made(i, Line::L7, p)
    }

    fn allows_right(&self, i: usize, p: usize) -> bool {
        let is_relevant = self.fresh.0[i][p] && self.is_revealed(p) && self.is_engaged(p);
        !(is_relevant && self.model.registers.allow[i][p]) || self.has_few(p)
    }

    fn precede_right(&self, i: usize, p: usize) -> bool {
        let it = self.it(p);
        let listed = matches!(it.line, Line::L7 | Line::L8);
        !self.is_ahead(i, p)
            || ((!listed || it.order >> i & 1 == 1) && (!self.waits(p) || it.precede >> i & 1 == 1))
    }

    /// The conjuncts that do not hold.
    pub fn broken(&self) -> Vec<&'static str> {
        let mut broken = Vec::new();
        let mut check = |holds: bool, name| {
            if !holds {
                broken.push(name);
            }
        };
        for p in 0..N {
            check(self.observation_3(p), "observation 3");
            check(!self.is_past(p) || self.has_few(p), "few");
            for i in (0..N).filter(|&i| i != p) {
                check(self.observation_1(p, i), "observation 1");
                check(self.observation_2(p, i), "observation 2");
                check(self.latch(i, p), "latch");
                check(self.rewrites(i, p), "rewrites");
                check(self.tells_right(i, p), "tells right");
                check(self.lemma_3(i, p), "lemma 3");
                check(self.has_told(i, p), "has told");
                check(self.allows_right(i, p), "allows right");
                check(self.precede_right(i, p), "precede right");
            }
        }
        broken
    }
}

/// The step of p from the state, with its ghost.
pub fn step<V: Variant, const N: usize>(
    model: &BoundedOf<Atomic, V, N>,
    fresh: &Fresh<N>,
    p: usize,
) -> (BoundedOf<Atomic, V, N>, Fresh<N>) {
    let (mut next, mut ghost) = (*model, *fresh);
    let access = model.next(p).filter(|access| access.kind == Kind::Load);
    let loaded = access.map_or(0, |access| model.read(&access));
    ghost.record(model, p, loaded);
    next.step(p, loaded);
    (next, ghost)
}
