//! A model together with crashes, cancellations and a record of the order of arrival.

use crate::pack::{pack, unpack, Key};
use doorway_core::ticket::{Ticket, INFINITY};
use doorway_proofs::catalogue::model::Model;
use doorway_proofs::catalogue::{Options, MOST};
use doorway_proofs::machine::{Access, Array, Fields, Kind, Machine, Region};

/// An act of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A step.
    Step(usize),
    /// A cancellation: the process leaves the waiting room without having entered.
    Cancel(usize),
    /// A crash: the process makes no further step.
    Crash(usize),
}

impl Act {
    /// The process.
    pub fn process(self) -> usize {
        let (Act::Step(p) | Act::Cancel(p) | Act::Crash(p)) = self;
        p
    }

    /// The act as a byte.
    pub fn label(self) -> u8 {
        match self {
            Act::Step(p) => p as u8,
            Act::Cancel(p) => 0x10 | p as u8,
            Act::Crash(p) => 0x20 | p as u8,
        }
    }

    /// The act of a byte.
    pub fn of(label: u8) -> Self {
        let p = usize::from(label & 0xf);
        match label >> 4 {
            0 => Act::Step(p),
            1 => Act::Cancel(p),
            _ => Act::Crash(p),
        }
    }
}

/// A state: that of the model, and a record of what has happened.
#[derive(Clone, Debug)]
pub struct System<M> {
    /// The model.
    pub machine: M,
    /// The processes that have crashed, as bits.
    pub crashed: u8,
    /// The passages each process has begun, if they are bounded.
    pub begun: [u8; MOST],
    /// The steps each process has made, if they are bounded.
    pub made: [u8; MOST],
    /// Bit q of `before[p]`: p, still waiting, finished its doorway before q began its present passage.
    pub before: [u8; MOST],
    /// The waiting processes that a later arrival has overtaken, as bits.
    pub overtaken: u8,
}

impl<M: Machine> System<M> {
    /// The state with every process in its remainder.
    pub fn new(options: &Options) -> Self {
        System::starting(M::new(options.k))
    }

    /// Unpacks a state.
    pub fn unpack<const W: usize>(key: &Key<W>, options: &Options) -> Self {
        let mut system = Self::new(options);
        let n = Model::slots(&system.machine);
        let (machine, mut memory) = system.parts();
        unpack(key, machine, |reader| {
            memory.fields(reader, options, n);
        });
        system
    }
}

impl<M: Model> System<M> {
    /// A model in its first state.
    pub fn starting(machine: M) -> Self {
        System {
            machine,
            crashed: 0,
            begun: [0; MOST],
            made: [0; MOST],
            before: [0; MOST],
            overtaken: 0,
        }
    }

    /// Packs the state, after forgetting what no longer matters.
    pub fn pack<const W: usize>(&mut self, options: &Options) -> Key<W> {
        self.machine.forget();
        let n = self.machine.slots();
        let (machine, mut memory) = self.parts();
        pack(machine, options.renaming, |writer| {
            memory.fields(writer, options, n);
        })
    }

    fn parts(&mut self) -> (&mut M, Memory<'_>) {
        let System {
            machine,
            crashed,
            begun,
            made,
            before,
            overtaken,
        } = self;
        let memory = Memory {
            crashed,
            begun,
            made,
            before,
            overtaken,
        };
        (machine, memory)
    }

    /// Whether p has crashed.
    pub fn has_crashed(&self, p: usize) -> bool {
        self.crashed >> p & 1 == 1
    }

    /// Calls `found` with every possible next act and the state after it.
    pub fn successors(&self, options: &Options, found: &mut dyn FnMut(Act, Self)) {
        let n = self.machine.slots();
        for p in (0..n).filter(|&p| !self.has_crashed(p)) {
            if self.has_finished(p, options) {
                continue;
            }
            if options
                .most_steps(p)
                .is_some_and(|most| self.made[p] >= most)
            {
                continue;
            }
            self.clone().advance(p, options, found);
            let mut otherwise = |act| {
                let mut next = self.clone();
                next.make(act, None, options);
                found(act, next);
            };
            if options.cancellations && self.machine.may_cancel(p) {
                otherwise(Act::Cancel(p));
            }
            if self.may_crash(p, options) {
                otherwise(Act::Crash(p));
            }
        }
    }

    /// Whether p is in its remainder and has made all its passages.
    pub fn has_finished(&self, p: usize, options: &Options) -> bool {
        let bound = options.passages.map(|most| most[p]);
        self.machine.region(p) == Region::Remainder
            && bound.is_some_and(|most| self.begun[p] >= most)
    }

    /// Whether p, which has not crashed, may crash.
    pub fn may_crash(&self, p: usize, options: &Options) -> bool {
        self.machine.region(p) != Region::Remainder && self.crashed.count_ones() < options.crashes
    }

    /// Makes an act with at most one access. A load of a register in flux returns `flicker`.
    pub fn make(&mut self, act: Act, flicker: Option<Ticket>, options: &Options) {
        match act {
            Act::Step(p) => {
                let region = self.machine.region(p);
                let held = self
                    .machine
                    .next(p)
                    .map_or(0, |access| self.machine.read(&access));
                self.machine.step(p, flicker.unwrap_or(held));
                self.remember(p, region, options);
            }
            Act::Cancel(p) => {
                let region = self.machine.region(p);
                self.machine.cancel(p);
                self.remember(p, region, options);
            }
            Act::Crash(p) => {
                self.crashed |= 1 << p;
                self.overtaken &= !(1 << p);
            }
        }
    }

