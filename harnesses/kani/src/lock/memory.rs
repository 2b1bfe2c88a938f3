//! Registers and flags: the promises of `Memory` and `AtomicMemory`, as far as one thread can check.

use super::ANYWHERE;
use core::sync::atomic::{AtomicU32, AtomicU64};
use doorway::memory::{
    AtomicFlag, ConstRegister, FenceId, Fenced, Flag, Halves, Memory, Register, SeqCst,
};
use doorway_core::ticket::{Ticket, INFINITY};

/// A value that locks store: up to the limit, or ∞. See `cores::ticket::taken`.
fn any_ticket<R: Register>() -> Ticket {
    kani::any_where(|&ticket| ticket <= R::LIMIT || ticket == INFINITY)
}

/// A load that overlaps no store returns the value stored last; the limit is not ∞.
fn holds_what_was_stored<R: ConstRegister>() {
    let (first, second) = (any_ticket::<R>(), any_ticket::<R>());
    let register = R::new(ANYWHERE, first);
    assert!(register.load() == first);
    register.store(second);
    assert!(register.load() == second);
    assert!(register.load() == second);
    assert!(R::ZERO.load() == 0 && R::INFINITY.load() == INFINITY);
    assert!(R::LIMIT < INFINITY);
    kani::cover!(second == R::LIMIT);
    kani::cover!(second == INFINITY && first < R::LIMIT);
    kani::cover!(first == INFINITY && second == 0);
}

/// Checks the registers of `M`, after a fence.
fn of<M: Memory>()
where
    M::Register: ConstRegister,
{
    M::fence(FenceId::Doorway);
    holds_what_was_stored::<M::Register>();
}

#[kani::proof]
fn stored_fenced_64() {
    of::<Fenced<AtomicU64>>();
}

#[kani::proof]
fn stored_fenced_32() {
    of::<Fenced<AtomicU32>>();
}

#[kani::proof]
fn stored_seq_cst_64() {
    of::<SeqCst<AtomicU64>>();
}

#[kani::proof]
fn stored_seq_cst_32() {
    of::<SeqCst<AtomicU32>>();
}

#[kani::proof]
fn stored_halves_of_32() {
    of::<Halves<Fenced<AtomicU32>>>();
}

#[kani::proof]
fn stored_halves_of_64() {
    of::<Halves<SeqCst<AtomicU64>>>();
}

/// A flag is up if it was set last; only one `raise` succeeds until the flag is cleared.
fn is_raised_once<F: Flag>() {
    let flag = F::new();
    assert!(!flag.is_up());
    let mut up = false;
    for _ in 0..3 {
        match kani::any() {
            None => {
                assert!(flag.raise() != up);
                kani::cover!(up);
                kani::cover!(!up);
                up = true;
            }
            Some(to) => {
                flag.set(to);
                up = to;
            }
        }
        assert!(flag.is_up() == up);
    }
    kani::cover!(!up);
}

#[kani::proof]
#[kani::unwind(5)]
fn raised() {
    is_raised_once::<AtomicFlag>();
}

pub(super) mod mutants {
    use super::*;
    use doorway::memory::{AtomicMemory, Place};

    mod stored {
        use super::*;

        /// A narrow register that cuts off what it cannot hold.
        struct Cut(AtomicU32);

        impl Register for Cut {
            const LIMIT: Ticket = u32::MAX as Ticket - 1;
            fn new(_: Place, value: Ticket) -> Self {
                Cut(AtomicU32::new(value as u32))
            }
            fn load(&self) -> Ticket {
                self.0.load(core::sync::atomic::Ordering::Acquire).into()
            }
            fn store(&self, value: Ticket) {
                self.0
                    .store(value as u32, core::sync::atomic::Ordering::Release);
            }
        }

        impl ConstRegister for Cut {
            const ZERO: Self = Cut(AtomicU32::new(0));
            const INFINITY: Self = Cut(AtomicU32::new(u32::MAX));
        }

        /// ∞ comes back as a ticket.
        #[kani::proof]
        #[kani::should_panic]
        fn cut_off() {
            holds_what_was_stored::<Cut>();
        }
    }

    mod raised {
        use super::*;

        /// See [`Shared`].
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn by_two() {
            is_raised_once::<Shared>();
        }
    }

    /// A flag whose `raise` always succeeds.
    pub(crate) struct Shared(AtomicFlag);

    impl Flag for Shared {
        fn new() -> Self {
            Shared(Flag::new())
        }
        fn is_up(&self) -> bool {
            self.0.is_up()
        }
        fn set(&self, up: bool) {
            self.0.set(up);
        }
        fn raise(&self) -> bool {
            self.0.set(true);
            true
        }
    }

    /// A memory with such flags.
    pub(crate) struct SharedFlags;

    // SAFETY: none. This is a mutant, and no lock on it guards a value.
    unsafe impl Memory for SharedFlags {
        type Register = <Fenced<AtomicU64> as Memory>::Register;
        type Flag = Shared;
        fn fence(_: FenceId) {}
    }

    // SAFETY: as above.
    unsafe impl AtomicMemory for SharedFlags {}
}
