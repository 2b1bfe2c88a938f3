//! The models by name: the locks, variants of them, and the mutants with the property that kills each.

use super::{Options, Property, Renaming, Size, LARGEST};

/// A model that can be explored.
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
    /// Whether it is an active set and no lock: then all that is asked is that it is one, in a bounded number of steps.
    pub is_set: bool,
    /// Whether it uses an active set.
    pub on_a_set: bool,
    /// Whether that set is an ideal one: it keeps its two conditions by definition.
    pub on_an_ideal_set: bool,
    /// Whether it has an invariant: else there is nothing to ask.
    pub has_invariant: bool,
    /// For how many processes there is a model.
    pub sizes: &'static [usize],
    /// What `cargo doorway check --all` explores.
    pub explored: &'static [Size],
    /// What `cargo test` explores.
    pub daily: &'static [Size],
    /// Properties that it is known not to have: with two processes each is violated. `RegisterBound`: if processes cancel.
    pub lacks: &'static [Property],
}

/// The models of a lock: the type for N processes, the sizes there are of it with the words that a packed state takes, and the row.
///
/// Declares `MODELS`, and `visit`, which finds the type of a model by its name.
macro_rules! models {
    ($($row:expr, |$n:ident| $model:ty, [$($size:literal: $words:literal),*];)*) => {
        /// The models of this folder.
        pub const MODELS: &[$crate::catalogue::Row] = &[$($row.sizes(&[$($size),*])),*];

        /// Visits the model of that name with n processes; none if there is none.
        pub fn visit<V: $crate::catalogue::Visit>(name: &str, n: usize, visit: V) -> Option<V::Output> {
            $(if name == const { $row.name } {
                type Model<const $n: usize> = $model;
                return match n {
                    $($size => Some(visit.model::<Model<$size>, $words>()),)*
                    _ => None,
                };
            })*
            None
        }
    };
}
pub(crate) use models;

/// What tickets do when passages are unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tickets {
    /// Grow and never go back: they can be renamed.
    Grow,
    /// Restart when no process competes: passages have to be bounded.
    Restart,
    /// Stay within bounds, as long as no process cancels.
    Bounded,
    /// There are none: all registers are bounded.
    None,
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
    /// The passages of each process; unbounded if none.
    pub passages: &'static [u8],
    /// Whether processes may cancel.
    pub cancellations: bool,
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
            cancellations: self.cancellations,
            ..Options::new(self.k)
        };
        options
            .with_passages(self.passages, self.n)?
            .with_steps(self.steps, self.n)
    }
}

/// Making a row, in `const`.
impl Row {
    /// The model of a lock for any k, with tickets that grow.
    pub(crate) const fn new(name: &'static str, about: &'static str) -> Self {
        Row {
            name,
            about,
            safe: false,
            tickets: Tickets::Grow,
            any_k: true,
            claims: &[],
            kill: None,
            slow: false,
            is_set: false,
            on_a_set: false,
            on_an_ideal_set: false,
            has_invariant: true,
            sizes: &[],
            explored: &[],
            daily: &[],
            lacks: &[],
        }
    }

    /// For k = 1 only, with tickets that do this.
    pub(crate) const fn one_holder(self, tickets: Tickets) -> Self {
        Row {
            any_k: false,
            tickets,
            ..self
        }
    }

    /// With tickets that do this.
    pub(crate) const fn tickets(self, tickets: Tickets) -> Self {
        Row { tickets, ..self }
    }

    pub(crate) const fn claims(self, claims: &'static [Property]) -> Self {
        Row { claims, ..self }
    }

    pub(crate) const fn on_safe_registers(self) -> Self {
        Row { safe: true, ..self }
    }

    pub(crate) const fn on_a_set(self) -> Self {
        Row {
            on_a_set: true,
            ..self
        }
    }

    pub(crate) const fn on_an_ideal_set(self) -> Self {
        Row {
            on_an_ideal_set: true,
            ..self.on_a_set()
        }
    }

    pub(crate) const fn set(self) -> Self {
        Row {
            is_set: true,
            ..self
        }
    }

    pub(crate) const fn no_invariant(self) -> Self {
        Row {
            has_invariant: false,
            ..self
        }
    }

    pub(crate) const fn slow(self) -> Self {
        Row { slow: true, ..self }
    }

    pub(crate) const fn sizes(self, sizes: &'static [usize]) -> Self {
        Row { sizes, ..self }
    }

