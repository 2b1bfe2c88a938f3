//! Processes that label and scan, and the exploration of what they can do.

use super::history::{Event, Monitor, Violation};
use super::{Operation, Outcome, Timestamps};
use std::collections::HashSet;
use std::hash::{Hash, Hasher};

/// N processes that make a bounded number of labels and scans each, in any order, on the timestamp
/// system `T`. The specification follows them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Users<T, const N: usize, const M: usize> {
    /// The timestamp system.
    pub stamps: T,
    monitor: Monitor<N, M>,
    /// By process: the labels and the scans that it may still begin.
    left: [(u8, u8); N],
    doing: [Option<Operation>; N],
}

/// A step of a process. The first step of an operation is made when the operation begins, and the
/// operation ends with its last step: longer operations satisfy the specification more easily.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The process.
    pub p: usize,
    /// The operation that it begins.
    pub begins: Option<Operation>,
    /// Its choice.
    pub choice: usize,
}

/// What an exploration has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// All states, of this number, satisfy the specification.
    Nothing(usize),
    /// A violation after this number of steps, which is the least.
    Violated(Violation, usize),
    /// No violation in the first states, of this number; there are more.
    OutOfSpace(usize),
}

impl<T: Timestamps<N>, const N: usize, const M: usize> Users<T, N, M> {
    /// Processes that may begin this number of labels and scans each.
    ///
    /// # Panics
    ///
    /// If M is too small for the labels.
    #[must_use]
    pub fn new(stamps: T, left: [(u8, u8); N]) -> Self {
        assert!(left.iter().all(|&(labels, _)| usize::from(labels) < M));
        Users {
            stamps,
            monitor: Monitor::default(),
            left,
            doing: [None; N],
        }
    }

    /// The operations that p may begin now.
    fn begins(&self, p: usize) -> impl Iterator<Item = Operation> {
        let (labels, scans) = self.left[p];
        let idle = self.doing[p].is_none();
        let label = (idle && labels > 0).then_some(Operation::Label);
        let scan = (idle && scans > 0).then_some(Operation::Scan);
        label.into_iter().chain(scan)
    }

    /// The steps that are possible now.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for p in 0..N {
            let mut add = |begins, choices| {
                moves.extend((0..choices).map(|choice| Move { p, begins, choice }));
            };
            if self.doing[p].is_some() {
                add(None, self.stamps.choices(p));
            }
            for operation in self.begins(p) {
                let mut begun = self.stamps.clone();
                begun.begin(p, operation);
                add(Some(operation), begun.choices(p));
            }
        }
        moves
    }

    /// Makes a step, and passes its events to `log`.
    ///
    /// # Errors
    ///
    /// If the history now violates the specification.
    pub fn make(&mut self, step: Move, mut log: impl FnMut(Event<N>)) -> Result<(), Violation> {
        let p = step.p;
        let mut see = |event| {
            log(event);
            self.monitor.see(&event)
        };
        if let Some(operation) = step.begins {
            self.doing[p] = step.begins;
            self.stamps.begin(p, operation);
            match operation {
                Operation::Label => {
                    self.left[p].0 -= 1;
                    see(Event::LabelBegins(p))?;
                }
                Operation::Scan => {
                    self.left[p].1 -= 1;
                    see(Event::ScanBegins(p))?;
                }
            }
        }
        match self.stamps.step(p, step.choice) {
            Outcome::Running => return Ok(()),
            Outcome::Labelled => see(Event::LabelEnds(p))?,
            Outcome::Scanned(view) => see(Event::ScanEnds(p, view))?,
        }
        self.doing[p] = None;
        Ok(())
    }

    /// Explores all states in the order of their distance, up to `most` of them.
    ///
    /// States that were seen are kept as hashes of 128 bits.
    #[must_use]
    pub fn explore(self, most: usize) -> Found {
        let mut seen = HashSet::from([fingerprint(&self)]);
        let mut level = vec![self];
        let mut steps = 0;
        while !level.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for state in &level {
                for step in state.moves() {
                    let mut after = state.clone();
                    if let Err(violation) = after.make(step, |_| {}) {
                        return Found::Violated(violation, steps);
                    }
                    if seen.insert(fingerprint(&after)) {
                        next.push(after);
                    }
                }
                if seen.len() > most {
                    return Found::OutOfSpace(seen.len());
                }
            }
            level = next;
        }
        Found::Nothing(seen.len())
    }

    /// Makes a random walk to its end. Returns the number of its steps, or the violation and the
    /// history up to it.
    ///
    /// With every step the walk goes on with the same process, except with a probability that
    /// differs from walk to walk: so a process is sometimes interrupted for long.
    ///
    /// # Errors
    ///
    /// The violation, and the history.
    pub fn walk(mut self, random: &mut Random) -> Result<Walk<N>, (Violation, Vec<Event<N>>)> {
        let mut history = Vec::new();
        let mut steps = 0;
        let stays = [0, 128, 192, 224, 240][random.below(5)];
        let mut last = 0;
        loop {
            let mut moves = self.moves();
            if moves.is_empty() {
                return Ok(Walk { steps, history });
            }
            if random.below(256) < stays && moves.iter().any(|step| step.p == last) {
                moves.retain(|step| step.p == last);
            }
            let step = moves[random.below(moves.len())];
            last = step.p;
            steps += 1;
            if let Err(violation) = self.make(step, |event| history.push(event)) {
                return Err((violation, history));
            }
        }
    }
}

/// A walk that has come to its end.
#[derive(Clone, Debug)]
pub struct Walk<const N: usize> {
    /// The number of its steps.
    pub steps: usize,
    /// Its history.
    pub history: Vec<Event<N>>,
}

/// Random numbers: xorshift, from a seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// Two hashes with different multipliers.
#[derive(Clone, Copy, Debug)]
struct Fingerprint(u64, u64);

impl Fingerprint {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.1 = (self.1.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
}

impl Hasher for Fingerprint {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.word(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.word(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn fingerprint(state: &impl Hash) -> (u64, u64) {
    let mut hashes = Fingerprint(1, 2);
    state.hash(&mut hashes);
    let mix = |x: u64| (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mix(hashes.0), mix(hashes.1))
}
