//! The shipped code is the machine: whatever its loads return, it makes the machine's accesses, in the machine's order, with the machine's values.
//!
//! A passage is cut at the phases: from *any* private variables that a process can have at the beginning of a phase, code and machine agree to its end, and end with the
//! same private variables. So they agree through a whole passage, with as many looks as it takes, and through giving up.
//!
//! The phases are ordinary functions, over a [`Script`] of what the loads return: Kani takes every script (`proofs`), `cargo test` random ones (`tests/correspondence.rs`).

mod local;
mod on_a_set;
#[cfg(kani)]
mod proofs;

pub use doorway_memories::{Lockstep, Script};
pub use local::{Colouring, Local, Looping, Variables, Waiting};
pub use on_a_set::Looking;

use doorway::phases::Exclusion;
use doorway::shape::Inline;
use doorway_memories::{run, Driver};
use doorway_proofs::machine::Region;

/// A lock with N slots, in lock step with the machine `M`.
pub trait InStep<M, V, const N: usize>: Exclusion<Shape = Inline<N>> {}

impl<M, V, L, const N: usize> InStep<M, V, N> for L where
    L: Exclusion<Shape = Inline<N>, Memory = Lockstep<M, V>>
{
}

/// Where a phase starts: any process, with any variables.
#[derive(Clone, Copy, Debug)]
pub struct Start<P> {
    /// Who.
    pub p: usize,
    /// How many may be inside.
    pub k: usize,
    /// The private variables.
    pub variables: P,
}

/// The lock, and its process's private variables.
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

/// From the remainder through the doorway; if there is no ticket left, out again. True if there was one.
pub fn doorway<L, M, V, const N: usize>(
    start: Start<M::Variables>,
    values: V,
    code: impl FnOnce(&L, usize, &mut L::Private) -> bool,
) -> bool
where
    L: InStep<M, V, N>,
    M: Local<N>,
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
        assert!(through, "the doorway ends where the machine's does");
        assert!(
            driver.machine.ticket(p) == M::Variables::of(&private).ticket(),
            "the ticket is the machine's"
        );
    } else {
        run(&mut driver, || lock.exit(p));
        assert!(driver.machine.region(p) == Region::Remainder, "out again");
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
    M: Local<N>,
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
        "the variables are the machine's"
    );
}

/// One look. Returns whether it may enter.
pub fn scan<L, M, V, const N: usize>(
    start: Start<M::Variables>,
    values: V,
    code: impl FnOnce(&L, usize, usize, &mut L::Private) -> bool,
) -> bool
where
    L: InStep<M, V, N>,
    M: Local<N>,
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
        "the answer is the machine's"
    );
    assert!(
        may_enter || machine.variables(p) == Variables::of(&private),
        "the variables are the machine's"
    );
    assert!(may_enter || machine.may_withdraw(p), "between two looks");
    may_enter
}

/// From the end of waiting into the critical section.
pub fn enter<L, M, V, const N: usize>(
    start: Start<M::Variables>,
    values: V,
    code: impl FnOnce(&L, usize, &mut L::Private) -> bool,
) where
    L: InStep<M, V, N>,
    M: Local<N>,
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

/// From the critical section, or from between two looks by giving up, to the remainder. True if it gave up.
pub fn exit<L, M, V, const N: usize>(
    start: Start<M::Variables>,
    withdraws: bool,
    values: V,
    code: impl FnOnce(&L, usize),
) -> bool
where
    L: InStep<M, V, N>,
    M: Local<N>,
    V: Script,
{
    let Start { p, k, variables } = start;
    let lock = L::new(Inline);
    let mut machine = M::at_scan(p, k, variables);
    let withdraws = withdraws && machine.may_withdraw(p);
    if withdraws {
        machine.withdraw(p);
    } else {
        machine = M::inside(p, k, variables);
        machine.step(p, 0); // leaves its critical section
    }
    let mut driver = Driver { machine, p, values };
    run(&mut driver, || code(&lock, p));
    assert!(driver.machine.region(p) == Region::Remainder, "out");
    withdraws
}
