//! A step machine under the meter.

use crate::meter::{Each, Homes, Meter};
use doorway_proofs::catalogue::model::{AnyModel, Model};
use doorway_proofs::machine::{Kind, Region};

/// Remote references of one passage, entry and exit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All of them.
    pub all: Each,
    /// Those made in the loop in which it waits: the figures' lines 7 and 8, 19 to 22, 36 to 42; the algorithms' 6 to 9, 9 to 12, and what `await` says in Algorithm 4.
    pub waiting: Each,
}

impl Tally {
    /// The larger of each.
    pub fn max(self, other: Tally) -> Tally {
        let larger = |a: Each, b: Each| std::array::from_fn(|model| a[model].max(b[model]));
        Tally {
            all: larger(self.all, other.all),
            waiting: larger(self.waiting, other.waiting),
        }
    }
}

/// A machine, its meter, and what has been counted.
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
    /// A model in its first state, caches empty.
    pub fn new(machine: AnyModel, homes: Homes) -> Self {
        Run::among(machine, homes, usize::MAX)
    }

    /// The same, where only the first so many will ever leave it.
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

    /// How many processes there can be.
    pub fn slots(&self) -> usize {
        self.passing.len()
    }

    /// How many of them there are.
    pub fn processes(&self) -> usize {
        self.contenders
    }

    /// Where p is.
    pub fn region(&self, p: usize) -> Region {
        self.machine.region(p)
    }

    /// Whether p is in the loop in which it waits.
    pub fn spins(&self, p: usize) -> bool {
        self.machine.spins(p)
    }

    /// Whether p's next step makes its ticket known.
    pub fn has_chosen(&self, p: usize) -> bool {
        use doorway_proofs::machine::Array;
        let next = self.machine.next(p);
        next.is_some_and(|it| it.array == Array::Ticket && matches!(it.kind, Kind::Store(_)))
    }

    /// Whether p's next step takes a copy out of q's cache.
    pub fn hits(&self, p: usize, q: usize) -> bool {
        let next = self.machine.next(p);
        next.is_some_and(|it| matches!(it.kind, Kind::Store(_)) && self.meter.holds(q, &it))
    }

    /// How many passages p has ended.
    pub fn passages(&self, p: usize) -> u64 {
        self.passages[p]
    }

    /// How many steps have been made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The most in any passage that has ended.
    pub fn worst(&self) -> Tally {
        self.worst
    }

    /// What p's passage has come to so far.
    pub fn passing(&self, p: usize) -> Tally {
        self.passing[p]
    }

    /// What p's last passage came to.
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
