//! Safe registers under any model.

#[cfg(not(creusot))]
use super::Fields;
use super::{Access, Kind, Machine, Region};
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::ticket::Ticket;

/// The model `M` on safe registers: each of its stores is two steps, a beginning and an end.
/// Between the two, a load of that register can return any value.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Safely<M, const N: usize> {
    /// The model.
    pub machine: M,
    /// Whether a process has begun the store that it is at.
    pub storing: [bool; N],
}

impl<M: Machine, const N: usize> Machine for Safely<M, N> {
    const SAFE: bool = true;

    #[cfg(creusot)]
    #[logic(open)]
    fn is_process(self, p: usize) -> bool {
        pearlite! { p@ < N@ && self.machine.is_process(p) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_register(self, access: Access) -> bool {
        pearlite! { self.is_process(access.writer) && self.machine.is_register(access) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_legal(self) -> bool {
        self.machine.is_legal()
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_held(self, access: Access, value: Ticket) -> bool {
        self.machine.is_held(access, value)
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_possible_for(self, p: usize, loaded: Ticket) -> bool {
        pearlite! { self.is_process(p) && self.is_legal() && self.machine.is_possible_for(p, loaded) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn leads_to(self, p: usize, next: Self) -> bool {
        pearlite! {
            exists<access> self.machine.is_next(p, access)
                && (forall<q> 0 <= q && q < N@ && q != p@ ==> next.storing[q] == self.storing[q])
                && next.storing[p] == self.begins(p, access)
                && if self.begins(p, access) { next.machine == self.machine } else { self.machine.leads_to(p, next.machine) }
        }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn gives_way(self, p: usize, next: Self) -> bool {
        pearlite! { next.storing == self.storing && self.machine.gives_way(p, next.machine) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_waiting_here(self, p: usize) -> bool {
        self.machine.is_waiting_here(p)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(k@ > 0))]
    #[cfg_attr(creusot, ensures(result.is_legal()))]
    fn new(k: usize) -> Self {
        Safely {
            machine: M::new(k),
            storing: [false; N],
        }
    }

    fn slots(&self) -> usize {
        N
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn region(&self, p: usize) -> Region {
        self.machine.region(p)
    }

    #[cfg(not(creusot))]
    fn line(&self, p: usize) -> &'static str {
        self.machine.line(p)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(exists<access> self.machine.is_next(p, access) && self.is_begun(p, access, result)))]
    fn next(&self, p: usize) -> Option<Access> {
        match self.machine.next(p) {
            Some(access) => {
                let begins = matches!(access.kind, Kind::Store(_)) && !self.storing[p];
                let kind = if begins { Kind::Begin } else { access.kind };
                Some(Access { kind, ..access })
            }
            None => None,
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    #[cfg_attr(creusot, ensures(self.machine.is_held(*access, result)))]
    fn read(&self, access: &Access) -> Ticket {
        self.machine.read(access)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    #[cfg_attr(creusot, ensures(result ==> self.is_stored_to(*access)))]
    fn in_flux(&self, access: &Access) -> bool {
        match self.machine.next(access.writer) {
            Some(store) => {
                let stores = self.storing[access.writer] && matches!(store.kind, Kind::Store(_));
                stores && store.is_of_register(access)
            }
            None => false,
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    fn write(&mut self, access: &Access, value: Ticket) {
        self.machine.write(access, value);
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn ticket(&self, p: usize) -> Ticket {
        self.machine.ticket(p)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible_for(p, loaded)))]
    #[cfg_attr(creusot, ensures((^self).is_legal() && self.leads_to(p, ^self)))]
    fn step(&mut self, p: usize, loaded: Ticket) {
        let begins = match self.next(p) {
            Some(access) => matches!(access.kind, Kind::Begin),
            None => false,
        };
        self.storing[p] = begins;
        if !begins {
            self.machine.step(p, loaded);
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn spins(&self, p: usize) -> bool {
        self.machine.spins(p)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn may_cancel(&self, p: usize) -> bool {
        self.machine.may_cancel(p) && !self.storing[p]
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting_here(p)))]
    #[cfg_attr(creusot, ensures((^self).is_legal() && self.gives_way(p, ^self)))]
    fn cancel(&mut self, p: usize) {
        self.machine.cancel(p);
    }

    #[cfg(not(creusot))]
    fn invariant(&self) -> bool {
        self.machine.invariant()
    }

    #[cfg(not(creusot))]
    fn is_within_bounds(&self) -> bool {
        self.machine.is_within_bounds()
    }

    #[cfg(not(creusot))]
    fn forget(&mut self) {
        self.machine.forget();
    }

    #[cfg(not(creusot))]
    fn choosing(&self) -> usize {
        self.machine.choosing()
    }

    #[cfg(not(creusot))]
    fn fields(&mut self, fields: &mut impl Fields) {
        self.machine.fields(fields);
        for storing in &mut self.storing {
            fields.truth(storing);
        }
    }
}
