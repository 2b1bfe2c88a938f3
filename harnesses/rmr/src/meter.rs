//! Decides which accesses are remote, by the paper's definitions (Danek, section 1).
//!
//! Each variable is counted separately.

use doorway_proofs::machine::{Access, Array, Kind};
use serde::Serialize;

/// A model of shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Model {
    /// Cache-coherent, write-through and write-invalidate.
    ///
    /// Every store is remote and invalidates the other copies; a load is remote without a copy.
    WriteThrough,
    /// Cache-coherent, write-back and write-invalidate.
    ///
    /// A store is remote unless the writer has the only copy, and wrote it; a load is remote
    /// without a copy.
    WriteBack,
    /// Distributed: an access is remote unless the process is the home of the variable.
    Dsm,
}

/// All models of memory.
pub const MODELS: [Model; 3] = [Model::WriteThrough, Model::WriteBack, Model::Dsm];

impl Model {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Model::WriteThrough => "CC, write-through",
            Model::WriteBack => "CC, write-back",
            Model::Dsm => "DSM",
        }
    }
}

/// A number for each of [`MODELS`].
pub type Each = [u64; 3];

/// The home of each variable in the DSM model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Homes {
    /// As in the papers: the home of `Want[i][p]` and `Capture[i][p]` is p.
    #[default]
    AsStated,
    /// The home of a variable is its writer, which the papers' placement avoids.
    AtWriter,
}

/// The processes that have a copy of a variable, of at most 64 processes.
#[derive(Clone, Copy, Debug, Default)]
struct Copies {
    holders: u64,
    /// Whether the only copy is newer than the memory: write-back only.
    dirty: bool,
}

/// Decides which accesses are remote.
#[derive(Clone, Debug)]
pub struct Meter {
    processes: usize,
    homes: Homes,
    copies: Vec<Copies>,
}

impl Meter {
    /// A meter for at most 64 processes with empty caches.
    pub fn new(processes: usize, homes: Homes) -> Self {
        assert!(processes <= 64, "a word has a bit for each process");
        Meter {
            processes,
            homes,
            copies: vec![Copies::default(); 2 * Array::ALL * processes * processes],
        }
    }

    fn index(&self, access: &Access) -> usize {
        let array = access.array as usize;
        ((array * 2 + access.copy) * self.processes + access.writer) * self.processes + access.home
    }

    /// Whether p's cache holds the variable.
    pub fn holds(&self, p: usize, access: &Access) -> bool {
        self.copies[self.index(access)].holders & (1 << p) != 0
    }

    /// p makes the access. Returns 1 for each model in which it is remote.
    ///
    /// The two cache models have the same copies: they differ in the cost of a store, not in the
    /// copies it invalidates.
    pub fn make(&mut self, p: usize, access: &Access) -> Each {
        let at = self.index(access);
        let copies = &mut self.copies[at];
        let me = 1 << p;
        let (through, back) = match access.kind {
            Kind::Load => {
                let misses = copies.holders & me == 0;
                copies.holders |= me;
                copies.dirty &= !misses;
                (misses, misses)
            }
            Kind::Store(_) | Kind::Begin => {
                let is_mine = copies.dirty && copies.holders == me;
                *copies = Copies {
                    holders: me,
                    dirty: true,
                };
                (true, !is_mine)
            }
        };
        let home = match self.homes {
            Homes::AsStated => access.home,
            Homes::AtWriter => access.writer,
        };
        [through, back, access.array.is_common() || home != p].map(u64::from)
    }
}
