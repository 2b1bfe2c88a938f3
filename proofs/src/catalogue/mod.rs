//! The catalogue: the only list of doorway's locks.
//!
//! [`for_each_lock!`](crate::for_each_lock) has the locks as tokens, for what is made for each type: dispatch, matrices of tests. [`LOCKS`] has the [`Facts`] of
//! each, for what is made at run time: lists, tables, rows of the ledger. The facts of a lock stand in its own folder, in `facts.rs`, with its [models](Row).
//!
//! A new lock is one entry in [`for_each_lock!`](crate::for_each_lock), and its own files.

pub(crate) mod code;
mod facts;
pub mod model;
mod options;
mod row;
mod shown;

use options::property;

pub use code::{CodeChange, CodeMutant, Ending, Extent, Scene, Stores, Trial};
pub use facts::{patches, Algorithm, Bound, Cost, Facts, Holders, Patch, Rmr, Scripts};
pub use options::{Options, Renaming, Size, LARGEST, MOST};
pub use property::{Property, PROPERTIES};
pub use row::{Kill, Row, Tickets};
pub use shown::{number, Figure, FigureLine, Mutated, Private, Shown};

pub(crate) use row::models;
pub(crate) use shown::{changed, line, predecessors, process, processes};

use core::hash::Hash;

/// Calls the macro `$callback` with an entry for each lock, in the order of the tables:
///
/// ```text
/// { module, Lock, holders, Model, [Set => Model, …], correspondence { phase: [N …] [N …], … }, induction Model { step: [N …] [N …], … } }
/// ```
///
/// * `module`: the module of the lock in `doorway` and in `doorway_proofs`;
/// * `Lock`: the name of its type in `doorway`;
/// * `holders`: `one`, or `any` if k is chosen;
/// * `Model`: its model in `doorway_proofs::module`, for any N;
/// * for a lock on an active set: the sets of `doorway::active_set`, each with the model on it. The last one is the default;
/// * `correspondence`: at which N Kani compares each phase of the code with the model, on flags if there are sets; first every day, then in the full set as well. A size
///   joins the first list once a run of it has ended, because the ledger calls that list bounded;
/// * `induction`: the model in `doorway_proofs::module` that has an inductive invariant, and at which N Kani takes each step of the induction, likewise.
///
/// What follows the name of the callback comes before the entries.
#[macro_export]
macro_rules! for_each_lock {
    ($callback:path, $($first:tt)*) => {
        $callback! {
            $($first)*
            { bakery, Bakery, one, Bakery, [],
                correspondence { doorway: [2 3] [], announce: [3] [], scan: [2] [3], enter: [3] [], exit: [3] [] },
                induction Bakery { begins: [2 3] [], excludes: [2 3] [], cancels: [2 3] [], keeps: [2] [3] } }
            { black_white, BlackWhite, one, BlackWhite, [],
                correspondence { doorway: [2 3] [], announce: [3] [], scan: [2] [3], enter: [3] [], exit: [3] [], fast_path: [3] [] },
                induction BlackWhite { begins: [2 3] [], excludes: [2 3] [], cancels: [2 3] [], keeps: [2] [3] } }
            { adaptive, Adaptive, one, Adaptive, [Flags => OnFlags, Grid => OnGrid],
                correspondence { doorway: [2] [], announce: [2] [], scan: [2] [], enter: [2] [], exit: [2] [] },
                induction Adaptive {} }
            { local_spin, LocalSpin, one, LocalSpin, [Flags => OnFlags, Grid => OnGrid],
                correspondence { doorway: [2] [], announce: [2] [], scan: [2] [], enter: [2] [], exit: [2] [] },
                induction LocalSpin {} }
            { kfcfs, KFcfs, any, KFcfs, [],
                correspondence { doorway: [2] [3], announce: [2 3] [], scan: [2 3] [], enter: [3] [], exit: [2 3] [] },
                induction KFcfs { begins: [2 3] [], excludes: [2 3] [], cancels: [2 3] [], keeps: [2] [3], unordered: [3] [], in_order: [2] [3] } }
            { fife, Fife, any, Fife, [],
                correspondence { doorway: [2] [3], announce: [2 3] [], scan: [2 3] [], enter: [2 3] [], exit: [2 3] [] },
                induction Fife { begins: [2 3] [], excludes: [2 3] [], cancels: [2] [3], keeps: [2] [3], unordered: [3] [], in_order: [2] [3] } }
            { safe_fife, SafeFife, any, SafeFife, [],
                correspondence { doorway: [2] [3], announce: [2 3] [], scan: [] [2 3], enter: [] [2 3], exit: [2 3] [] },
                induction OnSafe { begins: [2] [], excludes: [2] [], cancels: [2] [], keeps: [] [2 3] } }
            { bounded, Bounded, any, Bounded, [],
                correspondence { announce: [2] [3], scan: [] [2 3], enter: [] [2 3], exit: [2 3] [] },
                induction Bounded {} }
        }
    };
    ($callback:path) => {
        $crate::for_each_lock! { $callback, }
    };
}

