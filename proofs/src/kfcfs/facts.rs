//! The facts of k-FCFS k-exclusion.

use super::KFcfs;
use crate::catalogue::code::{
    excludes_by, needs_acquire, needs_release, no_need_of_acquire, no_need_of_release,
    races_without, sleeps_without, Stores,
};
use crate::catalogue::{
    models, Bound, Cost, Facts, Holders, Patch, Property, Rmr, Row, Scene, Scripts, Size,
};
use crate::machine::Array;
use doorway_core::register::FenceId;
use doorway_core::ticket::INFINITY;

/// Its facts.
pub const FACTS: Facts = Facts {
    name: "kfcfs",
    type_name: "KFcfs",
    module: "kfcfs",
    from: "Danek, Figure 2 unshaded, with an optimistic ticket",
    theorem: "Danek, Theorem 8, of the figure without the optimistic ticket",
    holders: Holders::Any,
    default_of: None,
    order: "k-FCFS",
    registers: "N² + N",
    register_kind: "atomic",
    tickets: "2⁶⁴ passages (2³² with 32-bit atomics)",
    cancelling_starves: false,
    uncontended: Cost {
        loads: Bound(0, 3, -2),
        stores: Bound(0, 2, 0),
        fences: 1,
    },
    rmr: Rmr {
        paper: "Figure 2, unshaded: Θ(N) in CC and DSM",
        local: true,
        adapts: false,
        // The optimistic ticket and its store, 14, 15 and its store, 16: 4(N-1) + 3; in 21 three for each other; 25. With p's ticket known to all,
        // i can take a ticket that is not larger at most once more, and with an optimistic ticket not even that: so `Want[i][p]` is seen at most
        // with the value of 14, the value of 16, and as larger, when i leaves the predecessor set.
        cached: Bound(0, 8, -4),
        // The optimistic ticket, 14, 15, 16, 25.
        distributed: Some(Bound(0, 5, -5)),
    },
    fences: [1, 1, 0, 0, 0],
    scripts: Scripts {
        values: &[0, 1, 2, INFINITY],
        loads: 7,
        polls: 2,
    },
    scenes: const {
        &[
            Scene::new(2, 1),
            Scene::new(2, 2).within(3),
            Scene::new(3, 1).within(2),
            Scene::new(3, 1).k(2).within(2),
            Scene::new(2, 2).within(5).full(),
            Scene::new(3, 1).within(3).full(),
        ]
    },
    code_mutants: const {
        &[
            races_without(FenceId::Doorway),
            races_without(FenceId::Announce),
            sleeps_without(FenceId::Park),
            sleeps_without(FenceId::WakeAfterExit),
            needs_release(Array::Want),
            needs_acquire(Array::Want),
            no_need_of_release(Array::Ticket),
            no_need_of_acquire(Array::Ticket),
            excludes_by(Array::Want, Stores::FirstOfPassage),
        ]
    },
    patches: PATCHES,
    models: MODELS,
};

models! {
    Row::new("kfcfs", "Figure 2 without its shaded part")
        .claims(&[Property::LocalSpinning, Property::KFcfs])
        .daily(const { &[Size::new(1, 1).cancellations(), Size::new(2, 1).cancellations(), Size::new(2, 2).crashes(1).cancellations(), Size::new(3, 1)] })
        .explored(const { &[
            Size::new(2, 1).cancellations(),
            Size::new(2, 2).crashes(1).cancellations(),
            Size::new(3, 1),
            Size::new(3, 2).crashes(1).takes(21).full(),
            Size::new(3, 3).crashes(2).takes(58).full(),
        ] }),
        |N| KFcfs<N>, [1: 2, 2: 4, 3: 4, 4: 6];
    Row::new("kfcfs-as-fife", "unshaded Figure 2 asked for FIFE")
        .claims(&[Property::Fife])
        .dies_of(Property::Fife, 4, 2, &[1, 1, 1, 1]),
        |N| KFcfs<N>, [2: 4, 3: 4, 4: 6];
}

/// Changes of sources after which a named proof must fail.
const PATCHES: &[Patch] = &[
    Patch {
        name: "kfcfs-no-14",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "self.tell(p, 0)",
        by: "self.tell(p, N)",
        fails: "k_bakery::model::lines::impl_KBakery::line_optimistic_store",
    },
    Patch {
        name: "kfcfs-no-16",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "self.announce(p, 0)",
        by: "self.announce(p, N)",
        fails: "k_bakery::model::lines::impl_KBakery::line_15_store",
    },
    Patch {
        name: "kfcfs-prunes-those-ahead",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "if is_behind",
        by: "if !is_behind",
        fails: "k_bakery::model::lines::impl_KBakery::line_21",
    },
    Patch {
        name: "kfcfs-forgets-what-it-saw",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "self.processes[p].choice.see(loaded)",
        by: "Choice::new().see(loaded)",
        fails: "k_bakery::model::lines::impl_KBakery::line_optimistic",
    },
    Patch {
        name: "kfcfs-optimistic-without-its-own",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "Choice::new().see(loaded)",
        by: "Choice::new()",
        fails: "k_bakery::model::lines::impl_KBakery::line_14_load",
    },
    Patch {
        name: "kfcfs-settles-for-a-tie",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: ".largest() < self.processes[p].ticket",
        by: ".largest() <= self.processes[p].ticket",
        fails: "k_bakery::model::lines::impl_KBakery::choose",
    },
    Patch {
        name: "kfcfs-never-lets-go",
        file: "proofs/src/k_bakery/model/lines.rs",
        replaced: "remove(&mut self.processes[p].predecessor_set, i)",
        by: "remove(&mut self.processes[p].predecessor_set, N)",
        fails: "k_bakery::model::lines::impl_KBakery::line_21",
    },
    Patch {
        name: "kfcfs-within-n",
        file: "proofs/src/kfcfs/proof.rs",
        replaced: "movers.len()) < 2 * N@",
        by: "movers.len()) < N@",
        fails: "kfcfs::proof::enters_within_2n",
    },
    Patch {
        name: "kfcfs-enabled-among-k",
        file: "proofs/src/kfcfs/proof.rs",
        replaced: "count(z, N@) < m.k@",
        by: "count(z, N@) <= m.k@",
        fails: "k_bakery::model::lines::impl_KBakery::line_21",
    },
];
