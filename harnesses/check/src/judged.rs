//! The properties that are evaluated in every state and on every edge during the search.
//!
//! Only this module is compiled for each model.

use crate::explore::{Id, Progress, Space};
use crate::judge::{alone, in_state, on_entry, Until};
use crate::pack::Key;
use crate::starvation::Regions;
use crate::system::{Act, System};
use crate::trace::name;
use crate::verdict::{self, Limits, Report};
use doorway_proofs::catalogue::model::AnyModel;
use doorway_proofs::catalogue::{Figure, Options, Private, Property, Shown};
use doorway_proofs::machine::{Array, Machine, Region};
use std::any::type_name;
use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::Mutex;

/// A violation, in a state or by an act from it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The property.
    pub property: Property,
    /// The state.
    pub state: Id,
    /// The act from that state, if the violation needs one.
    pub act: Option<Act>,
    /// The violation in words.
    pub what: String,
}

/// What a search has found so far.
#[derive(Debug, Default)]
pub struct Findings {
    found: Mutex<Option<Found>>,
    stop: AtomicBool,
    doorway: AtomicUsize,
    exit: AtomicUsize,
    enabled: AtomicUsize,
}

impl Findings {
    #[cold]
    fn blame(&self, property: Property, state: Id, act: Option<Act>, what: String) {
        let mut found = self.found.lock().expect("no panic");
        if found.is_none() {
            *found = Some(Found {
                property,
                state,
                act,
                what,
            });
            self.stop.store(true, Relaxed);
        }
    }

    /// Records that a process makes no progress in its doorway or exit.
    #[cold]
    fn stays(&self, property: Property, state: Id, act: Act, region: Region) {
        let (p, region) = (act.process() + 1, name(region));
        let what = format!("p{p} comes no nearer to the end of its {region}");
        self.blame(property, state, Some(act), what);
    }

    /// The first violation.
    pub fn found(&self) -> Option<Found> {
        self.found.lock().expect("no panic").clone()
    }

    /// The most own steps that were found, for a property that bounds them.
    pub fn bound(&self, property: Property) -> Option<usize> {
        let most = match property {
            Property::BoundedDoorway => &self.doorway,
            Property::BoundedExit => &self.exit,
            Property::Fife => &self.enabled,
            _ => return None,
        };
        Some(most.load(Relaxed))
    }
}

/// A type of model: its first state, and what a view shows of it.
pub trait ModelType: fmt::Debug + Sync {
    /// The model in its first state.
    fn first(&self, k: usize) -> AnyModel;

    /// The private variables of p in `model`, which must be of this type.
    fn private(&self, model: &AnyModel, p: usize) -> Vec<Private>;

    /// Its registers: the arrays, each with its number of copies.
    fn arrays(&self) -> Vec<(Array, usize)>;

    /// Its figure.
    fn figure(&self) -> &'static Figure;

    /// Checks the properties `wanted`, exploring everything that `options` allow.
    fn check(
        &self,
        options: &Options,
        wanted: &[Property],
        limits: Limits,
        progress: &Progress,
    ) -> Report;
}

/// A type of model that can be explored; a state takes W words.
pub trait Explored<const W: usize>: ModelType {
    /// Its states, with the properties `wanted` evaluated in them.
    fn space<'a>(
        &self,
        options: &'a Options,
        wanted: &'a [Property],
        findings: &'a Findings,
    ) -> Box<dyn Space<W> + 'a>;

    /// The regions of a state's processes, which fairness depends on.
    fn regions(&self, key: &Key<W>, options: &Options) -> Regions;
}

/// The models of one type; a state takes W words.
pub struct Of<M, const W: usize>(PhantomData<fn() -> M>);

impl<M, const W: usize> Of<M, W> {
    /// The models of type `M`.
    pub const ALL: Self = Of(PhantomData);
}

impl<M, const W: usize> fmt::Debug for Of<M, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(type_name::<M>())
    }
}

