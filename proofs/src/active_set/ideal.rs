//! The specification: an active set that may return anything that the two conditions allow.

use super::{ActiveSet, Operation, Outcome};
use crate::machine::{next_other, Access, Array, Fields, Kind};
use doorway_core::ticket::Ticket;

/// The membership of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The process has left, or never joined.
    Out,
    /// The process has begun to join.
    Joining,
    /// The process has joined.
    In,
    /// The process has begun to leave.
    Leaving,
}

const STATUSES: [Status; 4] = [Status::Out, Status::Joining, Status::In, Status::Leaving];

impl Status {
    fn is_settled(self) -> bool {
        matches!(self, Status::Out | Status::In)
    }
}

/// The specification of an active set, without the conditions that the parameters drop.
///
/// A `getset` asks about one process after the other. The answer is true of a process that has not
/// moved since the `getset` began. About any other process the answer may be either. The first
/// answers could as well be decided at the end of the `getset`, when more processes may have moved:
/// so the answers together are any that the conditions allow.
///
/// With `MISSES` the set need not satisfy the first condition; with `ADDS`, the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IdealOf<const MISSES: bool, const ADDS: bool, const N: usize> {
    /// The membership, by process.
    pub status: [Status; N],
    /// By process: the process that its `getset` asks about next; N outside a `getset`.
    pub asks: [usize; N],
    /// `moved[p][q]`: q has moved since p's `getset` began.
    pub moved: [[bool; N]; N],
}

/// The set that satisfies both conditions and promises no more.
pub type Ideal<const N: usize> = IdealOf<false, false, N>;

impl<const MISSES: bool, const ADDS: bool, const N: usize> IdealOf<MISSES, ADDS, N> {
    fn become_(&mut self, p: usize, status: Status) {
        self.status[p] = status;
        for q in 0..N {
            if self.asks[q] <= p {
                self.moved[q][p] = true;
            }
        }
    }

    /// Whether the conditions allow p's `getset`, ending now, to return `members`.
    #[must_use]
    pub fn allows(&self, p: usize, members: u64) -> bool {
        (0..N).filter(|&q| q != p).all(|q| {
            let found = members >> q & 1 == 1;
            self.moved[p][q] || found == (self.status[q] == Status::In)
        })
    }

    /// Ends p's operation.
    pub(super) fn end(&mut self, p: usize) {
        match self.status[p] {
            Status::Joining => self.become_(p, Status::In),
            Status::Leaving => self.become_(p, Status::Out),
            _ => {
                self.asks[p] = N;
                self.moved[p] = [false; N];
            }
        }
    }
}

impl<const MISSES: bool, const ADDS: bool, const N: usize> ActiveSet<N>
    for IdealOf<MISSES, ADDS, N>
{
    const ARRAYS: &'static [Array] = &[Array::Member];

    fn new() -> Self {
        IdealOf {
            status: [Status::Out; N],
            asks: [N; N],
            moved: [[false; N]; N],
        }
    }

    fn begin(&mut self, p: usize, operation: Operation) -> bool {
        match operation {
            Operation::Join => self.become_(p, Status::Joining),
            Operation::Leave => self.become_(p, Status::Leaving),
            Operation::GetSet => {
                self.asks[p] = next_other(0, p).min(N);
                for q in 0..N {
                    self.moved[p][q] = q != p && !self.status[q].is_settled();
                }
                return N == 1;
            }
        }
        false
    }

    fn next(&self, p: usize) -> Access {
        match self.status[p] {
            Status::Joining => Access::of(Kind::Store(1), Array::Member, p, p),
            Status::Leaving => Access::of(Kind::Store(0), Array::Member, p, p),
            _ => Access::of(Kind::Load, Array::Member, self.asks[p], p),
        }
    }

    fn read(&self, access: &Access) -> Ticket {
        Ticket::from(self.status[access.writer] == Status::In)
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        let status = if value == 0 { Status::Out } else { Status::In };
        self.become_(access.writer, status);
    }

    fn in_flux(&self, access: &Access) -> bool {
        match self.status[access.writer] {
            Status::In if MISSES => true,
            Status::Out if ADDS => true,
            _ => self.moved[access.home][access.writer],
        }
    }

    fn step(&mut self, p: usize, loaded: Ticket) -> Outcome {
        if !self.status[p].is_settled() {
            self.end(p);
            return Outcome::DONE;
        }
        let q = self.asks[p];
        self.moved[p][q] = false;
        self.asks[p] = next_other(q + 1, p).min(N);
        Outcome {
            found: (loaded != 0).then_some(q),
            done: self.asks[p] == N,
        }
    }

    fn fields(&mut self, fields: &mut impl Fields) {
        for p in 0..N {
            let mut status = self.status[p] as usize;
            fields.number(&mut status, STATUSES.len());
            self.status[p] = STATUSES[status];
            fields.number(&mut self.asks[p], N + 1);
            for q in 0..N {
                fields.truth(&mut self.moved[p][q]);
            }
        }
    }
}
