//! Registers that are the processor's atomics.

use super::{AtomicMemory, ConstRegister, FenceId, Flag, Memory, Place, Register};
use crate::shape::ConstNew;
use core::fmt;
use core::marker::PhantomData;
#[cfg(target_has_atomic = "64")]
use core::sync::atomic::AtomicU64;
use core::sync::atomic::{fence, AtomicBool, AtomicU16, AtomicU32, AtomicU8, Ordering};
use doorway_core::ticket::{Ticket, INFINITY};

/// An atomic word for tickets: `AtomicU64` where the target has it, `AtomicU32`, `AtomicU16` or
/// `AtomicU8`.
///
/// 16 and 8 bits are for the locks with bounded tickets, such as [`BlackWhite`](crate::BlackWhite).
pub trait Atomic: fmt::Debug + sealed::Sealed {
    /// The largest ticket that the word can hold.
    const LIMIT: Ticket;
    /// A word that holds 0.
    const ZERO: Self;
    /// A word that holds ∞, which is its largest value.
    const INFINITY: Self;
    /// Creates a word that holds `value`.
    fn new(value: Ticket) -> Self;
    /// Loads the word.
    fn load(&self, order: Ordering) -> Ticket;
    /// Stores `value` in the word.
    fn store(&self, value: Ticket, order: Ordering);
}

#[cfg(target_has_atomic = "64")]
impl Atomic for AtomicU64 {
    const LIMIT: Ticket = INFINITY - 1;
    #[allow(clippy::declare_interior_mutable_const)] // each use is a new word, as intended
    const ZERO: Self = AtomicU64::new(0);
    #[allow(clippy::declare_interior_mutable_const)]
    const INFINITY: Self = AtomicU64::new(INFINITY);

    fn new(value: Ticket) -> Self {
        AtomicU64::new(value)
    }
    #[inline]
    fn load(&self, order: Ordering) -> Ticket {
        self.load(order)
    }
    #[inline]
    fn store(&self, value: Ticket, order: Ordering) {
        self.store(value, order);
    }
}

mod sealed {
    pub trait Sealed {}
    #[cfg(target_has_atomic = "64")]
    impl Sealed for core::sync::atomic::AtomicU64 {}
    impl Sealed for core::sync::atomic::AtomicU32 {}
    impl Sealed for core::sync::atomic::AtomicU16 {}
    impl Sealed for core::sync::atomic::AtomicU8 {}
}

/// Implements [`Atomic`] for narrower words. Tickets above the limit are never written, and ∞ is
/// stored as the largest word.
macro_rules! narrow {
    ($($atomic:ident, $word:ty;)*) => {$(
        impl Atomic for $atomic {
            const LIMIT: Ticket = <$word>::MAX as Ticket - 1;
            #[allow(clippy::declare_interior_mutable_const)]
            const ZERO: Self = $atomic::new(0);
            #[allow(clippy::declare_interior_mutable_const)]
            const INFINITY: Self = $atomic::new(<$word>::MAX);

            fn new(value: Ticket) -> Self {
                $atomic::new(<$word>::try_from(value).unwrap_or(<$word>::MAX))
            }
            #[inline]
            fn load(&self, order: Ordering) -> Ticket {
                match self.load(order) {
                    <$word>::MAX => INFINITY,
                    word => Ticket::from(word),
                }
            }
            #[inline]
            fn store(&self, value: Ticket, order: Ordering) {
                self.store(<$word>::try_from(value).unwrap_or(<$word>::MAX), order);
            }
        }
    )*};
}
narrow! {
    AtomicU32, u32;
    AtomicU16, u16;
    AtomicU8, u8;
}

/// The widest atomic word of the target: 64 bits here.
///
/// On some 32-bit targets, such as ARMv7, a 64-bit atomic store is a loop of exclusive loads and
/// stores. For loads and stores only, name `AtomicU32` there, as in `Fife<Fenced<AtomicU32>>`.
#[cfg(target_has_atomic = "64")]
pub type Native = AtomicU64;
/// The widest atomic word of the target: 32 bits here.
#[cfg(not(target_has_atomic = "64"))]
pub type Native = AtomicU32;