    /// Runs p up to and including its next step that other processes can notice.
    ///
    /// A step that no other process can notice (a load of a register that only p writes, a store to
    /// a register that only p reads) commutes with every step of the others, so it is made together
    /// with the step after it. On safe registers the end of a store is made together with the step
    /// after it, and a store begins together with the step before it. A load of a register in flux
    /// can return the old and the new value, so a longer time in flux allows everything that was
    /// allowed before.
    fn advance(mut self, p: usize, options: &Options, found: &mut dyn FnMut(Act, Self)) {
        self.made[p] += u8::from(options.most_steps(p).is_some());
        loop {
            let region = self.machine.region(p);
            let access = self.machine.next(p);
            if let Some(access) = access.filter(|a| a.kind == Kind::Load && self.machine.in_flux(a))
            {
                for value in flickers(&self.machine, &access, options) {
                    let mut next = self.clone();
                    next.machine.step(p, value);
                    next.begin_store(p);
                    next.remember(p, region, options);
                    found(Act::Step(p), next);
                }
                return;
            }
            let loaded = access.map_or(0, |access| self.machine.read(&access));
            self.machine.step(p, loaded);
            let moved = self.machine.region(p) != region;
            if moved || access.is_none_or(|access| is_noticed(&access, p, self.machine.is_safe())) {
                self.begin_store(p);
                self.remember(p, region, options);
                found(Act::Step(p), self);
                return;
            }
        }
    }

    fn begin_store(&mut self, p: usize) {
        if self
            .machine
            .next(p)
            .is_some_and(|access| access.kind == Kind::Begin)
        {
            self.machine.step(p, 0);
        }
    }

    /// Updates the record of the order after p's move from `region`.
    fn remember(&mut self, p: usize, region: Region, options: &Options) {
        let now = self.machine.region(p);
        if now == region {
            return;
        }
        let n = self.machine.slots();
        if region == Region::Remainder && options.passages.is_some() {
            self.begun[p] += 1;
        }
        if !options.order {
            return;
        }
        if region == Region::Remainder {
            for q in 0..n {
                if q != p && self.machine.region(q) == Region::WaitingRoom {
                    self.before[q] |= 1 << p;
                }
            }
        }
        if region == Region::WaitingRoom {
            self.before[p] = 0;
            self.overtaken &= !(1 << p);
        }
        if now == Region::Critical {
            for q in 0..n {
                if self.before[q] >> p & 1 == 1 && !self.has_crashed(q) {
                    self.overtaken |= 1 << q;
                }
            }
        }
        if now == Region::Remainder {
            for q in 0..n {
                self.before[q] &= !(1 << p);
            }
        }
    }
}

/// All values that a load of the register of `access` may return while it is in flux.
pub fn flickers<'a>(
    machine: &'a impl Model,
    access: &'a Access,
    options: &Options,
) -> impl Iterator<Item = Ticket> + 'a {
    let infinity = (access.array == Array::Want).then_some(INFINITY);
    let most = match access.array {
        Array::Member => 1, // a set may report a joining or leaving process, or not
        Array::Stamps => access.copy as Ticket, // as many answers as the specification allows
        _ => options.flicker,
    };
    let all = (0..=most).chain(infinity);
    all.filter(|&value| machine.may_return(access, value))
}

/// Whether a process other than p can notice the access, so that it is not made together with the next.
fn is_noticed(access: &Access, p: usize, safe: bool) -> bool {
    // `Want` and `Capture` are read by the process they are local to, `entered` by its writer,
    // other arrays by all processes.
    let read_by_others = access.home != p || !access.array.is_private();
    match access.kind {
        Kind::Load => {
            access.writer != p || access.array.is_common() || access.array.is_reset_by_others()
        }
        Kind::Store(_) => read_by_others && !safe,
        Kind::Begin => read_by_others,
    }
}

/// The record that is kept besides the model.
struct Memory<'a> {
    crashed: &'a mut u8,
    begun: &'a mut [u8; MOST],
    made: &'a mut [u8; MOST],
    before: &'a mut [u8; MOST],
    overtaken: &'a mut u8,
}

impl Memory<'_> {
    /// Visits the fields that `options` ask for.
    fn fields(&mut self, fields: &mut impl Fields, options: &Options, n: usize) {
        let mut byte = |value: &mut u8, bound: usize| {
            let mut number = usize::from(*value);
            fields.number(&mut number, bound);
            *value = number as u8;
        };
        if options.crashes > 0 {
            byte(self.crashed, 1 << n);
        }
        for p in 0..n {
            if let Some(most) = options.passages {
                byte(&mut self.begun[p], usize::from(most[p]) + 1);
            }
            if let Some(most) = options.most_steps(p) {
                byte(&mut self.made[p], usize::from(most) + 1);
            }
        }
        if options.order {
            self.before[..n]
                .iter_mut()
                .for_each(|before| byte(before, 1 << n));
            byte(self.overtaken, 1 << n);
        }
    }
}
