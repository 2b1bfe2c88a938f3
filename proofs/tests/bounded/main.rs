//! Zehavi's Algorithm 1 in schedules and runs that `cargo doorway check` does not explore.
//!
//! About 7 seconds on one core.

mod inductive;
mod initial;
mod lemmas;
mod program;
mod references;
mod runs;
mod scripts;

use doorway_core::ticket::Ticket;
use doorway_proofs::machine::{Kind, Machine};

/// The values that the load of p's next step may return; one if it does not load.
fn answers(model: &impl Machine, p: usize) -> Vec<Ticket> {
    match model.next(p).filter(|access| access.kind == Kind::Load) {
        None => vec![0],
        Some(access) if !model.in_flux(&access) => vec![model.read(&access)],
        Some(access) => (0..=access.copy as Ticket)
            .filter(|&value| model.may_return(&access, value))
            .collect(),
    }
}

/// Makes p's next step. A load that may return several values returns the least.
fn go(model: &mut impl Machine, p: usize) {
    let loaded = answers(model, p)[0];
    model.step(p, loaded);
}
