//! A memory in lock step with a model: every access of the code is compared with the model's next one.
//!
//! Both get the same loaded value.

use doorway::memory::{AtomicFlag, AtomicMemory, FenceId, Memory, Place, Register};
use doorway_proofs::machine::{Access, Kind, Machine};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ptr;

/// The source of the values that loads return.
pub trait Script {
    /// The next value.
    fn value(&mut self) -> u64;
}

/// The model that runs in lock step with the code, as process p.
#[derive(Debug)]
pub struct Driver<M, V> {
    /// The model.
    pub machine: M,
    /// The process that runs.
    pub p: usize,
    /// The values its loads return.
    pub values: V,
}

impl<M: Machine, V: Script> Driver<M, V> {
    /// Compares an access of the code to `place` with the model's next access, and makes both.
    fn access(&mut self, place: Place, kind: Kind) -> u64 {
        let made = Access {
            kind,
            array: place.array,
            writer: place.writer,
            home: place.home,
            copy: place.copy,
        };
        let expected = self.machine.next(self.p);
        #[cfg(not(kani))] // formatting is expensive for Kani
        assert_eq!(
            Some(made),
            expected,
            "the code does what the model does at line {}",
            self.machine.line(self.p)
        );
        assert!(Some(made) == expected, "the code does what the model does");
        let value = match kind {
            Kind::Load => self.values.value(),
            _ => 0,
        };
        self.machine.step(self.p, value);
        value
    }
}

thread_local! {
    /// The driver that [`run`] has set, of any type.
    static DRIVER: Cell<*mut ()> = const { Cell::new(ptr::null_mut()) };
}

/// Runs `code` in lock step with the driver's model.
///
/// Its registers must be of [`Lockstep`] of the same types.
pub fn run<M: Machine, V: Script, R>(driver: &mut Driver<M, V>, code: impl FnOnce() -> R) -> R {
    DRIVER.set(ptr::from_mut(driver).cast());
    let done = code();
    DRIVER.set(ptr::null_mut());
    done
}

/// The memory in lock step with the model `M`.
pub struct Lockstep<M, V>(PhantomData<(M, V)>);

impl<M, V> fmt::Debug for Lockstep<M, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lockstep")
    }
}

// SAFETY: none is needed: no lock on it guards a value.
unsafe impl<M: Machine, V: Script> Memory for Lockstep<M, V> {
    type Register = LockstepRegister<M, V>;
    type Flag = AtomicFlag;

    fn fence(_: FenceId) {}
}

// SAFETY: as above.
unsafe impl<M: Machine, V: Script> AtomicMemory for Lockstep<M, V> {}

/// A register of [`Lockstep`].
pub struct LockstepRegister<M, V>(Place, PhantomData<(M, V)>);

impl<M, V> fmt::Debug for LockstepRegister<M, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LockstepRegister").field(&self.0).finish()
    }
}

// SAFETY: it holds nothing but its place.
unsafe impl<M, V> Sync for LockstepRegister<M, V> {}
// SAFETY: as above.
unsafe impl<M, V> Send for LockstepRegister<M, V> {}

fn tell<M: Machine, V: Script>(place: Place, kind: Kind) -> u64 {
    let driver = DRIVER.get().cast::<Driver<M, V>>();
    assert!(!driver.is_null(), "an access outside `run`");
    // SAFETY: `run` has set it, on this thread, to a driver that it borrows for as long as the code
    // runs. The driver is of these types, because the harnesses use only registers of the driver's
    // own `Lockstep`.
    unsafe { (*driver).access(place, kind) }
}

impl<M: Machine, V: Script> Register for LockstepRegister<M, V> {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(place: Place, _: u64) -> Self {
        LockstepRegister(place, PhantomData)
    }

    fn load(&self) -> u64 {
        tell::<M, V>(self.0, Kind::Load)
    }

    fn store(&self, value: u64) {
        tell::<M, V>(self.0, Kind::Store(value));
    }
}
