//! Safe registers: what is in flux, and the step of a machine that a load returns anything to.

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
    /// Whether the two are of the same register.
    #[logic(open)]
    pub fn same_register(self, other: Access) -> bool {
        pearlite! {
            self.array == other.array && self.writer == other.writer && self.home == other.home && self.copy == other.copy
        }
    }
}

impl<M: Machine, const N: usize> Safely<M, N> {
    /// Whether `begun` is what becomes of p's `access` on safe registers: a store begins first.
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
    /// How many steps p makes at most until it enters, if it is enabled.
    #[logic(open)]
    pub fn steps_left(self, p: Int) -> Int {
        pearlite! { self.machine.steps_left(p) - if self.storing[p] && self.machine.cost(p) == 2 { 1 } else { 0 } }
    }

    /// What a move of p is to q, if q is enabled: it stays so until it enters, and comes no farther from it; p itself comes closer.
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

    /// Who begins a store is where it was.
    #[logic]
    #[requires(0 <= p && p < N@ && self.machine.cost(p) == 2)]
    #[ensures(self.machine.keeps_order(self.machine, p))]
    pub fn begins_in_order(self, p: Int) {
        pearlite! {
            proof_assert!(self.machine.region_of(p) != Region::Remainder);
            proof_assert!(forall<order: Order, a, b> record(self.machine, p, self.machine, order).before[a][b] == order.before[a][b])
        }
    }

    /// What a step of p is to itself, if it is enabled.
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

    /// What a move of p is to another, if its machine is as close.
    #[logic]
    #[requires(0 <= q && q < N@ && q != p && next.storing[q] == self.storing[q])]
    #[requires(next.machine == self.machine || self.machine.approaches(next.machine, p, q))]
    #[ensures(self.approaches(next, p, q))]
    pub fn stays_close(self, next: Self, p: Int, q: Int) {}

    /// Whether q, by p's move, comes farther from entering.
    #[logic(open)]
    pub fn drifts(self, next: Self, p: Int, q: Int) -> bool {
        pearlite! { 0 <= q && q < N@ && q != p && !self.approaches(next, p, q) }
    }

    /// What a step of p is to the others.
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

    /// What p's giving up is to them.
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

    /// What a step of p is to the order.
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

    /// Whoever is enabled has between 1 and 15N - 1 steps left.
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

    /// A run, as p sees it: `movers[j]` moves from `states[j]` to the next, by a step, or by giving up if it is not p.
    #[logic(open)]
    pub fn is_run(states: Seq<Self>, movers: Seq<Int>, p: Int) -> bool {
        pearlite! {
            states.len() == movers.len() + 1
                && (forall<j> 0 <= j && j < states.len() ==> is_possible(states[j].machine))
                && (forall<j> 0 <= j && j < movers.len() ==> states[j].approaches(states[j + 1], movers[j], p))
        }
    }

    /// What p's own steps of a run have cost it.
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

    /// **FIFE** on safe registers: if p finished its doorway before q started it, and q enters before p, then p enters before its 15N-th step
    /// from there, the beginning of a store and its end counted as two, whatever the others do, and whatever registers in flux return: in a
    /// run from there, as long as p has not entered, it has made fewer than 15N - 1.
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

/// **One step of p on safe registers** keeps the invariant, the order, and whoever is enabled so: if it is a load, it returns what the register
/// holds, or `anything` if it is in flux.
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

/// So does giving up, but for whoever does.
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
