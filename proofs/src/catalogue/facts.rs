//! The facts of a lock, as data.

use super::{CodeChange, CodeMutant, Ending, Extent, Row, Scene, LOCKS};
use core::fmt;
use doorway_core::ticket::Ticket;

/// The facts of a lock, as data: the `facts.rs` of its folder.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its type in `doorway`.
    pub type_name: &'static str,
    /// Its module in `doorway`, and here; its chapter of the book has the same name.
    pub module: &'static str,
    /// Paper and figure.
    pub from: &'static str,
    /// The theorem that claims its properties.
    pub theorem: &'static str,
    /// How many may hold it.
    pub holders: Holders,
    /// The type, `Mutex` or `Semaphore`, whose default algorithm it is.
    pub default_of: Option<&'static str>,
    /// The order in which processes enter.
    pub order: &'static str,
    /// How many registers it has.
    pub registers: &'static str,
    /// What its registers may be.
    pub register_kind: &'static str,
    /// How long its tickets last.
    pub tickets: &'static str,
    /// Whether repeated cancellation by other processes can starve a waiter.
    pub cancelling_starves: bool,
    /// The accesses of an uncontended passage, after the first passage of its slot.
    pub uncontended: Cost,
    /// Remote memory references of a passage.
    pub rmr: Rmr,
    /// How many fences there are in its doorway, announcement, scan, entry and exit, on the default memory, besides those of an active set.
    pub fences: [usize; 5],
    /// What loads return where the code is run beside the model. On an active set: on flags.
    pub scripts: Scripts,
    /// What loom explores of its code.
    pub scenes: &'static [Scene],
    /// Changes of its code, each with how loom ends: every fence, and every ordering.
    pub code_mutants: &'static [CodeMutant],
    /// Changes of its sources after which a named proof must fail.
    pub patches: &'static [Patch],
    /// Its models: the first is the lock as written; then other variants; then the mutants.
    pub models: &'static [Row],
}

/// A lock, and the active set that it is on: what [`each_algorithm!`](crate::each_algorithm) hands to its block.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// The lock.
    pub facts: &'static Facts,
    /// The name of the set; none if the lock is on none.
    pub set: &'static str,
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.facts.type_name)?;
        match self.set {
            "" => Ok(()),
            set => write!(f, " on {}", set.to_lowercase()),
        }
    }
}

/// A mutant for the prover: a change of a source file, after which a named proof must fail. `cargo doorway verify --mutants` makes it in a copy.
#[derive(Clone, Copy, Debug)]
pub struct Patch {
    /// Its name.
    pub name: &'static str,
    /// The file.
    pub file: &'static str,
    /// The text whose first occurrence is replaced.
    pub replaced: &'static str,
    /// The text that replaces it.
    pub by: &'static str,
    /// The function or lemma of which goals must be left unproved.
    pub fails: &'static str,
}

/// How many may hold a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holders {
    /// One.
    One,
    /// k, chosen when the lock is made.
    Any,
}

impl Facts {
    /// Whether k is chosen when the lock is made.
    pub const fn any_k(&self) -> bool {
        matches!(self.holders, Holders::Any)
    }

    /// What loom explores of its code, of this extent.
    pub fn scenes_of(&self, extent: Extent) -> impl Iterator<Item = &'static Scene> {
        let all = self.scenes.iter();
        all.filter(move |scene| scene.extent() == extent)
    }

    /// Its code mutants, and the two that every lock has: all stores, and all loads, Relaxed.
    pub fn code_mutants(&self) -> impl Iterator<Item = CodeMutant> {
        let of_all = [CodeChange::RelaxedStores, CodeChange::RelaxedLoads];
        let of_all = of_all.map(|change| CodeMutant::new(change, Ending::Race));
        of_all.into_iter().chain(self.code_mutants.iter().copied())
    }

    /// The lock as written.
    pub fn model(&self) -> &'static Row {
        &self.models[0]
    }
}

/// What loads return where the code is run beside the model, with every script: the first `loads` of them return any of `values`, in any order.
#[derive(Clone, Copy, Debug)]
pub struct Scripts {
    /// What a load returns.
    pub values: &'static [Ticket],
    /// How many loads.
    pub loads: usize,
    /// How often the process polls before it cancels, with N = 2.
    pub polls: usize,
}

/// How many remote memory references a passage makes at most, for every schedule without cancelling and every k.
///
/// The papers say Θ(N). The constants are counted line by line. In the DSM model an access is remote or it is not. In the cache models, a
/// process in its waiting loop makes a remote reference only when a register was written since its last load of it.
#[derive(Clone, Copy, Debug)]
pub struct Rmr {
    /// What the paper says.
    pub paper: &'static str,
    /// Whether a waiter reads its own registers only, where the paper places them.
    pub local: bool,
    /// Whether the bounds are in the number of processes that ever contend, and not in N.
    pub adapts: bool,
    /// In the cache models.
    pub cached: Bound,
    /// In the DSM model; none if there is no bound.
    pub distributed: Option<Bound>,
}

