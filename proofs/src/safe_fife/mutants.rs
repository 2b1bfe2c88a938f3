//! Changes of Figure 3.

use crate::catalogue::Patch;
use crate::machine::mutant::{changes, is_load, returns_if, Change, Changed};
use crate::machine::{Access, Array, Kind, Machine};
use doorway_core::ticket::{Ticket, INFINITY};

changes! {
    /// One copy of `Want` and `Capture` is read instead of two.
    OneCopy = |machine, p, access, loaded| {
        let second = machine.spins(p) && access.kind == Kind::Load && access.copy == 0;
        returns_if(second, INFINITY, loaded)
    };
    /// Figure 3 as printed: one place for a ticket.
    Printed = |machine, p, access, loaded| {
        if is_load(access, Array::Entered) {
            Changed::Returns(1)
        } else {
            returns_if(is_load(access, Array::Ticket) && access.copy == 1, 0, loaded)
        }
    };
    /// Line 44 without its test: a capture is stored again while it still counts.
    No44 = |machine, p, access, loaded| {
        returns_if(is_load(access, Array::Capture) && machine.line(p) == "44", 0, loaded)
    };
}

/// `Want` and `Capture` are read in the order in which they are written.
#[derive(Clone, Copy, Debug)]
pub struct InWritingOrder;

impl<M: Machine> Change<M> for InWritingOrder {
    fn change(_: &M, _: usize, _: &Access, loaded: Ticket) -> Changed {
        Changed::Returns(loaded)
    }

    fn redirect(access: Access) -> Access {
        let twice = access.array == Array::Want
            || (access.array == Array::Capture && access.writer != access.home);
        if access.kind == Kind::Load && twice {
            Access {
                copy: 1 - access.copy,
                ..access
            }
        } else {
            access
        }
    }
}

