//! Machines that are wrong, each in one place: what the properties are held against.
//!
//! A [`Mutant`] is a machine with a [`Twist`]: it bends what a load returns, or swallows a store.

pub mod printed;

use crate::machine::{Access, Array, Fields, Kind, Machine, Region};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use doorway_core::colour;
use doorway_core::ticket::{Ticket, INFINITY};

/// What a twist does to an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bent {
    /// A load returns this; a store is made.
    To(Ticket),
    /// A store is not made.
    Swallowed,
}

/// A change in one place of an algorithm.
pub trait Twist<M: Machine> {
    /// The mutant's name.
    const NAME: &'static str;

    /// Whether what the machine [forgets](Machine::forget) does not matter to the mutant either.
    const FORGETS: bool = true;

    /// What becomes of p's access, whose load would return `loaded`.
    fn bend(machine: &M, p: usize, access: &Access, loaded: Ticket) -> Bent;

    /// The register that is accessed instead.
    fn redirect(access: Access) -> Access {
        access
    }
}

/// The machine `M` with the twist `T`.
#[derive(Debug)]
pub struct Mutant<M, T>(M, PhantomData<T>);

impl<M, T> Mutant<M, T> {
    /// The machine that is bent.
    pub fn machine(&self) -> &M {
        &self.0
    }
}

impl<M: Clone, T> Clone for Mutant<M, T> {
    fn clone(&self) -> Self {
        Mutant(self.0.clone(), PhantomData)
    }
}

impl<M: PartialEq, T> PartialEq for Mutant<M, T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<M: Eq, T> Eq for Mutant<M, T> {}

