//! 64-bit registers made of two 32-bit registers.

use super::{AtomicMemory, ConstRegister, FenceId, Fenced, Memory, Place, Register};
use core::marker::PhantomData;
use core::sync::atomic::AtomicU32;
use doorway_core::halves::{join, split};
use doorway_core::ticket::{Ticket, INFINITY};

/// Registers made of two registers of `M`, a 32-bit half in each.
///
/// A read that overlaps a write can be torn, so this memory is only for a lock on safe registers,
/// such as [`SafeFife`](crate::SafeFife). There is no data race in Rust's sense, as the halves are
/// atomics. `doorway_core::halves` says why they are written low half first and read high half
/// first.
#[derive(Debug)]
pub struct Halves<M = Fenced<AtomicU32>>(PhantomData<M>);

// SAFETY: a load that overlaps no store loads two halves that no store overlaps. Fences are those
// of `M`.
#[allow(unsafe_code)]
unsafe impl<M: AtomicMemory> Memory for Halves<M> {
    type Register = HalvesRegister<M::Register>;
    type Flag = M::Flag;

    #[inline]
    fn fence(id: FenceId) {
        M::fence(id);
    }
}

/// A register of [`Halves`].
#[derive(Debug)]
pub struct HalvesRegister<R> {
    low: R,
    high: R,
}

/// The half in `word`. A 32-bit register reports its largest word as ∞; as a half it is a word like
/// any other.
fn half(word: Ticket) -> u32 {
    split(word).0
}

impl<R: Register> Register for HalvesRegister<R> {
    const LIMIT: Ticket = INFINITY - 1;

    fn new(place: Place, value: Ticket) -> Self {
        let (low, high) = split(value);
        HalvesRegister {
            low: R::new(place, low.into()),
            high: R::new(place, high.into()),
        }
    }
    #[inline]
    fn load(&self) -> Ticket {
        let high = half(self.high.load());
        let low = half(self.low.load());
        join(low, high)
    }
    #[inline]
    fn store(&self, value: Ticket) {
        let (low, high) = split(value);
        self.low.store(low.into());
        self.high.store(high.into());
    }
}

impl<R: ConstRegister> ConstRegister for HalvesRegister<R> {
    const ZERO: Self = HalvesRegister {
        low: R::ZERO,
        high: R::ZERO,
    };
    const INFINITY: Self = HalvesRegister {
        low: R::INFINITY,
        high: R::INFINITY,
    };
}
