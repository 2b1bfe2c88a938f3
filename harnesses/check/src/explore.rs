//! Breadth-first search over all states, on all cores.
//!
//! The hash of a state decides which thread owns it. A thread keeps its own states, finds their
//! successors, and sends each successor to the thread that owns it. States are kept whole (packed),
//! so two states are never confused. The edges are kept too, for [`fair`](crate::fair).

use crate::pack::Key;
use std::any::Any;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Barrier, Mutex};

/// A state's number.
pub type Id = u32;

/// The progress of a search, for display.
#[derive(Debug, Default)]
pub struct Progress {
    /// States found.
    pub states: AtomicU64,
    /// The distance from the first state.
    pub depth: AtomicU64,
}

/// The states of a thread.
#[derive(Debug)]
struct Shard<const W: usize> {
    states: Vec<Key<W>>,
    /// Open addressing: a local number plus one, or 0.
    slots: Vec<u32>,
    /// The state that each state was found from, and the act.
    parents: Vec<(Id, u8)>,
    /// The index of the first edge of each state.
    offsets: Vec<u64>,
    targets: Vec<Id>,
    labels: Vec<u8>,
}

fn hash<const W: usize>(key: &Key<W>) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
    for &word in key {
        let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        hash = (product >> 64) as u64 ^ product as u64;
    }
    hash ^ hash >> 29
}

impl<const W: usize> Shard<W> {
    fn new() -> Self {
        Shard {
            states: vec![],
            slots: vec![0; 1 << 12],
            parents: vec![],
            offsets: vec![],
            targets: vec![],
            labels: vec![],
        }
    }

    /// The local number of `key`, which is inserted if it is new.
    fn insert(&mut self, key: &Key<W>, parent: (Id, u8)) -> u32 {
        if self.states.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = (hash(key) >> 8) as usize & mask;
        loop {
            match self.slots[at] {
                0 => {
                    self.states.push(*key);
                    self.parents.push(parent);
                    let number = self.states.len() as u32;
                    self.slots[at] = number;
                    return number - 1;
                }
                number if self.states[number as usize - 1] == *key => return number - 1,
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots = vec![0; mask + 1];
        for (number, key) in self.states.iter().enumerate() {
            let mut at = (hash(key) >> 8) as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = number as u32 + 1;
        }
    }
}

/// All states, and the edges between them.
#[derive(Debug)]
pub struct Graph<const W: usize> {
    shards: Vec<Shard<W>>,
    /// The largest distance of a state from the first one.
    pub depth: u64,
    /// Whether the search ended because the limit of states was reached.
    pub full: bool,
}

impl<const W: usize> Graph<W> {
    /// The number of states.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.states.len()).sum()
    }

    /// Whether there is no state. Never true: there is a first state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.shards.iter().map(|shard| shard.targets.len()).sum()
    }

    /// One more than the largest number of a state. (Not every smaller number is a state.)
    pub fn bound(&self) -> usize {
        let most = self.shards.iter().map(|shard| shard.states.len()).max();
        most.unwrap_or(0) * self.shards.len()
    }

    fn place(&self, id: Id) -> (&Shard<W>, usize) {
        let threads = self.shards.len();
        (&self.shards[id as usize % threads], id as usize / threads)
    }

    /// The numbers of all states.
    pub fn ids(&self) -> impl Iterator<Item = Id> + '_ {
        let threads = self.shards.len();
        let of = move |shard: usize| {
            (0..self.shards[shard].states.len()).map(move |local| (local * threads + shard) as Id)
        };
        (0..threads).flat_map(of)
    }

    /// The state with that number, if there is one.
    pub fn get(&self, id: Id) -> Option<&Key<W>> {
        let (shard, local) = self.place(id);
        shard.states.get(local)
    }

    /// The state with that number.
    pub fn key(&self, id: Id) -> &Key<W> {
        let (shard, local) = self.place(id);
        &shard.states[local]
    }

    /// The edges from a state. A state found after the limit was reached has none.
    pub fn edges_of(&self, id: Id) -> impl Iterator<Item = (Id, u8)> + '_ {
        let (shard, local) = self.place(id);
        let from = shard.offsets.get(local).map_or(0, |&at| at as usize);
        let to = shard.offsets.get(local + 1).map_or(from, |&at| at as usize);
        (from..to).map(|edge| (shard.targets[edge], shard.labels[edge]))
    }

    /// The `number`-th edge from a state.
    pub fn edge(&self, id: Id, number: usize) -> Option<(Id, u8)> {
        let (shard, local) = self.place(id);
        let at = *shard.offsets.get(local)? as usize + number;
        let end = *shard.offsets.get(local + 1)? as usize;
        (at < end).then(|| (shard.targets[at], shard.labels[at]))
    }

    /// The shortest trace from the first state to state `id`: states and the acts between them.
    pub fn way_to(&self, id: Id) -> Vec<(Id, u8)> {
        let mut way = vec![];
        let mut at = id;
        loop {
            let (shard, local) = self.place(at);
            let (parent, label) = shard.parents[local];
            if parent == at {
                way.reverse();
                return way;
            }
            way.push((at, label));
            at = parent;
        }
    }
}

/// What one thread sends to another: states, each with the state it was found from and the act.
type Parcel<const W: usize> = Vec<(Key<W>, Id, u8)>;

/// The number of states a thread expands between two deliveries.
const BATCH: usize = 1 << 14;

/// What is searched.
///
/// The search calls it for every state, so it is compiled for each type of model; the search itself
/// is not.
pub trait Space<const W: usize>: Sync {
    /// The first state.
    fn first(&self) -> Key<W>;

