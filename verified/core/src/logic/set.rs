//! Sets of processes as bits.

use super::prelude::*;
use crate::set::Set;
use crate::ticket::Id;

/// Whether process `i` is a member.
#[logic(open)]
pub fn is_in(set: Set, i: Id) -> bool {
    pearlite! { (set >> i) & 1u64 == 1u64 }
}

/// The members.
#[logic(open)]
pub fn members(set: Set) -> Mapping<Int, bool> {
    pearlite! { |i: Int| exists<j: Id> j@ == i && is_in(set, j) }
}

/// The empty set has no members.
#[logic]
#[bitwise_proof]
#[ensures(forall<i: Id> i < 64usize ==> !is_in(0u64, i))]
pub fn none_is_in() {}

/// Whether all members are processes other than `me`, of `n`.
#[logic(open)]
pub fn are_others(set: Set, me: Id, n: Int) -> bool {
    pearlite! { forall<i: Id> i@ < 64 && is_in(set, i) ==> i != me && i@ < n }
}