/// The accesses of an uncontended passage of the code, on the default memory with the default way of waiting; on the grid if the lock has an active set.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Loads, in N.
    pub loads: Bound,
    /// Stores, in N.
    pub stores: Bound,
    /// Fences.
    pub fences: usize,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.fences == 1 { "" } else { "s" };
        write!(
            f,
            "{} stores, {} loads, {} fence{plural}",
            self.stores.with('N'),
            self.loads.with('N'),
            self.fences
        )
    }
}

/// At most aK² + bK + c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound(pub i64, pub i64, pub i64);

impl Bound {
    /// For K = `k`.
    pub fn of(self, k: usize) -> u64 {
        let k = k as i64;
        let Bound(a, b, c) = self;
        (a * k * k + b * k + c).max(0).unsigned_abs()
    }

    /// The formula, with this letter for K.
    pub fn with(self, letter: char) -> impl fmt::Display {
        Formula(self, letter)
    }
}

struct Formula(Bound, char);

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Formula(Bound(a, b, c), letter) = *self;
        if a != 0 {
            write!(f, "{a}{letter}² + ")?;
        }
        match b {
            0 => return write!(f, "{c}"),
            1 => write!(f, "{letter}")?,
            b => write!(f, "{b}{letter}")?,
        }
        match c {
            0 => Ok(()),
            c if c < 0 => write!(f, " - {}", -c),
            c => write!(f, " + {c}"),
        }
    }
}

/// The patches of all locks, and of what they share.
pub fn patches() -> impl Iterator<Item = &'static Patch> {
    SHARED
        .iter()
        .chain(LOCKS.iter().flat_map(|facts| facts.patches))
}

