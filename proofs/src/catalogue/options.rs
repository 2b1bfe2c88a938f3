//! What is explored.

use super::Row;
use doorway_core::ticket::Ticket;

/// The most processes there can be.
pub const MOST: usize = 8;

/// The largest ticket that a packed state has room for.
pub const LARGEST: Ticket = 30;

/// Whether to rename tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renaming {
    /// By order and small distance.
    Distance,
    /// Not at all: for bounded passages.
    None,
}

/// What is explored.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many may be inside.
    pub k: usize,
    /// How many processes may crash outside their remainder.
    pub crashes: u32,
    /// How often each process may leave its remainder; unbounded if none.
    pub passages: Option<[u8; MOST]>,
    /// Whether waiting processes may cancel.
    pub cancellations: bool,
    /// Whether to record which process came before which.
    pub order: bool,
    /// The largest value that a load of a register in flux may return.
    pub flicker: Ticket,
    /// How many steps that others can notice each process makes at most; any number if none. A process that has made them stops. A violation of
    /// safety that is found so is one, and sizes that are too large for a whole exploration can be searched.
    pub steps: Option<[u8; MOST]>,
    /// How tickets are renamed.
    pub renaming: Renaming,
}

impl Options {
    /// Everything, for k: passages are unbounded, and no process crashes or cancels.
    pub fn new(k: usize) -> Self {
        Options {
            k,
            crashes: 0,
            passages: None,
            cancellations: false,
            order: false,
            flicker: 0,
            steps: None,
            renaming: Renaming::Distance,
        }
    }

    /// As many passages as given: one number for all, or one each; unbounded if there is none. On safe registers a load in flux returns
    /// up to as many as there are passages in all, which no ticket exceeds.
    ///
    /// # Errors
    ///
    /// If there are more or fewer than processes.
    pub fn with_passages(self, list: &[u8], n: usize) -> Result<Self, String> {
        let passages = each(list, n, "passages")?;
        Ok(Options {
            passages,
            flicker: passages.map_or(0, |each| each.iter().map(|&most| Ticket::from(most)).sum()),
            ..self
        })
    }

    /// As many steps as given: one number for all, or one each; any number if there is none or it is 255.
    ///
    /// # Errors
    ///
    /// If there are more or fewer than processes.
    pub fn with_steps(self, list: &[u8], n: usize) -> Result<Self, String> {
        let steps = each(list, n, "steps")?;
        Ok(Options { steps, ..self })
    }

    /// How many steps p may make, if they are bounded.
    pub fn most_steps(&self, p: usize) -> Option<u8> {
        self.steps
            .map(|most| most[p])
            .filter(|&most| most < u8::MAX)
    }
}

/// One number for each of n processes from a list: one for all, or one each.
fn each(list: &[u8], n: usize, what: &str) -> Result<Option<[u8; MOST]>, String> {
    let mut each = [0; MOST];
    match list {
        [] => return Ok(None),
        _ if n > MOST => {
            return Err(format!(
                "n = {n}: machines are explored for 1 to 4 processes"
            ))
        }
        [all] => each[..n].fill(*all),
        list if list.len() == n => each[..n].copy_from_slice(list),
        list => {
            return Err(format!(
                "{} numbers of {what} for {n} processes",
                list.len()
            ));
        }
    }
    Ok(Some(each))
}

/// One exploration of `cargo doorway check --all`.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// How many processes.
    pub n: usize,
    /// How many may be inside.
    pub k: usize,
    /// How many processes may crash.
    pub crashes: u32,
    /// The passages of each process; unbounded if none.
    pub passages: &'static [u8],
    /// Whether processes may cancel.
    pub cancellations: bool,
    /// About how many seconds it takes, on two cores.
    pub seconds: u32,
    /// Whether it is left to the full set.
    pub full: bool,
}

impl Size {
    /// For n processes and k holders, without crashes or cancellation, with unbounded passages. It takes a second.
    pub const fn new(n: usize, k: usize) -> Self {
        Size {
            n,
            k,
            crashes: 0,
            passages: &[],
            cancellations: false,
            seconds: 1,
            full: false,
        }
    }

    /// So many processes may crash.
    pub const fn crashes(self, crashes: u32) -> Self {
        Size { crashes, ..self }
    }

    /// With so many passages of each process, or of all.
    pub const fn passages(self, passages: &'static [u8]) -> Self {
        Size { passages, ..self }
    }

    /// Processes may cancel.
    pub const fn cancellations(self) -> Self {
        Size {
            cancellations: true,
            ..self
        }
    }

