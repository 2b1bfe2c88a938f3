//! Changes of Lamport's Bakery: Shankar's simplified bakery and its flaws.

use crate::catalogue::Patch;
use crate::machine::mutant::{changes, is_load, returns_if, Change, Changed};
use crate::machine::{Access, Array, Kind, Machine, Region};
use doorway_core::ticket::Ticket;

changes! {
    /// Shankar's simplified bakery, flaw 2: no process announces that it is choosing.
    NotChoosing = |machine, p, access, loaded| {
        returns_if(is_load(access, Array::Doorway), 0, loaded)
    };
    /// Shankar's simplified bakery, flaw 1: of two equal tickets neither waits.
    TiesPass = |machine, p, access, loaded| {
        let tie = machine.spins(p) && loaded == machine.ticket(p);
        returns_if(access.kind == Kind::Load && (tie || access.array == Array::Doorway), 0, loaded)
    };
    /// Shankar's simplified bakery, flaw 1, the other way: of two equal tickets both wait.
    TiesWait = |machine, p, access, loaded| {
        let tie = machine.spins(p) && loaded == machine.ticket(p) && access.writer != p;
        if is_load(access, Array::Doorway) {
            Changed::Returns(0)
        } else if machine.region(p) == Region::Doorway {
            Changed::Returns(loaded.max(1)) // so that there is a ticket below every other
        } else {
            returns_if(tie, loaded.saturating_sub(1), loaded)
        }
    };
}

/// Changes of sources after which a named proof must fail.
pub const PATCHES: &[Patch] = &[
    Patch {
        name: "bakery-stores-otherwise",
        file: "proofs/src/bakery/model.rs",
        replaced: "Line::L3 => (Kind::Store(1)",
        by: "Line::L3 => (Kind::Store(0)",
        fails: "bakery::model::impl_Program_for_Process::access",
    },
    Patch {
        name: "bakery-advances-otherwise",
        file: "proofs/src/bakery/model.rs",
        replaced: "Line::L8 if is_last",
        by: "Line::L8 if !is_last",
        fails: "bakery::model::impl_Program_for_Process::advance",
    },
    Patch {
        name: "bakery-not-choosing",
        file: "proofs/src/bakery/proof/program.rs",
        replaced: "Kind::Store(1u64), Array::Doorway",
        by: "Kind::Store(0u64), Array::Doorway",
        fails: "bakery::proof::lines::impl_Model_Registers_Process::line_3",
    },
    Patch {
        name: "bakery-does-not-wait",
        file: "proofs/src/bakery/proof/program.rs",
        replaced: "loaded@ != 0 && before(loaded@",
        by: "loaded@ != 0 && !before(loaded@",
        fails: "bakery::proof::lines::impl_Model_Registers_Process::line_8",
    },
    Patch {
        name: "bakery-skips-itself-last",
        file: "proofs/src/bakery/proof/program.rs",
        replaced: "next.is_at(Line::L7, self.i@ + 1)",
        by: "next.is_at(Line::L9, 0)",
        fails: "bakery::proof::lines::impl_Model_Registers_Process::line_8",
    },
    Patch {
        name: "bakery-invariant",
        file: "proofs/src/bakery/proof.rs",
        replaced: "Line::L9 => N@",
        by: "Line::L9 => 0",
        fails: "bakery::proof::impl_Model_Registers_Process::mutual_exclusion",
    },
    Patch {
        name: "bakery-code-without-3",
        file: "verified/core/src/bakery.rs",
        replaced: "port.store(Place::of(Array::Doorway, me), TRUE);",
        by: "",
        fails: "bakery::doorway",
    },
    Patch {
        name: "bakery-code-skips-a-ticket",
        file: "verified/core/src/bakery.rs",
        replaced: "let mut i = 0;",
        by: "let mut i = 1;",
        fails: "bakery::doorway",
    },
    Patch {
        name: "bakery-code-5-before-4",
        file: "verified/core/src/bakery.rs",
        replaced: "port.store(Place::of(Array::Ticket, me), ticket);",
        by: "port.store(Place::of(Array::Doorway, me), FALSE);",
        fails: "bakery::doorway",
    },
    Patch {
        name: "bakery-code-looks-past-the-first",
        file: "verified/core/src/bakery.rs",
        replaced: "private.i = 0;",
        by: "private.i = 1;",
        fails: "bakery::announce",
    },
    Patch {
        name: "bakery-code-8-before-7",
        file: "verified/core/src/bakery.rs",
        replaced: "if port.load(Place::of(Array::Doorway, i)) != FALSE",
        by: "if port.load(Place::of(Array::Ticket, i)) != FALSE",
        fails: "bakery::scan",
    },
    Patch {
        name: "bakery-code-skips-a-process",
        file: "verified/core/src/bakery.rs",
        replaced: "private.i = i + 1;",
        by: "private.i = i + 2;",
        fails: "bakery::scan",
    },
    Patch {
        name: "bakery-code-stores-for-a-load",
        file: "verified/core/src/bakery.rs",
        replaced: "let ticket = port.load(Place::of(Array::Ticket, i));",
        by: "let ticket = 0; port.store(Place::of(Array::Ticket, i), 0);",
        fails: "bakery::scan",
    },
    Patch {
        name: "bakery-code-stores-when-it-enters",
        file: "verified/core/src/bakery.rs",
        replaced: "let _ = port;",
        by: "port.store(Place::of(Array::Ticket, 0), 0);",
        fails: "bakery::enter",
    },
    Patch {
        name: "bakery-code-exits-elsewhere",
        file: "verified/core/src/bakery.rs",
        replaced: "port.store(Place::of(Array::Ticket, me), 0);",
        by: "port.store(Place::of(Array::Doorway, me), 0);",
        fails: "bakery::exit",
    },
    Patch {
        name: "bakery-code-of-another-model",
        file: "proofs/src/bakery/proof/program.rs",
        replaced: "next.is_at(Line::L4, 0)",
        by: "next.is_at(Line::L4, 1)",
        fails: "bakery::proof::code::impl_Lines_for_Following_Process_V::line_3",
    },
    Patch {
        name: "bakery-code-exits-without-cancelling",
        file: "proofs/src/bakery/code.rs",
        replaced: "code.cancel();",
        by: "",
        fails: "bakery::code::passage",
    },
];
