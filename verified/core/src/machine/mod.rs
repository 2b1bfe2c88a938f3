//! Step machines: the locks as programs that make one shared access a step.
//!
//! A machine is plain data, a program counter per process and the shared registers, and [`Machine::step`] makes exactly one shared access of
//! one process, or none where the process leaves its remainder or its critical section. They call the same cores as the shipped locks, and
//! make the same accesses in the same order: `harnesses/check` compares the two, and explores the machines.
//!
//! A [`Machine`] tells what its next access will be before it makes it, and it is told what its load returned: so it can be driven by registers
//! of its own ([`Machine::read`]), by [`Safely`] torn ones, or by the values that a running lock has read.

/// A line of Figure 2, and what Creusot is asked to prove of every one of them: see `proofs/src/queue/induction.rs`. In front, what it is asked of this
/// one besides.
macro_rules! line {
    ($(#[$more:meta])* $line:ident: fn $name:ident($self:ident, $p:ident $(, $loaded:ident)?) $body:block) => {
        $(#[$more])*
        #[cfg_attr(creusot, check(terminates))]
        #[cfg_attr(creusot, requires($self.is_at($p, Line::$line)))]
        $(#[cfg_attr(creusot, requires($self.is_loaded($p, $loaded)))])?
        #[cfg_attr(creusot,
            ensures($self.differs_at(^$self, $p)),
            ensures((^$self).is_in_range($p@)),
            ensures(queue::is_told(^$self, $p@)),
            ensures(queue::prunes(*$self, ^$self, $p@)),
            ensures(queue::gets_ahead_of_nobody(*$self, ^$self, $p@)),
            ensures(queue::takes_larger(*$self, ^$self, $p@)),
            ensures(queue::keeps_ticket(*$self, ^$self, $p@)),
            ensures(queue::enters_rightly(*$self, ^$self, $p@)),
            ensures(queue::finishes(*$self, ^$self, $p@)))]
        pub(super) fn $name(&mut $self, $p: usize $(, $loaded: Ticket)?) $body
    };
}

#[cfg(not(creusot))]
pub mod active_set;
#[cfg(not(creusot))]
pub mod adaptive;
pub mod bakery;
pub mod black_white;
pub mod fife;
pub mod kfcfs;
#[cfg(not(creusot))]
pub mod local_spin;
#[cfg(not(creusot))]
pub mod mutants;
pub mod safe_fife;
mod safely;

pub use safely::Safely;

#[cfg(creusot)]
use crate::proofs::prelude::*;
use crate::ticket::Ticket;

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

/// The papers' arrays of registers.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Array {
    /// `Doorway[p]`, Figure 1.
    Doorway,
    /// `Ticket[p]`.
    Ticket,
    /// `Want[p][i]`.
    Want,
    /// `Capture[p][i]`.
    Capture,
    /// The place of the ticket last entered with: the repair of Figure 3. Only its writer reads it.
    Entered,
    /// `choosing[p]`, Taubenfeld.
    Choosing,
    /// The bit `color`, Taubenfeld: one for all, and whoever enters writes it.
    Color,
    /// `spin.ch[i, p]`, Taubenfeld: local to i, who raises it; p lowers it.
    SpinCh,
    /// `spin.nu[i, p]`, likewise.
    SpinNu,
    /// An ideal active set, and what p is told of q: nothing that is stored anywhere.
    Member,
    /// Whether p is there, Afek, Stupp and Touitou's active set.
    Active,
    /// Whether p has a splitter. Only its writer reads it.
    Placed,
    /// X of a splitter: by diagonal and place on it, of nobody's.
    X,
    /// Y of a splitter.
    Y,
    /// Who has stopped at a splitter.
    Owner,
}

#[cfg(not(creusot))]
impl Array {
    /// How many there are.
    pub const ALL: usize = Array::Owner as usize + 1;

    /// The paper's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Array::Doorway => "Doorway",
            Array::Ticket => "Ticket",
            Array::Want => "Want",
            Array::Capture => "Capture",
            Array::Entered => "entered",
            Array::Choosing => "choosing",
            Array::Color => "color",
            Array::SpinCh => "spin.ch",
            Array::SpinNu => "spin.nu",
            Array::Member => "S",
            Array::Active => "active",
            Array::Placed => "placed",
            Array::X => "X",
            Array::Y => "Y",
            Array::Owner => "owner",
        }
    }

    /// Whether it has a register for every pair of processes.
    #[must_use]
    pub const fn is_matrix(self) -> bool {
        matches!(
            self,
            Array::Want | Array::Capture | Array::SpinCh | Array::SpinNu | Array::Member
        ) || self.is_grid()
    }

    /// Whether it is by splitter, and not by process.
    #[must_use]
    pub const fn is_grid(self) -> bool {
        matches!(self, Array::X | Array::Y | Array::Owner)
    }

    /// Whether only the process whose name it has, or which it is local to, reads it and nobody else writes it.
    #[must_use]
    pub const fn is_private(self) -> bool {
        matches!(
            self,
            Array::Want | Array::Capture | Array::Entered | Array::Placed
        )
    }

    /// Whether everybody reads and writes it, and it is local to nobody.
    #[must_use]
    pub const fn is_common(self) -> bool {
        matches!(self, Array::Color) || self.is_grid()
    }
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
    /// The lock's name.
    #[cfg(not(creusot))]
    const NAME: &'static str;
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
    fn may_withdraw(&self, p: usize) -> bool;

    /// p gives up: it goes to its exit protocol.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_waiting_here(p)))]
    #[cfg_attr(creusot, ensures((^self).is_legal() && self.gives_way(p, ^self)))]
    fn withdraw(&mut self, p: usize);

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

/// The first process from `from` on that is not `me`.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(me@ < usize::MAX@))]
#[cfg_attr(creusot, ensures(result@ == if from@ == me@ { from@ + 1 } else { from@ }))]
#[must_use]
pub fn next_other(from: usize, me: usize) -> usize {
    if from == me {
        from + 1
    } else {
        from
    }
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
