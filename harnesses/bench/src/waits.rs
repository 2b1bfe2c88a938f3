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
