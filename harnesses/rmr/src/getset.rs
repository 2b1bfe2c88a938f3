//! The cost of a `getset` of the grid, by the number of processes that have ever joined.

use doorway_proofs::active_set::{ActiveSet, Grid, Operation};
use doorway_proofs::machine::{Array, Kind};
use fastrand::Rng;
use serde::Serialize;

/// The number of slots: more than ever join, so that no diagonal is the last.
const SLOTS: usize = 32;

/// The steps of a `getset`, by the registers they load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Getset {
    /// The number of processes that have joined, K.
    pub joined: usize,
    /// Loads of X: whether a process has reached a splitter.
    pub x: usize,
    /// Loads of the process that stopped at a splitter.
    pub owners: usize,
    /// Loads of flags.
    pub flags: usize,
    /// The number of splitters that a process has reached.
    pub visited: usize,
    /// The most splitters that a process has walked over.
    pub walked: usize,
    /// The number of processes found.
    pub found: usize,
}

impl Getset {
    /// The number of all steps.
    pub fn steps(&self) -> usize {
        self.x + self.owners + self.flags
    }

    /// The most steps, by the bound in the header of the lock's `active_set/grid.rs`.
    pub fn bound(&self) -> usize {
        (self.joined + 1) * (self.joined + 2) / 2 + self.visited + self.joined - 1
    }
}

/// Counts the steps of a `getset` after `joined` processes have joined, one after the other or in random steps.
///
/// # Panics
///
/// If there are not enough slots for them.
pub fn getset(joined: usize, chance: Option<&mut Rng>) -> Getset {
    assert!((1..SLOTS).contains(&joined), "1 ≤ K < {SLOTS}");
    let mut set = Grid::<SLOTS>::new();
    let walks = join(&mut set, joined, chance);
    let came = set.x.iter().flatten().filter(|&&name| name != 0);
    let mut seen = Getset {
        joined,
        visited: came.count(),
        walked: walks.into_iter().max().unwrap_or(0),
        ..Getset::default()
    };
    let me = joined - 1;
    set.begin(me, Operation::GetSet);
    loop {
        let access = set.next(me);
        match access.array {
            Array::X => seen.x += 1,
            Array::Owner => seen.owners += 1,
            _ => seen.flags += 1,
        }
        let loaded = set.read(&access);
        let outcome = set.step(me, loaded);
        seen.found += usize::from(outcome.found.is_some());
        if outcome.done {
            return seen;
        }
    }
}

/// Joins the processes, and returns the number of splitters each has walked over.
fn join(set: &mut Grid<SLOTS>, joined: usize, mut chance: Option<&mut Rng>) -> Vec<usize> {
    let mut walks = vec![0; joined];
    let mut walking: Vec<usize> = (0..joined).collect();
    for &p in &walking {
        set.begin(p, Operation::Join);
    }
    while !walking.is_empty() {
        let at = chance.as_mut().map_or(0, |rng| rng.usize(..walking.len()));
        let p = walking[at];
        let access = set.next(p);
        let is_store = access.kind != Kind::Load;
        walks[p] += usize::from(access.array == Array::X && is_store);
        let loaded = set.read(&access);
        if set.step(p, loaded).done {
            walking.remove(at);
        }
    }
    walks
}
