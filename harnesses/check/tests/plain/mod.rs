//! A model as a [`stateright::Model`], with nothing merged, forgotten, renamed or packed.
//!
//! Every step is its own action, also those that no other process can notice. A state is the model
//! as it is, with all variables of its processes. The order of arrival is recorded the other way
//! round than in [`doorway_check::system`]: a process records, when it starts, which processes are
//! ahead of it.

use doorway_core::ticket::{Ticket, INFINITY};
use doorway_proofs::catalogue::model::Model as Stepped;
use doorway_proofs::catalogue::Property as Asked;
use doorway_proofs::machine::{Access, Array, Kind, Region};
use stateright::{Checker, Model, Property};
use std::fmt::Debug;
use std::hash::Hash;

/// The most processes.
pub(crate) const SLOTS: usize = 3;

/// A set of processes.
type Set = [bool; SLOTS];

/// A model, and what may happen to it.
#[derive(Clone, Debug)]
pub(crate) struct Plain<M> {
    /// Its first state.
    first: M,
    /// The most holders.
    pub(crate) k: usize,
    /// The most processes that may crash, outside their remainder.
    pub(crate) crashes: usize,
    /// The most passages of each process.
    pub(crate) passages: [u8; SLOTS],
    /// Whether a waiter may cancel.
    pub(crate) cancellations: bool,
    /// Whether to check k-exclusion only, without a record of the order.
    pub(crate) exclusion_only: bool,
}

/// A state: that of the model, and a record of what has happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State<M> {
    /// The model.
    pub(crate) machine: M,
    crashed: Set,
    begun: [u8; SLOTS],
    /// For each process, the waiting processes that had finished their doorway when it started its own.
    ahead: [Set; SLOTS],
    /// The waiting processes that were ahead of a process that has entered.
    overtaken: Set,
    /// Whether the last step was an entry with k others still ahead.
    jumped: bool,
}

/// An action of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A step, whose load returns the value.
    Step(usize, Ticket),
    /// A cancellation.
    Cancel(usize),
    /// A crash: the process makes no further step.
    Crash(usize),
}

impl<M: Stepped> Plain<M> {
    /// A model in its first state, with that k and these passages; no process crashes or cancels.
    pub(crate) fn new(first: M, k: usize, passages: [u8; SLOTS]) -> Self {
        Plain {
            first,
            k,
            crashes: 0,
            passages,
            cancellations: false,
            exclusion_only: false,
        }
    }

    /// The values that a load of a register in flux may return.
    fn anything<'a>(
        &self,
        machine: &'a M,
        access: &'a Access,
    ) -> impl Iterator<Item = Ticket> + use<'a, M> {
        let tickets: u8 = self.passages.iter().sum();
        let infinity = (access.array == Array::Want).then_some(INFINITY);
        let most = match access.array {
            Array::Member => 1,
            Array::Stamps => access.copy as Ticket,
            _ => Ticket::from(tickets),
        };
        let all = (0..=most).chain(infinity);
        all.filter(|&value| machine.may_return(access, value))
    }

    /// Whether every overtaken process enters when it runs alone, whatever single value loads in flux return.
    fn is_fife(&self, state: &State<M>) -> bool {
        let tickets: u8 = self.passages.iter().sum();
        let mut overtaken = state.processes().filter(|&p| state.overtaken[p]);
        overtaken.all(|p| {
            let mut values = (0..=Ticket::from(tickets)).chain([INFINITY]);
            values.all(|value| state.enters_alone(p, value))
        })
    }
}

impl<M: Stepped> State<M> {
    fn processes(&self) -> std::ops::Range<usize> {
        0..self.machine.slots()
    }

    fn is(&self, p: usize, region: Region) -> bool {
        self.machine.region(p) == region
    }

    /// Whether p has no step to make unless it starts another passage.
    fn rests(&self, p: usize) -> bool {
        self.crashed[p] || self.is(p, Region::Remainder)
    }

    /// Whether no waiting process is about to load a register that is local to another.
    fn spins_locally(&self) -> bool {
        let mut waiting = self.processes().filter(|&p| self.machine.spins(p));
        waiting.all(|p| match self.machine.next(p) {
            Some(access) => access.kind != Kind::Load || access.home == p,
            None => true,
        })
    }

    /// Updates the record of the order after p's step from the region `from`.
    fn record(&mut self, p: usize, from: Region, k: usize) {
        let to = self.machine.region(p);
        if from == Region::Remainder && to != from {
            for q in self.processes() {
                self.ahead[p][q] = q != p && self.is(q, Region::WaitingRoom);
            }
        }
        if to == Region::Critical && to != from {
            self.jumped = count(&self.ahead[p]) >= k;
            for q in self.processes() {
                self.overtaken[q] |= self.ahead[p][q] && !self.crashed[q];
            }
        }
        if from == Region::WaitingRoom && to != from {
            self.ahead[p] = Set::default();
            self.ahead.iter_mut().for_each(|ahead| ahead[p] = false);
            self.overtaken[p] = false;
        }
    }

    /// Whether all processes reach their remainder, or have crashed, when they make their steps in turn.
    ///
    /// If not, a state repeats.
    fn comes_to_rest(&self) -> bool {
        ends(
            self.machine.clone(),
            |machine| {
                self.processes()
                    .all(|p| self.crashed[p] || machine.region(p) == Region::Remainder)
            },
            |machine| {
                for p in self.processes().filter(|&p| !self.crashed[p]) {
                    if machine.region(p) != Region::Remainder {
                        alone(machine, p, 0);
                    }
                }
            },
        )
    }

