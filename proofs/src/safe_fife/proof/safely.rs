//! Safe registers: which registers are in flux, and the step of a model whose load from such a
//! register returns any value.

use super::order::record;
use super::queue::{is_possible, is_sound, is_told, SafeQueue};
use crate::machine::{Access, Kind, Machine, Region, Safely};
use crate::queue::Order;
use crate::safe_fife::{Line, SafeFife};
use creusot_std::logic::such_that;
use doorway_core::logic::count::{count, own_moves};
use doorway_core::logic::prelude::*;
use doorway_core::ticket::Ticket;

impl Access {
    /// Whether both accesses are to the same register.
    #[logic(open)]
    pub fn same_register(self, other: Access) -> bool {
        pearlite! {
            self.array == other.array && self.writer == other.writer && self.home == other.home && self.copy == other.copy
        }
    }
}

impl<M: Machine, const N: usize> Safely<M, N> {
    /// Whether `begun` is the form that p's `access` takes on safe registers: a store begins first.
    #[logic(open)]
    pub fn is_begun(self, p: usize, access: Option<Access>, begun: Option<Access>) -> bool {
        pearlite! {
            match access {
                Some(access) => begun == Some(match access.kind {
                    Kind::Store(_) => if self.storing[p] { access } else { Access { kind: Kind::Begin, ..access } },
                    _ => access,
                }),
                None => begun == None,
            }
        }
    }

    /// Whether p, whose next access is `access`, begins it.
    #[logic(open)]
    pub fn begins(self, p: usize, access: Option<Access>) -> bool {
        pearlite! {
            match access {
                Some(access) => match access.kind {
                    Kind::Store(_) => !self.storing[p],
                    Kind::Begin => true,
                    Kind::Load => false,
                },
                None => false,
            }
        }
    }

    /// Whether the writer of the register of `access` is at a store to it.
    #[logic(open)]
    pub fn is_stored_to(self, access: Access) -> bool {
        pearlite! {
            exists<store: Access> self.machine.is_next(access.writer, Some(store)) && store.same_register(access)
                && match store.kind {
                    Kind::Store(_) => true,
                    _ => false,
                }
        }
    }
}

impl<const N: usize> Safely<SafeFife<N>, N> {
    /// An upper bound on p's steps until it enters, if p is enabled.
    #[logic(open)]
    pub fn steps_left(self, p: Int) -> Int {
        pearlite! { self.machine.steps_left(p) - if self.storing[p] && self.machine.cost(p) == 2 { 1 } else { 0 } }
    }

    /// The effect of a move of p on an enabled q. If q is p, it enters, or stays enabled with fewer
    /// steps left. Otherwise q stays enabled, and has no more steps left than before.
    #[logic(open)]
    pub fn approaches(self, next: Self, p: Int, q: Int) -> bool {
        pearlite! {
            self.machine.is_enabled(q) ==> if q == p {
                next.machine.is_critical(q) || (next.machine.is_enabled(q) && next.steps_left(q) < self.steps_left(q))
            } else {
                next.machine.is_enabled(q) && next.steps_left(q) <= self.steps_left(q)
            }
        }
    }

    /// The beginning of a store preserves the order.
    #[logic]
    #[requires(0 <= p && p < N@ && self.machine.cost(p) == 2)]
    #[ensures(self.machine.keeps_order(self.machine, p))]
    pub fn begins_in_order(self, p: Int) {
        pearlite! {
            proof_assert!(self.machine.region_of(p) != Region::Remainder);
            proof_assert!(forall<order: Order, a, b> record(self.machine, p, self.machine, order).before[a][b] == order.before[a][b])
        }
    }

