//! The bounded timestamp system: labels, and a snapshot with colors, in single-writer registers.
//!
//! | register | writer | what |
//! |---|---|---|
//! | `Main[q]` | q | its label; for each other p a tag (a color, or none) and an announced color |
//! | `Color[p]` | p | a color for each other process, in one word |
//! | `Saved[q][p]` | q | a label, read by p only |
//!
//! A scan of p loads every `Main[q]`, and picks for q a color that is none of: the tag for p there,
//! the announced color there, its own present color for q. It stores `Color[p]`: this is the
//! instant of the scan. It loads every `Main[q]` again. If the tag for p is the new color, q has
//! stored its label after that instant, and p takes `Saved[q][p]`, the label before. Otherwise it
//! takes the label in `Main[q]`.
//!
//! A label of q is a scan, the choice of a new label from it, and an update. The update loads the
//! color for q of every p, announces these colors in `Main[q]`, and loads them again. A color that
//! is the same both times becomes the tag; otherwise there is no tag. Where the tag is new, q saves
//! its present label for p. Then it stores `Main[q]`, with the new label and tags.
//!
//! A scan makes at most 3N - 2 accesses and a label at most 6N - 3, if no register is announced
//! apart.

mod packed;
mod process;

pub use packed::Packed;
pub use process::{order, Process};

use super::{Operation, Outcome, Timestamps};
use doorway_core::label::{Label, Tag};

/// A variant of the system: two that are right, and the mutants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// As described above.
    Joined,
    /// With the announced colors in a register apart, which a scan loads before `Main`.
    Apart,
    /// Mutant: a scan loads every `Main` once and takes the labels there.
    PlainCollect,
    /// Mutant: updates announce no color.
    NoAnnouncement,
    /// Mutant: a scan takes the label in `Main` also if the tag is its new color.
    SavedIgnored,
    /// Mutant: an update saves the old label after it has stored the new one.
    SavedLate,
    /// Mutant: if a color has changed between the two loads, the later one becomes the tag.
    NoBottom,
    /// Mutant: as [`NoBottom`](Variant::NoBottom), with the earlier color.
    NoBottomEarlier,
    /// Mutant: `Color[p]` is one register for each other process, stored one after the other.
    ColorsApart,
    /// Mutant: two colors, of which a scan picks the one that is not the tag, and an update takes
    /// the one that it loads.
    OneBit,
    /// Mutant: as [`Apart`](Variant::Apart), but a scan loads `Main` first.
    ApartMainFirst,
    /// Mutant: the digits after the one that moves start at 3, in the cycle, as do all labels.
    WrongStartDigit,
    /// Mutant: the process with the newest label takes another one.
    NewestMoves,
    /// Mutant: a digit moves although one process too few shares it.
    ThresholdLess,
    /// Mutant: a digit moves only if one process more shares it.
    ThresholdMore,
}

/// A label, and for the check its instance, which no program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp<const N: usize> {
    /// The label.
    pub label: Label<N>,
    /// The instance.
    pub instance: u8,
}

/// What `Main[q]` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Main<const N: usize> {
    /// The label.
    pub stamp: Stamp<N>,
    /// The tags, by scanner.
    pub tags: [Tag; N],
    /// The announced colors, by scanner.
    pub announced: [u8; N],
}

/// A register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// `Main[q]`.
    Main(usize),
    /// The announced colors of q, if they are apart.
    Announced(usize),
    /// `Color[p]`.
    Color(usize),
    /// The color of p for q, if these are registers apart.
    ColorFor(usize, usize),
    /// `Saved[q][p]`.
    Saved(usize, usize),
}

/// A value of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<const N: usize> {
    /// Of `Main`.
    Main(Main<N>),
    /// Of `Color`, or announced: a color for each process.
    Colors([u8; N]),
    /// Of `Saved`.
    Stamp(Stamp<N>),
}

/// A shared access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access<const N: usize> {
    /// A load.
    Load(Register),
    /// A store.
    Store(Register, Value<N>),
}

/// N processes and their registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounded<const N: usize> {
    main: [Main<N>; N],
    announced: [[u8; N]; N],
    colors: [[u8; N]; N],
    saved: [[Stamp<N>; N]; N],
    processes: [Process<N>; N],
}

impl<const N: usize> Bounded<N> {
    /// The initial state of a variant.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        let process = Process::start(variant);
        Bounded {
            main: [process.main; N],
            announced: [[0; N]; N],
            colors: [[0; N]; N],
            saved: [[process.main.stamp; N]; N],
            processes: [process; N],
        }
    }

    /// The next access of p.
    #[must_use]
    pub fn next(&self, p: usize) -> Option<Access<N>> {
        self.processes[p].access(p)
    }

    fn load(&self, register: Register) -> Value<N> {
        match register {
            Register::Main(q) => Value::Main(self.main[q]),
            Register::Announced(q) => Value::Colors(self.announced[q]),
            Register::Color(p) | Register::ColorFor(p, _) => Value::Colors(self.colors[p]),
            Register::Saved(q, p) => Value::Stamp(self.saved[q][p]),
        }
    }

    fn store(&mut self, register: Register, value: Value<N>) {
        match (register, value) {
            (Register::Main(q), Value::Main(main)) => self.main[q] = main,
            (Register::Announced(q), Value::Colors(colors)) => self.announced[q] = colors,
            (Register::Color(p), Value::Colors(colors)) => self.colors[p] = colors,
            (Register::ColorFor(p, q), Value::Colors(colors)) => self.colors[p][q] = colors[q],
            (Register::Saved(q, p), Value::Stamp(stamp)) => self.saved[q][p] = stamp,
            _ => {}
        }
    }
}

impl<const N: usize> Timestamps<N> for Bounded<N> {
    fn begin(&mut self, p: usize, operation: Operation) {
        self.processes[p] = self.processes[p].begins(p, operation);
    }

    fn step(&mut self, p: usize, _: usize) -> Outcome<N> {
        let value = match self.next(p) {
            None => return Outcome::Running,
            Some(Access::Load(register)) => self.load(register),
            Some(Access::Store(register, value)) => {
                self.store(register, value);
                value
            }
        };
        let (process, outcome) = self.processes[p].advance(p, value);
        self.processes[p] = process;
        outcome
    }
}
