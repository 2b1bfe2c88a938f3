//! Which line comes next: the loops of the program. Named as in `proof/program.rs`.

use super::{Line, Passage};
#[cfg(creusot)]
use crate::bounded::proof::{
    executed::{alike_11a, slot_of},
    program::{self, Local},
};
use crate::machine::Slot;
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::predecessors::{next_other, remove, size};

// The names say from which line of the figure on.
#[allow(clippy::wrong_self_convention)]
impl<const N: usize> Passage<N> {
    /// Line 1 from i on.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_1(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_1(self, slot: Slot, i: usize) -> Self {
        if i < slot.n {
            self.goto(Line::L1, i)
        } else {
            self.from_2(slot, next_other(0, slot.p))
        }
    }

    /// Line 2 from i on.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_2(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_2(self, slot: Slot, i: usize) -> Self {
        if i < slot.n {
            self.goto(Line::L2, i)
        } else {
            self.goto(Line::L3, 0)
        }
    }

    /// The latch is reset from i on.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_reset(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_reset(self, slot: Slot, i: usize) -> Self {
        if i < slot.n {
            self.goto(Line::Reset, i)
        } else {
            self.from_4(slot, next_other(0, slot.p))
        }
    }

    /// Line 4 from i on.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_4(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_4(self, slot: Slot, i: usize) -> Self {
        if i < slot.n {
            self.goto(Line::L4, i)
        } else {
            self.goto(Line::L5, 0)
        }
    }

    /// Line 7 from i on.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_7(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_7(self, slot: Slot, i: usize) -> Self {
        if i < slot.n {
            self.goto(Line::L7, i)
        } else {
            self.from_8(slot, next_other(0, slot.p))
        }
    }

    /// Line 14 from i on.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_14(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_14(self, slot: Slot, i: usize) -> Self {
        if i < slot.n {
            self.goto(Line::L14a, i)
        } else {
            self.from_latch(slot, next_other(0, slot.p))
        }
    }

    /// The latch is set from i on.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_latch(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_latch(self, slot: Slot, i: usize) -> Self {
        if i < slot.n {
            self.goto(Line::Latch, i)
        } else {
            self.from_15(slot, next_other(0, slot.p))
        }
    }

    /// Line 15 from i on.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_15(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_15(self, slot: Slot, i: usize) -> Self {
        if i < slot.n {
            self.goto(Line::L15, i)
        } else {
            self.goto(Line::Remainder, 0)
        }
    }

    /// Line 8 from i on, then lines 9 and 10.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_8(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_8(self, slot: Slot, i: usize) -> Self {
        if i < slot.n {
            return self.goto(Line::L8, i);
        }
        let it = Passage {
            precede: self.order,
            ..self
        };
        if size(&it.precede) < slot.k {
            it.from_12(slot, 0)
        } else {
            it.from_11a(slot, 0)
        }
    }

    /// Line 11(a) from `i` on, for the members of `precede`; then the head of the loop, or line 11(b).
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_11a(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_11a(self, slot: Slot, i: usize) -> Self {
        let mut j = i;
        #[cfg_attr(creusot, variant(N@ - j@))]
        #[cfg_attr(creusot, invariant(program::from_11a(slot_of(slot), self.local(), j@)
            == program::from_11a(slot_of(slot), self.local(), i@)))]
        while j < slot.n {
            if self.precede[j] {
                return self.goto(Line::L11Compete, j);
            }
            j += 1;
        }
        if size(&self.precede) < slot.k {
            self.from_12(slot, 0)
        } else {
            self.goto(Line::L11bFirst, next_other(0, slot.p))
        }
    }

    /// `precede.delete(i)`, and line 11(a) for the next.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_in_range(slot)))]
    #[cfg_attr(creusot, ensures(result.local().is_like(slot_of(slot), program::deletes(slot_of(slot), self.local()))))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn deletes(self, slot: Slot) -> Self {
        let mut it = self;
        remove(&mut it.precede, self.i);
        #[cfg(creusot)]
        let _ = snapshot!({
            let precede = self.local().precede.set(self.i@, false);
            alike_11a(slot_of(slot), it.local(), Local { precede, ..self.local() }, self.i@ + 1)
        });
        it.from_11a(slot, self.i + 1)
    }

    /// Line 12 from `i` on: for the members of `order`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(slot.n == N && slot.p@ < N@ && N@ < usize::MAX@))]
    #[cfg_attr(creusot, ensures(result.local() == program::from_12(slot_of(slot), self.local(), i@)))]
    #[cfg_attr(creusot, ensures(N@ > 1 ==> result.is_in_range(slot)))]
    pub(super) fn from_12(self, slot: Slot, i: usize) -> Self {
        let mut j = i;
        #[cfg_attr(creusot, variant(N@ - j@))]
        #[cfg_attr(creusot, invariant(program::from_12(slot_of(slot), self.local(), j@)
            == program::from_12(slot_of(slot), self.local(), i@)))]
        while j < slot.n {
            if self.order[j] {
                return self.goto(Line::L12, j);
            }
            j += 1;
        }
        self.goto(Line::Critical, 0)
    }
}
