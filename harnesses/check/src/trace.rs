//! Traces in words, with the paper's register names and line numbers.

use crate::explore::{Graph, Id};
use crate::moves::{between, Move};
use crate::system::{Act, System};
use doorway_core::ticket::Ticket;
use doorway_proofs::catalogue::model::{AnyModel, Model};
pub use doorway_proofs::catalogue::number;
use doorway_proofs::catalogue::{Mutated, Options};
use doorway_proofs::machine::{Access, Array, Kind, Region};

/// The name of a register, as the paper writes it.
fn register(access: &Access) -> String {
    let (of, at) = match access.array {
        Array::SpinCh | Array::SpinNu => (access.home, access.writer),
        _ => (access.writer, access.home),
    };
    let mut register = match access.array.is_matrix() {
        true => format!("{}[{}][{}]", access.array.name(), of + 1, at + 1),
        false => format!("{}[{}]", access.array.name(), access.writer + 1),
    };
    if access.copy > 0 {
        register += &format!("[{}]", access.copy + 1);
    }
    register
}

/// An access in words. A load returns `value`; without one, the register is in flux.
pub fn words(access: &Access, value: Option<Ticket>) -> String {
    let register = register(access);
    match (access.kind, value) {
        (Kind::Load, Some(value)) => format!("reads {register} = {}", number(value)),
        (Kind::Load, None) => format!("reads {register} while it is being written"),
        (Kind::Store(value), _) => format!("writes {register} := {}", number(value)),
        (Kind::Begin, _) => format!("begins to write {register}"),
    }
}

/// The name of a region.
pub fn name(region: Region) -> &'static str {
    match region {
        Region::Remainder => "remainder",
        Region::Doorway => "doorway",
        Region::WaitingRoom => "waiting room",
        Region::Critical => "CS",
        Region::Exit => "exit",
    }
}

/// A cancellation or a crash in words; none for a step.
fn tell_end(from: &System<AnyModel>, act: Act) -> Option<String> {
    let what = match act {
        Act::Step(_) => return None,
        Act::Cancel(_) => "cancels and goes to its exit protocol",
        Act::Crash(_) => "crashes",
    };
    let p = act.process();
    Some(format!("p{}  {:>3}  {what}", p + 1, from.machine.line(p)))
}

/// A step of p from `from` to `to`, which made these accesses, in words.
fn tell_step(
    from: &System<AnyModel>,
    p: usize,
    to: &System<AnyModel>,
    mut parts: Vec<String>,
) -> String {
    let (before, after) = (from.machine.region(p), to.machine.region(p));
    if before != after {
        parts.push(format!("→ {}", name(after)));
    }
    let line = from.machine.line(p);
    format!("p{}  {line:>3}  {}", p + 1, parts.join("; "))
}

/// What a mutant does to the next access of p, in words: its load would return `loaded`. Nothing for a store that only begins.
pub fn mutation(machine: &AnyModel, p: usize, loaded: Ticket) -> Option<String> {
    let kind = machine.next(p)?.kind;
    if kind == Kind::Begin {
        return None;
    }
    Some(match machine.mutated(p, loaded)? {
        Mutated::Dropped => DROPPED.into(),
        Mutated::Returns(value) => format!("{CHANGED}: returns {}", number(value)),
        Mutated::Redirected if kind == Kind::Load => CHANGED.into(),
        Mutated::Redirected => "store changed by the mutant".into(),
    })
}

/// A mutant's lost store.
const DROPPED: &str = "store dropped by the mutant";
/// A mutant's load that returns another value.
const CHANGED: &str = "load changed by the mutant";

/// One act from `from` to `to`, in words.
pub fn tell(from: &System<AnyModel>, act: Act, to: &System<AnyModel>) -> String {
    if let Some(told) = tell_end(from, act) {
        return told;
    }
    let p = act.process();
    let mut machine = from.machine.clone();
    let mut parts = vec![];
    // An act can make several accesses together: repeat them until the model is in the state `to`.
    for _ in 0..16 {
        let access = machine.next(p);
        let in_flux = |access: &Access| access.kind == Kind::Load && machine.in_flux(access);
        if let Some(access) = access.filter(in_flux) {
            parts.push(format!("{}, and gets anything", words(&access, None)));
            break;
        }
        if let Some(access) = access {
            parts.push(words(&access, Some(machine.read(&access))));
        }
        let loaded = access.map_or(0, |access| machine.read(&access));
        parts.extend(mutation(&machine, p, loaded));
        machine.step(p, loaded);
        if machine == to.machine {
            break;
        }
    }
    tell_step(from, p, to, parts)
}

/// One move from `from` to `to`, in words.
pub fn tell_move(from: &System<AnyModel>, made: Move, to: &System<AnyModel>) -> String {
    if let Some(told) = tell_end(from, made.act) {
        return told;
    }
    let p = made.act.process();
    let mut parts = vec![];
    if let Some(access) = from.machine.next(p) {
        let held = from.machine.read(&access);
        match made.flicker {
            Some(value) => {
                let read = words(&access, None);
                parts.push(format!("{read}, and gets {}", number(value)));
            }
            None => parts.push(words(&access, Some(held))),
        }
        parts.extend(mutation(&from.machine, p, made.flicker.unwrap_or(held)));
    }
    tell_step(from, p, to, parts)
}

/// A trace from the first state, with the tickets of the model (not renamed).
#[derive(Debug)]
pub struct Way {
    /// The acts, in words.
    pub lines: Vec<String>,
    /// The moves: one access each.
    pub moves: Vec<Move>,
    /// The last state.
    pub at: System<AnyModel>,
}

impl Way {
    /// Appends an act, which leads to `next`.
    pub fn go(&mut self, act: Act, next: System<AnyModel>, options: &Options) {
        self.lines.push(tell(&self.at, act, &next));
        self.moves.extend(between(&self.at, act, &next, options));
        self.at = next;
    }

    /// The first act and state after the last one for which `wanted` is true.
    pub fn find(
        &self,
        options: &Options,
        wanted: impl Fn(Act, &System<AnyModel>) -> bool,
    ) -> Option<(Act, System<AnyModel>)> {
        let mut chosen = None;
        self.at.successors(options, &mut |act, next| {
            if chosen.is_none() && wanted(act, &next) {
                chosen = Some((act, next));
            }
        });
        chosen
    }
}

/// The trace from the first state through the states `ids`.
pub fn tell_way<const W: usize>(
    first: AnyModel,
    graph: &Graph<W>,
    options: &Options,
    ids: &[(Id, u8)],
) -> Way {
    let mut way = Way {
        lines: vec![],
        moves: vec![],
        at: System::starting(first),
    };
    for &(id, label) in ids {
        let found = way.find(options, |act, next| {
            act.label() == label && next.clone().pack(options) == *graph.key(id)
        });
        let (act, next) = found.expect("the trace leads from state to state");
        way.go(act, next, options);
    }
    way
}
