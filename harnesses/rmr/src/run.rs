//! Runs a model with a meter.

use crate::meter::{Each, Homes, Meter};
use doorway_proofs::catalogue::model::{AnyModel, Model};
use doorway_proofs::machine::{Kind, Region};

/// The remote references of one passage, including its exit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All references.
    pub all: Each,
    /// The references in the waiting loop.
    ///
    /// The figures' lines 7 and 8, 19 to 22, 36 to 42; the algorithms' lines 6 to 9, 9 to 12, and
    /// every `await` of Algorithm 4.
    pub waiting: Each,
}

impl Tally {
    /// The maximum of each count.
    pub fn max(self, other: Tally) -> Tally {
        let larger = |a: Each, b: Each| std::array::from_fn(|model| a[model].max(b[model]));
        Tally {
            all: larger(self.all, other.all),
            waiting: larger(self.waiting, other.waiting),
        }
    }
}

/// A model, its meter, and the counts.
#[derive(Clone, Debug)]
pub struct Run {
    machine: AnyModel,
    meter: Meter,
    passing: Vec<Tally>,
    last: Vec<Tally>,
    passages: Vec<u64>,
    contenders: usize,
    worst: Tally,
    steps: u64,
}

impl Run {
    /// A run of a model in its first state, with empty caches.
    pub fn new(machine: AnyModel, homes: Homes) -> Self {
        Run::among(machine, homes, usize::MAX)
    }

    /// The same, where only the first `contenders` processes ever leave their remainder.
    pub fn among(machine: AnyModel, homes: Homes, contenders: usize) -> Self {
        let processes = machine.slots();
        Run {
            machine,
            meter: Meter::new(processes, homes),
            passing: vec![Tally::default(); processes],
            last: vec![Tally::default(); processes],
            passages: vec![0; processes],
            contenders: contenders.min(processes),
            worst: Tally::default(),
            steps: 0,
        }
    }

    /// The number of slots, N.
    pub fn slots(&self) -> usize {
        self.passing.len()
    }

    /// The number of processes that contend.
    pub fn processes(&self) -> usize {
        self.contenders
    }

    /// The region of p.
    pub fn region(&self, p: usize) -> Region {
        self.machine.region(p)
    }

    /// Whether p is in its waiting loop.
    pub fn spins(&self, p: usize) -> bool {
        self.machine.spins(p)
    }

    /// Whether p's next step stores its ticket.
    pub fn has_chosen(&self, p: usize) -> bool {
        use doorway_proofs::machine::Array;
        let next = self.machine.next(p);
        next.is_some_and(|it| it.array == Array::Ticket && matches!(it.kind, Kind::Store(_)))
    }

    /// Whether p's next step invalidates a copy in q's cache.
    pub fn hits(&self, p: usize, q: usize) -> bool {
        let next = self.machine.next(p);
        next.is_some_and(|it| matches!(it.kind, Kind::Store(_)) && self.meter.holds(q, &it))
    }

    /// The passages that p has finished.
    pub fn passages(&self, p: usize) -> u64 {
        self.passages[p]
    }

    /// The number of steps made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The most references of any finished passage.
    pub fn worst(&self) -> Tally {
        self.worst
    }

    /// The references of p's present passage so far.
    pub fn passing(&self, p: usize) -> Tally {
        self.passing[p]
    }

    /// The references of p's last finished passage.
    pub fn last(&self, p: usize) -> Tally {
        self.last[p]
    }

    /// p makes its next step.
    pub fn step(&mut self, p: usize) {
        self.steps += 1;
        let was_away = self.machine.region(p) == Region::Remainder;
        let spins = self.machine.spins(p);
        let mut loaded = 0;
        if let Some(access) = self.machine.next(p) {
            loaded = self.machine.read(&access);
            let cost = self.meter.make(p, &access);
            let tally = &mut self.passing[p];
            for (model, &remote) in cost.iter().enumerate() {
                tally.all[model] += remote;
                tally.waiting[model] += if spins { remote } else { 0 };
            }
        }
        self.machine.step(p, loaded);
        if !was_away && self.machine.region(p) == Region::Remainder {
            let tally = std::mem::take(&mut self.passing[p]);
            self.worst = self.worst.max(tally);
            self.last[p] = tally;
            self.passages[p] += 1;
        }
    }
}
