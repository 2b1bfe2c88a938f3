//! Mutants for the prover of what the locks share: the cores, and the one step of all models.

use super::{Patch, LOCKS};

/// The patches of all locks, and of what they share.
pub fn patches() -> impl Iterator<Item = &'static Patch> {
    SHARED
        .iter()
        .chain(LOCKS.iter().flat_map(|facts| facts.patches))
}

/// Changes of what the locks share.
const SHARED: &[Patch] = &[
    Patch {
        name: "tie-break",
        file: "verified/core/src/ticket.rs",
        replaced: "id < other)",
        by: "id <= other)",
        fails: "ticket::precedes",
    },
    Patch {
        name: "tie-break-defined",
        file: "verified/core/src/logic/ticket.rs",
        replaced: "id < other)",
        by: "id <= other)",
        fails: "logic::ticket::irreflexive",
    },
    Patch {
        name: "choice-not-larger",
        file: "verified/core/src/ticket.rs",
        replaced: "Ok(self.largest + 1)",
        by: "Ok(self.largest)",
        fails: "ticket::impl_Choice::take",
    },
    Patch {
        name: "waits-for-itself-only",
        file: "verified/core/src/predecessors.rs",
        replaced: "= i != me;",
        by: "= i == me;",
        fails: "predecessors::everyone_but",
    },
    Patch {
        name: "k-plus-one",
        file: "verified/core/src/capture.rs",
        replaced: "(predecessors) < k",
        by: "(predecessors) <= k",
        fails: "capture::may_enter",
    },
    Patch {
        name: "captures-its-equals",
        file: "verified/core/src/capture.rs",
        replaced: "    ticket < entered",
        by: "    ticket <= entered",
        fails: "capture::overtaken",
    },
    Patch {
        name: "splitter-stops-others",
        file: "verified/core/src/splitter.rs",
        replaced: "    x == name(me)",
        by: "    x != name(me)",
        fails: "splitter::stops",
    },
    Patch {
        name: "model-step-without-its-store",
        file: "proofs/src/machine/model.rs",
        replaced: "self.registers.write(&access, value);",
        by: "",
        fails: "machine::model::impl_Machine_for_Model_R_P::step",
    },
    Patch {
        name: "model-step-of-another-process",
        file: "proofs/src/machine/model.rs",
        replaced: "self.processes[p] = process.advance(slot, loaded);",
        by: "self.processes[0] = process.advance(slot, loaded);",
        fails: "machine::model::impl_Machine_for_Model_R_P::step",
    },
];
