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
