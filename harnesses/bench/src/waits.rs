//! A histogram of waits, with buckets a sixteenth of their size wide.

use std::time::Duration;

const FINE: u32 = 4;
const BUCKETS: usize = (64 - FINE as usize + 1) << FINE;

/// The waits of passages.
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

/// The smallest value of a bucket.
fn floor(bucket: usize) -> u64 {
    let size = 1 << FINE;
    if bucket < 2 * size {
        return bucket as u64;
    }
    let shift = bucket / size - 1;
    ((bucket % size + size) as u64) << shift
}

impl Waits {
    /// Adds a wait.
    pub fn add(&mut self, wait: Duration) {
        let nanos = u64::try_from(wait.as_nanos()).unwrap_or(u64::MAX);
        self.counts[bucket(nanos)] += 1;
        self.longest = self.longest.max(nanos);
    }

    /// Adds all waits of another histogram.
    pub fn merge(&mut self, other: &Waits) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        self.longest = self.longest.max(other.longest);
    }

    /// The quantile of the waits, in nanoseconds, rounded down by at most a sixteenth.
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

    /// The longest wait, in nanoseconds.
    pub fn longest(&self) -> u64 {
        self.longest
    }
}

pub mod fairness {
    //! Measures of fairness: the threads' shares, and overtaking.

    /// Jain's index, (Σx)² / (n·Σx²): 1 if all shares are equal, 1/n if one thread got all.
    ///
    /// Not a number if all shares are 0.
    pub fn jain(shares: &[u64]) -> f64 {
        let sum: f64 = shares.iter().map(|&x| x as f64).sum();
        let squares: f64 = shares.iter().map(|&x| (x as f64).powi(2)).sum();
        if squares == 0.0 {
            return f64::NAN;
        }
        sum * sum / (shares.len() as f64 * squares)
    }

    /// A passage, as values of a counter that all threads increment.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Seen {
        /// Before its attempt.
        pub asked: u64,
        /// When it certainly had its place in the queue.
        ///
        /// If the lock does not report this, before its attempt: too early, so that too many
        /// overtakers are counted.
        pub queued: u64,
        /// Inside.
        pub entered: u64,
    }

    /// The number of overtakers of each passage, in the order of entry.
    ///
    /// An overtaker begins its attempt after the passage has its place in the queue, and enters
    /// before it. Each entry falls into the waits of at most all other threads, so this takes
    /// passages × threads steps.
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
