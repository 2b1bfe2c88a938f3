//! The properties, each stated once.

/// A property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// At most k processes are in their critical section at once.
    KExclusion,
    /// What is believed of every reachable state is true of it.
    Invariant,
    /// A process in its doorway is through in a bounded number of its own steps.
    BoundedDoorway,
    /// A process in its exit protocol is back in its remainder in a bounded number of its own steps.
    BoundedExit,
    /// No register ever holds more than the lock says it has to have room for.
    RegisterBound,
    /// While a process waits it reads only registers that are local to it.
    LocalSpinning,
    /// If k processes finish the doorway before another starts it, that one does not enter before all of them.
    KFcfs,
    /// If p finishes the doorway before q starts it and q enters first, then p, running alone, enters in a bounded number of steps.
    Fife,
    /// With at most the given number of crashes, while a process tries, some process enters, again and again.
    DeadlockFreedom,
    /// With at most the given number of crashes, every process that is trying and has not crashed gets in, under weak fairness.
    StarvationFreedom,
}

/// All of them.
pub const PROPERTIES: [(Property, &str, &str); 10] = [
    (Property::KExclusion, "k-exclusion", "at most k are inside at once"),
    (Property::Invariant, "invariant", "what is believed of every reachable state"),
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

    /// Whether it takes a record of who came before whom.
    pub fn needs_order(self) -> bool {
        matches!(self, Property::KFcfs | Property::Fife)
    }

    /// Whether it is about what happens for ever.
    pub fn is_liveness(self) -> bool {
        matches!(
            self,
            Property::DeadlockFreedom | Property::StarvationFreedom
        )
    }
}