impl<M: Shown + Hash + Send + Sync + 'static, const W: usize> ModelType for Of<M, W> {
    fn first(&self, k: usize) -> AnyModel {
        AnyModel::new(M::new(k))
    }

    fn private(&self, model: &AnyModel, p: usize) -> Vec<Private> {
        model
            .downcast::<M>()
            .map_or(vec![], |model| model.private(p))
    }

    fn arrays(&self) -> Vec<(Array, usize)> {
        let more = M::MORE.iter().map(|&array| (array, 1));
        M::ARRAYS.iter().copied().chain(more).collect()
    }

    fn figure(&self) -> &'static Figure {
        M::FIGURE
    }

    fn check(
        &self,
        options: &Options,
        wanted: &[Property],
        limits: Limits,
        progress: &Progress,
    ) -> Report {
        verdict::check::<W>(self, options, wanted, limits, progress)
    }
}

impl<M: Shown + Hash + Send + Sync + 'static, const W: usize> Explored<W> for Of<M, W> {
    fn space<'a>(
        &self,
        options: &'a Options,
        wanted: &'a [Property],
        findings: &'a Findings,
    ) -> Box<dyn Space<W> + 'a> {
        Box::new(Judged::<'a, M> {
            options,
            wanted,
            findings,
            model: PhantomData,
        })
    }

    fn regions(&self, key: &Key<W>, options: &Options) -> Regions {
        Regions::of(&System::<M>::unpack(key, options))
    }
}

/// The states of a model, with properties evaluated in them.
struct Judged<'a, M> {
    options: &'a Options,
    wanted: &'a [Property],
    findings: &'a Findings,
    model: PhantomData<fn() -> M>,
}

impl<M: Machine> Judged<'_, M> {
    fn visit(&self, id: Id, system: &System<M>) {
        for &property in self.wanted {
            match in_state(property, system, self.options) {
                Ok(0) => {}
                Ok(steps) => drop(self.findings.enabled.fetch_max(steps, Relaxed)),
                Err(what) => self.findings.blame(property, id, None, what),
            }
        }
    }

    fn pass(&self, id: Id, from: &System<M>, act: Act, to: &System<M>) {
        let Act::Step(p) = act else { return };
        let (before, after) = (from.machine.region(p), to.machine.region(p));
        let bounded = match before {
            Region::Doorway => Some((Property::BoundedDoorway, &self.findings.doorway)),
            Region::Exit => Some((Property::BoundedExit, &self.findings.exit)),
            _ => None,
        };
        if let Some((property, most)) = bounded.filter(|(asked, _)| self.wanted.contains(asked)) {
            let rank = |system: &System<M>| alone(&system.machine, p, Until::Out(before));
            let (left, then) = (rank(from), rank(to));
            most.fetch_max(left.unwrap_or(0), Relaxed);
            if left.is_none() || (after == before && then >= left) {
                self.findings.stays(property, id, act, before);
            }
        }
        let enters = after == Region::Critical && before != after;
        if enters && self.wanted.contains(&Property::KFcfs) {
            if let Err(what) = on_entry(from, p, self.options.k) {
                self.findings.blame(Property::KFcfs, id, Some(act), what);
            }
        }
    }
}

impl<M: Machine, const W: usize> Space<W> for Judged<'_, M> {
    fn first(&self) -> Key<W> {
        System::<M>::new(self.options).pack(self.options)
    }

    fn expand(&self, id: Id, key: &Key<W>, found: &mut dyn FnMut(Key<W>, u8)) {
        let system = System::<M>::unpack(key, self.options);
        self.visit(id, &system);
        system.successors(self.options, &mut |act, mut next| {
            self.pass(id, &system, act, &next);
            found(next.pack(self.options), act.label());
        });
    }

    fn has_seen_enough(&self) -> bool {
        self.findings.stop.load(Relaxed)
    }
}
