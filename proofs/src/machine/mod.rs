//! Models: the locks as programs that make one shared access per step.
//!
//! A model is plain data: a program counter for each process, and the shared registers.
//! [`Machine::step`] makes exactly one shared access of one process, or none when the process
//! leaves its remainder or its critical section. A model calls the same cores as the shipped lock
//! and makes the same accesses in the same order. `harnesses/check` compares the two, and explores
//! the models.
//!
//! A [`Machine`] names its next access before it makes the access, and it is passed the value that
//! its load returned. So it can run on its own registers ([`Machine::read`]), on safe registers
//! ([`Safely`]), or on the values that a running lock has read.
//!
//! A model is written as a [`Program`], which is the local state of one process and its next
//! access. [`Model`] is the model of any program, with one `step` for all. The models that
//! implement [`Machine`] by hand are older and not yet converted.

mod following;
mod model;
#[cfg(not(creusot))]
pub mod mutant;
#[cfg(not(creusot))]
pub mod phases;
mod program;
mod safely;

#[cfg(creusot)]
pub use following::made;
pub use following::{Following, Values};
pub use model::Model;
pub use program::{Lock, Program, Registers, Slot};
pub use safely::Safely;

pub use doorway_core::predecessors::next_other;
pub use doorway_core::register::Array;

#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::ticket::Ticket;

/// Where a process is in its passage.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash, PartialOrd, Ord))]
pub enum Region {
    /// Not competing for the lock.
    Remainder,
    /// Taking a ticket, in a bounded number of steps of the process.
    Doorway,
    /// Waiting for its turn.
    WaitingRoom,
    /// In the critical section.
    Critical,
    /// Leaving, in a bounded number of steps of the process.
    Exit,
}

/// What is done to a register.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Kind {
    /// A load.
    Load,
    /// A store of this value; on safe registers, the end of the store.
    Store(Ticket),
    /// The beginning of a store, on safe registers: the register is in flux until the end of the
    /// store.
    Begin,
}

/// A shared access.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub struct Access {
    /// What is done to the register.
    pub kind: Kind,
    /// The array that the register belongs to.
    pub array: Array,
    /// The process that writes the register.
    pub writer: usize,
    /// The process the register is local to.
    pub home: usize,
    /// The copy, where there are two: 0, then 1.
    pub copy: usize,
}

impl Access {
    /// An access to a register that has only one copy.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == Access { kind, array, writer, home, copy: 0usize }))]
    pub(crate) const fn of(kind: Kind, array: Array, writer: usize, home: usize) -> Self {
        Access {
            kind,
            array,
            writer,
            home,
            copy: 0,
        }
    }

    /// Whether both accesses are to the same register.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == self.same_register(*other)))]
    pub(crate) const fn is_of_register(&self, other: &Access) -> bool {
        let same_array = matches!(
            (self.array, other.array),
            (Array::Doorway, Array::Doorway)
                | (Array::Ticket, Array::Ticket)
                | (Array::Want, Array::Want)
                | (Array::Capture, Array::Capture)
                | (Array::Entered, Array::Entered)
                | (Array::Choosing, Array::Choosing)
                | (Array::Color, Array::Color)
                | (Array::SpinCh, Array::SpinCh)
                | (Array::SpinNu, Array::SpinNu)
                | (Array::Member, Array::Member)
                | (Array::Active, Array::Active)
                | (Array::Placed, Array::Placed)
                | (Array::X, Array::X)
                | (Array::Y, Array::Y)
                | (Array::Owner, Array::Owner)
                | (Array::Compete, Array::Compete)
                | (Array::Ignore, Array::Ignore)
                | (Array::Order, Array::Order)
                | (Array::Reveal, Array::Reveal)
                | (Array::Allow, Array::Allow)
                | (Array::Discover, Array::Discover)
                | (Array::Gone, Array::Gone)
                | (Array::Main, Array::Main)
                | (Array::Announced, Array::Announced)
                | (Array::Colors, Array::Colors)
                | (Array::Saved, Array::Saved)
                | (Array::Stamps, Array::Stamps)
        );
        same_array
            && self.writer == other.writer
            && self.home == other.home
            && self.copy == other.copy
    }
}

#[cfg(not(creusot))]
/// Reads or writes the fields of a model one after the other, to pack a state into few bits and to
/// unpack it.
pub trait Fields {
    /// A number below `bound`.
    fn number(&mut self, value: &mut usize, bound: usize);
    /// A truth value.
    fn truth(&mut self, value: &mut bool) {
        let mut number = usize::from(*value);
        self.number(&mut number, 2);
        *value = number != 0;
    }
    /// A ticket, or ∞.
    fn ticket(&mut self, value: &mut Ticket);
}

/// A state that can be cloned and compared.
#[cfg(not(creusot))]
pub trait State: Clone + Eq {}
#[cfg(not(creusot))]
impl<T: Clone + Eq> State for T {}
/// A state that can be cloned.
#[cfg(creusot)]
pub trait State: Clone {}
#[cfg(creusot)]
impl<T: Clone> State for T {}

/// A model of some number of processes.
pub trait Machine: State {
    /// Whether registers are only safe: a store has a beginning and an end, and a load may find a
    /// register in flux.
    const SAFE: bool = false;

    /// Whether there is a process p.
    #[cfg(creusot)]
    #[logic]
    fn is_process(self, p: usize) -> bool;