/// Release stores, Acquire loads, and a SeqCst fence where an algorithm has a fence. The default.
#[derive(Debug)]
pub struct Fenced<A = Native>(PhantomData<A>);

// SAFETY: atomics are atomic, Release and Acquire, and the fence is SeqCst.
#[allow(unsafe_code)]
unsafe impl<A: Atomic> Memory for Fenced<A> {
    type Register = FencedRegister<A>;
    type Flag = AtomicFlag;

    #[inline]
    fn fence(_: FenceId) {
        fence(Ordering::SeqCst);
    }
}

// SAFETY: atomics are atomic.
#[allow(unsafe_code)]
unsafe impl<A: Atomic> AtomicMemory for Fenced<A> {}

/// A register of [`Fenced`].
#[derive(Debug)]
pub struct FencedRegister<A>(A);

impl<A: Atomic> Register for FencedRegister<A> {
    const LIMIT: Ticket = A::LIMIT;

    fn new(_: Place, value: Ticket) -> Self {
        FencedRegister(A::new(value))
    }
    #[inline]
    fn load(&self) -> Ticket {
        self.0.load(Ordering::Acquire)
    }
    #[inline]
    fn store(&self, value: Ticket) {
        self.0.store(value, Ordering::Release);
    }
}

impl<A: Atomic> ConstRegister for FencedRegister<A> {
    const ZERO: Self = FencedRegister(A::ZERO);
    const INFINITY: Self = FencedRegister(A::INFINITY);
}

/// SeqCst loads and stores: more expensive than [`Fenced`], and sequentially consistent by
/// definition.
#[derive(Debug)]
pub struct SeqCst<A = Native>(PhantomData<A>);

// SAFETY: atomics are atomic, SeqCst is Release and Acquire, and among SeqCst accesses no fence is
// needed.
#[allow(unsafe_code)]
unsafe impl<A: Atomic> Memory for SeqCst<A> {
    type Register = SeqCstRegister<A>;
    type Flag = AtomicFlag;

    #[inline]
    fn fence(_: FenceId) {}
}

// SAFETY: atomics are atomic.
#[allow(unsafe_code)]
unsafe impl<A: Atomic> AtomicMemory for SeqCst<A> {}

/// A register of [`SeqCst`].
#[derive(Debug)]
pub struct SeqCstRegister<A>(A);

impl<A: Atomic> Register for SeqCstRegister<A> {
    const LIMIT: Ticket = A::LIMIT;

    fn new(_: Place, value: Ticket) -> Self {
        SeqCstRegister(A::new(value))
    }
    #[inline]
    fn load(&self) -> Ticket {
        self.0.load(Ordering::SeqCst)
    }
    #[inline]
    fn store(&self, value: Ticket) {
        self.0.store(value, Ordering::SeqCst);
    }
}

impl<A: Atomic> ConstRegister for SeqCstRegister<A> {
    const ZERO: Self = SeqCstRegister(A::ZERO);
    const INFINITY: Self = SeqCstRegister(A::INFINITY);
}

/// A flag of [`Fenced`] and [`SeqCst`].
#[derive(Debug, Default)]
pub struct AtomicFlag(AtomicBool);

impl Flag for AtomicFlag {
    fn new() -> Self {
        Self::NEW
    }

    #[inline]
    fn is_up(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    fn set(&self, up: bool) {
        self.0.store(up, Ordering::SeqCst);
    }

    #[cfg(target_has_atomic = "8")]
    fn raise(&self) -> bool {
        !self.is_up() && !self.0.swap(true, Ordering::SeqCst)
    }
}

impl ConstNew for AtomicFlag {
    const NEW: Self = AtomicFlag(AtomicBool::new(false));
}