    /// It takes about so many seconds, on two cores.
    pub const fn takes(self, seconds: u32) -> Self {
        Size { seconds, ..self }
    }

    /// It is left to the full set.
    pub const fn full(self) -> Self {
        Size { full: true, ..self }
    }

    /// What follows `cargo doorway check` to explore this alone.
    pub fn arguments(&self, row: &Row) -> String {
        let Size { n, k, .. } = self;
        let mut text = format!("{} --n {n} --k {k}", row.name);
        if self.crashes > 0 {
            text += &format!(" --crashes {}", self.crashes);
        }
        if !self.passages.is_empty() {
            let each: Vec<String> = self.passages.iter().map(|most| format!("{most}")).collect();
            text += &format!(" --passages {}", each.join(","));
        }
        if self.cancellations {
            text += " --cancellations";
        }
        text
    }

    /// A name for it among those of its model: `3-2`, or `3-2-CANCELLATION` if processes may cancel.
    pub fn label(&self) -> String {
        let cancelling = if self.cancellations {
            "-CANCELLATION"
        } else {
            ""
        };
        format!("{}-{}{cancelling}", self.n, self.k)
    }

    /// In words.
    pub fn bound(&self, row: &Row) -> String {
        let mut words = vec![format!("N = {}", self.n)];
        if row.any_k {
            words.push(format!("k = {}", self.k));
        }
        words.push(match self.passages {
            [] => "unbounded passages".to_string(),
            [1] => "1 passage each".to_string(),
            [most] => format!("{most} passages each"),
            each => {
                let each: Vec<String> = each.iter().map(u8::to_string).collect();
                format!("passages {}", each.join(", "))
            }
        });
        match self.crashes {
            0 => {}
            1 => words.push("1 crash".to_string()),
            crashes => words.push(format!("{crashes} crashes")),
        }
        if self.cancellations {
            words.push("with cancellation".to_string());
        }
        words.join(", ")
    }
}

pub(super) mod property {
    //! The properties, each stated once.

    /// A property.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Property {
        /// At most k processes are in their critical section at once.
        KExclusion,
        /// The invariant holds in every reachable state.
        Invariant,
        /// A process in its doorway is through in a bounded number of its own steps.
        BoundedDoorway,
        /// A process in its exit protocol is back in its remainder in a bounded number of its own steps.
        BoundedExit,
        /// No register ever holds more than the lock says it has to have room for.
        RegisterBound,
        /// While a process waits it reads only registers that are local to it.
        LocalSpinning,
        /// If k processes finish the doorway before another starts it, it does not enter before all of them.
        KFcfs,
        /// If p finishes the doorway before q starts it and q enters first, then p, running alone, enters in a bounded number of steps.
        Fife,
        /// With at most the given number of crashes, while a process tries, some process enters, again and again.
        DeadlockFreedom,
        /// With at most the given number of crashes, every process that is trying and has not crashed enters eventually, under weak fairness.
        StarvationFreedom,
    }

    /// All of them.
    pub const PROPERTIES: [(Property, &str, &str); 10] = [
        (Property::KExclusion, "k-exclusion", "at most k processes are inside"),
        (Property::Invariant, "invariant", "the invariant holds in every reachable state"),
        (Property::BoundedDoorway, "bounded-doorway", "the doorway ends after a bounded number of own steps"),
        (Property::BoundedExit, "bounded-exit", "the exit protocol ends after a bounded number of own steps"),
        (Property::RegisterBound, "register-bound", "no register holds more than the lock says: numbers are at most n, as long as no process cancels"),
        (Property::LocalSpinning, "local-spinning", "a waiting process reads only registers that are local to it"),
        (Property::KFcfs, "k-fcfs", "no process enters before all of k others that finished the doorway before it started (k = 1: FCFS)"),
        (Property::Fife, "fife", "an overtaken process that runs alone enters in a bounded number of steps"),
        (Property::DeadlockFreedom, "deadlock-freedom", "while a process tries, some process enters, again and again"),
        (Property::StarvationFreedom, "starvation-freedom", "every process that tries enters, under weak fairness"),
    ];

    impl Property {
        /// Its name on the command line.
        pub fn name(self) -> &'static str {
            let row = PROPERTIES.iter().find(|(property, _, _)| *property == self);
            row.map_or("", |(_, name, _)| name)
        }

        /// Whether it needs a record of which process came before which.
        pub fn needs_order(self) -> bool {
            matches!(self, Property::KFcfs | Property::Fife)
        }

        /// Whether it is about infinite executions.
        pub fn is_liveness(self) -> bool {
            matches!(
                self,
                Property::DeadlockFreedom | Property::StarvationFreedom
            )
        }
    }
}
