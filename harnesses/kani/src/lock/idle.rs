//! A lock without registers that lets everybody in. For what is around a lock; and, for what relies on its exclusion, a mutant.

use core::marker::PhantomData;
use doorway::exclusion::{Algorithm, KExclusion};
use doorway::memory::{Fenced, Memory};
use doorway::phases::Exclusion;
use doorway::shape::Shape;
use doorway_core::ticket::Exhausted;

/// See the [module](self).
pub(super) struct Idle<M = Fenced>(PhantomData<M>);

impl<M: Memory> Algorithm for Idle<M> {
    type Registers<S: Shape> = Nothing<S, M>;
    type Memory = M;
    const NAME: &'static str = "idle";
}

impl<M: Memory> KExclusion for Idle<M> {}

/// Only as many slots as it is asked for.
pub(super) struct Nothing<S: Shape, M>(S::Array<()>, PhantomData<M>);

// SAFETY: none. It is never used where its exclusion counts, but by mutants.
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
