//! Moves: single accesses, chosen by a user stepping through a model.

use crate::system::{flickers, Act, System};
use doorway_core::ticket::{Ticket, INFINITY};
use doorway_proofs::catalogue::model::{AnyModel, Model};
use doorway_proofs::catalogue::Options;
use doorway_proofs::machine::Kind;
use std::fmt;
use std::str::FromStr;

/// An act that makes at most one access, with the value its load returned if the register was in flux.
///
/// Written `2` (p2 makes a step), `2=5` (its load returns 5), `2=inf`, `2w` (p2 cancels), `2x` (p2
/// crashes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The act.
    pub act: Act,
    /// The value its load returned if the register was in flux.
    pub flicker: Option<Ticket>,
}

impl Move {
    /// A move without a load in flux.
    pub fn plain(act: Act) -> Self {
        Move { act, flicker: None }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = self.act.process() + 1;
        match (self.act, self.flicker) {
            (Act::Cancel(_), _) => write!(f, "{p}w"),
            (Act::Crash(_), _) => write!(f, "{p}x"),
            (Act::Step(_), None) => write!(f, "{p}"),
            (Act::Step(_), Some(INFINITY)) => write!(f, "{p}=inf"),
            (Act::Step(_), Some(value)) => write!(f, "{p}={value}"),
        }
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(code: &str) -> Result<Self, String> {
        let wrong = || format!("'{code}' is not a move: 2, 2=5, 2=inf, 2w or 2x");
        let (process, rest) = code.split_at_checked(1).ok_or_else(wrong)?;
        let p = match process.parse::<usize>() {
            Ok(number @ 1..) => number - 1,
            _ => return Err(wrong()),
        };
        let step = |flicker| Move {
            act: Act::Step(p),
            flicker,
        };
        Ok(match rest {
            "" => step(None),
            "w" => Move::plain(Act::Cancel(p)),
            "x" => Move::plain(Act::Crash(p)),
            "=inf" => step(Some(INFINITY)),
            _ => {
                let value = rest.strip_prefix('=').ok_or_else(wrong)?;
                step(Some(value.parse().map_err(|_| wrong())?))
            }
        })
    }
}

/// The single accesses that an act of [`System::successors`] from `from` to `to` makes together.
pub fn between(
    from: &System<AnyModel>,
    act: Act,
    to: &System<AnyModel>,
    options: &Options,
) -> Vec<Move> {
    let Act::Step(p) = act else {
        return vec![Move::plain(act)];
    };
    let mut machine = from.machine.clone();
    let mut moves = vec![];
    while moves.is_empty() || machine != to.machine {
        let access = machine.next(p);
        let in_flux = access.filter(|a| a.kind == Kind::Load && machine.in_flux(a));
        if let Some(access) = in_flux {
            moves.extend(flickered(
                &machine,
                p,
                flickers(&machine, &access, options),
                &to.machine,
            ));
            return moves;
        }
        let loaded = access.map_or(0, |access| machine.read(&access));
        machine.step(p, loaded);
        moves.push(Move::plain(act));
    }
    moves
}

/// The load in flux that leads p from `machine` to `to`, and the store that begins with it, if any.
fn flickered(
    machine: &AnyModel,
    p: usize,
    mut values: impl Iterator<Item = Ticket>,
    to: &AnyModel,
) -> Vec<Move> {
    let act = Act::Step(p);
    let found = values.find_map(|value| {
        let load = Move {
            act,
            flicker: Some(value),
        };
        let mut next = machine.clone();
        next.step(p, value);
        if next == *to {
            return Some(vec![load]);
        }
        next.step(p, 0);
        (next == *to).then(|| vec![load, Move::plain(act)])
    });
    found.unwrap_or_default()
}
