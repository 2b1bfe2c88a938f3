//! What of a model is shown to a person: its registers, its processes' private variables, its figure.

use crate::machine::mutant::{Change, Changed, Mutant};
use crate::machine::{Array, Kind, Machine, Safely};
use doorway_core::ticket::{Ticket, INFINITY};

/// A figure of a paper, with its line numbers.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Which.
    pub title: &'static str,
    /// Its lines.
    pub lines: &'static [FigureLine],
}

/// A line of a figure.
#[derive(Clone, Copy, Debug)]
pub struct FigureLine {
    /// Its number.
    pub number: &'static str,
    /// How far it is indented.
    pub indent: usize,
    /// What it says.
    pub text: &'static str,
    /// Whether it is not as printed.
    pub changed: bool,
}

/// A line as printed.
pub(crate) const fn line(number: &'static str, indent: usize, text: &'static str) -> FigureLine {
    FigureLine {
        number,
        indent,
        text,
        changed: false,
    }
}

/// A line that is not as printed.
pub(crate) const fn changed(number: &'static str, indent: usize, text: &'static str) -> FigureLine {
    FigureLine {
        changed: true,
        ..line(number, indent, text)
    }
}

/// A private variable: its name, and its value while it has one that matters.
pub type Private = (&'static str, Option<String>);

/// What a mutant does to an access of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutated {
    /// The store is dropped.
    Dropped,
    /// The load returns this value instead.
    Returns(Ticket),
    /// Another register is accessed.
    Redirected,
}

/// A model that can be shown.
pub trait Shown: Machine {
    /// Its registers: the arrays, and in how many copies.
    const ARRAYS: &'static [(Array, usize)];
    /// Those of the active set that is a part of it, each once.
    const MORE: &'static [Array] = &[];
    /// Its figure.
    const FIGURE: &'static Figure;

    /// The private variables of p.
    fn private(&self, p: usize) -> Vec<Private>;

    /// What the model, if it is a mutant, does to p's next access, whose load would return `loaded`.
    fn mutated(&self, _p: usize, _loaded: Ticket) -> Option<Mutated> {
        None
    }
}

/// A ticket, or ∞.
pub fn number(value: Ticket) -> String {
    match value {
        INFINITY => "∞".to_string(),
        value => value.to_string(),
    }
}

/// The loop variable of this name, if it is in use.
pub(crate) fn process(name: &'static str, in_use: bool, i: usize) -> Private {
    (name, in_use.then(|| (i + 1).to_string()))
}

/// A set of processes of this name, if it is in use.
pub(crate) fn processes(
    name: &'static str,
    in_use: bool,
    members: impl IntoIterator<Item = usize>,
) -> Private {
    let names = || {
        let names = members.into_iter().map(|p| (p + 1).to_string());
        format!("{{{}}}", names.collect::<Vec<_>>().join(", "))
    };
    (name, in_use.then(names))
}

/// The predecessor set, if it is in use.
pub(crate) fn predecessors(in_use: bool, set: &[bool]) -> Private {
    let members = (0..set.len()).filter(|&i| set[i]);
    processes("predecessor_set", in_use, members)
}

impl<M: Shown, const N: usize> Shown for Safely<M, N> {
    const ARRAYS: &'static [(Array, usize)] = M::ARRAYS;
    const MORE: &'static [Array] = M::MORE;
    const FIGURE: &'static Figure = M::FIGURE;

    fn private(&self, p: usize) -> Vec<Private> {
        self.machine.private(p)
    }

    fn mutated(&self, p: usize, loaded: Ticket) -> Option<Mutated> {
        self.machine.mutated(p, loaded)
    }
}

impl<M: Shown, C: Change<M>> Shown for Mutant<M, C> {
    const ARRAYS: &'static [(Array, usize)] = M::ARRAYS;
    const MORE: &'static [Array] = M::MORE;
    const FIGURE: &'static Figure = M::FIGURE;

    fn private(&self, p: usize) -> Vec<Private> {
        self.machine().private(p)
    }

    fn mutated(&self, p: usize, loaded: Ticket) -> Option<Mutated> {
        let printed = self.machine().next(p)?;
        let access = C::redirect(printed);
        let is_load = access.kind == Kind::Load;
        match C::change(self.machine(), p, &access, loaded) {
            Changed::Lost if !is_load => Some(Mutated::Dropped),
            Changed::Returns(value) if is_load && value != loaded => Some(Mutated::Returns(value)),
            _ => (access != printed).then_some(Mutated::Redirected),
        }
    }
}
