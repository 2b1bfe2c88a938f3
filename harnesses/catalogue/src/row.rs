//! The models by name: the locks, and the mutants with the property that each is there to violate.

use crate::{Options, Property, Renaming, LARGEST, ROWS};
use std::ops::RangeInclusive;

/// A machine that can be checked.
#[derive(Clone, Debug)]
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
    /// Whether something is believed of every state: else there is nothing to ask.
    pub has_invariant: bool,
    /// For how many processes there is a machine, if it is no mutant of another.
    pub sizes: RangeInclusive<usize>,
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

/// The machine of that name.
pub fn find(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

impl Row {
    /// For how many processes there is a machine.
    pub fn sizes(&self) -> RangeInclusive<usize> {
        match &self.kill {
            Some(kill) => 2..=kill.n.max(*self.sizes.end().min(&3)),
            None => self.sizes.clone(),
        }
    }

    /// How many processes to explore if nothing is said, and with which k.
    pub fn usual(&self) -> (usize, usize) {
        match &self.kill {
            Some(kill) => (kill.n, kill.k),
            None => ((*self.sizes.end()).min(3), 1),
        }
    }

    /// How many passages if nothing is said; for ever if none.
    pub fn usual_passages(&self, n: usize) -> &'static [u8] {
        match &self.kill {
            _ if self.safe || self.tickets == Tickets::Restart => &[2],
            Some(kill) if self.tickets == Tickets::Bounded && n == kill.n => kill.passages,
            _ => &[],
        }
    }

    /// What to check if nothing is said. Numbers that stay within bounds do so as long as nobody gives up.
    pub fn properties(&self, withdrawals: bool) -> Vec<Property> {
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
        all.retain(|&property| property != RegisterBound || !withdrawals);
        all
    }

    /// Those of them that can be violated in a finite time.
    pub fn safety(&self, withdrawals: bool) -> Vec<Property> {
        let mut all = self.properties(withdrawals);
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
                    "with bounded steps everybody stops in the end: {} cannot be asked",
                    property.name()
                ));
            }
        }
        if n == 1 && self.kill.is_some() {
            return Err("n = 1: there is nobody whom a mutant could get in the way of".into());
        }
        let sizes = self.sizes();
        if !sizes.contains(&n) {
            let (least, most) = (sizes.start(), sizes.end());
            return Err(match least == most {
                true => format!("n = {n}: {} is explored for {least} processes", self.name),
                false => format!(
                    "n = {n}: {} is explored for {least} to {most} processes",
                    self.name
                ),
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
