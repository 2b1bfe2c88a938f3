//! The machines by name: the locks, and the mutants with the property that each is there to violate.

use crate::pack::{Renaming, LARGEST};
use crate::system::Options;
use crate::verdict::Property;

/// A machine that can be checked.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Whether its registers are safe only.
    pub safe: bool,
    /// What its tickets do.
    pub tickets: Tickets,
    /// Whether it takes any k, or only 1.
    pub any_k: bool,
    /// What the lock claims, besides what all do.
    pub claims: &'static [Property],
    /// For a mutant: the property it violates, and where.
    pub kill: Option<Kill>,
    /// Whether it takes minutes to kill.
    pub slow: bool,
}

/// What tickets do when processes loop for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tickets {
    /// Grow and never go back: they can be renamed.
    Grow,
    /// Start again when nobody is there: passages have to be bounded.
    Restart,
    /// Stay within bounds, as long as nobody gives up.
    Bounded,
}

/// Where a mutant dies.
#[derive(Clone, Copy, Debug)]
pub struct Kill {
    /// Of what.
    pub property: Property,
    /// How many processes it takes.
    pub n: usize,
    /// With which k.
    pub k: usize,
    /// The passages of each; for ever if none.
    pub passages: &'static [u8],
    /// Whether processes may give up.
    pub withdrawals: bool,
    /// The steps of each at most; any number if none.
    pub steps: &'static [u8],
}

impl Kill {
    /// What to explore to see it.
    ///
    /// # Errors
    ///
    /// If passages or steps are not as many as processes.
    pub fn options(&self) -> Result<Options, String> {
        let options = Options {
            withdrawals: self.withdrawals,
            ..Options::new(self.k)
        };
        options
            .with_passages(self.passages, self.n)?
            .with_steps(self.steps, self.n)
    }
}

const fn kill(property: Property, n: usize, k: usize, passages: &'static [u8]) -> Option<Kill> {
    Some(Kill {
        property,
        n,
        k,
        passages,
        withdrawals: false,
        steps: &[],
    })
}

use Property::{
    DeadlockFreedom, Fife as IsFife, KExclusion, KFcfs as IsKFcfs, LocalSpinning, RegisterBound,
    StarvationFreedom,
};

const fn lock(name: &'static str, about: &'static str, claims: &'static [Property]) -> Row {
    Row {
        name,
        about,
        safe: false,
        tickets: Tickets::Grow,
        any_k: true,
        claims,
        kill: None,
        slow: false,
    }
}

