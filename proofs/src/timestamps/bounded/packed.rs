//! The bounded timestamp system as a part of a lock's model: the registers hold numbers, as in the
//! shipped code.

use super::super::stamps::{word, Progress, Stamps};
use super::super::{Operation, Outcome};
use super::{Access as Typed, Main, Process, Register, Stamp, Value, Variant};
use crate::machine::{Access, Array, Fields, Kind, Slot};
use doorway_core::label::unpack;
use doorway_core::snapshot::{color_for, listed_before, main_of, saved_of, with_color};
use doorway_core::ticket::Ticket;

/// The local state of a process. A label begins with loads of the own registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed<const N: usize> {
    /// Loads of its own registers that are still to be made: `Main`, then `Colors`.
    own: usize,
    process: Process<N>,
}

/// The registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Registers<const N: usize> {
    main: [Ticket; N],
    announced: [Ticket; N],
    colors: [Ticket; N],
    saved: [[Ticket; N]; N],
}

impl<const N: usize> Registers<N> {
    fn at(&mut self, access: &Access) -> &mut Ticket {
        let (q, p) = (access.writer, access.home);
        match access.array {
            Array::Main => &mut self.main[q],
            Array::Announced => &mut self.announced[q],
            Array::Colors => &mut self.colors[q],
            _ => &mut self.saved[q][p],
        }
    }
}

/// The number of values of a label with its tags, of a word of colors, and of a label.
const fn bounds(n: usize) -> (usize, usize, usize) {
    let others = n as u32 - 1;
    (25usize.pow(others), 4usize.pow(others), 5usize.pow(others))
}

/// The word of the colors of p.
fn colors_of<const N: usize>(colors: &[u8; N], p: usize) -> Ticket {
    let others = (0..N).filter(|&q| q != p);
    others.fold(0, |word, q| with_color(word, p, q, colors[q]))
}

/// The colors in a word of p.
fn colors_in<const N: usize>(word: Ticket, p: usize) -> [u8; N] {
    std::array::from_fn(|q| if q == p { 0 } else { color_for(word, p, q) })
}

fn main_in<const N: usize>(packed: Ticket, q: usize) -> Main<N> {
    let (label, tags) = unpack::<N>(packed, q);
    Main {
        stamp: Stamp { label, instance: 0 },
        tags,
        announced: [0; N],
    }
}

impl<const N: usize> Packed<N> {
    /// What the loaded or stored number means. Of a word of colors only p's own counts.
    fn value(register: Register, p: usize, packed: Ticket) -> Value<N> {
        let for_p = |q: usize| {
            let mut colors = [0; N];
            colors[p] = color_for(packed, q, p);
            Value::Colors(colors)
        };
        match register {
            Register::Main(q) => Value::Main(main_in(packed, q)),
            Register::Announced(q) | Register::Color(q) if q != p => for_p(q),
            Register::Saved(..) => Value::Stamp(Stamp {
                label: unpack::<N>(packed, 0).0,
                instance: 0,
            }),
            _ => Value::Colors(colors_in(packed, p)),
        }
    }

    fn number(value: Value<N>, p: usize) -> Ticket {
        match value {
            Value::Main(main) => main_of(&main.stamp.label, &main.tags, p),
            Value::Colors(colors) => colors_of(&colors, p),
            Value::Stamp(stamp) => saved_of(&stamp.label),
        }
    }

    fn place(register: Register, kind: Kind) -> Access {
        let (array, writer, home) = match register {
            Register::Main(q) => (Array::Main, q, q),
            Register::Announced(q) => (Array::Announced, q, q),
            Register::Color(p) | Register::ColorFor(p, _) => (Array::Colors, p, p),
            Register::Saved(q, p) => (Array::Saved, q, p),
        };
        Access::of(kind, array, writer, home)
    }
}

impl<const N: usize> Stamps<N> for Packed<N> {
    type Registers = Registers<N>;

    const ARRAYS: &'static [Array] = &[Array::Main, Array::Announced, Array::Colors, Array::Saved];

    fn start() -> Self {
        Packed {
            own: 0,
            process: Process::start(Variant::Apart),
        }
    }

    fn begins(self, slot: Slot, operation: Operation) -> Self {
        match operation {
            Operation::Label => Packed { own: 2, ..self },
            Operation::Scan => Packed {
                process: self.process.begins(slot.p, operation),
                ..self
            },
        }
    }

    fn access(&self, slot: Slot) -> Access {
        let p = slot.p;
        match (self.own, self.process.access(p)) {
            (2, _) => Self::place(Register::Main(p), Kind::Load),
            (1, _) | (_, None) => Self::place(Register::Color(p), Kind::Load),
            (_, Some(Typed::Load(register))) => Self::place(register, Kind::Load),
            (_, Some(Typed::Store(register, value))) => {
                Self::place(register, Kind::Store(Self::number(value, p)))
            }
        }
    }

