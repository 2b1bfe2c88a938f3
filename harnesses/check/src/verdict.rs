//! What was found of the properties.

use crate::explore::{explore, Id, Progress};
use crate::judge::{alone, in_state, on_entry};
use crate::moves::Move;
use crate::starvation::starve;
use crate::system::{Act, System};
use crate::trace::{name, tell_way};
use doorway_catalogue::{Options, Property};
use doorway_core::machine::{Machine, Region};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::Mutex;

/// What was found of a property.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds in everything explored. With a bound, if it has one.
    Holds(Option<usize>),
    /// It does not: how that comes about, and what is wrong at the end.
    Violated(Vec<String>, String),
    /// Not known, and why.
    Undecided(String),
}

/// The outcome of a check.
#[derive(Clone, Debug)]
pub struct Report {
    /// States explored, without and with a record of the order.
    pub states: Vec<usize>,
    /// Edges between them.
    pub edges: Vec<usize>,
    /// Depths.
    pub depth: u64,
    /// What was found.
    pub verdicts: Vec<(Property, Verdict)>,
    /// How each violation comes about, access by access.
    pub replays: Vec<Replay>,
}

/// A violation to be played again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What is violated.
    pub property: Property,
    /// How.
    pub moves: Vec<Move>,
    /// Which move begins the round that can be gone for ever, if it takes one.
    pub round: Option<usize>,
}

impl Report {
    /// What was found of one property.
    pub fn of(&self, property: Property) -> Option<&Verdict> {
        self.verdicts
            .iter()
            .find(|(asked, _)| *asked == property)
            .map(|(_, verdict)| verdict)
    }

    fn sort_as(&mut self, wanted: &[Property]) {
        self.verdicts
            .sort_by_key(|(property, _)| wanted.iter().position(|asked| asked == property));
    }

    /// Whether everything asked holds.
    pub fn holds(&self) -> bool {
        self.verdicts
            .iter()
            .all(|(_, verdict)| matches!(verdict, Verdict::Holds(_)))
    }
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// On how many threads.
    pub threads: usize,
    /// For how many states there is room.
    pub states: usize,
}

/// A violation found on the way: in a state, or by an act from it.
struct Found {
    property: Property,
    state: Id,
    act: Option<Act>,
    what: String,
}

/// Checks `wanted` of the machine `M`, exploring everything that `options` allow.
pub fn check<M, const W: usize>(
    options: &Options,
    wanted: &[Property],
    limits: Limits,
    progress: &Progress,
) -> Report
where
    M: Machine + Send + Sync,
{
    let (ordered, plain): (Vec<Property>, Vec<Property>) =
        wanted.iter().partition(|property| property.needs_order());
    let mut report = Report {
        states: vec![],
        edges: vec![],
        depth: 0,
        verdicts: vec![],
        replays: vec![],
    };
    for (wanted, order) in [(plain, false), (ordered, true)] {
        if !wanted.is_empty() {
            let options = Options { order, ..*options };
            search::<M, W>(&options, &wanted, limits, progress, &mut report);
        }
    }
    report.sort_as(wanted);
    report
}

fn search<M, const W: usize>(
    options: &Options,
    wanted: &[Property],
    limits: Limits,
    progress: &Progress,
    report: &mut Report,
) where
    M: Machine + Send + Sync,
{
    let wants = |property| wanted.contains(&property);
    let found: Mutex<Option<Found>> = Mutex::default();
    let stop = AtomicBool::new(false);
    let blame = |property, state, act, what: String| {
        let mut found = found.lock().expect("no panic");
        if found.is_none() {
            *found = Some(Found {
                property,
                state,
                act,
                what,
            });
            stop.store(true, Relaxed);
        }
    };
    let (doorway, exit, enabled) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );

    let visit = |id: Id, system: &System<M>| {
        for &property in wanted {
            match in_state(property, system, options) {
                Ok(0) => {}
                Ok(steps) => drop(enabled.fetch_max(steps, Relaxed)),
                Err(what) => blame(property, id, None, what),
            }
        }
    };
    let pass = |id: Id, from: &System<M>, act: Act, to: &System<M>| {
        let Act::Step(p) = act else { return };
        let (before, after) = (from.machine.region(p), to.machine.region(p));
        for (property, region, most) in [
            (Property::BoundedDoorway, Region::Doorway, &doorway),
            (Property::BoundedExit, Region::Exit, &exit),
        ] {
            if before == region && wants(property) {
                let rank = |system: &System<M>| {
                    alone(&system.machine, p, |machine| machine.region(p) != region)
                };
                let (left, then) = (rank(from), rank(to));
                most.fetch_max(left.unwrap_or(0), Relaxed);
                if left.is_none() || (after == region && then >= left) {
                    blame(
                        property,
                        id,
                        Some(act),
                        format!(
                            "p{} comes no nearer to the end of its {}",
                            p + 1,
                            name(region)
                        ),
                    );
                }
            }
        }
        if wants(Property::KFcfs) && after == Region::Critical && before != after {
            if let Err(what) = on_entry(from, p, options.k) {
                blame(Property::KFcfs, id, Some(act), what);
            }
        }
    };

    let graph = explore::<M, W>(
        options,
        limits.threads,
        limits.states,
        progress,
        visit,
        pass,
        || stop.load(Relaxed),
    );
    report.states.push(graph.len());
    report.edges.push(graph.edges());
    report.depth = report.depth.max(graph.depth);

    let found = found.into_inner().expect("no panic");
    let blamed = found.as_ref().map(|found| found.property);
    for &property in wanted {
        let verdict = match &found {
            Some(found) if found.property == property => {
                let mut way = tell_way::<M, W>(&graph, options, &graph.way_to(found.state));
                if let Some(act) = found.act {
                    let enters =
                        |next: &System<M>| next.machine.region(act.process()) == Region::Critical;
                    let last = way.find(options, |other, next| {
                        other == act && (property != Property::KFcfs || enters(next))
                    });
                    if let Some((act, next)) = last {
                        way.go(act, next, options);
                    }
                }
                report.replays.push(Replay {
                    property,
                    moves: way.moves,
                    round: None,
                });
                Verdict::Violated(way.lines, found.what.clone())
            }
            Some(found) => Verdict::Undecided(format!(
                "the search ended when {} was violated",
                found.property.name()
            )),
            None if graph.full => Verdict::Undecided(format!(
                "there was room for {} states only: see --max-states",
                limits.states
            )),
            None if property.is_liveness() => Verdict::Holds(None),
            None => Verdict::Holds(match property {
                Property::BoundedDoorway => Some(doorway.load(Relaxed)),
                Property::BoundedExit => Some(exit.load(Relaxed)),
                Property::Fife => Some(enabled.load(Relaxed)),
                _ => None,
            }),
        };
        report.verdicts.push((property, verdict));
    }
    if blamed.is_none() && !graph.full && wanted.iter().any(|property| property.is_liveness()) {
        let (starved, stuck) = starve::<M, W>(&graph, options, limits.threads);
        for (property, found) in [
            (Property::StarvationFreedom, starved),
            (Property::DeadlockFreedom, stuck),
        ] {
            let row = report
                .verdicts
                .iter_mut()
                .find(|(asked, _)| *asked == property);
            if let (Some((_, verdict)), Some((violated, moves, round))) = (row, found) {
                *verdict = violated;
                report.replays.push(Replay {
                    property,
                    moves,
                    round: Some(round),
                });
            }
        }
    }
}
