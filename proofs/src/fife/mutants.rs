//! Changes of Figure 2.

use crate::catalogue::Patch;
use crate::machine::mutant::{changes, is_load, lost_if, returns_if, Change, Changed};
use crate::machine::{Access, Array, Kind, Machine, Region};
use doorway_core::ticket::{Ticket, INFINITY};

changes! {
    /// Line 14 (30) removed.
    No14 = |machine, p, access, loaded| {
        let line = machine.line(p);
        lost_if(access.array == Array::Want && (line == "14" || line == "30"), loaded)
    };
    /// Line 16 (33) before 15 (31): the ticket of the last passage is announced.
    Announce16First = |machine, p, access, loaded| {
        let line = machine.line(p);
        lost_if(access.array == Array::Want && (line == "16" || line == "33"), loaded)
    };
    /// `<` replaced by `<=` and the tie-break dropped: of two equal tickets neither waits.
    NoTieBreak = |machine, p, access, loaded| {
        let tie = is_load(access, Array::Want) && loaded == machine.ticket(p);
        returns_if(tie, INFINITY, loaded)
    };
    /// Nothing is announced to a process that has never left its remainder, as if unclaimed slots
    /// did not count. When such a process arrives, it does not know the processes in their
    /// passages.
    Unclaimed = |machine, p, access, loaded| {
        let i = access.home;
        let never_came = machine.region(i) == Region::Remainder && machine.ticket(i) == 0;
        let told = machine.region(p) != Region::Exit && access.array == Array::Want;
        lost_if(told && access.kind != Kind::Load && never_came, loaded)
    };
    /// The exit protocol skipped by process 1.
    NoExit = |machine, p, access, loaded| {
        lost_if(machine.region(p) == Region::Exit && p == 0 && access.kind != Kind::Load, loaded)
    };
    /// `while` replaced by `if`: the process enters after one poll.
    IfForWhile = |machine, p, access, loaded| {
        returns_if(is_load(access, Array::Capture) && machine.spins(p), INFINITY, loaded)
    };
}

/// The maximum computed without process 1.
#[derive(Clone, Copy, Debug)]
pub struct MaxWithoutOne;

impl<M: Machine> Change<M> for MaxWithoutOne {
    /// Here a capture by process 1 can be above a later ticket.
    const FORGETS: bool = false;

    fn change(machine: &M, p: usize, access: &Access, loaded: Ticket) -> Changed {
        let choosing = machine.region(p) == Region::Doorway && p != 0;
        returns_if(
            choosing && is_load(access, Array::Ticket) && access.writer == 0,
            0,
            loaded,
        )
    }
}

/// Larger tickets are captured instead of smaller ones.
#[derive(Clone, Copy, Debug)]
pub struct CaptureLarger;

impl<M: Machine> Change<M> for CaptureLarger {
    /// This mutant depends on captures below a ticket, which the model forgets.
    const FORGETS: bool = false;

    fn change(machine: &M, p: usize, access: &Access, loaded: Ticket) -> Changed {
        let larger = loaded != 0 && loaded < machine.ticket(p);
        match is_load(access, Array::Capture) && machine.spins(p) {
            true => Changed::Returns(if larger { INFINITY } else { 0 }),
            false => Changed::Returns(loaded),
        }
    }
}