/// Changes of sources after which a named proof must fail.
pub const PATCHES: &[Patch] = &[
    Patch {
        name: "safe-no-30",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "self.tell(p, 0)",
        by: "self.tell(p, N)",
        fails: "safe_fife::model::lines::impl_SafeFife::line_30_load",
    },
    Patch {
        name: "safe-no-33",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "self.announce(p, 0)",
        by: "self.announce(p, N)",
        fails: "safe_fife::model::lines::impl_SafeFife::line_31_store",
    },
    Patch {
        name: "safe-one-place",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "place = pair::other(usize::from(loaded != 0))",
        by: "place = usize::from(loaded != 0)",
        fails: "safe_fife::model::lines::impl_SafeFife::line_31_place",
    },
    Patch {
        name: "safe-places-in-turn",
        file: "proofs/src/safe_fife/proof/queue.rs",
        replaced: " && at == 1 - m.entered(q)",
        by: "",
        fails: "safe_fife::proof::induction::g_stands",
    },
    Patch {
        name: "safe-reads-one-place",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "choice.see(seen)",
        by: "choice.see(loaded)",
        fails: "safe_fife::model::lines::impl_SafeFife::line_31",
    },
    Patch {
        name: "safe-looks-once-at-want",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "self.goto(p, Line::L38, i, 1)",
        by: "self.goto(p, Line::L38, i, 0)",
        fails: "safe_fife::model::lines::impl_SafeFife::enter_or_poll",
    },
    Patch {
        name: "safe-looks-once-at-capture",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "self.goto(p, Line::L41, 0, 1)",
        by: "self.goto(p, Line::L41, 0, 0)",
        fails: "safe_fife::model::lines::impl_SafeFife::next_predecessor",
    },
    Patch {
        name: "safe-prunes-those-ahead",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "if !is_behind",
        by: "if is_behind",
        fails: "safe_fife::model::lines::impl_SafeFife::line_38",
    },
    Patch {
        name: "safe-want-read-as-written",
        file: "proofs/src/safe_fife/proof/queue.rs",
        replaced: "Stage::Announcing(i, c) => is_past(i, c, p, 0)",
        by: "Stage::Announcing(i, c) => is_past(i, c, p, 1)",
        fails: "safe_fife::proof::induction::first_look",
    },
    Patch {
        name: "safe-capture-read-as-written",
        file: "proofs/src/safe_fife/proof/queue.rs",
        replaced: "is_past(i, copy, e.id, 0)",
        by: "is_past(i, copy, e.id, 1)",
        fails: "safe_fife::proof::induction::first_glance",
    },
    Patch {
        name: "safe-captures-with-more",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "self.capture[p][i][copy] = self.processes[p].ticket",
        by: "self.capture[p][i][copy] = INFINITY",
        fails: "safe_fife::model::lines::impl_SafeFife::store_capture",
    },
    Patch {
        name: "safe-entered-forgotten",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "self.entered[p] = self.processes[p].place",
        by: "self.entered[p] = 0",
        fails: "safe_fife::model::lines::impl_SafeFife::line_43",
    },
    Patch {
        name: "safe-anything-anywhere",
        file: "proofs/src/safe_fife/proof/safely.rs",
        replaced: "!machine.in_flux",
        by: "machine.in_flux",
        fails: "safe_fife::proof::safely::step",
    },
    Patch {
        name: "safe-k-ahead-of-g",
        file: "proofs/src/safe_fife/proof/queue.rs",
        replaced: "count(ahead_of(m, g), m.n()) < m.limit()",
        by: "count(ahead_of(m, g), m.n()) <= m.limit()",
        fails: "safe_fife::proof::queue::k_exclusion",
    },
    Patch {
        name: "safe-lemma-1-with-ties",
        file: "proofs/src/safe_fife/proof/order.rs",
        replaced: "_ => held(m, q) > e.ticket",
        by: "_ => held(m, q) >= e.ticket",
        fails: "safe_fife::proof::order::lemma_1",
    },
    Patch {
        name: "safe-reads-no-ticket",
        file: "proofs/src/safe_fife/proof/order.rs",
        replaced: "!has_read(i, copy, e)",
        by: "true",
        fails: "safe_fife::proof::order::stays_orderly",
    },
    Patch {
        name: "safe-order-without-lemma-1",
        file: "proofs/src/safe_fife/proof/induction.rs",
        replaced: "            && has_let_go_still(m, next, p)",
        by: "",
        fails: "safe_fife::proof::order::stays_orderly",
    },
    Patch {
        name: "safe-order-keeps-who-entered",
        file: "proofs/src/queue/proof/order.rs",
        replaced: "a == p && from == Region::WaitingRoom",
        by: "a != p && from == Region::WaitingRoom",
        fails: "safe_fife::proof::order::stays_orderly",
    },
    Patch {
        name: "safe-k-fcfs-of-fewer-than-k",
        file: "proofs/src/safe_fife/proof/order.rs",
        replaced: "count(y, m.n()) >= m.limit()",
        by: "count(y, m.n()) + 1 >= m.limit()",
        fails: "safe_fife::proof::order::k_fcfs",
    },
    Patch {
        name: "safe-no-44",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "is_stale(self.processes[p].captured_with, seen)",
        by: "is_stale(0, seen)",
        fails: "safe_fife::model::lines::impl_SafeFife::line_44_ticket",
    },
    Patch {
        name: "safe-44-of-one-place",
        file: "proofs/src/safe_fife/model/lines.rs",
        replaced: "is_stale(self.processes[p].captured_with, seen)",
        by: "is_stale(self.processes[p].captured_with, loaded)",
        fails: "safe_fife::model::lines::impl_SafeFife::line_44_ticket",
    },
    Patch {
        name: "safe-44-reads-anything-of-its-own",
        file: "proofs/src/safe_fife/proof.rs",
        replaced: "Line::L44 => loaded@ == self.captures(p@, self.processes[p].i@, 0),",
        by: "Line::L44 => true,",
        fails: "safe_fife::proof::lines::impl_SafeFife::captures_rightly",
    },
    Patch {
        name: "safe-44-reads-while-p-waits",
        file: "proofs/src/safe_fife/proof.rs",
        replaced: "== Stage::Taking(self.processes[p].copy@)",
        by: "== self.stage(self.processes[p].i@)",
        fails: "safe_fife::proof::passing::impl_SafeFife::waits_for_it",
    },
    Patch {
        name: "safe-copies-differ",
        file: "proofs/src/safe_fife/proof/enabled.rs",
        replaced: "self.captures(q, i, 0) == self.captures(q, i, 1)",
        by: "self.captures(q, i, 0) >= 0",
        fails: "safe_fife::proof::passing::impl_SafeFife::tests_it",
    },
    Patch {
        name: "safe-inside-without-captures",
        file: "proofs/src/safe_fife/proof/passing.rs",
        replaced: "Line::L46 => true",
        by: "Line::L46 => false",
        fails: "safe_fife::proof::passing::impl_SafeFife::fife",
    },
    Patch {
        name: "safe-caught-while-storing",
        file: "proofs/src/safe_fife/proof/enabled.rs",
        replaced: " && !(process.line == Line::L45 && process.i@ == p)",
        by: "",
        fails: "safe_fife::proof::enabled::impl_SafeFife::sees_that_it_is_caught",
    },
    Patch {
        name: "safe-caught-in-the-middle-of-44",
        file: "proofs/src/safe_fife/proof/enabled.rs",
        replaced: " && self.has_read_rightly(c, p)",
        by: "",
        fails: "safe_fife::proof::enabled::impl_SafeFife::stays_caught",
    },
    Patch {
        name: "safe-sees-every-capture-at-once",
        file: "proofs/src/safe_fife/proof/enabled.rs",
        replaced: "13 * N@ + 2 - 2 * i + copy",
        by: "9 * N@ + 2 - 2 * i + copy",
        fails: "safe_fife::proof::enabled::impl_SafeFife::looks_at_the_next",
    },
    Patch {
        name: "safe-stores-in-one-step",
        file: "proofs/src/safe_fife/proof/enabled.rs",
        replaced: "Line::L48 => 2",
        by: "Line::L48 => 1",
        fails: "safe_fife::proof::safely::impl_Safely_SafeFife::comes_closer",
    },
    Patch {
        name: "safe-within-14n",
        file: "proofs/src/safe_fife/proof/safely.rs",
        replaced: "movers.len()) < 15 * N@ - 1",
        by: "movers.len()) < 14 * N@ - 1",
        fails: "safe_fife::proof::safely::impl_Safely_SafeFife::enters_within_15n",
    },
];
