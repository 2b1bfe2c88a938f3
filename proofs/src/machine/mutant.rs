//! Mutants: models that are wrong in one place, each to be killed by a property.
//!
//! A [`Mutant`] is a model with a [`Change`] of its accesses. The changes of a lock are in
//! `mutants.rs` in its folder. The lock's `facts.rs` says what kills each.

use super::{Access, Array, Fields, Kind, Machine, Region};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use doorway_core::ticket::Ticket;

/// The effect of a change on an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// A load returns this value; a store is made.
    Returns(Ticket),
    /// The store is lost.
    Lost,
}

/// A change of some accesses of a model.
pub trait Change<M: Machine> {
    /// Whether the mutant may [forget](Machine::forget) what the model forgets.
    const FORGETS: bool = true;

    /// The effect on p's access, whose load would return `loaded`.
    fn change(machine: &M, p: usize, access: &Access, loaded: Ticket) -> Changed;

    /// The register that is accessed instead.
    fn redirect(access: Access) -> Access {
        access
    }
}

/// The model `M` with the change `C`.
#[derive(Debug)]
pub struct Mutant<M, C>(M, PhantomData<C>);

impl<M, C> Mutant<M, C> {
    /// The model that is changed.
    pub fn machine(&self) -> &M {
        &self.0
    }
}

impl<M: Clone, C> Clone for Mutant<M, C> {
    fn clone(&self) -> Self {
        Mutant(self.0.clone(), PhantomData)
    }
}

impl<M: PartialEq, C> PartialEq for Mutant<M, C> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<M: Eq, C> Eq for Mutant<M, C> {}

impl<M: Hash, C> Hash for Mutant<M, C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<M: Machine, C: Change<M>> Machine for Mutant<M, C> {
    const SAFE: bool = M::SAFE;

    fn new(k: usize) -> Self {
        Mutant(M::new(k), PhantomData)
    }
    fn slots(&self) -> usize {
        self.0.slots()
    }
    fn region(&self, p: usize) -> Region {
        self.0.region(p)
    }
    fn line(&self, p: usize) -> &'static str {
        self.0.line(p)
    }
    fn next(&self, p: usize) -> Option<Access> {
        self.0.next(p).map(C::redirect)
    }
    fn read(&self, access: &Access) -> Ticket {
        self.0.read(access)
    }
    fn write(&mut self, access: &Access, value: Ticket) {
        self.0.write(access, value);
    }
    fn ticket(&self, p: usize) -> Ticket {
        self.0.ticket(p)
    }
    fn in_flux(&self, access: &Access) -> bool {
        self.0.in_flux(access)
    }
    fn may_return(&self, access: &Access, value: Ticket) -> bool {
        self.0.may_return(access, value)
    }
    fn step(&mut self, p: usize, loaded: Ticket) {
        let access = match self.next(p) {
            Some(access) => access,
            None => return self.0.step(p, loaded),
        };
        match C::change(&self.0, p, &access, loaded) {
            Changed::Returns(loaded) => self.0.step(p, loaded),
            Changed::Lost => {
                let kept = self.0.read(&access);
                self.0.step(p, loaded);
                self.0.write(&access, kept);
            }
        }
    }
    fn spins(&self, p: usize) -> bool {
        self.0.spins(p)
    }
    fn may_cancel(&self, p: usize) -> bool {
        self.0.may_cancel(p)
    }
    fn cancel(&mut self, p: usize) {
        self.0.cancel(p);
    }
    /// A mutant need not satisfy the invariant; it is judged by the properties.
    fn invariant(&self) -> bool {
        true
    }
    fn is_within_bounds(&self) -> bool {
        self.0.is_within_bounds()
    }
    fn forget(&mut self) {
        if C::FORGETS {
            self.0.forget();
        }
    }
    fn choosing(&self) -> usize {
        self.0.choosing()
    }
    fn fields(&mut self, fields: &mut impl Fields) {
        self.0.fields(fields);
    }
}

/// Declares changes: the name of the type, and the effect on an access.
macro_rules! changes {
    ($($(#[$doc:meta])* $change:ident = |$machine:ident, $p:ident, $access:ident, $loaded:ident| $becomes:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $change;

        impl<M: Machine> Change<M> for $change {
            fn change($machine: &M, $p: usize, $access: &Access, $loaded: Ticket) -> Changed {
                let _ = ($machine, $p, $access);
                $becomes
            }
        }
    )*};
}
pub(crate) use changes;

/// The access is lost if `so`.
pub(crate) fn lost_if(so: bool, loaded: Ticket) -> Changed {
    if so {
        Changed::Lost
    } else {
        Changed::Returns(loaded)
    }
}

/// The load returns `instead` if `so`.
pub(crate) fn returns_if(so: bool, instead: Ticket, loaded: Ticket) -> Changed {
    Changed::Returns(if so { instead } else { loaded })
}

pub(crate) fn is_load(access: &Access, array: Array) -> bool {
    access.kind == Kind::Load && access.array == array
}