impl<M: Hash, T> Hash for Mutant<M, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<M: Machine, T: Twist<M>> Machine for Mutant<M, T> {
    const NAME: &'static str = T::NAME;
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
        self.0.next(p).map(T::redirect)
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
    fn step(&mut self, p: usize, loaded: Ticket) {
        let access = match self.next(p) {
            Some(access) => access,
            None => return self.0.step(p, loaded),
        };
        match T::bend(&self.0, p, &access, loaded) {
            Bent::To(loaded) => self.0.step(p, loaded),
            Bent::Swallowed => {
                let kept = self.0.read(&access);
                self.0.step(p, loaded);
                self.0.write(&access, kept);
            }
        }
    }
    fn spins(&self, p: usize) -> bool {
        self.0.spins(p)
    }
    fn may_withdraw(&self, p: usize) -> bool {
        self.0.may_withdraw(p)
    }
    fn withdraw(&mut self, p: usize) {
        self.0.withdraw(p);
    }
    /// A mutant need not keep the invariant; it is judged by the properties.
    fn invariant(&self) -> bool {
        true
    }
    fn is_within_bounds(&self) -> bool {
        self.0.is_within_bounds()
    }
    fn forget(&mut self) {
        if T::FORGETS {
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

/// Declares twists: name, what it is, and how it bends.
macro_rules! twists {
    ($($(#[$doc:meta])* $twist:ident = $name:literal, |$machine:ident, $p:ident, $access:ident, $loaded:ident| $bend:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $twist;

        impl<M: Machine> Twist<M> for $twist {
            const NAME: &'static str = $name;

            fn bend($machine: &M, $p: usize, $access: &Access, $loaded: Ticket) -> Bent {
                let _ = ($machine, $p, $access);
                $bend
            }
        }
    )*};
}

/// Swallowed if `so`, else as it was.
fn swallow_if(so: bool, loaded: Ticket) -> Bent {
    if so {
        Bent::Swallowed
    } else {
        Bent::To(loaded)
    }
}

/// `instead` if `so`, else as it was.
fn instead_if(so: bool, instead: Ticket, loaded: Ticket) -> Bent {
    Bent::To(if so { instead } else { loaded })
}

fn is_load(access: &Access, array: Array) -> bool {
    access.kind == Kind::Load && access.array == array
}

twists! {
    /// Line 14 (30) removed.
    No14 = "no-14", |machine, p, access, loaded| {
        let line = machine.line(p);
        swallow_if(access.array == Array::Want && (line == "14" || line == "30"), loaded)
    };
    /// Line 16 (33) before 15 (31): what is announced is the last passage's ticket.
    Announce16First = "16-before-15", |machine, p, access, loaded| {
        let line = machine.line(p);
        swallow_if(access.array == Array::Want && (line == "16" || line == "33"), loaded)
    };
    /// `<` turned to `<=` and the tie-break dropped: of two equal tickets neither waits.
    NoTieBreak = "no-tie-break", |machine, p, access, loaded| {
        let tie = is_load(access, Array::Want) && loaded == machine.ticket(p);
        instead_if(tie, INFINITY, loaded)
    };
    /// Nobody is told who has never come, as if slots that were never claimed did not count. Who comes for the first time then knows nothing of those
    /// that are in their passages.
    Unclaimed = "unclaimed", |machine, p, access, loaded| {
        let i = access.home;
        let never_came = machine.region(i) == Region::Remainder && machine.ticket(i) == 0;
        let told = machine.region(p) != Region::Exit && access.array == Array::Want;
        swallow_if(told && access.kind != Kind::Load && never_came, loaded)
    };
    /// The exit protocol skipped by process 1.
    NoExit = "no-exit", |machine, p, access, loaded| {
        swallow_if(machine.region(p) == Region::Exit && p == 0 && access.kind != Kind::Load, loaded)
    };
    /// `while` turned to `if`: enters after one look.
    IfForWhile = "if-for-while", |machine, p, access, loaded| {
        instead_if(is_load(access, Array::Capture) && machine.spins(p), INFINITY, loaded)
    };
    /// One copy of `Want` and `Capture` read instead of two.
    OneCopy = "one-copy", |machine, p, access, loaded| {
        let second = machine.spins(p) && access.kind == Kind::Load && access.copy == 0;
        instead_if(second, INFINITY, loaded)
    };
    /// Figure 3 as printed: one place for a ticket.
    Printed = "figure-3-as-printed", |machine, p, access, loaded| {
        if is_load(access, Array::Entered) {
            Bent::To(1)
        } else {
            instead_if(is_load(access, Array::Ticket) && access.copy == 1, 0, loaded)
        }
    };
    /// Line 44 without its test: a capture is written again while it still counts.
    No44 = "no-44", |machine, p, access, loaded| {
        instead_if(is_load(access, Array::Capture) && machine.line(p) == "44", 0, loaded)
    };
    /// Taubenfeld's line 12 removed: the bit `color` is written by nobody.
    ColourUnwritten = "black-white-colour-unwritten", |machine, p, access, loaded| {
        swallow_if(access.array == Array::Color && access.kind != Kind::Load, loaded)
    };
    /// Taubenfeld's line 3 over the tickets of both colours.
    AllColours = "black-white-all-colours", |machine, p, access, loaded| {
        let mine = colour::ticket(colour::colour(machine.ticket(p)), colour::number(loaded));
        let chooses = machine.region(p) == Region::Doorway && is_load(access, Array::Ticket);
        instead_if(chooses, mine, loaded)
    };
    /// Taubenfeld's lines 1, 4 and 6 removed: nobody says that it is choosing.
    ChoosingUnsaid = "black-white-not-choosing", |machine, p, access, loaded| {
        instead_if(is_load(access, Array::Choosing), 0, loaded)
    };
    /// Alone, though somebody is choosing.
    AloneBesideAChoice = "black-white-alone-beside-a-choice", |machine, p, access, loaded| {
        let looks = machine.region(p) == Region::Doorway && is_load(access, Array::Choosing);
        instead_if(looks, 0, loaded)
    };
    /// Alone, though somebody has a ticket.
    AloneBesideATicket = "black-white-alone-beside-a-ticket", |machine, p, access, loaded| {
        let looks = machine.region(p) == Region::Doorway && machine.line(p) == "7";
        instead_if(looks && is_load(access, Array::Ticket), 0, loaded)
    };
    /// Shankar's simplified bakery, flaw 2: nobody says that it is choosing.
    NotChoosing = "simplified-bakery", |machine, p, access, loaded| {
        instead_if(is_load(access, Array::Doorway), 0, loaded)
    };
    /// Shankar's simplified bakery, flaw 1: of two equal tickets neither waits.
    TiesPass = "simplified-bakery-ties-pass", |machine, p, access, loaded| {
        let tie = machine.spins(p) && loaded == machine.ticket(p);
        instead_if(access.kind == Kind::Load && (tie || access.array == Array::Doorway), 0, loaded)
    };
    /// Shankar's simplified bakery, flaw 1, the other way: of two equal tickets both wait.
    TiesWait = "simplified-bakery-ties-wait", |machine, p, access, loaded| {
        let tie = machine.spins(p) && loaded == machine.ticket(p) && access.writer != p;
        if is_load(access, Array::Doorway) {
            Bent::To(0)
        } else if machine.region(p) == Region::Doorway {
            Bent::To(loaded.max(1)) // so that there is a ticket below every other
        } else {
            instead_if(tie, loaded.saturating_sub(1), loaded)
        }
    };
}

/// The maximum computed without process 1.
#[derive(Clone, Copy, Debug)]
pub struct MaxWithoutOne;

impl<M: Machine> Twist<M> for MaxWithoutOne {
    const NAME: &'static str = "max-without-one";
    /// A capture left by process 1 can be above a later ticket here.
    const FORGETS: bool = false;

    fn bend(machine: &M, p: usize, access: &Access, loaded: Ticket) -> Bent {
        let choosing = machine.region(p) == Region::Doorway && p != 0;
        instead_if(
            choosing && is_load(access, Array::Ticket) && access.writer == 0,
            0,
            loaded,
        )
    }
}

/// Larger tickets are captured, not smaller ones.
#[derive(Clone, Copy, Debug)]
pub struct CaptureLarger;

impl<M: Machine> Twist<M> for CaptureLarger {
    const NAME: &'static str = "capture-larger";
    /// What is behind a ticket is just what matters here.
    const FORGETS: bool = false;

    fn bend(machine: &M, p: usize, access: &Access, loaded: Ticket) -> Bent {
        let larger = loaded != 0 && loaded < machine.ticket(p);
        match is_load(access, Array::Capture) && machine.spins(p) {
            true => Bent::To(if larger { INFINITY } else { 0 }),
            false => Bent::To(loaded),
        }
    }
}

/// `Want` and `Capture` read in the order of writing.
#[derive(Clone, Copy, Debug)]
pub struct InWritingOrder;

impl<M: Machine> Twist<M> for InWritingOrder {
    const NAME: &'static str = "in-writing-order";

    fn bend(_: &M, _: usize, _: &Access, loaded: Ticket) -> Bent {
        Bent::To(loaded)
    }

    fn redirect(access: Access) -> Access {
        let twice = access.array == Array::Want
            || (access.array == Array::Capture && access.writer != access.home);
        if access.kind == Kind::Load && twice {
            Access {
                copy: 1 - access.copy,
                ..access
            }
        } else {
            access
        }
    }
}
