//! Step machines: the locks as programs that make one shared access a step.
//!
//! A machine is plain data, a program counter per process and the shared registers, and [`Machine::step`] makes exactly one shared access of
//! one process, or none where the process leaves its remainder or its critical section. They call the same cores as the shipped locks, and
//! make the same accesses in the same order: `harnesses/check` compares the two, and explores the machines.
//!
//! A [`Machine`] tells what its next access will be before it makes it, and it is told what its load returned: so it can be driven by registers
//! of its own ([`Machine::read`]), by [`Safely`] torn ones, or by the values that a running lock has read.
//!
//! A lock's model is written as a [`Program`], the local state of one process and what it does next; [`Model`] makes a machine of any program,
//! with one `step` for all. Those that implement [`Machine`] by hand are older, and not yet converted.

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
    /// Not interested.
    Remainder,
    /// Taking a ticket: a bounded number of own steps.
    Doorway,
    /// Waiting for its turn.
    WaitingRoom,
    /// Inside.
    Critical,
    /// Leaving: a bounded number of own steps.
    Exit,
}

/// What is done to a register.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Kind {
    /// A load.
    Load,
    /// A store of this value; on safe registers, the end of it.
    Store(Ticket),
    /// On safe registers, the beginning of a store: the register is in flux until its end.
    Begin,
}

/// A shared access.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub struct Access {
    /// What is done.
    pub kind: Kind,
    /// The array that the register belongs to.
    pub array: Array,
    /// The process that writes the register.
    pub writer: usize,
    /// The process the register is local to.
    pub home: usize,
    /// Which copy, where there are two: 0, then 1.
    pub copy: usize,
}

impl Access {
    /// Of a register that has only one copy.
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

    /// Whether the two are of the same register.
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
        );
        same_array
            && self.writer == other.writer
            && self.home == other.home
            && self.copy == other.copy
    }
}

#[cfg(not(creusot))]
/// What reads or writes the fields of a machine one after the other: a way to pack it into few bits and back.
pub trait Fields {
    /// A number below `bound`.
    fn number(&mut self, value: &mut usize, bound: usize);
    /// A truth.
    fn truth(&mut self, value: &mut bool) {
        let mut number = usize::from(*value);
        self.number(&mut number, 2);
        *value = number != 0;
    }
    /// A ticket, or ∞.
    fn ticket(&mut self, value: &mut Ticket);
}

/// A state: it can be kept, and compared.
#[cfg(not(creusot))]
pub trait State: Clone + Eq {}
#[cfg(not(creusot))]
impl<T: Clone + Eq> State for T {}
/// A state: it can be kept.
#[cfg(creusot)]
pub trait State: Clone {}
#[cfg(creusot)]
impl<T: Clone> State for T {}

/// A step machine for some number of processes.
pub trait Machine: State {
    /// Whether registers are safe only: a store has a beginning and an end, and a load may find a register in flux.
    const SAFE: bool = false;

    /// Whether there is a process p.
    #[cfg(creusot)]
    #[logic]
    fn is_process(self, p: usize) -> bool;

    /// Whether there is such a register.
    #[cfg(creusot)]
    #[logic]
    fn is_register(self, access: Access) -> bool;

    /// Whether the invariant holds. Only [`Safely`] asks.
    #[cfg(creusot)]
    #[logic(open)]
    fn is_legal(self) -> bool {
        true
    }

    /// Whether `access` is what p's next step makes. Only [`Safely`] asks.
    #[cfg(creusot)]
    #[logic(open)]
    fn is_next(self, _p: usize, _access: Option<Access>) -> bool {
        true
    }

    /// Whether `value` is what the register of `access` holds. Only [`Safely`] asks.
    #[cfg(creusot)]
    #[logic(open)]
    fn is_held(self, _access: Access, _value: Ticket) -> bool {
        true
    }

    /// Whether p can make a step from here, its load returning `loaded`.
    #[cfg(creusot)]
    #[logic]
    fn is_possible_for(self, p: usize, loaded: Ticket) -> bool;

    /// Whether a step of p can lead from here to `next`. Only [`Safely`] asks.
    #[cfg(creusot)]
    #[logic(open)]
    fn leads_to(self, _p: usize, _next: Self) -> bool {
        true
    }

    /// Whether p's giving up can. Only [`Safely`] asks.
    #[cfg(creusot)]
    #[logic(open)]
    fn gives_way(self, _p: usize, _next: Self) -> bool {
        true
    }

    /// Whether p can give up here.
    #[cfg(creusot)]
    #[logic]
    fn is_waiting_here(self, p: usize) -> bool;

    /// Everybody in its remainder.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(k@ > 0))]
    #[cfg_attr(creusot, ensures(result.is_legal()))]
    fn new(k: usize) -> Self;

    /// How many processes there are.
    fn slots(&self) -> usize;

    /// Where p is.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn region(&self, p: usize) -> Region;

    /// The line of the figure that p is at.
    #[cfg(not(creusot))]
    fn line(&self, p: usize) -> &'static str;

    /// The access that p's next step makes; none if it makes none.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    #[cfg_attr(creusot, ensures(self.is_next(p, result)))]
    fn next(&self, p: usize) -> Option<Access>;

    /// What the register of `access` holds.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    #[cfg_attr(creusot, ensures(self.is_held(*access, result)))]
    fn read(&self, access: &Access) -> Ticket;

    /// Makes the register of `access` hold `value`, whoever's it is.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_register(*access)))]
    fn write(&mut self, access: &Access, value: Ticket);

    /// The ticket p holds, once it has one.
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

    /// p makes its next step. If that is a load, it has returned `loaded`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible_for(p, loaded)))]
    #[cfg_attr(creusot, ensures((^self).is_legal() && self.leads_to(p, ^self)))]
    fn step(&mut self, p: usize, loaded: Ticket);

    /// Whether p is waiting in a loop.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn spins(&self, p: usize) -> bool;

    /// Whether p is in the waiting room between two looks, where it may give up.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_process(p)))]
    fn may_cancel(&self, p: usize) -> bool;

    /// p gives up: it goes to its exit protocol.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting_here(p)))]
    #[cfg_attr(creusot, ensures((^self).is_legal() && self.gives_way(p, ^self)))]
    fn cancel(&mut self, p: usize);

    /// Whether what is believed to be true of every reachable state is true of this one.
    #[cfg(not(creusot))]
    fn invariant(&self) -> bool;

    /// Whether no register holds more than the lock says it ever needs, if it says so.
    #[cfg(not(creusot))]
    fn is_within_bounds(&self) -> bool {
        true
    }

    /// Sets what nobody will look at again to some fixed value. Whatever can be observed later stays as it is.
    #[cfg(not(creusot))]
    fn forget(&mut self);

    /// How many processes have read a ticket for a choice that they have not yet made known.
    #[cfg(not(creusot))]
    fn choosing(&self) -> usize;

    /// Shows everything that makes up the state.
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
