//! The program that is proved is the program of the explored model: for every local state of N = 2, 3
//! and 4, every k and every value loaded. About a second in release.

use doorway_proofs::bounded::program::{self, Passage, Step};
use doorway_proofs::bounded::{AsWritten, Line, OneCell, Process, Variant};
use doorway_proofs::machine::{Access, Array, Kind, Program, Slot};
use doorway_proofs::timestamps::atomic::Atomic;
use doorway_proofs::timestamps::stamps::Stamps;
use doorway_proofs::timestamps::Operation;

type Modelled<V, const N: usize> = Process<Atomic, V, N>;

macro_rules! lines {
    ($($line:ident)*) => {
        const LINES: &[(Line, program::Line)] = &[$((Line::$line, program::Line::$line)),*];
    };
}

lines! {
    Remainder L1 L2 L3 Reset L4 L4Second L4a L4b L4c L4d L4dStore L4e L4eStore L4f L4fSecond L4fi L4fii L5
    L6 L7 L8 L11Compete L11Gone L11aFirst L11aSecond L11Ignore L11Order L11bFirst L11bSecond L11Allow L12
    Critical L13 L14a L14b Latch L15
}

fn line_of(line: Line) -> program::Line {
    let same = LINES.iter().find(|(other, _)| *other == line);
    same.expect("a line of the program").1
}

fn array<const N: usize>(set: u64) -> [bool; N] {
    std::array::from_fn(|i| set >> i & 1 == 1)
}

/// What matters of a process at its line: the line, the loop variable, `first`, `order`, `precede`.
fn live<const N: usize>(it: &Passage<N>) -> Passage<N> {
    use program::Line;
    let none = [false; N];
    Passage {
        line: it.line,
        i: it.i,
        first: it.first && it.line == Line::L4Second,
        order: match it.line {
            line if (Line::L7..=Line::L12).contains(&line) => it.order,
            _ => none,
        },
        precede: match it.line {
            line if (Line::L11Compete..=Line::L11Allow).contains(&line) => it.precede,
            _ => none,
        },
    }
}

fn passage<V: Variant, const N: usize>(it: &Modelled<V, N>) -> Passage<N> {
    Passage {
        line: line_of(it.line),
        i: it.i,
        first: it.first,
        order: array(it.order),
        precede: array(it.precede),
    }
}

/// Line 11(b) comes only after 11(a) has found k or more in `precede`.
fn can_be<const N: usize>(it: &Passage<N>, slot: Slot) -> bool {
    use program::Line;
    let is_11b = (Line::L11bFirst..=Line::L11Allow).contains(&it.line);
    !is_11b || (it.i != slot.p && it.precede.iter().filter(|&&it| it).count() >= slot.k)
}

fn at<V: Variant, const N: usize>(line: Line, slot: Slot, it: Modelled<V, N>) -> Modelled<V, N> {
    let stamps = match line {
        Line::L3 => it.stamps.begins_in(slot, Operation::Label),
        Line::L6 => it.stamps.begins_in(slot, Operation::Scan),
        _ => it.stamps,
    };
    Process { line, stamps, ..it }
}

trait Begins {
    fn begins_in(self, slot: Slot, operation: Operation) -> Self;
}

impl Begins for Atomic {
    fn begins_in(self, slot: Slot, operation: Operation) -> Self {
        <Atomic as Stamps<4>>::begins(self, slot, operation)
    }
}

fn step_of(access: Option<Access>) -> Step {
    match access {
        None => Step::Turn,
        Some(Access {
            array: Array::Stamps,
            kind,
            ..
        }) => match kind {
            Kind::Load => Step::Scan,
            _ => Step::Label,
        },
        Some(access) => Step::Makes(access),
    }
}

/// Compares all local states of N processes. Returns how many, or the first that differs.
fn compare<V: Variant, const N: usize>() -> Result<usize, String> {
    let mut compared = 0;
    let sets = 1u64 << N;
    for (p, k) in (0..N).flat_map(|p| (1..=N).map(move |k| (p, k))) {
        let slot = Slot { p, n: N, k };
        for &(line, _) in LINES {
            for code in 0..N as u64 * 2 * sets * sets {
                let (i, code) = ((code % N as u64) as usize, code / N as u64);
                let it = Modelled::<V, N> {
                    i,
                    first: code % 2 == 1,
                    order: code / 2 % sets,
                    precede: code / 2 / sets,
                    ..Modelled::<V, N>::start()
                };
                compared += differs(slot, at(line, slot, it))?;
            }
        }
    }
    Ok(compared)
}

/// Compares the steps from one local state.
fn differs<V: Variant, const N: usize>(slot: Slot, it: Modelled<V, N>) -> Result<usize, String> {
    let ours = passage(&it);
    if !can_be(&ours, slot) {
        return Ok(0);
    }
    let same = |same: bool| same.then_some(()).ok_or(format!("{slot:?} {ours:?}"));
    same(ours.step(slot) == step_of(it.access(slot)))?;
    let scans = it.line == Line::L6;
    for loaded in 0..if scans { 1 << N } else { 2 } {
        let next = passage(&it.advance(slot, loaded));
        let our_next = match scans {
            true => ours.scanned(slot, array(loaded)),
            false => ours.advance(slot, loaded == 1),
        };
        same(live(&our_next) == live(&next) && can_be(&our_next, slot))?;
    }
    if it.may_cancel() {
        let cancelled = passage(&it.cancel());
        same((cancelled.line, cancelled.i) == (program::Line::L13, 0))?;
    }
    Ok(1)
}

#[test]
fn the_proved_program_is_the_models() {
    assert!(compare::<AsWritten, 2>().unwrap() > 0);
    assert!(compare::<AsWritten, 3>().unwrap() > 0);
    assert!(compare::<AsWritten, 4>().unwrap() > 0);
}

#[test]
fn another_program_differs() {
    assert!(compare::<OneCell, 2>().is_err());
}
