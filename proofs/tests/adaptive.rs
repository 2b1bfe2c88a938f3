//! The cost of a passage when few slots have been used: the number of accesses, for several N.

use doorway_proofs::black_white::BlackWhite;
use doorway_proofs::machine::{Kind, Machine, Region};
use doorway_proofs::{adaptive, local_spin};

/// The loads and stores of p's next passage, without contention.
fn passage(machine: &mut impl Machine, p: usize) -> (usize, usize) {
    let (mut loads, mut stores) = (0, 0);
    loop {
        let mut loaded = 0;
        match machine.next(p) {
            Some(access) if access.kind == Kind::Load => {
                loads += 1;
                loaded = machine.read(&access);
            }
            Some(_) => stores += 1,
            None => {}
        }
        machine.step(p, loaded);
        if machine.region(p) == Region::Remainder {
            return (loads, stores);
        }
    }
}

/// The loads and stores of a passage of process 0, after one passage of each of `used` processes.
fn costs<M: Machine>(used: usize) -> (usize, usize) {
    let mut machine = M::new(1);
    for p in (0..used).rev() {
        passage(&mut machine, p);
    }
    passage(&mut machine, 0)
}

#[test]
fn alone_it_costs_the_same() {
    for cost in [
        costs::<adaptive::OnGrid<2>>(1),
        costs::<adaptive::OnGrid<8>>(1),
        costs::<adaptive::OnGrid<32>>(1),
    ] {
        assert_eq!(cost, (10, 7));
    }
    for cost in [
        costs::<local_spin::OnGrid<2>>(1),
        costs::<local_spin::OnGrid<8>>(1),
        costs::<local_spin::OnGrid<32>>(1),
    ] {
        assert_eq!(cost, (14, 7));
    }
}

/// The cost on the grid adapts to the number of processes that have ever joined; on flags, and
/// without a set, it does not.
#[test]
fn it_costs_more_the_more_have_come() {
    let grid = |used| costs::<adaptive::OnGrid<16>>(used);
    assert_eq!(grid(4), costs::<adaptive::OnGrid<8>>(4));
    assert!(grid(1) < grid(2) && grid(2) < grid(4) && grid(4) < grid(16));
    let flags = |used| costs::<adaptive::OnFlags<16>>(used);
    assert_eq!(flags(1), flags(16));
    assert!(flags(1) > costs::<adaptive::OnFlags<2>>(1));
    assert!(costs::<BlackWhite<16>>(1) > costs::<BlackWhite<2>>(1));
}
