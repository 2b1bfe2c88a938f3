//! The locks, and how many remote references a passage of each makes at most.
//!
//! The papers say Θ(N). The constants here are counted line by line, for every schedule without withdrawals and every k. In the DSM model that is
//! simple: an access is remote or it is not. In the cache models the loop is what there is to think about, since a
//! process in it makes a reference only when something it has looked at was written since. With p's ticket T known to all, another process i can take a
//! ticket that is not larger at most once more, and with a guess not even that: so in Figure 2 `Want[i][p]` is seen at most with the guess of 14, the ticket of 16, and
//! as larger, when i is struck off; in Figure 3 with the values of two passages. `Capture[i][p]` is seen
//! with what it was, one that is not larger than T, and one that is and lets p in. In the Bakery i cannot pass p once it has a larger ticket.

use crate::meter::Model;

/// A lock.
#[derive(Clone, Copy, Debug)]
pub struct Lock {
    /// Its name.
    pub name: &'static str,
    /// What the paper says.
    pub paper: &'static str,
    /// Whether it takes any k.
    pub any_k: bool,
    /// Whether it waits on its own variables only, as it says.
    pub local: bool,
    /// In the cache models at most `a`·N - `b`.
    pub cached: (u64, u64),
    /// In the DSM model at most so many times N - 1; if at all.
    pub distributed: Option<u64>,
}

/// All of them.
pub const LOCKS: [Lock; 4] = [
    Lock {
        name: "bakery",
        paper: "Figure 1: not local-spin",
        any_k: false,
        local: false,
        // 3, 4 and its store, 5: N + 3; in 7 and 8 three and two for each other; 10.
        cached: (6, 1),
        distributed: None,
    },
    Lock {
        name: "kfcfs",
        paper: "Figure 2, unshaded: Θ(N) in CC and DSM",
        any_k: true,
        local: true,
        // The guess and its store, 14, 15 and its store, 16: 4(N-1) + 3; in 21 three for each other; 25.
        cached: (8, 4),
        // The guess, 14, 15, 16, 25.
        distributed: Some(5),
    },
    Lock {
        name: "fife",
        paper: "Figure 2: Θ(N) in CC and DSM",
        any_k: true,
        local: true,
        // The same, in 22 three for each other and one, 23.
        cached: (12, 6),
        // 23 as well.
        distributed: Some(6),
    },
    Lock {
        name: "safe-fife",
        paper: "Figure 3: Θ(N) in CC and DSM",
        any_k: true,
        local: true,
        // 30, 31, 33, 44, 45, 48 touch two copies or places; in 38 seven and in 41 four for each other.
        cached: (24, 13),
        // 30, 31, 33, 45, 48 twice; 44 three times.
        distributed: Some(13),
    },
];

impl Lock {
    /// At most so many, whatever the schedule. None if there is no end.
    pub fn bound(&self, model: Model, n: usize) -> Option<u64> {
        let n = n as u64;
        match model {
            Model::Dsm => self.distributed.map(|each| each * (n - 1)),
            _ => Some(self.cached.0 * n - self.cached.1),
        }
    }

    /// The same as a formula.
    pub fn formula(&self, model: Model) -> String {
        match (model, self.distributed) {
            (Model::Dsm, None) => "none".into(),
            (Model::Dsm, Some(each)) => format!("{each}N - {each}"),
            _ => format!("{}N - {}", self.cached.0, self.cached.1),
        }
    }
}

/// The lock of that name.
pub fn find(name: &str) -> Option<&'static Lock> {
    LOCKS.iter().find(|lock| lock.name == name)
}