    pub(crate) const fn explored(self, explored: &'static [Size]) -> Self {
        Row { explored, ..self }
    }

    pub(crate) const fn daily(self, daily: &'static [Size]) -> Self {
        Row { daily, ..self }
    }

    pub(crate) const fn lacks(self, lacks: &'static [Property]) -> Self {
        Row { lacks, ..self }
    }

    /// A mutant: dies of `property`, with n processes and these passages of each; unbounded if there are none.
    pub(crate) const fn dies_of(
        self,
        property: Property,
        n: usize,
        k: usize,
        passages: &'static [u8],
    ) -> Self {
        let kill = Some(Kill {
            property,
            n,
            k,
            passages,
            cancellations: false,
            steps: &[],
        });
        Row { kill, ..self }
    }

    /// A mutant that dies in at most so many steps of each process; 255 is any number.
    pub(crate) const fn within(self, steps: &'static [u8]) -> Self {
        let kill = match self.kill {
            Some(kill) => Some(Kill { steps, ..kill }),
            None => None,
        };
        Row { kill, ..self }
    }
}

impl Row {
    /// How many processes to explore if nothing is said, and with which k.
    pub fn usual(&self) -> (usize, usize) {
        match &self.kill {
            Some(kill) => (kill.n, kill.k),
            None => (self.sizes.iter().copied().max().unwrap_or(1).min(3), 1),
        }
    }

    /// How many passages by default; unbounded if none.
    pub fn usual_passages(&self, n: usize) -> &'static [u8] {
        match &self.kill {
            _ if self.safe || self.tickets == Tickets::Restart => &[2],
            Some(kill) if self.tickets == Tickets::Bounded && n == kill.n => kill.passages,
            _ => &[],
        }
    }

    /// What to check by default. Bounded numbers stay within their bound only while no process cancels.
    pub fn properties(&self, cancellations: bool) -> Vec<Property> {
        use Property::{
            BoundedDoorway, BoundedExit, DeadlockFreedom, Invariant, KExclusion, RegisterBound,
            StarvationFreedom,
        };
        if self.is_set {
            return vec![Invariant, BoundedDoorway, BoundedExit];
        }
        let mut all = vec![KExclusion, BoundedDoorway, BoundedExit];
        if self.has_invariant {
            all.insert(1, Invariant);
        }
        all.extend(self.claims);
        all.extend([DeadlockFreedom, StarvationFreedom]);
        let always = self.tickets != Tickets::Bounded;
        all.retain(|&property| property != RegisterBound || always || !cancellations);
        all
    }

    /// Those of them that can be violated in a finite time.
    pub fn safety(&self, cancellations: bool) -> Vec<Property> {
        let mut all = self.properties(cancellations);
        all.retain(|property| !property.is_liveness());
        all
    }

    /// Tickets are renamed where they can be. A mutant's are only where they must be: what renaming relies on may be what it lacks.
    pub fn renaming(&self, options: &Options) -> Renaming {
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
                    "with bounded steps every process stops: {} cannot be checked",
                    property.name()
                ));
            }
        }
        if n == 1 && self.kill.is_some() {
            return Err("n = 1: a mutant needs a second process".into());
        }
        if !self.sizes.contains(&n) {
            return Err(match self.sizes {
                [least, .., most] => format!(
                    "n = {n}: {} is explored for {least} to {most} processes",
                    self.name
                ),
                sizes => format!("n = {n}: {} is explored for {sizes:?} processes", self.name),
            });
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
        let grows = |kill: &Kill| self.tickets == Tickets::Bounded && !kill.passages.is_empty();
        if passages.is_none() && self.kill.as_ref().is_some_and(grows) {
            return Err(format!(
                "{} needs bounded passages: its numbers grow",
                self.name
            ));
        }
        if passages.is_none() && options.cancellations && self.tickets == Tickets::Bounded {
            return Err(format!(
                "{} needs bounded passages if processes may cancel, because its numbers grow then",
                self.name
            ));
        }
        // Without renaming, a ticket is at most the number of passages; with a color, it is packed into one bit more.
        let tickets: u64 =
            passages.map_or(0, |each| each.iter().map(|&most| u64::from(most)).sum());
        let largest = match self.tickets {
            Tickets::Bounded => 2 * tickets + 1,
            Tickets::None => 0,
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