    /// Calls `found` with each successor of a state, and the label of the act that leads to it.
    ///
    /// `key` is the state, and `id` its number.
    fn expand(&self, id: Id, key: &Key<W>, found: &mut dyn FnMut(Key<W>, u8));

    /// Whether to end the search before all states are found. Called between batches.
    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// Explores all reachable states.
pub fn explore<const W: usize>(
    space: &dyn Space<W>,
    threads: usize,
    most_states: usize,
    progress: &Progress,
) -> Graph<W> {
    let mut shards: Vec<Shard<W>> = (0..threads).map(|_| Shard::new()).collect();
    let first = space.first();
    let home = hash(&first) as usize % threads;
    shards[home].insert(&first, (home as Id, 0));

    let barrier = Barrier::new(threads);
    let mail: Vec<Vec<Mutex<Parcel<W>>>> = (0..threads)
        .map(|_| (0..threads).map(|_| Mutex::default()).collect())
        .collect();
    let replies: Vec<Vec<Mutex<Vec<Id>>>> = (0..threads)
        .map(|_| (0..threads).map(|_| Mutex::default()).collect())
        .collect();
    let (busy, full, ended) = (
        AtomicU64::new(0),
        AtomicBool::new(false),
        AtomicBool::new(false),
    );
    let depth = AtomicU64::new(0);
    let panicked: Mutex<Option<Box<dyn Any + Send>>> = Mutex::default();

    std::thread::scope(|scope| {
        for (me, shard) in shards.iter_mut().enumerate() {
            let (barrier, mail, replies) = (&barrier, &mail, &replies);
            let (busy, full, ended, depth) = (&busy, &full, &ended, &depth);
            let panicked = &panicked;
            scope.spawn(move || {
                let id_of = |local: usize| (local * threads + me) as Id;
                let mut expanded = 0;
                'levels: loop {
                    let level = shard.states.len();
                    loop {
                        // Expand a batch, and sort the successors by owner.
                        let batch = expanded..(expanded + BATCH).min(level);
                        let mut parcels: Vec<Parcel<W>> = vec![vec![]; threads];
                        let mut order: Vec<(u8, u8)> = vec![]; // owner and act of each successor
                        let mut counts = vec![];
                        // A panic here must not leave the other threads waiting for this one: it
                        // ends the search.
                        let expansion = catch_unwind(AssertUnwindSafe(|| {
                            for local in batch.clone() {
                                let from = id_of(local);
                                let before = order.len();
                                space.expand(from, &shard.states[local], &mut |key, label| {
                                    let owner = hash(&key) as usize % threads;
                                    parcels[owner].push((key, from, label));
                                    order.push((owner as u8, label));
                                });
                                counts.push(order.len() - before);
                            }
                        }));
                        if let Err(payload) = expansion {
                            *panicked.lock().expect("no panic") = Some(payload);
                        }
                        expanded = batch.end;
                        for (owner, parcel) in parcels.into_iter().enumerate() {
                            *mail[owner][me].lock().expect("no panic") = parcel;
                        }
                        if expanded < level {
                            busy.fetch_add(1, Relaxed);
                        }
                        barrier.wait();
                        // Insert the states that this thread owns.
                        for (from, parcel) in mail[me].iter().enumerate() {
                            let parcel = std::mem::take(&mut *parcel.lock().expect("no panic"));
                            let ids = parcel.iter().map(|(key, parent, label)| {
                                id_of(shard.insert(key, (*parent, *label)) as usize)
                            });
                            *replies[from][me].lock().expect("no panic") = ids.collect();
                        }
                        let somebody_is_busy = busy.load(Relaxed) > 0;
                        barrier.wait();
                        // Record the edges of the expanded states.
                        let mut ids: Vec<_> = replies[me]
                            .iter()
                            .map(|reply| {
                                std::mem::take(&mut *reply.lock().expect("no panic")).into_iter()
                            })
                            .collect();
                        let mut order = order.into_iter();
                        for count in counts {
                            shard.offsets.push(shard.targets.len() as u64);
                            for (owner, label) in order.by_ref().take(count) {
                                shard
                                    .targets
                                    .push(ids[usize::from(owner)].next().expect("a reply"));
                                shard.labels.push(label);
                            }
                        }
                        progress.states.fetch_add(batch.len() as u64, Relaxed);
                        if me == 0 {
                            busy.store(0, Relaxed);
                            full.store(shard.states.len() * threads > most_states, Relaxed);
                            let failed = panicked.lock().expect("no panic").is_some();
                            ended.store(failed || space.has_seen_enough(), Relaxed);
                        }
                        barrier.wait();
                        if full.load(Relaxed) || ended.load(Relaxed) {
                            break 'levels;
                        }
                        if !somebody_is_busy {
                            break;
                        }
                    }
                    // Has any thread states for a next level?
                    if shard.states.len() > expanded {
                        busy.fetch_add(1, Relaxed);
                    }
                    barrier.wait();
                    let more = busy.load(Relaxed) > 0;
                    barrier.wait();
                    if me == 0 {
                        busy.store(0, Relaxed);
                        depth.fetch_add(u64::from(more), Relaxed);
                        progress.depth.store(depth.load(Relaxed), Relaxed);
                    }
                    barrier.wait();
                    if !more {
                        break;
                    }
                }
                shard.offsets.push(shard.targets.len() as u64);
            });
        }
    });
    if let Some(payload) = panicked.into_inner().expect("no panic") {
        resume_unwind(payload);
    }
    Graph {
        shards,
        depth: depth.into_inner(),
        full: full.into_inner(),
    }
}
