//! The locks, and how many remote references a passage of each makes at most.
//!
//! The papers say Θ(N). The constants here are counted line by line, for every schedule without withdrawals and every k. In the DSM model that is
//! simple: an access is remote or it is not. In the cache models the loop is what there is to think about, since a
//! process in it makes a reference only when something it has looked at was written since. With p's ticket T known to all, another process i can take a
//! ticket that is not larger at most once more, and with a guess not even that: so in Figure 2 `Want[i][p]` is seen at most with the guess of 14, the ticket of 16, and
//! as larger, when i is struck off; in Figure 3 with the values of two passages. `Capture[i][p]` is seen
//! with what it was, one that is not larger than T, and one that is and lets p in. In the Bakery i cannot pass p once it has a larger ticket.
//!
//! In Taubenfeld's algorithms i enters at most once more after p has its ticket. So p sees `choosing[i]` at most as up, as up again, and as down; the ticket of i as the older one and as
//! what came after it; and `color` written by each of the others once, after a first look. Algorithms 3 and 4 do this with those K that ever come, and not with all N; a `getset` of the grid is (K + 1)(K + 2)/2
//! loads of X, at most K(K + 1)/2 of who stopped, and K - 1 of flags: K² + 3K. The walk of a first `join` has at most 4 accesses at each of K splitters.

use crate::meter::Model;
use std::fmt;

/// At most aK² + bK + c remote references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound(pub i64, pub i64, pub i64);

impl Bound {
    /// For so many.
    pub fn of(self, k: usize) -> u64 {
        let k = k as i64;
        let Bound(a, b, c) = self;
        (a * k * k + b * k + c).max(0).unsigned_abs()
    }

    /// The same with this letter for how many.
    pub fn with(self, letter: char) -> impl fmt::Display {
        let Bound(a, b, c) = self;
        let square = if a == 0 {
            String::new()
        } else {
            format!("{a}{letter}² + ")
        };
        let rest = match c {
            0 => String::new(),
            c if c < 0 => format!(" - {}", -c),
            c => format!(" + {c}"),
        };
        format!("{square}{b}{letter}{rest}")
    }
}

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
    /// Whether the bounds are in how many ever come, and not in how many there can be.
    pub adapts: bool,
    /// In the cache models.
    pub cached: Bound,
    /// In the DSM model; if at all.
    pub distributed: Option<Bound>,
}

/// All of them.
pub const LOCKS: [Lock; 7] = [
    Lock {
        name: "bakery",
        paper: "Figure 1: not local-spin",
        any_k: false,
        local: false,
        adapts: false,
        // 3, 4 and its store, 5: N + 3; in 7 and 8 three and two for each other; 10.
        cached: Bound(0, 6, -1),
        distributed: None,
    },
    Lock {
        name: "black-white",
        paper: "Algorithm 2: not local-spin",
        any_k: false,
        local: false,
        adapts: false,
        // 1, whether all are away, 2, 3 and its store, 4: 3N + 1; in 6 and 7 three and two for each other, in 9 N; 12, 13 and `choosing`: 9N - 1.
        cached: Bound(0, 9, 0),
        distributed: None,
    },
    Lock {
        name: "adaptive",
        paper: "Algorithm 3: adaptive in CC, not local-spin",
        any_k: false,
        local: false,
        adapts: true,
        // 1: 4K + 4; 2; 3 and 7: 2(K² + 3K); 4, 5 and its store, 6: K + 2; in 9 and 10 three and two for each other, in 12 K; 15, 16, 17.
        cached: Bound(2, 17, 5),
        distributed: None,
    },
    Lock {
        name: "local-spin",
        paper: "Algorithm 4: adaptive in CC and DSM",
        any_k: false,
        local: true,
        adapts: true,
        // 1: 4K + 4; 2; 3, 7 and 24: 3(K² + 3K); 4, 5 and its store, 6: K + 2; 8, 10, 11 and its loop, 12, 13, 17, 18, 25: nine for each other; 21, 22, 23.
        cached: Bound(3, 23, 1),
        // 1: 4K + 1; 3, 7 and 24; 4; 5, 8, 11, 13, 17, 25: six for each other; 21.
        distributed: Some(Bound(3, 19, -3)),
    },
    Lock {
        name: "kfcfs",
        paper: "Figure 2, unshaded: Θ(N) in CC and DSM",
        any_k: true,
        local: true,
        adapts: false,
        // The guess and its store, 14, 15 and its store, 16: 4(N-1) + 3; in 21 three for each other; 25.
        cached: Bound(0, 8, -4),
        // The guess, 14, 15, 16, 25.
        distributed: Some(Bound(0, 5, -5)),
    },
    Lock {
        name: "fife",
        paper: "Figure 2: Θ(N) in CC and DSM",
        any_k: true,
        local: true,
        adapts: false,
        // The same, in 22 three for each other and one, 23.
        cached: Bound(0, 12, -6),
        // 23 as well.
        distributed: Some(Bound(0, 6, -6)),
    },
    Lock {
        name: "safe-fife",
        paper: "Figure 3: Θ(N) in CC and DSM",
        any_k: true,
        local: true,
        adapts: false,
        // 30, 31, 33, 44, 45, 48 touch two copies or places; in 38 seven and in 41 four for each other.
        cached: Bound(0, 24, -13),
        // 30, 31, 33, 45, 48 twice; 44 three times.
        distributed: Some(Bound(0, 13, -13)),
    },
];

/// The mutants of the two that adapt: on an active set that does not.
pub const ON_FLAGS: [Lock; 2] = {
    let [_, _, adaptive, local_spin, ..] = LOCKS;
    [
        Lock {
            name: "adaptive on flags",
            ..adaptive
        },
        Lock {
            name: "local-spin on flags",
            ..local_spin
        },
    ]
};

impl Lock {
    fn any(&self, model: Model) -> Option<Bound> {
        match model {
            Model::Dsm => self.distributed,
            _ => Some(self.cached),
        }
    }

    /// At most so many, whatever the schedule, of `contenders` among n. None if there is no end.
    pub fn bound(&self, model: Model, n: usize, contenders: usize) -> Option<u64> {
        let size = if self.adapts { contenders } else { n };
        self.any(model).map(|bound| bound.of(size))
    }

    /// The same as a formula.
    pub fn formula(&self, model: Model) -> String {
        let letter = if self.adapts { 'K' } else { 'N' };
        let bound = self.any(model);
        bound.map_or("none".into(), |bound| bound.with(letter).to_string())
    }
}

/// The lock of that name.
pub fn find(name: &str) -> Option<&'static Lock> {
    LOCKS.iter().find(|lock| lock.name == name)
}
