//! The invariants of `doorway_proofs::invariant` are inductive: from **any** state that satisfies one, reachable or not, a step of any process leads to one that
//! satisfies it; so does giving up; and it implies k-exclusion. Time is unbounded, tickets have 64 bits, N is 2 and 3, k is anything from 1 to N.
//!
//! A crash is no step at all: the crashed process is one that makes no further step.

mod bounded;
mod order;
mod proofs;

use doorway_proofs::invariant::Inductive;
use doorway_proofs::machine::{Kind, Region};

/// How many are in their critical section.
fn inside<M: Inductive, const N: usize>(machine: &M) -> usize {
    let (mut p, mut count) = (0, 0);
    while p < N {
        count += usize::from(machine.region(p) == Region::Critical);
        p += 1;
    }
    count
}

/// What p's next load returns: what is there, or anything if that is in flux.
fn loaded<M: Inductive>(machine: &M, p: usize) -> u64 {
    match machine.next(p) {
        Some(access) if access.kind == Kind::Load && machine.in_flux(&access) => kani::any(),
        Some(access) if access.kind == Kind::Load => machine.read(&access),
        _ => 0,
    }
}

/// In the beginning it holds.
fn begins<M: Inductive, const N: usize>(k: usize) {
    let machine = M::new(k);
    assert!(machine.invariant_with(M::ghost()), "in the beginning");
    kani::cover!(inside::<M, N>(&machine) == 0, "nobody is inside");
}

/// It implies k-exclusion.
fn excludes<M: Inductive, const N: usize>(machine: &M, k: usize, ghost: M::Ghost) {
    kani::assume(machine.invariant_with(ghost));
    assert!(inside::<M, N>(machine) <= k, "k-exclusion");
    kani::cover!(inside::<M, N>(machine) == k, "k are inside");
}

/// `step`, a step of p, keeps it.
fn keeps<M: Inductive, const N: usize>(
    machine: &M,
    p: usize,
    ghost: M::Ghost,
    step: impl FnOnce(&mut M, usize, u64),
) {
    kani::assume(machine.invariant_with(ghost));
    let mut next = machine.clone();
    step(&mut next, p, loaded(machine, p));
    let remembered = machine.remember(p, &next, ghost);
    assert!(next.invariant_with(remembered), "a step keeps it");
    let (from, to) = (machine.region(p), next.region(p));
    kani::cover!(
        from == Region::Doorway && to == Region::WaitingRoom,
        "through the doorway"
    );
    kani::cover!(from == Region::WaitingRoom && to == Region::Critical, "in");
}

/// `withdraw`, by which p gives up, keeps it.
fn gives_up<M: Inductive>(
    machine: &M,
    p: usize,
    ghost: M::Ghost,
    withdraw: impl FnOnce(&mut M, usize),
) {
    kani::assume(machine.invariant_with(ghost) && machine.may_withdraw(p));
    let mut next = machine.clone();
    withdraw(&mut next, p);
    assert!(next.invariant_with(ghost), "giving up keeps it");
    kani::cover!(next.region(p) == Region::Exit, "out");
}
