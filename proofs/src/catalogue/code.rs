//! What loom explores of the code of a lock, and the changes of it that loom or shuttle must reject.

use core::fmt;
use doorway_core::register::{Array, FenceId};

/// Threads that contend for a lock, each in a few passages.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The active set; none if the lock is on none.
    pub set: &'static str,
    /// How many threads.
    pub threads: usize,
    /// How many passages each makes.
    pub passages: usize,
    /// How many may be inside.
    pub k: usize,
    /// How often a thread that could go on may be stopped; any number if none.
    pub preemptions: Option<usize>,
    /// Whether it takes minutes: `cargo doorway loom --full`.
    pub full: bool,
}

/// How much of a lock is explored at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Two threads, a passage each.
    Once,
    /// More passages or threads.
    More,
    /// What takes minutes.
    Full,
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Scene {
            threads,
            passages,
            k,
            ..
        } = self;
        match self.set {
            "" => {}
            set => write!(f, "on {}: ", set.to_lowercase())?,
        }
        let plural = if *passages == 1 { "" } else { "s" };
        write!(
            f,
            "{threads} threads, {passages} passage{plural} each, k = {k}, "
        )?;
        match self.preemptions {
            None => f.write_str("every execution"),
            Some(1) => f.write_str("at most 1 preemption"),
            Some(most) => write!(f, "at most {most} preemptions"),
        }
    }
}

impl Scene {
    /// What it belongs to.
    pub fn extent(&self) -> Extent {
        match (self.full, self.threads, self.passages) {
            (true, ..) => Extent::Full,
            (false, 2, 1) => Extent::Once,
            _ => Extent::More,
        }
    }

    /// So many threads and passages, k = 1, every execution.
    pub(crate) const fn new(threads: usize, passages: usize) -> Self {
        Scene {
            set: "",
            threads,
            passages,
            k: 1,
            preemptions: None,
            full: false,
        }
    }

    pub(crate) const fn on(self, set: &'static str) -> Self {
        Scene { set, ..self }
    }

    pub(crate) const fn k(self, k: usize) -> Self {
        Scene { k, ..self }
    }

    pub(crate) const fn within(self, preemptions: usize) -> Self {
        Scene {
            preemptions: Some(preemptions),
            ..self
        }
    }

    pub(crate) const fn full(self) -> Self {
        Scene { full: true, ..self }
    }
}

/// A change of the code of a lock, or of the memory under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeChange {
    /// Without this fence.
    NoFence(FenceId),
    /// Every store Relaxed instead of Release.
    RelaxedStores,
    /// Every load Relaxed instead of Acquire.
    RelaxedLoads,
    /// Stores to this array Relaxed.
    RelaxedStoresTo(Array),
    /// Loads from this array Relaxed.
    RelaxedLoadsFrom(Array),
    /// Some stores to this array lost.
    Lost(Array, Stores),
    /// The stores of the exit lost: a guard whose drop does nothing.
    NoExit,
    /// Every wake-up lost: the parker's `unpark` does nothing.
    NoUnpark,
    /// The flag of a slot cleared Relaxed.
    RelaxedClear,
    /// The flag of a slot claimed Relaxed.
    RelaxedClaim,
    /// The flag of a slot claimed by a load and a store instead of a swap.
    ClaimInTwo,
    /// The flags of slots Relaxed altogether.
    RelaxedFlags,
}

impl fmt::Display for CodeChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodeChange::NoFence(id) => write!(f, "no fence {}", id.name()),
            CodeChange::RelaxedStores => f.write_str("Relaxed stores"),
            CodeChange::RelaxedLoads => f.write_str("Relaxed loads"),
            CodeChange::RelaxedStoresTo(array) => write!(f, "Relaxed stores to {}", array.name()),
            CodeChange::RelaxedLoadsFrom(array) => write!(f, "Relaxed loads from {}", array.name()),
            CodeChange::Lost(array, stores) => write!(f, "{stores} to {} lost", array.name()),
            CodeChange::NoExit => f.write_str("no exit"),
            CodeChange::NoUnpark => f.write_str("no wake-ups"),
            CodeChange::RelaxedClear => f.write_str("slots cleared Relaxed"),
            CodeChange::RelaxedClaim => f.write_str("slots claimed Relaxed"),
            CodeChange::ClaimInTwo => f.write_str("slots claimed by a load and a store"),
            CodeChange::RelaxedFlags => f.write_str("slots' flags Relaxed"),
        }
    }
}

/// Which stores to an array are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stores {
    /// All of them.
    All,
    /// Those of 0.
    OfZero,
    /// Those of another value.
    NotOfZero,
    /// The first store to a register after it held ∞: the announcement that begins a passage.
    FirstOfPassage,
}

