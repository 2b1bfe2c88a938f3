//! What happened, in the paper's words and line numbers.

use crate::explore::{Graph, Id};
use crate::system::{Act, Options, System};
use doorway_core::machine::{Access, Kind, Machine, Region};
use doorway_core::ticket::{Ticket, INFINITY};

/// An access in the paper's words.
fn words(access: &Access, value: Option<Ticket>) -> String {
    let mut register = match access.array.is_matrix() {
        true => format!(
            "{}[{}][{}]",
            access.array.name(),
            access.writer + 1,
            access.home + 1
        ),
        false => format!("{}[{}]", access.array.name(), access.writer + 1),
    };
    if access.copy > 0 {
        register += &format!("[{}]", access.copy + 1);
    }
    let number = |value: Ticket| match value {
        INFINITY => "∞".to_string(),
        value => value.to_string(),
    };
    match (access.kind, value) {
        (Kind::Load, Some(value)) => format!("reads {register} = {}", number(value)),
        (Kind::Load, None) => {
            format!("reads {register} while it is being written, and gets anything")
        }
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

/// One act from `from` to `to`.
pub fn tell<M: Machine>(from: &System<M>, act: Act, to: &System<M>) -> String {
    let p = match act {
        Act::Withdraw(p) => {
            return format!(
                "p{}  {:>3}  gives up and goes to its exit protocol",
                p + 1,
                from.machine.line(p)
            )
        }
        Act::Crash(p) => return format!("p{}  {:>3}  stops for ever", p + 1, from.machine.line(p)),
        Act::Step(p) => p,
    };
    let mut machine = from.machine.clone();
    let line = machine.line(p);
    let mut parts = vec![];
    // The accesses made together: until the machine is where it got to.
    for _ in 0..16 {
        let access = machine.next(p);
        let in_flux =
            access.is_some_and(|access| access.kind == Kind::Load && machine.in_flux(&access));
        if let Some(access) = access {
            let value = machine.read(&access);
            parts.push(words(&access, (!in_flux).then_some(value)));
        }
        if in_flux {
            break;
        }
        let loaded = access.map_or(0, |access| machine.read(&access));
        machine.step(p, loaded);
        let swallowed = |access: Access| matches!(access.kind, Kind::Store(value) if machine.read(&access) != value);
        if access.is_some_and(swallowed) {
            parts.push("(but does not)".into());
        }
        if machine == to.machine {
            break;
        }
    }
    let (before, after) = (from.machine.region(p), to.machine.region(p));
    if before != after {
        parts.push(format!("→ {}", name(after)));
    }
    format!("p{}  {line:>3}  {}", p + 1, parts.join("; "))
}

/// A way from the first state on, told step by step, with tickets as they are (not renamed).
pub fn tell_way<M: Machine, const W: usize>(
    graph: &Graph<W>,
    options: &Options,
    way: &[(Id, u8)],
) -> (Vec<String>, System<M>) {
    let mut at = System::<M>::new(options);
    let mut lines = vec![];
    for &(id, label) in way {
        let mut chosen = None;
        at.successors(options, |act, next| {
            if act.label() == label
                && chosen.is_none()
                && next.clone().pack(options) == *graph.key(id)
            {
                chosen = Some((act, next));
            }
        });
        let (act, next) = chosen.expect("the way leads from state to state");
        lines.push(tell(&at, act, &next));
        at = next;
    }
    (lines, at)
}
