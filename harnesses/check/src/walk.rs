//! A trace through a model that a user chooses, access by access, and the view of each state.
//!
//! There is no reduction: no steps are made together, no tickets renamed, nothing forgotten.
//! [`Options`] say what can happen.

use crate::judge::{alone_inside, in_state, on_entry, passed};
use crate::judged::ModelType;
use crate::moves::Move;
use crate::system::{flickers, Act, System};
use crate::trace::{mutation, name, number, tell_move, words};
use crate::view::{Cell, Choice, Entry, Fault, Location, Process, Registers, View};
use doorway_proofs::catalogue::model::{AnyModel, Model};
use doorway_proofs::catalogue::{Figure, Options, Property};
use doorway_proofs::machine::{Access, Array, Kind, Region};

/// A state of the trace.
#[derive(Debug)]
struct Place {
    system: System<AnyModel>,
    /// Pairs (p, q): p has overtaken q, which is still waiting.
    overtakings: Vec<(usize, usize)>,
    faults: Vec<Fault>,
    /// The move that led here.
    entry: Option<Entry>,
}

/// A walk through a model.
#[derive(Debug)]
pub struct Walk {
    kind: &'static dyn ModelType,
    options: Options,
    properties: Vec<Property>,
    /// The first state and those after it; never empty.
    places: Vec<Place>,
}

impl Walk {
    /// Begins a walk through a model, with these properties evaluated in each state.
    pub fn new(kind: &'static dyn ModelType, properties: &[Property], options: &Options) -> Self {
        let options = Options {
            order: true,
            ..*options
        };
        let first = Place {
            system: System::starting(kind.first(options.k)),
            overtakings: vec![],
            faults: vec![],
            entry: None,
        };
        Walk {
            kind,
            options,
            properties: properties.to_vec(),
            places: vec![first],
        }
    }

    fn last(&self) -> &Place {
        &self.places[self.places.len() - 1]
    }

    /// All moves from `system`.
    fn moves_from(&self, system: &System<AnyModel>) -> Vec<Move> {
        let mut moves = vec![];
        let machine = &system.machine;
        for p in (0..machine.slots()).filter(|&p| !system.has_crashed(p)) {
            if system.has_finished(p, &self.options) {
                continue;
            }
            let step = Move::plain(Act::Step(p));
            let access = machine.next(p);
            match access.filter(|a| a.kind == Kind::Load && machine.in_flux(a)) {
                None => moves.push(step),
                Some(access) => {
                    moves.extend(flickers(machine, &access, &self.options).map(|value| Move {
                        flicker: Some(value),
                        ..step
                    }))
                }
            }
            if self.options.cancellations && machine.may_cancel(p) {
                moves.push(Move::plain(Act::Cancel(p)));
            }
            if system.may_crash(p, &self.options) {
                moves.push(Move::plain(Act::Crash(p)));
            }
        }
        moves
    }

    fn choice(&self, system: &System<AnyModel>, made: Move) -> Choice {
        let p = made.act.process();
        let machine = &system.machine;
        let access = machine.next(p).filter(|_| matches!(made.act, Act::Step(_)));
        let (kind, says) = match (made.act, access) {
            (Act::Cancel(_), _) => ("cancel", "cancels".into()),
            (Act::Crash(_), _) => ("crash", "crashes".into()),
            (Act::Step(_), Some(access)) => {
                let held = made.flicker.is_none().then(|| machine.read(&access));
                ("step", words(&access, held))
            }
            (Act::Step(_), None) => ("step", format!("leaves its {}", name(machine.region(p)))),
        };
        Choice {
            code: made.to_string(),
            process: p + 1,
            kind,
            line: machine.line(p),
            says,
            mutation: self
                .mutation(system, made)
                .filter(|_| made.flicker.is_none()),
            value: made.flicker.map(number),
            register: access.map(|access| location(&access)),
        }
    }

    /// What the mutant does to the access of a move.
    fn mutation(&self, system: &System<AnyModel>, made: Move) -> Option<String> {
        let Act::Step(p) = made.act else { return None };
        let machine = &system.machine;
        let held = machine.next(p).map(|access| machine.read(&access))?;
        mutation(machine, p, made.flicker.unwrap_or(held))
    }