    /// Whether there is such a register.
    #[cfg(creusot)]
    #[logic]
    fn is_register(self, access: Access) -> bool;

    /// Whether the invariant is true. Only [`Safely`] uses it.
    #[cfg(creusot)]
    #[logic(open)]
    fn is_legal(self) -> bool {
        true
    }

    /// Whether `access` is the access of p's next step. Only [`Safely`] uses it.
    #[cfg(creusot)]
    #[logic(open)]
    fn is_next(self, _p: usize, _access: Option<Access>) -> bool {
        true
    }

    /// Whether the register of `access` contains `value`. Only [`Safely`] uses it.
    #[cfg(creusot)]
    #[logic(open)]
    fn is_held(self, _access: Access, _value: Ticket) -> bool {
        true
    }

    /// Whether p can make a step from here when its load returns `loaded`.
    #[cfg(creusot)]
    #[logic]
    fn is_possible_for(self, p: usize, loaded: Ticket) -> bool;

    /// Whether a step of p can lead from here to `next`. Only [`Safely`] uses it.
    #[cfg(creusot)]
    #[logic(open)]
    fn leads_to(self, _p: usize, _next: Self) -> bool {
        true
    }

    /// Whether a cancellation by p can lead from here to `next`. Only [`Safely`] uses it.
    #[cfg(creusot)]
    #[logic(open)]
    fn gives_way(self, _p: usize, _next: Self) -> bool {
        true
    }

    /// Whether p can cancel here.
    #[cfg(creusot)]
    #[logic]
    fn is_waiting_here(self, p: usize) -> bool;

    /// The initial state: every process is in its remainder.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(k@ > 0))]
    #[cfg_attr(creusot, ensures(result.is_legal()))]
    fn new(k: usize) -> Self;

    /// The number of processes.
    fn slots(&self) -> usize;

    /// The region that p is in.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn region(&self, p: usize) -> Region;

    /// The line of the figure that p is at.
    #[cfg(not(creusot))]
    fn line(&self, p: usize) -> &'static str;

    /// The access that p's next step makes, or none if it makes none.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(self.is_next(p, result)))]
    fn next(&self, p: usize) -> Option<Access>;

    /// The value in the register of `access`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    #[cfg_attr(creusot, ensures(self.is_held(*access, result)))]
    fn read(&self, access: &Access) -> Ticket;

    /// Stores `value` in the register of `access`, whichever process owns the register.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    fn write(&mut self, access: &Access, value: Ticket);

    /// The ticket of p, once it has one.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn ticket(&self, p: usize) -> Ticket;

    /// Whether the register of `access` is in flux.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    fn in_flux(&self, access: &Access) -> bool {
        let _ = access;
        false
    }

    /// Whether a load of the register of `access`, which is in flux, may return `value`.
    #[cfg(not(creusot))]
    fn may_return(&self, access: &Access, value: Ticket) -> bool {
        let _ = (access, value);
        true
    }

    /// Makes p's next step. If the step is a load, the load has returned `loaded`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible_for(p, loaded)))]
    #[cfg_attr(creusot, ensures((^self).is_legal() && self.leads_to(p, ^self)))]
    fn step(&mut self, p: usize, loaded: Ticket);

    /// Whether p is waiting in a loop.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn spins(&self, p: usize) -> bool;

    /// Whether p is in the waiting room between two polls, where it may cancel.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn may_cancel(&self, p: usize) -> bool;

    /// Cancels: p goes to its exit protocol.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting_here(p)))]
    #[cfg_attr(creusot, ensures((^self).is_legal() && self.gives_way(p, ^self)))]
    fn cancel(&mut self, p: usize);

    /// Whether this state satisfies what is believed to be true of every reachable state.
    #[cfg(not(creusot))]
    fn invariant(&self) -> bool;

    /// Whether no register contains more than the lock's stated bound, if it states one.
    #[cfg(not(creusot))]
    fn is_within_bounds(&self) -> bool {
        true
    }

    /// Sets what no process will read again to a fixed value. What can be observed later is
    /// unchanged.
    #[cfg(not(creusot))]
    fn forget(&mut self);

    /// The number of processes that have read a ticket for a choice that they have not yet
    /// announced.
    #[cfg(not(creusot))]
    fn choosing(&self) -> usize;

    /// Passes every part of the state to `fields`.
    #[cfg(not(creusot))]
    fn fields(&mut self, fields: &mut impl Fields);
}

/// The first member of `set` from `from` on; the size of the array if there is none.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(from@ <= set@.len()))]
#[cfg_attr(creusot, ensures(from@ <= result@ && result@ <= set@.len()))]
#[cfg_attr(creusot, ensures(result@ < set@.len() ==> set@[result@]))]
#[cfg_attr(creusot, ensures(forall<j> from@ <= j && j < result@ ==> !set@[j]))]
pub(crate) fn next_member(set: &[bool], from: usize) -> usize {
    let mut i = from;
    #[cfg_attr(creusot, variant(set@.len() - i@))]
    #[cfg_attr(creusot, invariant(from@ <= i@ && i@ <= set@.len()))]
    #[cfg_attr(creusot, invariant(forall<j> from@ <= j && j < i@ ==> !set@[j]))]
    while i < set.len() && !set[i] {
        i += 1;
    }
    i
}
