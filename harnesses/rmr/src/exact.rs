//! The worst passage over every schedule, for few processes.
//!
//! The states of the model and of one process's cache are the nodes of a graph. The cost of an edge
//! is the number of remote references of that process. The worst passage is the longest path; a
//! cycle with a cost means that there is no bound. The caches of the other processes are left out,
//! because the cost does not depend on them.

use crate::meter::Model;
use doorway_proofs::catalogue::model::{AnyModel, Model as _};
use doorway_proofs::machine::{Access, Kind, Region};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;

/// A set of up to 256 variables.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Set([u128; 2]);

impl Set {
    fn has(&self, at: usize) -> bool {
        self.0[at / 128] >> (at % 128) & 1 != 0
    }

    fn put(&mut self, at: usize, has: bool) {
        let bit = 1 << (at % 128);
        let word = &mut self.0[at / 128];
        *word = if has { *word | bit } else { *word & !bit };
    }
}

/// One process's cache.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Cache {
    holds: Set,
    /// The only copy, and newer than the memory: write-back only.
    dirty: Set,
}

impl Cache {
    fn place(access: &Access, processes: usize) -> usize {
        let array = access.array as usize;
        let row = (array * 2 + access.copy) * processes + access.writer;
        row * processes + access.home
    }

    /// A process makes the access. Returns the cost for the process whose cache this is.
    fn make(&mut self, model: Model, access: &Access, is_own: bool, processes: usize) -> u64 {
        let at = Cache::place(access, processes);
        let (held, was_dirty) = (self.holds.has(at), self.dirty.has(at));
        let loads = access.kind == Kind::Load;
        if is_own || !loads {
            self.holds.put(at, is_own);
        }
        if is_own && !loads && model == Model::WriteBack {
            self.dirty.put(at, true);
        } else if !is_own {
            self.dirty.put(at, false);
        }
        let remote = if loads { !held } else { !was_dirty };
        u64::from(is_own && remote)
    }
}

/// A state: the model, the passages begun, the cache.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    machine: AnyModel,
    begun: Vec<u8>,
    cache: Cache,
}

/// An edge: its target and its cost.
type Edge = (u32, u64);

/// The graph of all reachable states, with a bounded number of passages each.
struct Graph {
    edges: Vec<Vec<Edge>>,
    /// Whether the observed process is in its remainder, where a passage begins and ends.
    away: Vec<bool>,
}

impl Graph {
    fn new(
        model: Model,
        one: usize,
        machine: AnyModel,
        passages: u8,
        most: usize,
    ) -> Option<Graph> {
        let n = machine.slots();
        let start = State {
            machine,
            begun: vec![0; n],
            cache: Cache::default(),
        };
        let mut numbers = HashMap::from([(start.clone(), 0u32)]);
        let mut states = vec![start];
        let mut graph = Graph {
            edges: vec![],
            away: vec![],
        };
        while let Some(state) = states.get(graph.edges.len()).cloned() {
            let mut edges = vec![];
            for p in 0..n {
                let Some((next, cost)) = state.step(model, one, p, passages) else {
                    continue;
                };
                let fresh = states.len() as u32;
                let number = *numbers.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    fresh
                });
                edges.push((number, cost));
            }
            graph.edges.push(edges);
            graph
                .away
                .push(state.machine.region(one) == Region::Remainder);
            if states.len() > most {
                return None;
            }
        }
        Some(graph)
    }

    /// The largest cost of the rest of a passage, from each state; none if unbounded.
    ///
    /// Tarjan's algorithm returns the components in the order in which this can be computed.
    fn longest(&self) -> Vec<Option<u64>> {
        let mut longest = vec![Some(0); self.edges.len()];
        let mut component = vec![u32::MAX; self.edges.len()];
        for (number, members) in components(&self.edges).into_iter().enumerate() {
            for &member in &members {
                component[member] = number as u32;
            }
            let mut most = Some(0);
            for &member in &members {
                for &(to, cost) in self.edges[member].iter() {
                    let to = to as usize;
                    let inner = component[to] == number as u32;
                    let rest = match (inner, self.away[to]) {
                        (_, true) => Some(cost),
                        (true, false) if cost > 0 => None,
                        (true, false) => Some(0),
                        (false, false) => longest[to].map(|rest: u64| rest + cost),
                    };
                    most = most.zip(rest).map(|(a, b)| a.max(b));
                }
            }
            for &member in &members {
                longest[member] = most;
            }
        }
        longest
    }
}

impl State {
    /// p makes a step, unless it has made all its passages.
    fn step(&self, model: Model, one: usize, p: usize, passages: u8) -> Option<(Self, u64)> {
        let mut next = self.clone();
        if self.machine.region(p) == Region::Remainder {
            if self.begun[p] == passages {
                return None;
            }
            next.begun[p] += 1;
        }
        let mut cost = 0;
        let mut loaded = 0;
        if let Some(access) = self.machine.next(p) {
            loaded = self.machine.read(&access);
            cost = match model {
                Model::Dsm => u64::from(p == one && (access.array.is_common() || access.home != p)),
                _ => next.cache.make(model, &access, p == one, self.begun.len()),
            };
        }
        next.machine.step(p, loaded);
        Some((next, cost))
    }
}

/// The strongly connected components, each after those it leads to.
fn components(edges: &[Vec<Edge>]) -> Vec<Vec<usize>> {
    const NEW: u32 = u32::MAX;
    let mut index = vec![NEW; edges.len()];
    let mut low = vec![0u32; edges.len()];
    let mut waits = vec![false; edges.len()];
    let (mut stack, mut found, mut count) = (vec![], vec![], 0);
    for root in 0..edges.len() {
        if index[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((at, edge)) = path.pop() {
            if edge == 0 {
                (index[at], low[at], waits[at]) = (count, count, true);
                count += 1;
                stack.push(at);
            }
            if let Some(&(to, _)) = edges[at].get(edge) {
                let to = to as usize;
                path.push((at, edge + 1));
                if index[to] == NEW {
                    path.push((to, 0));
                } else if waits[to] {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[at]);
            }
            if low[at] == index[at] {
                let from = stack.iter().rposition(|&it| it == at).unwrap_or(0);
                let members = stack.split_off(from);
                members.iter().for_each(|&it| waits[it] = false);
                found.push(members);
            }
        }
    }
    found
}

/// The worst passage over all schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Worst {
    /// The most remote references.
    Most(u64),
    /// There is no bound.
    Unbounded,
    /// There are more states than the limit.
    TooLarge,
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worst::Most(references) => write!(f, "{references}"),
            Worst::Unbounded => f.write_str("no bound"),
            Worst::TooLarge => f.write_str("too large to say"),
        }
    }
}

/// The worst passage of any process under any schedule, with at most `passages` passages each.
pub fn exact(first: &AnyModel, model: Model, passages: u8, most_states: usize) -> Worst {
    let n = first.slots();
    let mut worst = 0;
    for one in 0..n {
        let Some(graph) = Graph::new(model, one, first.clone(), passages, most_states) else {
            return Worst::TooLarge;
        };
        for (state, rest) in graph.longest().into_iter().enumerate() {
            match rest {
                _ if graph.away[state] => {}
                Some(rest) => worst = worst.max(rest),
                None => return Worst::Unbounded,
            }
        }
    }
    Worst::Most(worst)
}