    /// The effect of a step of p on p itself, if p is enabled.
    #[logic]
    #[requires(p@ < N@ && self.leads_to(p, next))]
    #[ensures(self.approaches(next, p@, p@))]
    pub fn comes_closer(self, next: Self, p: usize) {
        pearlite! {
            let access = self.machine.access(p);
            proof_assert!(self.machine.cost(p@) == 2 == exists<a: Access> access == Some(a) && match a.kind {
                Kind::Store(_) => true,
                _ => false,
            });
            proof_assert!(next.storing[p] == self.begins(p, access));
            if self.begins(p, access) {
                proof_assert!(next.machine == self.machine);
                proof_assert!(next.steps_left(p@) == self.steps_left(p@) - 1)
            } else {
                proof_assert!(self.machine.approaches(next.machine, p@, p@));
                proof_assert!(next.steps_left(p@) == next.machine.steps_left(p@));
                proof_assert!(self.steps_left(p@) + self.machine.cost(p@) >= self.machine.steps_left(p@) + 1)
            }
        }
    }

    /// A move of p that leaves the model of q as close to its entry leaves q as close on safe
    /// registers.
    #[logic]
    #[requires(0 <= q && q < N@ && q != p && next.storing[q] == self.storing[q])]
    #[requires(next.machine == self.machine || self.machine.approaches(next.machine, p, q))]
    #[ensures(self.approaches(next, p, q))]
    pub fn stays_close(self, next: Self, p: Int, q: Int) {}

    /// Whether p's move takes q farther from its entry.
    #[logic(open)]
    pub fn drifts(self, next: Self, p: Int, q: Int) -> bool {
        pearlite! { 0 <= q && q < N@ && q != p && !self.approaches(next, p, q) }
    }

    /// The effect of a step of p on the others.
    #[logic]
    #[requires(p@ < N@ && self.leads_to(p, next))]
    #[ensures(forall<q> !self.drifts(next, p@, q))]
    pub fn others_stay_close(self, next: Self, p: usize) {
        pearlite! {
            if exists<q> self.drifts(next, p@, q) {
                let q = such_that(|q: Int| self.drifts(next, p@, q));
                proof_assert!(next.machine == self.machine || self.machine.leads_to(p, next.machine));
                self.stays_close(next, p@, q)
            }
        }
    }

    /// The effect of a cancellation by p on the others.
    #[logic]
    #[requires(p@ < N@ && self.gives_way(p, next))]
    #[ensures(forall<q> !self.drifts(next, p@, q))]
    pub fn others_stay_as_close(self, next: Self, p: usize) {
        pearlite! {
            if exists<q> self.drifts(next, p@, q) {
                let q = such_that(|q: Int| self.drifts(next, p@, q));
                self.stays_close(next, p@, q)
            }
        }
    }

    /// The effect of a step of p on the order.
    #[logic]
    #[requires(p@ < N@ && self.leads_to(p, next))]
    #[ensures(self.machine.keeps_order(next.machine, p@))]
    pub fn leads_on(self, next: Self, p: usize) {
        pearlite! {
            if self.begins(p, self.machine.access(p)) {
                self.begins_in_order(p@)
            }
        }
    }

    /// An enabled process has between 1 and 15N - 1 steps left.
    #[logic]
    #[requires(0 <= p && p < N@ && N@ > 1 && is_possible(self.machine) && self.machine.is_enabled(p))]
    #[ensures(0 < self.steps_left(p) && self.steps_left(p) < 15 * N@)]
    pub fn has_few_steps_left(self, p: Int) {
        pearlite! {
            proof_assert!(is_sound(self.machine));
            proof_assert!(is_told(self.machine, p) && self.machine.is_in_range(p));
            proof_assert!(self.machine.is_placed(p))
        }
    }

    /// Whether this is a run as far as p is concerned: `movers[j]` moves from `states[j]` to the
    /// next, by a step, or by a cancellation if it is not p.
    #[logic(open)]
    pub fn is_run(states: Seq<Self>, movers: Seq<Int>, p: Int) -> bool {
        pearlite! {
            states.len() == movers.len() + 1
                && (forall<j> 0 <= j && j < states.len() ==> is_possible(states[j].machine))
                && (forall<j> 0 <= j && j < movers.len() ==> states[j].approaches(states[j + 1], movers[j], p))
        }
    }

