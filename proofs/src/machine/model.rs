//! A model: N processes that run one program, and the registers they share.

#[cfg(not(creusot))]
use super::Fields;
use super::{Access, Kind, Lock, Machine, Program, Region, Registers, Slot};
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::ticket::Ticket;

/// N processes with the local state `P`, and their registers `R`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Model<R, P, const N: usize> {
    /// The shared registers.
    pub registers: R,
    /// The local states, by process.
    pub processes: [P; N],
    /// The number of processes that may be inside.
    pub k: usize,
}

impl<R: Registers, P: Program, const N: usize> Model<R, P, N> {
    /// p's slot.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == self.slot_of(p)))]
    pub fn slot(&self, p: usize) -> Slot {
        Slot { p, n: N, k: self.k }
    }

    /// p's slot.
    #[cfg(creusot)]
    #[logic(open)]
    pub fn slot_of(self, p: usize) -> Slot {
        pearlite! { Slot { p, n: N, k: self.k } }
    }

    /// Whether this is the initial state.
    #[cfg(creusot)]
    #[logic(open)]
    pub fn is_initial(self) -> bool {
        pearlite! {
            self.registers.is_start() && forall<p> 0 <= p && p < N@ ==> self.processes[p].is_start()
        }
    }

    /// Whether `loaded` is what p's next step loads, if it loads.
    #[cfg(creusot)]
    #[logic(open)]
    pub fn is_loaded(self, p: usize, loaded: Ticket) -> bool {
        pearlite! {
            forall<access: Access> self.processes[p].is_next(self.slot_of(p), Some(access)) && access.kind == Kind::Load
                ==> loaded@ == self.registers.held(access)
        }
    }

    /// Whether a step of p leads to `next`: the step stores what the access of p says, and advances
    /// p.
    #[cfg(creusot)]
    #[logic(open)]
    pub fn steps(self, next: Self, p: usize, loaded: Ticket) -> bool {
        pearlite! {
            self.others_stay(next, p)
                && self.processes[p].leads_to(self.slot_of(p), loaded, next.processes[p])
                && exists<access> self.processes[p].is_next(self.slot_of(p), access) && self.makes(next, access)
        }
    }

    /// Whether `access` changes the registers into those of `next`.
    #[cfg(creusot)]
    #[logic(open)]
    pub fn makes(self, next: Self, access: Option<Access>) -> bool {
        pearlite! {
            match access {
                Some(access) => match access.kind {
                    Kind::Store(value) => self.registers.stores(access, value, next.registers),
                    _ => next.registers == self.registers,
                },
                None => next.registers == self.registers,
            }
        }
    }

    /// Whether a cancellation by p leads to `next`.
    #[cfg(creusot)]
    #[logic(open)]
    pub fn cancels(self, next: Self, p: usize) -> bool {
        pearlite! {
            self.others_stay(next, p)
                && self.processes[p].gives_way(next.processes[p])
                && next.registers == self.registers
        }
    }

    /// Whether the local states of the other processes are the same in `next`.
    #[cfg(creusot)]
    #[logic(open)]
    pub fn others_stay(self, next: Self, p: usize) -> bool {
        pearlite! {
            next.k == self.k
                && forall<q> 0 <= q && q < N@ && q != p@ ==> next.processes[q] == self.processes[q]
        }
    }
}

impl<R: Registers, P: Lock<R, N>, const N: usize> Machine for Model<R, P, N> {
    #[cfg(creusot)]
    #[logic(open)]
    fn is_process(self, p: usize) -> bool {
        pearlite! { p@ < N@ }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_register(self, access: Access) -> bool {
        self.registers.has(access)
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_legal(self) -> bool {
        P::is_possible(self)
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_next(self, p: usize, access: Option<Access>) -> bool {
        pearlite! { self.processes[p].is_next(self.slot_of(p), access) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_held(self, access: Access, value: Ticket) -> bool {
        pearlite! { value@ == self.registers.held(access) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_possible_for(self, p: usize, loaded: Ticket) -> bool {
        pearlite! { p@ < N@ && P::is_possible(self) && self.is_loaded(p, loaded) }
    }

    #[cfg(creusot)]
    #[logic(open)]
    fn is_waiting_here(self, p: usize) -> bool {
        pearlite! { p@ < N@ && P::is_possible(self) && self.processes[p].is_waiting() }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(P::is_possible(result)))]
    fn new(k: usize) -> Self {
        let model = Model {
            registers: R::start(),
            processes: [P::start(); N],
            k,
        };
        #[cfg(creusot)]
        let _ = snapshot!(P::starts(model));
        model
    }

    fn slots(&self) -> usize {
        N
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn region(&self, p: usize) -> Region {
        self.processes[p].region()
    }

    #[cfg(not(creusot))]
    fn line(&self, p: usize) -> &'static str {
        self.processes[p].line()
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(self.is_next(p, result)))]
    fn next(&self, p: usize) -> Option<Access> {
        self.processes[p].access(self.slot(p))
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    #[cfg_attr(creusot, ensures(self.is_held(*access, result)))]
    fn read(&self, access: &Access) -> Ticket {
        self.registers.read(access)
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    fn write(&mut self, access: &Access, value: Ticket) {
        self.registers.write(access, value);
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn ticket(&self, p: usize) -> Ticket {
        self.processes[p].ticket()
    }

    /// The step of every model: make the store that the program names, then advance.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible_for(p, loaded)))]
    #[cfg_attr(creusot, ensures(P::is_possible(^self) && self.steps(^self, p, loaded)))]
    fn step(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        #[cfg(creusot)]
        let _ = snapshot!(P::goes_on(*self, p));
        let slot = self.slot(p);
        let process = self.processes[p];
        if let Some(access) = process.access(slot) {
            if let Kind::Store(value) = access.kind {
                self.registers.write(&access, value);
            }
        }
        self.processes[p] = process.advance(slot, loaded);
        #[cfg(creusot)]
        let _ = snapshot!(P::keeps(*old, *self, p, loaded));
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn spins(&self, p: usize) -> bool {
        self.processes[p].spins()
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(result == self.processes[p].is_waiting()))]
    fn may_cancel(&self, p: usize) -> bool {
        self.processes[p].may_cancel()
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting_here(p)))]
    #[cfg_attr(creusot, ensures(P::is_possible(^self) && self.cancels(^self, p)))]
    fn cancel(&mut self, p: usize) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        self.processes[p] = self.processes[p].cancel();
        #[cfg(creusot)]
        let _ = snapshot!(P::keeps_out(*old, *self, p));
    }

    #[cfg(not(creusot))]
    fn in_flux(&self, access: &Access) -> bool {
        self.registers.in_flux(access)
    }

    #[cfg(not(creusot))]
    fn may_return(&self, access: &Access, value: Ticket) -> bool {
        self.registers.may_return(access, value)
    }

    #[cfg(not(creusot))]
    fn invariant(&self) -> bool {
        P::invariant(self)
    }

    #[cfg(not(creusot))]
    fn is_within_bounds(&self) -> bool {
        P::is_within_bounds(self)
    }

    #[cfg(not(creusot))]
    fn forget(&mut self) {
        P::forget(self);
    }

    #[cfg(not(creusot))]
    fn choosing(&self) -> usize {
        P::choosing(self)
    }

    #[cfg(not(creusot))]
    fn fields(&mut self, fields: &mut impl Fields) {
        P::fields(self, fields);
    }
}
