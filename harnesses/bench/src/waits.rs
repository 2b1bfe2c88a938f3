//! Waits, counted in buckets a sixteenth of their size wide.

use std::time::Duration;

const FINE: u32 = 4;
const BUCKETS: usize = (64 - FINE as usize + 1) << FINE;

/// How long passages waited.
#[derive(Clone, Debug)]
pub struct Waits {
    counts: Vec<u64>,
    longest: u64,
}

impl Default for Waits {
    fn default() -> Self {
        Waits {
            counts: vec![0; BUCKETS],
            longest: 0,
        }
    }
}

fn bucket(nanos: u64) -> usize {
    let Some(log) = nanos.checked_ilog2().filter(|&log| log >= FINE) else {
        return nanos as usize;
    };
    let fine = (nanos >> (log - FINE)) as usize; // 16 to 31
    (((log - FINE) as usize) << FINE) + fine
}

/// The smallest that falls into it.
fn floor(bucket: usize) -> u64 {
    let size = 1 << FINE;
    if bucket < 2 * size {
        return bucket as u64;
    }
    let shift = bucket / size - 1;
    ((bucket % size + size) as u64) << shift
}

impl Waits {
    /// One more.
    pub fn add(&mut self, wait: Duration) {
        let nanos = u64::try_from(wait.as_nanos()).unwrap_or(u64::MAX);
        self.counts[bucket(nanos)] += 1;
        self.longest = self.longest.max(nanos);
    }

    /// All of another's.
    pub fn merge(&mut self, other: &Waits) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        self.longest = self.longest.max(other.longest);
    }

    /// How long the part `quantile` of them waited at most, in nanoseconds, rounded down by a sixteenth at most.
    pub fn quantile(&self, quantile: f64) -> u64 {
        let all: u64 = self.counts.iter().sum();
        let rank = (quantile * all as f64).ceil().max(1.0) as u64;
        let mut so_far = 0;
        for (at, &count) in self.counts.iter().enumerate() {
            so_far += count;
            if so_far >= rank {
                return floor(at).min(self.longest);
            }
        }
        self.longest
    }

    /// The longest, in nanoseconds.
    pub fn longest(&self) -> u64 {
        self.longest
    }
}

pub mod fairness {
    //! Who got how much, and who was overtaken how often.

    /// Jain's index: (Σx)² / (n·Σx²). 1 if all got the same, 1/n if one got all, no number if nobody got any.
    pub fn jain(shares: &[u64]) -> f64 {
        let sum: f64 = shares.iter().map(|&x| x as f64).sum();
        let squares: f64 = shares.iter().map(|&x| (x as f64).powi(2)).sum();
        if squares == 0.0 {
            return f64::NAN;
        }
        sum * sum / (shares.len() as f64 * squares)
    }

    /// A passage as one counter saw it, which all threads count up.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Seen {
        /// Before it asked.
        pub asked: u64,
        /// When it surely had its place in the queue. If the lock does not tell, when it asked: too early, so that too many overtakers are counted.
        pub queued: u64,
        /// Inside.
        pub entered: u64,
    }

    /// For each passage, how many others asked after it had its place in the queue, and were inside before it. In the order of entering.
    ///
    /// Each entry is inside the waits of at most all other threads, so this takes passages × threads steps.
    pub fn overtakers(mut passages: Vec<Seen>) -> Vec<u64> {
        passages.sort_by_key(|passage| passage.entered);
        let overtakers = |at: usize| {
            let me = passages[at];
            let during = passages[..at].iter().rev();
            let during = during.take_while(|other| other.entered > me.queued);
            during.filter(|other| other.asked > me.queued).count() as u64
        };
        (0..passages.len()).map(overtakers).collect()
    }
}