    /// The steps that p has made in a run, and those it has left, are at most those it had left at
    /// the start.
    #[logic]
    #[variant(len)]
    #[requires(0 <= p && p < N@ && Self::is_run(states, movers, p) && states[0].machine.is_enabled(p))]
    #[requires(0 <= len && len <= movers.len() && forall<j> 0 <= j && j <= len ==> !states[j].machine.is_critical(p))]
    #[ensures(states[len].machine.is_enabled(p))]
    #[ensures(count(own_moves(movers, p), len) + states[len].steps_left(p) <= states[0].steps_left(p))]
    pub fn counts_down(states: Seq<Self>, movers: Seq<Int>, p: Int, len: Int) {
        if len > 0 {
            Self::counts_down(states, movers, p, len - 1)
        }
    }

    /// **FIFE** on safe registers: if p finished its doorway before q started its own, and q enters
    /// before p, then p enters with its (15N - 1)-th step from there at the latest, where the
    /// beginning and the end of a store are two steps, whatever the others do and whatever
    /// registers in flux return. That is: in a run from there in which p has not entered, p has
    /// made fewer than 15N - 1 steps.
    #[logic]
    #[requires(0 <= p && p < N@ && 0 <= q && q < N@ && Self::is_run(states, movers, p))]
    #[requires(states[0].machine.is_in_order(order) && order.before[p][q] && states[0].machine.is_critical(q))]
    #[requires(forall<j> 0 <= j && j < states.len() ==> !states[j].machine.is_critical(p))]
    #[ensures(count(own_moves(movers, p), movers.len()) < 15 * N@ - 1)]
    pub fn enters_within_15n(states: Seq<Self>, movers: Seq<Int>, order: Order, p: Int, q: Int) {
        pearlite! {
            states[0].machine.fife(order, p, q);
            proof_assert!(p != q);
            Self::counts_down(states, movers, p, movers.len());
            states[0].has_few_steps_left(p);
            states[movers.len()].has_few_steps_left(p)
        }
    }
}

/// **One step of p on safe registers** preserves the invariant and the order, and keeps enabled
/// processes enabled. If the step is a load, it returns the value in the register, or `anything` if
/// the register is in flux.
#[check(terminates)]
#[requires(p@ < N@ && is_possible(machine.machine))]
#[ensures(is_possible((^machine).machine))]
#[ensures(machine.machine.keeps_order((^machine).machine, p@))]
#[ensures(machine.approaches(^machine, p@, p@) && forall<q> !machine.drifts(^machine, p@, q))]
pub fn step<const N: usize>(machine: &mut Safely<SafeFife<N>, N>, p: usize, anything: Ticket) {
    let loaded = match machine.next(p) {
        Some(access) => {
            if matches!(access.kind, Kind::Load) && !machine.in_flux(&access) {
                machine.read(&access)
            } else {
                anything
            }
        }
        None => anything,
    };
    let old = snapshot!(*machine);
    machine.step(p, loaded);
    let _ = snapshot!(old.leads_on(*machine, p));
    let _ = snapshot!(old.comes_closer(*machine, p));
    let _ = snapshot!(old.others_stay_close(*machine, p));
}

/// A cancellation by p on safe registers preserves the invariant and the order, and keeps all other
/// enabled processes enabled.
#[check(terminates)]
#[requires(p@ < N@ && is_possible(machine.machine) && machine.machine.processes[p].line == Line::L38)]
#[ensures(is_possible((^machine).machine))]
#[ensures(machine.machine.keeps_order((^machine).machine, p@))]
#[ensures(forall<q> !machine.drifts(^machine, p@, q))]
pub fn cancel<const N: usize>(machine: &mut Safely<SafeFife<N>, N>, p: usize) {
    let old = snapshot!(*machine);
    machine.cancel(p);
    let _ = snapshot!(old.others_stay_as_close(*machine, p));
}
