//! Mutants of `Fife`, to show that [`hammer`](crate::hammer) notices them.

use doorway::exclusion::{Algorithm, KExclusion};
use doorway::phases::Exclusion;
use doorway::shape::Shape;
use doorway::Fife;
use doorway_core::ticket::Exhausted;
use std::marker::PhantomData;

/// `Fife` with one permit more.
#[derive(Debug)]
pub struct OnePermitMore;

/// `Fife` with any number of permits.
#[derive(Debug)]
pub struct AnyPermits;

/// `Fife` with one permit less.
#[derive(Debug)]
pub struct OnePermitLess;

/// `Fife` without its exit.
#[derive(Debug)]
pub struct NoExit;

/// `Fife` with another k, or without its exit.
#[derive(Debug)]
pub struct Mutant<L, K>(L, PhantomData<K>);

/// How a mutant changes k.
pub trait ChangedK {
    /// Whether it has an exit protocol.
    const LEAVES: bool = true;
    /// The k it uses.
    fn changed(k: usize) -> usize;
}

impl ChangedK for OnePermitMore {
    fn changed(k: usize) -> usize {
        k + 1
    }
}

impl ChangedK for AnyPermits {
    fn changed(_: usize) -> usize {
        usize::MAX
    }
}

impl ChangedK for OnePermitLess {
    fn changed(k: usize) -> usize {
        k - 1
    }
}

impl ChangedK for NoExit {
    const LEAVES: bool = false;
    fn changed(k: usize) -> usize {
        k
    }
}

// SAFETY: none. No value is ever guarded by a mutant.
unsafe impl<L: Exclusion, K: ChangedK> Exclusion for Mutant<L, K> {
    type Shape = L::Shape;
    type Memory = L::Memory;
    type Private = L::Private;

    fn new(shape: L::Shape) -> Self {
        Mutant(L::new(shape), PhantomData)
    }
    fn slots(&self) -> usize {
        self.0.slots()
    }
    fn private(&self) -> L::Private {
        self.0.private()
    }
    fn doorway(&self, me: usize, private: &mut L::Private) -> Result<(), Exhausted> {
        self.0.doorway(me, private)
    }
    fn announce(&self, me: usize, private: &mut L::Private) -> bool {
        self.0.announce(me, private)
    }
    fn scan(&self, me: usize, k: usize, private: &mut L::Private) -> bool {
        self.0.scan(me, K::changed(k), private)
    }
    fn enter(&self, me: usize, private: &mut L::Private) -> bool {
        self.0.enter(me, private)
    }
    fn exit(&self, me: usize) {
        if K::LEAVES {
            self.0.exit(me);
        }
    }
}

macro_rules! mutant {
    ($($name:ident),*) => {$(
        impl Algorithm for $name {
            type Registers<S: Shape> = Mutant<<Fife as Algorithm>::Registers<S>, $name>;
            type Memory = <Fife as Algorithm>::Memory;
            const NAME: &'static str = stringify!($name);
        }
        impl KExclusion for $name {}
    )*};
}
mutant!(OnePermitMore, AnyPermits, OnePermitLess, NoExit);