/// All of them.
pub const ROWS: &[Row] = &[
    Row {
        tickets: Tickets::Restart,
        any_k: false,
        ..lock("bakery", "Lamport's Bakery, Figure 1", &[IsKFcfs])
    },
    lock(
        "kfcfs",
        "Figure 2 without its shaded part",
        &[LocalSpinning, IsKFcfs],
    ),
    lock("fife", "Figure 2", &[LocalSpinning, IsKFcfs, IsFife]),
    Row {
        safe: true,
        ..lock(
            "safe-fife",
            "Figure 3, repaired, on safe registers",
            &[LocalSpinning, IsKFcfs, IsFife],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        ..lock(
            "black-white",
            "Taubenfeld's Black-White Bakery, Algorithm 2",
            &[IsKFcfs, RegisterBound],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        ..lock(
            "black-white-as-printed",
            "Algorithm 2 as printed, each term of lines 7 to 9 a load of its own",
            &[IsKFcfs, RegisterBound],
        )
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[]),
        ..lock("fife-no-14", "line 14 removed", &[])
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[]),
        ..lock(
            "fife-no-tie-break",
            "< turned to <=, the tie-break dropped",
            &[],
        )
    },
    Row {
        kill: kill(StarvationFreedom, 2, 1, &[1, 1]),
        ..lock("fife-16-before-15", "line 16 before line 15", &[])
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[2, 1]),
        ..lock(
            "fife-max-without-one",
            "the maximum computed without one process",
            &[],
        )
    },
    Row {
        kill: kill(StarvationFreedom, 2, 1, &[1, 1]),
        ..lock(
            "fife-no-exit",
            "the exit protocol skipped by one process",
            &[],
        )
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[2, 2]),
        ..lock("fife-capture-larger", "larger tickets captured", &[])
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock("fife-if-for-while", "while turned to if", &[])
    },
    Row {
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock(
            "fife-unclaimed",
            "slots that were never claimed are told nothing",
            &[],
        )
    },
    Row {
        kill: kill(IsFife, 4, 2, &[1, 1, 1, 1]),
        ..lock(
            "kfcfs-as-fife",
            "unshaded Figure 2 asked for FIFE",
            &[IsFife],
        )
    },
    Row {
        safe: true,
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock("fife-on-safe", "Figure 2 on safe registers", &[])
    },
    Row {
        safe: true,
        kill: kill(KExclusion, 3, 1, &[1, 2, 2]),
        slow: true,
        ..lock(
            "figure-3-as-printed",
            "Figure 3 as printed, on safe registers",
            &[],
        )
    },
    Row {
        safe: true,
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock(
            "safe-fife-in-writing-order",
            "reads in the order of the writes",
            &[],
        )
    },
    Row {
        safe: true,
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock("safe-fife-one-copy", "one copy read instead of two", &[])
    },
    Row {
        safe: true,
        kill: Some(Kill {
            property: IsFife,
            n: 4,
            k: 2,
            passages: &[1, 2, 1, 1],
            withdrawals: false,
            // p3 and p4 come as far as beginning to tell p1 that they want to enter.
            steps: &[u8::MAX, u8::MAX, 2, 2],
        }),
        ..lock(
            "safe-fife-no-44",
            "captures written again without line 44's test",
            &[IsFife],
        )
    },
    Row {
        tickets: Tickets::Restart,
        any_k: false,
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock(
            "simplified-bakery",
            "Shankar's simplified bakery, flaw 2: an unstable number is passed",
            &[],
        )
    },
    Row {
        tickets: Tickets::Restart,
        any_k: false,
        kill: kill(KExclusion, 2, 1, &[1, 1]),
        ..lock(
            "simplified-bakery-ties-pass",
            "Shankar's simplified bakery, flaw 1: equal numbers pass each other",
            &[],
        )
    },
    Row {
        tickets: Tickets::Restart,
        any_k: false,
        kill: kill(DeadlockFreedom, 2, 1, &[1, 1]),
        ..lock(
            "simplified-bakery-ties-wait",
            "Shankar's simplified bakery, flaw 1: equal numbers wait for each other",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(KExclusion, 3, 1, &[]),
        ..lock(
            "black-white-13-before-12",
            "Taubenfeld's lines 12 and 13 swapped",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(RegisterBound, 3, 1, &[2, 2, 2]),
        ..lock(
            "black-white-colour-after-number",
            "the colour read after the numbers",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(RegisterBound, 2, 1, &[]),
        ..lock(
            "black-white-split-ticket",
            "colour and number of another's ticket read in two accesses",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(DeadlockFreedom, 2, 1, &[]),
        ..lock(
            "black-white-no-third-clause-8",
            "the third clause of line 8 dropped",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(DeadlockFreedom, 2, 1, &[]),
        ..lock(
            "black-white-no-third-clause-9",
            "the third clause of line 9 dropped",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(RegisterBound, 2, 1, &[]),
        ..lock(
            "black-white-colour-unwritten",
            "the bit written by nobody",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(RegisterBound, 2, 1, &[]),
        ..lock(
            "black-white-all-colours",
            "numbers taken over both colours",
            &[],
        )
    },
    Row {
        tickets: Tickets::Bounded,
        any_k: false,
        kill: kill(KExclusion, 2, 1, &[]),
        ..lock(
            "black-white-not-choosing",
            "nobody says that it is choosing",
            &[],
        )
    },
];

/// The machine of that name.
pub fn find(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

impl Row {
    /// What to check if nothing is said.
    pub fn properties(&self) -> Vec<Property> {
        use Property::{BoundedDoorway, BoundedExit, Invariant};
        let mut all = vec![KExclusion, Invariant, BoundedDoorway, BoundedExit];
        all.extend(self.claims);
        all.extend([DeadlockFreedom, StarvationFreedom]);
        all
    }

    /// Those of them that can be violated in a finite time.
    pub fn safety(&self) -> Vec<Property> {
        let mut all = self.properties();
        all.retain(|property| !property.is_liveness());
        all
    }

    /// Tickets are renamed where they can be. A mutant's are only where they must be: what renaming relies on may be what it lacks.
    pub(crate) fn renaming(&self, options: &Options) -> Renaming {
        let can = self.tickets == Tickets::Grow && !self.safe;
        let must = options.passages.is_none();
        if can && (must || self.kill.is_none()) {
            Renaming::Distance
        } else {
            Renaming::None
        }
    }

    /// Whether that can be explored, and asked.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn admits(&self, n: usize, options: &Options, wanted: &[Property]) -> Result<(), String> {
        let Options {
            k,
            crashes,
            passages,
            steps,
            ..
        } = *options;
        if let Some(property) = wanted.iter().find(|property| property.is_liveness()) {
            if steps.is_some() {
                return Err(format!(
                    "with bounded steps everybody stops in the end: {} cannot be asked",
                    property.name()
                ));
            }
        }
        if !(1..=4).contains(&n) {
            return Err(format!(
                "n = {n}: machines are explored for 1 to 4 processes"
            ));
        }
        if n == 1 && self.kill.is_some() {
            return Err("n = 1: there is nobody whom a mutant could get in the way of".into());
        }
        if k == 0 || k > n {
            return Err(format!("k = {k} with n = {n}: 1 ≤ k ≤ n"));
        }
        if k != 1 && !self.any_k {
            return Err(format!("{} is for k = 1", self.name));
        }
        if crashes as usize >= k.max(1) && crashes > 0 {
            return Err(format!(
                "{crashes} crashes with k = {k}: at most k-1 = {} are survived",
                k - 1
            ));
        }
        if passages.is_none() && (self.safe || self.tickets == Tickets::Restart) {
            return Err(format!(
                "{} needs bounded passages: its tickets cannot be renamed",
                self.name
            ));
        }
        if passages.is_none() && options.withdrawals && self.tickets == Tickets::Bounded {
            return Err(format!(
                "{} needs bounded passages where processes give up: then its numbers grow",
                self.name
            ));
        }
        // Without renaming, a ticket is at most the number of passages; with a colour, it is packed into one bit more.
        let tickets: u64 =
            passages.map_or(0, |each| each.iter().map(|&most| u64::from(most)).sum());
        let largest = match self.tickets {
            Tickets::Bounded => 2 * tickets + 1,
            _ => tickets,
        };
        if largest > LARGEST {
            return Err(format!(
                "{tickets} passages in all: there is room for {LARGEST}"
            ));
        }
        Ok(())
    }
}
