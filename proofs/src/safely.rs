//! Safe registers: what is in flux, and the step of a machine that a load returns anything to.

use super::prelude::*;
use super::safe_fife::queue::is_possible;
use crate::machine::safe_fife::SafeFife;
use crate::machine::{Access, Kind, Machine, Safely};
use crate::ticket::Ticket;

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

/// **One step of p on safe registers** keeps the invariant: if it is a load, it returns what the register holds, or `anything` if it is in flux.
#[check(terminates)]
#[requires(p@ < N@ && is_possible(machine.machine))]
#[ensures(is_possible((^machine).machine))]
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
    machine.step(p, loaded);
}
