//! Sets of at most 64 processes, as bits.

#[cfg(creusot)]
use crate::logic::{
    count::count,
    prelude::*,
    set::{is_in, members},
};
use crate::ticket::Id;

/// A set of processes, as bits.
pub type Set = u64;

/// Whether process `i` is a member. Requires i < 64, as do [`with`] and [`without`].
///
/// ```
/// use doorway_core::set::{has, size, with, without};
/// let set = with(with(0, 1), 63);
/// assert!(has(set, 1) && has(set, 63) && !has(set, 0));
/// assert_eq!((size(set, 64), size(set, 63), without(set, 63)), (2, 1, 2));
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(i < 64usize))]
#[cfg_attr(creusot, ensures(result == is_in(set, i)))]
pub const fn has(set: Set, i: Id) -> bool {
    set >> i & 1 == 1
}

/// The set with process `i`.
#[must_use]
#[inline]
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(i < 64usize))]
#[cfg_attr(creusot, ensures(forall<j: Id> j < 64usize ==> is_in(result, j) == (j == i || is_in(set, j))))]
pub const fn with(set: Set, i: Id) -> Set {
    set | 1 << i
}

/// The set without process `i`.
#[must_use]
#[inline]
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(i < 64usize))]
#[cfg_attr(creusot, ensures(forall<j: Id> j < 64usize ==> is_in(result, j) == (j != i && is_in(set, j))))]
pub const fn without(set: Set, i: Id) -> Set {
    set & !(1 << i)
}

/// The number of members below `n`. Requires n ≤ 64.
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(n@ <= 64))]
#[cfg_attr(creusot, ensures(result@ == count(members(set), n@)))]
pub const fn size(set: Set, n: usize) -> usize {
    let mut size = 0;
    let mut i = 0;
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(size@ <= i@ && i@ <= n@ && size@ == count(members(set), i@)))]
    while i < n {
        if has(set, i) {
            size += 1;
        }
        i += 1;
    }
    size
}