    fn advance(mut self, slot: Slot, loaded: Ticket) -> (Self, Progress) {
        let p = slot.p;
        if self.own > 0 {
            if self.own == 2 {
                self.process.main = main_in(loaded, p);
            } else {
                self.process.colors = colors_in(loaded, p);
                self.process.settle();
                self.process = self.process.begins(p, Operation::Label);
            }
            self.own -= 1;
            return (self, Progress::Running);
        }
        let value = match self.process.access(p) {
            Some(Typed::Load(register)) => Self::value(register, p, loaded),
            Some(Typed::Store(_, value)) => value,
            None => return (self, Progress::Running),
        };
        let (mut process, outcome) = self.process.advance(p, value);
        process.forget_instances();
        let progress = match outcome {
            Outcome::Running => Progress::Running,
            Outcome::Labelled => Progress::Labelled,
            Outcome::Scanned(_) => {
                // Its own registers are loaded again in the next passage.
                process = Process::start(Variant::Apart);
                Progress::Scanned(listed_before(&self.process.collects(value), p))
            }
        };
        (Packed { own: 0, process }, progress)
    }

    fn registers() -> Registers<N> {
        Registers {
            main: [0; N],
            announced: [0; N],
            colors: [0; N],
            saved: [[0; N]; N],
        }
    }

    fn read(registers: &Registers<N>, access: &Access) -> Ticket {
        *{ *registers }.at(access)
    }

    fn write(registers: &mut Registers<N>, access: &Access, value: Ticket) {
        *registers.at(access) = value;
    }

    fn is_within_bounds(registers: &Registers<N>) -> bool {
        let (main, colors, _) = bounds(N);
        let below = |values: &[Ticket], bound| values.iter().all(|&value| (value as usize) < bound);
        below(&registers.main, main)
            && below(&registers.announced, colors)
            && below(&registers.colors, colors)
            && registers.saved.iter().all(|row| below(row, main))
    }

    /// A saved label is loaded only by a scan that has stored its colors, and an update saves again
    /// before it stores a new tag.
    fn forget(registers: &mut Registers<N>, processes: [&Self; N], _: u64) {
        for q in (0..N).filter(|&q| !processes[q].process.is_saving()) {
            for p in (0..N).filter(|&p| !processes[p].process.is_collecting()) {
                registers.saved[q][p] = 0;
            }
        }
    }

    fn fields(&mut self, slot: Slot, fields: &mut impl Fields) {
        fields.number(&mut self.own, 3);
        self.process.fields(slot.p, fields);
    }

    fn register_fields(registers: &mut Registers<N>, fields: &mut impl Fields) {
        let (main, colors, _) = bounds(N);
        for q in 0..N {
            word(fields, &mut registers.main[q], main);
            word(fields, &mut registers.announced[q], colors);
            word(fields, &mut registers.colors[q], colors);
            for p in (0..N).filter(|&p| p != q) {
                word(fields, &mut registers.saved[q][p], main);
            }
        }
    }
}

impl<const N: usize> Process<N> {
    /// Passes the local state of process p to `fields`.
    fn fields(&mut self, p: usize, fields: &mut impl Fields) {
        let (main, colors, label) = bounds(N);
        let mut packed = main_of(&self.main.stamp.label, &self.main.tags, p);
        word(fields, &mut packed, main);
        self.main = main_in(packed, p);
        for each in [&mut self.colors, &mut self.picked] {
            let mut packed = colors_of(each, p);
            word(fields, &mut packed, colors);
            *each = colors_in(packed, p);
        }
        self.place_fields(fields);
        for tag in &mut self.tags {
            let mut number = usize::from(*tag);
            fields.number(&mut number, 5);
            *tag = number as u8;
        }
        for stamp in self.seen.iter_mut().chain([&mut self.new]) {
            // The digits without tags: base 25, of which the tags are 0.
            let mut number = digits(&stamp.label);
            word(fields, &mut number, label);
            stamp.label = label_of(number);
        }
    }
}

/// A label as a number in base 5.
fn digits<const N: usize>(label: &[u8; N]) -> u64 {
    let used = label.iter().take(N - 1);
    used.fold(0, |number, &digit| number * 5 + u64::from(digit - 1))
}

/// The label of a number in base 5.
fn label_of<const N: usize>(mut number: u64) -> [u8; N] {
    let mut label = [1; N];
    for digit in label.iter_mut().take(N - 1).rev() {
        *digit = (number % 5) as u8 + 1;
        number /= 5;
    }
    label
}