/// Changes of sources after which a named proof must fail.
pub const PATCHES: &[Patch] = &[
    Patch {
        name: "fife-captures-with-more",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "self.capture[p][i] = self.processes[p].ticket",
        by: "self.capture[p][i] = INFINITY",
        fails: "k_bakery::model::lines::impl_KBakery::line_23",
    },
    Patch {
        name: "fife-captured-by-anything",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "if overtaken(self.processes[p].ticket, loaded)",
        by: "if !overtaken(self.processes[p].ticket, loaded)",
        fails: "k_bakery::model::lines::impl_KBakery::line_22",
    },
    Patch {
        name: "k-ahead-of-g",
        file: "proofs/src/queue/proof.rs",
        replaced: "count(ahead_of(m, g), m.n()) < m.limit()",
        by: "count(ahead_of(m, g), m.n()) <= m.limit()",
        fails: "queue::proof::k_exclusion",
    },
    Patch {
        name: "lemma-3-without-16",
        file: "proofs/src/queue/proof.rs",
        replaced: "Stage::Waiting => m.private(q) == m.own(q) && has_told(m, q, m.n())",
        by: "Stage::Waiting => m.private(q) == m.own(q)",
        fails: "queue::proof::induction::lemma_3",
    },
    Patch {
        name: "fife-enters-before-22",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "self.goto(p, Line::L22, 0)",
        by: "self.enter(p)",
        fails: "k_bakery::model::lines::impl_KBakery::line_21",
    },
    Patch {
        name: "order-without-lemma-1",
        file: "proofs/src/queue/proof/induction.rs",
        replaced: "&& takes_larger(m, next, p)",
        by: "",
        fails: "queue::proof::order::stays_orderly",
    },
    Patch {
        name: "order-keeps-who-entered",
        file: "proofs/src/queue/proof/order.rs",
        replaced: "a == p && from == Region::WaitingRoom",
        by: "a != p && from == Region::WaitingRoom",
        fails: "queue::proof::order::stays_orderly",
    },
    Patch {
        name: "lemma-1-with-ties",
        file: "proofs/src/queue/proof.rs",
        replaced: "Stage::Inside => m.own(q) > t,",
        by: "Stage::Inside => m.own(q) >= t,",
        fails: "queue::proof::order::lemma_1",
    },
    Patch {
        name: "k-fcfs-with-ties",
        file: "proofs/src/queue/proof.rs",
        replaced: "Stage::Inside => m.own(q) > t,",
        by: "Stage::Inside => m.own(q) >= t,",
        fails: "queue::proof::order::few_are_passed",
    },
    Patch {
        name: "fife-captures-too-little",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "self.capture[p][i] = self.processes[p].ticket",
        by: "self.capture[p][i] = 0",
        fails: "k_bakery::model::lines::impl_KBakery::line_23",
    },
    Patch {
        name: "fife-does-not-look",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "self.processes[p].captured = true",
        by: "self.processes[p].captured = false",
        fails: "k_bakery::model::lines::impl_KBakery::line_22",
    },
    Patch {
        name: "fife-inside-without-captures",
        file: "proofs/src/k_bakery/proof.rs",
        replaced: "process.line == Line::L24) ==>",
        by: "process.line == Line::L25) ==>",
        fails: "fife::proof::fife",
    },
    Patch {
        name: "fife-captures-may-shrink",
        file: "proofs/src/k_bakery/proof.rs",
        replaced: "self.capture[q][i]@ <= self.ticket[q]@",
        by: "self.capture[q][i]@ >= 0",
        fails: "fife::proof::others_stay_enabled",
    },
    Patch {
        name: "fife-sees-every-capture-at-once",
        file: "proofs/src/fife/proof.rs",
        replaced: "                4 * N@ - process.i@",
        by: "                2 * N@ - process.i@",
        fails: "k_bakery::model::lines::impl_KBakery::line_22",
    },
    Patch {
        name: "fife-within-3n",
        file: "proofs/src/fife/proof.rs",
        replaced: "movers.len()) < 4 * N@",
        by: "movers.len()) < 3 * N@",
        fails: "fife::proof::enters_within_4n",
    },
    Patch {
        name: "settled-before-it-is-told",
        file: "proofs/src/queue/proof/progress.rs",
        replaced: "before(m.own(p), p, m.own(q), q) && before(m.own(p), p, m.wants(q, p), q)",
        by: "before(m.own(p), p, m.wants(q, p), q)",
        fails: "queue::proof::progress::stays_settled",
    },
    Patch {
        name: "bypassed-with-k-of-2",
        file: "proofs/src/queue/proof/progress.rs",
        replaced: "(m.limit() == 1",
        by: "(m.limit() == 2",
        fails: "queue::proof::progress::bypasses_once",
    },
    Patch {
        name: "exit-never-ends",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "self.goto(p, Line::L25, i + 1)",
        by: "self.goto(p, Line::L25, i)",
        fails: "k_bakery::model::lines::impl_KBakery::line_25",
    },
    Patch {
        name: "exit-of-one-step",
        file: "proofs/src/k_bakery/proof.rs",
        replaced: "movers.len()) < N@",
        by: "movers.len()) < 1",
        fails: "k_bakery::proof::impl_KBakery::exit_is_bounded",
    },
    Patch {
        name: "k-fcfs-of-fewer-than-k",
        file: "proofs/src/queue/proof/order.rs",
        replaced: "count(y, m.n()) >= m.limit()",
        by: "count(y, m.n()) + 1 >= m.limit()",
        fails: "queue::proof::order::k_fcfs",
    },
];
