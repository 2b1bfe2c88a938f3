//! Which accesses are remote, by the paper's definitions (Danek, section 2), a variable at a time.

use doorway_proofs::machine::{Access, Array, Kind};
use serde::Serialize;

/// A model of shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Model {
    /// Cache-coherent, write-through and write-invalidate: every write is remote and invalidates the others' copies; a read is remote without a copy.
    WriteThrough,
    /// Cache-coherent, write-back and write-invalidate: a write is remote unless the writer has the only copy, written by itself.
    WriteBack,
    /// Distributed: an access is remote unless the variable lives with the process.
    Dsm,
}

/// All of them.
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

/// Where variables live in the DSM model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Homes {
    /// As the papers say: `Want[i][p]` and `Capture[i][p]` with p.
    #[default]
    AsStated,
    /// With their writer: what the papers' layout is there to avoid.
    AtWriter,
}

/// Who has a copy of a variable. There are at most 64 processes.
#[derive(Clone, Copy, Debug, Default)]
struct Copies {
    holders: u64,
    /// Whether the only copy is newer than the memory: write-back only.
    dirty: bool,
}

/// Says which accesses are remote.
#[derive(Clone, Debug)]
pub struct Meter {
    processes: usize,
    homes: Homes,
    copies: Vec<Copies>,
}

impl Meter {
    /// For at most 64 processes, whose caches are empty.
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

    /// p makes the access. 1 for each model in which it is remote.
    ///
    /// The two cache models have the same copies: they differ in what a write costs, not in whom it invalidates.
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
