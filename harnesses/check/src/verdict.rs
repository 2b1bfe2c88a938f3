//! The verdict on each property.

use crate::explore::{explore, Graph, Progress};
use crate::judged::{Explored, Findings, Found};
use crate::moves::Move;
use crate::starvation::starve;
use crate::system::System;
use crate::trace::tell_way;
use doorway_proofs::catalogue::model::{AnyModel, Model};
use doorway_proofs::catalogue::{Options, Property};
use doorway_proofs::machine::Region;

/// The verdict on a property.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds in every explored state; with the bound that was found, if the property has one.
    Holds(Option<usize>),
    /// It is violated: the trace, and what is wrong in its last state.
    Violated(Vec<String>, String),
    /// Not known, with the reason.
    Undecided(String),
}

/// The outcome of a check.
#[derive(Clone, Debug)]
pub struct Report {
    /// States explored, without and with a record of the order.
    pub states: Vec<usize>,
    /// Edges between them.
    pub edges: Vec<usize>,
    /// The largest depth of the searches.
    pub depth: u64,
    /// The verdicts.
    pub verdicts: Vec<(Property, Verdict)>,
    /// The trace of each violation, access by access.
    pub replays: Vec<Replay>,
}

/// The trace of a violation, to be replayed.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The violated property.
    pub property: Property,
    /// The moves of the trace.
    pub moves: Vec<Move>,
    /// The move that begins the cycle, if the violation is an infinite execution.
    pub round: Option<usize>,
}

impl Report {
    /// The verdict on one property.
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

    /// Whether every checked property holds.
    pub fn holds(&self) -> bool {
        self.verdicts
            .iter()
            .all(|(_, verdict)| matches!(verdict, Verdict::Holds(_)))
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of threads.
    pub threads: usize,
    /// The most states to keep.
    pub states: usize,
}

/// Checks the properties `wanted` of a model, exploring everything that `options` allow.
pub fn check<const W: usize>(
    model: &dyn Explored<W>,
    options: &Options,
    wanted: &[Property],
    limits: Limits,
    progress: &Progress,
) -> Report {
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
            let search = Search {
                model,
                options: &options,
                wanted: &wanted,
                limits,
            };
            search.run(progress, &mut report);
        }
    }
    report.sort_as(wanted);
    report
}

/// One search, for properties that need the same states.
struct Search<'a, const W: usize> {
    model: &'a dyn Explored<W>,
    options: &'a Options,
    wanted: &'a [Property],
    limits: Limits,
}

impl<const W: usize> Search<'_, W> {
    fn run(&self, progress: &Progress, report: &mut Report) {
        let findings = Findings::default();
        let space = self.model.space(self.options, self.wanted, &findings);
        let graph = explore(&*space, self.limits.threads, self.limits.states, progress);
        drop(space);
        report.states.push(graph.len());
        report.edges.push(graph.edges());
        report.depth = report.depth.max(graph.depth);
        let first = self.model.first(self.options.k);
        let found = findings.found();
        for &property in self.wanted {
            let verdict = match &found {
                Some(found) if found.property == property => {
                    let (verdict, replay) = self.violated(&graph, found, first.clone());
                    report.replays.push(replay);
                    verdict
                }
                Some(found) => Verdict::Undecided(format!(
                    "the search ended when {} was violated",
                    found.property.name()
                )),
                None if graph.full => Verdict::Undecided(format!(
                    "there was room for {} states only: see --max-states",
                    self.limits.states
                )),
                None => Verdict::Holds(findings.bound(property)),
            };
            report.verdicts.push((property, verdict));
        }
        let asks_for_ever = self.wanted.iter().any(|property| property.is_liveness());
        if found.is_none() && !graph.full && asks_for_ever {
            self.starve(&graph, first, report);
        }
    }

    /// The trace of a violation.
    fn violated(&self, graph: &Graph<W>, found: &Found, first: AnyModel) -> (Verdict, Replay) {
        let (options, property) = (self.options, found.property);
        let mut way = tell_way(first, graph, options, &graph.way_to(found.state));
        if let Some(act) = found.act {
            let enters =
                |next: &System<AnyModel>| next.machine.region(act.process()) == Region::Critical;
            let last = way.find(options, |other, next| {
                other == act && (property != Property::KFcfs || enters(next))
            });
            if let Some((act, next)) = last {
                way.go(act, next, options);
            }
        }
        let replay = Replay {
            property,
            moves: way.moves,
            round: None,
        };
        (Verdict::Violated(way.lines, found.what.clone()), replay)
    }

    /// Looks for infinite executions that violate liveness, in a graph without other violations.
    fn starve(&self, graph: &Graph<W>, first: AnyModel, report: &mut Report) {
        let regions = |key: &_| self.model.regions(key, self.options);
        let (starved, stuck) = starve(graph, &regions, first, self.options, self.limits.threads);
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
