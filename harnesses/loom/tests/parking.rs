//! No wake-up is lost: loom panics when everybody sleeps.

use doorway::memory::{Array, Memory, Place, Register};
use doorway::shape::Inline;
use doorway::waiting::{Park, Wait};
use doorway::{AnySemaphore, KFcfs};
use doorway_loom::{Modelled, ModelledGong, NO_FIRST_FENCE};
use loom::sync::Arc;
use std::panic::{catch_unwind, AssertUnwindSafe};

type P = Park<ModelledGong>;

/// The protocol by itself: one waits for a register to be written, the other writes it and rings.
fn rung<M: Memory + 'static>()
where
    M::Register: Send + Sync,
    <P as Wait>::Bell<M>: Send + Sync,
{
    loom::model(|| {
        let place = Place {
            array: Array::Ticket,
            writer: 1,
            home: 0,
            copy: 0,
        };
        let shared = Arc::new((M::Register::new(place, 0), P::bell::<M>()));
        let ringer = shared.clone();
        let ringer = loom::thread::spawn(move || {
            let (register, bell) = &*ringer;
            register.store(1);
            M::fence();
            P::ring(bell);
        });
        let (register, bell) = &*shared;
        let mut pace = Default::default();
        while register.load() == 0 {
            P::pause(bell, &mut pace, None);
        }
        P::rise(bell, pace);
        ringer.join().unwrap();
    });
}

#[test]
fn a_ring_is_heard() {
    rung::<Modelled>();
}

#[test]
fn without_fences_it_is_not() {
    assert!(catch_unwind(AssertUnwindSafe(rung::<Modelled<NO_FIRST_FENCE>>)).is_err());
}

/// Two threads through a semaphore, each once, with at most 3 preemptions.
fn through<M: doorway::memory::AtomicMemory + 'static>()
where
    AnySemaphore<Inline<2>, KFcfs<M>, P>: Send + Sync,
{
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let lock = AnySemaphore::<_, KFcfs<M>, P>::with_shape(Inline::<2>, 1).unwrap();
        let lock = Arc::new(lock);
        let other = lock.clone();
        let other = loom::thread::spawn(move || drop(other.slot(1).unwrap().acquire()));
        drop(lock.slot(0).unwrap().acquire());
        other.join().unwrap();
    });
}

#[test]
fn everybody_gets_through() {
    through::<Modelled>();
}