/// Runs a block for each lock on the memory `$memory`; for a lock on an active set, once on each set.
///
/// ```text
/// each_algorithm!(Memory, |A, lock| { … });       // every lock
/// each_algorithm!(any, Memory, |A, lock| { … });  // locks for any k
/// each_algorithm!(one, Memory, |A, lock| { … });  // locks for k = 1
/// each_algorithm!(default, |A, lock| { … });      // on the memory that is used if none is named
/// ```
///
/// In the block, `A` is the algorithm's type, and `lock` an [`Algorithm`](crate::catalogue::Algorithm): its facts and the name of its set.
#[macro_export]
macro_rules! each_algorithm {
    (any, default, |$algorithm:ident, $lock:ident| $body:block) => {
        $crate::for_each_lock! { $crate::each_of_these, [any] [] [$algorithm] [$lock] $body }
    };
    (one, default, |$algorithm:ident, $lock:ident| $body:block) => {
        $crate::for_each_lock! { $crate::each_of_these, [one] [] [$algorithm] [$lock] $body }
    };
    (default, |$algorithm:ident, $lock:ident| $body:block) => {
        $crate::for_each_lock! { $crate::each_of_these, [all] [] [$algorithm] [$lock] $body }
    };
    (any, $memory:ty, |$algorithm:ident, $lock:ident| $body:block) => {
        $crate::for_each_lock! { $crate::each_of_these, [any] [$memory] [$algorithm] [$lock] $body }
    };
    (one, $memory:ty, |$algorithm:ident, $lock:ident| $body:block) => {
        $crate::for_each_lock! { $crate::each_of_these, [one] [$memory] [$algorithm] [$lock] $body }
    };
    ($memory:ty, |$algorithm:ident, $lock:ident| $body:block) => {
        $crate::for_each_lock! { $crate::each_of_these, [all] [$memory] [$algorithm] [$lock] $body }
    };
}

/// What [`each_algorithm!`](crate::each_algorithm) is made of.
#[doc(hidden)]
#[macro_export]
macro_rules! each_of_these {
    ($wanted:tt $memory:tt $algorithm:tt $lock:tt $body:block $({ $module:ident, $type:ident, $holders:ident, $model:ident, [$($set:ident => $on:ident),*], $($rest:tt)* })*) => {
        $($crate::each_of_these! { @lock $wanted [$holders] $memory $algorithm $lock $body $module $type [$($set)*] })*
    };
    (@lock [any] [one] $($rest:tt)*) => {};
    (@lock [one] [any] $($rest:tt)*) => {};
    (@lock $wanted:tt $holders:tt [$($memory:ty)?] $algorithm:tt $lock:tt $body:block $module:ident $type:ident []) => {
        $crate::each_of_these! { @block $algorithm $lock $body $module "" [doorway::$type$(<$memory>)?] }
    };
    (@lock $wanted:tt $holders:tt [] $algorithm:tt $lock:tt $body:block $module:ident $type:ident [$($set:ident)*]) => {$(
        $crate::each_of_these! { @block $algorithm $lock $body $module (stringify!($set)) [doorway::$type<doorway::memory::Fenced, doorway::active_set::$set>] }
    )*};
    (@lock $wanted:tt $holders:tt $memory:tt $algorithm:tt $lock:tt $body:block $module:ident $type:ident [$($set:ident)*]) => {
        $($crate::each_of_these! { @on $set $memory $algorithm $lock $body $module $type })*
    };
    (@on $set:ident [$memory:ty] $algorithm:tt $lock:tt $body:block $module:ident $type:ident) => {
        $crate::each_of_these! { @block $algorithm $lock $body $module (stringify!($set)) [doorway::$type<$memory, doorway::active_set::$set>] }
    };
    (@block [$algorithm:ident] [$lock:ident] $body:block $module:ident $set:tt [$type:ty]) => {{
        type $algorithm = $type;
        let $lock = $crate::catalogue::Algorithm {
            facts: &$crate::$module::facts::FACTS,
            set: $set,
        };
        $body
    }};
}

