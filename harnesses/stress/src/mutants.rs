//! Locks that are wrong, to show that the hammer notices.

use doorway::exclusion::{Algorithm, KExclusion};
use doorway::phases::Exclusion;
use doorway::shape::Shape;
use doorway::Fife;
use doorway_core::ticket::Exhausted;
use std::marker::PhantomData;

/// `Fife` that lets one too many in.
#[derive(Debug)]
pub struct Generous;

/// `Fife` that lets everybody in.
#[derive(Debug)]
pub struct Open;

/// `Fife` that lets one too few in.
#[derive(Debug)]
pub struct Mean;

/// `Fife` that nobody leaves.
#[derive(Debug)]
pub struct Stays;

/// `Fife` with another k, or without its exit.
#[derive(Debug)]
pub struct Mutant<L, K>(L, PhantomData<K>);

/// How a mutant bends k.
pub trait Bend {
    /// Whether it has an exit protocol.
    const LEAVES: bool = true;
    /// The k it uses.
    fn bend(k: usize) -> usize;
}

impl Bend for Generous {
    fn bend(k: usize) -> usize {
        k + 1
    }
}

impl Bend for Open {
    fn bend(_: usize) -> usize {
        usize::MAX
    }
}

impl Bend for Mean {
    fn bend(k: usize) -> usize {
        k - 1
    }
}

impl Bend for Stays {
    const LEAVES: bool = false;
    fn bend(k: usize) -> usize {
        k
    }
}

// SAFETY: it is a lie. No value is ever guarded by a mutant.
unsafe impl<L: Exclusion, K: Bend> Exclusion for Mutant<L, K> {
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
        self.0.scan(me, K::bend(k), private)
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
mutant!(Generous, Open, Mean, Stays);