/// Changes of what the locks share.
const SHARED: &[Patch] = &[
    Patch {
        name: "tie-break",
        file: "verified/core/src/ticket.rs",
        replaced: "id < other)",
        by: "id <= other)",
        fails: "ticket::precedes",
    },
    Patch {
        name: "tie-break-defined",
        file: "verified/core/src/logic/ticket.rs",
        replaced: "id < other)",
        by: "id <= other)",
        fails: "logic::ticket::irreflexive",
    },
    Patch {
        name: "choice-not-larger",
        file: "verified/core/src/ticket.rs",
        replaced: "Ok(self.largest + 1)",
        by: "Ok(self.largest)",
        fails: "ticket::impl_Choice::take",
    },
    Patch {
        name: "waits-for-itself-only",
        file: "verified/core/src/predecessors.rs",
        replaced: "= i != me;",
        by: "= i == me;",
        fails: "predecessors::everyone_but",
    },
    Patch {
        name: "k-plus-one",
        file: "verified/core/src/capture.rs",
        replaced: "(predecessors) < k",
        by: "(predecessors) <= k",
        fails: "capture::may_enter",
    },
    Patch {
        name: "captures-its-equals",
        file: "verified/core/src/capture.rs",
        replaced: "    ticket < entered",
        by: "    ticket <= entered",
        fails: "capture::overtaken",
    },
    Patch {
        name: "label-digit-goes-back",
        file: "verified/core/src/label.rs",
        replaced: "        _ => 3,",
        by: "        _ => 4,",
        fails: "label::next",
    },
    Patch {
        name: "label-threshold",
        file: "verified/core/src/label.rs",
        replaced: "&labels[m], h) < N - h {",
        by: "&labels[m], h) + 1 < N - h {",
        fails: "label::place",
    },
    Patch {
        name: "label-keeps-the-digit",
        file: "verified/core/src/label.rs",
        replaced: "{ next(label[i]) }",
        by: "{ label[i] }",
        fails: "label::moved",
    },
    Patch {
        name: "label-packs-its-own-tag",
        file: "verified/core/src/label.rs",
        replaced: "let tag = tags[if i < me",
        by: "let tag = tags[if i <= me",
        fails: "label::pack",
    },
    Patch {
        name: "label-unpacks-its-own-tag",
        file: "verified/core/src/label.rs",
        replaced: "        tags[if i < me",
        by: "        tags[if i <= me",
        fails: "label::unpack",
    },
    Patch {
        name: "allow-by-one-cell",
        file: "verified/core/src/allow.rs",
        replaced: "    discovered.0 && discovered.1 && allow",
        by: "    discovered.0 && allow",
        fails: "allow::allows",
    },
    Patch {
        name: "allow-ignores-ignore",
        file: "verified/core/src/allow.rs",
        replaced: "    discovered.0 && discovered.1 && !ignore && !order",
        by: "    discovered.0 && discovered.1 && !order",
        fails: "allow::is_after",
    },
    Patch {
        name: "snapshot-picks-the-announced",
        file: "verified/core/src/snapshot.rs",
        replaced: "color == announced",
        by: "color == tag",
        fails: "snapshot::pick",
    },
    Patch {
        name: "snapshot-colors-overlap",
        file: "verified/core/src/snapshot.rs",
        replaced: "!(3 << at)",
        by: "!(7 << at)",
        fails: "snapshot::with_color",
    },
    Patch {
        name: "snapshot-color-of-another",
        file: "verified/core/src/snapshot.rs",
        replaced: "colors >> place(me, q) & 3",
        by: "colors >> place(q, me) & 3",
        fails: "snapshot::color_for",
    },
    Patch {
        name: "snapshot-tag-of-the-first",
        file: "verified/core/src/snapshot.rs",
        replaced: "    if first == second {",
        by: "    if first <= second {",
        fails: "snapshot::tag",
    },
    Patch {
        name: "snapshot-lists-the-last-only",
        file: "verified/core/src/snapshot.rs",
        replaced: "before = with(before, q)",
        by: "before = with(0, q)",
        fails: "snapshot::listed_before",
    },
    Patch {
        name: "pair-no-announcement",
        file: "proofs/src/timestamps/pair.rs",
        replaced: "self.picks(wish, self.announced)",
        by: "self.picks(wish, self.color)",
        fails: "timestamps::pair::impl_Pair_V::scans",
    },
    Patch {
        name: "pair-no-announcement-apart",
        file: "proofs/src/timestamps/pair.rs",
        replaced: "self.picks(wish, announced)",
        by: "self.picks(wish, self.color)",
        fails: "timestamps::pair::impl_Pair_V::scans",
    },
    Patch {
        name: "pair-saved-ignored",
        file: "proofs/src/timestamps/pair.rs",
        replaced: "Some(self.saved)",
        by: "Some(self.main)",
        fails: "timestamps::pair::impl_Pair_V::scans",
    },
    Patch {
        name: "pair-collect-ignores-the-tag",
        file: "proofs/src/timestamps/pair.rs",
        replaced: "self.tag == self.color {",
        by: "self.tag == self.color && self.apart {",
        fails: "timestamps::pair::impl_Pair_V::scans",
    },
    Patch {
        name: "pair-saves-late",
        file: "proofs/src/timestamps/pair.rs",
        replaced: "self.main = self.main.next();",
        by: "self.main = self.main.next(); self.saved = self.main;",
        fails: "timestamps::pair::impl_Pair_V::updates",
    },
    Patch {
        name: "pair-no-bottom",
        file: "proofs/src/timestamps/pair.rs",
        replaced: "let tag = tag(first, self.color);",
        by: "let tag = self.color;",
        fails: "timestamps::pair::impl_Pair_V::updates",
    },
    Patch {
        name: "pair-no-bottom-earlier",
        file: "proofs/src/timestamps/pair.rs",
        replaced: "let tag = tag(first, self.color);",
        by: "let tag = first;",
        fails: "timestamps::pair::impl_Pair_V::updates",
    },
    Patch {
        name: "set-without-two",
        file: "verified/core/src/set.rs",
        replaced: "!(1 << i)",
        by: "!(3 << i)",
        fails: "set::without",
    },
    Patch {
        name: "timestamps-saves-for-itself",
        file: "verified/core/src/timestamps.rs",
        replaced: "Place::between(Array::Saved, me, q)",
        by: "Place::between(Array::Saved, q, me)",
        fails: "timestamps::update",
    },
    Patch {
        name: "timestamps-stores-another-main",
        file: "verified/core/src/timestamps.rs",
        replaced: "port.store(Place::of(Array::Colors, me), colors)",
        by: "port.store(Place::of(Array::Colors, q), colors)",
        fails: "timestamps::collect",
    },
    Patch {
        name: "bounded-reads-its-own-ignore",
        file: "verified/core/src/bounded.rs",
        replaced: "Place::between(Array::Ignore, i, me)",
        by: "Place::between(Array::Ignore, me, i)",
        fails: "bounded::has_passed",
    },
    Patch {
        name: "bounded-discovers-for-others",
        file: "verified/core/src/bounded.rs",
        replaced: "port.store(discover(i, me, 0), FALSE); // 14a",
        by: "port.store(discover(i, me, 0), TRUE); // 14a",
        fails: "bounded::exit",
    },
    Patch {
        name: "splitter-stops-others",
        file: "verified/core/src/splitter.rs",
        replaced: "    x == name(me)",
        by: "    x != name(me)",
        fails: "splitter::stops",
    },
    Patch {
        name: "model-step-without-its-store",
        file: "proofs/src/machine/model.rs",
        replaced: "self.registers.write(&access, value);",
        by: "",
        fails: "machine::model::impl_Machine_for_Model_R_P::step",
    },
    Patch {
        name: "model-step-of-another-process",
        file: "proofs/src/machine/model.rs",
        replaced: "self.processes[p] = process.advance(slot, loaded);",
        by: "self.processes[0] = process.advance(slot, loaded);",
        fails: "machine::model::impl_Machine_for_Model_R_P::step",
    },
];