    /// The reason why p can make no step, if it can make none.
    fn rests(&self, system: &System<AnyModel>, p: usize) -> Option<&'static str> {
        if system.has_crashed(p) {
            Some("has crashed")
        } else if system.has_finished(p, &self.options) {
            Some("has made all its passages")
        } else {
            None
        }
    }

    fn judge(&self, from: &System<AnyModel>, act: Act, to: &System<AnyModel>) -> Vec<Fault> {
        let p = act.process();
        let enters =
            from.machine.region(p) != Region::Critical && to.machine.region(p) == Region::Critical;
        let judged = self.properties.iter().filter_map(|&property| {
            let what = match property {
                Property::KFcfs if enters => on_entry(from, p, self.options.k).err(),
                property => in_state(property, to, &self.options).err(),
            };
            what.map(|what| Fault {
                property: property.name(),
                what,
            })
        });
        judged.collect()
    }

    /// The pairs of overtaking and overtaken process after p's move.
    fn overtakings(&self, place: &Place, p: usize, to: &System<AnyModel>) -> Vec<(usize, usize)> {
        let mut overtakings = place.overtakings.clone();
        let (before, after) = (place.system.machine.region(p), to.machine.region(p));
        if before != Region::Critical && after == Region::Critical {
            let whom = passed(&place.system, p, to.machine.slots());
            overtakings.extend(whom.into_iter().map(|q| (p, q)));
        }
        overtakings.retain(|&(_, q)| to.machine.region(q) == Region::WaitingRoom);
        overtakings
    }

    fn process(&self, system: &System<AnyModel>, p: usize) -> Process {
        let machine = &system.machine;
        Process {
            region: name(machine.region(p)),
            line: machine.line(p),
            private: self.kind.private(machine, p),
            rests: self.rests(system, p),
            begun: self.options.passages.map(|most| (system.begun[p], most[p])),
        }
    }

    fn notes(&self, place: &Place) -> Vec<String> {
        let told = place.overtakings.iter().map(|&(p, q)| {
            let alone = match alone_inside(&place.system.machine, q) {
                _ if place.system.has_crashed(q) => "has crashed".into(),
                Some(1) => "would now enter alone, by its next step".into(),
                Some(steps) => format!("would now enter alone, in {steps} steps"),
                None => "could not enter alone now".into(),
            };
            let (p, q) = (p + 1, q + 1);
            format!("p{p} has overtaken p{q}: p{q} had finished its doorway before p{p} began, and waits. It {alone}.")
        });
        told.collect()
    }
}

fn location(access: &Access) -> Location {
    Location {
        array: access.array.name(),
        writer: access.writer,
        home: access.home,
        // Of a timestamp system as a whole, the copy says what is done.
        copy: if access.array.is_common() {
            0
        } else {
            access.copy
        },
    }
}

/// The registers of `now`, with what has changed since `before`.
fn registers(arrays: Vec<(Array, usize)>, now: &AnyModel, before: &AnyModel) -> Vec<Registers> {
    let n = now.slots();
    let cell = |array, writer, home, copy| {
        let access = Access {
            kind: Kind::Load,
            array,
            writer,
            home,
            copy,
        };
        let value = now.read(&access);
        Cell {
            value: number(value),
            flux: now.in_flux(&access),
            changed: value != before.read(&access),
        }
    };
    let shown = arrays.into_iter().map(|(array, copies)| {
        let row = |writer| -> Vec<Vec<Cell>> {
            let homes = if array.is_matrix() {
                0..n
            } else {
                writer..writer + 1
            };
            let cells = |home| {
                (0..copies)
                    .map(|copy| cell(array, writer, home, copy))
                    .collect()
            };
            homes.map(cells).collect()
        };
        Registers {
            name: array.name(),
            square: array.is_matrix(),
            copies,
            cells: (0..n).map(row).collect(),
        }
    });
    shown.collect()
}

impl Walk {
    /// The number of moves made.
    pub fn moves(&self) -> usize {
        self.places.len() - 1
    }

    /// The possible next moves.
    pub fn choices(&self) -> Vec<Choice> {
        let system = &self.last().system;
        let moves = self.moves_from(system).into_iter();
        moves.map(|made| self.choice(system, made)).collect()
    }

    /// Makes a move.
    ///
    /// # Errors
    ///
    /// If the move is not possible. Then the walk is unchanged.
    pub fn make(&mut self, made: Move) -> Result<(), String> {
        let place = self.last();
        if !self.moves_from(&place.system).contains(&made) {
            let number = self.places.len();
            return Err(format!("move {number}, {made}, is not possible there"));
        }
        let mut system = place.system.clone();
        system.make(made.act, made.flicker, &self.options);
        let p = made.act.process();
        let faults = self.judge(&place.system, made.act, &system);
        let next = Place {
            overtakings: self.overtakings(place, p, &system),
            entry: Some(Entry {
                code: made.to_string(),
                process: p + 1,
                line: place.system.machine.line(p),
                told: tell_move(&place.system, made, &system),
                mutation: self.mutation(&place.system, made),
                faulty: !faults.is_empty(),
            }),
            faults,
            system,
        };
        self.places.push(next);
        Ok(())
    }

    /// The properties that are violated in the present state.
    pub fn faults(&self) -> Vec<Fault> {
        self.last().faults.clone()
    }

    /// The view of the state after `at` moves, with the history of all moves.
    ///
    /// # Errors
    ///
    /// If fewer than `at` moves were made.
    pub fn view(&self, at: usize) -> Result<View, String> {
        let there_are = || format!("there are {} moves, and none after {at}", self.moves());
        let place = self.places.get(at).ok_or_else(there_are)?;
        let before = &self.places[at.saturating_sub(1)].system.machine;
        let system = &place.system;
        let n = system.machine.slots();
        let moves = self.moves_from(system).into_iter();
        Ok(View {
            at,
            processes: (0..n).map(|p| self.process(system, p)).collect(),
            registers: registers(self.kind.arrays(), &system.machine, before),
            choices: moves.map(|made| self.choice(system, made)).collect(),
            history: self
                .places
                .iter()
                .filter_map(|place| place.entry.clone())
                .collect(),
            faults: place.faults.clone(),
            notes: self.notes(place),
        })
    }

    /// The figure.
    pub fn figure(&self) -> &'static Figure {
        self.kind.figure()
    }
}
