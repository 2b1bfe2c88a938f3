//! Starvation and deadlock, as fair cycles of the explored graph.

use crate::explore::{Graph, Id};
use crate::fair::{components, round_trip, Component, Edges};
use crate::moves::Move;
use crate::pack::Key;
use crate::system::{Act, System};
use crate::trace::tell_way;
use crate::verdict::Verdict;
use doorway_proofs::catalogue::model::{AnyModel, Model};
use doorway_proofs::catalogue::Options;
use doorway_proofs::machine::Region;

/// The processes of one state by region, as bit masks: what fairness depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Regions {
    /// In the doorway or the waiting room.
    trying: u8,
    /// In the remainder, or crashed: fairness does not require these to move.
    resting: u8,
    /// In the critical section.
    inside: u8,
}

impl Regions {
    /// The regions of one state.
    pub fn of<M: Model>(system: &System<M>) -> Self {
        let mut regions = Regions::default();
        for p in 0..system.machine.slots() {
            let region = system.machine.region(p);
            let crashed = system.has_crashed(p);
            let bit = 1 << p;
            if !crashed && matches!(region, Region::Doorway | Region::WaitingRoom) {
                regions.trying |= bit;
            }
            if crashed || region == Region::Remainder {
                regions.resting |= bit;
            }
            if region == Region::Critical {
                regions.inside |= bit;
            }
        }
        regions
    }

    /// The regions of every state.
    fn all<const W: usize>(
        graph: &Graph<W>,
        regions_of: &(dyn Fn(&Key<W>) -> Regions + Sync),
        threads: usize,
    ) -> Vec<Self> {
        let mut all = vec![Regions::default(); graph.bound()];
        let share = all.len().div_ceil(threads);
        std::thread::scope(|scope| {
            for (number, chunk) in all.chunks_mut(share).enumerate() {
                scope.spawn(move || {
                    for (at, regions) in chunk.iter_mut().enumerate() {
                        if let Some(key) = graph.get((number * share + at) as Id) {
                            *regions = regions_of(key);
                        }
                    }
                });
            }
        });
        all
    }
}

/// The graph; if `closed`, without the edges on which a process enters.
struct Steps<'a, const W: usize> {
    graph: &'a Graph<W>,
    regions: &'a [Regions],
    closed: bool,
}

impl<const W: usize> Edges for Steps<'_, W> {
    fn bound(&self) -> usize {
        self.graph.bound()
    }

    fn edge(&self, node: Id, number: usize) -> Option<(Id, Option<usize>)> {
        let (to, label) = self.graph.edge(node, number)?;
        let mover = match Act::of(label) {
            Act::Step(p) | Act::Cancel(p) => Some(p),
            Act::Crash(_) => None,
        };
        let enters = self.regions[to as usize].inside & !self.regions[node as usize].inside != 0;
        // A removed edge becomes a loop on which no process moves: no fair cycle is lost or added.
        if self.closed && enters {
            return Some((node, None));
        }
        Some((to, mover))
    }
}

impl<const W: usize> Steps<'_, W> {
    /// A component in which p tries throughout although every other process moves or need not.
    fn unfair_to(&self, p: usize, all_processes: u32) -> Option<Component> {
        let mut unfair = None;
        components(
            self,
            self.graph.ids(),
            |id| self.regions[id as usize].trying >> p & 1 == 1,
            |component| {
                let rests = u32::from(self.regions[component.nodes[0] as usize].resting);
                let is_fair = component.movers >> p & 1 == 1
                    && (component.movers | rests) & all_processes == all_processes;
                if is_fair {
                    unfair = Some(component);
                }
                !is_fair
            },
        );
        unfair
    }

    /// The first process with a component that is unfair to it, and the component.
    ///
    /// The searches are distributed over the threads.
    fn unfair(&self, n: usize, threads: usize) -> Option<(usize, Component)> {
        let all_processes = (1_u32 << n) - 1;
        let processes: Vec<usize> = (0..n).collect();
        processes.chunks(threads).find_map(|some| {
            std::thread::scope(|scope| {
                let searches: Vec<_> = some
                    .iter()
                    .map(|&p| (p, scope.spawn(move || self.unfair_to(p, all_processes))))
                    .collect();
                let ended = searches.into_iter().map(|(p, search)| {
                    let found = search.join().expect("the search does not panic");
                    found.map(|component| (p, component))
                });
                ended.collect::<Vec<_>>().into_iter().flatten().next()
            })
        })
    }
}

/// The verdict, the moves up to and once around the cycle, and the index at which the cycle begins.
pub(crate) type Starved = (Verdict, Vec<Move>, usize);

/// The trace to a component and once around it.
fn go_round<const W: usize>(
    steps: &Steps<'_, W>,
    first: AnyModel,
    options: &Options,
    component: &Component,
    what: String,
) -> Starved {
    let graph = steps.graph;
    let mut way = tell_way(first, graph, options, &graph.way_to(component.nodes[0]));
    way.lines.push("and from there round and round:".into());
    let round = way.moves.len();
    for (_, to) in round_trip(steps, component) {
        let next = way.find(options, |_, next| {
            next.clone().pack(options) == *graph.key(to)
        });
        let Some((act, next)) = next else { break };
        way.go(act, next, options);
    }
    (Verdict::Violated(way.lines, what), way.moves, round)
}

/// Looks for a fair cycle in which a process starves, and for one in which no process enters.
pub(crate) fn starve<const W: usize>(
    graph: &Graph<W>,
    regions_of: &(dyn Fn(&Key<W>) -> Regions + Sync),
    first: AnyModel,
    options: &Options,
    threads: usize,
) -> (Option<Starved>, Option<Starved>) {
    let regions = Regions::all(graph, regions_of, threads);
    let n = first.slots();
    let search = |closed: bool| {
        let steps = Steps {
            graph,
            regions: &regions,
            closed,
        };
        let (p, component) = steps.unfair(n, threads)?;
        let what = if closed {
            format!("no process enters any more, and p{} never enters", p + 1)
        } else {
            format!("p{} never enters", p + 1)
        };
        Some(go_round(&steps, first.clone(), options, &component, what))
    };
    let starved = search(false);
    // A deadlock starves a process: without starvation there is no deadlock.
    let stuck = starved.as_ref().and_then(|_| search(true));
    (starved, stuck)
}
