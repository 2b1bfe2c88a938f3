//! Zehavi's bounded-space FIFE k-exclusion, Algorithm 1: `Bounded`, on a timestamp system `T`, in
//! the variant `V`.
//!
//! The program of a process, and its registers; [`Model`] makes the model from them. The readings of
//! the paper: line 4e loads `Reveal` again; `Ignore` is loaded before `Order<`; entries for a process
//! itself are left out. The latch `Gone` is ours.

mod dead;
mod lines;
mod registers;
mod state;
mod variant;

pub use registers::Registers;
pub use state::{Line, Process};
pub use variant::{
    Allows, AllowsAll, AsPrinted, AsWritten, CompeteStays, Discovers, Exits, Late13, Late5, No4c,
    No4f, NoAllow, NoAllowNoGuard, NoGuard, NoIgnore, OneCell, OneLoad, PrintedNoAllow,
    PrintedNoAllowNoGuard, PrintedNoGuard, Variant,
};

use crate::machine::{Access, Array, Fields, Kind, Lock, Model, Program, Region, Slot};
use crate::timestamps::atomic::Atomic;
use crate::timestamps::bounded::Packed;
use crate::timestamps::growing::Growing;
use crate::timestamps::lazy::Lazy;
use crate::timestamps::stamps::{word, Progress, Stamps};
use core::marker::PhantomData;
use doorway_core::allow::{allows, is_after};
use doorway_core::ticket::Ticket;
use state::LINES;

/// The model on the timestamps `T`, in the variant `V`.
pub type BoundedOf<T, V, const N: usize> = Model<Registers<T, N>, Process<T, V, N>, N>;

/// The model on bounded timestamps, as it ships.
pub type Bounded<const N: usize> = BoundedOf<Packed<N>, AsWritten, N>;
/// The model on atomic timestamps.
pub type OnIdeal<const N: usize> = BoundedOf<Atomic, AsWritten, N>;
/// The model on the specification of timestamps.
pub type OnLaziest<const N: usize> = BoundedOf<Lazy, AsWritten, N>;
/// The model on numbers that grow.
pub type OnUnbounded<const N: usize> = BoundedOf<Growing, AsWritten, N>;

impl<T: Stamps<N>, V: Variant, const N: usize> Program for Process<T, V, N> {
    fn start() -> Self {
        Process {
            line: Line::Remainder,
            i: 0,
            first: false,
            stamps: T::start(),
            order: 0,
            precede: 0,
            variant: PhantomData,
        }
    }

    fn region(&self) -> Region {
        match self.line {
            Line::Remainder => Region::Remainder,
            Line::Critical => Region::Critical,
            line if line < Line::L11Compete => Region::Doorway,
            line if line < Line::Critical => Region::WaitingRoom,
            _ => Region::Exit,
        }
    }