impl fmt::Display for Stores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stores::All => "stores",
            Stores::OfZero => "stores of 0",
            Stores::NotOfZero => "stores of 1",
            Stores::FirstOfPassage => "first stores of a passage",
        })
    }
}

/// How loom or shuttle ends with a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With too many threads inside; under loom, with a data race in what the lock guards.
    Race,
    /// With every thread asleep, or waiting without an end.
    Stuck,
    /// With nothing to say against it: equivalent as far as loom can see at this size. An ordering that is needed after all fails the test.
    Fine,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Race => "data race",
            Ending::Stuck => "deadlock",
            Ending::Fine => "nothing wrong within the bound",
        })
    }
}

/// What threads do with a mutant; of a lock on an active set, on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// Each makes a passage.
    Once,
    /// Each makes two passages.
    Twice,
    /// One is inside when the other starts its passage, leaves, and makes a second passage.
    Again,
    /// The same, from where the second is about to store to `Discover`.
    Discovered,
    /// Each makes a passage, and parks while it waits.
    Parked,
    /// Four threads: one parks and is overtaken.
    Overtaken,
    /// The same, with optimistic tickets.
    OvertakenByOptimists,
    /// The same, where the thread that overtakes allows the other to enter: Zehavi's line 12.
    Allowed,
    /// Four threads make three passages each under schedules that shuttle samples; k = 1.
    Sampled,
    /// The same, but the threads park, and cancel two attempts of three.
    SampledParked,
}

impl Trial {
    /// Whether shuttle makes it, and not loom.
    pub const fn is_sampled(self) -> bool {
        matches!(self, Trial::Sampled | Trial::SampledParked)
    }
}

/// A change of the code of a lock, and what must kill it.
#[derive(Clone, Copy, Debug)]
pub struct CodeMutant {
    /// The change.
    pub change: CodeChange,
    /// What is tried.
    pub trial: Trial,
    /// With at most so many preemptions.
    pub preemptions: usize,
    /// How that ends.
    pub ending: Ending,
}

impl CodeMutant {
    /// A mutant that ends so when each of two threads makes a passage, with at most 3 preemptions.
    pub(crate) const fn new(change: CodeChange, ending: Ending) -> Self {
        CodeMutant {
            change,
            trial: Trial::Once,
            preemptions: 3,
            ending,
        }
    }

    pub(crate) const fn within(self, preemptions: usize) -> Self {
        CodeMutant {
            preemptions,
            ..self
        }
    }

    pub(crate) const fn by(self, trial: Trial) -> Self {
        CodeMutant { trial, ..self }
    }
}

/// Without that fence, two threads that make a passage each race.
pub(crate) const fn races_without(fence: FenceId) -> CodeMutant {
    CodeMutant::new(CodeChange::NoFence(fence), Ending::Race)
}

/// Without that fence, two threads that make a passage each get stuck.
pub(crate) const fn stuck_without(fence: FenceId) -> CodeMutant {
    CodeMutant::new(CodeChange::NoFence(fence), Ending::Stuck)
}

/// Without that fence, two threads that park get stuck.
pub(crate) const fn sleeps_without(fence: FenceId) -> CodeMutant {
    stuck_without(fence).by(Trial::Parked)
}

/// With those stores lost, shuttle finds too many threads inside.
pub(crate) const fn excludes_by(array: Array, stores: Stores) -> CodeMutant {
    CodeMutant::new(CodeChange::Lost(array, stores), Ending::Race).by(Trial::Sampled)
}

/// With stores to that array Relaxed, two threads race.
pub(crate) const fn needs_release(array: Array) -> CodeMutant {
    CodeMutant::new(CodeChange::RelaxedStoresTo(array), Ending::Race)
}

/// With loads from that array Relaxed, two threads race.
pub(crate) const fn needs_acquire(array: Array) -> CodeMutant {
    CodeMutant::new(CodeChange::RelaxedLoadsFrom(array), Ending::Race)
}

/// Loom finds nothing wrong with Relaxed stores to that array, when each of two threads makes a passage.
pub(crate) const fn no_need_of_release(array: Array) -> CodeMutant {
    CodeMutant::new(CodeChange::RelaxedStoresTo(array), Ending::Fine)
}

/// Loom finds nothing wrong with Relaxed loads from that array, when each of two threads makes a passage.
pub(crate) const fn no_need_of_acquire(array: Array) -> CodeMutant {
    CodeMutant::new(CodeChange::RelaxedLoadsFrom(array), Ending::Fine)
}