    /// Whether p enters, if it runs alone and loads of registers in flux return `flicker`.
    fn enters_alone(&self, p: usize, flicker: Ticket) -> bool {
        ends(
            self.machine.clone(),
            |machine| machine.region(p) == Region::Critical,
            |machine| alone(machine, p, flicker),
        )
    }
}

fn count(set: &Set) -> usize {
    set.iter().filter(|&&is_in| is_in).count()
}

/// p makes a step; a load of a register in flux returns `flicker`.
fn alone<M: Stepped>(machine: &mut M, p: usize, flicker: Ticket) {
    let loaded = match machine.next(p) {
        Some(access) if machine.in_flux(&access) => flicker,
        Some(access) => machine.read(&access),
        None => 0,
    };
    machine.step(p, loaded);
}

/// Whether `done` becomes true when `go` is repeated; if not, a state repeats (Brent's cycle detection).
fn ends<M: Stepped>(mut at: M, done: impl Fn(&M) -> bool, go: impl Fn(&mut M)) -> bool {
    let (mut mark, mut since, mut patience) = (at.clone(), 0, 8);
    while !done(&at) {
        go(&mut at);
        since += 1;
        if at == mark && !done(&at) {
            return false;
        }
        if since == patience {
            (mark, since, patience) = (at.clone(), 0, 2 * patience);
        }
    }
    true
}

impl<M> Model for Plain<M>
where
    M: Stepped + Debug + Eq + Hash + 'static,
{
    type State = State<M>;
    type Action = Action;

    fn init_states(&self) -> Vec<State<M>> {
        vec![State {
            machine: self.first.clone(),
            crashed: Set::default(),
            begun: [0; SLOTS],
            ahead: [Set::default(); SLOTS],
            overtaken: Set::default(),
            jumped: false,
        }]
    }

    fn actions(&self, state: &State<M>, actions: &mut Vec<Action>) {
        for p in state.processes().filter(|&p| !state.crashed[p]) {
            let in_remainder = state.is(p, Region::Remainder);
            if in_remainder && state.begun[p] >= self.passages[p] {
                continue;
            }
            match state.machine.next(p) {
                Some(access) if access.kind == Kind::Load => {
                    if state.machine.in_flux(&access) {
                        actions.extend(
                            self.anything(&state.machine, &access)
                                .map(|any| Action::Step(p, any)),
                        );
                    } else {
                        actions.push(Action::Step(p, state.machine.read(&access)));
                    }
                }
                _ => actions.push(Action::Step(p, 0)),
            }
            if self.cancellations && state.machine.may_cancel(p) {
                actions.push(Action::Cancel(p));
            }
            if !in_remainder && count(&state.crashed) < self.crashes {
                actions.push(Action::Crash(p));
            }
        }
    }

    fn next_state(&self, state: &State<M>, action: Action) -> Option<State<M>> {
        let mut next = state.clone();
        next.jumped = false;
        let p = match action {
            Action::Step(p, loaded) => {
                next.machine.step(p, loaded);
                p
            }
            Action::Cancel(p) => {
                next.machine.cancel(p);
                p
            }
            Action::Crash(p) => {
                next.crashed[p] = true;
                next.overtaken[p] = false;
                p
            }
        };
        let from = state.machine.region(p);
        if from == Region::Remainder && !next.is(p, from) {
            next.begun[p] += 1;
        }
        if !self.exclusion_only {
            next.record(p, from, self.k);
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let mut asked = vec![
            Property::<Self>::always(Asked::KExclusion.name(), |model, state| {
                let inside = |&p: &usize| state.is(p, Region::Critical);
                state.processes().filter(inside).count() <= model.k
            }),
            Property::<Self>::sometimes(DONE, |model, state| {
                let done = |p| state.rests(p) && state.begun[p] == model.passages[p];
                state.processes().all(done)
            }),
        ];
        if !self.exclusion_only {
            asked.extend([
                Property::<Self>::always(Asked::Invariant.name(), |_, it| it.machine.invariant()),
                Property::<Self>::always(Asked::RegisterBound.name(), |_, it| {
                    it.machine.is_within_bounds()
                }),
                Property::<Self>::always(Asked::LocalSpinning.name(), |_, it| it.spins_locally()),
                Property::<Self>::always(Asked::KFcfs.name(), |_, it| !it.jumped),
                Property::<Self>::always(Asked::Fife.name(), |model, it| model.is_fife(it)),
                Property::<Self>::always(Asked::StarvationFreedom.name(), |_, it| {
                    it.comes_to_rest()
                }),
            ]);
        }
        asked
    }
}

/// The name of the property that all processes can make all their passages.
pub(crate) const DONE: &str = "every process has made its passages";

/// The verdicts of stateright.
#[derive(Clone, Debug)]
pub(crate) struct Opinion {
    /// The number of states.
    pub(crate) states: usize,
    /// The names of the violated properties.
    pub(crate) violated: Vec<&'static str>,
    /// Whether all processes can make all their passages.
    pub(crate) done: bool,
}

impl<M> Plain<M>
where
    M: Stepped + Debug + Eq + Hash + Send + Sync + 'static,
{
    /// Explores the model, on two threads.
    pub(crate) fn explore(self) -> Opinion {
        let checker = self.checker().threads(2).spawn_bfs().join();
        let mut violated: Vec<_> = checker.discoveries().into_keys().collect();
        let done = violated.iter().position(|&name| name == DONE);
        if let Some(at) = done {
            violated.remove(at);
        }
        Opinion {
            states: checker.unique_state_count(),
            violated,
            done: done.is_some(),
        }
    }
}