macro_rules! listed {
    ($({ $module:ident, $type:ident, $holders:ident, $of:ident, $sets:tt,
        correspondence { $($phase:ident: [$($daily:literal)*] [$($full:literal)*]),* },
        induction $model:ident { $($step:ident: [$($step_daily:literal)*] [$($step_full:literal)*]),* } })*) => {
        /// What Kani proves of each lock, in the order of [`LOCKS`].
        const HARNESSES: &[Harnesses] = &[$(Harnesses {
            code: &[$(Sizes { name: stringify!($phase), daily: &[$($daily),*], full: &[$($full),*] }),*],
            induction: &[$(Sizes { name: stringify!($step), daily: &[$($step_daily),*], full: &[$($step_full),*] }),*],
        }),*];

        /// The facts of every lock, in the order of the tables.
        pub const LOCKS: &[&Facts] = &[$(&crate::$module::facts::FACTS),*];

        /// Visits the model of that name with n processes; none if there is none.
        pub fn visit<V: Visit>(name: &str, n: usize, visit: V) -> Option<V::Output> {
            let is_among = |rows: &[Row]| rows.iter().any(|row| row.name == name);
            $(if is_among(crate::$module::facts::MODELS) {
                return crate::$module::facts::visit(name, n, visit);
            })*
            crate::active_set::facts::visit(name, n, visit)
        }
    };
}
for_each_lock!(listed);

/// The name of `Mutex<T, N>`, with neither an algorithm nor a way of waiting named: what most users run.
pub const MUTEX: &str = "mutex";
/// The name of `Semaphore<N>`, likewise.
pub const SEMAPHORE: &str = "semaphore";

/// What is done with a model of a known type. A packed state of it takes so many words.
pub trait Visit {
    /// What comes of it.
    type Output;
    /// Does it.
    fn model<M: Shown + Hash + Send + Sync + 'static, const WORDS: usize>(self) -> Self::Output;
}

/// The models of all locks and of the active sets: as written, in other variants, and the mutants.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    let of_locks = LOCKS.iter().flat_map(|facts| facts.models);
    of_locks.chain(crate::active_set::facts::MODELS)
}

/// The model of that name.
pub fn find(name: &str) -> Option<&'static Row> {
    rows().find(|row| row.name == name)
}

/// What Kani proves of a lock, as its entry of [`for_each_lock!`](crate::for_each_lock) says.
#[derive(Clone, Copy, Debug)]
pub struct Harnesses {
    /// The phases of the code that are compared with the model.
    pub code: &'static [Sizes],
    /// The steps of the induction; none if the model has no inductive invariant.
    pub induction: &'static [Sizes],
}

/// The sizes at which Kani proves something. A size belongs to the daily set once a run of it has ended.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// A phase, or a step of the induction.
    pub name: &'static str,
    /// N in the default set.
    pub daily: &'static [usize],
    /// N in the full set only.
    pub full: &'static [usize],
}

impl Facts {
    /// What Kani proves of the lock.
    pub fn harnesses(&self) -> &'static Harnesses {
        let at = LOCKS.iter().position(|lock| lock.name == self.name);
        &HARNESSES[at.expect("a lock of the catalogue")]
    }
}

/// The lock of that name.
pub fn lock(name: &str) -> Option<&'static Facts> {
    LOCKS.iter().copied().find(|facts| facts.name == name)
}
