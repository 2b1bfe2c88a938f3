//! The measured locks: their models, and the bounds from their facts.

use crate::meter::Model;
use crate::survey::SIZES;
use doorway::exclusion::Algorithm;
use doorway_proofs::catalogue::model::AnyModel;
pub use doorway_proofs::catalogue::Bound;
use doorway_proofs::catalogue::Facts;
use doorway_proofs::machine::Machine;

/// A measured lock.
#[derive(Clone, Copy, Debug)]
pub struct Lock {
    /// Its name.
    pub name: &'static str,
    /// The bound that the paper states.
    pub paper: &'static str,
    /// The most processes that its default registers have room for.
    pub most: u64,
    /// Whether it admits any k.
    pub any_k: bool,
    /// Whether its waiting loop loads only registers that are local in the placement of the model.
    pub local: bool,
    /// Whether the bounds depend on the number of processes that ever contend, and not on N.
    pub adapts: bool,
    /// The bound in the two cache models.
    pub cached: Bound,
    /// The bound in the DSM model, if there is one.
    pub distributed: Option<Bound>,
    /// Makes its model with n processes and k permits, in its first state.
    pub first: fn(usize, usize) -> Result<AnyModel, String>,
}

impl Lock {
    const fn new<A: Algorithm>(
        facts: &Facts,
        first: fn(usize, usize) -> Result<AnyModel, String>,
    ) -> Self {
        Lock {
            name: facts.name,
            paper: facts.rmr.paper,
            most: A::MOST_SLOTS,
            any_k: facts.any_k(),
            local: facts.rmr.local,
            adapts: facts.rmr.adapts,
            cached: facts.rmr.cached,
            distributed: facts.rmr.distributed,
            first,
        }
    }
}

/// Makes the first state of a model, at one of the sizes that are measured.
macro_rules! first {
    ($module:ident, $model:ident) => {
        |n, k| {
            use doorway_proofs::$module::$model as Sized;
            Ok(match n {
                2 => AnyModel::new(Sized::<2>::new(k)),
                4 => AnyModel::new(Sized::<4>::new(k)),
                8 => AnyModel::new(Sized::<8>::new(k)),
                14 => AnyModel::new(Sized::<14>::new(k)),
                16 => AnyModel::new(Sized::<16>::new(k)),
                32 => AnyModel::new(Sized::<32>::new(k)),
                64 => AnyModel::new(Sized::<64>::new(k)),
                _ => return Err(format!("n = {n}: one of {SIZES:?}, or 14")),
            })
        }
    };
}

macro_rules! locks {
    ($({ $module:ident, $lock:ident, $holders:ident, $model:ident, $sets:tt, $($rest:tt)* })*) => {
        /// All measured locks; those on an active set, on the grid.
        pub const LOCKS: &[Lock] = &[$(locks!(@on_grid $module, $lock, $model, $sets)),*];

        /// The locks on an active set, on flags, which do not adapt: the mutants.
        pub fn on_flags() -> Vec<Lock> {
            let mut all = vec![];
            $(locks!(@on_flags all, $module, $lock, $sets);)*
            all
        }
    };
    (@on_grid $module:ident, $lock:ident, $model:ident, []) => {
        Lock::new::<doorway::$lock>(&doorway_proofs::$module::facts::FACTS, first!($module, $model))
    };
    (@on_grid $module:ident, $lock:ident, $model:ident, [Flags => $on_flags:ident, Grid => $on_grid:ident]) => {
        Lock::new::<doorway::$lock>(&doorway_proofs::$module::facts::FACTS, first!($module, $on_grid))
    };
    (@on_flags $all:ident, $module:ident, $lock:ident, []) => {};
    (@on_flags $all:ident, $module:ident, $lock:ident, [Flags => $on_flags:ident, Grid => $on_grid:ident]) => {
        let facts = &doorway_proofs::$module::facts::FACTS;
        $all.push(Lock {
            name: concat!(stringify!($lock), " on flags"),
            ..Lock::new::<doorway::$lock>(facts, first!($module, $on_flags))
        });
    };
}
doorway_proofs::for_each_lock!(locks);

impl Lock {
    /// The sizes at which it is measured: those of [`SIZES`] that it has room for, and the most that
    /// it has room for.
    pub fn sizes(&self) -> Vec<usize> {
        let most = usize::try_from(self.most).unwrap_or(usize::MAX);
        let mut sizes: Vec<usize> = SIZES.into_iter().filter(|&n| n <= most).collect();
        if sizes.len() < SIZES.len() && !sizes.contains(&most) {
            sizes.push(most);
        }
        sizes
    }

    fn any(&self, model: Model) -> Option<Bound> {
        match model {
            Model::Dsm => self.distributed,
            _ => Some(self.cached),
        }
    }

    /// The most references of a passage under any schedule, with `contenders` of n processes.
    ///
    /// None if unbounded.
    pub fn bound(&self, model: Model, n: usize, contenders: usize) -> Option<u64> {
        let size = if self.adapts { contenders } else { n };
        self.any(model).map(|bound| bound.of(size))
    }

    /// The bound as a formula.
    pub fn formula(&self, model: Model) -> String {
        let letter = if self.adapts { 'K' } else { 'N' };
        let bound = self.any(model);
        bound.map_or("none".into(), |bound| bound.with(letter).to_string())
    }
}

/// The lock with that name.
pub fn find(name: &str) -> Option<&'static Lock> {
    LOCKS.iter().find(|lock| lock.name == name)
}
