//! Patches for the prover: wrong variants of Algorithm 1 and of the argument for Lemma 4.

use crate::catalogue::Patch;

const PROGRAM: &str = "proofs/src/bounded/proof/program.rs";
const INVARIANT: &str = "proofs/src/bounded/proof/invariant.rs";

/// Changes of sources after which a named proof must fail.
pub const PATCHES: &[Patch] = &[
    Patch {
        name: "bounded-kex-no-ignore",
        file: PROGRAM,
        replaced: "(Line::L11aSecond, true) => goto(it, Line::L11Ignore, it.i)",
        by: "(Line::L11aSecond, true) => goto(it, Line::L11Order, it.i)",
        fails: "bounded::proof::relevant::impl_State::stays_told",
    },
    Patch {
        name: "bounded-kex-one-cell",
        file: PROGRAM,
        replaced: "(Line::L11aFirst, true) => goto(it, Line::L11aSecond, it.i)",
        by: "(Line::L11aFirst, true) => goto(it, Line::L11Ignore, it.i)",
        fails: "bounded::proof::discover::impl_State::lemma_3_stays",
    },
    Patch {
        name: "bounded-kex-one-load",
        file: PROGRAM,
        replaced: "Line::L4dStore => goto(it, Line::L4e, it.i)",
        by: "Line::L4dStore => goto(it, Line::L4eStore, it.i)",
        fails: "bounded::proof::discover::impl_State::stays_erased",
    },
    Patch {
        name: "bounded-kex-no-4c",
        file: PROGRAM,
        replaced: "Line::L4b => goto(it, Line::L4c, it.i)",
        by: "Line::L4b => goto(it, Line::L4d, it.i)",
        fails: "bounded::proof::observations::impl_State::stays_withdrawn",
    },
    Patch {
        name: "bounded-kex-no-13",
        file: "proofs/src/bounded/proof/lines.rs",
        replaced: "Line::L13 => cell == Cell::Reveal(p) && !value",
        by: "Line::L13 => cell == Cell::Reveal(p) && value",
        fails: "bounded::proof::observations::impl_State::observation_3_stays",
    },
    Patch {
        name: "bounded-kex-latch-not-reset",
        file: PROGRAM,
        replaced: "from_reset(slot, it, other(0, slot.p))",
        by: "from_4(slot, it, other(0, slot.p))",
        fails: "bounded::proof::ahead::impl_State::stays_latched",
    },
    Patch {
        name: "bounded-kex-allows-all",
        file: "proofs/src/bounded/proof/relevant.rs",
        replaced: "20 <= self.line(i) && self.local[i].order[p])]",
        by: "20 <= self.line(i))]",
        fails: "bounded::proof::relevant::impl_State::few_are_before",
    },
    Patch {
        name: "bounded-kex-one-more",
        file: PROGRAM,
        replaced: "if count(it.precede, slot.n) < slot.k {",
        by: "if count(it.precede, slot.n) <= slot.k {",
        fails: "bounded::proof::relevant::impl_State::passes_rightly",
    },
    Patch {
        name: "bounded-kex-of-fewer",
        file: "proofs/src/bounded/proof/theorem.rs",
        replaced: "count(self.passed(), self.n) <= self.k",
        by: "count(self.passed(), self.n) < self.k",
        fails: "bounded::proof::theorem::impl_State::k_exclusion",
    },
    Patch {
        name: "bounded-kex-k-ahead",
        file: INVARIANT,
        replaced: "count(self.ahead(p), self.n) < self.k",
        by: "count(self.ahead(p), self.n) <= self.k",
        fails: "bounded::proof::theorem::impl_State::k_exclusion",
    },
    Patch {
        name: "bounded-k-fcfs-of-fewer",
        file: "proofs/src/bounded/proof/order.rs",
        replaced: "count(y, self.n) >= self.k",
        by: "count(y, self.n) >= self.k - 1",
        fails: "bounded::proof::order::impl_State::k_fcfs",
    },
    Patch {
        name: "bounded-order-keeps-who-entered",
        file: "proofs/src/bounded/proof/order.rs",
        replaced: "} else if a == p && self.waits(p) && !next.waits(p) {",
        by: "} else if a == p && self.waits(p) && next.waits(a) && !next.waits(p) {",
        fails: "bounded::proof::order::impl_State::stays_orderly",
    },
    Patch {
        name: "bounded-fife-no-12",
        file: "proofs/src/bounded/proof/lines.rs",
        replaced: "Line::L12 => cell == Cell::Allow(p, i) && value",
        by: "Line::L12 => cell == Cell::Allow(p, i) && !value",
        fails: "bounded::proof::enabled::impl_State::keeps_its_word",
    },
    Patch {
        name: "bounded-program-deletes-nothing",
        file: "proofs/src/bounded/program/flow.rs",
        replaced: "remove(&mut it.precede, self.i);",
        by: "remove(&mut it.precede, N);",
        fails: "bounded::program::flow::impl_Passage::deletes",
    },
    Patch {
        name: "bounded-program-one-cell",
        file: "proofs/src/bounded/program.rs",
        replaced: "Line::L11aFirst if loaded => self.goto(Line::L11aSecond, i)",
        by: "Line::L11aFirst if loaded => self.goto(Line::L11Ignore, i)",
        fails: "bounded::program::impl_Passage::prunes",
    },
];