    fn line(&self) -> &'static str {
        self.line.name()
    }

    fn access(&self, slot: Slot) -> Option<Access> {
        let (p, i) = (slot.p, self.i);
        let (load, set, reset) = (Kind::Load, Kind::Store(1), Kind::Store(0));
        let pair = |kind, array, writer, home| Access::of(kind, array, writer, home);
        let cell = |kind, writer, home, copy| Access {
            copy,
            ..pair(kind, Array::Discover, writer, home)
        };
        Some(match self.line {
            Line::Remainder | Line::Critical => return None,
            Line::L1 => pair(set, Array::Compete, p, i),
            Line::L2 => pair(set, Array::Ignore, p, i),
            Line::L3 | Line::L6 => self.stamps.access(slot),
            Line::Reset => pair(reset, Array::Gone, i, p),
            Line::L4 | Line::L4f => cell(load, p, i, 0),
            Line::L4Second | Line::L4fSecond => cell(load, p, i, 1),
            Line::L4a | Line::L4fi => cell(reset, p, i, 0),
            Line::L4b | Line::L4fii => cell(reset, p, i, 1),
            Line::L4c => pair(reset, Array::Allow, p, i),
            Line::L4d | Line::L4e => pair(load, Array::Reveal, i, i),
            Line::L4dStore => cell(set, p, i, 0),
            Line::L4eStore => cell(set, p, i, 1),
            Line::L5 => pair(set, Array::Reveal, p, p),
            Line::L7 => {
                let before = self.order >> i & 1 == 0;
                pair(Kind::Store(Ticket::from(before)), Array::Order, p, i)
            }
            Line::L8 => pair(reset, Array::Ignore, p, i),
            Line::L11Compete => pair(load, Array::Compete, i, p),
            Line::L11Gone => pair(load, Array::Gone, i, p),
            Line::L11aFirst | Line::L11bFirst => cell(load, i, p, 0),
            Line::L11aSecond | Line::L11bSecond => cell(load, i, p, 1),
            Line::L11Ignore => pair(load, Array::Ignore, i, p),
            Line::L11Order => pair(load, Array::Order, i, p),
            Line::L11Allow => pair(load, Array::Allow, i, p),
            Line::L12 => pair(set, Array::Allow, p, i),
            Line::L13 => pair(reset, Array::Reveal, p, p),
            Line::L14a => cell(reset, i, p, 0),
            Line::L14b => cell(reset, i, p, 1),
            Line::Latch => pair(set, Array::Gone, p, i),
            Line::L15 => pair(reset, Array::Compete, p, i),
        })
    }

    fn advance(self, slot: Slot, loaded: Ticket) -> Self {
        let (p, i) = (slot.p, self.i);
        let is_set = loaded != 0;
        match self.line {
            Line::Remainder => self.each(p, 0, Line::L1, |it| it.label(slot)),
            Line::L1 => self.each(p, i + 1, Line::L1, |it| match V::IGNORE {
                true => it.each(p, 0, Line::L2, |it| it.label(slot)),
                false => it.label(slot),
            }),
            Line::L2 => self.each(p, i + 1, Line::L2, |it| it.label(slot)),
            Line::L3 | Line::L6 => {
                let (stamps, progress) = self.stamps.advance(slot, loaded);
                let it = Process { stamps, ..self };
                match progress {
                    Progress::Running => it,
                    Progress::Labelled => it.after_3(slot),
                    Progress::Scanned(order) => {
                        let it = Process { order, ..it };
                        match V::REVEALS_FIRST {
                            true => it.after_6(slot),
                            false => it.goto(Line::L5, 0),
                        }
                    }
                }
            }
            Line::Reset => self.each(p, i + 1, Line::Reset, |it| {
                it.each(p, 0, Line::L4, |it| it.after_4(slot))
            }),
            Line::L4 => Process {
                first: is_set,
                ..self
            }
            .goto(Line::L4Second, i),
            Line::L4Second => match (self.first, is_set) {
                (true, true) if V::GUARD => self.next_4(slot),
                (false, false) if V::GUARD => self.at_4c(),
                _ => self.goto(Line::L4a, i),
            },
            Line::L4a => self.goto(Line::L4b, i),
            Line::L4b => self.at_4c(),
            Line::L4c => self.goto(Line::L4d, i),
            Line::L4d if is_set => self.goto(Line::L4dStore, i),
            Line::L4d => self.next_4(slot),
            Line::L4dStore => match V::DISCOVERS {
                Discovers::OneLoad => self.goto(Line::L4eStore, i),
                Discovers::OneCell => self.next_4(slot),
                Discovers::Twice => self.goto(Line::L4e, i),
            },
            Line::L4e if is_set => self.goto(Line::L4eStore, i),
            Line::L4e | Line::L4eStore if !V::CHECKS_AGAIN => self.next_4(slot),
            Line::L4e => self.goto(Line::L4fi, i),
            Line::L4eStore => self.goto(Line::L4f, i),
            Line::L4f if is_set => self.goto(Line::L4fSecond, i),
            Line::L4fSecond if is_set => self.next_4(slot),
            Line::L4f | Line::L4fSecond => self.goto(Line::L4fi, i),
            Line::L4fi => self.goto(Line::L4fii, i),
            Line::L4fii => self.next_4(slot),
            Line::L5 if V::REVEALS_FIRST => self.scan(slot),
            Line::L5 => self.after_6(slot),
            Line::L7 => self.each(p, i + 1, Line::L7, |it| match V::IGNORE {
                true => it.each(p, 0, Line::L8, |it| it.after_8(slot)),
                false => it.after_8(slot),
            }),
            Line::L8 => self.each(p, i + 1, Line::L8, |it| it.after_8(slot)),
            Line::L11Compete if !is_set => self.deletes(slot),
            Line::L11Compete if V::LATCH => self.goto(Line::L11Gone, i),
            Line::L11Compete => self.goto(Line::L11aFirst, i),
            Line::L11Gone if is_set => self.deletes(slot),
            Line::L11Gone => self.goto(Line::L11aFirst, i),
            Line::L11aFirst if is_set && V::DISCOVERS == Discovers::OneCell => {
                self.goto(Line::L11Ignore, i)
            }
            Line::L11aFirst if is_set => self.goto(Line::L11aSecond, i),
            Line::L11aSecond if is_set && !V::IGNORE => self.goto(Line::L11Order, i),
            Line::L11aSecond if is_set => self.goto(Line::L11Ignore, i),
            Line::L11Ignore if !is_set => self.goto(Line::L11Order, i),
            Line::L11Order if is_after((true, true), false, is_set) => self.deletes(slot),
            Line::L11aFirst | Line::L11aSecond | Line::L11Ignore | Line::L11Order => {
                self.next_11a(slot, i + 1)
            }
            Line::L11bFirst if is_set && V::DISCOVERS == Discovers::OneCell => {
                self.goto(Line::L11Allow, i)
            }
            Line::L11bFirst if is_set => self.goto(Line::L11bSecond, i),
            Line::L11bSecond if is_set => self.goto(Line::L11Allow, i),
            Line::L11Allow if allows((true, true), is_set) => {
                Process { precede: 0, ..self }.enters(0)
            }
            Line::L11bFirst | Line::L11bSecond | Line::L11Allow => self.next_11b(slot),
            Line::L12 => self.enters(i + 1),
            Line::Critical => self.exits(p),
            Line::L13 if V::EXITS == Exits::Late13 => self.after_14(p),
            Line::L13 => self.after_13(p),
            Line::L14a => self.goto(Line::L14b, i),
            Line::L14b => self.each(p, i + 1, Line::L14a, |it| match V::EXITS {
                Exits::Late13 => it.goto(Line::L13, 0),
                Exits::KeepsCompete => it.left(),
                Exits::InOrder => it.after_14(p),
            }),
            Line::Latch => self.each(p, i + 1, Line::Latch, |it| {
                it.each(p, 0, Line::L15, |it| it.left())
            }),
            Line::L15 => self.each(p, i + 1, Line::L15, |it| it.left()),
        }
    }

    fn ticket(&self) -> Ticket {
        0
    }

    /// Line 12 comes after the waiting loop.
    fn spins(&self) -> bool {
        self.may_cancel()
    }

    fn may_cancel(&self) -> bool {
        (Line::L11Compete..=Line::L11Allow).contains(&self.line)
    }

    fn cancel(self) -> Self {
        Process {
            precede: 0,
            order: 0,
            ..self
        }
        .goto(Line::L13, 0)
    }
}

