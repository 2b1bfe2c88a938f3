//! Changes of the Black-White Bakery.

use crate::catalogue::Patch;
use crate::machine::mutant::{changes, is_load, lost_if, returns_if, Change, Changed};
use crate::machine::{Access, Array, Kind, Machine, Region};
use doorway_core::color;
use doorway_core::ticket::Ticket;

changes! {
    /// Taubenfeld's line 12 removed: no process writes the bit `color`.
    ColorUnwritten = |machine, p, access, loaded| {
        lost_if(access.array == Array::Color && access.kind != Kind::Load, loaded)
    };
    /// Taubenfeld's line 3 over the tickets of both colors.
    AllColors = |machine, p, access, loaded| {
        let mine = color::ticket(color::color_of(machine.ticket(p)), color::number(loaded));
        let chooses = machine.region(p) == Region::Doorway && is_load(access, Array::Ticket);
        returns_if(chooses, mine, loaded)
    };
    /// Taubenfeld's lines 1, 4 and 6 removed: no process announces that it is choosing.
    ChoosingUnsaid = |machine, p, access, loaded| {
        returns_if(is_load(access, Array::Choosing), 0, loaded)
    };
    /// The fast path is taken although another process is choosing.
    AloneBesideAChoice = |machine, p, access, loaded| {
        let looks = machine.region(p) == Region::Doorway && is_load(access, Array::Choosing);
        returns_if(looks, 0, loaded)
    };
    /// The fast path is taken although another process has a ticket.
    AloneBesideATicket = |machine, p, access, loaded| {
        let looks = machine.region(p) == Region::Doorway && machine.line(p) == "7";
        returns_if(looks && is_load(access, Array::Ticket), 0, loaded)
    };
}

/// Changes of sources after which a named proof must fail.
pub const PATCHES: &[Patch] = &[
    Patch {
        name: "colored-waits-for-those-behind",
        file: "verified/core/src/color.rs",
        replaced: "else if precedes(number(theirs)",
        by: "else if !precedes(number(theirs)",
        fails: "color::compare",
    },
    Patch {
        name: "black-white-not-choosing",
        file: "proofs/src/black_white/model/lines.rs",
        replaced: "self.choosing[p] = true",
        by: "self.choosing[p] = false",
        fails: "black_white::model::lines::impl_BlackWhite::line_1",
    },
    Patch {
        name: "black-white-alone-beside-a-choice",
        file: "proofs/src/black_white/proof/steps.rs",
        replaced: "#[requires(!self.choosing[self.processes[p].i@])]",
        by: "",
        fails: "black_white::proof::steps::impl_BlackWhite::sees_no_choice",
    },
    Patch {
        name: "black-white-alone-beside-a-ticket",
        file: "proofs/src/black_white/proof/steps.rs",
        replaced: "#[requires(self.ticket[self.processes[p].i@]@ == 0)]",
        by: "",
        fails: "black_white::proof::steps::impl_BlackWhite::finds_away",
    },
    Patch {
        name: "black-white-alone-without-a-look",
        file: "proofs/src/black_white/model/lines.rs",
        replaced: "self.look_around(p, i + 1)",
        by: "self.look_around(p, N)",
        fails: "black_white::model::lines::impl_BlackWhite::line_7_alone",
    },
    Patch {
        name: "black-white-newer-goes-first",
        file: "proofs/src/black_white/model/lines.rs",
        replaced: "if goes_first(",
        by: "if !goes_first(",
        fails: "black_white::model::lines::impl_BlackWhite::line_9",
    },
    Patch {
        name: "black-white-turns-too-late",
        file: "proofs/src/black_white/model/lines.rs",
        replaced: "self.color = after(",
        by: "self.color = !after(",
        fails: "black_white::model::lines::impl_BlackWhite::line_12",
    },
    Patch {
        name: "black-white-invariant",
        file: "proofs/src/black_white/proof.rs",
        replaced: "Line::L11 => N@",
        by: "Line::L11 => 0",
        fails: "black_white::proof::impl_BlackWhite::mutual_exclusion",
    },
    Patch {
        name: "black-white-leaves-the-newer",
        file: "proofs/src/black_white/proof/bound.rs",
        replaced: "self.fits(false) && self.leaves_the_older()",
        by: "self.fits(false)",
        fails: "black_white::proof::bound::impl_BlackWhite::stays_bounded",
    },
    Patch {
        name: "black-white-all-colors",
        file: "proofs/src/black_white/model/lines.rs",
        replaced: "see(process.choice, process.color, loaded)",
        by: "process.choice.see(doorway_core::color::number(loaded))",
        fails: "black_white::model::lines::impl_BlackWhite::line_3",
    },
    Patch {
        name: "black-white-bound",
        file: "proofs/src/black_white/proof/bound.rs",
        replaced: "ensures(self.own(q) <= N@)",
        by: "ensures(self.own(q) < N@)",
        fails: "black_white::proof::bound::impl_BlackWhite::at_most_n",
    },
];
