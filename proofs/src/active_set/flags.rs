//! A flag for every process: N - 1 loads for each `getset`, however many members there are.

use super::{ActiveSet, Operation, Outcome};
use crate::machine::{next_other, Access, Array, Fields, Kind};
use doorway_core::ticket::Ticket;

/// The next access of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Doing {
    Nothing,
    Raise,
    Lower,
    /// Loads the flag of i.
    Ask(usize),
}

/// The plain array of flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flags<const N: usize> {
    /// The flags, by process.
    pub active: [bool; N],
    doing: [Doing; N],
}

impl<const N: usize> ActiveSet<N> for Flags<N> {
    const ARRAYS: &'static [Array] = &[Array::Active];

    fn new() -> Self {
        Flags {
            active: [false; N],
            doing: [Doing::Nothing; N],
        }
    }

    fn begin(&mut self, p: usize, operation: Operation) -> bool {
        self.doing[p] = match operation {
            Operation::Join => Doing::Raise,
            Operation::Leave => Doing::Lower,
            Operation::GetSet if N == 1 => return true,
            Operation::GetSet => Doing::Ask(next_other(0, p)),
        };
        false
    }

    fn next(&self, p: usize) -> Access {
        match self.doing[p] {
            Doing::Raise => Access::of(Kind::Store(1), Array::Active, p, p),
            Doing::Ask(i) => Access::of(Kind::Load, Array::Active, i, i),
            Doing::Lower | Doing::Nothing => Access::of(Kind::Store(0), Array::Active, p, p),
        }
    }

    fn read(&self, access: &Access) -> Ticket {
        Ticket::from(self.active[access.writer])
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        self.active[access.writer] = value != 0;
    }

    fn step(&mut self, p: usize, loaded: Ticket) -> Outcome {
        let doing = self.doing[p];
        self.doing[p] = Doing::Nothing;
        match doing {
            Doing::Ask(q) => {
                let i = next_other(q + 1, p);
                if i < N {
                    self.doing[p] = Doing::Ask(i);
                }
                Outcome {
                    found: (loaded != 0).then_some(q),
                    done: i >= N,
                }
            }
            _ => {
                self.active[p] = doing == Doing::Raise;
                Outcome::DONE
            }
        }
    }

    fn fields(&mut self, fields: &mut impl Fields) {
        for p in 0..N {
            fields.truth(&mut self.active[p]);
            let mut doing = match self.doing[p] {
                Doing::Nothing => 0,
                Doing::Raise => 1,
                Doing::Lower => 2,
                Doing::Ask(i) => 3 + i,
            };
            fields.number(&mut doing, 3 + N);
            self.doing[p] = match doing {
                0 => Doing::Nothing,
                1 => Doing::Raise,
                2 => Doing::Lower,
                i => Doing::Ask(i - 3),
            };
        }
    }
}
