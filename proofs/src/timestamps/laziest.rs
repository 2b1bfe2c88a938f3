//! The laziest timestamp system: it returns anything that the specification allows.
//!
//! A label takes, when it begins, any place after every instance that has ended. A scan returns,
//! when it ends, any instance that regularity allows, of each process independently. A program
//! that is correct on it is correct on every timestamp system.
//!
//! Every history that the specification allows is one of this model: a graph without a cycle has a
//! total order that contains it, and each label can take its place in that order when it begins,
//! because all instances that have ended come before it there.

use super::history::View;
use super::{Operation, Outcome, Timestamps};

/// The laziest timestamp system. It keeps all instances, so its runs must be bounded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Laziest<const N: usize> {
    /// All instances in their order: process and number.
    order: Vec<(usize, usize)>,
    /// The latest instances.
    latest: [usize; N],
    /// What each process does.
    doing: [Doing<N>; N],
}

/// What a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Doing<const N: usize> {
    Nothing,
    Begins(Operation),
    Label,
    /// With the latest instances that had ended at the beginning.
    Scan([usize; N]),
}

impl<const N: usize> Default for Laziest<N> {
    fn default() -> Self {
        Laziest {
            order: (0..N).map(|p| (p, 0)).collect(),
            latest: [0; N],
            doing: [Doing::Nothing; N],
        }
    }
}

impl<const N: usize> Laziest<N> {
    fn ended(&self, q: usize) -> usize {
        self.latest[q] - usize::from(self.doing[q] == Doing::Label)
    }

    /// The first place after every instance that has ended.
    fn lowest(&self) -> usize {
        let ended = |&(q, instance): &(usize, usize)| instance <= self.ended(q);
        self.order.iter().rposition(ended).map_or(0, |at| at + 1)
    }

    /// The number of instances that a scan of p may observe of q.
    fn allowed(&self, floor: &[usize; N], p: usize, q: usize) -> usize {
        if p == q {
            1
        } else {
            self.latest[q] - floor[q] + 1
        }
    }
}

impl<const N: usize> Timestamps<N> for Laziest<N> {
    fn begin(&mut self, p: usize, operation: Operation) {
        self.doing[p] = Doing::Begins(operation);
    }

    fn choices(&self, p: usize) -> usize {
        match self.doing[p] {
            Doing::Begins(Operation::Label) => self.order.len() - self.lowest() + 1,
            Doing::Scan(floor) => (0..N).map(|q| self.allowed(&floor, p, q)).product(),
            _ => 1,
        }
    }

    fn step(&mut self, p: usize, choice: usize) -> Outcome<N> {
        match self.doing[p] {
            Doing::Nothing => Outcome::Running,
            Doing::Begins(Operation::Label) => {
                let place = self.lowest() + choice;
                self.latest[p] += 1;
                self.order.insert(place, (p, self.latest[p]));
                self.doing[p] = Doing::Label;
                Outcome::Running
            }
            Doing::Begins(Operation::Scan) => {
                self.doing[p] = Doing::Scan(std::array::from_fn(|q| self.ended(q)));
                Outcome::Running
            }
            Doing::Label => {
                self.doing[p] = Doing::Nothing;
                Outcome::Labelled
            }
            Doing::Scan(floor) => {
                let mut rest = choice;
                let seen = std::array::from_fn(|q| {
                    let allowed = self.allowed(&floor, p, q);
                    let back = rest % allowed;
                    rest /= allowed;
                    self.latest[q] - back
                });
                self.doing[p] = Doing::Nothing;
                let mut order = std::array::from_fn(|q| q);
                order.sort_by_key(|&q| self.order.iter().position(|&each| each == (q, seen[q])));
                Outcome::Scanned(View { order, seen })
            }
        }
    }
}
