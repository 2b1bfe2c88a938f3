//! The ideal timestamp system: every operation is one step.

use super::history::View;
use super::{Operation, Outcome, Timestamps};

/// Timestamps that are taken and read in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ideal<const N: usize> {
    /// The processes, the oldest timestamp first.
    order: [usize; N],
    /// The latest instances.
    latest: [usize; N],
    /// The operation that each process makes.
    operations: [Option<Operation>; N],
}

impl<const N: usize> Default for Ideal<N> {
    fn default() -> Self {
        Ideal {
            order: std::array::from_fn(|p| p),
            latest: [0; N],
            operations: [None; N],
        }
    }
}

impl<const N: usize> Timestamps<N> for Ideal<N> {
    fn begin(&mut self, p: usize, operation: Operation) {
        self.operations[p] = Some(operation);
    }

    fn step(&mut self, p: usize, _: usize) -> Outcome<N> {
        match self.operations[p].take() {
            None => Outcome::Running,
            Some(Operation::Scan) => Outcome::Scanned(View {
                order: self.order,
                seen: self.latest,
            }),
            Some(Operation::Label) => {
                self.latest[p] += 1;
                if let Some(at) = self.order.iter().position(|&q| q == p) {
                    self.order[at..].rotate_left(1);
                }
                Outcome::Labelled
            }
        }
    }
}
