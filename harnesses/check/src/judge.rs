//! The properties of single states and of single entries. Each is stated once.

use crate::system::System;
use doorway_core::ticket::Ticket;
use doorway_proofs::catalogue::model::Model;
use doorway_proofs::catalogue::{Options, Property};
use doorway_proofs::machine::{Array, Kind, Region};

/// More own steps than any bounded phase takes.
const ENDLESS: usize = 1000;

/// The end of a run of one process.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// When it enters the region.
    In(Region),
    /// When it has left the region.
    Out(Region),
}

impl Until {
    fn is_reached(self, region: Region) -> bool {
        match self {
            Until::In(end) => region == end,
            Until::Out(start) => region != start,
        }
    }
}

/// The number of steps that p, running alone, makes until `until`, if it reaches that.
///
/// A load in flux returns the least helpful value.
pub fn alone<M: Model>(machine: &M, p: usize, until: Until) -> Option<usize> {
    let mut machine = machine.clone();
    (0..ENDLESS).find(|_| {
        if until.is_reached(machine.region(p)) {
            return true;
        }
        let access = machine.next(p);
        let loaded = access.map_or(0, |access| {
            if machine.in_flux(&access) {
                Ticket::from(access.array == Array::Member) // one more process to check
            } else {
                machine.read(&access)
            }
        });
        machine.step(p, loaded);
        false
    })
}

/// The number of steps that p, running alone, needs to enter, if it enters.
pub fn alone_inside<M: Model>(machine: &M, p: usize) -> Option<usize> {
    alone(machine, p, Until::In(Region::Critical))
}

/// Evaluates `property` in one state, as far as it is about states.
///
/// Returns the longest run alone that it took, or 0.
///
/// # Errors
///
/// The violation in words.
pub fn in_state<M: Model>(
    property: Property,
    system: &System<M>,
    options: &Options,
) -> Result<usize, String> {
    let machine = &system.machine;
    match property {
        Property::KExclusion => few_inside(machine, options.k).map(|()| 0),
        Property::Invariant if !machine.invariant() => Err("the invariant does not hold".into()),
        Property::RegisterBound if !machine.is_within_bounds() => {
            Err("a register holds more than its bound".into())
        }
        Property::LocalSpinning => spins_locally(machine).map(|()| 0),
        Property::Fife => overtaken_enter(system),
        _ => Ok(0),
    }
}

fn few_inside<M: Model>(machine: &M, k: usize) -> Result<(), String> {
    let is_inside = |p: &usize| machine.region(*p) == Region::Critical;
    let n = machine.slots();
    if (0..n).filter(is_inside).count() <= k {
        return Ok(());
    }
    let inside: Vec<_> = (0..n).filter(is_inside).collect();
    Err(format!("{} are inside, with k = {k}", names(&inside)))
}

fn spins_locally<M: Model>(machine: &M) -> Result<(), String> {
    for p in (0..machine.slots()).filter(|&p| machine.spins(p)) {
        let access = machine.next(p);
        if let Some(access) = access.filter(|a| a.kind == Kind::Load && a.home != p) {
            return Err(format!(
                "p{} waits and is about to read {}[{}], local to p{}",
                p + 1,
                access.array.name(),
                access.writer + 1,
                access.home + 1
            ));
        }
    }
    Ok(())
}

fn overtaken_enter<M: Model>(system: &System<M>) -> Result<usize, String> {
    let mut longest = 0;
    for p in (0..system.machine.slots()).filter(|&p| system.overtaken >> p & 1 == 1) {
        let stuck = || format!("p{} was overtaken, and running alone does not enter", p + 1);
        let steps = alone_inside(&system.machine, p).ok_or_else(stuck)?;
        longest = longest.max(steps);
    }
    Ok(longest)
}

/// The processes that p overtakes by entering from `from`.
///
/// They are still waiting, and had finished their doorway before p started its own.
pub fn passed<M>(from: &System<M>, p: usize, n: usize) -> Vec<usize> {
    (0..n).filter(|&q| from.before[q] >> p & 1 == 1).collect()
}

/// Whether p may enter from `from`, by k-FCFS.
///
/// # Errors
///
/// The violation in words.
pub fn on_entry<M: Model>(from: &System<M>, p: usize, k: usize) -> Result<(), String> {
    let passed = passed(from, p, from.machine.slots());
    if passed.len() < k {
        return Ok(());
    }
    Err(format!(
        "p{} enters before {}, which had finished the doorway before it started",
        p + 1,
        names(&passed)
    ))
}

fn names(processes: &[usize]) -> String {
    let names: Vec<_> = processes.iter().map(|p| format!("p{}", p + 1)).collect();
    names.join(" and ")
}
