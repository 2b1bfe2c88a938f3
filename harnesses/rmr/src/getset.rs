//! What a `getset` of the grid takes, by how many have ever joined.

use doorway_proofs::active_set::{ActiveSet, Grid, Operation};
use doorway_proofs::machine::{Array, Kind};
use fastrand::Rng;
use serde::Serialize;

/// For how many there is room: more than are ever let in, so that no diagonal is the last.
const SLOTS: usize = 32;

/// Steps, by what they read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Getset {
    /// How many have joined, K.
    pub joined: usize,
    /// Loads of X: whether anybody came to a splitter.
    pub x: usize,
    /// Loads of who stopped there.
    pub owners: usize,
    /// Loads of flags.
    pub flags: usize,
    /// How many splitters somebody came to.
    pub visited: usize,
    /// The most splitters that one walked over.
    pub walked: usize,
    /// Who was found.
    pub found: usize,
}

impl Getset {
    /// All of them.
    pub fn steps(&self) -> usize {
        self.x + self.owners + self.flags
    }

    /// As many as the header of the lock's `active_set/grid.rs` says, at most.
    pub fn bound(&self) -> usize {
        (self.joined + 1) * (self.joined + 2) / 2 + self.visited + self.joined - 1
    }
}

/// Lets so many join, one after the other or as chance has it, and counts the steps of a `getset` of one of them.
///
/// # Panics
///
/// If there is not enough room for them.
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

/// Over how many splitters each has walked.
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
