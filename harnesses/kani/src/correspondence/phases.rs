//! The phases, each run in lock step with the model, over a [`Script`] of the values that the loads return.

use doorway::phases::Exclusion;
use doorway::shape::Inline;
use doorway_memories::{run, Driver, Lockstep, Script};
use doorway_proofs::machine::phases::{Phases, Start, Variables};
use doorway_proofs::machine::Region;

/// A lock with N slots, in lock step with the model `M`.
pub trait InStep<M, V, const N: usize>: Exclusion<Shape = Inline<N>> {}

impl<M, V, L, const N: usize> InStep<M, V, N> for L where
    L: Exclusion<Shape = Inline<N>, Memory = Lockstep<M, V>>
{
}

/// A new lock, and the private variables of its process.
fn begin<L, P, const N: usize>(variables: P) -> (L, L::Private)
where
    L: Exclusion<Shape = Inline<N>>,
    P: Variables<L::Private>,
{
    let lock = L::new(Inline);
    let mut private = lock.private();
    variables.give(&mut private);
    (lock, private)
}

/// From the remainder through the doorway; if no ticket is left, back to the remainder.
///
/// Returns whether a ticket was taken.
pub fn doorway<L, M, V, const N: usize>(
    start: Start<M::Variables>,
    values: V,
    code: impl FnOnce(&L, usize, &mut L::Private) -> bool,
) -> bool
where
    L: InStep<M, V, N>,
    M: Phases<N>,
    M::Variables: Variables<L::Private>,
    V: Script,
{
    let Start { p, k, variables } = start;
    let (lock, mut private) = begin::<L, _, N>(variables);
    let mut machine = M::new(k);
    machine.step(p, 0); // leaves its remainder
    let mut driver = Driver { machine, p, values };
    let taken = run(&mut driver, || code(&lock, p, &mut private));
    if taken {
        let region = driver.machine.region(p);
        let through = region != Region::Doorway && region != Region::Remainder;
        assert!(through, "the doorway ends where the model's does");
        assert!(
            driver.machine.ticket(p) == M::Variables::of(&private).ticket(),
            "the ticket is the model's"
        );
    } else {
        run(&mut driver, || lock.exit(p));
        assert!(
            driver.machine.region(p) == Region::Remainder,
            "in the remainder"
        );
    }
    taken
}

/// From the end of the doorway into the waiting room.
pub fn announce<L, M, V, const N: usize>(
    start: Start<M::Variables>,
    values: V,
    code: impl FnOnce(&L, usize, &mut L::Private) -> bool,
) where
    L: InStep<M, V, N>,
    M: Phases<N>,
    M::Variables: Variables<L::Private>,
    V: Script,
{
    let Start { p, k, variables } = start;
    let (lock, mut private) = begin::<L, _, N>(variables);
    let machine = M::at_announce(p, k, variables);
    let mut driver = Driver { machine, p, values };
    run(&mut driver, || code(&lock, p, &mut private));
    assert!(
        driver.machine.variables(p) == Variables::of(&private),
        "the variables are the model's"
    );
}

/// One poll. Returns whether the process may enter.
pub fn scan<L, M, V, const N: usize>(
    start: Start<M::Variables>,
    values: V,
    code: impl FnOnce(&L, usize, usize, &mut L::Private) -> bool,
) -> bool
where
    L: InStep<M, V, N>,
    M: Phases<N>,
    M::Variables: Variables<L::Private>,
    V: Script,
{
    let Start { p, k, variables } = start;
    let (lock, mut private) = begin::<L, _, N>(variables);
    let machine = M::at_scan(p, k, variables);
    let mut driver = Driver { machine, p, values };
    let may_enter = run(&mut driver, || code(&lock, p, k, &mut private));
    let machine = &driver.machine;
    assert!(
        machine.is_let_in(p) == may_enter,
        "the answer is the model's"
    );
    assert!(
        may_enter || machine.variables(p) == Variables::of(&private),
        "the variables are the model's"
    );
    assert!(may_enter || machine.may_cancel(p), "between two polls");
    may_enter
}

/// From the end of the waiting room into the critical section.
pub fn enter<L, M, V, const N: usize>(
    start: Start<M::Variables>,
    values: V,
    code: impl FnOnce(&L, usize, &mut L::Private) -> bool,
) where
    L: InStep<M, V, N>,
    M: Phases<N>,
    M::Variables: Variables<L::Private>,
    V: Script,
{
    let Start { p, k, variables } = start;
    let (lock, mut private) = begin::<L, _, N>(variables);
    let machine = M::at_enter(p, k, variables);
    let mut driver = Driver { machine, p, values };
    run(&mut driver, || code(&lock, p, &mut private));
    assert!(driver.machine.region(p) == Region::Critical, "inside");
}

/// From the critical section, or by cancelling between two polls, to the remainder.
///
/// Returns whether the process cancelled.
pub fn exit<L, M, V, const N: usize>(
    start: Start<M::Variables>,
    cancels: bool,
    values: V,
    code: impl FnOnce(&L, usize),
) -> bool
where
    L: InStep<M, V, N>,
    M: Phases<N>,
    V: Script,
{
    let Start { p, k, variables } = start;
    let lock = L::new(Inline);
    let mut machine = M::at_scan(p, k, variables);
    let cancels = cancels && machine.may_cancel(p);
    if cancels {
        machine.cancel(p);
    } else {
        machine = M::inside(p, k, variables);
        machine.step(p, 0); // leaves its critical section
    }
    let mut driver = Driver { machine, p, values };
    run(&mut driver, || code(&lock, p));
    assert!(
        driver.machine.region(p) == Region::Remainder,
        "in the remainder"
    );
    cancels
}
