//! Fair cycles: infinite executions in which every process that must move does move.
//!
//! A process that is neither in its remainder nor crashed keeps making steps (weak fairness). So an
//! infinite execution in which process p never enters stays, from some point on, in a set of states
//! that can all be reached from one another. In all of them p is trying, and every process either
//! makes steps or need not move: they form a strongly connected component of the states in which p
//! is trying. Tarjan's algorithm finds all such components.

use crate::explore::Id;

/// A graph whose edges are labelled.
pub trait Edges {
    /// One more than the largest number of a node.
    fn bound(&self) -> usize;
    /// The `number`-th edge of a node: its target, and the process that moves, if any.
    fn edge(&self, node: Id, number: usize) -> Option<(Id, Option<usize>)>;
}

/// A strongly connected component, in which an execution can stay without a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its nodes.
    pub nodes: Vec<Id>,
    /// The processes that make steps in it, as bits.
    pub movers: u32,
}

/// Calls `found` for every strongly connected component that has an edge in it.
///
/// Only nodes for which `within` is true count.
///
/// Ends when `found` returns false.
pub fn components(
    graph: &impl Edges,
    nodes: impl Iterator<Item = Id>,
    within: impl Fn(Id) -> bool,
    mut found: impl FnMut(Component) -> bool,
) {
    const DONE: u32 = u32::MAX;
    let bound = graph.bound();
    // The order of visits, from 1; 0 is not visited yet; `DONE` once the node's component is
    // complete.
    let mut order = vec![0_u32; bound];
    let mut low = vec![0_u32; bound];
    let mut open: Vec<Id> = vec![];
    let mut path: Vec<(Id, usize)> = vec![];
    let mut count = 0;
    for root in nodes {
        if order[root as usize] != 0 || !within(root) {
            continue;
        }
        path.push((root, 0));
        while let Some((node, number)) = path.last_mut() {
            let node = *node;
            if *number == 0 && order[node as usize] == 0 {
                count += 1;
                order[node as usize] = count;
                low[node as usize] = count;
                open.push(node);
            }
            if let Some((next, _)) = graph.edge(node, *number) {
                *number += 1;
                if !within(next) {
                    continue;
                }
                match order[next as usize] {
                    0 => path.push((next, 0)),
                    DONE => {}
                    seen => low[node as usize] = low[node as usize].min(seen),
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent as usize] = low[*parent as usize].min(low[node as usize]);
            }
            if low[node as usize] == order[node as usize] {
                let from = open
                    .iter()
                    .rposition(|&other| other == node)
                    .expect("it is open");
                let nodes = open.split_off(from);
                // Of the nodes that are not done, these are the only ones with an order from here
                // on.
                let first = order[node as usize];
                let inside = |id: Id| {
                    within(id) && order[id as usize] != DONE && order[id as usize] >= first
                };
                let (mut movers, mut edges) = (0, false);
                for &from in &nodes {
                    for (to, mover) in (0..).map_while(|number| graph.edge(from, number)) {
                        if inside(to) {
                            edges = true;
                            movers |= mover.map_or(0, |p| 1 << p);
                        }
                    }
                }
                for &done in &nodes {
                    order[done as usize] = DONE;
                }
                if edges && !found(Component { nodes, movers }) {
                    return;
                }
            }
        }
    }
}

/// A closed walk from the first node of a component, with a step of each of its movers, as edges.
pub fn round_trip(graph: &impl Edges, component: &Component) -> Vec<(Id, Id)> {
    let members: std::collections::HashSet<Id> = component.nodes.iter().copied().collect();
    let edges = |node: Id| (0..).map_while(move |number| graph.edge(node, number));
    // The shortest walk from `start` to a wanted edge, including that edge.
    let walk = |start: Id, wanted: &dyn Fn(Id, Option<usize>) -> bool| {
        let mut came_from: std::collections::HashMap<Id, Id> = [(start, start)].into();
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for (next, mover) in edges(node).filter(|(next, _)| members.contains(next)) {
                if wanted(next, mover) {
                    let mut walk = vec![(node, next)];
                    let mut at = node;
                    while at != start {
                        walk.push((came_from[&at], at));
                        at = came_from[&at];
                    }
                    walk.reverse();
                    return walk;
                }
                came_from.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    node
                });
            }
        }
        vec![]
    };
    let start = component.nodes[0];
    let mut trip = vec![];
    let mut at = start;
    for p in (0..32).filter(|p| component.movers >> p & 1 == 1) {
        trip.extend(walk(at, &|_, mover| mover == Some(p)));
        at = trip.last().map_or(start, |&(_, to)| to);
    }
    if at != start {
        trip.extend(walk(at, &|next, _| next == start));
    }
    trip
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges: source, target, process.
    struct Drawn(Vec<(Id, Id, usize)>);

    impl Edges for Drawn {
        fn bound(&self) -> usize {
            10
        }
        fn edge(&self, node: Id, number: usize) -> Option<(Id, Option<usize>)> {
            let of = self.0.iter().filter(|(from, _, _)| *from == node);
            of.map(|&(_, to, by)| (to, Some(by))).nth(number)
        }
    }

    fn all(graph: &Drawn, within: impl Fn(Id) -> bool) -> Vec<(Vec<Id>, u32)> {
        let mut all = vec![];
        components(graph, 0..10, within, |mut component| {
            component.nodes.sort_unstable();
            all.push((component.nodes, component.movers));
            true
        });
        all.sort();
        all
    }

    #[test]
    fn two_cycles_and_a_tail() {
        let graph = Drawn(vec![
            (0, 1, 0),
            (1, 2, 1),
            (2, 0, 0),
            (2, 3, 2),
            (3, 4, 0),
            (4, 3, 0),
            (4, 5, 1),
        ]);
        assert_eq!(
            all(&graph, |_| true),
            [(vec![0, 1, 2], 0b11), (vec![3, 4], 0b1)]
        );
    }

    #[test]
    fn a_loop_is_a_cycle_and_a_node_is_not() {
        let graph = Drawn(vec![(0, 0, 3), (1, 2, 0)]);
        assert_eq!(all(&graph, |_| true), [(vec![0], 0b1000)]);
    }

    #[test]
    fn what_is_outside_does_not_connect() {
        let graph = Drawn(vec![(0, 1, 0), (1, 2, 0), (2, 0, 1), (1, 0, 2)]);
        assert_eq!(all(&graph, |node| node != 2), [(vec![0, 1], 0b101)]);
        assert_eq!(all(&graph, |node| node != 1), []);
    }

    #[test]
    fn crossing_cycles_are_one() {
        let graph = Drawn(vec![
            (0, 1, 0),
            (1, 2, 0),
            (2, 3, 0),
            (3, 1, 1),
            (2, 0, 2),
            (5, 0, 4),
            (3, 6, 5),
        ]);
        assert_eq!(all(&graph, |_| true), [(vec![0, 1, 2, 3], 0b111)]);
    }

    #[test]
    fn a_round_trip_keeps_every_process() {
        let graph = Drawn(vec![(0, 1, 0), (1, 0, 0), (1, 2, 1), (2, 1, 2), (2, 3, 3)]);
        let component = Component {
            nodes: vec![0, 1, 2],
            movers: 0b111,
        };
        let trip = round_trip(&graph, &component);
        assert_eq!(trip.first().map(|edge| edge.0), Some(0));
        assert_eq!(trip.last().map(|edge| edge.1), Some(0));
        assert!(trip.windows(2).all(|pair| pair[0].1 == pair[1].0));
        assert!(trip.contains(&(1, 2)) && trip.contains(&(2, 1)));
    }
}
