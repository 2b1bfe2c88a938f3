//! Safe registers under any machine.

use super::{Access, Fields, Kind, Machine, Region};
use crate::ticket::Ticket;

/// The machine `M` on safe registers: each of its stores is two steps, a beginning and an end, and in between a load of that register can
/// return anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Safely<M, const N: usize> {
    /// The machine.
    pub machine: M,
    /// Who has begun the store it is at.
    pub storing: [bool; N],
}

impl<M: Machine, const N: usize> Machine for Safely<M, N> {
    const NAME: &'static str = M::NAME;
    const SAFE: bool = true;

    fn new(k: usize) -> Self {
        Safely {
            machine: M::new(k),
            storing: [false; N],
        }
    }

    fn slots(&self) -> usize {
        N
    }

    fn region(&self, p: usize) -> Region {
        self.machine.region(p)
    }

    fn line(&self, p: usize) -> &'static str {
        self.machine.line(p)
    }

    fn next(&self, p: usize) -> Option<Access> {
        let access = self.machine.next(p)?;
        let begins = matches!(access.kind, Kind::Store(_)) && !self.storing[p];
        let kind = if begins { Kind::Begin } else { access.kind };
        Some(Access { kind, ..access })
    }

    fn read(&self, access: &Access) -> Ticket {
        self.machine.read(access)
    }

    fn in_flux(&self, access: &Access) -> bool {
        let same = |store: Access| {
            (store.array, store.writer, store.home, store.copy)
                == (access.array, access.writer, access.home, access.copy)
        };
        self.storing[access.writer] && self.machine.next(access.writer).map_or(false, same)
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        self.machine.write(access, value);
    }

    fn ticket(&self, p: usize) -> Ticket {
        self.machine.ticket(p)
    }

    fn step(&mut self, p: usize, loaded: Ticket) {
        let begins = self
            .next(p)
            .map_or(false, |access| access.kind == Kind::Begin);
        self.storing[p] = begins;
        if !begins {
            self.machine.step(p, loaded);
        }
    }

    fn spins(&self, p: usize) -> bool {
        self.machine.spins(p)
    }

    fn may_withdraw(&self, p: usize) -> bool {
        self.machine.may_withdraw(p) && !self.storing[p]
    }

    fn withdraw(&mut self, p: usize) {
        self.machine.withdraw(p);
    }

    fn invariant(&self) -> bool {
        self.machine.invariant()
    }

    fn forget(&mut self) {
        self.machine.forget();
    }

    fn choosing(&self) -> usize {
        self.machine.choosing()
    }

    fn fields(&mut self, fields: &mut impl Fields) {
        self.machine.fields(fields);
        for storing in &mut self.storing {
            fields.truth(storing);
        }
    }
}