impl<T: Stamps<N>, V: Variant, const N: usize> Lock<Registers<T, N>, N> for Process<T, V, N> {
    fn invariant(model: &BoundedOf<T, V, N>) -> bool {
        super::invariant::holds(model)
    }

    fn is_within_bounds(model: &BoundedOf<T, V, N>) -> bool {
        T::is_within_bounds(&model.registers.stamps)
    }

    fn forget(model: &mut BoundedOf<T, V, N>) {
        let processes = &mut model.processes;
        for process in processes.iter_mut().filter(|it| it.line >= Line::L12) {
            process.precede = 0;
            if process.line > Line::L12 {
                process.order = 0;
            }
        }
        for p in 0..N {
            for i in (0..N).filter(|&i| i != p) {
                dead::forget(&mut model.registers, processes, p, i);
            }
        }
        let is_scanning = |p: &usize| (Line::L3..=Line::L6).contains(&processes[*p].line);
        let scanning = (0..N).filter(is_scanning).fold(0, |set, p| set | 1 << p);
        let stamps = std::array::from_fn(|p| &processes[p].stamps);
        T::forget(&mut model.registers.stamps, stamps, scanning);
    }

    fn choosing(model: &BoundedOf<T, V, N>) -> usize {
        let choosing = model.processes.iter().filter(|it| it.stamps.is_choosing());
        choosing.count()
    }

    fn fields(model: &mut BoundedOf<T, V, N>, fields: &mut impl Fields) {
        for p in 0..N {
            let slot = Slot { p, n: N, k: 1 };
            let process = &mut model.processes[p];
            let mut line = process.line as usize;
            fields.number(&mut line, LINES.len());
            process.line = LINES[line];
            fields.number(&mut process.i, N);
            fields.truth(&mut process.first);
            process.stamps.fields(slot, fields);
            word(fields, &mut process.order, 1 << N);
            word(fields, &mut process.precede, 1 << N);
        }
        model.registers.fields(fields);
    }
}
