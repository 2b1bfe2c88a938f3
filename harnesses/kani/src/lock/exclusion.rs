//! `unsafe impl Exclusion` promises at most k holders.
//!
//! Checked for two processes, in every order of 6 of their phases.
//!
//! With the feature `full` it is every order of 7 phases. A phase is not one access: that the
//! promise holds access by access is explored on the models, and that the code makes their accesses
//! is the correspondence.

use core::marker::PhantomData;
use doorway::exclusion::{Algorithm, KExclusion};
use doorway::kfcfs;
use doorway::memory::{Fenced, Memory};
use doorway::phases::Exclusion;
use doorway::shape::{Inline, Shape};
#[cfg(feature = "full")]
use doorway::{bakery, fife, safe_fife};
use doorway_core::ticket::Exhausted;

/// Where a process is: its last phase.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Remainder,
    Doorway,
    Waiting,
    Inside,
    Entered,
}

/// Runs the next phase of `me`; in the waiting room it may also cancel.
fn advance<L: Exclusion>(lock: &L, me: usize, private: &mut L::Private, at: &mut At) {
    *at = match *at {
        At::Remainder => match lock.doorway(me, private) {
            Ok(()) => At::Doorway,
            Err(_) => unreachable!(),
        },
        At::Doorway => {
            lock.announce(me, private);
            At::Waiting
        }
        At::Waiting if kani::any() => {
            if lock.scan(me, 1, private) {
                At::Inside
            } else {
                At::Waiting
            }
        }
        At::Inside => {
            lock.enter(me, private);
            At::Entered
        }
        At::Waiting | At::Entered => {
            lock.exit(me);
            At::Remainder
        }
    }
}

fn is_inside(at: At) -> bool {
    matches!(at, At::Inside | At::Entered)
}

/// Of two processes that run `STEPS` phases in any order, at most one is inside.
fn lets_one_in<L: Exclusion<Shape = Inline<2>>, const STEPS: usize>() {
    let lock = L::new(Inline);
    let (mut mine, mut yours) = (lock.private(), lock.private());
    let (mut me, mut you) = (At::Remainder, At::Remainder);
    for _ in 0..STEPS {
        if kani::any() {
            advance(&lock, 0, &mut mine, &mut me);
        } else {
            let waiting = you == At::Waiting;
            advance(&lock, 1, &mut yours, &mut you);
            kani::cover!(waiting && you == At::Waiting && is_inside(me));
        }
        assert!(!(is_inside(me) && is_inside(you)));
    }
    kani::cover!(is_inside(you) && me == At::Waiting);
    kani::cover!(is_inside(me) && you == At::Waiting);
}

/// The number of phases: enough for both processes to reach the critical section, if the lock let them.
///
/// With `full`, one more.
const STEPS: usize = if cfg!(feature = "full") { 7 } else { 6 };

#[cfg(feature = "full")]
#[kani::proof]
#[kani::unwind(10)]
fn excluded_bakery() {
    lets_one_in::<bakery::Registers<Inline<2>, Fenced>, STEPS>();
}

#[kani::proof]
#[kani::unwind(10)]
fn excluded_kfcfs() {
    lets_one_in::<kfcfs::Registers<Inline<2>, Fenced>, STEPS>();
}

#[cfg(feature = "full")]
#[kani::proof]
#[kani::unwind(10)]
fn excluded_fife() {
    lets_one_in::<fife::Registers<Inline<2>, Fenced>, STEPS>();
}

#[cfg(feature = "full")]
#[kani::proof]
#[kani::unwind(10)]
fn excluded_safe_fife() {
    lets_one_in::<safe_fife::Registers<Inline<2>, Fenced>, STEPS>();
}

/// A lock without registers that admits every process.
///
/// For harnesses of what surrounds a lock. For a property that relies on exclusion it is a mutant.
pub(super) struct Idle<M = Fenced>(PhantomData<M>);

impl<M: Memory> Algorithm for Idle<M> {
    type Registers<S: Shape> = Nothing<S, M>;
    type Memory = M;
    const NAME: &'static str = "idle";
}

impl<M: Memory> KExclusion for Idle<M> {}

/// The registers of [`Idle`]: a number of slots and nothing else.
pub(super) struct Nothing<S: Shape, M>(S::Array<()>, PhantomData<M>);

// SAFETY: none. Only mutants use it where exclusion matters.
unsafe impl<S: Shape, M: Memory> Exclusion for Nothing<S, M> {
    type Shape = S;
    type Memory = M;
    type Private = ();

    fn new(shape: S) -> Self {
        Nothing(shape.array(|_| ()), PhantomData)
    }
    fn slots(&self) -> usize {
        self.0.as_ref().len()
    }
    fn private(&self) {}
    fn doorway(&self, _: usize, (): &mut ()) -> Result<(), Exhausted> {
        Ok(())
    }
    fn announce(&self, _: usize, (): &mut ()) -> bool {
        false
    }
    fn scan(&self, _: usize, _: usize, (): &mut ()) -> bool {
        true
    }
    fn enter(&self, _: usize, (): &mut ()) -> bool {
        false
    }
    fn exit(&self, _: usize) {}
}

mod mutants {
    use super::*;

    mod excluded {
        use super::*;

        /// A lock without exclusion.
        #[kani::proof]
        #[kani::unwind(10)]
        #[kani::should_panic]
        fn no_process() {
            lets_one_in::<Nothing<Inline<2>, Fenced>, STEPS>();
        }
    }
}
